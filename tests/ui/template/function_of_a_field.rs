// Rule: a template calls no functions
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByIt", pk = "MAIL#{lower(mail)}", pk_attr = "MailPK", query = "by_it")]
struct Order {
    id: String,
    mail: String,
}

fn main() {
    let _ = Order::by_it("x").limit(2);
}
