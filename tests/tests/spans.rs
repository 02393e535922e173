//! Each operation has a span, which names the item and the table and carries no stored value.

use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex};

use dynamo_runtime::Item;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "spans", pk = "id", sk = "at")]
struct Secret {
    id: String,
    at: u64,
    text: String,
}

/// Keeps the spans of this library as text.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<String>>>);

struct Text<'a>(&'a mut String);

impl Visit for Text<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.name().starts_with("dynamo.")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut text = span.metadata().name().to_owned();
        span.record(&mut Text(&mut text));
        let mut spans = self.0.lock().unwrap();
        spans.push(text);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn spans_name_item_and_table_and_no_value() {
    tests::with_table::<Secret>(async |db| {
        let spans = Spans::default();
        let guard = tracing::subscriber::set_default(spans.clone());
        let secret = Secret {
            id: "hush-id".into(),
            at: 424_242,
            text: "hush-text".into(),
        };
        let key = || Secret::key("hush-id", 424_242);
        secret.put().send(db).await.unwrap();
        key().get().send(db).await.unwrap();
        key().exists().send(db).await.unwrap();
        key()
            .update()
            .set(Secret::TEXT, "hush-more")
            .send(db)
            .await
            .unwrap();
        secret
            .modify(|secret| secret.text.push('!'))
            .send(db)
            .await
            .unwrap();
        Secret::query("hush-id")
            .filter(Secret::TEXT.ne("hush"))
            .all(db)
            .await
            .unwrap();
        Secret::scan().all(db).await.unwrap();
        key().delete().send(db).await.unwrap();
        drop(guard);

        let table = db.table_name::<Secret>().unwrap();
        let spans = spans.0.lock().unwrap().clone();
        let names: Vec<_> = spans
            .iter()
            .map(|span| span.split(' ').next().unwrap())
            .collect();
        let expected = [
            "put", "get", "exists", "update", "modify", "query", "scan", "delete",
        ];
        assert_eq!(names, expected.map(|name| format!("dynamo.{name}")));
        for span in &spans {
            assert!(
                span.contains("item=\"Secret\"") && span.contains(&*table),
                "{span}"
            );
            assert!(!span.contains("hush") && !span.contains("424242"), "{span}");
        }
    })
    .await;
}
