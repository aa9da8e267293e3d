//! Sentences of the chapter `shock`.

use crate::gboh::Setup;
use crate::gboh::happening::ShockEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(_set: &Setup, event: &ShockEvent) -> String {
    format!("{event:?}")
}
