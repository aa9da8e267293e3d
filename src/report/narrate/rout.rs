//! Sentences of the chapter `rout`.

use crate::gboh::Setup;
use crate::gboh::happening::RoutEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(_set: &Setup, event: &RoutEvent) -> String {
    format!("{event:?}")
}
