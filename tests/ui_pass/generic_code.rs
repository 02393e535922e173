// Code over any item, query or collection, whose futures go to another thread
use dynamo_runtime::op::{Members, QueryInfo};
use dynamo_runtime::{Collection, Db, Item, Key, Query};

fn sent(_: impl Send + 'static) {}

fn writes<T: Item>(db: Db, item: T, key: Key<T>) {
    sent(async move {
        item.put().send(&db).await?;
        key.get().send(&db).await
    });
}

fn scans<T: Item>(db: Db) {
    sent(async move { T::scan().all(&db).await });
}

fn queries<Q: QueryInfo>(db: Db, query: Query<Q>) {
    sent(async move { query.all(&db).await });
}

fn collects<C: Collection>(db: Db, query: Query<Members<C>>) {
    sent(async move { query.limit(1).send(&db).await });
}

pub fn main() {}
