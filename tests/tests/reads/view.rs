//! Views: some of an item's fields, on get, query and scan.

use dynamo_runtime::{Item, View};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "articles", pk = "PK", sk = "SK")]
#[key(pk = "BLOG#{blog}", sk = "{tag}#{number:04}")]
#[gsi(
    name = "by_author",
    pk = "author",
    sk = "{tag}#{number:04}",
    sk_attr = "GSK",
    query = "by_author"
)]
#[dynamo(rename_all = "camelCase")]
struct Article {
    #[dynamo(key_only)]
    blog: String,
    tag: String,
    number: u16,
    author: String,
    long_title: String,
    #[dynamo(default = no_votes)]
    votes: u32,
    body: String,
}

fn no_votes() -> u32 {
    7
}

#[derive(Debug, PartialEq, View)]
#[view(item = Article)]
struct Title {
    long_title: String,
    votes: u32,
}

fn article(tag: &str, number: u16) -> Article {
    Article {
        blog: "b".into(),
        tag: tag.into(),
        number,
        author: "a".into(),
        long_title: format!("{tag} {number}"),
        votes: u32::from(number),
        body: "text".repeat(100),
    }
}

fn title(tag: &str, number: u16) -> Title {
    Title {
        long_title: format!("{tag} {number}"),
        votes: u32::from(number),
    }
}

#[tokio::test]
async fn only_the_fields_of_the_view_are_read() {
    tests::with_table::<Article>(async |db| {
        article("rust", 1).put().send(db).await.unwrap();
        let get = Article::key("b", "rust", 1).get().select::<Title>();
        let request = get.clone().into_sdk(db).unwrap().send().await.unwrap();
        assert!(!request.item.unwrap().contains_key("body"));
        assert_eq!(get.send(db).await.unwrap(), Some(title("rust", 1)));
        let missing = Article::key("b", "rust", 2).get().select::<Title>();
        assert_eq!(missing.send(db).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_default_of_the_item_is_the_view_s() {
    tests::with_table::<Article>(async |db| {
        let mut item = article("rust", 1).to_item().unwrap();
        item.remove("votes");
        let table = db.table_name::<Article>().unwrap().into_owned();
        db.client()
            .put_item()
            .table_name(table)
            .set_item(Some(item))
            .send()
            .await
            .unwrap();
        let view = Article::key("b", "rust", 1)
            .get()
            .select::<Title>()
            .send(db)
            .await
            .unwrap();
        assert_eq!(view.unwrap().votes, 7);
    })
    .await;
}

#[tokio::test]
async fn ranges_limits_and_cursors_work_on_views_without_the_keys_fields() {
    tests::with_table::<Article>(async |db| {
        // A space sorts below the delimiter, so that a range needs the component itself.
        for tag in ["rust", "rust book", "sql"] {
            for number in 1..=3 {
                article(tag, number).put().send(db).await.unwrap();
            }
        }
        let above = |tag| {
            Article::query("b")
                .range(Article::TAG.gt(tag))
                .select::<Title>()
        };
        let all = above("rust").all(db).await.unwrap();
        let expected =
            ["rust book", "sql"].map(|tag| (1..=3).map(move |number| title(tag, number)));
        assert_eq!(all, expected.into_iter().flatten().collect::<Vec<_>>());
        assert_eq!(above("rust").count(db).await.unwrap(), 6);

        let pages = || {
            Article::by_author("a")
                .filter(Article::VOTES.ge(2))
                .limit(4)
                .select::<Title>()
        };
        let first = pages().send(db).await.unwrap();
        assert_eq!(first.items.len(), 4);
        let rest = pages().after(first.next).send(db).await.unwrap();
        assert_eq!(rest.items, vec![title("sql", 2), title("sql", 3)]);
        assert_eq!(
            Article::scan()
                .select::<Title>()
                .all(db)
                .await
                .unwrap()
                .len(),
            9
        );

        let mut stream = Article::by_author("a")
            .select::<Title>()
            .page_size(2)
            .stream(db)
            .unwrap();
        let mut count = 0;
        while let Some(view) = stream.next().await {
            view.unwrap();
            count += 1;
        }
        assert_eq!(count, 9);
    })
    .await;
}
