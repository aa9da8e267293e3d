//! The post between seats in bad weather, and the people who meddle with it.

use tesserarius::ledger::{Event, Id, Signed, SigningKey};
use tesserarius::mail::{Envelope, Origin, RawMail, armour};

/// Numbers that follow from a seed (splitmix64).
#[derive(Debug, Clone)]
pub struct Luck(pub u64);

impl Luck {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n.max(1) as u64).expect("small")
    }

    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }
}

/// How bad the weather is, in percent of all mails.
#[derive(Debug, Clone, Copy)]
pub struct Weather {
    pub lost: usize,
    pub doubled: usize,
    pub garbled: usize,
    pub forged: usize,
    /// Hours that a mail takes at most.
    pub slow: usize,
}

/// Mails on their way.
pub struct Post {
    luck: Luck,
    weather: Weather,
    /// Hour of arrival, receiver, bytes.
    under_way: Vec<(u32, usize, Vec<u8>)>,
    /// What spies have kept.
    copies: Vec<Vec<u8>>,
    stranger: SigningKey,
    /// How often each thing was done.
    pub done: std::collections::BTreeMap<&'static str, u32>,
    names: Vec<String>,
}

impl Post {
    pub fn new(seed: u64, weather: Weather, names: Vec<String>) -> Post {
        let stranger = SigningKey::from_secret(&[9; 32]);
        let luck = Luck(seed ^ 0x0005_7041);
        Post { luck, weather, under_way: Vec::new(), copies: Vec::new(), stranger, done: [].into(), names }
    }

    pub fn is_empty(&self) -> bool {
        self.under_way.is_empty()
    }

    fn count(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    /// Takes a mail of ours on its way.
    pub fn carry(&mut self, now: u32, bytes: &[u8]) {
        let mail = Envelope::open(&RawMail::new(bytes.to_vec(), Origin::Memory)).expect("a mail of ours");
        let [to] = mail.to.as_slice() else { panic!("a mail to nobody") };
        let at = self.names.iter().position(|n| to.address == format!("{n}@example.org"));
        let to = at.expect("only registered addresses are written to");
        self.copies.push(bytes.to_vec());
        self.count("mails");
        if self.luck.percent(self.weather.forged) {
            self.meddle(now);
        }
        if self.luck.percent(self.weather.lost) {
            return self.count("lost");
        }
        let copies = if self.luck.percent(self.weather.doubled) { 2 } else { 1 };
        for n in 0..copies {
            if n > 0 {
                self.count("doubled");
            }
            let garbled = self.luck.percent(self.weather.garbled);
            let bytes = if garbled { self.garble(bytes) } else { bytes.to_vec() };
            self.put(now, to, bytes);
        }
    }

    fn put(&mut self, now: u32, to: usize, bytes: Vec<u8>) {
        let hours = u32::try_from(self.luck.below(self.weather.slow.max(1))).expect("small");
        self.under_way.push((now + hours, to, bytes));
    }

    /// Has anything arrived for somebody?
    pub fn has_come(&self, now: u32, to: usize) -> bool {
        self.under_way.iter().any(|m| m.1 == to && m.0 <= now)
    }

    /// What has arrived for somebody, in any order.
    pub fn arrive(&mut self, now: u32, to: usize) -> Vec<RawMail> {
        let (mut here, there): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.under_way).into_iter().partition(|m| m.1 == to && m.0 <= now);
        self.under_way = there;
        for i in (1..here.len()).rev() {
            let j = self.luck.below(i + 1);
            here.swap(i, j);
        }
        here.into_iter().map(|(.., bytes)| RawMail::new(bytes, Origin::Memory)).collect()
    }

