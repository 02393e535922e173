//! The plan of a search: the conditions DynamoDB compares, and those checked on its results.

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;

use super::{Hit, Search};
use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Expressions, Node};
use crate::item::{Item, Record, Table};
use crate::op::read::query::{QueryInfo, QueryType, Unknown};
use crate::op::read::reading::{are_of_all_members, names_what_is_held};
use crate::op::read::select::{Output, key_specs};
use crate::op::read::type_filter::TypeFilter;
use crate::op::visible::is_held;
use crate::op::{Meter, expression_error};
use crate::schema::VectorSchema;
use crate::wire::answer::{members, object};
use crate::wire::{self, ApiOperation, Attributes, Call, Refused, Request};

/// The most results of one search. See
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SearchVectors.html>.
pub(super) const MOST: usize = 100;

impl<Q: QueryInfo, O: Output<Q>> Search<Q, O> {
    pub(super) fn plan(self, db: &Db) -> Result<Plan, Error> {
        let vector = vector_of::<Q>()?;
        is_searchable(&self.vector, self.top, vector, Q::NAME)?;
        let partition = self.partition.map_err(Error::Key)?;
        let of = QueryType::of::<Q>();
        let types = TypeFilter::of(&of, Unknown::Skipped);
        let mut filter = self.filter;
        if let Some(filter) = &filter {
            names_what_is_held(of.item, of.keys, filter)?;
            are_of_all_members(&of, filter)?;
        }
        for node in types
            .node
            .into_iter()
            .chain(self.visible.query_filter(&of, db)?)
        {
            node.require(&mut filter);
        }
        let (sent, checked) = divided(filter, vector);
        let attributes = Q::QUERY.pk.iter().map(|spec| spec.attribute);
        let conditions = attributes
            .zip(partition)
            .map(|(name, value)| Node::Compare(AttrPath::root(name), "=", value.to_attribute()));
        let condition = conditions.chain(sent).reduce(Node::and);
        let mut expressions = Expressions::default();
        let condition = condition
            .map(|node| expressions.condition("filter", node))
            .transpose()
            .map_err(|error| expression_error(of.item.name(), error))?;
        if let Some(invalid) = checked.as_ref().and_then(Node::invalid) {
            return Err(Error::encode(Q::NAME, invalid));
        }
        let wanted = checked.as_ref().map(Node::roots).unwrap_or_default();
        let read = match O::attributes() {
            Some(attributes) => Some(attributes.to_vec()),
            None => whole::<Q>(vector),
        };
        let projection = read.map(|attributes| {
            let table = <Q::Item as Item>::Table::SCHEMA;
            let keys = key_specs::<Q>().map(|spec| spec.attribute);
            let filters = vector.filters.iter().map(|filter| filter.name);
            // They show the type of an item, and whether it is hidden.
            let told_by = table.type_attr.into_iter().chain(table.ttl);
            let told_by = told_by.chain(Q::Item::SCHEMA.roles.soft_delete);
            let told_by = told_by.filter(|name| is_held(&table, const { &Q::QUERY }, name));
            let read = attributes.into_iter().chain(keys).chain(filters);
            expressions.projection(read.chain(told_by))
        });
        let mut request = Request::new(ApiOperation::Search, db.table_of(of.item)?);
        request.index = Q::QUERY.index;
        request.vector = self.vector;
        request.filter = condition;
        request.projection = projection;
        request.expressions = expressions;
        request.limit = i32::try_from(self.top).ok();
        request.metered = self.meter.is_some();
        Ok(Plan {
            db: db.clone(),
            request,
            checked,
            wanted,
            leaves_out: types.inspected,
            item: Q::NAME,
            meter: self.meter,
        })
    }
}

/// A search as it is sent, and the checks left to make on its results.
pub(super) struct Plan {
    db: Db,
    pub(super) request: Request,
    /// The conditions that DynamoDB does not compare.
    checked: Option<Node>,
    /// The attributes that those conditions name.
    wanted: Vec<String>,
    /// Whether items may be of another type.
    leaves_out: bool,
    item: &'static str,
    meter: Option<Meter>,
}

/// The results of one request.
pub(super) struct FoundHits<R> {
    pub(super) rows: Vec<Hit<R>>,
    /// How many DynamoDB returned, including those left out.
    pub(super) count: usize,
}

impl Plan {
    /// How many results to ask for at first: a few more if some may be left out.
    pub(super) fn first(&self, top: usize) -> usize {
        if self.checked.is_none() && !self.leaves_out {
            return top;
        }
        (top * 2).min(MOST)
    }

    pub(super) async fn found<R: Record>(&mut self, count: usize) -> Result<FoundHits<R>, Error> {
        let body = self.answer(count).await?;
        self.read(&body)
            .map_err(|error| Error::decode(self.item, error))
    }

    async fn answer(&mut self, count: usize) -> Result<Bytes, Error> {
        self.request.limit = i32::try_from(count).ok();
        let sent = wire::send(&self.db, Call::One(&self.request)).await;
        let body = sent.map_err(Refused::unconditional)?;
        crate::op::meter::record_search(self.meter.as_ref(), &body);
        Ok(body)
    }

