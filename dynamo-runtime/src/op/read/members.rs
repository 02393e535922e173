//! Narrowing a query of a collection: the prefixes of its members' sort keys, and the ranges and
//! filters of single members.

use smallvec::SmallVec;

use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::key::{
    Bounds, Components, FixedComponent, Interval, KeyCheck, KeyError, KeyPart, KeyValue, Part,
    Piece, SortConditions, sort_conditions,
};
use crate::op::visible::of_others;
use crate::rules::{CollectionSchema, Member};
use crate::schema::KeySpec;

use aws_sdk_dynamodb::types::AttributeValue;

/// A range of the sort key, for all items or for one member of a collection.
#[derive(Debug, Clone)]
pub(in crate::op) struct Range {
    pub(in crate::op) member: Option<usize>,
    pub(in crate::op) bounds: Bounds,
}

/// The ranges of a query.
pub(in crate::op) type Ranges = SmallVec<[Range; 1]>;

/// Checks that the items of a query must pass beyond the key condition: one per member of a
/// collection, one for other queries.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct KeyChecks(SmallVec<[MemberCheck; 1]>);

#[derive(Debug, Clone)]
enum MemberCheck {
    Passes,
    /// Nothing is in all of its ranges.
    Fails,
    Checked(KeyCheck),
}

impl KeyChecks {
    /// Whether an item of the member with this number is in the range.
    pub(crate) fn hold(&self, member: usize, item: &dyn Components) -> bool {
        match self.0.get(member) {
            None | Some(MemberCheck::Passes) => true,
            Some(MemberCheck::Fails) => false,
            Some(MemberCheck::Checked(check)) => check.holds(item),
        }
    }

