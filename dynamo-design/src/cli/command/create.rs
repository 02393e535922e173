//! `create`: creates tables, and adds what they lack.

use crate::cli::args::Parsed;
use crate::cli::screen::Tone;
use crate::cli::{Cli, FINE, FOUND, Failure, Screen};
use crate::{Deployed, Design, QueryDesign};

impl Cli {
    pub(in crate::cli) async fn create(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let tables = self.chosen(&parsed.words)?;
        let db = self.connect(parsed).await?;
        let mut code = FINE;
        for table in tables {
            let design = table.live_design(&db)?;
            let done = design.deploy(&db).await?;
            let name = screen.paint(Tone::Strong, &done.table);
            let what = screen.paint(Tone::Good, &words(&done));
            screen.line(&format!("{name}: {what}"));
            let indexed = indexed(&design, &done.indexes);
            if !indexed.is_empty() {
                let items: Vec<_> = indexed
                    .iter()
                    .map(|item| self.full_name(table, item))
                    .collect();
                let backfill = self.copied(&format!("backfill {}", items.join(" ")), parsed);
                screen.line(&format!("  -> `{backfill}`"));
            }
            // Other differences of an existing table stay, and must be reported.
            let left = design.verify(&db).await?;
            self.show_differences(table, &left.differences, parsed, screen);
            if !left.is_usable() {
                code = FOUND;
            }
        }
        Ok(code)
    }
}

fn words(done: &Deployed) -> String {
    if done.is_unchanged() {
        return "there already".to_owned();
    }
    let indexes = done.indexes.iter();
    let indexes = indexes.map(|index| format!("index `{index}` added"));
    let once = [
        (done.created, "created"),
        (done.ttl, "TTL switched on"),
        (
            done.point_in_time_recovery,
            "point-in-time recovery switched on",
        ),
        (
            done.contributor_insights,
            "contributor insights switched on",
        ),
    ];
    let once = once.into_iter().filter(|(is_done, _)| *is_done);
    let once = once.map(|(_, word)| word.to_owned());
    let replicas = done.replicas.iter();
    let replicas = replicas.map(|region| format!("replica in {region} added"));
    once.chain(indexes)
        .chain(replicas)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The item types that have built keys in any of the indexes.
fn indexed<'a>(design: &'a Design, indexes: &[String]) -> Vec<&'a str> {
    let is_in = |query: &QueryDesign| {
        let index = query.index.as_ref();
        index.is_some_and(|index| indexes.contains(index))
            && query.pk.iter().chain(&query.sk).any(|key| key.built)
    };
    let items = design.items.iter();
    let items = items.filter(|item| item.queries.iter().any(is_in));
    items.map(|item| item.name.as_str()).collect()
}
