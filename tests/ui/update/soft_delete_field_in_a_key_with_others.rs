// Rule: a field that feeds an index key with others is not set by itself
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "posts", pk = "id")]
#[gsi(name = "Live", pk = "{author}", pk_attr = "G1", when = self.deleted_at.is_none())]
struct Post {
    id: String,
    author: String,
    #[dynamo(soft_delete)]
    deleted_at: Option<String>,
}

fn main() {
    let _ = Post::key("p1").soft_delete();
}
