//! HTTP/1.1 and HTTP/2 over TLS, by the SDK's own HTTP client, to a server on this machine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region, SharedHttpClient};
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use bytes::Bytes;
use dynamo_runtime::{Db, Transport};
use http::{Response, Version};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::{Note, note};

/// A certificate for `localhost` and its key, for this test alone: they protect nothing.
const CERTIFICATE: &[u8] = include_bytes!("certificate.pem");
const KEY: &[u8] = include_bytes!("key.pem");

const NOTE: &str = r#"{"Item":{"id":{"S":"a"},"text":{"S":"x"}}}"#;

/// The requests that a server received, and whether it is busy the next time.
#[derive(Clone, Default)]
struct Seen {
    versions: Arc<Mutex<Vec<Version>>>,
    connections: Arc<AtomicUsize>,
    busy: Arc<AtomicUsize>,
}

impl Seen {
    /// The status and the body of the next answer.
    fn answer(&self, version: Version) -> (u16, &'static str) {
        self.versions.lock().expect("a lock").push(version);
        match self.busy.swap(0, Ordering::SeqCst) {
            0 => (200, NOTE),
            _ => (500, "{}"),
        }
    }

    async fn serve(self, listener: TcpListener, acceptor: TlsAcceptor) {
        while let Ok((stream, _)) = listener.accept().await {
            self.connections.fetch_add(1, Ordering::SeqCst);
            let stream = acceptor.accept(stream).await.expect("a handshake");
            let seen = self.clone();
            tokio::spawn(async move {
                if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
                    seen.http_2(stream).await;
                } else {
                    seen.http_1(stream).await;
                }
            });
        }
    }

    async fn http_2(self, stream: TlsStream<TcpStream>) {
        let mut connection = h2::server::handshake(stream).await.expect("a handshake");
        while let Some(Ok((mut request, mut respond))) = connection.accept().await {
            let (status, body) = self.answer(request.version());
            tokio::spawn(async move {
                while request.body_mut().data().await.is_some() {}
                let answer = Response::builder().status(status).body(());
                let sent = respond.send_response(answer.expect("an answer"), false);
                let body = Bytes::from_static(body.as_bytes());
                sent.expect("a stream")
                    .send_data(body, true)
                    .expect("a body");
            });
        }
    }

    async fn http_1(self, stream: TlsStream<TcpStream>) {
        let mut stream = BufStream::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        loop {
            line.clear();
            if !matches!(stream.read_line(&mut line).await, Ok(1..)) {
                return;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().expect("a length");
            }
            if line != "\r\n" {
                continue;
            }
            let mut request = vec![0; length];
            stream.read_exact(&mut request).await.expect("a request");
            let (status, body) = self.answer(Version::HTTP_11);
            let length = body.len();
            let answer = format!("HTTP/1.1 {status} x\r\ncontent-length: {length}\r\n\r\n{body}");
            stream
                .write_all(answer.as_bytes())
                .await
                .expect("an answer");
            stream.flush().await.expect("an answer");
        }
    }
}

/// Starts a server that speaks these protocols, and returns a client of it.
async fn client(protocols: &[&str], seen: &Seen) -> Client {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
    let provider = Arc::new(aws_lc_rs::default_provider());
    let mut tls = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("protocols")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate and its key");
    tls.alpn_protocols = protocols
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(
        seen.clone()
            .serve(listener, TlsAcceptor::from(Arc::new(tls))),
    );
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(Credentials::new("id", "secret", None, None, "tests"))
        .endpoint_url(format!("https://localhost:{port}"))
        .http_client(https());
    Client::from_conf(config.build())
}

/// The SDK's HTTP client, which trusts the certificate.
fn https() -> SharedHttpClient {
    let trust = TrustStore::empty().with_pem_certificate(CERTIFICATE);
    let context = TlsContext::builder().with_trust_store(trust).build();
    aws_smithy_http_client::Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::AwsLc))
        .tls_context(context.expect("a context"))
        .build_https()
}

#[tokio::test]
async fn both_protocols_are_spoken_on_both_ways() {
    for (protocols, version) in [
        (vec!["h2", "http/1.1"], Version::HTTP_2),
        (vec!["http/1.1"], Version::HTTP_11),
    ] {
        for direct in [true, false] {
            let seen = Seen::default();
            let db = Db::new(client(&protocols, &seen).await);
            let db = if direct { db } else { db.through_the_sdk() };
            for _ in 0..3 {
                let found = Note::key("a").get().send(&db).await.expect("a get");
                assert_eq!(found, Some(note("a")));
            }
            assert_eq!(db.transport() == Transport::Direct, direct);
            assert_eq!(*seen.versions.lock().expect("a lock"), [version; 3]);
            // Both ways take the connections of one pool.
            assert_eq!(seen.connections.load(Ordering::SeqCst), 1);

            // The SDK retries, on a connection of its own.
            seen.busy.store(1, Ordering::SeqCst);
            let found = Note::key("a").get().send(&db).await.expect("a get");
            assert_eq!(found, Some(note("a")));
            assert_eq!(*seen.versions.lock().expect("a lock"), [version; 5]);
            assert_eq!(seen.connections.load(Ordering::SeqCst), 2);
        }
    }
}
