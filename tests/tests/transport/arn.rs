//! Tables named by their ARN, which may be another account's: the SDK sends such a request to the
//! endpoint of that account.

use aws_sdk_dynamodb::config::{Builder, Credentials};
use dynamo_runtime::{Db, Error, Item};

use crate::recorder::{Recorder, Sent};
use crate::{Note, each_way, note};

const OWN: &str = "//111111111111.ddb.us-east-1.";
const OTHER: &str = "//222222222222.ddb.us-east-1.";

/// A client whose endpoint is that of its account.
fn of_an_account(mut config: Builder) -> Builder {
    let credentials = Credentials::builder()
        .access_key_id("KEY")
        .secret_access_key("secret")
        .account_id("111111111111")
        .provider_name("test")
        .build();
    config.set_endpoint_url(None);
    config.credentials_provider(credentials)
}

/// The same database, with the table named by an ARN of another account.
fn by_arn(db: &Db) -> Db {
    let name = db.table_name::<Note>().expect("a name");
    let arn = format!("arn:aws:dynamodb:us-east-1:222222222222:table/{name}");
    db.clone().with_table_name::<Note>(arn)
}

fn hosts(recorder: &Recorder) -> Vec<&'static str> {
    let host = |sent: &Sent| match () {
        () if sent.uri.contains(OWN) => "own",
        () if sent.uri.contains(OTHER) => "other",
        () => "neither",
    };
    recorder.take().iter().map(host).collect()
}

#[tokio::test]
async fn requests_go_to_the_account_of_the_table() {
    each_way(of_an_account, async |db, recorder| {
        let other = by_arn(db);
        for _ in 0..2 {
            note("b").put().send(&other).await.expect("a put");
            let found = Note::key("b").get().send(&other).await.expect("a get");
            assert_eq!(found, Some(note("b")));
            assert_eq!(hosts(recorder), ["other"; 2]);
            Note::key("a").get().send(db).await.expect("a get");
            assert_eq!(hosts(recorder), ["own"]);
        }
        let scanned = Note::scan().all(&other).await.expect("a scan");
        assert_eq!(scanned.len(), 2);
        let batch = db.batch_get(["a", "b"].map(Note::key)).await;
        assert_eq!(batch.expect("a batch").len(), 2);
        let checked = other.transact((note("c").create(), Note::key("a").check_exists()));
        checked.await.expect("a transaction");
        assert_eq!(hosts(recorder), ["other", "own", "other"]);
    })
    .await;
}

#[tokio::test]
async fn arns_of_other_things_are_refused() {
    let db = crate::sent::db().await;
    for name in [
        "arn:aws:dynamodb:us-east-1:222222222222:table/",
        "arn:aws:dynamodb:us-east-1:222222222222:table/x",
        "arn:aws:dynamodb:us-east-1:222222222222:table/notes/index/by_text",
        "arn:aws:dynamodb:us-east-1:table/notes",
        "arn:aws:s3:us-east-1:222222222222:table/notes",
        "arn:aws:dynamodb:us-east-1:me:table/notes",
        "arn:aws:dynamodb::222222222222:table/notes",
    ] {
        let db = db.clone().with_table_name::<Note>(name);
        let refused = Note::key("a").get().send(&db).await;
        assert!(matches!(refused, Err(Error::Table { .. })), "{name}");
    }
    for name in [
        "arn:aws:dynamodb:us-east-1:222222222222:table/notes",
        "arn:aws-us-gov:dynamodb:us-gov-west-1:222222222222:table/notes_{stage}",
        "arn:aws-cn:dynamodb:cn-north-1:222222222222:table/a.b-c_d",
    ] {
        let db = db.clone().with_var("stage", "dev");
        let filled = db.fill_variables(name).expect("a name");
        assert_eq!(filled, name.replace("{stage}", "dev"));
        let db = db.with_table_name::<Note>(filled.clone());
        assert_eq!(db.table_name::<Note>().expect("a name"), filled);
    }
}
