//! One self-contained page: the table as a coloured grid of item types, one view per index, and the
//! access patterns with the rows they touch.

mod details;
mod grid;

use crate::document::facts::facts;
use crate::document::patterns::notes;
use crate::document::rows::Rows;
use crate::{AccessPattern, Design, Model};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The search box; without scripts there is nothing to search with.
const SEARCH: &str = "<input type=\"search\" hidden placeholder=\"Search\" \
     aria-label=\"Search items, attributes and access patterns\">\
     <output aria-live=\"polite\"></output>";
/// The hues of item types, far apart from each other.
const HUES: [u16; 10] = [212, 152, 28, 276, 342, 188, 52, 100, 248, 8];

impl Design {
    /// Returns a page that shows the table, its indexes and its access patterns.
    ///
    /// It is self-contained, and works in light and dark mode, on large screens and on phones.
    #[must_use]
    pub fn html(&self) -> String {
        page(&self.name, &[self])
    }
}

impl Model {
    /// Returns a page that shows the tables, their indexes and access patterns.
    #[must_use]
    pub fn html(&self) -> String {
        page(&self.name, &self.designs())
    }
}

fn page(name: &str, designs: &[&Design]) -> String {
    let name = escaped(name);
    let sections: String = designs
        .iter()
        .enumerate()
        .map(|(number, design)| section(number, design))
        .collect();
    let tables = designs.iter().enumerate().map(|(number, design)| {
        format!("<a href=\"#t{number}\">{}</a>", escaped(&design.table.name))
    });
    let contents = if designs.len() > 1 {
        format!(
            "<nav class=\"contents\">{}</nav>",
            tables.collect::<String>()
        )
    } else {
        String::new()
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{name}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{name}</h1>{contents}<search>{SEARCH}</search></header>\n\
         <main>\n{sections}</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn section(number: usize, design: &Design) -> String {
    let rows = Rows::of(number, design);
    let docs = design.docs.as_deref().map(paragraph).unwrap_or_default();
    let chips = facts(design).into_iter().map(|(name, value)| {
        format!(
            "<li><span>{}</span> {}</li>",
            escaped(&name),
            inline(&value)
        )
    });
    let legend = design.items.iter().enumerate().map(|(at, item)| {
        let docs = item.docs.as_deref().unwrap_or_default();
        format!(
            "<a class=\"item\" style=\"{}\" href=\"#t{number}-{}\" title=\"{}\">{}</a>",
            hue(at),
            escaped(&item.name),
            escaped(docs),
            escaped(&item.name)
        )
    });
    let patterns = design.access_patterns();
    let listed = patterns.iter().enumerate();
    let listed = listed.map(|(at, pattern)| pattern_entry(&rows, at, pattern));
    let views = grid::views(&rows);
    format!(
        "<section class=\"table\" id=\"t{number}\">\n<h2>{}</h2>\n{docs}\
         <ul class=\"facts\">{}</ul>\n<div class=\"legend\">{}</div>\n\
         <div class=\"work\">\n<aside aria-label=\"Access patterns of {}\"><h3>Access patterns</h3>\
         <p class=\"hint\">Choose one to see what it reads; choose a row to see what reads it.</p>\
         <ol class=\"patterns\">{}</ol></aside>\n{views}</div>\n{}</section>\n",
        table_name(&design.table.name),
        chips.collect::<String>(),
        legend.collect::<String>(),
        escaped(&design.table.name),
        listed.collect::<String>(),
        details::details(number, design),
    )
}

/// The table's name, its variables set apart.
fn table_name(name: &str) -> String {
    let name = breakable(name).replace('{', "<wbr><var>{");
    name.replace('}', "}</var>")
}

fn pattern_entry(rows: &Rows<'_>, number: usize, pattern: &AccessPattern) -> String {
    let hit = rows.touched(pattern);
    let cost = rows.cost(pattern).unwrap_or_default();
    let place = pattern.index.as_deref().unwrap_or("table");
    let types = pattern.reads.iter().filter_map(|(name, _)| {
        let items = &rows.design.items;
        let at = items.iter().position(|item| item.name == *name)?;
        Some(format!("<i class=\"dot\" style=\"{}\"></i>", hue(at)))
    });
    let example = hit
        .partition
        .as_ref()
        .map(|text| format!("<span class=\"example\">{}</span>", breakable(text)));
    format!(
        "<li><button type=\"button\" class=\"pattern\" id=\"t{}-p{number}\" aria-pressed=\"false\" \
         data-view=\"{}\" data-rows=\"{}\"><span class=\"head\">{}<span class=\"place\">{}</span>\
         </span><span class=\"words\">{}</span><code>{}</code>\
         <code class=\"condition\">{}</code>{}<span class=\"units\">{}</span><span class=\"cost\">{}</span></button></li>",
        rows.table,
        rows.view_id(pattern.index.as_deref()),
        hit.ids.join(" "),
        types.collect::<String>(),
        escaped(place),
        inline(&pattern.words),
        breakable(&pattern.call),
        breakable(&pattern.condition),
        example.unwrap_or_default(),
        escaped(cost.split([';', ',']).next().unwrap_or_default()),
        inline(&notes(rows, pattern).join(" ")),
    )
}

/// The colour of an item type, by its number.
fn hue(number: usize) -> String {
    format!("--h:{}", HUES[number % HUES.len()])
}

fn paragraph(text: &str) -> String {
    format!("<p class=\"docs\">{}</p>\n", inline(text))
}

/// Text with markup escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for found in text.chars() {
        match found {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(found),
        }
    }
    out
}

/// Text that may be broken after delimiters.
fn breakable(text: &str) -> String {
    let mut out = String::new();
    let is_end = ['#', ':', '_', '-', '(', ',', '.', '/'];
    let mut pieces = text.split_inclusive(is_end).peekable();
    while let Some(piece) = pieces.next() {
        out.push_str(&escaped(piece));
        if pieces.peek().is_some() {
            out.push_str("<wbr>");
        }
    }
    out
}

/// Text with code in backticks.
fn inline(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    let whole = pieces.len() % 2 == 1;
    let pieces = pieces.into_iter().enumerate().map(|(number, piece)| {
        if whole && number % 2 == 1 {
            format!("<code>{}</code>", breakable(piece))
        } else {
            escaped(piece)
        }
    });
    pieces.collect()
}
