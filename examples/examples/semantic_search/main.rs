//! Finds old fables by their subject, not by the words they use.
//!
//! It teaches vector indexes: `Vector<N>`, a partition per collection, filters by language and
//! year, scores, and the cost of a search. The texts are in the public domain, and their embeddings
//! are computed in this process (see `embedding.rs`), so nothing is downloaded.
//!
//! Run it with `cargo run --example semantic_search`. Pass your own question after `--`.

mod embedding;

use dynamo_runtime::expr::{IntoCondition, Unchecked};
use dynamo_runtime::{Condition, Db, Error, Item, Meter, Vector};

use embedding::{DIMENSIONS, Embedding};

/// A fable in a collection of texts.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "semantic_search", pk = "collection", sk = "title")]
#[vector(
    name = "ByMeaning",
    field = "embedding",
    distance = "cosine",
    pk = "collection",
    filter = ["lang", "year"],
    query = "about"
)]
struct Fable {
    collection: String,
    title: String,
    /// The language, as `en`.
    lang: String,
    /// The year of the edition.
    year: u16,
    text: String,
    embedding: Vector<DIMENSIONS>,
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = examples::db().await?;
    db.ensure_table::<Fable>().await?;
    let model = Embedding::learn(lines().map(|fable| fable.3));
    load(&db, &model).await?;

    let asked: Vec<String> = std::env::args().skip(1).collect();
    if !asked.is_empty() {
        return show(&db, &model, &asked.join(" "), None).await;
    }
    show(&db, &model, "a small friend rescues a mighty one", None).await?;
    show(&db, &model, "pretending to be somebody else", None).await?;
    let old = Fable::LANG.eq("en").and(Fable::YEAR.lt(1700));
    println!("\nOnly English editions before 1700:");
    show(
        &db,
        &model,
        "he wanted more and lost it all",
        Some(old.unchecked()),
    )
    .await?;
    let german = Fable::LANG.eq("de").into_condition().unchecked();
    println!("\nOnly German ones:");
    show(&db, &model, "Vertraue keinem Schmeichler", Some(german)).await
}

/// The texts: language, year, title, text.
fn lines() -> impl Iterator<Item = (&'static str, u16, &'static str, &'static str)> {
    let lines = include_str!("fables.txt").lines();
    lines.filter_map(|line| {
        let mut parts = line.splitn(4, " | ");
        let (lang, year) = (parts.next()?, parts.next()?.parse().ok()?);
        Some((lang, year, parts.next()?, parts.next()?))
    })
}

/// Writes every fable with its vector.
async fn load(db: &Db, model: &Embedding) -> Result<(), Error> {
    let fables = lines().map(|(lang, year, title, text)| Fable {
        collection: "fables".into(),
        title: title.into(),
        lang: lang.into(),
        year,
        text: text.into(),
        embedding: model.of(text).into(),
    });
    let fables: Vec<_> = fables.collect();
    println!("{} fables, {DIMENSIONS} numbers each", fables.len());
    db.load(fables).await?;
    Ok(())
}

/// Searches, and shows the three best results with the words that explain them.
async fn show(
    db: &Db,
    model: &Embedding,
    question: &str,
    filter: Option<Condition<Fable, Unchecked>>,
) -> Result<(), Error> {
    let vector = model.of(question);
    let meter = Meter::new();
    let mut search = Fable::about("fables", &vector).top(3).meter(&meter);
    if let Some(filter) = filter {
        search = search.filter(filter);
    }
    println!("\n? {question}");
    for hit in search.send(db).await? {
        let reasons = model.reasons(&hit.item.text, &vector).join(", ");
        println!(
            "  {:.2}  {} ({})  because of: {reasons}",
            hit.score, hit.item.title, hit.item.year
        );
    }
    println!(
        "  {} bytes of the index looked at",
        meter.capacity().search_bytes
    );
    Ok(())
}
