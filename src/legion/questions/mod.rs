//! What follows from a position: nothing here changes it.

pub mod band;
pub mod contact;
pub mod drill;
pub mod edges;
pub mod goals;
pub mod hearing;
pub mod lasting;
pub mod lured;
pub mod names;
pub mod near;
pub mod passing;
pub mod places;
pub mod posts;
pub mod score;
pub mod sight;
pub mod stands;
pub mod terrain;
pub mod wings;
pub mod zone;
