//! One request and its reply, without a socket.

use serde_json::{Value, json};

use super::trouble::Trouble;

/// What a browser asks, as far as it matters here.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// `GET` or `POST`.
    pub method: String,
    /// Path and query, as they came.
    pub target: String,
    /// The header `Host`.
    pub host: Option<String>,
    /// The header `Origin`.
    pub origin: Option<String>,
    /// The header `Sec-Fetch-Site`.
    pub site: Option<String>,
    /// The header `Sec-Fetch-Dest`.
    pub goal: Option<String>,
    /// The header `Content-Type`.
    pub kind: Option<String>,
    /// What is sent along.
    pub body: Vec<u8>,
}

/// What it gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// 200 when all is well.
    pub status: u16,
    /// The media type.
    pub kind: &'static str,
    /// The bytes.
    pub body: Vec<u8>,
    /// It stays open, and each change is told on it.
    pub stays: bool,
}

impl Given {
    /// A text of some media type.
    pub(crate) fn text(kind: &'static str, text: impl Into<String>) -> Given {
        Given { status: 200, kind, body: text.into().into_bytes(), stays: false }
    }

    /// Data.
    pub(crate) fn json(value: &Value) -> Given {
        Given::text("application/json", value.to_string())
    }

    /// Nothing, and no word why: for whoever has no business here.
    pub(crate) fn nothing(status: u16) -> Given {
        Given { status, ..Given::text("text/plain; charset=utf-8", "nothing here\n") }
    }

    /// A line that tells of each change.
    pub(crate) fn news() -> Given {
        Given { stays: true, ..Given::text("text/event-stream", "") }
    }
}

impl From<Trouble> for Given {
    fn from(trouble: Trouble) -> Given {
        let told = json!({ "error": trouble.what, "help": trouble.help });
        Given { status: trouble.status, ..Given::json(&told) }
    }
}
