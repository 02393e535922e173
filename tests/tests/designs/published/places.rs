//! Places in a hierarchy that is queried at every level, and events in partitions that are split by
//! a computed suffix.

use dynamo_runtime::{Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "places", pk = "PK", sk = "SK")]
#[gsi(name = "StoreLocationIndex", pk = "Country", sk = "StateCityPostcode")]
struct Places;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Places, rename_all = "PascalCase")]
#[key(pk = "STORE#{store_id}", sk = "STORE#{store_id}")]
#[gsi(
    name = "StoreLocationIndex",
    sk = "{state:upper}#{city:upper}#{postcode}",
    query = "in_country"
)]
struct Store {
    store_id: String,
    country: String,
    state: String,
    city: String,
    postcode: String,
}

/// A candidate's votes, spread over partitions.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Places)]
#[key(pk = "VOTES#{day}#{shard:02}", sk = "{at}#{id}")]
struct Vote {
    day: String,
    shard: u8,
    at: String,
    id: String,
}

const _: () = check_items::<(Store, Vote)>();

const SHARDS: u8 = 4;

/// The partition of a vote follows from its id.
fn shard(id: &str) -> u8 {
    id.bytes().fold(0, u8::wrapping_add) % SHARDS
}

#[tokio::test]
async fn stores_are_found_at_every_level() {
    with_table::<Places>(async |db| {
        let store = |id: &str, state: &str, city: &str, postcode: &str| Store {
            store_id: id.into(),
            country: "USA".into(),
            state: state.into(),
            city: city.into(),
            postcode: postcode.into(),
        };
        super::put!(
            db,
            store("1", "NE", "Omaha", "68118"),
            store("2", "NE", "Omaha", "68101"),
            store("3", "NE", "Lincoln", "68501"),
            store("4", "NEW", "Omaha", "1"),
        );
        let usa = || Store::in_country("USA");
        assert_eq!(usa().count(db).await.expect("a count"), 4);
        let state = usa().range(Store::STATE.eq("ne")).count(db).await;
        assert_eq!(
            state.expect("a count"),
            3,
            "`NE` is not the beginning of `NEW`"
        );
        let city = usa().range((Store::STATE.eq("NE"), Store::CITY.eq("omaha")));
        let city = city.all(db).await.expect("a query");
        let ids: Vec<_> = city.iter().map(|store| store.store_id.as_str()).collect();
        assert_eq!(ids, ["2", "1"]);
        let near = (
            Store::STATE.eq("NE"),
            Store::CITY.eq("Omaha"),
            Store::POSTCODE.begins_with("681"),
        );
        assert_eq!(usa().range(near).count(db).await.expect("a count"), 2);
        let moved = store("4", "NEW", "Omaha", "1").to_key().update().set(
            (Store::STATE, Store::CITY, Store::POSTCODE),
            ("KS", "Topeka", "66601"),
        );
        moved.send(db).await.expect("an update");
        let state = usa().range(Store::STATE.eq("KS")).one(db).await;
        assert_eq!(state.expect("one").city, "Topeka");
    })
    .await;
}

#[tokio::test]
async fn a_day_is_read_from_all_its_partitions() {
    with_table::<Places>(async |db| {
        let mut votes = Vec::new();
        for number in 0..20 {
            let id = format!("v{number}");
            let vote = Vote {
                day: "2025-11-14".into(),
                shard: shard(&id),
                at: format!("{number:02}:00"),
                id,
            };
            super::put!(db, vote);
            votes.push(vote);
        }
        let mut found = Vec::new();
        for shard in 0..SHARDS {
            let of_shard = Vote::query("2025-11-14", shard).all(db).await;
            found.extend(of_shard.expect("a query"));
        }
        found.sort_by(|one, other| one.at.cmp(&other.at));
        assert_eq!(found, votes);
        let vote = Vote::key("2025-11-14", shard("v7"), "07:00", "v7").get();
        assert!(vote.send(db).await.expect("a get").is_some());
    })
    .await;
}
