//! What founders agree on beside the rules: options of genesis that no rule of a book looks at.

use std::collections::BTreeMap;

use super::Genesis;
use tess_effects::Setting;

/// The options that are agreements, in the order of their names.
pub const AGREEMENTS: [&str; 2] = ["press", "watch"];

/// Where words stand that move nothing (`press`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Press {
    /// Nowhere: nobody says anything.
    No,
    /// Signed, beside the log.
    #[default]
    Beside,
    /// Those to everybody are events of the log, others stand beside it.
    Log,
}

/// How long spectators wait for what they are told (`watch`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Watching {
    /// Nobody looks on.
    #[default]
    No,
    /// So many hours after a turn has ended; 0 is at once.
    Hours(u32),
    /// When the battle is over.
    AtTheEnd,
}

/// Hours that a spectator waits at most: sixty days.
const MOST_HOURS: i64 = 60 * 24;

impl Press {
    fn of(setting: &Setting) -> Option<Press> {
        match setting {
            Setting::Switch(false) => Some(Press::No),
            Setting::Switch(true) => Some(Press::Beside),
            Setting::Text(word) => match word.as_str() {
                "no" => Some(Press::No),
                "beside" => Some(Press::Beside),
                "log" => Some(Press::Log),
                _ => None,
            },
            Setting::Number(_) => None,
        }
    }
}

impl Watching {
    /// What a setting says; nothing when it is no delay.
    #[must_use]
    pub fn of(setting: &Setting) -> Option<Watching> {
        match setting {
            Setting::Switch(false) => Some(Watching::No),
            Setting::Switch(true) => Some(Watching::Hours(0)),
            Setting::Number(hours @ 0..=MOST_HOURS) => u32::try_from(*hours).ok().map(Watching::Hours),
            Setting::Number(_) => None,
            Setting::Text(word) => match word.as_str() {
                "no" => Some(Watching::No),
                "end" => Some(Watching::AtTheEnd),
                _ => None,
            },
        }
    }
}

/// The options that the rules look at.
///
/// # Errors
/// When an agreement says what cannot be; the text says what would be right.
pub fn without_agreements(
    options: &BTreeMap<String, Setting>,
) -> Result<BTreeMap<String, Setting>, (String, String)> {
    let mut rest = options.clone();
    if let Some(setting) = rest.remove("press")
        && Press::of(&setting).is_none()
    {
        let help = "write press=beside, press=log or press=no";
        return Err((format!("press={setting} says not where words stand"), help.to_owned()));
    }
    if let Some(setting) = rest.remove("watch")
        && Watching::of(&setting).is_none()
    {
        let help = format!("write watch=HOURS from 0 to {MOST_HOURS}, watch=end or watch=no");
        return Err((format!("watch={setting} is no delay"), help));
    }
    Ok(rest)
}

impl Genesis {
    /// Where words stand that move nothing.
    #[must_use]
    pub fn press(&self) -> Press {
        self.options.get("press").and_then(Press::of).unwrap_or_default()
    }

    /// How long spectators wait.
    #[must_use]
    pub fn watching(&self) -> Watching {
        self.options.get("watch").and_then(Watching::of).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BTreeMap<String, Setting>, (String, String)> {
        without_agreements(&text.split_whitespace().filter_map(Setting::named).collect())
    }

    #[test]
    fn agreements_are_read_and_kept_from_the_rules() {
        for good in ["press=log", "press=beside", "press=no", "watch=0", "watch=1440", "watch=end", "watch"] {
            assert_eq!(read(&format!("{good} engaged")).map(|rest| rest.len()), Ok(1), "{good}");
        }
        for bad in ["press=loud", "press=3", "watch=later", "watch=1441", "watch=-1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
