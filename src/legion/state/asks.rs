//! Which of the finer decisions a side wants to be asked about, instead of having them taken as its
//! standing default says: each of them would cost a mail, and hardly any of them matters.

/// Whether a side is asked about each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asks {
    /// Whether light troops that got away face about (evade.procedure).
    pub about_face: bool,
    /// Which of several stands that bear equally little is lost (shoot.casualty).
    pub casualty: bool,
    /// Whether a unit or leader off the table tries to come back (table.return).
    pub comes_back: bool,
}

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finer {
    /// See [`Asks::about_face`].
    AboutFace,
    /// See [`Asks::casualty`].
    Casualty,
    /// See [`Asks::comes_back`].
    ComesBack,
}

impl Finer {
    /// All of them.
    pub const ALL: [Finer; 3] = [Finer::AboutFace, Finer::Casualty, Finer::ComesBack];

    /// The window of the question, which is also what is written after `ask`.
    #[must_use]
    pub const fn window(self) -> &'static str {
        match self {
            Finer::AboutFace => "about-face",
            Finer::Casualty => "casualty",
            Finer::ComesBack => "return",
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
            Finer::AboutFace => &mut self.about_face,
            Finer::Casualty => &mut self.casualty,
            Finer::ComesBack => &mut self.comes_back,
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
