//! Sentences of the chapter `movement`.

use crate::gboh::Setup;
use crate::gboh::happening::MoveEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(_set: &Setup, event: &MoveEvent) -> String {
    format!("{event:?}")
}
