//! Checks that the right thing is measured: requests go the stated way, and are the same.

use dynamo_runtime::{Db, Transport};

/// Asserts that a database that has sent a request sends the next directly.
pub fn is_direct(db: &Db) {
    assert_eq!(
        db.transport(),
        Transport::Direct,
        "the direct way is not taken"
    );
}

/// Asserts that a database that has sent a request continues through the SDK.
pub fn is_through_the_sdk(db: &Db) {
    assert!(
        matches!(db.transport(), Transport::Sdk { .. }),
        "the SDK's way is not taken"
    );
}

/// Asserts that two requests say the same.
pub fn same_json(one: &[u8], other: &[u8]) {
    let parsed = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).expect("JSON");
    assert!(parsed(one) == parsed(other), "the requests differ");
}
