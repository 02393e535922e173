::core::compile_error! {
    "the table has no `pk`; write `pk = \"...\"`"
}
#[doc(hidden)]
#[allow(unused_macros, non_local_definitions, reason = "a table may have no items yet")]
macro_rules! __dynamo_table_Trading_000000000000002a {
    ({ $($derive:tt)* } $($item:tt)*) => {
        $($derive)* ! { { #[table(name = "trading", sk = "SK")] struct Trading; }
        $($item)* }
    };
}
#[doc(hidden)]
#[allow(unused_imports, unreachable_pub, reason = "a table may have no items yet")]
use __dynamo_table_Trading_000000000000002a as Trading;
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[automatically_derived]
    impl __rt::Table for Trading {
        const SCHEMA: __rt::TableSchema = __rt::STUB_TABLE;
    }
    #[automatically_derived]
    impl __rt::DeclaredTable for Trading {}
};
