//! The docs of methods that scan an index, or look a unique value up.

use super::table;
use crate::model::{Field, Index, Item, plain};

/// `Order::all_open`.
pub(in crate::expand) fn scan_method(item: &Item, index: &Index) -> String {
    format!(
        " Scans the index `{}` for every `{}` in it.\n\nDynamoDB reads, and bills for, the whole \
         index; a query reads one partition.",
        index.name,
        plain(&item.ident),
    )
}

/// `User::by_email`.
pub(in crate::expand) fn lookup_method(item: &Item, field: &Field) -> String {
    format!(
        " Reads the `{}` with this `{}`, which no two have in common.\n\nReads {} through the claim on \
         the value, both consistently: two reads, or one if there is no such item. `None` also if \
         the item is deleted.",
        plain(&item.ident),
        field.attribute,
        table(item),
    )
}
