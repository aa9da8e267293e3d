//! Who is let in: the page that was opened with the secret of this desk, and nobody else.
//!
//! Everything lies below a path that only who has started the desk knows, new each time. So nothing has to
//! be kept in the browser, and no other page can ask for anything: it would have to know the path. Besides,
//! the name that was asked for must be the loopback's own number (a foreign name that leads here is an
//! attack), what another page asks for is refused, and what changes something must come as JSON from the
//! desk's own page.

use tess_steward::Entropy;

use super::asked::{Asked, Given};

/// The door.
#[derive(Debug, Clone)]
pub struct Gate {
    secret: String,
    host: String,
}

/// Bytes of a request at most.
pub(crate) const MOST_BYTES: usize = 256 * 1024;

/// What every reply says of itself: no page may frame it, keep it, guess its type, or let it reach out.
pub(crate) const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-frame-options", "DENY"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

impl Gate {
    /// A door with a new secret, at a port of the loopback.
    #[must_use]
    pub fn new(port: u16) -> Gate {
        let mut bytes = [0; 16];
        Entropy::System.fill(&mut bytes);
        let secret = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Gate { secret, host: format!("127.0.0.1:{port}") }
    }

    /// What to open in the browser.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.secret)
    }

    /// The path behind the secret, with its query, of a request that may come in.
    pub(crate) fn admit<'a>(&self, asked: &'a Asked) -> Result<&'a str, Given> {
        if asked.host.as_deref() != Some(self.host.as_str()) {
            return Err(Given::nothing(421));
        }
        let own = format!("http://{}", self.host);
        if asked.origin.as_ref().is_some_and(|origin| *origin != own) {
            return Err(Given::nothing(403));
        }
        let (secret, path) =
            asked.target.strip_prefix('/').and_then(|path| path.split_once('/')).unwrap_or_default();
        if !same(secret.as_bytes(), self.secret.as_bytes()) {
            return Err(Given::nothing(404));
        }
        // a link may lead to the page itself, which holds nothing: that is how it is opened
        let is_opened = path.is_empty() && asked.method == "GET" && asked.goal.as_deref() == Some("document");
        if asked.site.as_deref().is_some_and(|site| site != "same-origin" && site != "none" && !is_opened) {
            return Err(Given::nothing(403));
        }
        match asked.method.as_str() {
            "GET" => Ok(path),
            "POST" if asked.origin.is_none() => Err(Given::nothing(403)),
            "POST" if asked.kind.as_deref() != Some("application/json") => Err(Given::nothing(415)),
            "POST" if asked.body.len() > MOST_BYTES => Err(Given::nothing(413)),
            "POST" => Ok(path),
            _ => Err(Given::nothing(405)),
        }
    }
}

/// Are they the same, in a time that does not tell where they differ?
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
