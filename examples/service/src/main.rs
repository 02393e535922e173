//! A web service with axum: orders of customers as JSON over HTTP.
//!
//! It teaches how to share a `Db` as state, hand out cursors as page tokens, apply a PATCH whose fields
//! are optional, turn errors into statuses, and test all of it with injected faults.
//!
//! Run it with `cargo run --manifest-path examples/service/Cargo.toml`: it sends some requests to itself
//! and prints the answers. With `-- 127.0.0.1:3000` it serves until it is stopped. Without
//! `AWS_ENDPOINT_URL_DYNAMODB` the engine is in this process. `cargo test` with the same path runs its
//! tests.

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use dynamo_runtime::{Attribute, Cursor, Db, Error, Item};
use http_body_util::BodyExt as _;
use serde::{Deserialize, Deserializer, Serialize};
use tower::ServiceExt as _;

/// An order, in the table and in the responses.
#[derive(Debug, Clone, PartialEq, Serialize, Item)]
#[table(name = "service_orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
pub struct Order {
    customer: String,
    id: String,
    status: Status,
    note: Option<String>,
    #[dynamo(version)]
    version: u64,
    #[dynamo(created_at)]
    created_at: Option<String>,
}

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Attribute)]
pub enum Status {
    /// Not processed yet.
    New,
    /// Sent to the customer.
    Shipped,
}

/// The body of a POST.
#[derive(Deserialize)]
struct NewOrder {
    id: String,
    note: Option<String>,
}

/// The body of a PATCH: a field that is left out stays, and a `null` removes the note.
#[derive(Deserialize)]
struct Patch {
    status: Option<Status>,
    #[serde(default, deserialize_with = "present")]
    note: Option<Option<String>>,
    /// The version that the client has seen, if it must not overwrite a newer one.
    version: Option<u64>,
}

/// Tells `null` (`Some(None)`) from a field that is left out (`None`).
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// The query string of a list.
#[derive(Deserialize)]
struct PageQuery {
    after: Option<Cursor>,
}

/// A page of orders, and the token of the next one.
#[derive(Serialize)]
struct PageBody {
    orders: Vec<Order>,
    next: Option<Cursor>,
}

const PAGE: usize = 2;

/// The routes, over any database.
fn service(db: Db) -> Router {
    Router::new()
        .route("/customers/{customer}/orders", get(list).post(create))
        .route("/customers/{customer}/orders/{id}", get(show).patch(change))
        .with_state(db)
}

