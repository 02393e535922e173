//! The part below the grid: the templates of keys, and the attributes of each item type.

use super::{breakable, escaped, hue, inline, paragraph};
use crate::document::markdown::notes;
use crate::{Design, ItemDesign, KeyDesign, QueryDesign};

pub(super) fn details(number: usize, design: &Design) -> String {
    let items: String = design
        .items
        .iter()
        .enumerate()
        .map(|(at, item)| attributes((number, at), design, item))
        .collect();
    format!(
        "<h3>Keys</h3>\n{}<h3>Items</h3>\n<div class=\"items\">{items}</div>\n",
        keys(design)
    )
}

/// The key templates of each item type, in the table and in each index.
fn keys(design: &Design) -> String {
    let indexes = design.table.indexes.iter();
    let places: Vec<_> = [None]
        .into_iter()
        .chain(indexes.map(|index| Some(index.name.as_str())))
        .collect();
    let head = places.iter().map(|place| {
        format!(
            "<th scope=\"col\">{}</th>",
            escaped(place.unwrap_or("Table"))
        )
    });
    let rows = design.items.iter().enumerate().map(|(at, item)| {
        let cells = places.iter().map(|place| {
            let queries: String = item.queries_of(*place).map(templates).collect();
            format!("<td>{queries}</td>")
        });
        format!(
            "<tr style=\"{}\"><th class=\"item\" scope=\"row\">{}</th>{}</tr>",
            hue(at),
            escaped(&item.name),
            cells.collect::<String>()
        )
    });
    format!(
        "<div class=\"scroll\"><table class=\"keys\"><thead><tr><td></td>{}</tr></thead>\
         <tbody>{}</tbody></table></div>\n",
        head.collect::<String>(),
        rows.collect::<String>()
    )
}

fn templates(query: &QueryDesign) -> String {
    let text = |key: &KeyDesign| format!("<code>{}</code>", breakable(&key.text()));
    let keys: Vec<_> = query.pk.iter().chain(&query.sk).map(text).collect();
    let when = query.when.as_ref();
    let when = when.map(|when| format!("<em>if {}</em>", escaped(when)));
    format!("<div>{}{}</div>", keys.join(" "), when.unwrap_or_default())
}

fn attributes((table, at): (usize, usize), design: &Design, item: &ItemDesign) -> String {
    let rows = design.attributes_of(item).into_iter().map(|(name, ty)| {
        let values = match design.values_of(item, &name) {
            values if values.is_empty() => values,
            values => format!("<span class=\"values\">{}</span>", inline(&values)),
        };
        let optional = if item.is_optional(&name) {
            "<span class=\"optional\">optional</span>"
        } else {
            ""
        };
        format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}{optional}</td><td>{}{values}</td></tr>",
            breakable(&name),
            ty.unwrap_or_default(),
            inline(&design.meaning(item, &name))
        )
    });
    let docs = item.docs.as_deref().map(paragraph).unwrap_or_default();
    let notes = notes(item);
    let notes = if notes.is_empty() {
        String::new()
    } else {
        paragraph(&notes.join(" "))
    };
    format!(
        "<article class=\"card\" id=\"t{table}-{}\" style=\"{}\"><h4>{}</h4>{docs}{notes}\
         <div class=\"scroll\"><table><tbody>{}</tbody></table></div></article>",
        escaped(&item.name),
        hue(at),
        escaped(&item.name),
        rows.collect::<String>()
    )
}
