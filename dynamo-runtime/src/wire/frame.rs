//! The parts that all requests of one operation have in common for a second: headers, and the
//! signature up to the body.

use std::sync::Arc;

use aws_smithy_runtime_api::client::orchestrator::HttpRequest;

use super::lesson::Learned;
use super::sign::{Day, Opening, Signed, Stamp};

/// The frames of one second, under one identity.
pub(super) struct Frames {
    /// Seconds since 1970.
    pub(super) second: u64,
    pub(super) day: Arc<Day>,
    pub(super) by_target: Vec<Arc<Frame>>,
}

impl Frames {
    pub(super) fn new(second: u64, day: Arc<Day>) -> Self {
        Self {
            second,
            day,
            by_target: Vec::new(),
        }
    }

    pub(super) fn of(&self, target: &'static str) -> Option<&Arc<Frame>> {
        self.by_target.iter().find(|frame| frame.target == target)
    }
}

/// A request of one operation, but for its body.
pub(super) struct Frame {
    target: &'static str,
    day: Arc<Day>,
    opening: Opening,
    /// With all headers; those that depend on the body are placeholders.
    pub(super) template: HttpRequest,
}

impl Frame {
    pub(super) fn new(
        learned: &Learned,
        day: &Arc<Day>,
        stamp: Stamp,
        target: &'static str,
    ) -> Option<Self> {
        let signed = Signed {
            host: &learned.host,
            target,
            agent: &learned.agent,
        };
        let mut template = learned.template.try_clone()?;
        let headers = template.headers_mut();
        headers.insert("x-amz-target", target);
        headers.insert("x-amz-date", stamp.as_str().to_owned());
        if let Some(token) = day.token() {
            headers.insert("x-amz-security-token", token.to_owned());
        }
        Some(Self {
            target,
            opening: day.opening(stamp, &signed),
            day: Arc::clone(day),
            template,
        })
    }

    /// The value of the `authorization` header.
    pub(super) fn authorization(&self, body: &[u8]) -> String {
        self.day.authorization(&self.opening, body)
    }
}
