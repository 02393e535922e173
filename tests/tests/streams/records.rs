//! Records of a table's stream, from the SDK and from Lambda, as changes of typed items.

use aws_lambda_events::event::dynamodb::Event;
use aws_sdk_dynamodbstreams::types::{
    AttributeValue as Streamed, Identity, OperationType, Record as SdkRecord, StreamRecord,
};
use dynamo_runtime::change::ChangeRecord;
use dynamo_runtime::{Change, ChangeKind, Collection, Error, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "CUSTOMER")]
#[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
struct Customer {
    #[dynamo(key_only)]
    id: String,
    points: u32,
    tags: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "ORDER")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop)]
enum Entry {
    Customer(Customer),
    Order(Order),
}

fn customer(points: u32) -> Customer {
    Customer {
        id: "ada".to_owned(),
        points,
        tags: vec!["new".to_owned()],
    }
}

fn key() -> [(&'static str, Streamed); 2] {
    [("PK", "CUSTOMER#ada"), ("SK", "PROFILE")].map(|(name, text)| (name, text_value(text)))
}

fn text_value(text: &str) -> Streamed {
    Streamed::S(text.to_owned())
}

/// The attributes of a stored customer, as the SDK for streams has them.
fn image(points: u32) -> Vec<(&'static str, Streamed)> {
    let mut image = key().to_vec();
    image.push(("type", text_value("CUSTOMER")));
    image.push(("points", Streamed::N(points.to_string())));
    image.push(("tags", Streamed::L(vec![text_value("new")])));
    image
}

/// A record of the SDK; images of these points.
fn record(name: OperationType, old: Option<u32>, new: Option<u32>) -> SdkRecord {
    let mut body = StreamRecord::builder().sequence_number("7");
    for (name, value) in key() {
        body = body.keys(name, value);
    }
    for (name, value) in old.into_iter().flat_map(image) {
        body = body.old_image(name, value);
    }
    for (name, value) in new.into_iter().flat_map(image) {
        body = body.new_image(name, value);
    }
    SdkRecord::builder()
        .event_name(name)
        .dynamodb(body.build())
        .build()
}

#[test]
fn the_sdk_s_records_are_inserts_modifications_and_removals() {
    let inserted = record(OperationType::Insert, None, Some(1));
    let change = Change::<Entry>::from_record(inserted).expect("a change");
    assert_eq!(change.kind, ChangeKind::Insert);
    assert_eq!(
        (change.old, change.new),
        (None, Some(Entry::Customer(customer(1))))
    );
    assert_eq!(change.sequence_number.as_deref(), Some("7"));

    let modified = record(OperationType::Modify, Some(1), Some(2));
    let change = Change::<Customer>::from_record(modified).expect("a change");
    assert_eq!(
        (change.old, change.new),
        (Some(customer(1)), Some(customer(2)))
    );

    let removed = record(OperationType::Remove, Some(2), None);
    let change = Change::<Entry>::from_record(removed).expect("a change");
    assert_eq!((change.kind, change.expired), (ChangeKind::Remove, false));
    assert_eq!(change.item(), Some(&Entry::Customer(customer(2))));
}

#[test]
fn a_removal_by_the_ttl_is_told() {
    let mut removed = record(OperationType::Remove, Some(2), None);
    let service = Identity::builder()
        .r#type("Service")
        .principal_id("dynamodb.amazonaws.com");
    removed.user_identity = Some(service.build());
    let change = Change::<Entry>::from_record(removed).expect("a change");
    assert!(change.expired);
}

#[test]
fn a_stream_without_images_still_tells_type_and_key() {
    let bare = || record(OperationType::Modify, None, None);
    let change = Change::<Entry>::from_record(bare()).expect("a change");
    assert_eq!((&change.old, &change.new), (&None, &None));
    assert_eq!(change.key::<Customer>(), Some(Customer::key("ada")));
    assert_eq!(change.key::<Order>(), None);
    assert!(matches!(Change::<Order>::of_known(bare()), Ok(None)));
}

#[test]
fn other_types_are_an_error_or_passed_over() {
    let record = || record(OperationType::Insert, None, Some(1));
    let refused = Change::<Order>::from_record(record());
    assert!(matches!(
        refused,
        Err(Error::OtherType {
            expected: "Order",
            ..
        })
    ));
    assert!(matches!(Change::<Order>::of_known(record()), Ok(None)));
    let known = Change::<Customer>::of_known(record()).expect("a record");
    assert!(known.is_some_and(|change| change.new == Some(customer(1))));
}

#[test]
fn a_record_that_lacks_what_every_record_has_is_an_error() {
    let empty = Change::<Entry>::from_record(SdkRecord::builder().build());
    assert!(matches!(empty, Err(Error::Stream { .. })));
    let mut wrong = record(OperationType::Insert, None, Some(1));
    if let Some(body) = &mut wrong.dynamodb
        && let Some(image) = &mut body.new_image
    {
        image.insert("points".to_owned(), text_value("many"));
    }
    let wrong = Change::<Entry>::from_record(wrong);
    assert!(matches!(wrong, Err(Error::Decode(_))));
}

/// The event that Lambda hands a function, shortened.
const EVENT: &str = r#"{"Records": [
  {
    "eventID": "1", "eventName": "MODIFY", "eventVersion": "1.1", "eventSource": "aws:dynamodb",
    "awsRegion": "eu-west-1",
    "dynamodb": {
      "ApproximateCreationDateTime": 1731580200,
      "Keys": {"PK": {"S": "CUSTOMER#ada"}, "SK": {"S": "PROFILE"}},
      "OldImage": {"PK": {"S": "CUSTOMER#ada"}, "SK": {"S": "PROFILE"}, "type": {"S": "CUSTOMER"},
                   "points": {"N": "1"}, "tags": {"L": [{"S": "new"}]}},
      "NewImage": {"PK": {"S": "CUSTOMER#ada"}, "SK": {"S": "PROFILE"}, "type": {"S": "CUSTOMER"},
                   "points": {"N": "2"}, "tags": {"L": [{"S": "new"}]}},
      "SequenceNumber": "111", "SizeBytes": 60, "StreamViewType": "NEW_AND_OLD_IMAGES"
    }
  },
  {
    "eventID": "2", "eventName": "REMOVE", "eventVersion": "1.1", "eventSource": "aws:dynamodb",
    "awsRegion": "eu-west-1",
    "dynamodb": {
      "ApproximateCreationDateTime": 1731580201,
      "Keys": {"PK": {"S": "CUSTOMER#ada"}, "SK": {"S": "ORDER#7"}},
      "OldImage": {"PK": {"S": "CUSTOMER#ada"}, "SK": {"S": "ORDER#7"}, "type": {"S": "ORDER"},
                   "customer": {"S": "ada"}, "id": {"S": "7"}},
      "SequenceNumber": "112", "SizeBytes": 40, "StreamViewType": "NEW_AND_OLD_IMAGES"
    }
  }
]}"#;

