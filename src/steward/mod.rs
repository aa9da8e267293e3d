//! steward
