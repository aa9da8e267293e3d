//! What follows from things that do not change, found out when it is first asked.

use std::sync::OnceLock;

/// Something found out once about what it lies in. A copy, which may be changed, knows nothing yet, and
/// nobody is different for what is known about him.
#[derive(Debug)]
pub struct Known<T>(OnceLock<T>);

impl<T> Known<T> {
    /// What is known, or else what is found out now.
    #[inline]
    pub fn or_find(&self, find: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(find)
    }
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known(OnceLock::new())
    }
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Known<T> {
        Known::default()
    }
}

impl<T> PartialEq for Known<T> {
    fn eq(&self, _: &Known<T>) -> bool {
        true
    }
}

impl<T> Eq for Known<T> {}
