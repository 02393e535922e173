//! The plan of a search: the conditions DynamoDB compares, and those checked on its results.

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use smallvec::SmallVec;

use super::attempt::{FoundHits, SearchAttempt};
use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::key::{Args, KeyError, KeyValue};
use crate::op::explain::Step;
use crate::op::read::query::{QueryType, Selected, Unknown};
use crate::op::read::reading::{are_of_all_members, names_what_is_held, partition};
use crate::op::read::rows::Rows;
use crate::op::read::select::all_keys;
use crate::op::read::sieve::{Foreign, Sieve, Verdict};
use crate::op::read::type_filter::TypeFilter;
use crate::op::visible::{Visible, is_held};
use crate::op::{BoxFuture, Explanation, Meter, expression_error};
use crate::schema::VectorSchema;
use crate::wire::answer::{members, object};
use crate::wire::{self, ApiOperation, Attributes, Call, Origin, Refused, Request};

/// The most results of one search. See
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SearchVectors.html>.
pub(super) const MOST: usize = 100;

/// How many results a search returns by default.
const DEFAULT_TOP: usize = 10;

/// A search, whatever its type.
#[derive(Clone)]
pub(super) struct SearchSpec {
    pub(super) of: QueryType,
    partition: Result<SmallVec<[KeyValue; 1]>, KeyError>,
    vector: Vec<f32>,
    pub(super) filter: Option<Node>,
    pub(super) top: usize,
    pub(super) visible: Visible,
    pub(super) meter: Option<Meter>,
}

impl SearchSpec {
    pub(super) fn new(
        of: QueryType,
        checked: Result<(), KeyError>,
        args: &Args<'_>,
        vector: Vec<f32>,
    ) -> Self {
        let partition = checked
            .and_then(|()| partition(of.keys, args))
            .map_err(|error| error.with_item(of.name));
        Self {
            of,
            partition,
            vector,
            filter: None,
            top: DEFAULT_TOP,
            visible: Visible::default(),
            meter: None,
        }
    }

    pub(super) fn explain(self, db: &Db, selected: Selected<'_>) -> Result<Explanation, Error> {
        let (of, visible) = (self.of, self.visible);
        let plan = self.plan(db, selected)?;
        let mut step = Step::of(&plan.request);
        if plan.checked.is_some() {
            step = step.with_note(
                "conditions other than equality are checked on the results, 100 at most",
            );
        }
        if plan.leaves_out {
            step = step.with_note("items of other types are left out when they arrive");
        }
        let step = step.guarded(of.item, visible);
        Ok(Explanation::of(plan.request.origin.summary(), [step]))
    }

    /// Searches until enough results remain; all that remain are in `rows`.
    pub(super) fn send<'a>(
        self,
        db: &'a Db,
        selected: Selected<'a>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<FoundHits, Error>> {
        Box::pin(async move {
            let mut attempt = self.begin(db, selected, false)?;
            loop {
                rows.empty();
                attempt.ask(rows).await?;
                if let Some(found) = attempt.found(|_| true) {
                    return Ok(found);
                }
            }
        })
    }

    /// Begins a search whose reader may leave some results out.
    pub(super) fn begin(
        self,
        db: &Db,
        selected: Selected<'_>,
        leaves_out: bool,
    ) -> Result<SearchAttempt, Error> {
        let top = self.top;
        Ok(SearchAttempt::new(
            self.plan(db, selected)?,
            top,
            leaves_out,
        ))
    }

    pub(super) fn plan(self, db: &Db, selected: Selected<'_>) -> Result<Plan, Error> {
        let of = self.of;
        let vector = vector_of(&of)?;
        is_searchable(&self.vector, self.top, vector, of.name)?;
        let partition = self.partition.map_err(Error::Key)?;
        let types = TypeFilter::of(&of, Unknown::Skipped);
        let filter = combined(
            &of,
            self.filter,
            [types.node, self.visible.query_filter(&of, db)?],
        )?;
        let (sent, checked) = divided(filter, vector);
        if let Some(invalid) = checked.as_ref().and_then(Node::invalid) {
            return Err(Error::encode(of.name, invalid));
        }
        let attributes = of.keys.pk.iter().map(|spec| spec.attribute);
        let conditions = attributes
            .zip(partition)
            .map(|(name, value)| Node::Compare(AttrPath::root(name), "=", value.to_attribute()));
        let condition = conditions.chain(sent).reduce(Node::and);
        let mut request = Request::of(ApiOperation::Search, of.item, db)?;
        request.filter = condition
            .map(|node| request.expressions.condition("filter", node))
            .transpose()
            .map_err(|error| expression_error(of.item.name(), error))?;
        request.projection = read(&of, vector, selected)
            .map(|attributes| request.expressions.projection(attributes));
        request.index = of.keys.index;
        request.origin = Origin {
            item: of.name,
            method: of.keys.method,
        };
        request.vector = self.vector;
        request.limit = i32::try_from(self.top).ok();
        request.metered = self.meter.is_some();
        Ok(Plan {
            db: db.clone(),
            request,
            wanted: checked.as_ref().map(Node::roots).unwrap_or_default(),
            checked,
            leaves_out: types.inspected,
            sieve: Sieve {
                foreign: Foreign::LeftOut,
                ..Sieve::open(of.both_keys())
            },
            item: of.name,
            meter: self.meter,
        })
    }
}

