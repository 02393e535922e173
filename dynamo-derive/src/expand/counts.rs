//! Where an item is counted, and which of its fields are counters.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::conditions;
use super::names::{self, bare, field_module};
use crate::model::{Count, CountPart, Item, plain};

/// `.with_counted(&[…])` and `.with_counters(&[…])` of the schema.
pub(super) fn schema(item: &Item) -> TokenStream {
    let counters: Vec<_> = item.counters().map(bare).collect();
    let with_counters = (!counters.is_empty()).then(|| quote!(.with_counters(&[#(#counters),*])));
    let with_counted = (!item.counts.is_empty()).then(|| quote!(.with_counted(COUNTED)));
    quote!(#with_counters #with_counted)
}

/// The counters that the item's writes maintain, as a separate constant.
pub(super) fn constant(item: &Item) -> Option<TokenStream> {
    let mut conditions = conditions::of_indexes(item).count()..;
    let counted = item.counts.iter().map(|count| {
        let condition = count.when.as_ref().and_then(|_| conditions.next());
        counted(item, count, condition)
    });
    let counted: Vec<_> = counted.collect();
    (!counted.is_empty())
        .then(|| quote! { const COUNTED: &[__rt::CounterSchema] = &[#(#counted),*]; })
}

fn counted(item: &Item, count: &Count, condition: Option<usize>) -> TokenStream {
    let Count {
        item: of, counter, ..
    } = count;
    let fields = count.fields().into_iter().map(bare);
    let parts = count.key.iter().map(|part| match part {
        CountPart::Field(number, _) => plain(&item.fields[*number].ident),
        CountPart::Shard(shards) => format!("shard({shards})"),
    });
    let condition = condition.map(bare);
    let when = condition.map(|number| quote!(.with_condition(#number)));
    let upsert = count.upsert.then(|| quote!(.upserting()));
    let is_sharded = |part: &CountPart| matches!(part, CountPart::Shard(_));
    let sharded = count.key.iter().any(is_sharded);
    let sharded = sharded.then(|| quote!(.sharded()));
    let span = counter.span();
    quote_spanned! { span =>
        __rt::CounterSchema::new(<#of>::#counter, &[#(#parts),*], &[#(#fields),*])
            #when #upsert #sharded
    }
}

/// `Item::counter_key`; `None` if the item is not counted.
pub(super) fn method(item: &Item) -> Option<TokenStream> {
    let numbers = (0..item.counts.len()).map(bare);
    let keys = item.counts.iter().map(|count| key(item, count));
    (!item.counts.is_empty()).then(|| {
        quote! {
            fn counter_key(&self, counter: __rt::usize) -> __rt::Option<__rt::CountedKey> {
                #[allow(unused_imports, reason = "for fields that are no `Option`")]
                use __rt::GivenPlain as _;
                match counter {
                    #(#numbers => { #keys })*
                    _ => __rt::None,
                }
            }
        }
    })
}

fn key(item: &Item, count: &Count) -> TokenStream {
    let of = &count.item;
    let arguments = count.key.iter().enumerate().map(|(at, part)| {
        let local = format_ident!("__{at}");
        match part {
            CountPart::Field(number, span) => {
                let name = &item.fields[*number].ident;
                let given = quote! { let #local = __rt::GivenField(&self.#name).given()?; };
                // An argument that does not fit is reported at the field's name.
                (given, names::at(local, *span))
            }
            CountPart::Shard(shards) => {
                let given = quote! { let #local = __rt::CountedKey::shard(self, #shards); };
                (given, names::at(local, count.key_span))
            }
        }
    });
    let (given, arguments): (Vec<_>, Vec<_>) = arguments.unzip();
    // A list that does not fit the other item's key is reported as a whole.
    let key = quote_spanned!(count.key_span=> <#of>::key(#(#arguments),*));
    quote! {
        #(#given)*
        __rt::Some(__rt::CountedKey::of(#key))
    }
}

/// The traits that the markers and the types of counters must implement.
pub(super) fn impls(item: &Item) -> TokenStream {
    let module = field_module(&item.ident);
    let impls = item.counters().map(|number| {
        let field = &item.fields[number];
        let (name, ty) = (&field.ident, &field.ty);
        let check = quote_spanned! { ty.span() =>
            const _: () = <#ty as __rt::CounterValue>::IS_COUNTER;
        };
        quote! {
            #check
            #[automatically_derived]
            impl __rt::CounterField for #module::#name {}
        }
    });
    impls.collect()
}
