//! Stands of light infantry beside the unit that it is with.

/// Stands of attached light infantry on the left and on the right of its host; the others are behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wings {
    /// On the left.
    pub left: u8,
    /// On the right.
    pub right: u8,
}

impl Wings {
    /// One stand of this number is gone: the left ones come first, then the right ones.
    pub fn without(&mut self, place: usize) {
        if place < usize::from(self.left) {
            self.left -= 1;
        } else if place < usize::from(self.left + self.right) {
            self.right -= 1;
        }
    }
}