#[test]
fn lambda_s_events_give_the_same_changes() {
    let event: Event = serde_json::from_str(EVENT).expect("an event");
    let changes = event.records.into_iter().map(Change::<Entry>::from_record);
    let changes: Vec<_> = changes.collect::<Result<_, _>>().expect("changes");
    let [modified, removed] = &changes[..] else {
        panic!("two changes")
    };
    assert_eq!(modified.kind, ChangeKind::Modify);
    assert_eq!(modified.old, Some(Entry::Customer(customer(1))));
    assert_eq!(modified.new, Some(Entry::Customer(customer(2))));
    assert_eq!(removed.kind, ChangeKind::Remove);
    let order = Order {
        customer: "ada".to_owned(),
        id: "7".to_owned(),
    };
    assert_eq!(
        (&removed.new, &removed.old),
        (&None, &Some(Entry::Order(order.clone())))
    );
    assert_eq!(removed.key::<Order>(), Some(order.to_key()));
}

#[test]
fn a_record_may_come_from_elsewhere() {
    let item = customer(3).to_item().expect("an item");
    let record = ChangeRecord::new(ChangeKind::Insert, item.clone())
        .with_new(item)
        .with_sequence_number("9");
    let change = Change::<Entry>::from_record(record).expect("a change");
    assert_eq!(change.new, Some(Entry::Customer(customer(3))));
    assert!(
        !format!("{change:?}").contains("CUSTOMER#ada"),
        "keys are not printed"
    );
}