    /// Whether a member found under these keys is in the range.
    pub(in crate::op) fn hold_under(
        &self,
        collection: &CollectionSchema,
        member: usize,
        keys: &[(&'static str, KeyValue)],
    ) -> bool {
        match self.0.get(member) {
            Some(MemberCheck::Checked(check)) => {
                let specs = collection.members.get(member).map(|member| member.query.sk);
                check.holds(&WrittenComponents::of(specs.unwrap_or_default(), keys))
            }
            _ => self.hold(member, &WrittenComponents(Vec::new())),
        }
    }

    /// The checks, without members that have none.
    pub(in crate::op) fn all(&self) -> impl Iterator<Item = &KeyCheck> {
        self.0.iter().filter_map(|check| match check {
            MemberCheck::Checked(check) => Some(check),
            _ => None,
        })
    }

    fn of_one(check: KeyCheck) -> Self {
        Self(SmallVec::from_iter([MemberCheck::Checked(check)]))
    }
}

/// The components of a key as they are written in it.
pub(in crate::op) struct WrittenComponents(Vec<(usize, Piece<'static>)>);

impl WrittenComponents {
    pub(in crate::op) fn of(specs: &'static [KeySpec], keys: &[(&'static str, KeyValue)]) -> Self {
        let mut components = Vec::new();
        for spec in specs {
            let stored = keys.iter().find(|(name, _)| *name == spec.attribute);
            let fields = stored.and_then(|(_, value)| spec.template.as_written(value.clone()).ok());
            components.extend(fields.into_iter().flatten());
        }
        Self(components)
    }
}

impl Components for WrittenComponents {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        let (_, piece) = self.0.iter().find(|(number, _)| *number == field)?;
        Some(piece)
    }
}

/// The key conditions for DynamoDB, and the checks that complete them.
#[derive(Default)]
pub(in crate::op) struct Narrowed {
    pub(in crate::op) sort: SmallVec<[(&'static str, crate::key::SortCondition); 1]>,
    pub(in crate::op) checks: Option<KeyChecks>,
}

/// The key conditions of a query; `None` if nothing can be found.
pub(in crate::op) fn narrowed(
    specs: &'static [KeySpec],
    fixed: &[FixedComponent],
    collection: Option<&'static CollectionSchema>,
    ranges: Ranges,
) -> Result<Option<Narrowed>, KeyError> {
    match collection {
        Some(collection) if collection.sorts_alike() && ranges.iter().all(Range::is_of_all) => {
            alike(collection, fixed, &ranges)
        }
        Some(collection) => apart(collection, fixed, &ranges),
        None => {
            let ranges = ranges.into_iter().map(|range| range.bounds).collect();
            let joined = sort_conditions(specs, fixed, ranges, false)?;
            Ok(joined.map(|(sort, check)| Narrowed {
                sort,
                checks: check.map(KeyChecks::of_one),
            }))
        }
    }
}

impl Range {
    fn is_of_all(&self) -> bool {
        self.member.is_none()
    }

    /// Whether it applies to the member with this number, alone or with others.
    fn is_of(&self, number: usize) -> bool {
        self.member.is_none_or(|member| member == number)
    }
}

/// The conditions for members whose sort keys are built alike; they are the same for all.
fn alike(
    collection: &'static CollectionSchema,
    fixed: &[FixedComponent],
    ranges: &[Range],
) -> Result<Option<Narrowed>, KeyError> {
    let mut sort = None;
    let mut checks = SmallVec::new();
    for number in 0..collection.members.len() {
        let fixed = of_alike(fixed, &collection.members[0], &collection.members[number]);
        let Some((conditions, check)) = of_member((collection, number), &fixed, ranges, false)?
        else {
            return Ok(None);
        };
        sort.get_or_insert(conditions);
        checks.push(check.map_or(MemberCheck::Passes, MemberCheck::Checked));
    }
    Ok(Some(Narrowed {
        sort: sort.unwrap_or_default(),
        checks: completed(checks),
    }))
}

/// The smallest range of the sort key that contains the ranges of all members.
fn apart(
    collection: &'static CollectionSchema,
    fixed: &[FixedComponent],
    ranges: &[Range],
) -> Result<Option<Narrowed>, KeyError> {
    let mut whole: Option<Interval> = None;
    let mut checks = SmallVec::new();
    for number in 0..collection.members.len() {
        // Which fields are fixed is known only for the first member.
        let fixed = if number == 0 { fixed } else { &[] };
        refuse_repeated(collection, number, ranges)?;
        let Some((conditions, check)) = of_member((collection, number), fixed, ranges, true)?
        else {
            checks.push(MemberCheck::Fails);
            continue;
        };
        checks.push(check.map_or(MemberCheck::Passes, MemberCheck::Checked));
        let interval = Interval::of(
            conditions
                .into_iter()
                .next()
                .map(|(_, condition)| condition),
        );
        match &mut whole {
            Some(whole) => whole.widen(interval)?,
            None => whole = Some(interval),
        }
    }
    let attribute = collection
        .members
        .first()
        .and_then(|member| member.query.sk.first());
    let condition = whole.map_or(Ok(None), Interval::into_condition)?;
    Ok(condition.map(|condition| Narrowed {
        sort: attribute
            .map(|spec| spec.attribute)
            .zip(condition)
            .into_iter()
            .collect(),
        checks: completed(checks),
    }))
}

/// The components that the partition key fixes, as fields of a member whose sort key is built like
/// the first's.
fn of_alike(fixed: &[FixedComponent], first: &Member, member: &Member) -> Vec<FixedComponent> {
    let components = |member: &Member| {
        let parts = member.query.sk.iter().flat_map(|spec| spec.template.parts);
        parts.filter_map(|part| match part {
            Part::Component { field, format, .. } => Some((*field, *format)),
            Part::Literal(_) => None,
        })
    };
    let pairs = components(first).zip(components(member));
    let own = |((field, format), (own, own_format))| {
        let is_it =
            |(fixed, fixed_format, _): &&FixedComponent| (*fixed, *fixed_format) == (field, format);
        let (_, _, piece) = fixed.iter().find(is_it)?;
        Some((own, own_format, piece.clone()))
    };
    pairs.filter_map(own).collect()
}

/// Refuses a range of a member whose sort key repeats a component that its partition key fixes:
/// which fields those are is known only for the first member.
fn refuse_repeated(
    collection: &'static CollectionSchema,
    number: usize,
    ranges: &[Range],
) -> Result<(), KeyError> {
    let member = &collection.members[number];
    let is_ranged = ranges.iter().any(|range| range.is_of(number));
    if number == 0 || !is_ranged || !repeats_partition(member) {
        return Ok(());
    }
    Err(KeyError::new(format!(
        "of `{}` repeats a component of the partition key, which a range over several item types \
         does not know; query that item type alone",
        member.item.name
    )))
}

/// The conditions of one member, from its own ranges and those for all.
fn of_member(
    (collection, number): (&'static CollectionSchema, usize),
    fixed: &[FixedComponent],
    ranges: &[Range],
    checked: bool,
) -> Result<Option<SortConditions>, KeyError> {
    let own = ranges.iter().filter(|range| range.is_of(number));
    let own = own.map(|range| range.bounds.clone()).collect();
    sort_conditions(collection.members[number].query.sk, fixed, own, checked)
}

/// Whether the sort key of a member has a component that its partition key fixes.
fn repeats_partition(member: &Member) -> bool {
    let mut parts = member.query.sk.iter().flat_map(|spec| spec.template.parts);
    parts.any(|part| match part {
        Part::Component { field, format, .. } => member.query.fixed_by(*field, *format) > 0,
        Part::Literal(_) => false,
    })
}

fn completed(checks: SmallVec<[MemberCheck; 1]>) -> Option<KeyChecks> {
    let needed = checks
        .iter()
        .any(|check| !matches!(check, MemberCheck::Passes));
    needed.then_some(KeyChecks(checks))
}

/// The filter of one member, which keeps items of the others: by the type attribute, or by keys of
/// the table that are not keys of the query.
pub(in crate::op) fn filter(
    collection: &CollectionSchema,
    number: usize,
    condition: Node,
) -> Result<Node, Error> {
    let member = &collection.members[number];
    let others = of_others(&collection.table, member)
        .filter(|_| {
            !collection
                .table
                .type_attr
                .is_some_and(|name| member.query.has_key(name))
        })
        .or_else(|| begins_otherwise(collection, number));
    match others {
        Some(others) => Ok(others.or(condition)),
        None => Err(Error::Expression {
            item: collection.name,
            reason: format!(
                "nothing that DynamoDB filters by tells `{}` from the other members; give the \
                 table a `type_attr`, or filter what comes back",
                member.item.name
            ),
        }),
    }
}

/// The condition that a key of the table does not begin with this member's prefix, if all others
/// begin differently.
fn begins_otherwise(collection: &CollectionSchema, number: usize) -> Option<Node> {
    let member = &collection.members[number];
    let keys = |member: &Member| member.item.primary().keys();
    let told_by = |own: &&KeySpec| {
        let prefix = own.template.prefix();
        let differs = |other: &Member| {
            let mut keys = keys(other);
            keys.any(|key| {
                let text = key.template.prefix();
                key.attribute == own.attribute
                    && !text.is_empty()
                    && !text.starts_with(prefix)
                    && !prefix.starts_with(text)
            })
        };
        let mut others = collection.members.iter().enumerate();
        !prefix.is_empty()
            && !member.query.has_key(own.attribute)
            && others.all(|(at, other)| at == number || differs(other))
    };
    let key = keys(member).find(told_by)?;
    let prefix = AttributeValue::S(key.template.prefix().to_owned());
    Some(Node::Not(Box::new(Node::BeginsWith(
        AttrPath::root(key.attribute),
        prefix,
    ))))
}
