//! What a scenario says about itself.

/// What a scenario says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The date as written: `255 BC`.
    pub date: String,
    /// The sources as written.
    pub sources: Vec<String>,
    /// Names of the sides for people, in order.
    pub sides: [String; 2],
}
