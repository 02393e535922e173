//! The type of a field, inferred from all its values in samples.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::nested;
use super::texts::{is_named_like_a_time, text};
use crate::Value;
use crate::import::names;
use crate::import::number::Digits;
use crate::import::outline::{FieldOutline, NamedTypes, StructOutline, Ty};
use crate::import::time::TimeForm;

/// The digits and the scale that a `Decimal` can always hold.
const DECIMAL_DIGITS: usize = 28;

/// The place of a field, to name its types.
pub(super) struct Place<'a> {
    /// The item type or struct that it is in.
    pub(super) owner: &'a str,
    /// The field.
    pub(super) field: &'a str,
    /// How deep structs are nested.
    pub(super) depth: usize,
}

/// A type, and the questions about it.
pub(super) struct Typed {
    pub(super) ty: Ty,
    pub(super) questions: Vec<String>,
}

impl From<Ty> for Typed {
    fn from(ty: Ty) -> Self {
        Self {
            ty,
            questions: Vec::new(),
        }
    }
}

/// The type that fits all of the values.
pub(super) fn infer(values: &[&Value], place: &Place<'_>, named: &mut NamedTypes) -> Typed {
    let values: Vec<_> = values
        .iter()
        .copied()
        .filter(|value| !matches!(value, Value::Null(_)))
        .collect();
    let kinds: BTreeSet<_> = values.iter().map(|value| value.type_name()).collect();
    let mut kinds = kinds.into_iter();
    let (first, second) = (kinds.next(), kinds.next());
    if let (Some(first), Some(second)) = (first, second) {
        return Typed {
            ty: Ty::Any,
            questions: vec![format!(
                "samples have {first} and {second} here, so it takes any value; which is right?"
            )],
        };
    }
    match first {
        None => Typed {
            ty: Ty::Any,
            questions: vec!["every sample has NULL here; what is stored otherwise?".to_owned()],
        },
        Some("S") => text(&values, place, named),
        Some("N") => number(&values, place).into(),
        Some("BOOL") => Ty::Bool.into(),
        Some("B") => Ty::Bytes.into(),
        Some("SS") => Ty::Set(Box::new(Ty::Text)).into(),
        Some("BS") => Ty::Set(Box::new(Ty::Bytes)).into(),
        Some("NS") => {
            let elements = values.iter().flat_map(|value| match value {
                Value::Numbers(set) => set.as_slice(),
                _ => &[],
            });
            Ty::Set(Box::new(of_numbers(elements.map(String::as_str)))).into()
        }
        Some("L") => list(&values, place, named),
        Some(_) => map(&values, place, named),
    }
}

fn list(values: &[&Value], place: &Place<'_>, named: &mut NamedTypes) -> Typed {
    let elements = values.iter().flat_map(|value| match value {
        Value::L(list) => list.as_slice(),
        _ => &[],
    });
    let elements: Vec<_> = elements.collect();
    if elements.is_empty() {
        return Typed {
            ty: Ty::List(Box::new(Ty::Any)),
            questions: vec!["every sample has an empty list here; of what?".to_owned()],
        };
    }
    // A NULL element has no Rust type.
    if elements.iter().any(|value| matches!(value, Value::Null(_))) {
        return Ty::List(Box::new(Ty::Any)).into();
    }
    let one = names::singular(place.field);
    let place = Place {
        field: &one,
        ..*place
    };
    let inner = infer(&elements, &place, named);
    Typed {
        ty: Ty::List(Box::new(element(inner.ty))),
        questions: inner.questions,
    }
}

/// The type of an element, which has no options to say how a time is stored.
fn element(ty: Ty) -> Ty {
    match ty {
        Ty::Time(TimeForm::Rfc3339) => ty,
        Ty::Time(TimeForm::EpochSeconds | TimeForm::EpochMillis) => Ty::Unsigned,
        Ty::Time(_) => Ty::Text,
        other => other,
    }
}

/// How deep structs are nested before values become untyped.
const DEEPEST: usize = 8;