    fn read<R: Record>(&self, body: &[u8]) -> Result<FoundHits<R>, DecodeError> {
        let mut found = FoundHits {
            rows: Vec::new(),
            count: 0,
        };
        members(body, &mut |member, from| {
            if member != "SearchResults" {
                return Ok(false);
            }
            from.begin_array()?;
            while from.next_in_array()? {
                found.count += 1;
                found.rows.extend(self.hit(from)?);
            }
            Ok(true)
        })?;
        Ok(found)
    }

    /// Reads one result; `None` if it is left out.
    fn hit<R: Record>(&self, from: &mut Decoder<'_>) -> Result<Option<Hit<R>>, DecodeError> {
        let (mut score, mut item) = (0.0, None);
        object(from, &mut |member, from| {
            match member {
                "Score" => score = from.plain_number()?,
                "Item" if self.passes(from)? => {
                    item = Some(R::decode(from)?).filter(|row| !row.is_foreign());
                }
                "Item" => from.skip_item()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(item.map(|item| Hit { score, item }))
    }

    /// Whether the next item, which is not consumed, meets the conditions that are checked here.
    fn passes(&self, from: &mut Decoder<'_>) -> Result<bool, DecodeError> {
        let Some(checked) = &self.checked else {
            return Ok(true);
        };
        let mut attributes = Attributes::with_capacity(self.wanted.len());
        from.peek_attributes(
            |name| self.wanted.iter().find(|wanted| *wanted == name),
            |name, value| drop(attributes.insert(name.clone(), value)),
        )?;
        Ok(checked.holds(&attributes))
    }
}

/// The vectors of the index that a search reads.
fn vector_of<Q: QueryInfo>() -> Result<&'static VectorSchema, Error> {
    let index = Q::QUERY.index.unwrap_or_default();
    let schema = <Q::Item as Item>::Table::SCHEMA.index(index);
    let vector = schema.and_then(|index| index.vector.as_ref());
    vector.ok_or_else(|| Error::Expression {
        item: Q::NAME,
        reason: format!("`{index}` is not a vector index"),
    })
}

/// The attributes of whole results, which must be named to include the vector. `None` if the index
/// does not hold the vector: everything else comes without being named.
fn whole<Q: QueryInfo>(vector: &VectorSchema) -> Option<Vec<&'static str>> {
    let table = <Q::Item as Item>::Table::SCHEMA;
    let holds = |name: &str| is_held(&table, const { &Q::QUERY }, name);
    if !holds(vector.attribute) {
        return None;
    }
    let items: Vec<_> = match Q::collection() {
        Some(collection) => collection
            .members
            .iter()
            .map(|member| member.item)
            .collect(),
        None => vec![Q::Item::SCHEMA],
    };
    let fields = items.iter().flat_map(|item| item.fields);
    let attributes = fields.filter_map(|field| field.attribute);
    Some(attributes.filter(|name| holds(name)).collect())
}

/// Refuses a search that DynamoDB would refuse, or that would find nothing.
fn is_searchable(
    elements: &[f32],
    top: usize,
    vector: &VectorSchema,
    item: &'static str,
) -> Result<(), Error> {
    let reason = if elements.len() != vector.dimensions {
        format!(
            "the search vector has {} elements; the index holds vectors of {}",
            elements.len(),
            vector.dimensions,
        )
    } else if elements.iter().any(|element| !element.is_finite()) {
        "the search vector has an element that is infinite or not a number; DynamoDB compares \
         finite numbers only"
            .to_owned()
    } else if !(1..=MOST).contains(&top) {
        format!("`top({top})` is out of range; a search gives 1 to {MOST} results")
    } else {
        return Ok(());
    };
    Err(Error::Expression { item, reason })
}

/// Divides a condition into what DynamoDB compares inside the index (one equality per attribute) and
/// the rest, which is checked on the results.
fn divided(filter: Option<Node>, vector: &VectorSchema) -> (Vec<Node>, Option<Node>) {
    let parts = match filter {
        Some(Node::And(parts)) => parts,
        Some(part) => vec![part],
        None => Vec::new(),
    };
    let mut sent: Vec<Node> = Vec::new();
    let mut rest = None;
    for part in parts {
        let attribute = compared(&part, vector);
        let is_first = attribute.is_some()
            && !sent
                .iter()
                .any(|other| compared(other, vector) == attribute);
        if is_first {
            sent.push(part);
        } else {
            part.require(&mut rest);
        }
    }
    (sent, rest)
}

/// The filterable attribute that a condition compares by equality alone.
fn compared<'n>(node: &'n Node, vector: &VectorSchema) -> Option<&'n str> {
    let Node::Compare(path, "=", value) = node else {
        return None;
    };
    let is_scalar = matches!(
        value,
        AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_)
    );
    let mut filters = vector.filters.iter();
    let is_filter = path.rest.is_empty() && filters.any(|filter| filter.name == path.root);
    (is_scalar && is_filter).then_some(&*path.root)
}
