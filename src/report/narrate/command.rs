//! Sentences of the chapter `command`.

use crate::gboh::Setup;
use crate::gboh::happening::CommandEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(_set: &Setup, event: &CommandEvent) -> String {
    match *event {}
}
