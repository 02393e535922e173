//! The layer that injects faults between the SDK's client and the engine.

use aws_smithy_runtime_api::client::result::ConnectorError;

use super::super::batch::Split;
use super::super::respond::{Reply, Respond};
use super::random::Random;
use super::{Fault, Faults, Operation, answer};

/// Lets a schedule decide about each request.
#[derive(Debug)]
pub(crate) struct Faulty<R> {
    pub(crate) faults: Faults,
    pub(crate) inner: R,
}

impl<R: Respond> Respond for Faulty<R> {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError> {
        let Some((fault, mut random)) = self.faults.next(operation) else {
            return self.inner.respond(operation, body);
        };
        if let Some(refusal) = answer::refusal(fault, operation, body, &mut random) {
            return Ok(refusal);
        }
        match fault {
            Fault::Timeout => Err(ConnectorError::timeout(
                "injected: the connection timed out".into(),
            )),
            Fault::DropResponse => {
                self.inner.respond(operation, body)?;
                Err(ConnectorError::io(
                    "injected: the connection was lost before the response".into(),
                ))
            }
            Fault::Slow(delay) => {
                let reply = self.inner.respond(operation, body)?;
                Ok(Reply { delay, ..reply })
            }
            Fault::PartialBatch => self.in_part(operation, body, Some(&mut random)),
            Fault::Unprocessed => self.in_part(operation, body, None),
            // Refused above.
            _ => self.inner.respond(operation, body),
        }
    }
}

impl<R: Respond> Faulty<R> {
    /// Carries out the entries of a batch that `random` chooses, and hands back the others.
    fn in_part(
        &self,
        operation: Operation,
        body: &[u8],
        random: Option<&mut Random>,
    ) -> Result<Reply, ConnectorError> {
        let mut chosen = random
            .map(|random| random.some_of(Split::count(body)))
            .unwrap_or_default()
            .into_iter();
        let split = Split::of(operation, body, |_, _, entries| {
            chosen.by_ref().take(entries.len()).collect()
        });
        // If it cannot be split, the engine refuses it and says why.
        let Some(mut split) = split else {
            return self.inner.respond(operation, body);
        };
        let Some(request) = split.request() else {
            return Ok(Reply::ok(split.response(operation, None)));
        };
        let reply = self.inner.respond(operation, &request)?;
        if reply.status != 200 {
            return Ok(reply);
        }
        Ok(Reply::ok(split.response(operation, Some(&reply.body))))
    }
}
