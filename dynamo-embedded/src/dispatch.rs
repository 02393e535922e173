//! Maps operation names to the engine's methods: the only file that knows the engine's requests and
//! responses, and it knows them as JSON.

use std::fmt;

use aws_smithy_runtime_api::client::result::ConnectorError;
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure;
use super::respond::{Reply, Respond};

/// Names the operations, and runs the method for one.
macro_rules! operations {
    ($($name:ident => $method:ident,)+) => {
        /// A DynamoDB operation that the embedded engine knows, by its own name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Operation {
            $(
                #[doc = concat!("`", stringify!($name), "`.")]
                $name,
            )+
        }

        impl Operation {
            /// Returns its name, such as `PutItem`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)+
                }
            }

            /// Returns the operation with this name.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)+
                    _ => None,
                }
            }
        }

        fn run(
            database: &Database,
            operation: Operation,
            body: &[u8],
        ) -> Result<Vec<u8>, DynoxideError> {
            match operation {
                $(Operation::$name => read(body)
                    .and_then(|request| database.$method(request))
                    .and_then(|response| write(&response)),)+
            }
        }
    };
}

operations! {
    BatchExecuteStatement => batch_execute_statement,
    BatchGetItem => batch_get_item,
    BatchWriteItem => batch_write_item,
    CreateTable => create_table,
    DeleteItem => delete_item,
    DeleteTable => delete_table,
    DescribeStream => describe_stream,
    DescribeTable => describe_table,
    DescribeTimeToLive => describe_time_to_live,
    ExecuteStatement => execute_statement,
    ExecuteTransaction => execute_transaction,
    GetItem => get_item,
    GetRecords => get_records,
    GetShardIterator => get_shard_iterator,
    ListStreams => list_streams,
    ListTables => list_tables,
    ListTagsOfResource => list_tags_of_resource,
    PutItem => put_item,
    Query => query,
    Scan => scan,
    SearchVectors => search_vectors,
    TagResource => tag_resource,
    TransactGetItems => transact_get_items,
    TransactWriteItems => transact_write_items,
    UntagResource => untag_resource,
    UpdateItem => update_item,
    UpdateTable => update_table,
    UpdateTimeToLive => update_time_to_live,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, DynoxideError> {
    serde_json::from_slice(body).map_err(|error| failure::unreadable(&error))
}

fn write<T: Serialize>(response: &T) -> Result<Vec<u8>, DynoxideError> {
    serde_json::to_vec(response)
        .map_err(|error| DynoxideError::InternalServerError(error.to_string()))
}

/// Names the author of an expiry as the service does: the engine's names are those of Lambda's
/// events, which the SDK does not read.
fn with_identities(body: Vec<u8>) -> Vec<u8> {
    const LAMBDA: &str = r#""userIdentity":{"type":"Service","principalId":"#;
    const SERVICE: &str = r#""userIdentity":{"Type":"Service","PrincipalId":"#;
    match String::from_utf8(body) {
        // No value of an item looks like this: each has its type as a name, such as `S`.
        Ok(text) => text.replace(LAMBDA, SERVICE).into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// The engine itself, the innermost layer.
pub(super) struct Dispatch(pub(super) Database);

impl Respond for Dispatch {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError> {
        Ok(match run(&self.0, operation, body) {
            Ok(body) if operation == Operation::GetRecords => Reply::ok(with_identities(body)),
            Ok(body) => Reply::ok(body),
            Err(error) => failure::reply(operation, error),
        })
    }
}

impl fmt::Debug for Dispatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dispatch")
    }
}
