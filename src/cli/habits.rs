//! What holds for all battles of a player: his name and address, how his mail comes and goes.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Failure, settings};
use tess_disk::durable;

/// The file, in the home folder of `settings::home`.
const NAME: &str = "player.toml";

/// What `tess setup` has written; each is taken where the command line says nothing else.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habits {
    /// Name in reports.
    pub name: Option<String>,
    /// Mail address.
    pub address: Option<String>,
    /// How mail goes out, as `--transport` has it.
    pub transport: Option<String>,
    /// Where mail comes, as `--from` has it.
    pub from: Option<String>,
    /// New seats sign orders from a telephone; see docs/mail.md.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub telephone: bool,
}

/// The file.
pub fn file() -> Result<PathBuf, Failure> {
    settings::absolute(&settings::home()?.join(NAME))
}

impl Habits {
    /// Reads them; without a file there are none.
    pub fn read() -> Result<Habits, Failure> {
        let Ok(path) = file() else { return Ok(Habits::default()) };
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|e| {
                Failure::new(
                    format!("{}: {e}", path.display()),
                    "correct it, or write it anew with `tess setup`",
                )
            }),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Habits::default()),
            Err(e) => Err(Failure::file(&path, &e, "it has to be readable for you")),
        }
    }

    /// Writes them, for nobody else to read.
    pub fn write(&self) -> Result<PathBuf, Failure> {
        let path = file()?;
        let dir = settings::home()?;
        fs::create_dir_all(&dir)
            .map_err(|e| Failure::file(&dir, &e, "name a folder that can be written with TESS_HOME"))?;
        let text = toml::to_string(self).map_err(|e| Failure::new(e, "use plain values"))?;
        durable::write(&settings::absolute(&dir)?, NAME, text.as_bytes()).map_err(Failure::from)?;
        Ok(path)
    }
}

/// How mail goes out: as the command line says, else as always, else into files.
pub fn transport(said: Option<&String>) -> Result<String, Failure> {
    match said {
        Some(said) => settings::kept_transport(said),
        None => Ok(Habits::read()?.transport.unwrap_or_else(|| "file:".to_owned())),
    }
}
