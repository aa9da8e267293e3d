//! A second opinion on battles: who is there, who is gone for good, and who has won.

pub mod gboh;
pub mod legion;
