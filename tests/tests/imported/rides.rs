//! The table `rideshare-{env}-rides`.
//!
//! It needs `chrono` and `rust_decimal` and the features of these names of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Attribute, Collection, Item, Table, check_items, formats};
use rust_decimal::Decimal;

/// The table `rideshare-{env}-rides`.
#[derive(Debug, Clone, Copy, Table)]
#[table(
    name = "rideshare-{env}-rides",
    pk = "Pkey",
    sk = "Skey",
    ttl = "TimeToExist"
)]
#[gsi(name = "GSI1", pk = "GSI1Pkey", sk = "GSI1Skey")]
pub struct Rides;

/// A driver location in `rideshare-{env}-rides`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Rides, rename_all = "camelCase")]
#[key(pk = "DRIVER#{driver_id}", sk = literal("LOCATION"))]
pub struct DriverLocation {
    /// The driver id.
    pub driver_id: String,
    /// When DynamoDB removes the item, in seconds since 1970.
    #[dynamo(rename = "TimeToExist")]
    pub time_to_exist: u64,
    /// The geohash.
    pub geohash: String,
    /// The lat.
    pub lat: Decimal,
    /// The lng.
    pub lng: Decimal,
}

/// A driver profile in `rideshare-{env}-rides`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Rides, rename_all = "camelCase")]
#[key(pk = "DRIVER#{driver_id}", sk = literal("PROFILE"))]
#[gsi(
    name = "GSI1",
    pk = "CITY#{city}#{status}",
    sk = "DRIVER#{driver_id}",
    query = "by_city"
)]
pub struct DriverProfile {
    /// The driver id.
    pub driver_id: String,
    /// The city.
    pub city: String,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Decimal,
    /// The status.
    // Question: samples have `AVAILABLE`; is it one of a few, and so an enum?
    pub status: String,
    /// The vehicle.
    pub vehicle: Vehicle,
}

/// A trip in `rideshare-{env}-rides`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Rides, rename_all = "camelCase")]
#[key(pk = "DRIVER#{driver_id}", sk = "TRIP#{requested_at:millis}#{trip_id}")]
#[gsi(
    name = "GSI1",
    pk = "RIDER#{rider_id}",
    sk = "TRIP#{requested_at:millis}",
    query = "by_rider"
)]
pub struct Trip {
    /// The driver id.
    pub driver_id: String,
    /// When it was requested.
    #[dynamo(with = formats::rfc3339_millis)]
    pub requested_at: DateTime<Utc>,
    /// The trip id.
    pub trip_id: String,
    /// The currency.
    pub currency: String,
    /// The fare.
    pub fare: Decimal,
    /// The pickup.
    pub pickup: Pickup,
    /// The rider id.
    pub rider_id: String,
    /// The trip status.
    // Question: samples have `CANCELLED`, `COMPLETED`, `IN_PROGRESS`; is it one of a few, and so an
    // enum?
    pub trip_status: String,
}

/// Everything in the partition of a driver.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Rides)]
pub enum DriverItem {
    /// A driver location.
    DriverLocation(DriverLocation),
    /// A driver profile.
    DriverProfile(DriverProfile),
    /// A trip.
    Trip(Trip),
}

// No key of one type can be a key of another.
const _: () = check_items::<(DriverLocation, DriverProfile, Trip)>();

/// The `pickup` of `Trip`.
#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Pickup {
    /// The lat.
    pub lat: Decimal,
    /// The lng.
    pub lng: Decimal,
}

/// The `vehicle` of `DriverProfile`.
#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Vehicle {
    /// The plate.
    pub plate: String,
    /// The seats.
    pub seats: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("rides.samples.json"))?;
        proof
            .check::<(DriverLocation, DriverProfile, Trip)>()
            .await?;
        Ok(())
    }
}
