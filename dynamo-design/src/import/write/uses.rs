//! The imports of the file: `use` lines, and the modules that store times.

use std::collections::BTreeSet;

use crate::import::outline::Ty;

/// The names that are used.
#[derive(Default)]
pub(super) struct Uses {
    runtime: BTreeSet<&'static str>,
    design: BTreeSet<&'static str>,
    std: BTreeSet<&'static str>,
    chrono: BTreeSet<&'static str>,
    decimal: bool,
    any: bool,
    modules: BTreeSet<&'static str>,
}

impl Uses {
    pub(super) fn runtime(&mut self, name: &'static str) {
        self.runtime.insert(name);
    }

    pub(super) fn design(&mut self, name: &'static str) {
        self.design.insert(name);
    }

    /// A module of the file itself that stores times.
    pub(super) fn module(&mut self, name: &'static str) -> &'static str {
        self.modules.insert(name);
        name
    }

    /// The name of a type.
    pub(super) fn ty(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Text => "String".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Unsigned => "u64".to_owned(),
            Ty::Signed => "i64".to_owned(),
            Ty::Float => "f64".to_owned(),
            Ty::Decimal => {
                self.decimal = true;
                "Decimal".to_owned()
            }
            Ty::Bytes => {
                self.runtime("Binary");
                "Binary".to_owned()
            }
            Ty::Time(_) => {
                self.chrono.extend(["DateTime", "Utc"]);
                "DateTime<Utc>".to_owned()
            }
            Ty::Date => {
                self.chrono.insert("NaiveDate");
                "NaiveDate".to_owned()
            }
            Ty::Named(name) => name.clone(),
            Ty::Vector(dimensions) => {
                self.runtime("Vector");
                format!("Vector<{dimensions}>")
            }
            Ty::List(inner) => format!("Vec<{}>", self.ty(inner)),
            Ty::Map(inner) => {
                self.std.insert("BTreeMap");
                format!("BTreeMap<String, {}>", self.ty(inner))
            }
            Ty::Set(inner) => {
                self.std.insert("BTreeSet");
                format!("BTreeSet<{}>", self.ty(inner))
            }
            Ty::Any => {
                self.any = true;
                "AttributeValue".to_owned()
            }
        }
    }

    /// The crates that are also features of the runtime.
    pub(super) fn features(&self) -> Vec<&'static str> {
        let chrono = (!self.chrono.is_empty()).then_some("chrono");
        let decimal = self.decimal.then_some("rust_decimal");
        chrono.into_iter().chain(decimal).collect()
    }

    pub(super) fn written(&self) -> String {
        let mut out = String::new();
        if !self.std.is_empty() {
            out.push_str(&line("std::collections", &self.std));
            out.push('\n');
        }
        if self.any {
            out.push_str("use aws_sdk_dynamodb::types::AttributeValue;\n");
        }
        if !self.chrono.is_empty() {
            out.push_str(&line("chrono", &self.chrono));
        }
        if !self.design.is_empty() {
            out.push_str(&line("dynamo_design", &self.design));
        }
        if !self.runtime.is_empty() {
            out.push_str(&line("dynamo_runtime", &self.runtime));
        }
        if self.decimal {
            out.push_str("use rust_decimal::Decimal;\n");
        }
        out.push('\n');
        out
    }

    /// Writes the modules that store times in other forms.
    pub(super) fn modules(&self, out: &mut String) {
        for name in &self.modules {
            let (format, example) = match *name {
                "day_first" => ("%d/%m/%Y %H:%M:%S", "14/11/2025 10:30:00"),
                "month_first" => ("%m/%d/%Y %H:%M:%S", "11/14/2025 10:30:00"),
                _ => ("%Y-%m-%d %H:%M:%S", "2025-11-14 10:30:00"),
            };
            out.push_str(&format!(
                "/// Times as they are stored: `{example}`, in UTC.\n\
                 pub mod {name} {{\n    \
                     use chrono::{{DateTime, NaiveDateTime, ParseError, Utc}};\n\n    \
                     const FORMAT: &str = \"{format}\";\n\n    \
                     /// Writes a time.\n    \
                     #[must_use]\n    \
                     pub fn encode(time: &DateTime<Utc>) -> String {{\n        \
                         time.format(FORMAT).to_string()\n    \
                     }}\n\n    \
                     /// Reads a time.\n    \
                     ///\n    \
                     /// # Errors\n    \
                     ///\n    \
                     /// Returns an error if the text is not such a time.\n    \
                     #[allow(\n        \
                         clippy::needless_pass_by_value,\n        \
                         reason = \"a decoder takes the stored value\"\n    \
                     )]\n    \
                     pub fn decode(text: String) -> Result<DateTime<Utc>, ParseError> {{\n        \
                         NaiveDateTime::parse_from_str(&text, FORMAT).map(|time| time.and_utc())\n    \
                     }}\n\
                 }}\n\n"
            ));
        }
    }
}

/// A `use` line: types before functions and modules, as `rustfmt` sorts them.
fn line(path: &str, names: &BTreeSet<&'static str>) -> String {
    let names: Vec<_> = names.iter().copied().collect();
    match names.as_slice() {
        [one] => format!("use {path}::{one};\n"),
        names => format!("use {path}::{{{}}};\n", names.join(", ")),
    }
}
