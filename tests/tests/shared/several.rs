//! Index keys of several attributes.

use dynamo_runtime::{Item, Table, known};
use tests::stored::{consistent, text};

/// Keys of several attributes, which item types fill from fields, templates or both.
#[derive(Table)]
#[table(name = "games", pk = "PK", sk = "SK", type_attr = "type")]
#[gsi(name = "Bracket", pk = ["tournament", "RegionKey"], sk = ["round", "Slot"], pk_type = ["S", "S"], sk_type = ["N", "S"])]
struct Games;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Games)]
#[key(pk = "GAME#{id}", sk = literal("GAME"))]
#[gsi(name = "Bracket", pk = ["tournament", "REGION#{region}"], sk = ["round", "G#{slot}"], query = "of_bracket")]
struct Game {
    id: String,
    tournament: String,
    region: Option<String>,
    round: u32,
    slot: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Games)]
#[key(pk = "BREAK#{id}", sk = literal("BREAK"))]
#[gsi(name = "Bracket", pk = ["tournament", "REGION#{region}"], sk = ["round", "B#{slot}"], query = "of_bracket")]
struct Break {
    id: String,
    tournament: String,
    region: String,
    round: u32,
    slot: String,
}

#[tokio::test]
async fn a_key_of_several_attributes_is_shared() {
    let db = tests::db_for::<Games>().await;
    db.create_table::<Games>().await.expect("a table");
    let game = |id: &str, round, slot: &str, region: Option<&str>| Game {
        id: id.into(),
        tournament: "open".into(),
        region: region.map(Into::into),
        round,
        slot: slot.into(),
    };
    let games = [
        game("1", 1, "a", Some("eu")),
        game("2", 1, "b", Some("eu")),
        game("3", 10, "a", Some("eu")),
    ];
    for game in games
        .iter()
        .chain([&game("x", 1, "a", None), &game("y", 1, "a", Some("us"))])
    {
        game.put().send(&db).await.expect("a put");
    }
    let rest = Break {
        id: "b".into(),
        tournament: "open".into(),
        region: "eu".into(),
        round: 2,
        slot: "a".into(),
    };
    rest.put().send(&db).await.expect("a put");
    let found = Game::of_bracket("open", "eu").all(&db).await;
    assert_eq!(found.expect("a query"), games);
    let found = Break::of_bracket("open", "eu").all(&db).await;
    assert_eq!(found.expect("a query"), [rest]);
    let first = Game::of_bracket("open", "eu").range((Game::ROUND.eq(1), Game::SLOT.gt("a")));
    assert_eq!(first.one(&db).await.expect("one"), games[1]);
    let count = Game::of_bracket("open", "eu")
        .range(Game::ROUND.ge(2))
        .count(&db);
    assert_eq!(count.await.expect("a count"), 1);
    let page = Game::of_bracket("open", "eu")
        .limit(2)
        .send(&db)
        .await
        .expect("a page");
    let rest = Game::of_bracket("open", "eu")
        .after(page.next)
        .all(&db)
        .await;
    assert_eq!(rest.expect("a query"), games[2..]);
    let update = games[0]
        .to_key()
        .update()
        .set(Game::REGION, "us")
        .set(Game::SLOT, known("a"))
        .send(&db)
        .await;
    update.expect("an update");
    let item = consistent(&db, games[0].to_key()).await;
    assert_eq!(text(&item, "RegionKey"), Some("REGION#us"));
    let _ = db.delete_table::<Games>().await;
}
