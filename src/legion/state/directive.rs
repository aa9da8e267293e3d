//! What a Command may be ordered to do.

/// What a Command is told to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Directive {
    /// Go at the enemy.
    Advance,
    /// Stand.
    Hold,
    /// Go away from the enemy.
    Retire,
    /// Come together again.
    Reform,
    /// Go fast, far from the enemy.
    March,
    /// Change front and formation.
    Redeploy,
}

/// The answer of one who cannot open an order that he sealed.
pub const LOST: &str = "lost";

impl Directive {
    /// All six.
    pub const ALL: [Directive; 6] = [
        Directive::Advance,
        Directive::Hold,
        Directive::Retire,
        Directive::Reform,
        Directive::March,
        Directive::Redeploy,
    ];

    /// How they are written, and what a seal hides.
    pub const WORDS: [&'static str; 6] = ["advance", "hold", "retire", "reform", "march", "redeploy"];

    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Directive::WORDS[self as usize]
    }

    /// What it asks, in words.
    #[must_use]
    pub const fn means(self) -> &'static str {
        match self {
            Directive::Advance => "goes at the enemy, an inch at least",
            Directive::Hold => "stays where it is, and moves an inch at most",
            Directive::Retire => "goes away from the enemy, an inch at least",
            Directive::Reform => "goes back to its commander and fights nobody",
            Directive::March => "goes three times as far, in column and far from the enemy",
            Directive::Redeploy => "changes front and formation on the ground of its Command",
        }
    }

    /// The order of this name, in either case.
    #[must_use]
    pub fn parse(word: &str) -> Option<Directive> {
        Directive::ALL.into_iter().find(|d| d.word().eq_ignore_ascii_case(word))
    }
}