async fn list(
    State(db): State<Db>,
    Path(customer): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Json<PageBody>, Failure> {
    let orders = Order::query(customer).limit(PAGE).after(query.after);
    let page = orders.send(&db).await?;
    let (orders, next) = (page.items, page.next);
    Ok(Json(PageBody { orders, next }))
}

async fn create(
    State(db): State<Db>,
    Path(customer): Path<String>,
    Json(new): Json<NewOrder>,
) -> Result<(StatusCode, Json<Order>), Failure> {
    let order = Order {
        customer,
        id: new.id,
        status: Status::New,
        note: new.note,
        version: 0,
        created_at: None,
    };
    // The version and the time are filled in by the write.
    let order = order.create().returning_new().send(&db).await?;
    Ok((StatusCode::CREATED, Json(order)))
}

async fn show(
    State(db): State<Db>,
    Path((customer, id)): Path<(String, String)>,
) -> Result<Json<Order>, Failure> {
    let order = Order::key(customer, id).get().send(&db).await?;
    order.map(Json).ok_or(Failure::NotFound)
}

async fn change(
    State(db): State<Db>,
    Path((customer, id)): Path<(String, String)>,
    Json(patch): Json<Patch>,
) -> Result<Json<Order>, Failure> {
    let mut update = Order::key(customer, id).update();
    if let Some(status) = patch.status {
        update = update.set(Order::STATUS, status);
    }
    if let Some(note) = patch.note {
        update = update.set(Order::NOTE, note);
    }
    if let Some(version) = patch.version {
        update = update.condition(Order::VERSION.eq(version));
    }
    // An empty patch is fine: the update checks that the order exists, and returns it.
    Ok(Json(update.returning_new().send(&db).await?))
}

/// A failure as the client sees it. The details are for the log.
#[derive(Debug)]
enum Failure {
    NotFound,
    Db(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Db(error)
    }
}

impl Failure {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Db(error) if error.is_not_found() => StatusCode::NOT_FOUND,
            Self::Db(error) if error.is_condition_failed() => StatusCode::CONFLICT,
            Self::Db(error) if error.is_taken() => StatusCode::CONFLICT,
            Self::Db(error) if error.is_throttled() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Db(Error::Key(_) | Error::Encode(_) | Error::Cursor(_)) => {
                StatusCode::BAD_REQUEST
            }
            Self::Db(Error::TooLarge { .. }) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Db(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status();
        if let Self::Db(error) = &self
            && status.is_server_error()
        {
            // No message shows a stored value, so this can be logged.
            eprintln!("{error}");
        }
        let reason = status.canonical_reason().unwrap_or_default();
        match status {
            StatusCode::SERVICE_UNAVAILABLE => {
                (status, [(header::RETRY_AFTER, "1")], reason).into_response()
            }
            _ => (status, reason).into_response(),
        }
    }
}

/// Sends one request to the service, without a network.
async fn call(service: &Router, method: &str, path: &str, body: &str) -> (StatusCode, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_owned()))
        .expect("a request");
    let Ok(response) = service.clone().oneshot(request).await;
    let status = response.status();
    let body = response.into_body().collect().await.expect("a body");
    let text = String::from_utf8_lossy(&body.to_bytes()).into_owned();
    (status, text)
}

