//! The later chapters, for the earlier ones that set them off.

use crate::state::sequel::Sequels;
use crate::{movement, shock, special};

/// Every set-up has them.
pub const SEQUELS: Sequels = Sequels {
    rampage: special::rampage,
    leaders_withdraw_along: movement::leaders_withdraw_along,
    strike: shock::strike,
};
