//! The settings of a seat.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::StewardError;
use tess_disk::durable;
use tess_game::Voice;
use tess_ledger::Role;
use tess_mail::Transport;

/// The contents of `seat.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The role.
    pub role: Role,
    /// The signing key's file, relative to the seat or absolute.
    pub key: PathBuf,
    /// How mail goes out: `smtp://[user:pass@]host:port`, `maildir:DIR` (with `{user}`), `file:DIR` or
    /// `file:`.
    pub transport: String,
    /// Folder with scenarios and charts of one's own, beside those in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<PathBuf>,
    /// In which voice the story is told, here and in the mails from here: `plain`, `notation` or `full`.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub voice: Voice,
    /// Mails from here say the same once more as HTML, for programs that show it.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub pictures: bool,
    /// The HTML shows the field as a picture, which makes a mail 20 to 110 kB larger.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub maps: bool,
    /// The player may mail orders to himself with the word that his program has mailed him, and it signs
    /// them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub telephone: bool,
}

/// What is so unless a setting says otherwise.
const fn yes() -> bool {
    true
}

/// Is it the voice that needs no setting?
fn is_plain(voice: &Voice) -> bool {
    *voice == Voice::Plain
}

impl Settings {
    /// The transport of a seat whose mail stays in its outbox until a store takes it.
    pub const KEEP: &'static str = "keep:";

    /// Reads `seat.toml`.
    ///
    /// # Errors
    /// When it is missing or not of the form.
    pub fn read(dir: &Path) -> Result<Settings, StewardError> {
        let path = dir.join("seat.toml");
        let text = fs::read_to_string(&path).map_err(|e| {
            StewardError::file(&path, e, "name the folder of a battle, as `tess new` or `tess join` made it")
        })?;
        toml::from_str(&text)
            .map_err(|e| StewardError::file(&path, e, "see docs/cli.md for what stands in it"))
    }

    /// Writes `seat.toml`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), StewardError> {
        Ok(durable::write(dir, "seat.toml", self.text()?.as_bytes())?)
    }

    /// What stands in `seat.toml`.
    ///
    /// # Errors
    /// When a value cannot be written.
    pub fn text(&self) -> Result<String, StewardError> {
        toml::to_string(self).map_err(|e| StewardError::file("seat.toml", e, "use plain values"))
    }

    /// The way mail goes out of a seat.
    ///
    /// # Errors
    /// When the setting is none of the forms.
    pub fn transport(&self, dir: &Path) -> Result<Transport, StewardError> {
        match self.transport.as_str() {
            "file:" => Ok(Transport::File(dir.join("to-send"))),
            other => Settings::way_out(other),
        }
    }

    /// The transport that a setting names.
    ///
    /// # Errors
    /// When it is none of the forms.
    pub fn way_out(text: &str) -> Result<Transport, StewardError> {
        let bad = |what: String| {
            StewardError::refused(
                format!("transport `{text}`: {what}"),
                "write smtp://host:port, maildir:DIR or file:DIR",
            )
        };
        match text.split_once(':') {
            _ if text == Settings::KEEP => Ok(Transport::Keep),
            Some(("maildir", path)) => Ok(Transport::Maildir(PathBuf::from(path))),
            Some(("file", path)) if !path.is_empty() => Ok(Transport::File(PathBuf::from(path))),
            Some(("smtp" | "smtps", _)) => {
                tess_mail::smtp::SmtpUrl::parse(text).map(Transport::Smtp).map_err(|e| bad(e.to_string()))
            }
            _ => Err(bad("unknown".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_tells_plainly_and_with_pictures_unless_it_says_otherwise() {
        let plain = "role = \"rome\"\nkey = \"key.pem\"\ntransport = \"file:\"\n";
        let settings: Settings = toml::from_str(plain).expect("settings");
        assert_eq!((settings.voice, settings.pictures), (Voice::Plain, true));
        assert_eq!(settings.text().expect("text"), plain);
        let other = format!("{plain}voice = \"notation\"\npictures = false\n");
        let settings: Settings = toml::from_str(&other).expect("settings");
        assert_eq!((settings.voice, settings.pictures), (Voice::Notation, false));
        assert_eq!(settings.text().expect("text"), other);
        assert!(toml::from_str::<Settings>(&format!("{plain}voice = \"song\"\n")).is_err());
    }
}
