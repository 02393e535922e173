//! The attributes of a table's items, in the order a person looks for them.

use super::{Billing, Design, ItemDesign, KeyAttribute, Sample};

/// An attribute and its type, if that is known.
pub(super) type Attribute = (String, Option<String>);

impl Design {
    /// The attributes of every item type, each once: keys first.
    pub(super) fn attributes(&self) -> Vec<Attribute> {
        let mut found: Vec<Attribute> = Vec::new();
        for item in &self.items {
            for (name, ty) in self.attributes_of(item) {
                match found.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, known)) => *known = known.take().or(ty),
                    None => found.push((name, ty)),
                }
            }
        }
        found
    }

    /// The attributes of an item type: the keys of the table, those of its indexes, the type
    /// attribute, then the fields in order of declaration and any others that samples have.
    pub(super) fn attributes_of(&self, item: &ItemDesign) -> Vec<Attribute> {
        let mut found: Vec<Attribute> = Vec::new();
        let mut add = |name: &str, ty: Option<&str>| {
            if !found.iter().any(|(known, _)| known == name) {
                let ty = ty.map(str::to_owned);
                found.push((name.to_owned(), ty.or_else(|| sampled(item, name))));
            }
        };
        for key in [&self.table.pk].into_iter().chain(&self.table.sk) {
            add(&key.name, Some(key.kind.letter()));
        }
        for query in &item.queries {
            for key in query.pk.iter().chain(&query.sk).filter(|key| key.built) {
                add(&key.attribute, Some(key.kind.letter()));
            }
        }
        if let Some(name) = self.type_attr.as_ref().filter(|_| item.entity.is_some()) {
            add(name, Some("S"));
        }
        for field in &item.fields {
            if let Some(name) = &field.attribute {
                add(name, field.ty.as_deref());
            }
        }
        for name in item.samples.iter().flat_map(Sample::keys) {
            add(name, None);
        }
        found
    }

    /// The attributes of a sample, in the same order.
    pub(super) fn ordered<'a>(
        &self,
        item: &ItemDesign,
        sample: &'a Sample,
    ) -> Vec<(&'a str, &'a super::Value)> {
        let names = self.attributes_of(item).into_iter();
        names
            .filter_map(|(name, _)| sample.get_key_value(&name))
            .map(|(name, value)| (name.as_str(), value))
            .collect()
    }

    /// The keys of the table, or of an index.
    pub(super) fn keys_of(&self, index: Option<&str>) -> (Vec<&KeyAttribute>, Vec<&KeyAttribute>) {
        match index.and_then(|name| self.table.index(name)) {
            Some(index) => (index.pk.iter().collect(), index.sk.iter().collect()),
            None => (vec![&self.table.pk], self.table.sk.iter().collect()),
        }
    }

    pub(super) const fn billing_mode(&self) -> &'static str {
        match self.options.billing {
            Billing::OnDemand { .. } => "PAY_PER_REQUEST",
            Billing::Provisioned { .. } => "PROVISIONED",
        }
    }
}

/// The type of an attribute in the samples.
fn sampled(item: &ItemDesign, name: &str) -> Option<String> {
    let mut samples = item.samples.iter();
    let found = samples.find_map(|sample| sample.get(name));
    found.map(|value| value.type_name().to_owned())
}
