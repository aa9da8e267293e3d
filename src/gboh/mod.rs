//! gboh
