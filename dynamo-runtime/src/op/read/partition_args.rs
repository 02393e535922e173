//! The arguments that the partition key of a query is built from.

use crate::__private::StubPartition;
use crate::key::{Args, Format, KeyArg, KeyError, KeyPart, Part};
use crate::schema::QuerySchema;

/// A field of the partition key.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct PartitionField {
    number: usize,
    name: &'static str,
    /// How many characters of it the key holds, if not all.
    first: Option<u16>,
}

/// The fields of the partition key, each once, in order of appearance. Passes the arguments of a
/// partition key, and whether they are valid, to a function.
pub(super) fn with_args<P, T>(
    query: &QuerySchema,
    partition: &impl PartitionArgs<P>,
    make: impl FnOnce(Result<(), KeyError>, &Args<'_>) -> T,
) -> T {
    let fields = partition_fields(query);
    let parts = partition.parts();
    let args: Vec<_> = fields.iter().map(|field| field.number).zip(parts).collect();
    make(partition.check(&fields), &Args(&args))
}

fn partition_fields(query: &QuerySchema) -> Vec<PartitionField> {
    let mut fields: Vec<PartitionField> = Vec::new();
    for part in query.pk.iter().flat_map(|spec| spec.template.parts) {
        let Part::Component {
            field,
            name,
            format,
            ..
        } = part
        else {
            continue;
        };
        let first = match format {
            // It is not an argument.
            Format::Shard(_) => continue,
            Format::First(count) => Some(*count),
            _ => None,
        };
        match fields.iter_mut().find(|known| known.number == *field) {
            // The longer part, or all of it.
            Some(known) => known.first = known.first.zip(first).map(|(one, other)| one.max(other)),
            None => fields.push(PartitionField {
                number: *field,
                name,
                first,
            }),
        }
    }
    fields
}

/// The components that the partition key of a collection is built from: a single one, or a tuple in
/// order of appearance.
// Implemented for every type, whose pages would all show it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what the partition key is built from",
    label = "expected the component of the partition key, or a tuple of its components: `{T}`"
)]
pub trait PartitionArgs<T> {
    /// Checks that every argument is a valid value of its component's type.
    #[doc(hidden)]
    fn check(&self, fields: &[PartitionField]) -> Result<(), KeyError>;

    /// The arguments, in order.
    #[doc(hidden)]
    fn parts(&self) -> Vec<&dyn KeyPart>;
}

#[diagnostic::do_not_recommend]
impl<A: KeyArg<T>, T> PartitionArgs<(T,)> for A {
    fn check(&self, fields: &[PartitionField]) -> Result<(), KeyError> {
        check_arg::<T>(self, fields, 0)
    }

    fn parts(&self) -> Vec<&dyn KeyPart> {
        vec![self]
    }
}

#[diagnostic::do_not_recommend]
impl<A> PartitionArgs<StubPartition> for A {
    fn check(&self, _: &[PartitionField]) -> Result<(), KeyError> {
        Ok(())
    }

    fn parts(&self) -> Vec<&dyn KeyPart> {
        Vec::new()
    }
}

impl PartitionArgs<()> for () {
    fn check(&self, _: &[PartitionField]) -> Result<(), KeyError> {
        Ok(())
    }

    fn parts(&self) -> Vec<&dyn KeyPart> {
        Vec::new()
    }
}

macro_rules! partition_args {
    ($($arg:ident $component:ident $number:tt),+) => {
        #[diagnostic::do_not_recommend]
        impl<$($arg: KeyArg<$component>, $component),+> PartitionArgs<($($component,)+)> for ($($arg,)+) {
            fn check(&self, fields: &[PartitionField]) -> Result<(), KeyError> {
                $(check_arg::<$component>(&self.$number, fields, $number)?;)+
                Ok(())
            }

            fn parts(&self) -> Vec<&dyn KeyPart> {
                vec![$(&self.$number),+]
            }
        }
    };
}

partition_args!(A0 T0 0, A1 T1 1);

partition_args!(A0 T0 0, A1 T1 1, A2 T2 2);

partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3);

partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4);

partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4, A5 T5 5);

partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4, A5 T5 5, A6 T6 6);

partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4, A5 T5 5, A6 T6 6, A7 T7 7);

fn check_arg<T>(
    arg: &impl KeyArg<T>,
    fields: &[PartitionField],
    number: usize,
) -> Result<(), KeyError> {
    let field = fields.get(number);
    let checked = match field.and_then(|field| field.first) {
        Some(count) => arg.check_first(count),
        None => arg.check(),
    };
    checked.map_err(|error| error.with_component(field.map_or("", |field| field.name)))
}
