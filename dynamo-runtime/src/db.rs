//! `Db`: the client and everything else that operations need.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::AsyncSleep;

use crate::cursor::Secret;
use crate::error::Error;
use crate::item::{ItemType, Table};
use crate::observe::Observers;
use crate::wire::{Transport, Wire};

/// A connection to DynamoDB: the SDK's client, the variables in table names, a clock and the cursor
/// secret.
///
/// Cloning a `Db` is cheap; clones share the client. Creating one is not: unless the client's
/// configuration has an identity cache (that of `aws_config` does), each `Db` resolves credentials
/// anew.
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

    /// Connects to AWS, or to the server that `AWS_ENDPOINT_URL_DYNAMODB` names, with the
    /// credentials and region of the environment.
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
        Ok(Self::new(
            dynamo_embedded::Embedded::memory()
                .map_err(Error::Engine)?
                .client(),
        ))
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
        Ok(Self::new(
            dynamo_embedded::Embedded::at(path)
                .map_err(Error::Engine)?
                .client(),
        ))
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

    /// Fills a variable in table names: `environment` in `orders_{environment}`.
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

    /// Sends every request through the SDK's client, like your own requests.
    ///
    /// By default the first attempt of a request bypasses the SDK if its client's configuration
    /// allows that, for a tenth of the CPU time; see [`transport`](Self::transport).
    #[must_use]
    pub fn through_the_sdk(mut self) -> Self {
        self.wire = Arc::new(self.wire.through_the_sdk());
        self
    }

    /// Returns how the next request will be sent, and why.
    ///
    /// The first request goes through the SDK, and shows how to send the others. Requests also go
    /// through the SDK after a failure, until its retry budget is full again, and always if the
    /// client has interceptors, an endpoint resolver, an authentication scheme, adaptive retries or
    /// time-outs for whole operations, so that all of these stay in effect.
    #[must_use]
    pub fn transport(&self) -> Transport {
        self.wire.transport()
    }

    /// Returns the SDK's client: the one you passed in, with an interceptor and a signer of ours
    /// that leave your own requests as they are. Your interceptors see the items in the library's
    /// requests and responses, as in your own.
    #[must_use]
    pub fn client(&self) -> &Client {
        self.wire.client()
    }

    pub(crate) fn wire(&self) -> &Wire {
        &self.wire
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

    /// Returns the physical name of an item type's table.
    pub(crate) fn table_of(&self, of: &ItemType) -> Result<Cow<'static, str>, Error> {
        self.physical_name(of.table_id, of.table.name)
    }

    fn physical_name(
        &self,
        table: TypeId,
        template: &'static str,
    ) -> Result<Cow<'static, str>, Error> {
        if !self.settings.names.is_empty()
            && let Some(name) = self.settings.names.get(&table)
        {
            return valid(name.clone()).map(Cow::Owned);
        }
        if !template.contains('{') {
            return Ok(Cow::Borrowed(template));
        }
        self.fill_variables(template).map(Cow::Owned)
    }

    /// Fills the variables in the name of a table: `orders_{stage}` becomes `orders_dev`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::UnknownVariable`] if the name has a variable without a value,
    /// [`Error::Table`] if the result is neither a table name nor the ARN of a table.
    pub fn fill_variables(&self, template: &str) -> Result<String, Error> {
        let mut name = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some((before, tail)) = rest.split_once('{') {
            name.push_str(before);
            let (variable, after) = tail.split_once('}').unwrap_or((tail, ""));
            let value = self.settings.variables.get(variable);
            name.push_str(value.ok_or_else(|| Error::UnknownVariable {
                variable: variable.to_owned(),
                table: template.to_owned(),
            })?);
            rest = after;
        }
        name.push_str(rest);
        valid(name)
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

    /// Waits like the client waits between retries, so that an engine with virtual time needs no
    /// real time.
    pub(crate) async fn sleep(&self, duration: Duration) {
        match self.client().config().sleep_impl() {
            Some(sleep) => sleep.sleep(duration).await,
            // The SDK's default.
            None => tokio::time::sleep(duration).await,
        }
    }

    /// Starts measuring elapsed time, on the clock that [`sleep`](Self::sleep) uses.
    pub(crate) fn stopwatch(&self) -> Stopwatch<'_> {
        Stopwatch {
            db: self,
            started: self.client_time(),
        }
    }

    /// Returns the time on the clock that [`sleep`](Self::sleep) uses.
    pub(crate) fn client_time(&self) -> SystemTime {
        match self.client().config().time_source() {
            Some(source) => source.now(),
            None => SystemTime::now(),
        }
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

/// Measures time for a deadline. Does not use the user's own clock, which may stand still.
#[derive(Clone, Copy)]
pub(crate) struct Stopwatch<'a> {
    db: &'a Db,
    started: SystemTime,
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn db(&self) -> &'a Db {
        self.db
    }

    /// Returns the time since the start; zero if the system's clock was set back.
    pub(crate) fn elapsed(&self) -> Duration {
        self.db
            .client_time()
            .duration_since(self.started)
            .unwrap_or_default()
    }
}

/// Checks a table name after its variables or an override were applied.
fn valid(name: String) -> Result<String, Error> {
    if is_name(&name) || is_arn(&name) {
        return Ok(name);
    }
    Err(Error::Table {
        table: name,
        reason: "not a table name or an ARN; a name is 3 to 255 of a-z, A-Z, 0-9, `_`, `.` and \
                 `-`, an ARN is `arn:aws:dynamodb:<region>:<account>:table/<name>`"
            .to_owned(),
    })
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    (3..=255).contains(&name.len()) && name.bytes().all(allowed)
}

/// Whether this is the ARN of a table: `arn:aws:dynamodb:eu-central-1:123456789012:table/orders`.
fn is_arn(text: &str) -> bool {
    let parts: Vec<&str> = text.splitn(6, ':').collect();
    let &["arn", partition, "dynamodb", region, account, table] = &*parts else {
        return false;
    };
    let is_word = |word: &str| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !word.is_empty() && word.bytes().all(allowed)
    };
    partition.starts_with("aws")
        && is_word(partition)
        && is_word(region)
        && account.len() == 12
        && account.bytes().all(|byte| byte.is_ascii_digit())
        && table.strip_prefix("table/").is_some_and(is_name)
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Db")
            .field("variables", &self.settings.variables)
            .field("encrypted_cursors", &self.settings.secret.is_some())
            .finish_non_exhaustive()
    }
}
