//! Whose an address is, and the words by which its owner shows that it is his.

use sha2::{Digest as _, Sha256};

use tess_ledger::{Id, words};

/// Words of one mail that are held against those of its sender: who could write thousands into one mail
/// would guess them.
const MOST_TRIED: usize = 4;

/// The address by which mails are counted: what stands behind a `+` is the same person, and so is
/// another place for the dots where a large host passes over them.
#[must_use]
pub fn counted(address: &str) -> String {
    let address = address.to_ascii_lowercase();
    let Some((user, host)) = address.rsplit_once('@') else { return address };
    let user = user.split('+').next().unwrap_or_default();
    match host {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", user.replace('.', "")),
        _ => format!("{user}@{host}"),
    }
}

/// The words of an address. They follow from the lobby's secret, so they need not be kept, and they are
/// mailed to that address alone.
pub(super) fn words_of(secret: &[u8; 32], address: &str) -> String {
    let mac = Sha256::new()
        .chain_update(b"tesserarius lobby address\0")
        .chain_update(secret)
        .chain_update(counted(address).as_bytes());
    words(&Id(mac.finalize().into()))
}

/// The first few of what may be words of an address in a subject and a text: small letters and at least
/// three hyphens.
pub(super) fn words_in(subject: &str, text: &str) -> Vec<String> {
    let is_words = |part: &&str| {
        let mut all = part.split('-');
        let plain = all.all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()));
        plain && part.split('-').count() >= 4
    };
    let found = |text: &str| -> Vec<String> {
        let lower = text.to_ascii_lowercase();
        let parts = lower.split(|c: char| !c.is_ascii_lowercase() && c != '-');
        parts.filter(is_words).take(MOST_TRIED / 2).map(str::to_owned).collect()
    };
    [found(subject), found(text)].concat()
}

/// A word of a command line, so that a shell takes it as it stands.
pub(super) fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"@%+=:,./_-".contains(&b);
    if !word.is_empty() && word.bytes().all(plain) && !word.starts_with('-') {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_has_one_count() {
        for (address, count) in [
            ("Victim+17@Example.org", "victim@example.org"),
            ("v.ic.tim+x+y@googlemail.com", "victim@gmail.com"),
            ("v.ictim@example.org", "v.ictim@example.org"),
        ] {
            assert_eq!(counted(address), count);
        }
    }

    #[test]
    fn few_of_many_words_are_tried() {
        let many = "goat-goat-goat-goat ".repeat(1000);
        assert_eq!(words_in(&many, &many).len(), MOST_TRIED);
        assert_eq!(words_in("Re: [tess lobby Ace-bee-cow-dog] x-y", "--- a-b -"), ["ace-bee-cow-dog"]);
    }

    #[test]
    fn a_shell_takes_a_quoted_word_as_it_stands() {
        assert_eq!(quoted("anna@example.org"), "anna@example.org");
        assert_eq!(quoted("a`id`$(id)'b@x.org"), "'a`id`$(id)'\\''b@x.org'");
        assert_eq!(quoted("-x"), "'-x'");
    }
}
