//! What the addresses of mail servers have in common:
//! `SCHEME://[USER[:PASSWORD]@]HOST[:PORT][/PATH][?WORD=VALUE&...]`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use zeroize::Zeroizing;

use super::error::MailError;
use super::tls::Trust;
use tess_disk::private_file;

/// How the wire is kept from other readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lock {
    /// Not at all.
    Plain,
    /// TLS from the first byte (RFC 8314).
    Wrapped,
    /// STARTTLS, or nothing is said (RFC 3207, RFC 9051 6.2.1).
    Started,
}

/// Who comes, and where his password is.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Login {
    pub user: String,
    secret: Secret,
}

#[derive(Clone, PartialEq, Eq)]
enum Secret {
    Given(String),
    File(PathBuf),
}

impl Login {
    /// The password: the first line, where it lies in a file.
    pub fn password(&self) -> Result<Zeroizing<String>, MailError> {
        match &self.secret {
            Secret::Given(word) => Ok(Zeroizing::new(word.clone())),
            Secret::File(path) => {
                let text = private_file::read(path).map_err(|e| MailError::Password(Box::new(e)))?;
                Ok(Zeroizing::new(text.lines().next().unwrap_or_default().to_owned()))
            }
        }
    }
}

/// The parts of an address, checked but for what a protocol wants of them. `Err` says what to write.
pub(super) struct ServerUrl {
    pub host: String,
    pub port: Option<u16>,
    pub login: Option<Login>,
    pub lock: Lock,
    pub trust: Trust,
    /// What stands after the host, decoded.
    pub path: String,
    /// Words of the query that are not known here.
    pub rest: BTreeMap<String, String>,
}

impl ServerUrl {
    /// Takes an address apart; `scheme` is the one in plain, with an `s` after it the one with TLS.
    pub fn parse(url: &str, scheme: &str) -> Result<ServerUrl, String> {
        let (found, rest) = url.split_once("://").ok_or_else(|| format!("write {scheme}://host:port"))?;
        let wrapped = match found.strip_prefix(scheme) {
            Some("") => false,
            Some("s") => true,
            _ => return Err(format!("write {scheme}:// or {scheme}s://")),
        };
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let mut query = words(query)?;
        let lock = match (query.remove("tls").as_deref(), wrapped) {
            (None, false) => Lock::Plain,
            (None, true) => Lock::Wrapped,
            (Some("required"), false) => Lock::Started,
            (Some(_), true) => return Err(format!("{scheme}s:// has TLS already; leave tls= away")),
            (Some(_), false) => return Err("tls is required or left away".to_owned()),
        };
        let trust = Trust::new(file(&mut query, "ca")?);
        if trust.is_given() && lock == Lock::Plain {
            return Err(format!("ca= is for TLS; write {scheme}s://, or tls=required besides"));
        }
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, rest),
        };
        let (place, path) = place.split_once('/').unwrap_or((place, ""));
        let (host, port) = split_port(place).ok_or("the port is no number")?;
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':');
        if host.is_empty() || !host.bytes().all(plain) {
            return Err(format!("the host is missing; write {scheme}://host:port"));
        }
        let login = login.map(|login| Self::login(login, &mut query)).transpose()?;
        if login.is_some() && lock == Lock::Plain && !is_this_machine(&host) {
            return Err(format!("a password in plain would be read on the way; write {scheme}s://"));
        }
        let path = decode(path).ok_or("write %25 for a % in the folder")?;
        Ok(ServerUrl { host, port, login, lock, trust, path, rest: query })
    }

    fn login(text: &str, query: &mut BTreeMap<String, String>) -> Result<Login, String> {
        let (user, given) = text.split_once(':').map_or((text, None), |(user, word)| (user, Some(word)));
        let broken = "write %25 for a % in user or password";
        let user = decode(user).ok_or(broken)?;
        let secret = match (given, file(query, "password-file")?) {
            (Some(word), None) => Secret::Given(decode(word).ok_or(broken)?),
            (None, Some(path)) => Secret::File(path),
            (Some(_), Some(_)) => return Err("a password and password-file=; leave one away".to_owned()),
            (None, None) => {
                return Err(
                    "the password is missing; write user:password@host, or ?password-file=FILE at the end"
                        .to_owned(),
                );
            }
        };
        Ok(Login { user, secret })
    }
}

/// The words of a query, each once.
fn words(query: &str) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (word, value) =
            pair.split_once('=').ok_or_else(|| format!("after ? write {pair}=something, or nothing"))?;
        let value = decode(value).ok_or_else(|| format!("write %25 for a % in {word}"))?;
        if found.insert(word.to_owned(), value).is_some() {
            return Err(format!("{word}= stands twice after the ?"));
        }
    }
    Ok(found)
}

