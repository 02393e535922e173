//! The views: the table and each of its indexes, as rows grouped by partition.

use std::fmt::Write as _;

use super::{breakable, escaped, hue, inline};
use crate::document::facts::index_words;
use crate::document::reach::sparseness;
use crate::document::rows::{Row, Rows};
use crate::{KeyAttribute, ProjectedAttributes, Value};

/// The tabs and their contents.
pub(super) fn views(rows: &Rows<'_>) -> String {
    let design = rows.design;
    let indexes = design
        .table
        .indexes
        .iter()
        .map(|index| Some(index.name.as_str()));
    let places: Vec<_> = [None].into_iter().chain(indexes).collect();
    let tabs = places.iter().enumerate().map(|(number, place)| {
        let id = rows.view_id(*place);
        format!(
            "<button type=\"button\" role=\"tab\" id=\"{id}-tab\" aria-controls=\"{id}\" \
             aria-selected=\"{}\" tabindex=\"{}\">{}</button>",
            number == 0,
            if number == 0 { 0 } else { -1 },
            escaped(place.unwrap_or("Table"))
        )
    });
    let tabs: String = tabs.collect();
    let views: String = places.iter().map(|place| view(rows, *place)).collect();
    format!(
        "<div class=\"views\"><div class=\"tabs\" role=\"tablist\" aria-label=\"Table and indexes\">{tabs}</div>\n\
         {views}</div>\n"
    )
}

fn view(rows: &Rows<'_>, index: Option<&str>) -> String {
    let (pk, sk) = rows.design.keys_of(index);
    let id = rows.view_id(index);
    let shown = rows.view(index);
    let mut body = String::new();
    let mut rest = shown.as_slice();
    while let Some(first) = rest.first() {
        let partition = values(first, &pk);
        let same = rest.iter().take_while(|row| values(row, &pk) == partition);
        let (group, behind) = rest.split_at(same.count());
        body += &group_of(rows, index, group);
        rest = behind;
    }
    if body.is_empty() {
        body.push_str("<tbody><tr><td class=\"none\">No sample has these keys.</td></tr></tbody>");
    }
    let sort = if sk.is_empty() {
        String::new()
    } else {
        format!(
            "<th class=\"key\" scope=\"col\">Sort key<small>{}</small></th>",
            names(&sk)
        )
    };
    format!(
        "<div class=\"view\" role=\"tabpanel\" id=\"{id}\" tabindex=\"0\" aria-labelledby=\"{id}-tab\">\
         <p class=\"about\">{}</p><div class=\"scroll\"><table class=\"grid\"><thead><tr>\
         <th class=\"key\" scope=\"col\">Partition key<small>{}</small></th>{sort}<th scope=\"col\">Attributes</th></tr></thead>\
         {body}</table></div></div>\n",
        about(rows, index),
        names(&pk),
    )
}

fn names(keys: &[&KeyAttribute]) -> String {
    let names: Vec<_> = keys
        .iter()
        .map(|key| format!("{} · {}", escaped(&key.name), key.kind))
        .collect();
    names.join("<br>")
}

fn about(rows: &Rows<'_>, index: Option<&str>) -> String {
    let Some(index) = index.and_then(|name| rows.design.table.index(name)) else {
        let order = match rows.design.table.sk {
            Some(_) => "one block per partition, in the order of the sort key",
            None => "one item per partition",
        };
        return format!("The table itself: {order}.");
    };
    let mut words = index_words(index);
    let sparse = sparseness(rows.design, index);
    if !sparse.is_empty() {
        // Writing to a `String` cannot fail.
        let _ = write!(words, " Sparse: {}.", sparse.join("; "));
    }
    inline(&words)
}

fn values(row: &Row<'_>, keys: &[&KeyAttribute]) -> Vec<String> {
    let values = keys.iter().filter_map(|key| row.sample.get(&key.name));
    values.map(Value::plain).collect()
}

/// One partition.
fn group_of(rows: &Rows<'_>, index: Option<&str>, group: &[&Row<'_>]) -> String {
    let (pk, sk) = rows.design.keys_of(index);
    let lines = group.iter().enumerate().map(|(number, row)| {
        let partition = if number == 0 {
            format!(
                "<td class=\"pk\" rowspan=\"{}\">{}</td>",
                group.len(),
                joined(&values(row, &pk))
            )
        } else {
            String::new()
        };
        let sort = if sk.is_empty() {
            String::new()
        } else {
            format!("<td class=\"sk\">{}</td>", joined(&values(row, &sk)))
        };
        format!(
            "<tr data-row=\"{}\" style=\"{}\">{partition}{sort}<td class=\"cells\">{}</td></tr>",
            row.id,
            hue(row.number),
            cells(rows, index, row)
        )
    });
    format!("<tbody>{}</tbody>", lines.collect::<String>())
}

fn joined(values: &[String]) -> String {
    let values: Vec<_> = values.iter().map(|value| breakable(value)).collect();
    values.join("<br>")
}

fn cells(rows: &Rows<'_>, index: Option<&str>, row: &Row<'_>) -> String {
    let design = rows.design;
    let (pk, sk) = design.keys_of(index);
    let is_shown = |name: &str| pk.iter().chain(&sk).any(|key| key.name == name);
    let held = index.and_then(|name| design.table.index(name));
    let is_held = |name: &str| match held.map(|index| &index.projection) {
        None | Some(ProjectedAttributes::All) => true,
        Some(projection) => {
            let (pk, sk) = design.keys_of(None);
            let is_key = pk.iter().chain(&sk).any(|key| key.name == name);
            is_key
                || matches!(projection, ProjectedAttributes::Include(names) if names.iter().any(|held| held == name))
        }
    };
    let built = |name: &str| {
        let keys = row.item.queries.iter();
        let mut keys = keys.flat_map(|query| query.pk.iter().chain(&query.sk));
        keys.any(|key| key.built && key.attribute == name)
    };
    let mut out = format!("<span class=\"type\">{}</span>", escaped(&row.item.name));
    let mut left_out = 0;
    // Writing to a `String` cannot fail.
    for (name, value) in design.ordered(row.item, &row.sample) {
        if is_shown(name) {
            continue;
        }
        if !is_held(name) {
            left_out += 1;
            continue;
        }
        let _ = write!(
            out,
            "<span class=\"{}\"><small>{}</small>{}</span>",
            if built(name) { "cell built" } else { "cell" },
            escaped(name),
            breakable(&value.plain())
        );
    }
    if left_out > 0 {
        let _ = write!(
            out,
            "<span class=\"absent\">{left_out} more are not in this index</span>"
        );
    }
    if row.made_up {
        out.push_str("<span class=\"absent\">made up: there is no sample</span>");
    }
    out
}
