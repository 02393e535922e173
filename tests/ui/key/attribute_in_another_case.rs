// Rule: a field is stored under the exact name of the key attribute
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "rooms", pk = "RoomID")]
#[dynamo(rename_all = "PascalCase")]
struct Room {
    room_id: String,
}

fn main() {
    let _ = Room::key("1");
}
