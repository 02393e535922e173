//! Enums and structs that are types of fields.

use super::attributes::{attribute, text};
use super::uses::Uses;
use super::{docs, fields, questions};
use crate::import::names::{self, Case};
use crate::import::outline::NamedTypes;

pub(super) fn types(named: &NamedTypes, uses: &mut Uses, out: &mut String) {
    for (name, outline) in &named.structs {
        uses.runtime("Attribute");
        docs(out, "", &outline.docs);
        out.push_str("#[derive(Debug, Clone, PartialEq, Attribute)]\n");
        let case = fields::case(&outline.fields);
        if case != Case::Snake {
            attribute(out, "", "dynamo", &[text("rename_all", case.as_str())]);
        }
        out.push_str(&format!("pub struct {name} {{\n"));
        fields::write(&outline.fields, case, uses, out);
        out.push_str("}\n\n");
    }
    for (name, outline) in &named.enums {
        uses.runtime("Attribute");
        docs(out, "", &outline.docs);
        questions(out, "", &outline.questions);
        out.push_str("#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]\n");
        let variants: Vec<_> = outline
            .values
            .iter()
            .map(|text| (names::pascal(text), text))
            .collect();
        let pairs = variants
            .iter()
            .map(|(variant, text)| (variant.as_str(), text.as_str()));
        let case = Case::most(&pairs, Case::variant, Case::Pascal);
        if case != Case::Pascal {
            attribute(out, "", "dynamo", &[text("rename_all", case.as_str())]);
        }
        out.push_str(&format!("pub enum {name} {{\n"));
        for (variant, stored) in variants {
            docs(out, "    ", &format!("Stored as `{stored}`."));
            if case.variant(&variant) != *stored {
                attribute(out, "    ", "dynamo", &[text("rename", stored)]);
            }
            out.push_str(&format!("    {variant},\n"));
        }
        out.push_str("}\n\n");
    }
}