/// The caller's filter, combined with those that leave out other items.
fn combined(
    of: &QueryType,
    mut filter: Option<Node>,
    others: [Option<Node>; 2],
) -> Result<Option<Node>, Error> {
    if let Some(filter) = &filter {
        names_what_is_held(of.item, of.keys, filter)?;
        are_of_all_members(of, filter)?;
    }
    for node in others.into_iter().flatten() {
        node.require(&mut filter);
    }
    Ok(filter)
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
    /// Leaves out items of other types.
    sieve: Sieve,
    pub(super) item: &'static str,
    meter: Option<Meter>,
}

impl Plan {
    /// Whether some results may be left out.
    pub(super) fn leaves_out(&self) -> bool {
        self.checked.is_some() || self.leaves_out
    }

    pub(super) async fn answer(&mut self, count: usize) -> Result<Bytes, Error> {
        self.request.limit = i32::try_from(count).ok();
        let sent = wire::send(&self.db, Call::One(&self.request)).await;
        let body = sent.map_err(Refused::unconditional)?;
        crate::op::meter::record_search(self.meter.as_ref(), &body);
        Ok(body)
    }

    /// Reads the results that are not left out, and returns how many there were.
    pub(super) fn read(
        &self,
        body: &[u8],
        rows: &mut dyn Rows,
        scores: &mut Vec<f64>,
    ) -> Result<usize, DecodeError> {
        let mut count = 0;
        members(body, &mut |member, from| {
            if member != "SearchResults" {
                return Ok(false);
            }
            from.begin_array()?;
            while from.next_in_array()? {
                count += 1;
                scores.extend(self.hit(from, rows)?);
            }
            Ok(true)
        })?;
        Ok(count)
    }

    /// Reads one result and returns its score; `None` if it is left out.
    fn hit(&self, from: &mut Decoder<'_>, rows: &mut dyn Rows) -> Result<Option<f64>, DecodeError> {
        let (mut score, mut is_given) = (0.0, false);
        object(from, &mut |member, from| {
            match member {
                "Score" => score = from.plain_number()?,
                "Item" if self.passes(from)? => {
                    let verdict = rows.decode(from, &self.sieve, 0)?;
                    is_given = matches!(verdict, Verdict::Given);
                }
                "Item" => from.skip_item()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(is_given.then_some(score))
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
fn vector_of(of: &QueryType) -> Result<&'static VectorSchema, Error> {
    let index = of.keys.index.unwrap_or_default();
    let schema = of.item.table.index(index);
    let vector = schema.and_then(|index| index.vector.as_ref());
    vector.ok_or_else(|| Error::Expression {
        item: of.name,
        reason: format!("`{index}` is not a vector index"),
    })
}

/// The attributes to read; `None` for everything but the vector, which must be named.
fn read(
    of: &QueryType,
    vector: &VectorSchema,
    selected: Selected<'_>,
) -> Option<Vec<&'static str>> {
    let attributes = match selected {
        Some(attributes) => attributes.to_vec(),
        None => whole(of, vector)?,
    };
    let table = of.item.table;
    let keys = all_keys(of.both_keys()).map(|spec| spec.attribute);
    let filters = vector.filters.iter().map(|filter| filter.name);
    // They show the type of an item, and whether it is hidden.
    let told_by = table.type_attr.into_iter().chain(table.ttl);
    let told_by = told_by.chain(of.item.schema.roles.soft_delete);
    let told_by = told_by.filter(|name| is_held(table, of.keys, name));
    let read = attributes.into_iter().chain(keys).chain(filters);
    Some(read.chain(told_by).collect())
}

/// The attributes of whole results, including the vector. `None` if the index does not hold the
/// vector: everything else comes without being named.
fn whole(of: &QueryType, vector: &VectorSchema) -> Option<Vec<&'static str>> {
    let holds = |name: &str| is_held(of.item.table, of.keys, name);
    if !holds(vector.attribute) {
        return None;
    }
    let items: Vec<_> = match of.collection {
        Some(collection) => collection
            .members
            .iter()
            .map(|member| member.item)
            .collect(),
        None => vec![*of.item.schema],
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
        format!("`top({top})` is out of range; a search returns 1 to {MOST} results")
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
