//! Customers and their bookmarks, in tables whose keys are plain attributes.

use dynamo_runtime::{Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(
    name = "CustomerBookmark",
    pk = "customerId",
    sk = "sk",
    ttl = "expirationDate"
)]
#[gsi(name = "ByEmail", pk = "email")]
#[gsi(name = "ByUrl", pk = "url", sk = "customerId")]
#[gsi(name = "ByCustomerFolder", pk = "customerId", sk = "folder")]
struct CustomerBookmarks;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = CustomerBookmarks, rename_all = "camelCase")]
#[key(sk = "CUST#{customer_id}")]
#[gsi(name = "ByEmail", query = "by_email")]
struct Customer {
    customer_id: String,
    email: String,
    full_name: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = CustomerBookmarks, rename_all = "camelCase")]
#[key(sk = "https://{address:raw}")]
#[gsi(name = "ByUrl", query = "by_url")]
#[gsi(name = "ByCustomerFolder", query = "in_folders")]
struct Bookmark {
    customer_id: String,
    #[dynamo(key_only)]
    address: String,
    url: String,
    folder: String,
    title: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = CustomerBookmarks)]
enum CustomerRecord {
    Customer(Customer),
    Bookmark(Bookmark),
}

const _: () = check_items::<(Customer, Bookmark)>();

fn bookmark(customer: &str, address: &str, folder: &str) -> Bookmark {
    Bookmark {
        customer_id: customer.into(),
        address: address.into(),
        url: format!("https://{address}"),
        folder: folder.into(),
        title: address.into(),
    }
}

#[tokio::test]
async fn bookmarks_by_customer_folder_and_url() {
    with_table::<CustomerBookmarks>(async |db| {
        let ann = Customer {
            customer_id: "123".into(),
            email: "ann@x.org".into(),
            full_name: "Ann".into(),
        };
        let (aws, rust, tools) = (
            bookmark("123", "aws.amazon.com/#top", "Cloud"),
            bookmark("123", "rust-lang.org", "Tools"),
            bookmark("321", "rust-lang.org", "Tools"),
        );
        super::put!(db, ann, aws, rust, tools);
        let got = Customer::key("123").get().send(db).await.expect("a get");
        assert_eq!(got.as_ref(), Some(&ann));
        let found = Customer::by_email("ann@x.org").one(db).await;
        assert_eq!(found.expect("one"), ann);
        let bookmarks = Bookmark::query("123").all(db).await.expect("a query");
        assert_eq!(bookmarks, [aws.clone(), rust.clone()]);
        let records = CustomerRecord::query("123").all(db).await.expect("a query");
        assert_eq!(records, [ann.into(), aws.into(), rust.clone().into()]);
        let cloud = Bookmark::in_folders("123").range(Bookmark::FOLDER.eq("Tools"));
        assert_eq!(cloud.one(db).await.expect("one"), rust);
        let fans = Bookmark::by_url("https://rust-lang.org").all(db).await;
        assert_eq!(fans.expect("a query"), [rust, tools]);
    })
    .await;
}
