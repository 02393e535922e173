//! The table `clubs`.
//!
//! It needs `chrono` and the feature of that name of `dynamo-runtime`.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use dynamo_runtime::{Attribute, Collection, Item, Table, check_items};

/// The table `clubs`.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "clubs", pk = "PK", sk = "SK")]
#[gsi(name = "ByDue", pk = "NextDue", sk = "SK", projection = ["Fee"])]
pub struct Clubs;

/// A booking in `clubs`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Clubs, rename_all = "PascalCase")]
#[key(pk = "CLUB#{club_id}", sk = "BOOKING#{day}#{court}")]
pub struct Booking {
    /// The club id. Stored only inside `PK`.
    #[dynamo(key_only)]
    pub club_id: String,
    /// The day. Stored only inside `SK`.
    #[dynamo(key_only)]
    pub day: NaiveDate,
    /// The court. Stored only inside `SK`.
    #[dynamo(key_only)]
    pub court: String,
    /// Who booked it.
    pub booked_by: String,
    /// Whether it is paid.
    pub paid: bool,
}

/// A club in `clubs`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Clubs, rename_all = "PascalCase")]
#[key(pk = "CLUB#{club_id}", sk = literal("CLUB"))]
pub struct Club {
    /// The club id. Stored only inside `PK`.
    #[dynamo(key_only)]
    pub club_id: String,
    /// The contacts.
    pub contacts: BTreeMap<String, Contact>,
    /// The name.
    pub name: String,
}

/// A member in `clubs`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Clubs, rename_all = "PascalCase")]
#[key(pk = "CLUB#{club_id}", sk = "MEMBER#{member_no:04}")]
#[gsi(name = "ByDue", query = "by_due")]
pub struct Member {
    /// The club id. Stored only inside `PK`.
    #[dynamo(key_only)]
    pub club_id: String,
    /// The member no. Stored only inside `SK`.
    #[dynamo(key_only)]
    pub member_no: u64,
    /// The email.
    pub email: String,
    /// The fee.
    pub fee: String,
    /// When it was joined.
    pub joined_at: DateTime<Utc>,
    /// The next due.
    pub next_due: Option<String>,
}

/// Everything in the partition of a club.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Clubs)]
pub enum ClubItem {
    /// A booking.
    Booking(Booking),
    /// A club.
    Club(Club),
    /// A member.
    Member(Member),
}

// No key of one type can be a key of another.
const _: () = check_items::<(Booking, Club, Member)>();

/// The `contact` of `Club`.
#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
pub struct Contact {
    /// The name.
    pub name: String,
    /// The phone.
    pub phone: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("clubs.samples.json"))?;
        proof.check::<(Booking, Club, Member)>().await?;
        Ok(())
    }
}
