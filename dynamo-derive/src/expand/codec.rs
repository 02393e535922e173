//! Attributes to fields, for items, nested structs and the variants of data enums.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::keys::components;
use super::names::{at, bare, local, parameter};
use super::templates::constant;
use crate::model::{Codec, Field, FieldDefault, Item, KeyAttribute, KeySource, Storage, plain};

/// The same tokens, so that what is wrong with them is reported elsewhere.
pub(super) fn spanned(tokens: &TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter();
    tokens
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// The loop that reads attributes into locals, and how the struct is then made from them.
pub(super) struct Reading {
    /// Declares the locals and reads the attributes.
    pub(super) body: TokenStream,
    /// `field: value` for each field of the struct.
    fields: Vec<TokenStream>,
    /// The locals of fields that may have no value, and how each is asked for it.
    asked: Vec<(Ident, TokenStream)>,
}

impl Reading {
    /// Returns the struct, or why a field has no value.
    pub(super) fn finish(&self, constructor: &TokenStream) -> TokenStream {
        let Self { fields, asked, .. } = self;
        let made = quote!(__rt::Ok(#constructor { #(#fields),* }));
        if asked.is_empty() {
            return made;
        }
        let (locals, values): (Vec<_>, Vec<_>) = asked.iter().map(|(a, b)| (a, b)).unzip();
        // All at once: a way out of the function costs the compiler as much as the rest of a field.
        quote! {
            let mut __fault = __rt::Fault::none();
            let (#(__rt::Some(#locals),)*) = (#(#values,)*) else {
                return __fault.into_result();
            };
            #made
        }
    }
}

/// A key attribute that fields are recovered from: its local, its name and where its spec is.
pub(super) struct ParsedKey {
    pub(super) local: Ident,
    pub(super) attribute: String,
    pub(super) spec: TokenStream,
    /// The numbers of the fields that are taken from it.
    pub(super) fields: Vec<usize>,
    /// Whether an item may lack it, so that they are absent.
    pub(super) optional: bool,
}

/// The treatment of attributes that are neither a field's nor parsed.
pub(super) enum Others {
    /// They are skipped; a flattened map collects those that are not reserved.
    Rest(Reserved),
    /// Keys are kept next to the record.
    Keys,
}

/// The names that no entry of a flattened map may have.
pub(super) enum Reserved {
    /// The attributes of an item: its fields, the keys of its table, and what the runtime writes.
    OfItem,
    /// The entries of a nested value.
    Names(Vec<String>),
}

impl Reserved {
    /// The names of fields, and of the tag that tells variants apart.
    pub(super) fn of(fields: &[Field], tag: Option<&str>) -> Self {
        let stored = fields
            .iter()
            .filter(|field| field.storage == Storage::Attribute);
        let names = stored.map(|field| field.attribute.clone());
        Self::Names(names.chain(tag.map(str::to_owned)).collect())
    }

    /// Whether a name is one of them.
    pub(super) fn has(&self, name: &TokenStream) -> TokenStream {
        match self {
            Self::OfItem => quote!(__rt::is_reserved::<Self>(#name)),
            Self::Names(names) => quote!(__rt::is_one_of(#name, &[#(#names),*])),
        }
    }
}

/// Reads the attributes of `fields`, and recovers those that are only in keys from `keys`.
///
/// Other attributes are skipped, kept as a key, or collected by a flattened map.
pub(super) fn read(fields: &[(usize, &Field)], keys: &[ParsedKey], others: &Others) -> Reading {
    let mut names = Vec::new();
    let mut declared = Vec::new();
    let mut arms = Vec::new();
    let is_recovered = |number: usize| keys.iter().any(|key| key.fields.contains(&number));
    let is_read = |(number, field): &&(usize, &Field)| {
        field.storage == Storage::Attribute && !is_recovered(*number)
    };
    for (_, field) in fields.iter().filter(is_read) {
        let (local, attribute, number) = (local(&field.ident), &field.attribute, bare(names.len()));
        let ty = &field.ty;
        let slot_there = at(local.clone(), ty.span());
        let read = quote_spanned!(ty.span()=> #slot_there.read(__from));
        let (slot, read) = match &field.codec {
            Codec::Own => (quote!(__rt::Slot::<#ty, _>::own()), read),
            Codec::Serde => (quote!(__rt::Slot::<#ty, _>::by_serde()), read),
            Codec::With(module) | Codec::Time { module, .. } => (quote!(__rt::None), {
                let decode =
                    quote_spanned!(module.span()=> __rt::decoder::<_, #ty, _>(#module::decode));
                quote!(__rt::read_with(__from, &mut #local, #decode))
            }),
        };
        names.push(attribute);
        declared.push(quote! { let mut #local = #slot; });
        arms.push(quote! { #number => #read, });
    }
    for key in keys {
        let (local, attribute, number) = (&key.local, &key.attribute, bare(names.len()));
        names.push(attribute);
        declared.push(quote! { let mut #local = __rt::None; });
        arms.push(quote! { #number => __rt::read_key(__from, &mut #local), });
    }
    let flattened = fields
        .iter()
        .find(|(_, field)| field.storage == Storage::Flatten);
    let (next, rest) = if let Some((_, field)) = flattened {
        let (local, ty) = (local(&field.ident), &field.ty);
        let empty = quote_spanned!(ty.span()=> <#ty as __rt::Flatten>::nothing);
        declared.push(quote! { let mut #local = #empty(); });
        (quote!(next_field), flattened_arm(field, others))
    } else if let Others::Keys = others {
        (quote!(next_field), quote! { _ => __keys.take(__from), })
    } else {
        (quote!(next_known), quote! { _ => __rt::Ok(()), })
    };
    let parsed = keys.iter().map(|key| {
        let (local, spec) = (&key.local, &key.spec);
        if key.optional {
            quote! { let mut #local = __rt::parse_index_key(#spec, #local)?; }
        } else {
            quote! { let mut #local = __rt::parse_key(#spec, #local)?; }
        }
    });
    let declared: TokenStream = declared.into_iter().collect();
    let arms: TokenStream = arms.into_iter().collect();
    let body = quote! {
        const NAMES: &[&__rt::str] = &[#(#names),*];
        #declared
        while let __rt::Some(__field) = __from.#next(NAMES)? {
            let __read = match __field {
                #arms
                #rest
            };
            __rt::read_at(__read, NAMES, __field)?;
        }
        #(#parsed)*
    };
    let mut reading = Reading {
        body,
        fields: Vec::new(),
        asked: Vec::new(),
    };
    for (number, field) in fields {
        reading.take(*number, field, keys);
    }
    reading
}

/// The arm for attributes that no field claims.
fn flattened_arm(field: &Field, others: &Others) -> TokenStream {
    let (local, ty) = (local(&field.ident), &field.ty);
    let accept = quote_spanned!(ty.span()=> <#ty as __rt::Flatten>::accept);
    let is_reserved = match others {
        Others::Rest(reserved) => reserved.has(&quote!(&name)),
        Others::Keys => quote!(false),
    };
    quote! {
        _ => {
            let name = __from.name().into_owned();
            if #is_reserved {
                __from.skip()
            } else {
                #accept(&mut #local, name, __from)
            }
        }
    }
}

impl Reading {
    /// Takes a field from its local, or from the key it is recovered from.
    fn take(&mut self, number: usize, field: &Field, keys: &[ParsedKey]) {
        let Field {
            ident: name,
            attribute,
            ty,
            ..
        } = field;
        let local = local(name);
        let default = default_value(field);
        let recovered = keys.iter().find(|key| key.fields.contains(&number));
        let asked = match (recovered, field.storage, &field.codec, default) {
            (Some(key), ..) => {
                let (key, text, number) = (&key.local, plain(name), bare(number));
                let key = quote!(__rt::Recovered::<#ty>::from(&mut #key));
                quote!(#key.take(#number, #text, &mut __fault))
            }
            (None, Storage::Skip | Storage::KeyOnly | Storage::Nested { .. }, _, default) => {
                let value = default.unwrap_or_else(|| default_of_type(field));
                return self.fields.push(quote!(#name: #value));
            }
            (None, Storage::Flatten, ..) => return self.fields.push(quote!(#name: #local)),
            (None, _, codec, Some(default)) => {
                let read = match codec {
                    Codec::Own | Codec::Serde => quote!(#local.into_option()),
                    Codec::With(_) | Codec::Time { .. } => quote!(#local),
                };
                let value = quote!(#read.unwrap_or_else(|| #default));
                return self.fields.push(quote!(#name: #value));
            }
            (None, _, Codec::Own | Codec::Serde, None) => {
                let slot_there = at(local.clone(), ty.span());
                quote_spanned!(ty.span()=> #slot_there.required(#attribute, &mut __fault))
            }
            (None, _, Codec::With(module) | Codec::Time { module, .. }, None) => {
                let decode =
                    quote_spanned!(module.span()=> __rt::decoder::<_, #ty, _>(#module::decode));
                quote!(__fault.unless(__rt::required_with(#local, #attribute, #decode)))
            }
        };
        self.fields.push(quote!(#name: #local));
        self.asked.push((local, asked));
    }
}

/// The value of a field whose attribute is missing.
pub(super) fn default_value(field: &Field) -> Option<TokenStream> {
    field.default.as_ref().map(|default| match default {
        FieldDefault::Trait => default_of_type(field),
        FieldDefault::Function(path) => {
            let ty = &field.ty;
            quote_spanned!(path.span()=> __rt::default_of::<#ty>(#path))
        }
    })
}

/// The default of the field's type.
fn default_of_type(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(ty.span()=> <#ty as __rt::Default>::default())
}

/// `impl Record`.
pub(super) fn record_impl(item: &Item) -> TokenStream {
    let ident = &item.ident;
    let name = plain(ident);
    let fields: Vec<_> = item.own_fields().collect();
    let mut keys = primary_keys(item, |number| is_read_from_the_key(&item.fields[*number]));
    keys.extend(index_keys(item, &keys));
    let check = check_type(item);
    let reading = read(&fields, &keys, &Others::Rest(Reserved::OfItem));
    let (body, made) = (&reading.body, reading.finish(&quote!(Self)));
    let from = parameter("from");
    quote! {
        #[automatically_derived]
        impl __rt::Record for #ident {
            const NAME: &'static __rt::str = #name;
            fn decode(#from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                let __from = #from;
                __from.begin_item()?;
                #body
                #made
            }
            #check
        }
    }
}

/// Whether a field of the primary key is read from the key: it is stored nowhere else, or in
/// another form, which may not lead back to the key.
pub(super) fn is_read_from_the_key(field: &Field) -> bool {
    field.storage == Storage::KeyOnly || field.is_stored_otherwise()
}

/// `Record::check_type`, if something tells the types apart.
fn check_type(item: &Item) -> Option<TokenStream> {
    let is_told = item.table.type_attr.is_some()
        || item.table.shared.is_some()
        // Claims on its values are in the same table.
        || item.unique().next().is_some();
    is_told.then(|| {
        quote! {
            fn check_type(
                item: &__rt::HashMap<__rt::String, __rt::AttributeValue>,
            ) -> __rt::Result<(), __rt::Error> {
                __rt::check_type::<Self>(item)
            }
        }
    })
}

/// The keys of the table from which fields that pass `wanted` are recovered.
pub(super) fn primary_keys(item: &Item, wanted: impl Fn(&usize) -> bool) -> Vec<ParsedKey> {
    let mut taken = Vec::new();
    let mut keys = Vec::new();
    let own = [(&item.pk, "__partition")];
    let sort = item.sk.iter().map(|sk| (sk, "__sort"));
    for (key, local) in own.into_iter().chain(sort) {
        keys.extend(parsed_key(item, key, local, &wanted, &mut taken));
    }
    keys
}

/// The index keys from which `key_only` fields are recovered, if they are not in the primary key.
fn index_keys(item: &Item, primary: &[ParsedKey]) -> Vec<ParsedKey> {
    let key_only = |number: &usize| item.fields[*number].storage == Storage::KeyOnly;
    let mut taken: Vec<usize> = primary.iter().flat_map(|key| key.fields.clone()).collect();
    let mut keys = Vec::new();
    for query in item.indexes.iter().flat_map(|index| &index.queries) {
        for key in query.pk.iter().chain(&query.sk) {
            let local = format!("__index_{}", keys.len());
            let parsed = parsed_key(item, key, &local, key_only, &mut taken);
            keys.extend(parsed.map(|key| ParsedKey {
                optional: true,
                ..key
            }));
        }
    }
    keys
}

/// A key to parse, if fields that pass `wanted` and are not `taken` yet can be recovered from it.
pub(super) fn parsed_key(
    item: &Item,
    key: &KeyAttribute,
    local: &str,
    wanted: impl Fn(&usize) -> bool,
    taken: &mut Vec<usize>,
) -> Option<ParsedKey> {
    let KeySource::Built(_) = key.source else {
        return None;
    };
    let mut fields: Vec<usize> = components(item, key)
        .into_iter()
        .filter(|(field, format)| format.is_invertible() && wanted(field) && !taken.contains(field))
        .map(|(field, _)| field)
        .collect();
    fields.dedup();
    taken.extend(&fields);
    let spec = constant(item, key);
    (!fields.is_empty()).then(|| ParsedKey {
        local: Ident::new(local, proc_macro2::Span::call_site()),
        attribute: key.name.clone(),
        spec: quote!(&#spec),
        fields,
        optional: false,
    })
}
