//! **legion org.command.** What a Command must and may have, for armies that are mustered and for prepared
//! scenarios.

use tess_legion::setup::Class;
use tess_legion::setup::CommandKind;

/// A unit of a Command, as far as this rule asks.
pub(super) struct Held<'a> {
    /// Short name.
    pub(super) code: &'a str,
    /// What its stands are, one by one.
    pub(super) classes: Vec<Class>,
    /// The general's own.
    pub(super) bodyguard: bool,
}

/// What is wrong: with which unit (by its place), or with the whole Command; and what would be right.
pub(super) struct Unfit {
    pub(super) unit: Option<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

impl Held<'_> {
    fn all(&self, test: impl Fn(Class) -> bool) -> bool {
        self.classes.iter().all(|&class| test(class))
    }
}

/// Everything in which a Command does not hold to the rule.
pub(super) fn unfit(
    (code, kind): (&str, CommandKind),
    (leader, rating): (&str, u8),
    units: &[Held<'_>],
) -> Vec<Unfit> {
    let mut found = Vec::new();
    let mut say = |unit: Option<usize>, message: String, help: &str| {
        found.push(Unfit { unit, message, help: format!("{help} (org.command)") });
    };
    let of_its_kind = |held: &Held<'_>| match kind {
        CommandKind::Infantry => held.all(foot),
        CommandKind::Cavalry => held.all(Class::is_cavalry),
        CommandKind::Reserve => held.all(|class| foot(class) || class.is_cavalry()),
    };
    if !units.iter().any(of_its_kind) {
        say(None, format!("{code} has no unit of its kind"), "give it at least one, or another `kind`");
    }
    let listed = || units.iter().enumerate();
    for (at, held) in listed().filter(|(_, u)| !u.bodyguard && !u.all(|class| admits(kind, class))) {
        let message = format!("{} cannot be in {code}, {} Command", held.code, in_words(kind));
        say(Some(at), message, "put it into a Command of another kind");
    }
    let guard: usize = units.iter().filter(|u| u.bodyguard).map(|u| u.classes.len()).sum();
    if guard > usize::from(rating) {
        let message = format!("{leader} has a bodyguard of {guard} stands, rating {rating}");
        say(None, message, "a bodyguard has at most as many stands as its general's rating");
    }
    for (at, held) in listed().filter(|(_, u)| u.bodyguard) {
        let mounted = held.all(Class::is_cavalry);
        if !(mounted || held.all(foot)) {
            say(Some(at), format!("{} is no bodyguard", held.code), "bodyguards are infantry or cavalry");
        } else if kind == CommandKind::Cavalry && !mounted {
            let message = format!("{} is on foot in a cavalry Command", held.code);
            say(Some(at), message, "give its general horsemen");
        }
    }
    found
}

fn foot(class: Class) -> bool {
    class.is_heavy_infantry() || matches!(class, Class::Auxilia | Class::LightInfantry)
}

/// The kinds of troops of a kind of Command. The book's list for the reserve is lost: anything.
fn admits(kind: CommandKind, class: Class) -> bool {
    let both = matches!(class, Class::Auxilia | Class::LightInfantry | Class::Elephants);
    match kind {
        CommandKind::Infantry => {
            both || class.is_heavy_infantry() || matches!(class, Class::Artillery | Class::Baggage)
        }
        CommandKind::Cavalry => both || class.is_cavalry() || class.is_chariots(),
        CommandKind::Reserve => true,
    }
}

fn in_words(kind: CommandKind) -> &'static str {
    match kind {
        CommandKind::Infantry => "an infantry",
        CommandKind::Cavalry => "a cavalry",
        CommandKind::Reserve => "a reserve",
    }
}