/// A file that the query names, by its whole path: the address may be used from any folder.
fn file(query: &mut BTreeMap<String, String>, word: &str) -> Result<Option<PathBuf>, String> {
    match query.remove(word).map(PathBuf::from) {
        Some(path) if !path.is_absolute() => Err(format!("write the whole path after {word}=, from / on")),
        path => Ok(path),
    }
}

/// `host`, `host:port` or `[v6]:port`.
fn split_port(place: &str) -> Option<(String, Option<u16>)> {
    if let Some(rest) = place.strip_prefix('[') {
        let (host, rest) = rest.split_once(']')?;
        let port = match rest.strip_prefix(':') {
            Some(port) => Some(port.parse().ok()?),
            None => None,
        };
        return Some((host.to_owned(), port));
    }
    match place.split_once(':') {
        Some((host, port)) => Some((host.to_owned(), Some(port.parse().ok()?))),
        None => Some((place.to_owned(), None)),
    }
}

/// Undoes percent encoding (RFC 3986 2.1); nothing when it is broken, or hides a control character.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&b, more)) = rest.split_first() {
        if b == b'%' {
            let code = more.get(..2)?;
            bytes.extend(data_encoding::HEXLOWER_PERMISSIVE.decode(code).ok()?);
            rest = &more[2..];
        } else {
            bytes.push(b);
            rest = more;
        }
    }
    String::from_utf8(bytes).ok().filter(|text| !text.chars().any(char::is_control))
}

/// The address with `...` for what stands between the user's colon and the last `@`.
pub(super) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return if url.contains('@') { "...".into() } else { url.to_owned() };
    };
    match rest.rsplit_once('@') {
        Some((login, host)) => match login.split_once(':') {
            Some((user, _)) => format!("{scheme}://{user}:...@{host}"),
            None => url.to_owned(),
        },
        None => url.to_owned(),
    }
}

/// Does this text hold the address of a mail server with a password in it?
#[must_use]
pub fn shows_a_password(text: &str) -> bool {
    ["smtp://", "smtps://", "imap://", "imaps://"].iter().any(|scheme| {
        let address = text.find(scheme).map(|at| &text[at..]);
        address.is_some_and(|address| without_password(address) != address)
    })
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_lies_in_a_file_that_nobody_else_may_read() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("imap.password");
        std::fs::write(&path, "s3:cret@x\nnot this line\n").unwrap();
        let url = format!("imaps://me%40x.example@h.example/In?password-file={}", path.display());
        let login = ServerUrl::parse(&url, "imap").ok().unwrap().login.unwrap();
        assert_eq!(login.user, "me@x.example");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let refused = login.password().unwrap_err().to_string();
        assert!(
            refused.contains("others may use this secret") && refused.contains("imap.password"),
            "{refused}"
        );
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(login.password().unwrap().as_str(), "s3:cret@x");
        std::fs::remove_file(&path).unwrap();
        assert!(login.password().is_err());
    }

    #[test]
    fn a_bad_address_says_what_to_write() {
        for (url, why) in [
            ("imaps://u@h", "?password-file=FILE"),
            ("imaps://u:p@h?password-file=/x", "leave one away"),
            ("imaps://u@h?password-file=x", "from / on"),
            ("imaps://u:p@h?tls=required", "leave tls= away"),
            ("imap://u:p@localhost?tls=maybe", "tls is required"),
            ("imap://u:p@localhost?ca=/x", "ca= is for TLS"),
            ("imaps://u:p@h?ca", "write ca=something"),
            ("imaps://u:p@h?ca=/x&ca=/y", "twice"),
            ("imap://u:p@mail.example.org", "in plain"),
            ("imap://u:p%0d%0aA1@localhost", "%25"),
        ] {
            let Err(error) = ServerUrl::parse(url, "imap") else { panic!("{url} is taken") };
            assert!(error.contains(why), "{url}: {error}");
        }
    }

    #[test]
    fn an_address_with_a_password_is_known_wherever_it_stands() {
        for bad in ["imaps://u:p@h/INBOX", "--to=smtp://u:p@localhost", "smtps://u:p:q@h@i"] {
            assert!(shows_a_password(bad), "{bad}");
        }
        for good in ["imaps://u@h?password-file=/x:y", "smtp://localhost:25", "see imap: u:p@h", "u:p@h"] {
            assert!(!shows_a_password(good), "{good}");
        }
        assert_eq!(without_password("smtp://u:a@b@h"), "smtp://u:...@h");
    }
}