async fn open() -> Result<Db, Error> {
    let db = match std::env::var("AWS_ENDPOINT_URL_DYNAMODB") {
        Ok(_) => Db::from_env().await?,
        Err(_) => Db::embedded().await?,
    };
    // Page tokens leave the process: with a secret they show no key, and cannot be forged.
    db.with_cursor_secret("a secret of at least 16 bytes")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = open().await?;
    db.ensure_table::<Order>().await?;
    let service = service(db);
    if let Some(address) = std::env::args().nth(1) {
        let listener = tokio::net::TcpListener::bind(&address).await?;
        println!("listening on http://{address}");
        axum::serve(listener, service).await?;
        return Ok(());
    }
    let orders = "/customers/ada/orders";
    for (method, path, body) in [
        ("POST", orders, r#"{"id":"o1","note":"gift"}"#),
        ("POST", orders, r#"{"id":"o1"}"#),
        (
            "PATCH",
            "/customers/ada/orders/o1",
            r#"{"status":"Shipped"}"#,
        ),
        (
            "PATCH",
            "/customers/ada/orders/o1",
            r#"{"note":null,"version":1}"#,
        ),
        ("PATCH", "/customers/ada/orders/o2", "{}"),
        ("GET", "/customers/ada/orders/o1", ""),
    ] {
        let (status, answer) = call(&service, method, path, body).await;
        println!("{method} {path} {body}\n  {status} {answer}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use dynamo_runtime::faults::{Fault, Faults};
    use serde_json::{Value, json};

    use super::*;

    const ORDERS: &str = "/customers/ada/orders";
    const FIRST: &str = "/customers/ada/orders/o1";

    /// A service on an empty table, whose engine fails on request.
    async fn started(faults: &Faults) -> Router {
        let db = Db::embedded_with_faults(faults).await.expect("an engine");
        db.create_table::<Order>().await.expect("a table");
        service(db)
    }

    fn json(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[tokio::test]
    async fn an_order_is_created_once_and_shown() {
        let service = started(&Faults::default()).await;
        let (status, body) = call(&service, "POST", ORDERS, r#"{"id":"o1","note":"gift"}"#).await;
        assert_eq!(status, StatusCode::CREATED);
        let created = json(&body);
        assert_eq!(
            (&created["version"], &created["note"]),
            (&json!(1), &json!("gift"))
        );
        assert!(created["created_at"].is_string(), "{created}");
        let again = call(&service, "POST", ORDERS, r#"{"id":"o1"}"#).await;
        assert_eq!(again.0, StatusCode::CONFLICT);
        let (status, body) = call(&service, "GET", FIRST, "").await;
        assert_eq!((status, json(&body)), (StatusCode::OK, created));
        let missing = call(&service, "GET", "/customers/bob/orders/o1", "").await;
        assert_eq!(missing.0, StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn a_patch_changes_what_it_names() {
        let service = started(&Faults::default()).await;
        call(&service, "POST", ORDERS, r#"{"id":"o1","note":"gift"}"#).await;
        for (patch, status, order) in [
            (
                "{}",
                StatusCode::OK,
                json!({"status": "New", "note": "gift"}),
            ),
            (
                r#"{"status":"Shipped"}"#,
                StatusCode::OK,
                json!({"status": "Shipped", "note": "gift"}),
            ),
            (
                r#"{"note":null}"#,
                StatusCode::OK,
                json!({"status": "Shipped", "note": null}),
            ),
            (
                r#"{"note":"late","version":1}"#,
                StatusCode::CONFLICT,
                json!(null),
            ),
            (
                r#"{"note":"late","version":3}"#,
                StatusCode::OK,
                json!({"status": "Shipped", "note": "late"}),
            ),
        ] {
            let (found, body) = call(&service, "PATCH", FIRST, patch).await;
            assert_eq!(found, status, "{patch}: {body}");
            if status == StatusCode::OK {
                let body = json(&body);
                let shown = json!({"status": body["status"], "note": body["note"]});
                assert_eq!(shown, order, "{patch}");
            }
        }
        let missing = call(&service, "PATCH", "/customers/ada/orders/o9", "{}").await;
        assert_eq!(missing.0, StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn pages_are_followed_by_their_token() {
        let service = started(&Faults::default()).await;
        for number in 1..=5 {
            let body = format!(r#"{{"id":"o{number}"}}"#);
            call(&service, "POST", ORDERS, &body).await;
        }
        let (mut path, mut ids) = (ORDERS.to_owned(), Vec::new());
        loop {
            let (status, body) = call(&service, "GET", &path, "").await;
            assert_eq!(status, StatusCode::OK, "{body}");
            let page = json(&body);
            let orders = page["orders"].as_array().expect("orders");
            ids.extend(orders.iter().map(|order| order["id"].clone()));
            match page["next"].as_str() {
                Some(next) => path = format!("{ORDERS}?after={next}"),
                None => break,
            }
        }
        assert_eq!(ids, ["o1", "o2", "o3", "o4", "o5"]);
        let damaged = call(&service, "GET", "/customers/ada/orders?after=x", "").await;
        assert_eq!(damaged.0, StatusCode::BAD_REQUEST);
    }

    #[tokio::test]
    async fn a_bad_day_is_a_503_or_nothing_at_all() {
        let faults = Faults::default();
        let service = started(&faults).await;
        call(&service, "POST", ORDERS, r#"{"id":"o1"}"#).await;
        // One throttled request is retried by the SDK; the client never notices.
        faults.script([Fault::Throttle]);
        assert_eq!(call(&service, "GET", FIRST, "").await.0, StatusCode::OK);
        faults.script([Fault::Throttle; 3]);
        let busy = call(&service, "GET", FIRST, "").await;
        assert_eq!(busy.0, StatusCode::SERVICE_UNAVAILABLE);
        faults.script([Fault::ServerError; 3]);
        let failed = call(&service, "GET", FIRST, "").await;
        assert_eq!(failed.0, StatusCode::INTERNAL_SERVER_ERROR);
    }

    #[tokio::test]
    async fn input_that_cannot_be_a_key_is_a_400() {
        let service = started(&Faults::default()).await;
        for id in ["", "a#b"] {
            let body = format!(r#"{{"id":"{id}"}}"#);
            let (status, _) = call(&service, "POST", ORDERS, &body).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{id}");
        }
    }
}