fn map(values: &[&Value], place: &Place<'_>, named: &mut NamedTypes) -> Typed {
    let maps = values.iter().filter_map(|value| match value {
        Value::M(map) => Some(map),
        _ => None,
    });
    let maps: Vec<_> = maps.collect();
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for name in maps.iter().flat_map(|map| map.keys()) {
        *counted.entry(name).or_default() += 1;
    }
    if counted.is_empty() {
        return Typed {
            ty: Ty::Map(Box::new(Ty::Any)),
            questions: vec!["every sample has an empty map here; of what?".to_owned()],
        };
    }
    if place.depth >= DEEPEST {
        return Ty::Map(Box::new(Ty::Any)).into();
    }
    if is_data(&counted, maps.len()) || is_many(place.field, &maps) {
        let inner: Vec<_> = maps.iter().flat_map(|map| map.values()).collect();
        if inner.iter().any(|value| matches!(value, Value::Null(_))) {
            return Ty::Map(Box::new(Ty::Any)).into();
        }
        let one = names::singular(place.field);
        let place = Place {
            field: &one,
            ..*place
        };
        let inner = infer(&inner, &place, named);
        return Typed {
            ty: Ty::Map(Box::new(element(inner.ty))),
            questions: inner.questions,
        };
    }
    let name = named.free_type(place);
    // Reserved at once, so that a nested struct does not take it.
    let docs = format!("The `{}` of `{}`.", place.field, place.owner);
    let empty = StructOutline {
        docs: docs.clone(),
        fields: Vec::new(),
    };
    named.structs.insert(name.clone(), empty);
    let fields = nested(&maps, &name, place.depth + 1, named);
    let short = names::pascal(place.field);
    let is_known = |known: &StructOutline| same_fields(&known.fields, &fields);
    if name != short && named.structs.get(&short).is_some_and(is_known) {
        named.structs.remove(&name);
        return Ty::Named(short).into();
    }
    let outline = StructOutline { docs, fields };
    named.structs.insert(name.clone(), outline);
    Ty::Named(name).into()
}

/// Whether two structs store the same; questions about them may differ.
fn same_fields(some: &[FieldOutline], others: &[FieldOutline]) -> bool {
    let stored = |field: &FieldOutline| (field.attribute.clone(), field.ty.clone(), field.optional);
    some.iter().map(stored).eq(others.iter().map(stored))
}

/// Whether a field with the name of many holds a struct under each name, all of the same shape.
fn is_many(field: &str, maps: &[&BTreeMap<String, Value>]) -> bool {
    let shapes = maps.iter().flat_map(|map| map.values());
    let shapes = shapes.map(|value| match value {
        Value::M(inner) if !inner.is_empty() => Some(inner.keys().collect::<Vec<_>>()),
        _ => None,
    });
    let shapes: BTreeSet<_> = shapes.collect();
    let is_alike = matches!(shapes.first(), Some(Some(_))) && shapes.len() == 1;
    is_alike && names::singular(field) != field && maps.iter().any(|map| map.len() > 1)
}

/// Whether the names in maps are data, such as ids, and not fields.
fn is_data(counted: &BTreeMap<&str, usize>, maps: usize) -> bool {
    let is_name = |name: &str| {
        let mut letters = name.chars();
        let first = letters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
        let digits = name.bytes().filter(u8::is_ascii_digit).count();
        first
            && letters.all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter))
            && digits <= 2
    };
    if counted.keys().any(|name| !is_name(name)) {
        return true;
    }
    // Names that hardly any two maps share.
    let total: usize = counted.values().sum();
    maps >= 3 && counted.len() > 5 && total < counted.len() * 2
}

fn number(values: &[&Value], place: &Place<'_>) -> Ty {
    let texts = values.iter().filter_map(|value| match value {
        Value::N(text) => Some(text.as_str()),
        _ => None,
    });
    let ty = of_numbers(texts.clone());
    if !matches!(ty, Ty::Unsigned) || !is_named_like_a_time(place.field) {
        return ty;
    }
    for form in [TimeForm::EpochSeconds, TimeForm::EpochMillis] {
        if texts.clone().all(|text| form.read(text).is_some()) {
            return Ty::Time(form);
        }
    }
    ty
}

fn of_numbers<'a>(texts: impl Iterator<Item = &'a str>) -> Ty {
    let digits: Option<Vec<_>> = texts.map(Digits::parse).collect();
    let Some(digits) = digits else {
        return Ty::Any;
    };
    let whole = digits
        .iter()
        .all(|digits| digits.is_whole() && !digits.is_pointed());
    let signed = digits.iter().any(Digits::is_negative);
    let longest = digits.iter().map(Digits::len).max().unwrap_or(0);
    let scale = digits.iter().map(Digits::scale).max().unwrap_or(0);
    if whole && longest <= 18 {
        return if signed { Ty::Signed } else { Ty::Unsigned };
    }
    if longest <= DECIMAL_DIGITS && scale <= DECIMAL_DIGITS {
        return Ty::Decimal;
    }
    let is_float = |digits: &Digits| {
        let text = digits.plain();
        let float: Option<f64> = text.parse().ok();
        float.is_some_and(|float| {
            float.is_finite()
                && Digits::parse(&float.to_string()).is_some_and(|back| back.plain() == text)
        })
    };
    if digits.iter().all(is_float) {
        Ty::Float
    } else {
        Ty::Any
    }
}
