//! `Db`: the client and everything else that operations need.

mod stopwatch;
mod table_name;

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use aws_sdk_dynamodb::Client;

pub(crate) use self::stopwatch::Stopwatch;
use crate::cursor::Secret;
use crate::error::Error;
use crate::item::Table;
use crate::observe::Observers;
use crate::wire::{Transport, Wire};

/// A connection to DynamoDB: the SDK's client, the variables in table names, a clock and the cursor
/// secret.
///
/// Cloning a `Db` is cheap; clones share the client. Creating one is not: each new `Db` resolves
/// credentials again, unless the client's configuration has an identity cache, as that of
/// `aws_config` has.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "notes_{stage}", pk = "id")]
/// # struct Note { id: u32, text: String }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// let db = Db::embedded().await?.with_var("stage", "test");
/// db.create_table::<Note>().await?; // creates `notes_test`
///
/// Note { id: 7, text: "buy milk".into() }.put().send(&db).await?;
/// let note = Note::key(7).get().send(&db).await?;
/// assert_eq!(note.map(|note| note.text), Some("buy milk".into()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Db {
    wire: Arc<Wire>,
    settings: Arc<Settings>,
}

#[derive(Clone)]
struct Settings {
    variables: BTreeMap<String, String>,
    names: HashMap<TypeId, String>,
    /// `None` means the client's own time.
    clock: Option<Arc<dyn Fn() -> SystemTime + Send + Sync>>,
    secret: Option<Secret>,
    observers: Observers,
}

/// Requires the feature, which is off.
#[cfg(not(feature = "aws"))]
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`Db::from_env` needs the feature `aws` of `dynamo-runtime`",
    label = "add `features = [\"aws\"]` to the dependency, or leave its default features on"
)]
pub trait FeatureAws {}

/// Requires the feature, which is off.
#[cfg(not(feature = "embedded"))]
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`Db::embedded` needs the feature `embedded` of `dynamo-runtime`",
    label = "add `features = [\"embedded\"]` to the dependency, often a dev-dependency"
)]
pub trait FeatureEmbedded {}

impl Db {
    /// Creates a `Db` from your own SDK client.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "created to be passed on")]
    pub fn new(client: Client) -> Self {
        let settings = Settings {
            variables: BTreeMap::new(),
            names: HashMap::new(),
            clock: None,
            secret: None,
            observers: Observers::default(),
        };
        Self {
            wire: Arc::new(Wire::new(&client)),
            settings: Arc::new(settings),
        }
    }

    /// Connects to AWS, or to the server that `AWS_ENDPOINT_URL_DYNAMODB` names, with credentials
    /// and region from the environment.
    ///
    /// # Errors
    ///
    /// Never fails today; a missing region or missing credentials are reported by the first
    /// operation.
    #[cfg(feature = "aws")]
    pub async fn from_env() -> Result<Self, Error> {
        let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
        Ok(Self::new(Client::new(&config)))
    }

