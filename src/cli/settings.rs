//! The one place that reads settings: environment, folders, keys.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Failure, terminal};
use tess_diagnostic::{Meant, decoded, straightened};
use tess_ledger::{Key, Setting, SigningKey};
use tess_mail::shows_a_password;
use tess_scenario::Library;

/// Where keys lie: `TESS_HOME`, else `XDG_DATA_HOME/tesserarius`, else `~/.local/share/tesserarius`.
pub fn home() -> Result<PathBuf, Failure> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    set("TESS_HOME")
        .or_else(|| set("XDG_DATA_HOME").map(|dir| dir.join("tesserarius")))
        .or_else(|| set("HOME").map(|dir| dir.join(".local/share/tesserarius")))
        .ok_or_else(|| Failure::new("there is no home for keys", "set TESS_HOME to a folder of your own"))
}

/// Where lies what can be made again: `cache` in `TESS_HOME`, else `XDG_CACHE_HOME/tesserarius`, else
/// `~/.cache/tesserarius`.
pub fn cache() -> Result<PathBuf, Failure> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    set("TESS_HOME")
        .map(|dir| dir.join("cache"))
        .or_else(|| set("XDG_CACHE_HOME").map(|dir| dir.join("tesserarius")))
        .or_else(|| set("HOME").map(|dir| dir.join(".cache/tesserarius")))
        .ok_or_else(|| {
            Failure::new(
                "there is no folder for what can be made again",
                "set TESS_HOME to a folder of your own",
            )
        })
}

/// The file of a key: by its name in `keys/`, or a path as it stands.
pub fn key_file(name: &str) -> Result<PathBuf, Failure> {
    if name.contains(['/', '\\']) || name.ends_with(".pem") {
        return absolute(Path::new(name));
    }
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
    if name.is_empty() || name.starts_with('.') || !plain {
        return Err(Failure::new(
            format!("`{name}` cannot name a key"),
            "use letters, digits, - and _, or the path of a .pem file",
        ));
    }
    absolute(&home()?.join("keys").join(format!("{name}.pem")))
}

/// An existing key's file.
pub fn known_key(name: &str) -> Result<PathBuf, Failure> {
    let file = key_file(name)?;
    if file.exists() {
        return Ok(file);
    }
    Err(Failure::new(format!("there is no key {}", file.display()), format!("make it: tess key new {name}")))
}

/// The public key that stands beside the file, so that no passphrase is needed to know it.
pub fn public_of(file: &Path) -> Option<Key> {
    std::fs::read_to_string(file.with_extension("pub")).ok()?.trim().parse().ok()
}

/// The key file under `keys/` that holds this public key.
pub fn key_with(public: &Key) -> Result<PathBuf, Failure> {
    let dir = home()?.join("keys");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&dir).into_iter().flatten().filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.sort_unstable();
    let found = files
        .into_iter()
        .filter(|f| f.extension().is_some_and(|e| e == "pem"))
        .find(|f| public_of(f).as_ref() == Some(public));
    found.map(|f| absolute(&f)).transpose()?.ok_or_else(|| {
        Failure::new(
            format!("none of the keys in {} is the one of the card", dir.display()),
            "name the key's file with --key",
        )
    })
}

/// The passphrase of a key file, if it needs one: from `TESS_PASSPHRASE`, else asked at the terminal.
pub fn passphrase(file: &Path) -> Result<Option<String>, Failure> {
    if !SigningKey::is_encrypted(file)? {
        return Ok(None);
    }
    if let Ok(word) = std::env::var("TESS_PASSPHRASE") {
        return Ok(Some(word));
    }
    let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = asked.get(file) {
        return Ok(Some(word.clone()));
    }
    let word = ask(&format!("Passphrase of {}: ", file.display()))?;
    asked.insert(file.to_owned(), word.clone());
    Ok(Some(word))
}

/// Passphrases that were asked for, by their files: a program that goes on opens its seats again and again.
static ASKED: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// Asks for a secret at the terminal.
pub fn ask(prompt: &str) -> Result<String, Failure> {
    rpassword::prompt_password(prompt).map_err(|_| {
        Failure::new("a passphrase is needed and there is no terminal to ask at", "set TESS_PASSPHRASE")
    })
}

