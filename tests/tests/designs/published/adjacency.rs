//! Many to many by an adjacency list: invoices, bills, and the edges between them, read from both
//! ends.

use dynamo_runtime::{Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "invoices", pk = "PK", sk = "SK", delimiter = "-")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
struct Invoicing;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Invoicing)]
#[key(pk = "Invoice-{invoice}", sk = "Invoice-{invoice}")]
struct Invoice {
    invoice: String,
    customer: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Invoicing)]
#[key(pk = "Bill-{bill}", sk = "Bill-{bill}")]
#[gsi(name = "Inverted", query = "itself")]
struct Bill {
    bill: String,
    amount: u32,
}

/// A bill on an invoice.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Invoicing)]
#[key(pk = "Invoice-{invoice}", sk = "Bill-{bill}")]
#[gsi(name = "Inverted", query = "invoices")]
struct BillOnInvoice {
    invoice: String,
    bill: String,
    share: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Invoicing)]
enum InvoiceRecord {
    Invoice(Invoice),
    Bill(BillOnInvoice),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(index = "Inverted")]
enum BillRecord {
    Bill(Bill),
    Invoice(BillOnInvoice),
}

const _: () = check_items::<(Invoice, Bill, BillOnInvoice)>();

#[tokio::test]
async fn edges_are_read_from_both_ends() {
    with_table::<Invoicing>(async |db| {
        let invoice = |id: &str| Invoice {
            invoice: id.into(),
            customer: "c".into(),
        };
        let bill = |bill: &str| Bill {
            bill: bill.into(),
            amount: 9,
        };
        let edge = |invoice: &str, bill: &str| BillOnInvoice {
            invoice: invoice.into(),
            bill: bill.into(),
            share: 1,
        };
        super::put!(
            db,
            invoice("92551"),
            invoice("92552"),
            bill("224"),
            bill("225")
        );
        super::put!(
            db,
            edge("92551", "224"),
            edge("92551", "225"),
            edge("92552", "224")
        );
        let records = InvoiceRecord::query("92551")
            .all(db)
            .await
            .expect("a query");
        let wanted = [
            edge("92551", "224").into(),
            edge("92551", "225").into(),
            invoice("92551").into(),
        ];
        assert_eq!(records, wanted);
        let bills = BillOnInvoice::query("92551")
            .count(db)
            .await
            .expect("a count");
        assert_eq!(bills, 2);
        let records = BillRecord::query("224").all(db).await.expect("a query");
        let wanted = [
            bill("224").into(),
            edge("92551", "224").into(),
            edge("92552", "224").into(),
        ];
        assert_eq!(records, wanted);
        let invoices = BillOnInvoice::invoices("224")
            .all(db)
            .await
            .expect("a query");
        assert_eq!(invoices.len(), 2);
        assert_eq!(Bill::itself("224").one(db).await.expect("one"), bill("224"));
    })
    .await;
}
