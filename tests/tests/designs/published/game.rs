//! A game for many players: users, games with those who play, open games by their map.

use dynamo_runtime::{Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "battle-royale", pk = "PK", sk = "SK")]
#[gsi(name = "OpenGamesIndex", pk = "map", sk = "open_timestamp")]
#[gsi(name = "InvertedIndex", pk = "SK", sk = "PK")]
struct Battle;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Battle)]
#[key(pk = "USER#{username}", sk = "#METADATA#{username}")]
struct User {
    username: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Battle)]
#[key(pk = "GAME#{game_id}", sk = "#METADATA#{game_id}")]
#[gsi(name = "OpenGamesIndex", query = "open_on")]
struct Game {
    game_id: String,
    map: String,
    people: u32,
    open_timestamp: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Battle)]
#[key(pk = "GAME#{game_id}", sk = "USER#{username}")]
#[gsi(name = "InvertedIndex", query = "of_user")]
struct UserInGame {
    game_id: String,
    username: String,
    place: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Battle)]
enum GameRecord {
    Game(Game),
    User(UserInGame),
}

const _: () = check_items::<(User, Game, UserInGame)>();

#[tokio::test]
async fn players_join_open_games() {
    with_table::<Battle>(async |db| {
        let game = |id: &str, map: &str, open: Option<&str>| Game {
            game_id: id.into(),
            map: map.into(),
            people: 0,
            open_timestamp: open.map(Into::into),
        };
        let player = |game: &str, user: &str| UserInGame {
            game_id: game.into(),
            username: user.into(),
            place: None,
        };
        super::put!(
            db,
            User {
                username: "ann".into()
            },
            game("g1", "Green Grasslands", Some("2025-01-02")),
            game("g2", "Green Grasslands", Some("2025-01-01")),
            game("g3", "Green Grasslands", None),
            game("g4", "Dirty Desert", Some("2025-01-01")),
        );
        let open = Game::open_on("Green Grasslands")
            .all(db)
            .await
            .expect("a query");
        let ids: Vec<_> = open.iter().map(|game| game.game_id.as_str()).collect();
        assert_eq!(ids, ["g2", "g1"]);
        let all = Game::scan()
            .filter(Game::OPEN_TIMESTAMP.exists())
            .count(db)
            .await;
        assert_eq!(all.expect("a scan"), 3);
        let join = async |user: &str| {
            let joins = player("g1", user);
            let count = Game::key("g1").update().add(Game::PEOPLE, 1);
            let count = count.condition(Game::PEOPLE.lt(2));
            db.transact((joins.create(), count)).await
        };
        join("ann").await.expect("a player");
        join("ann").await.expect_err("is in already");
        join("bob").await.expect("a player");
        join("cid").await.expect_err("is full");
        let start = Game::key("g1").update().remove(Game::OPEN_TIMESTAMP);
        start.send(db).await.expect("an update");
        let records = GameRecord::query("g1").all(db).await.expect("a query");
        let groups: GameRecordGroups = records.into_iter().collect();
        assert_eq!((groups.game[0].people, groups.user.len()), (2, 2));
        super::put!(db, player("g2", "ann"));
        let past = UserInGame::of_user("ann").all(db).await.expect("a query");
        assert_eq!(past, [player("g1", "ann"), player("g2", "ann")]);
        assert_eq!(
            Game::open_on("Green Grasslands")
                .count(db)
                .await
                .expect("some"),
            1
        );
    })
    .await;
}
