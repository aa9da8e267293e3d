//! Elephants on the rampage (9.14). Pass-thru stands with shock, screens and riders with missiles.

mod rampage;

pub use rampage::rampage;
