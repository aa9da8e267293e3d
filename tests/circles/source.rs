//! What a file of a room names: its `use` trees and the paths written out in it. What only tests need is
//! left out.

/// A word, `::`, or another sign of a file, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A path as it is written: `crate::board::zone`, with the name by which it is known here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub path: Vec<String>,
    pub name: String,
    pub line: usize,
    /// The inline modules that it stands in.
    pub within: Vec<String>,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Use,
    /// `pub use`, also of a part of the room.
    Shown,
    /// In the middle of code.
    Inline,
}

/// The words and signs of a file without comments, texts and whatever stands behind `#[cfg(test)]`.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let end = at + length(&chars[at..]);
        let piece: String = chars[at..end].iter().collect();
        let first = chars[at];
        if first.is_alphanumeric() || first == '_' || piece == "::" {
            found.push(Token { text: piece.clone(), line });
        } else if !first.is_whitespace() && piece.chars().count() == 1 {
            found.push(Token { text: piece.clone(), line });
        }
        line += piece.matches('\n').count();
        at = end;
    }
    without_tests(found)
}

/// How many characters the next piece has: a word, `::`, a comment, a text, a lifetime, or one sign.
fn length(rest: &[char]) -> usize {
    let until = |end: &str| {
        let end: Vec<char> = end.chars().collect();
        let found = rest.windows(end.len()).skip(1).position(|w| w == end);
        found.map_or(rest.len(), |n| n + 1 + end.len())
    };
    match rest {
        ['/', '/', ..] => until("\n"),
        ['/', '*', ..] => until("*/"),
        [':', ':', ..] => 2,
        ['r', '"', ..] => {
            1 + rest[1..].iter().skip(1).position(|c| *c == '"').map_or(rest.len() - 1, |n| n + 2)
        }
        ['r', '#', '"', ..] => until("\"#"),
        ['"', ..] => quoted(rest, '"'),
        ['\'', '\\', ..] => quoted(rest, '\''),
        ['\'', _, '\'', ..] => 3,
        ['\'', ..] => 1 + word(&rest[1..]),
        [first, ..] if first.is_alphanumeric() || *first == '_' => word(rest),
        _ => 1,
    }
}

fn word(rest: &[char]) -> usize {
    rest.iter().take_while(|c| c.is_alphanumeric() || **c == '_').count()
}

fn quoted(rest: &[char], mark: char) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != mark {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let starts = |at: usize, signs: &[&str]| {
        signs.iter().enumerate().all(|(n, sign)| tokens.get(at + n).is_some_and(|t| t.text == *sign))
    };
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if starts(at, &["#", "[", "cfg", "(", "test", ")", "]"]) {
            at = after_item(&tokens, at + 7);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Where the item ends that begins here: behind its `;`, or behind its body.
fn after_item(tokens: &[Token], from: usize) -> usize {
    let (mut depth, mut is_list) = (0_usize, false);
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text.as_str() {
            "use" | "const" | "static" | "type" if depth == 0 => is_list = true,
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.text == "}" && !is_list {
                    return at + 1;
                }
            }
            ";" | "," if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Every path of a file, and the modules that it declares inline or in files of their own.
pub fn written(tokens: &[Token]) -> Vec<Written> {
    let (mut found, mut within, mut depth, mut at) = (Vec::new(), Vec::<(String, usize)>::new(), 0, 0);
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    while at < tokens.len() {
        let names: Vec<String> = within.iter().map(|(name, _)| name.clone()).collect();
        match text(at) {
            "mod" if text(at + 2) == "{" => within.push((text(at + 1).to_owned(), depth)),
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                within.retain(|(_, d)| *d < depth);
            }
            "use" if !text(at + 1).is_empty() && text(at + 1) != "<" => {
                let kind = if is_shown(tokens, at) { Kind::Shown } else { Kind::Use };
                let (paths, end) = tree(tokens, at + 1, &[]);
                let line = tokens[at].line;
                found.extend(paths.into_iter().map(|(path, name)| Written {
                    path,
                    name,
                    line,
                    within: names.clone(),
                    kind,
                }));
                at = end;
                continue;
            }
            word if text(at + 1) == "::" && is_word(word) && (at == 0 || text(at - 1) != "::") => {
                let (line, mut path) = (tokens[at].line, vec![word.to_owned()]);
                while text(at + 1) == "::" && is_word(text(at + 2)) {
                    path.push(text(at + 2).to_owned());
                    at += 2;
                }
                let name = path.last().cloned().unwrap_or_default();
                found.push(Written { path, name, line, within: names, kind: Kind::Inline });
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Is `pub` or `pub(...)` before this?
fn is_shown(tokens: &[Token], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map_or("", |i| tokens[i].text.as_str());
    before(1) == "pub" || (before(1) == ")" && (2..7).any(|n| before(n) == "(" && before(n + 1) == "pub"))
}

/// `a::{b, c::{d as e, *}}` to every path in it with its name, and where it ends.
fn tree(tokens: &[Token], mut at: usize, head: &[String]) -> (Vec<(Vec<String>, String)>, usize) {
    let text = |at: usize| tokens.get(at).map_or(";", |t| t.text.as_str());
    let (mut path, mut found) = (head.to_vec(), Vec::new());
    loop {
        match text(at) {
            "{" => {
                at += 1;
                while text(at) != "}" && text(at) != ";" {
                    let (more, end) = tree(tokens, at, &path);
                    found.extend(more);
                    at = if text(end) == "," { end + 1 } else { end };
                }
                return (found, at + 1);
            }
            "as" => {
                return (vec![(path, text(at + 1).to_owned())], at + 2);
            }
            "," | "}" | ";" => {
                // `a::{self}` is `a`
                if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let name = path.last().cloned().unwrap_or_default();
                return (vec![(path, name)], at);
            }
            "::" => at += 1,
            word => {
                path.push(word.to_owned());
                at += 1;
            }
        }
    }
}

/// The names that a file gives to things of its own.
pub fn defined(tokens: &[Token]) -> impl Iterator<Item = &str> {
    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "macro_rules", "union"];
    tokens.windows(2).filter(move |w| kinds.contains(&w[0].text.as_str())).map(|w| w[1].text.as_str())
}