    /// Opens an empty database in this process, for tests and examples. Nothing listens on a port.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Engine`] if the engine cannot be started.
    #[cfg(feature = "embedded")]
    #[expect(
        clippy::unused_async,
        reason = "async like the other constructors; it may have to wait some day"
    )]
    pub async fn embedded() -> Result<Self, Error> {
        let engine = dynamo_embedded::Embedded::memory().map_err(Error::Engine)?;
        Ok(Self::new(engine.client()))
    }

    /// Opens a database in this process that is stored in the file at `path`, which is created if
    /// it is missing.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Engine`] if the file cannot be opened.
    #[cfg(feature = "embedded")]
    #[expect(
        clippy::unused_async,
        reason = "async like the other constructors; it may have to wait some day"
    )]
    pub async fn embedded_at(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let engine = dynamo_embedded::Embedded::at(path).map_err(Error::Engine)?;
        Ok(Self::new(engine.client()))
    }

    /// Opens an empty database in this process that injects faults into requests, to test how code
    /// handles them.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Engine`] if the engine cannot be started.
    #[cfg(feature = "embedded")]
    #[expect(
        clippy::unused_async,
        reason = "async like the other constructors; it may have to wait some day"
    )]
    pub async fn embedded_with_faults(
        faults: &dynamo_embedded::faults::Faults,
    ) -> Result<Self, Error> {
        let engine = dynamo_embedded::Embedded::memory().map_err(Error::Engine)?;
        Ok(Self::new(engine.with_faults(faults).client()))
    }

    /// Says which feature is off.
    #[cfg(not(feature = "aws"))]
    #[doc(hidden)]
    pub fn from_env() -> std::future::Ready<Result<Self, Error>>
    where
        for<'a> &'a Self: FeatureAws,
    {
        unreachable!("`FeatureAws` is not implemented")
    }

    /// Says which feature is off.
    #[cfg(not(feature = "embedded"))]
    #[doc(hidden)]
    pub fn embedded() -> std::future::Ready<Result<Self, Error>>
    where
        for<'a> &'a Self: FeatureEmbedded,
    {
        unreachable!("`FeatureEmbedded` is not implemented")
    }

    /// Sets a variable in table names, such as `environment` in `orders_{environment}`.
    #[must_use]
    pub fn with_var(mut self, variable: impl Into<String>, value: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.settings)
            .variables
            .insert(variable.into(), value.into());
        self
    }

    /// Uses another physical name for one table, whatever its schema says: a name, or the ARN of a
    /// table, which may belong to another account.
    #[must_use]
    pub fn with_table_name<T: Table>(mut self, name: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.settings)
            .names
            .insert(TypeId::of::<T>(), name.into());
        self
    }

    /// Uses your own clock wherever the runtime needs the time.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Arc::make_mut(&mut self.settings).clock = Some(Arc::new(clock));
        self
    }

    /// Encrypts and authenticates cursors with a secret, so that they show no key and cannot be
    /// forged.
    ///
    /// The secret is any text or bytes of at least 16 bytes. Every process that accepts another's
    /// cursors needs the same one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Cursor`] if the secret is too short.
    pub fn with_cursor_secret(mut self, secret: impl AsRef<[u8]>) -> Result<Self, Error> {
        let secret = Secret::derive(secret.as_ref())?;
        Arc::make_mut(&mut self.settings).secret = Some(secret);
        Ok(self)
    }

    /// Sends every request through the SDK's client, as if you had sent it yourself.
    ///
    /// By default, the first attempt of a request bypasses the SDK if the client's configuration
    /// allows it, which takes a fraction of the CPU time; see [`transport`](Self::transport).
    #[must_use]
    pub fn through_the_sdk(mut self) -> Self {
        self.wire = Arc::new(self.wire.through_the_sdk());
        self
    }

    /// Returns how the next request will be sent, and why.
    ///
    /// The first request goes through the SDK, and shows how to send the others. After a failure,
    /// requests go through the SDK until its retry budget is full again. They always do if the
    /// client has interceptors, its own endpoint resolver or authentication scheme, adaptive
    /// retries, or time-outs for whole operations, so that all of these stay in effect.
    #[must_use]
    pub fn transport(&self) -> Transport {
        self.wire.transport()
    }

    /// Returns the SDK's client: the one you passed in, with an interceptor and a signer added that
    /// leave your own requests as they are. Your interceptors see the items in the library's
    /// requests and responses, as they do in your own.
    #[must_use]
    pub fn client(&self) -> &Client {
        self.wire.client()
    }

    pub(crate) fn wire(&self) -> &Wire {
        &self.wire
    }

    /// Returns the current time: from the clock set with [`with_clock`](Self::with_clock),
    /// otherwise from the client's time source, which is the system clock by default.
    ///
    /// Clients of an embedded engine have virtual time, which moves forward when code waits: see
    /// `Embedded`.
    #[must_use]
    pub fn now(&self) -> SystemTime {
        match &self.settings.clock {
            Some(clock) => clock(),
            None => self.client_time(),
        }
    }

    /// Returns the physical name of a table.
    ///
    /// # Errors
    ///
    /// Returns [`Error::UnknownVariable`] if the name has a variable without a value,
    /// [`Error::Table`] if the result is neither a table name nor the ARN of a table.
    pub fn table_name<T: Table>(&self) -> Result<Cow<'static, str>, Error> {
        self.physical_name(TypeId::of::<T>(), T::SCHEMA.name)
    }

    /// Fills the variables in the name of a table: `orders_{stage}` becomes `orders_dev`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::UnknownVariable`] if the name has a variable without a value,
    /// [`Error::Table`] if the result is neither a table name nor the ARN of a table.
    pub fn fill_variables(&self, template: &str) -> Result<String, Error> {
        self.filled(template)
    }

    /// The observers of requests.
    pub(crate) fn observers(&self) -> &Observers {
        &self.settings.observers
    }

    pub(crate) fn observers_mut(&mut self) -> &mut Observers {
        &mut Arc::make_mut(&mut self.settings).observers
    }

    pub(crate) fn secret(&self) -> Option<&Secret> {
        self.settings.secret.as_ref()
    }
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Db")
            .field("variables", &self.settings.variables)
            .field("encrypted_cursors", &self.settings.secret.is_some())
            .finish_non_exhaustive()
    }
}
