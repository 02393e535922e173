// Rule: a type that can be in no key is reported once, however many keys it is in and ranges compare it
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer}", sk = "{tags}")]
#[gsi(name = "ByTags", pk = "tags", query = "by_tags")]
struct Order {
    customer: String,
    tags: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = Db::embedded().await?;
    let order = Order {
        customer: "c1".into(),
        tags: vec!["new".into()],
    };
    order.put().send(&db).await?;
    Order::query("c1").range(Order::TAGS.eq(vec!["a".into()])).all(&db).await?;
    Ok(())
}
