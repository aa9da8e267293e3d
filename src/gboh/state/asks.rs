//! Which of the finer decisions a side wants to be asked about, instead of having them taken as its
//! standing default says.
//!
//! The book gives a player many decisions that hardly ever matter: which of two free hexes a fugitive takes,
//! whether a unit that nobody can reach turns when it has advanced. Each of them costs a mail. So a side is
//! asked about those that may matter, and about the others when it has said `ask` (docs/choices.md).

/// Whether a side is asked about each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asks {
    /// A facing after an advance with no enemy near (8.52).
    pub advance_face: bool,
    /// A wheel after an advance that brings no other enemy before the front (8.53).
    pub advance_wheel: bool,
    /// Which of several leaders inspires his men in a shock (8.46).
    pub charisma: bool,
    /// The unit that decides the clash, also where another is better in both columns of hits (8.45).
    pub defender: bool,
    /// A turn when an enemy comes next to the front (7.15).
    pub face: bool,
    /// How the riders of a feigned retreat face (cataphract 6.73).
    pub feign_face: bool,
    /// By which way one feigns a retreat, and the lured one follows (cataphract 6.73).
    pub feign_path: bool,
    /// Every odd hit, and every way in which phalanxes may share hits out (10.13).
    pub hits: bool,
    /// How infantry faces that runs after who harasses it, of two facings as straight (cataphract 8.34).
    pub impetuous_face: bool,
    /// How cavalry faces that pursues or comes back (8.62, alexander 10.43A).
    pub pursuit_face: bool,
    /// By which of equal ways cavalry rides on past destroyed enemies, and where it comes back (8.62,
    /// alexander 10.43A).
    pub pursuit_path: bool,
    /// Which of equal ways an elephant that runs wild heads (9.14).
    pub rampage: bool,
    /// Whether a unit takes new missiles (8.18).
    pub reload: bool,
    /// The way of a rout, also where no friend suffers by any (10.22).
    pub rout_path: bool,
    /// By which of equally cheap ways a unit runs uncontrolled to its place (cataphract 11.31).
    pub uncontrolled: bool,
    /// By which way a unit withdraws, also where no other friend suffers by any (6.51).
    pub withdraw_path: bool,
}

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finer {
    /// See [`Asks::advance_face`].
    AdvanceFace,
    /// See [`Asks::advance_wheel`].
    AdvanceWheel,
    /// See [`Asks::charisma`].
    Charisma,
    /// See [`Asks::defender`].
    Defender,
    /// See [`Asks::face`].
    Face,
    /// See [`Asks::feign_face`].
    FeignFace,
    /// See [`Asks::feign_path`].
    FeignPath,
    /// See [`Asks::hits`].
    Hits,
    /// See [`Asks::impetuous_face`].
    ImpetuousFace,
    /// See [`Asks::pursuit_face`].
    PursuitFace,
    /// See [`Asks::pursuit_path`].
    PursuitPath,
    /// See [`Asks::rampage`].
    Rampage,
    /// See [`Asks::reload`].
    Reload,
    /// See [`Asks::rout_path`].
    RoutPath,
    /// See [`Asks::uncontrolled`].
    Uncontrolled,
    /// See [`Asks::withdraw_path`].
    WithdrawPath,
}

impl Finer {
    /// All of them.
    pub const ALL: [Finer; 16] = [
        Finer::AdvanceFace,
        Finer::AdvanceWheel,
        Finer::Charisma,
        Finer::Defender,
        Finer::Face,
        Finer::FeignFace,
        Finer::FeignPath,
        Finer::Hits,
        Finer::ImpetuousFace,
        Finer::PursuitFace,
        Finer::PursuitPath,
        Finer::Rampage,
        Finer::Reload,
        Finer::RoutPath,
        Finer::Uncontrolled,
        Finer::WithdrawPath,
    ];

    /// The window of the question, which is also what is written after `ask`.
    #[must_use]
    pub const fn window(self) -> &'static str {
        match self {
            Finer::AdvanceFace => "advance-face",
            Finer::AdvanceWheel => "advance-wheel",
            Finer::Charisma => "charisma",
            Finer::Defender => "defender",
            Finer::Face => "face",
            Finer::FeignFace => "feign-face",
            Finer::FeignPath => "feign-path",
            Finer::Hits => "hits",
            Finer::ImpetuousFace => "impetuous-face",
            Finer::PursuitFace => "pursuit-face",
            Finer::PursuitPath => "pursuit-path",
            Finer::Rampage => "rampage",
            Finer::Reload => "reload",
            Finer::RoutPath => "rout-path",
            Finer::Uncontrolled => "uncontrolled",
            Finer::WithdrawPath => "withdraw-path",
        }
    }

    /// The one with this window.
    #[must_use]
    pub fn named(window: &str) -> Option<Finer> {
        Finer::ALL.into_iter().find(|finer| finer.window().eq_ignore_ascii_case(window))
    }
}

impl Asks {
    fn of(&mut self, finer: Finer) -> &mut bool {
        match finer {
            Finer::AdvanceFace => &mut self.advance_face,
            Finer::AdvanceWheel => &mut self.advance_wheel,
            Finer::Charisma => &mut self.charisma,
            Finer::Defender => &mut self.defender,
            Finer::Face => &mut self.face,
            Finer::FeignFace => &mut self.feign_face,
            Finer::FeignPath => &mut self.feign_path,
            Finer::Hits => &mut self.hits,
            Finer::ImpetuousFace => &mut self.impetuous_face,
            Finer::PursuitFace => &mut self.pursuit_face,
            Finer::PursuitPath => &mut self.pursuit_path,
            Finer::Rampage => &mut self.rampage,
            Finer::Reload => &mut self.reload,
            Finer::RoutPath => &mut self.rout_path,
            Finer::Uncontrolled => &mut self.uncontrolled,
            Finer::WithdrawPath => &mut self.withdraw_path,
        }
    }

    /// Is the side asked about it?
    #[must_use]
    pub fn about(mut self, finer: Finer) -> bool {
        *self.of(finer)
    }

    /// From now on it is, or is not.
    pub fn set(&mut self, finer: Finer, on: bool) {
        *self.of(finer) = on;
    }
}
