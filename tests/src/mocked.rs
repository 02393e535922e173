//! A mock of DynamoDB, which answers behind the SDK's deserializer.

use std::fmt;

use aws_sdk_dynamodb::config::interceptors::{
    BeforeDeserializationInterceptorContextMut, FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

/// Fills in the output of an operation, in the place of DynamoDB.
pub struct Mock<F>(F);

/// Mocks the outputs of one type.
pub fn mock<O: fmt::Debug + Send + Sync + 'static>(
    fill: impl Fn(&mut O) -> Result<(), BoxError> + Send + Sync,
) -> Mock<impl Fn(&mut FinalizerInterceptorContextMut<'_>) -> Result<(), BoxError> + Send + Sync> {
    Mock(move |context: &mut FinalizerInterceptorContextMut<'_>| {
        let output = context.output_or_error_mut().ok_or("no output yet")?;
        let output = output.as_mut().map_err(|_| "no answer")?;
        fill(output.downcast_mut().ok_or("another operation")?)
    })
}

impl<F> fmt::Debug for Mock<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mock")
    }
}

impl<F> Intercept for Mock<F>
where
    F: Fn(&mut FinalizerInterceptorContextMut<'_>) -> Result<(), BoxError> + Send + Sync,
{
    fn name(&self) -> &'static str {
        "Mock"
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        *context.response_mut().body_mut() = "{}".into();
        Ok(())
    }

    fn modify_before_attempt_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        (self.0)(context)
    }
}
