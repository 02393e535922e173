//! The signer of the SDK's way, which keeps the signing key: the SDK derives it anew for every
//! request, though it is the same for a whole day.
//!
//! The SDK's own signer signs first, and its inputs (the endpoint, the region, the time reported by
//! the service) are reused for a minute. Retries are always left to the SDK, and so is any request
//! of an unknown form.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use aws_runtime::auth::sigv4::SigV4AuthScheme;
use aws_sdk_dynamodb::config::ConfigBag;
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::auth::{
    AuthScheme, AuthSchemeEndpointConfig, AuthSchemeId, SharedAuthScheme, Sign,
};
use aws_smithy_runtime_api::client::identity::{Identity, SharedIdentityResolver};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::retries::RequestAttempts;
use aws_smithy_runtime_api::client::runtime_components::{GetIdentityResolver, RuntimeComponents};

use super::exchange::Ours;
use super::lesson::{host_of, is_fresh, region_of, skew_of, time};
use super::sign::{CONTENT_TYPE, Day, Signed, Stamp, moved};

/// The SDK's authentication scheme with another signer.
#[derive(Debug, Default)]
pub(super) struct KeptScheme(KeptSigner);

impl KeptScheme {
    /// Whether a client's scheme is this one. Schemes cannot be compared, but their names can.
    pub(super) fn is(scheme: &SharedAuthScheme) -> bool {
        format!("{scheme:?}").contains("KeptScheme")
    }
}

impl AuthScheme for KeptScheme {
    fn scheme_id(&self) -> AuthSchemeId {
        self.0.sdk.scheme_id()
    }

    fn identity_resolver(
        &self,
        resolvers: &dyn GetIdentityResolver,
    ) -> Option<SharedIdentityResolver> {
        self.0.sdk.identity_resolver(resolvers)
    }

    fn signer(&self) -> &dyn Sign {
        &self.0
    }
}

#[derive(Debug, Default)]
struct KeptSigner {
    sdk: SigV4AuthScheme,
    kept: RwLock<Option<Arc<SignerState>>>,
}

/// The inputs of a signature.
#[derive(Debug)]
struct SignerState {
    uri: String,
    skew: i64,
    day: Day,
    at: SystemTime,
}

impl Sign for KeptSigner {
    fn sign_http_request(
        &self,
        request: &mut HttpRequest,
        identity: &Identity,
        endpoint: AuthSchemeEndpointConfig<'_>,
        components: &RuntimeComponents,
        config: &ConfigBag,
    ) -> Result<(), BoxError> {
        let is_first = config
            .load::<RequestAttempts>()
            .is_some_and(|attempts| attempts.attempts() == 1);
        let is_ours = config.load::<Ours>().is_some();
        let now = time(components);
        if is_ours && is_first && self.sign(request, identity, now).is_some() {
            return Ok(());
        }
        let signer = self.sdk.signer();
        signer.sign_http_request(request, identity, endpoint, components, config)?;
        if is_ours {
            // A retry may be caused by the time that was signed.
            let kept = is_first
                .then(|| SignerState::of(request, identity, now))
                .flatten();
            let mut latest = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            *latest = kept.map(Arc::new);
        }
        Ok(())
    }
}

impl KeptSigner {
    /// Signs a request like the last one; `None` if that is not possible.
    fn sign(&self, request: &mut HttpRequest, identity: &Identity, now: SystemTime) -> Option<()> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let kept = Arc::clone(kept.as_ref()?);
        let stamp = Stamp::at(moved(now, kept.skew));
        let is_good = is_fresh(kept.at, now)
            && kept.uri == request.uri()
            && kept.day.is_of_identity(identity, stamp);
        let authorization = is_good.then(|| {
            let (signed, body) = known(request)?;
            let opening = kept.day.opening(stamp, &signed);
            Some(kept.day.authorization(&opening, body))
        })??;
        let headers = request.headers_mut();
        headers.insert("x-amz-date", stamp.as_str().to_owned());
        if let Some(token) = kept.day.token() {
            headers.insert("x-amz-security-token", token.to_owned());
        }
        headers.insert("authorization", authorization);
        Some(())
    }
}

impl SignerState {
    /// The inputs that the SDK signed a request with.
    fn of(request: &HttpRequest, identity: &Identity, now: SystemTime) -> Option<Self> {
        let skew = skew_of(request, now)?;
        let signed = moved(now, skew);
        Some(Self {
            uri: request.uri().to_owned(),
            skew,
            day: Day::new(identity, region_of(request)?, Stamp::at(signed), signed)?,
            at: now,
        })
    }
}

/// The parts that a signature covers; `None` if the request has a header that is not known here.
fn known(request: &HttpRequest) -> Option<(Signed<'_>, &[u8])> {
    let headers = request.headers();
    for (name, value) in headers {
        match name {
            "content-type" => (value == CONTENT_TYPE).then_some(())?,
            "content-length" | "x-amz-target" | "x-amz-user-agent"
            // Not signed, since they may change in transit.
            | "user-agent" | "x-amzn-trace-id" => {}
            _ => return None,
        }
    }
    headers.get("content-type")?;
    headers.get("content-length")?;
    let signed = Signed {
        host: host_of(request.uri())?,
        target: headers.get("x-amz-target")?,
        agent: headers.get("x-amz-user-agent")?,
    };
    Some((signed, request.body().bytes()?))
}
