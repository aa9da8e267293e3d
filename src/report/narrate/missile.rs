//! Sentences of the chapter `missile`.

use crate::gboh::Setup;
use crate::gboh::happening::FireEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(_set: &Setup, event: &FireEvent) -> String {
    format!("{event:?}")
}
