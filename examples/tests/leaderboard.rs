//! The leaderboard's own rules: ranks, ties, neighbours, percentiles, and the text of a time frame.

use dynamo_runtime::{Db, Error};
use examples::leaderboard::{Leaderboard, Metadata, NotATimeFrame, Standing, TimeFrame};

const DAY: TimeFrame = TimeFrame::Daily {
    year: 2025,
    month: 7,
    day: 13,
};

async fn leaderboard(game: &str, scores: &[(&str, i64)]) -> Result<Leaderboard, Error> {
    let db = Db::embedded().await?;
    db.create_table::<Standing>().await?;
    let board = Leaderboard::new(&db, game, DAY);
    for (user_id, score) in scores {
        board.submit(standing(user_id, *score)).await?;
    }
    Ok(board)
}

fn standing(user_id: &str, score: i64) -> Standing {
    Standing {
        game_id: "another".into(),
        time_frame: TimeFrame::AllTime,
        user_id: user_id.into(),
        score,
        player_name: user_id.to_uppercase(),
        timestamp: "2025-07-13T10:30:00Z".into(),
        metadata: Metadata {
            level: 1,
            play_time: 60,
        },
    }
}

fn ids(standings: &[Standing]) -> Vec<&str> {
    standings.iter().map(|player| &*player.user_id).collect()
}

#[tokio::test]
async fn equal_scores_share_a_rank() -> Result<(), Error> {
    let scores = [("a", 30), ("b", 20), ("c", 20), ("d", -5)];
    let board = leaderboard("ties", &scores).await?;
    for (user_id, rank, percentile) in [
        ("a", 1, 100.0),
        ("b", 2, 75.0),
        ("c", 2, 75.0),
        ("d", 4, 25.0),
    ] {
        assert_eq!(board.rank(user_id).await?, Some(rank), "{user_id}");
        assert_eq!(
            board.percentile(user_id).await?,
            Some(percentile),
            "{user_id}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn neighbours_come_nearest_first() -> Result<(), Error> {
    let scores = [
        ("a", 60),
        ("b", 50),
        ("c", 40),
        ("d", 40),
        ("e", 30),
        ("f", 20),
        ("g", 10),
    ];
    let board = leaderboard("neighbours", &scores).await?;
    let context = board.context("c", 2).await?.expect("a player with a score");
    assert_eq!(ids(&context.above), ["b", "a"]);
    assert_eq!(ids(&context.level), ["d"]);
    assert_eq!(context.player.user_id, "c");
    assert_eq!(ids(&context.below), ["e", "f"]);

    let best = board.context("a", 2).await?.expect("a player with a score");
    assert!(best.above.is_empty() && best.level.is_empty());
    assert_eq!(best.below.len(), 2);
    assert_eq!(best.below[0].user_id, "b");
    Ok(())
}

#[tokio::test]
async fn a_second_score_replaces_the_first() -> Result<(), Error> {
    let board = leaderboard("twice", &[("a", 10), ("b", 20), ("a", 30)]).await?;
    assert_eq!(ids(&board.top(5).await?), ["a", "b"]);
    assert_eq!(board.rank("b").await?, Some(2));
    Ok(())
}

#[tokio::test]
async fn who_has_no_score_has_no_rank() -> Result<(), Error> {
    let board = leaderboard("nobody", &[("a", 10)]).await?;
    assert_eq!(board.rank("b").await?, None);
    assert_eq!(board.percentile("b").await?, None);
    assert_eq!(board.context("b", 3).await?, None);
    Ok(())
}

#[tokio::test]
async fn a_standing_goes_to_the_board_it_is_submitted_to() -> Result<(), Error> {
    let board = leaderboard("here", &[("a", 10)]).await?;
    let found = board.standing("a").await?.expect("the standing");
    assert_eq!((&*found.game_id, found.time_frame), ("here", DAY));
    Ok(())
}

#[test]
fn time_frames_are_read_as_they_are_written() {
    for text in ["2025-07-13", "2025-W28", "2025-07", "ALL-TIME"] {
        let frame: TimeFrame = text.parse().expect(text);
        assert_eq!(frame.to_string(), text);
    }
    for wrong in [
        "",
        "2025",
        "2025-7",
        "2025-W8",
        "2025-+7",
        "all-time",
        "2025-07-13-01",
        "25-07",
    ] {
        assert_eq!(wrong.parse::<TimeFrame>(), Err(NotATimeFrame), "{wrong}");
    }
    let far = TimeFrame::Monthly {
        year: 12_025,
        month: 7,
    };
    assert_eq!(far.to_string().parse(), Ok(far));
}
