//! Writes: an item is in a vector index if its declaration says so, whatever wrote it.

use dynamo_runtime::{Db, Error, Item, Vector};

use super::{Doc, doc, with_vectors};

/// A picture: in the index of its album while it is published.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "pictures", pk = "id", ttl = "expires")]
#[vector(
    name = "ByLook",
    field = "look",
    distance = "euclidean",
    pk = "ALBUM#{album}",
    pk_attr = "look_pk",
    when = self.published,
    projection = "KEYS_ONLY",
    query = "alike"
)]
#[vector(
    name = "Anywhere",
    field = "look",
    distance = "dot_product",
    query = "anywhere"
)]
struct Picture {
    id: String,
    album: Option<String>,
    published: bool,
    look: [f32; 2],
    title: String,
    #[dynamo(ttl)]
    expires: Option<u64>,
    #[dynamo(soft_delete)]
    deleted: Option<u64>,
}

fn picture(id: &str, look: [f32; 2]) -> Picture {
    Picture {
        id: id.to_owned(),
        album: Some("a".to_owned()),
        published: true,
        look,
        title: format!("picture {id}"),
        expires: None,
        deleted: None,
    }
}

async fn alike(db: &Db, album: &str) -> Vec<String> {
    let search = Picture::alike(album, &[0.0, 0.0]).hydrate().top(10);
    let hits = search.send(db).await.expect("hits");
    hits.into_iter().map(|hit| hit.item.id).collect()
}

#[tokio::test]
async fn updates_move_an_item_in_out_and_along() {
    with_vectors::<Picture>(async |db| {
        for (id, x) in [("near", 1.0), ("far", 3.0)] {
            picture(id, [x, 0.0]).put().send(db).await.expect("a put");
        }
        assert_eq!(alike(db, "a").await, ["near", "far"]);

        let nearer = Picture::key("far").update().set(Picture::LOOK, [0.5, 0.0]);
        nearer.send(db).await.expect("an update");
        assert_eq!(alike(db, "a").await, ["far", "near"]);

        let moved = Picture::key("far").update().set(
            (Picture::ALBUM, Picture::PUBLISHED),
            (Some("b".to_owned()), true),
        );
        moved.send(db).await.expect("an update");
        assert_eq!(alike(db, "a").await, ["near"]);
        assert_eq!(alike(db, "b").await, ["far"]);

        let hidden = Picture::key("far").update().set(
            (Picture::ALBUM, Picture::PUBLISHED),
            (Some("b".to_owned()), false),
        );
        hidden.send(db).await.expect("an update");
        assert!(alike(db, "b").await.is_empty());

        let without = Picture {
            album: None,
            ..picture("near", [1.0, 0.0])
        };
        without.put().send(db).await.expect("a put");
        assert!(alike(db, "a").await.is_empty());
        let everywhere = Picture::anywhere(&[1.0, 0.0]).send(db).await.expect("hits");
        let everywhere: Vec<_> = everywhere
            .iter()
            .map(|hit| (&*hit.item.id, hit.score))
            .collect();
        assert_eq!(everywhere, [("near", 1.0), ("far", 0.5)]);
    })
    .await;
}

#[tokio::test]
async fn an_index_of_keys_gives_what_it_holds() {
    with_vectors::<Picture>(async |db| {
        picture("one", [1.0, 0.0])
            .put()
            .send(db)
            .await
            .expect("a put");
        let search = Picture::alike("a", &[1.0, 0.0])
            .include_deleted()
            .include_expired();
        let hits = search.send(db).await.expect("hits");
        assert_eq!(hits[0].item.id, "one");
        assert_eq!(hits[0].item.album.as_deref(), Some("a"));
        // Deleted and expired items cannot be told apart there.
        let refused = Picture::alike("a", &[1.0, 0.0]).send(db).await;
        let said = refused.expect_err("a refusal").to_string();
        assert!(said.contains("include_deleted"), "{said}");
    })
    .await;
}

#[tokio::test]
async fn deleted_and_expired_items_are_left_out() {
    with_vectors::<Picture>(async |db| {
        let stored = [
            picture("here", [1.0, 0.0]),
            Picture {
                deleted: Some(1),
                ..picture("deleted", [3.0, 0.0])
            },
            Picture {
                expires: Some(1),
                ..picture("expired", [2.0, 0.0])
            },
        ];
        for picture in &stored {
            picture.put().send(db).await.expect("a put");
        }
        let search = || Picture::anywhere(&[1.0, 0.0]).top(1);
        let ids = |hits: dynamo_runtime::Hits<Picture>| -> Vec<String> {
            hits.into_items()
                .into_iter()
                .map(|found| found.id)
                .collect()
        };
        assert_eq!(ids(search().send(db).await.expect("hits")), ["here"]);
        let deleted = search().include_deleted().send(db).await;
        assert_eq!(ids(deleted.expect("hits")), ["deleted"]);
        let expired = search().include_expired().send(db).await;
        assert_eq!(ids(expired.expect("hits")), ["expired"]);
        assert_eq!(alike(db, "a").await, ["here"]);
    })
    .await;
}

#[tokio::test]
async fn a_vector_that_is_not_finite_is_refused() {
    with_vectors::<Doc>(async |db| {
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let refused = doc("acme", "x", "en", 1, [0.0, wrong, 0.0])
                .put()
                .send(db)
                .await;
            let said = refused.expect_err("a refusal");
            assert!(matches!(said, Error::Encode { .. }), "{said:?}");
            assert!(said.to_string().contains("embedding[1]"), "{said}");
        }
        let found = Doc::key("acme", "x").get().send(db).await.expect("a get");
        assert_eq!(found, None);
    })
    .await;
}

#[tokio::test]
async fn a_vector_reads_back_as_it_was_written() {
    with_vectors::<Doc>(async |db| {
        let edges = [f32::MIN_POSITIVE, f32::MAX, -0.1];
        let wide = [1e-20, 123_456.78, 3.0];
        for (id, vector) in [("edges", edges), ("wide", wide), ("zero", [0.0; 3])] {
            let stored = doc("acme", id, "en", 1, vector);
            stored.put().send(db).await.expect("a put");
            let found = Doc::key("acme", id).get().consistent().send(db).await;
            assert_eq!(found.expect("a get"), Some(stored));
        }
        assert_eq!(Vector::<3>::default().as_slice(), [0.0; 3]);
    })
    .await;
}