/// Loads a key, with its passphrase if it needs one.
pub fn load_key(file: &Path) -> Result<SigningKey, Failure> {
    Ok(SigningKey::load(file, passphrase(file)?.as_deref())?)
}

/// The scenarios: those in the program, with a folder in front of them if one is named.
pub fn library(dir: Option<&Path>) -> Library {
    dir.map_or_else(Library::embedded, Library::with_dir)
}

/// A path that holds wherever the program is started from.
pub fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|e| Failure::file(path, &e, "name a path"))
}

/// A transport with its folder made absolute, so that it holds wherever the program is started from.
pub fn transport(text: &str) -> Result<String, Failure> {
    Ok(match text.split_once(':') {
        Some((kind @ ("maildir" | "file"), path)) if !path.is_empty() => {
            format!("{kind}:{}", absolute(Path::new(path))?.display())
        }
        _ => text.to_owned(),
    })
}

/// What everybody on the machine can read must hold no password.
pub fn no_password_in_arguments() -> Result<(), Failure> {
    if std::env::args_os().any(|arg| shows_a_password(&arg.to_string_lossy())) {
        return Err(Failure::new(
            "a password on the command line can be read by everybody on this machine",
            "put it into a file that only you may read, and write ?password-file=FILE at the end of the address; or \
             give the whole address in TESS_FROM or TESS_TRANSPORT",
        ));
    }
    Ok(())
}

/// A transport that is written into a file that others may read.
pub fn kept_transport(text: &str) -> Result<String, Failure> {
    if shows_a_password(text) {
        return Err(Failure::new(
            "the settings of a seat or a lobby are no place for a password",
            "put it into a file that only you may read, and write ?password-file=FILE at the end of the address",
        ));
    }
    transport(text)
}

/// Reads a text file, or standard input for `-`.
pub fn read_text(path: &Path, help: &str) -> Result<String, Failure> {
    let bytes = read_bytes(path, help)?;
    let meant = decoded(&bytes).ok_or_else(|| {
        Failure::new(format!("{} is no text", path.display()), "write UTF-8 or plain ASCII")
    })?;
    tell(path, &meant);
    Ok(meant.text)
}

/// Reads a text that is written in plain letters, a sheet or standing orders: what editors and telephones
/// make of quotes, dashes, digits and blanks is read as meant, and told once.
pub fn read_orders(path: &Path, help: &str) -> Result<String, Failure> {
    let meant = straightened(&read_text(path, help)?);
    // a tab is a blank, and nobody needs to hear of it
    let told =
        Meant { changed: meant.changed.iter().copied().filter(|what| *what != "tabs").collect(), ..meant };
    tell(path, &told);
    Ok(told.text)
}

/// Says once what was read otherwise than it stands in a file.
fn tell(path: &Path, meant: &Meant) {
    if let Some(told) = meant.told() {
        terminal::err(&format!("{}: {told}\n", path.display()));
    }
}

/// Bytes of a file that is read: many times those of the longest archive.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// Reads a file, or standard input for `-`.
pub fn read_bytes(path: &Path, help: &str) -> Result<Vec<u8>, Failure> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    // one byte more, so that too much shows
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(|e| Failure::file(path, &e, help))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::new(format!("{}: larger than {} MiB", path.display(), MOST_BYTES >> 20), help));
    }
    Ok(bytes)
}

/// Says something that is no result.
pub fn remark(text: &str) {
    let folded = tess_diagnostic::wrap(text, tess_diagnostic::WIDTH, "", "  ");
    terminal::err(&format!("{folded}\n"));
}

/// The optional rules of a battle, as `--option` has them.
pub fn options(texts: &[String]) -> Result<BTreeMap<String, Setting>, Failure> {
    let one = |text: &String| {
        let help =
            "write NAME, NAME=false, NAME=8 or NAME=word; `tess scenarios SCENARIO` lists those of a battle";
        Setting::named(text).ok_or_else(|| Failure::new(format!("`{text}` is no option"), help))
    };
    texts.iter().map(one).collect()
}
