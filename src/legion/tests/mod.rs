//! ?

pub mod proving_ground;
