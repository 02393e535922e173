//! The trace of a Lambda function goes along with its requests, either way.
//!
//! A process cannot safely change its own environment, so the test starts a process of its own.

use std::process::Command;

use crate::{Note, each_way, unchanged};

const FUNCTION: &str = "AWS_LAMBDA_FUNCTION_NAME";
const TRACE: &str = "_X_AMZN_TRACE_ID";

/// Runs the test below in an environment, in a process of its own.
fn run_with(environment: &[(&str, &str)]) {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program);
    child.args(["--exact", "lambda::headers_by_the_environment"]);
    child.env_remove(FUNCTION).env_remove(TRACE);
    let output = child.envs(environment.iter().copied()).output();
    let output = output.expect("a process");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{environment:?}: {said}");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn a_trace_is_sent_from_a_lambda_function_alone() {
    run_with(&[]);
    run_with(&[(FUNCTION, "shop")]);
    run_with(&[(TRACE, "Root=1-5759e988-bd862e3f;Sampled=1")]);
    let trace = "Root=1-5759e988-bd862e3f;Parent=53995c3f;Sampled=1";
    run_with(&[(FUNCTION, "shop"), (TRACE, trace)]);
    run_with(&[(FUNCTION, "shop"), (TRACE, "with \t and \u{e9} in it")]);
}

/// The header that the SDK documents for such an environment.
fn expected() -> Option<String> {
    std::env::var(FUNCTION).ok()?;
    let trace = std::env::var(TRACE).ok()?;
    Some(trace.replace('\t', "%09").replace('\u{e9}', "%C3%A9"))
}

#[tokio::test]
async fn headers_by_the_environment() {
    each_way(unchanged, async |db, recorder| {
        Note::key("a").get().send(db).await.expect("a get");
        let sent = recorder.take().pop().expect("a request");
        assert_eq!(sent.header("x-amzn-trace-id"), expected().as_deref());
        // It changes on its way and is not signed.
        assert!(!sent.signed_headers().contains(&"x-amzn-trace-id"));
    })
    .await;
}
