//! Reading ahead: the next page is requested as soon as its key is known, before the current page
//! is decoded.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Context, Poll};

use bytes::Bytes;

use crate::codec::Decoder;
use crate::db::Db;
use crate::error::Error;
use crate::op::read::pager::{LastKey, Pager};
use crate::op::{BoxFuture, Meter, meter};
use crate::wire::{self, Call, Refused, Request};

/// Pages that were requested ahead of time. Dropping it cancels the requests.
#[derive(Default)]
pub(in crate::op) struct Ahead {
    /// How many pages to read ahead.
    pages: usize,
    /// The pages that have arrived, in order, each with the key it begins after.
    come: VecDeque<(LastKey, Bytes)>,
    /// The page being requested.
    under_way: Option<(LastKey, BoxFuture<'static, Result<Bytes, Error>>)>,
    /// The page that could not be read. Boxed, since there is hardly ever one: the whole pager then
    /// fits the fast path of the allocator.
    failed: Option<Box<(LastKey, Error)>>,
    /// The key that the next page to request begins after.
    next: Option<LastKey>,
}

impl Ahead {
    /// Reads this many pages ahead.
    pub(in crate::op) fn set(&mut self, pages: usize) {
        self.pages = pages;
    }

    /// Whether pages are read ahead.
    pub(super) fn is_on(&self) -> bool {
        self.pages > 0
    }

    /// The body of the page that begins after a key; `None` if it was not requested.
    async fn take(&mut self, start: &LastKey) -> Option<Result<Bytes, Error>> {
        if let Some((_, body)) = self.come.pop_front_if(|(key, _)| key == start) {
            return Some(Ok(body));
        }
        // Pages that arrived for another key are of no use.
        self.come.clear();
        if let Some(failed) = self.failed.take_if(|failed| failed.0 == *start) {
            return Some(Err(failed.1));
        }
        let (_, body) = self.under_way.take_if(|(key, _)| key == start)?;
        Some(body.await)
    }

    fn forget(&mut self) {
        let pages = self.pages;
        if pages == 0 {
            return;
        }
        *self = Self {
            pages,
            ..Self::default()
        };
    }
}

impl Pager {
    /// The body of the next page, which may have been requested already. Requests the pages after
    /// it if `more` are certain to be wanted.
    pub(super) async fn next_body(
        &mut self,
        limit: Option<i32>,
        more: bool,
    ) -> Result<Bytes, Error> {
        let asked = match &self.start {
            Some(start) => self.ahead.take(start).await,
            None => None,
        };
        let body = match asked {
            Some(body) => body?,
            None => {
                self.ahead.forget();
                self.body(limit, false).await?
            }
        };
        // Reading ahead would exceed the rate.
        if more && self.ahead.pages > 0 && meter::limit(self.meter.as_ref()).is_none() {
            if self.ahead.come.is_empty() && self.ahead.under_way.is_none() {
                self.ahead.next = last_key(&body);
            }
            poll_fn(|context| {
                self.poll_ahead(context);
                Poll::Ready(())
            })
            .await;
        }
        Ok(body)
    }

    /// Takes the page that has arrived, and requests the next one while there may be more.
    pub(in crate::op) fn poll_ahead(&mut self, context: &mut Context<'_>) {
        loop {
            if let Some((_, body)) = &mut self.ahead.under_way {
                let Poll::Ready(answer) = body.as_mut().poll(context) else {
                    return;
                };
                let key = self.ahead.under_way.take().map(|(key, _)| key);
                let key = key.unwrap_or_default();
                match answer {
                    Ok(body) => {
                        self.ahead.next = last_key(&body);
                        self.ahead.come.push_back((key, body));
                    }
                    Err(error) => self.ahead.failed = Some(Box::new((key, error))),
                }
            }
            if self.ahead.come.len() >= self.ahead.pages {
                return;
            }
            let Some(key) = self.ahead.next.take() else {
                return;
            };
            let mut request = self.request.clone();
            request.start = Some(key.clone());
            request.limit = self.page_size;
            request.counts = false;
            request.metered = self.meter.is_some();
            let body = sent(self.db.clone(), request, self.meter.clone());
            self.ahead.under_way = Some((key, body));
        }
    }

    /// Requests the next page, and returns the body of the answer.
    pub(super) async fn body(&mut self, limit: Option<i32>, counts: bool) -> Result<Bytes, Error> {
        let request = &mut self.request;
        // Kept here as well: after a failure the same page is requested again.
        request.start.clone_from(&self.start);
        request.limit = limit;
        request.counts = counts;
        request.metered = self.meter.is_some();
        send(&self.db, request, self.meter.as_ref()).await
    }
}

fn sent(
    db: Db,
    request: Request,
    meter: Option<Meter>,
) -> BoxFuture<'static, Result<Bytes, Error>> {
    Box::pin(async move { send(&db, &request, meter.as_ref()).await })
}

/// Sends a request, at the rate of its operation if there is one.
pub(super) async fn send(
    db: &Db,
    request: &Request,
    meter: Option<&Meter>,
) -> Result<Bytes, Error> {
    let Some(limit) = meter::limit(meter) else {
        return send_once(db, request).await;
    };
    let mut attempt = 0;
    loop {
        limit.turn(db).await;
        let answer = send_once(db, request).await;
        let is_throttled = answer.as_ref().is_err_and(Error::is_throttled_request);
        if !is_throttled || !limit.is_patient(db, attempt).await {
            return answer;
        }
        attempt += 1;
    }
}

async fn send_once(db: &Db, request: &Request) -> Result<Bytes, Error> {
    let sent = wire::send(db, Call::One(request)).await;
    sent.map_err(Refused::unconditional)
}

/// How far from the end of a body to look for its last key, which is at most as long as four keys.
const TAIL: usize = 16 * 1024;

/// The key that DynamoDB stopped at, found without decoding the items before it.
///
/// An attribute may have that name, too. So the key is only used to request a page, and compared
/// again when this page is decoded.
fn last_key(body: &[u8]) -> Option<LastKey> {
    const NAME: &[u8] = b"\"LastEvaluatedKey\":";
    let tail = &body[body.len().saturating_sub(TAIL)..];
    let at = tail.windows(NAME.len()).rposition(|text| text == NAME)?;
    let mut from = Decoder::json(&tail[at + NAME.len()..]).ok()?;
    from.item().ok().filter(|key| !key.is_empty())
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;

    use super::last_key;

    #[test]
    fn the_last_key_is_found_behind_the_items() {
        let body = br#"{"Count":1,"Items":[{"id":{"S":"a"}}],"LastEvaluatedKey":{"id":{"S":"a"}}}"#;
        let key = last_key(body).expect("a key");
        assert_eq!(key["id"], AttributeValue::S("a".to_owned()));
    }

    #[test]
    fn a_last_page_has_none() {
        let body = br#"{"Count":1,"Items":[{"id":{"S":"\"LastEvaluatedKey\":{}"}}]}"#;
        assert!(last_key(body).is_none());
    }
}