    /// What bad programs and lines do to a mail.
    fn garble(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.count("garbled");
        let mut out = bytes.to_vec();
        match self.luck.below(6) {
            0 => out.truncate(self.luck.below(bytes.len())),
            1 => {
                for _ in 0..1 + self.luck.below(40) {
                    let at = self.luck.below(out.len());
                    out[at] = b" =A-\n>x\x00\xff"[self.luck.below(9)];
                }
            }
            2 => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                let cut = self.luck.below(text.lines().count());
                let gone = cut..cut + 1 + self.luck.below(30);
                let kept = text.lines().enumerate().filter(|(i, _)| !gone.contains(i));
                out = kept.flat_map(|(_, l)| [l, "\r\n"]).collect::<String>().into_bytes();
            }
            // quoted by whoever passes it on, and the attachment lost
            3 => out = self.retold(bytes, "> "),
            // wrapped anew
            4 => {
                let whole = String::from_utf8_lossy(&self.retold(bytes, "")).into_owned();
                let (head, body) = whole.split_once("\n\n").unwrap_or((&whole, ""));
                let width = 20 + self.luck.below(50);
                let mut text = format!("{head}\n\n");
                for line in body.lines() {
                    let letters: Vec<char> = line.chars().collect();
                    for piece in letters.chunks(width) {
                        text.extend(piece);
                        text.push('\n');
                    }
                }
                out = text.into_bytes();
            }
            // every copy of the block damaged in its middle
            _ => {
                let mut text = String::from_utf8_lossy(bytes).into_owned();
                if let Some(at) = text.find("eyJldmVudCI6") {
                    text = text.replacen("eyJldmVudCI6", "eyJldmVud*I6", 3);
                    out = text.into_bytes();
                    out.truncate(out.len().min(at + 60_000));
                }
            }
        }
        out
    }

    /// The text of a mail in a new one by the same sender.
    fn retold(&self, bytes: &[u8], quote: &str) -> Vec<u8> {
        let Ok(mail) = Envelope::open(&RawMail::new(bytes.to_vec(), Origin::Memory)) else {
            return Vec::new();
        };
        let from = mail.from.first().map_or("nobody@example.org", |p| p.address.as_str());
        let block = armour::wrap(&mail.lines);
        let body: String = block.lines().map(|l| format!("{quote}{l}\n")).collect();
        letter(from, "", &format!("He wrote:\n\n{body}"))
    }

    /// Somebody puts in a mail that nobody of the battle has written.
    fn meddle(&mut self, now: u32) {
        let to = self.luck.below(self.names.len());
        let from = self.luck.below(self.names.len());
        let name = format!("{}@example.org", self.names[from]);
        let copy = self.copies[self.luck.below(self.copies.len())].clone();
        let Ok(mail) = Envelope::open(&RawMail::new(copy.clone(), Origin::Memory)) else { return };
        let last = mail.lines.iter().filter_map(|line| Signed::parse(line).ok()).next_back();
        let Some(last) = last else { return };
        let block = |lines: &[Vec<u8>]| armour::wrap(lines);
        let (what, bytes) = match self.luck.below(10) {
            0 => ("replayed", copy),
            1 => ("replayed by a stranger", letter("eve@example.net", "", &block(&mail.lines))),
            2 => ("changed", letter(&name, "", &block(&[changed(&last, &mut self.luck)]))),
            3 => ("forged", letter(&name, "", &block(&[self.forged(&last, 1, None)]))),
            4 => ("forged far ahead", letter(&name, "", &block(&[self.forged(&last, 900, None)]))),
            5 => ("another battle's", letter(&name, "", &block(&[self.forged(&last, 1, Some(Id([7; 32])))]))),
            6 => {
                let whole = block(&mail.lines);
                let half: String = whole.chars().take(whole.len() / 2).collect();
                ("half a block", letter(&name, "", &half))
            }
            7 => ("typed by hand", letter(&name, "", "move H31 fwd 3\n\nYours, Scipio\n")),
            8 => ("vacation", letter(&name, "Auto-Submitted: auto-replied\n", "I am away.\n")),
            _ => ("bounced", bounce(&copy)),
        };
        self.count(what);
        self.put(now, to, bytes);
    }

    /// An event as a stranger would sign it.
    fn forged(&self, last: &Signed, ahead: u64, game: Option<Id>) -> Vec<u8> {
        let event = last.event();
        let forged = Event {
            game: game.or(event.game).or(Some(last.id())),
            seq: event.seq + ahead,
            prev: Some(last.id()),
            state: event.state.or(Some(tesserarius::ledger::Digest([0; 32]))),
            kind: tesserarius::ledger::Kind::Resign(tesserarius::ledger::Resign {}),
            ..event.clone()
        };
        forged.sign(&self.stranger).expect("signed").line().into_bytes()
    }
}

/// An event with one digit changed, under the old signature.
fn changed(signed: &Signed, luck: &mut Luck) -> Vec<u8> {
    let mut line = signed.line().into_bytes();
    let digits: Vec<usize> =
        (0..line.len() - 110).filter(|i| line[*i].is_ascii_digit() && line[*i] != b'0').collect();
    if !digits.is_empty() {
        let at = digits[luck.below(digits.len())];
        line[at] = if line[at] == b'9' { b'8' } else { line[at] + 1 };
    }
    line
}

/// A plain mail of somebody's own program.
pub fn letter(from: &str, fields: &str, body: &str) -> Vec<u8> {
    let digest = tesserarius::mail::MailId::of(body.as_bytes()).short();
    format!(
        "From: <{from}>\nTo: <somebody@example.org>\nSubject: battle\nMessage-ID: <{digest}@mail.example>\n\
         {fields}Content-Type: text/plain; charset=utf-8\n\n{body}"
    )
    .into_bytes()
}

fn bounce(of: &[u8]) -> Vec<u8> {
    let mut mail =
        b"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nTo: somebody@example.org\nSubject: failed\n\
        Content-Type: multipart/report; report-type=delivery-status; boundary=\"r\"\n\n--r\n\
        Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n--r\n\
        Content-Type: message/rfc822\n\n"
            .to_vec();
    mail.extend_from_slice(of);
    mail.extend_from_slice(b"\n--r--\n");
    mail
}
