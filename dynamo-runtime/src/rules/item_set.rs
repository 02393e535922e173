//! Lists of item types of one table.

use crate::item::{Item, Table};
use crate::op::InTable;
use crate::schema::ItemSchema;

/// An item type, or a tuple of those that live in one table, for [`check_items`](crate::check_items).
///
/// A tuple has up to sixteen elements, each an item type or a tuple of further ones:
/// `((A, B, C), (D, E, F))` lists six.
///
/// The derive implements it for each item type: a blanket impl for every `Item` would keep the
/// compiler from saying which type of a tuple is not of the table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of item types",
    label = "expected a tuple of types that derive `Item` and live in one table",
    note = "a tuple has up to sixteen elements; one with more types is written as a tuple of tuples"
)]
pub trait ItemSet {
    /// The table they live in.
    type Table: Table;

    /// The schema of each.
    #[doc(hidden)]
    const ITEMS: ItemList;

    /// Calls a visitor with each item type, in order.
    fn visit<V: ItemVisitor>(visitor: &mut V);
}

/// A visitor of the item types of an [`ItemSet`], for code that does something with each.
///
/// ```
/// use dynamo_runtime::rules::{ItemSet, ItemVisitor};
/// use dynamo_runtime::Item;
///
/// #[derive(Item)]
/// #[table(name = "words", pk = "text")]
/// struct Word {
///     text: String,
/// }
///
/// struct Names(Vec<&'static str>);
///
/// impl ItemVisitor for Names {
///     fn item<T: Item>(&mut self) {
///         self.0.push(T::SCHEMA.name);
///     }
/// }
///
/// let mut names = Names(Vec::new());
/// Word::visit(&mut names);
/// assert_eq!(names.0, ["Word"]);
/// ```
pub trait ItemVisitor {
    /// Is called with each item type.
    fn item<T: Item>(&mut self);
}

/// The schemas of item types, in the nesting of their list.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum ItemList {
    /// One item type.
    One(&'static ItemSchema),
    /// The elements of a tuple.
    All(&'static [ItemList]),
}

impl ItemList {
    /// How many item types there are.
    pub(super) const fn len(&self) -> usize {
        let Self::All(lists) = self else { return 1 };
        let (mut count, mut at) = (0, 0);
        while at < lists.len() {
            count += lists[at].len();
            at += 1;
        }
        count
    }

    /// The item type with this number, which is below `len`.
    pub(super) const fn get(&self, mut number: usize) -> &'static ItemSchema {
        let lists = match self {
            Self::One(item) => return item,
            Self::All(lists) => *lists,
        };
        let mut at = 0;
        while number >= lists[at].len() {
            number -= lists[at].len();
            at += 1;
        }
        lists[at].get(number)
    }
}

macro_rules! item_sets {
    ($first:ident $($item:ident)*) => {
        impl<$first: ItemSet, $($item: InTable<$first::Table>),*> ItemSet for ($first, $($item,)*) {
            type Table = $first::Table;
            const ITEMS: ItemList = ItemList::All(&[$first::ITEMS, $($item::ITEMS),*]);
            fn visit<Visitor: ItemVisitor>(visitor: &mut Visitor) {
                $first::visit(visitor);
                $($item::visit(visitor);)*
            }
        }
        #[diagnostic::do_not_recommend]
        impl<Home, $first: InTable<Home>, $($item: InTable<Home> + InTable<$first::Table>),*>
            InTable<Home> for ($first, $($item,)*) {}
        item_sets!($($item)*);
    };
    () => {};
}

item_sets!(A B C D E F G H I J K L M N O P);
