//! The SDK's own spans: while someone listens to them, requests go through the SDK.

use std::sync::{Arc, Mutex};

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::recorder::reason;
use crate::{Note, each_way, unchanged};

/// Keeps the names of the SDK's spans.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<&'static str>>>);

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("aws_smithy_runtime")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut names = self.0.lock().expect("a lock");
        names.push(span.metadata().name());
        Id::from_u64(names.len() as u64)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn the_sdks_spans_are_there_for_who_listens() {
    each_way(unchanged, async |db, recorder| {
        let before = db.transport();
        let spans = Spans::default();
        let guard = tracing::subscriber::set_default(spans.clone());
        let said = reason(db);
        Note::key("a").get().send(db).await.expect("a get");
        drop(guard);
        assert!(
            said.contains("listens") || said.contains("through_the_sdk"),
            "{said}"
        );
        assert_eq!(recorder.take().len(), 1);
        let names = spans.0.lock().expect("a lock").clone();
        assert!(names.contains(&"try_attempt"), "{names:?}");
        assert_eq!(db.transport(), before);
    })
    .await;
}
