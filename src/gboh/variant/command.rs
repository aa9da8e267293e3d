//! What the books decide differently about command and leaders.

/// Choices of the command chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandChoices {
    /// spqr 5.33: a leader chosen by re-activation may use momentum unless he was finished. Alexander 5.33: never.
    pub reactivated_keep_momentum: bool,
    /// spqr 4.33\[3\], alexander 4.34: in the first turn every leader's line command is free. Cataphract: never.
    pub free_lines_on_first_turn: bool,
    /// Cataphract 9.14, alexander 8.45: a leader's second wound kills him. SPQR: one who has no initiative left is dead.
    pub second_wound_kills: bool,
}

impl CommandChoices {
    /// SPQR.
    #[must_use]
    pub const fn spqr() -> CommandChoices {
        CommandChoices {
            reactivated_keep_momentum: true,
            free_lines_on_first_turn: true,
            second_wound_kills: false,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> CommandChoices {
        CommandChoices { free_lines_on_first_turn: false, second_wound_kills: true, ..CommandChoices::spqr() }
    }

    /// Alexander, either time.
    #[must_use]
    pub const fn alexander(_before: bool) -> CommandChoices {
        CommandChoices {
            reactivated_keep_momentum: false,
            second_wound_kills: true,
            ..CommandChoices::spqr()
        }
    }
}
