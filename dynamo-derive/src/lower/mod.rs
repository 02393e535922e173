//! From the grammar as written to the model: names resolved, every default filled in.
//!
//! A declaration that the model cannot represent is reported here; rules across its parts are in
//! `validate`. A part that is reported is left out or broken, and the rest goes on.

mod attribute;
mod collection;
mod concrete;
mod count;
mod docs;
mod elided;
mod field;
mod index;
mod item;
mod key;
mod misplaced;
mod nested;
mod placeholder;
mod precision;
mod shared;
mod shared_index;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod view;
mod when;

use syn::{DeriveInput, Path, parse_quote};

pub(crate) use self::misplaced::{Derive, another_derive, respell};
use crate::attrs::{self, ITEM, ItemOptions, Lost, PathValue};
use crate::diag::Diagnostics;
use crate::model::{
    Attribute, AttributeRemains, Collection, Item, ItemRemains, SharedTable, TableRemains, View,
    ViewRemains,
};
use crate::validate;

/// Every mistake in a declaration, and what is left of it.
pub(crate) struct Failed<T> {
    pub(crate) errors: darling::Error,
    pub(crate) remains: T,
}

/// A struct that derives `Item`, its options read: what comes next depends on its table.
pub(crate) struct OpenItem<'a> {
    input: &'a DeriveInput,
    options: (ItemOptions, Lost),
    diag: Diagnostics,
}

impl<'a> OpenItem<'a> {
    pub(crate) fn read(input: &'a DeriveInput) -> Self {
        let mut diag = Diagnostics::new();
        let read = attrs::merged(&input.attrs, &ITEM, &mut diag);
        let options = read.map_or_else(Default::default, |read| (read.options, read.lost));
        Self {
            input,
            options,
            diag,
        }
    }

    /// The shared table that it names, and the path of the runtime; `None` if it has a table of its
    /// own, or no table that can be read.
    pub(crate) fn shared_table(&self) -> Option<(Path, Path)> {
        let (options, _) = &self.options;
        let path = table::shared_path(self.input, options.table.as_ref())?;
        Some((path, runtime(options.krate.clone())))
    }

    /// Ends where another derive goes on with the same struct, and reports its mistakes.
    pub(crate) fn hand_over(self) {
        self.diag.discard();
    }

    /// Lowers and checks it: the model, or every mistake in it. `shared` is the table its
    /// `table = Path` leads to.
    pub(crate) fn lower(
        mut self,
        shared: Option<&SharedTable>,
    ) -> Result<Item, Box<Failed<ItemRemains>>> {
        let mut remains = item::item(self.input, self.options, shared, &mut self.diag);
        if let Some(item) = &remains.item {
            validate::item(item, &mut self.diag);
        }
        finished(self.diag, remains.item.take(), |item| ItemRemains {
            item,
            ..remains
        })
    }

    /// The remains of an item whose table has mistakes, which were reported.
    pub(crate) fn remains(mut self, shared: Option<&SharedTable>) -> ItemRemains {
        let remains = item::item(self.input, self.options, shared, &mut self.diag);
        self.diag.discard();
        remains
    }
}

/// The model if nothing was reported, or what is left.
fn finished<T, R>(
    diag: Diagnostics,
    model: Option<T>,
    remains: impl FnOnce(Option<T>) -> R,
) -> Result<T, Box<Failed<R>>> {
    match (diag.finish(Some(())), model) {
        (Ok(()), Some(model)) => Ok(model),
        (Ok(()), None) => unreachable!("lowering gives a model unless it reported an error"),
        (Err(errors), model) => Err(Box::new(Failed {
            errors,
            remains: remains(model),
        })),
    }
}

/// Lowers and checks a struct that derives `Table`: the model, or every mistake in it, with what
/// its items can be told of it.
pub(crate) fn lower_table(
    input: &DeriveInput,
) -> Result<SharedTable, Box<Failed<(TableRemains, Option<SharedTable>)>>> {
    let mut diag = Diagnostics::new();
    let krate = shared::krate(input, &mut diag);
    let table = shared::shared(input, krate.clone(), &mut diag);
    if let Some(table) = &table {
        validate::table(table, &mut diag);
    }
    finished(diag, table, |table| {
        let remains = TableRemains {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            krate,
            is_a_table: !shared::has_fields(input),
        };
        (remains, table)
    })
}

/// Lowers and checks a type that derives `Attribute`: the model, or every mistake in it.
pub(crate) fn lower_attribute(
    input: &DeriveInput,
) -> Result<Attribute, Box<Failed<AttributeRemains>>> {
    let mut diag = Diagnostics::new();
    let mut remains = attribute::attribute(input, &mut diag);
    if let Some(attribute) = &remains.attribute {
        validate::attribute(attribute, &mut diag);
    }
    finished(diag, remains.attribute.take(), |attribute| {
        AttributeRemains {
            attribute,
            ..remains
        }
    })
}

/// Lowers a struct that derives `View`: the model, or every mistake in it.
pub(crate) fn lower_view(input: &DeriveInput) -> Result<View, Box<Failed<Option<ViewRemains>>>> {
    let mut diag = Diagnostics::new();
    let (view, remains) = view::view(input, &mut diag);
    finished(diag, view, |_| remains)
}

/// Lowers and checks an enum that derives `Collection`: the model, or every mistake in it.
pub(crate) fn lower_collection(
    input: &DeriveInput,
) -> Result<Collection, Box<Failed<Option<Collection>>>> {
    let mut diag = Diagnostics::new();
    let (collection, krate) = collection::collection(input, &mut diag);
    if let Some(collection) = &collection {
        validate::collection(collection, &mut diag);
    }
    finished(diag, collection, |_| collection::remains(input, krate))
}

/// Path of the runtime in the user's crate: as `crate = path` says, or its own name.
fn runtime(krate: Option<PathValue>) -> Path {
    krate.map_or_else(|| parse_quote!(::dynamo_runtime), |value| value.path)
}
