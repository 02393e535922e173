// Options may come from a `macro_rules!`
use dynamo_runtime::Item;

macro_rules! stored {
    ($name:ident, $table:literal, $pk:expr, $id:ident: $ty:ty) => {
        #[derive(Item)]
        #[table(name = $table, pk = "PK")]
        #[key(pk = $pk)]
        struct $name {
            $id: $ty,
        }
    };
}

stored!(User, "users", "USER#{id}", id: String);
stored!(Team, "teams", "TEAM#{number}", number: u64);

pub fn main() {
    let _ = (User::key("u"), Team::key(5_u64));
}
