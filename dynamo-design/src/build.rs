//! Building a design from the declared types.

use std::marker::PhantomData;

use super::contradiction::contradiction;
use super::options::{
    Alarm, Billing, Encryption, IndexOptions, InsightsMode, Replicas, StreamView, TableClass,
    TableOptions, Variable, WarmThroughput,
};
use super::{CollectionDesign, CollectionMember, Design, ItemDesign, TableDefinition, value};
use dynamo_runtime::op::QueryInfo;
use dynamo_runtime::rules::{ItemSet, ItemVisitor, broken_rules};
use dynamo_runtime::{Collection, Error, Item, Table};

/// A builder of a [`Design`]. Created by [`Design::of`], finished by [`build`](Self::build).
#[derive(Debug)]
#[must_use = "a design is made by `build`"]
pub struct DesignBuilder<T> {
    design: Design,
    /// The first error, which `build` reports.
    fault: Option<Error>,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> DesignBuilder<T> {
    pub(super) fn new<I: ItemSet<Table = T>>() -> Self {
        let schema = T::SCHEMA;
        let path = std::any::type_name::<T>();
        let name = path.rsplit("::").next().unwrap_or(path);
        let design = Design {
            name: name.to_owned(),
            docs: (!schema.docs.is_empty()).then(|| schema.docs.to_owned()),
            table: TableDefinition::from(&schema),
            type_attr: schema.type_attr.map(str::to_owned),
            types: schema.types,
            items: items::<I>(),
            collections: Vec::new(),
            options: TableOptions::default(),
        };
        let fault = broken_rules::<I>().first().map(|rule| design.fault(rule));
        Self {
            design,
            fault,
            table: PhantomData,
        }
    }

    /// Adds item types that are read together.
    pub fn collection<C>(mut self) -> Self
    where
        C: Collection,
        <C::First as QueryInfo>::Item: Item<Table = T>,
    {
        let schema = C::SCHEMA;
        let members = schema.members.iter().map(|member| CollectionMember {
            item: member.item.name.to_owned(),
            query: member.query.method.to_owned(),
        });
        self.design.collections.push(CollectionDesign {
            name: schema.name.to_owned(),
            docs: (!schema.docs.is_empty()).then(|| schema.docs.to_owned()),
            index: C::First::QUERY.index.map(str::to_owned),
            members: members.collect(),
        });
        self
    }

    /// Adds a sample item for documents.
    pub fn sample<S: Item<Table = T>>(mut self, item: &S) -> Self {
        let name = S::SCHEMA.name;
        let encoded = item.to_item().map(value::sample);
        let known = self
            .design
            .items
            .iter_mut()
            .find(|known| known.name == name);
        match (encoded, known) {
            (Ok(Some(sample)), Some(known)) => known.samples.push(sample),
            (Err(error), _) => {
                self.fault.get_or_insert(error);
            }
            (Ok(_), _) => {
                let reason =
                    format!("has a sample of `{name}`, which is not one of its item types");
                self.fault.get_or_insert(self.design.fault(&reason));
            }
        }
        self
    }

    /// Describes what a key or a query method is for: `describe("Order::by_product", "…")`.
    pub fn describe(mut self, pattern: &str, words: &str) -> Self {
        let place = pattern.split_once("::").and_then(|(item, method)| {
            let mut items = self.design.items.iter_mut();
            let item = items.find(|known| known.name == item)?;
            if method == "key" {
                return Some(&mut item.key_docs);
            }
            let mut queries = item.queries.iter_mut();
            let query = queries.find(|query| query.method == method)?;
            Some(&mut query.docs)
        });
        match place {
            Some(place) => *place = Some(words.to_owned()),
            None => {
                let reason = format!(
                    "has no access pattern `{pattern}`; write an item type and `key` or one of its \
                     query methods, as in `Order::query`"
                );
                let fault = self.design.fault(&reason);
                self.fault.get_or_insert(fault);
            }
        }
        self
    }

    /// Sets how reads and writes are billed; per request by default.
    pub fn billing(mut self, billing: Billing) -> Self {
        self.design.options.billing = billing;
        self
    }

    /// Limits the read and write units per second of a table that is billed per request.
    pub fn on_demand_max(self, reads: u32, writes: u32) -> Self {
        self.billing(Billing::OnDemand {
            max_reads: Some(reads),
            max_writes: Some(writes),
        })
    }

    /// Sets whether the table can be restored to any second of the last 35 days, unless a template
    /// overrides it.
    pub fn point_in_time_recovery(mut self, enabled: bool) -> Self {
        self.design.options.point_in_time_recovery = enabled;
        self
    }

    /// Lets the table be restored to any second of this many days, from 1 to 35.
    pub fn recovery_days(mut self, days: u32) -> Self {
        self.design.options.point_in_time_recovery = true;
        self.design.options.recovery_days = Some(days);
        self
    }

    /// Sets the class of the table's storage.
    pub fn class(mut self, class: TableClass) -> Self {
        self.design.options.class = class;
        self
    }

    /// Sets the warm throughput: the units per second that the table can take at once, without
    /// scaling up first.
    pub fn warm_throughput(mut self, reads: u32, writes: u32) -> Self {
        self.design.options.warm_throughput = Some(WarmThroughput { reads, writes });
        self
    }

    /// Sets the options in which a global index differs from the table: its maximum units per
    /// second, and its warm throughput.
    pub fn index(mut self, name: &str, options: IndexOptions) -> Self {
        let indexes = &mut self.design.options.indexes;
        indexes.insert(name.to_owned(), options);
        self
    }

    /// Turns on CloudWatch Contributor Insights for the table, which reports the keys that are used
    /// most.
    pub fn contributor_insights(mut self, mode: InsightsMode) -> Self {
        self.design.options.contributor_insights = Some(mode);
        self
    }

    /// Sets the table's resource policy: an IAM policy as JSON.
    pub fn resource_policy(mut self, policy: impl Into<String>) -> Self {
        self.design.options.resource_policy = Some(policy.into());
        self
    }

    /// Adds replicas of the table in other regions.
    pub fn replicas(mut self, replicas: Replicas) -> Self {
        self.design.options.replicas = Some(replicas);
        self
    }

    /// Sets the key that encrypts the table; one that DynamoDB owns by default.
    pub fn encryption(mut self, encryption: Encryption) -> Self {
        self.design.options.encryption = encryption;
        self
    }

    /// Gives the table a stream.
    pub fn stream(mut self, view: StreamView) -> Self {
        self.design.options.stream = Some(view);
        self
    }

    /// Sets whether deleting the table is refused.
    pub fn deletion_protection(mut self, enabled: bool) -> Self {
        self.design.options.deletion_protection = enabled;
        self
    }

    /// Adds a tag.
    pub fn tag(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.design.options.tags.insert(name.into(), value.into());
        self
    }

    /// Adds an alarm.
    pub fn alarm(mut self, alarm: Alarm) -> Self {
        self.design.options.alarms.push(alarm);
        self
    }

    /// Sets the values that a variable in the table's name may have, the default first.
    pub fn variable<V: Into<String>>(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        if self.design.variables().contains(&name) {
            let values = values.into_iter().map(Into::into).collect();
            let variables = &mut self.design.options.variables;
            variables.insert(name.to_owned(), Variable { values });
        } else {
            let fault = self
                .design
                .fault(&format!("has no variable `{name}` in its name"));
            self.fault.get_or_insert(fault);
        }
        self
    }

    /// Builds the design.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the item types break a rule of
    /// [`check_items`](dynamo_runtime::check_items), the table does not have a name that was given,
    /// or the options contradict each other; [`Error::Key`] or [`Error::Encode`] if a sample cannot
    /// be stored.
    pub fn build(self) -> Result<Design, Error> {
        let contradiction = || Some(self.design.fault(&contradiction(&self.design)?));
        match self.fault.or_else(contradiction) {
            Some(fault) => Err(fault),
            None => Ok(self.design),
        }
    }
}

impl<T: Table> TryFrom<DesignBuilder<T>> for Design {
    type Error = Error;

    fn try_from(builder: DesignBuilder<T>) -> Result<Self, Error> {
        builder.build()
    }
}

/// Describes each item type.
fn items<I: ItemSet>() -> Vec<ItemDesign> {
    struct Described(Vec<ItemDesign>);
    impl ItemVisitor for Described {
        fn item<T: Item>(&mut self) {
            self.0.push(ItemDesign::new(&T::SCHEMA));
        }
    }
    let mut described = Described(Vec::new());
    I::visit(&mut described);
    described.0
}
