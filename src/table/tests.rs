//! The table with a game small enough to see through: two sides add dice, and the other side may double
//! them.

use super::*;
use tess_dice::{Chain, Die, OpenedLink, RollKey};
use tess_effects::{Deed, Duty, Ending, Flow, Game, Oracle, Outcome, Question, Rule, Showing, Unfit};
use tess_ledger::{
    Accept, Anchor, Answer, At, ChainId, Deadlines, Event, FileHash, Genesis, Id, Kind, Ledger, Link, Mode,
    Nonce, Orders, Party, Proposal, Propose, Reject, Reply, Resign, Reveal, Role, Rules, Signed, SigningKey,
    Void,
};

/// Two sums and whose turn it is.
#[derive(Clone, Debug, PartialEq)]
struct Sums {
    hidden: Option<tess_effects::Seal>,
    drawn: Option<(tess_effects::Seal, u8)>,
    of: [u32; 2],
    turn: usize,
}

enum Toy {}

/// A rule that forbids something.
#[derive(Clone, Debug, PartialEq, Eq)]
struct No(&'static str);

impl From<Unfit> for No {
    fn from(_: Unfit) -> No {
        No("sheet")
    }
}

impl tess_effects::Refusal for No {
    fn rule(&self) -> Rule {
        Rule(self.0)
    }
}

impl Game for Toy {
    type Position = Sums;
    type Line = (u32, String);
    type Happening = String;
    type Refusal = No;
    type Complaint = String;
    type Mark = Sums;

    fn read(_: &Sums, _: &str, sheet: &str) -> Result<Vec<(u32, String)>, Vec<String>> {
        if sheet.contains('!') {
            return Err(vec!["an exclamation mark".into()]);
        }
        Ok(sheet.lines().enumerate().map(|(i, l)| (i as u32 + 1, l.to_owned())).collect())
    }

    fn mark(pos: &mut Sums) -> Sums {
        pos.clone()
    }

    fn go_back(pos: &mut Sums, mark: Sums) {
        *pos = mark;
    }

    fn line_number(line: &(u32, String)) -> u32 {
        line.0
    }

    fn carry_out(
        pos: &mut Sums,
        side: &str,
        line: &(u32, String),
        oracle: &mut Oracle<'_, Toy>,
    ) -> Flow<Outcome<No>, No> {
        let me = usize::from(side == "blue");
        match line.1.as_str() {
            "add" => {
                let die = oracle.d10("add", side, Rule("1"))?;
                let other = if me == 0 { "blue" } else { "red" };
                let question = Question::new("double", other, other, Rule("2"), "double it?")
                    .choice("no", "")
                    .choice("yes", "");
                let mut sum = u32::from(die);
                if oracle.ask(question)? == "yes" {
                    sum += u32::from(oracle.d10("double", other, Rule("2"))?);
                }
                pos.of[me] += sum;
                oracle.tell(|| format!("{side} adds {sum}"));
            }
            "die" => pos.of[me] += u32::from(oracle.d10("die", side, Rule("3"))?),
            "hide" => pos.hidden = Some(oracle.seal().ok_or(No("5"))?),
            "show" => {
                let value = pos.hidden.take().and_then(|seal| oracle.unseal(seal));
                let value = value.ok_or(No("5"))?;
                pos.of[me] += value.parse::<u32>().unwrap_or(0);
            }
            "prove" => {
                let seal = pos.hidden.ok_or(No("6"))?;
                let question = Question::new("prove", "red", "red", Rule("6"), "seven?")
                    .choice("no", "")
                    .choice("yes", "");
                let showing =
                    Showing { seal, values: vec!["7".into()], spared: vec!["no".into()], at_once: false };
                pos.of[0] += u32::from(oracle.ask(question.shows(showing))? == "yes");
            }
            "draw" => {
                let seal = oracle.seal().ok_or(No("7"))?;
                let die = oracle.roll(Die::Of(32), "draw", side, Rule("7"))?;
                pos.drawn = Some((seal, die));
            }
            word if word.starts_with("play ") => {
                let (seal, die) = pos.drawn.ok_or(No("7"))?;
                let number = oracle.unseal(seal).and_then(|n| n.parse::<u8>().ok());
                let place = number.map(|n| (u32::from(n) + u32::from(die)) % 32);
                if place.map(|p| p.to_string()).as_deref() != word.strip_prefix("play ") {
                    return Err(No("7").into());
                }
                pos.of[me] += place.unwrap_or(0);
                pos.drawn = None;
            }
            "one" => pos.of[me] += 1,
            "pass" => pos.turn = 1 - me,
            "halt" => return Ok(Outcome::Halted),
            _ => return Err(No("4").into()),
        }
        Ok(Outcome::Done)
    }

    fn duty(pos: &Sums) -> Duty {
        if pos.of.iter().any(|&s| s >= 100) {
            return Duty::Over(Ending { winner: None });
        }
        Duty::Orders(Deed { side: ["red", "blue"][pos.turn].into() })
    }

    fn encode(pos: &Sums, out: &mut Vec<u8>) {
        for n in [pos.of[0], pos.of[1], pos.turn as u32] {
            out.extend_from_slice(&n.to_be_bytes());
        }
    }

    fn sides(_: &Sums) -> [String; 2] {
        ["red".into(), "blue".into()]
    }
}

/// A battle with keys and chains of all three roles.
struct Bench {
    ledger: Ledger,
    table: Table<Toy>,
    keys: Vec<(Role, SigningKey, Chain, u32)>,
    clock: u8,
}

fn role(name: &str) -> Role {
    name.parse().expect("a role")
}

fn start() -> Table<Toy> {
    Table::new(Sums { hidden: None, drawn: None, of: [0, 0], turn: 0 })
}

impl Bench {
    fn new(mode: Mode) -> Bench {
        Bench::of_format(mode, 2)
    }

    fn of_format(mode: Mode, format: u32) -> Bench {
        let names: &[&str] = if mode == Mode::Direct { &["red", "blue"] } else { &["umpire", "red", "blue"] };
        let mut keys = Vec::new();
        let mut parties = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let n = i as u8 + 1;
            let key = SigningKey::from_secret(&[n; 32]);
            let chain = Chain::new(key.public().0, [n; 16], 64, &[n + 100; 32]).expect("a chain");
            parties.push(Party {
                role: role(name),
                key: key.public(),
                name: (*name).into(),
                address: format!("{name}@example.org"),
                chain: Anchor { id: ChainId([n; 16]), links: 64, anchor: Link(chain.anchor()) },
            });
            keys.push((role(name), key, chain, 0));
        }
        let file = || FileHash { name: "toy".into(), sha256: tess_ledger::Digest([0; 32]) };
        let genesis = Genesis {
            mode,
            rules: Rules { id: "toy".into(), version: 1 },
            scenario: file(),
            charts: vec![],
            options: [].into(),
            parties,
            deadlines: Deadlines { hours: 0, then: tess_ledger::Consequence::Forfeit, extensions: 0 },
            format,
        };
        let event = Event {
            game: None,
            seq: 0,
            prev: None,
            by: role("red"),
            at: at(),
            nonce: Nonce([0; 16]),
            state: None,
            kind: Kind::Genesis(Box::new(genesis)),
        };
        let red = keys.iter().position(|k| k.0 == role("red")).expect("red");
        let ledger = Ledger::found(event.sign(&keys[red].1).expect("signed")).expect("a ledger");
        let mut bench = Bench { ledger, table: start(), keys, clock: 0 };
        let game = bench.ledger.game();
        bench.say("blue", Kind::Accept(Accept { game })).expect("accepted");
        bench
    }

    /// The face that the only opener of the pending action can work out before he opens his link.
    fn foresee(&mut self) -> u32 {
        let Wait::Link { opener, action } = self.wait() else { panic!("a link is due") };
        let me = self.keys.iter().find(|k| k.0 == opener).expect("the opener");
        let value = me.2.link(me.3 + 1).expect("a link");
        let code = self.ledger.player(&opener).expect("a player").code;
        let roll_id = self.ledger.action(&action).expect("an action").roll_id;
        let link = OpenedLink { code, index: me.3 + 1, value };
        let key = RollKey::new(&self.ledger.game().0, &roll_id.0, &[link]);
        let (rolls, _) = self.table.claims(&key).expect("claims");
        u32::from(rolls[0].face)
    }

    /// A new chain for a role.
    fn anchor_again(&mut self, who: &str) {
        let at = self.keys.iter().position(|k| k.0 == role(who)).expect("a role");
        let public = self.keys[at].1.public();
        let chain = Chain::new(public.0, [77; 16], 64, &[177; 32]).expect("a chain");
        let anchor = Anchor { id: ChainId([77; 16]), links: 64, anchor: Link(chain.anchor()) };
        (self.keys[at].2, self.keys[at].3) = (chain, 0);
        self.say(who, Kind::Reanchor(tess_ledger::Reanchor { chain: anchor })).expect("anchored");
    }

    fn say(&mut self, who: &str, kind: Kind) -> Result<Id, String> {
        let state = self.table.state(&self.ledger).map_err(|e| e.to_string())?;
        self.say_with(who, kind, state)
    }

    fn say_with(&mut self, who: &str, kind: Kind, state: tess_ledger::Digest) -> Result<Id, String> {
        self.clock += 1;
        let event = Event {
            game: Some(self.ledger.game()),
            seq: self.ledger.next_seq(),
            prev: Some(self.ledger.head()),
            by: role(who),
            at: at(),
            nonce: Nonce([self.clock; 16]),
            state: Some(state),
            kind,
        };
        let key = &self.keys.iter().find(|k| k.0 == role(who)).expect("a role").1;
        let signed: Signed = event.sign(key).expect("signed");
        let id = signed.id();
        self.ledger.append(signed).map_err(|e| e.to_string())?;
        self.table.follow(&self.ledger).map_err(|e| e.to_string())?;
        self.table.wait(&self.ledger).map_err(|e| e.to_string())?;
        Ok(id)
    }

    fn orders(&mut self, who: &str, sheet: &str) -> Result<Id, String> {
        self.hidden(who, sheet, vec![], vec![])
    }

    fn hidden(
        &mut self,
        who: &str,
        sheet: &str,
        seal: Vec<tess_ledger::Digest>,
        unseal: Vec<tess_ledger::Unseal>,
    ) -> Result<Id, String> {
        let orders = Orders { sheet: sheet.into(), seal, unseal, note: None, for_side: None, standing: None };
        self.say(who, Kind::Orders(orders))
    }

    fn answer(&mut self, who: &str, question: &str, answer: &str) -> Result<Id, String> {
        let answer = Answer {
            question: question.into(),
            answer: answer.into(),
            seal: vec![],
            unseal: vec![],
            for_side: None,
            standing: None,
        };
        self.say(who, Kind::Answer(answer))
    }

    /// Opens all links that are due; `cheat` changes the claims of the last opener.
    fn open(&mut self, cheat: impl Fn(&mut Reveal)) -> Result<(), String> {
        while let Wait::Link { opener, action } = self.table.wait(&self.ledger).map_err(|e| e.to_string())? {
            let found = self.ledger.action(&action).expect("an action").clone();
            let me = self.keys.iter_mut().find(|k| k.0 == opener).expect("the opener");
            me.3 += 1;
            let (index, value) = (me.3, me.2.link(me.3).expect("a link"));
            let code = self.ledger.player(&opener).expect("a player").code;
            let mut reveal = Reveal { action, index, link: Link(value), rolls: None, stopped_at: None };
            if found.opened.len() + 1 == found.openers.len() {
                let mut links: Vec<OpenedLink> = found
                    .opened
                    .iter()
                    .map(|o| OpenedLink { code: o.code, index: o.index, value: o.link.0 })
                    .collect();
                links.push(OpenedLink { code, index, value });
                let key = RollKey::new(&self.ledger.game().0, &found.roll_id.0, &links);
                let (rolls, stopped) = self.table.claims(&key).expect("claims");
                reveal.rolls = Some(rolls);
                reveal.stopped_at = stopped;
                cheat(&mut reveal);
            }
            self.say(opener.as_str(), Kind::Reveal(reveal))?;
        }
        Ok(())
    }

    fn wait(&mut self) -> Unworded<No> {
        self.table.wait(&self.ledger).expect("a wait")
    }

    /// A second table that reads the whole log at once must come to the same state.
    fn replay_is_equal(&mut self) {
        let state = self.table.state(&self.ledger).expect("a state");
        for quiet in [false, true] {
            let mut again = if quiet { start().quiet() } else { start() };
            again.follow(&self.ledger).expect("the log holds");
            assert_eq!(
                again.wait(&self.ledger).expect("a wait"),
                self.table.wait(&self.ledger).expect("a wait")
            );
            assert_eq!(again.state(&self.ledger).expect("a state"), state);
            assert_eq!(again.position(), self.table.position());
        }
    }
}

fn at() -> At {
    "2026-01-02T03:04:05Z".parse().expect("a time")
}

fn honest(_: &mut Reveal) {}

#[test]
fn an_action_is_run_again_when_its_link_and_its_answer_have_come() {
    for mode in [Mode::Umpire, Mode::Direct, Mode::Both] {
        let mut b = Bench::new(mode);
        b.orders("red", "one\nadd\npass").expect("orders");
        assert!(matches!(b.wait(), Wait::Link { .. }), "{mode:?}: a die is due");
        b.open(honest).expect("opened");
        let Wait::Answer { side, question, .. } = b.wait() else { panic!("{mode:?}: a question is due") };
        assert_eq!((side.as_str(), question.id.as_str()), ("blue", "double:blue"));
        assert_eq!(b.table.position().of, [0, 0], "nothing half done is stored");
        b.answer("blue", "double:blue", "yes").expect("answered");
        b.open(honest).expect("opened again, for the answer");
        assert!(matches!(b.wait(), Wait::Orders(deed) if deed.side == "blue"), "{mode:?}");
        assert_eq!(b.table.position().turn, 1);
        assert_eq!(b.table.chapters().len(), 1);
        b.replay_is_equal();
    }
}

#[test]
fn orders_that_need_no_die_need_no_link() {
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "one\none\npass").expect("orders");
    assert!(matches!(b.wait(), Wait::Orders(deed) if deed.side == "blue"));
    assert_eq!(b.table.position().of, [2, 0]);
    b.replay_is_equal();
}

#[test]
fn a_false_die_is_found_by_its_event() {
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "die\ndie\npass").expect("orders");
    let error = b
        .open(|r| {
            r.rolls.as_mut().expect("rolls").pop();
        })
        .expect_err("a die is missing");
    assert!(error.contains("event 3"), "{error}");
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "die\nbad").expect("orders");
    let error = b.open(|r| r.stopped_at = None).expect_err("it stopped at line 2");
    assert!(error.contains("where the sheet stopped"), "{error}");
}

#[test]
fn an_illegal_first_order_is_sent_back_and_the_side_acts_again() {
    let mut b = Bench::new(Mode::Umpire);
    let action = b.orders("red", "bad\none").expect("a signed sheet");
    assert!(matches!(b.wait(), Wait::Reject { .. }));
    b.say("umpire", Kind::Reject(Reject { action, reason: "bad".into() })).expect("sent back");
    b.orders("red", "one\npass").expect("acts again");
    assert_eq!(b.table.position().of, [1, 0]);
    b.replay_is_equal();
}

#[test]
fn legal_orders_cannot_be_sent_back() {
    let mut b = Bench::new(Mode::Umpire);
    let action = b.orders("red", "die").expect("orders");
    assert!(b.say("umpire", Kind::Reject(Reject { action, reason: "no".into() })).is_err());
}

#[test]
fn the_rest_of_a_sheet_goes_back_at_the_first_illegal_order() {
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "one\nbad\none").expect("orders");
    assert_eq!(b.table.position().of, [1, 0]);
    assert!(matches!(&b.table.chapters()[0].close, Close::Stopped { line: 2, .. }));
}

#[test]
fn a_side_cannot_act_out_of_turn_nor_answer_for_the_other() {
    let mut b = Bench::new(Mode::Umpire);
    assert!(b.orders("blue", "one").expect_err("not blue's turn").contains("red is to act"));
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "add").expect("orders");
    b.open(honest).expect("opened");
    assert!(b.answer("red", "double:blue", "no").is_err(), "the question is put to blue");
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "add").expect("orders");
    b.open(honest).expect("opened");
    assert!(b.answer("blue", "double:blue", "perhaps").is_err(), "no such choice");
}

#[test]
fn another_state_stops_the_battle_with_its_event() {
    let mut b = Bench::new(Mode::Umpire);
    let kind = Kind::Resign(Resign {});
    let error = b.say_with("red", kind, tess_ledger::Digest([7; 32])).expect_err("another state");
    assert!(error.contains("event 2"), "{error}");
}

#[test]
fn a_take_back_goes_on_from_the_earlier_state() {
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "one\npass").expect("orders");
    let to = b.ledger.next_seq() - 1;
    b.orders("blue", "die\npass").expect("orders");
    b.open(honest).expect("opened");
    let propose = Propose { what: Proposal::TakeBack, to: Some(to), note: None, until: None, second: None };
    let proposal = b.say("blue", Kind::Propose(propose)).expect("proposed");
    b.say("red", Kind::Agree(Reply { proposal })).expect("agreed");
    assert_eq!(b.table.position(), &Sums { hidden: None, drawn: None, of: [1, 0], turn: 1 });
    b.orders("blue", "one\npass").expect("acts again");
    assert_eq!(b.table.position().of, [1, 1]);
    b.replay_is_equal();
}

#[test]
fn resigning_and_a_lost_chain_end_or_undo() {
    let mut b = Bench::of_format(Mode::Umpire, 1);
    let action = b.orders("red", "die").expect("orders");
    b.say("umpire", Kind::Void(Void { action })).expect("void");
    assert!(matches!(b.wait(), Wait::Orders(deed) if deed.side == "red"), "the side acts again");
    b.say("blue", Kind::Resign(Resign {})).expect("resigned");
    assert!(matches!(b.wait(), Wait::Over(ending) if ending.winner.as_deref() == Some("red")));
    b.replay_is_equal();
}

/// Who says that his chain is lost has nothing of it until those agree who would be the worse for it.
#[test]
fn an_action_becomes_void_only_by_agreement() {
    for (mode, loser, asked) in [
        (Mode::Direct, "blue", &["red"] as &[&str]),
        (Mode::Both, "blue", &["red"]),
        (Mode::Umpire, "umpire", &["blue", "red"]),
    ] {
        let mut b = Bench::new(mode);
        let action = b.orders("red", "die\npass").expect("orders");
        let void = |b: &mut Bench| b.say(loser, Kind::Void(Void { action })).expect("said");
        assert!(b.say("red", Kind::Void(Void { action })).is_err(), "{mode:?}: not for red");
        let proposal = void(&mut b);
        assert!(matches!(b.wait(), Wait::Link { .. }), "{mode:?}: it stays bound");
        b.say("red", Kind::Decline(Reply { proposal })).expect("declined");
        assert!(matches!(b.wait(), Wait::Link { .. }), "{mode:?}: still bound");
        let proposal = void(&mut b);
        for (n, side) in asked.iter().enumerate() {
            assert!(matches!(b.wait(), Wait::Link { .. }), "{mode:?}: {n} of {} have agreed", asked.len());
            b.say(side, Kind::Agree(Reply { proposal })).expect("agreed");
            assert!(b.say(side, Kind::Agree(Reply { proposal })).is_err(), "{mode:?}: once");
        }
        assert!(matches!(b.wait(), Wait::Orders(deed) if deed.side == "red"), "{mode:?}: red acts again");
        b.orders("red", "die\npass").expect("other orders");
        assert!(b.open(honest).is_err(), "{mode:?}: the lost chain opens nothing more");
        b.replay_is_equal();
    }
}

#[test]
fn a_chain_that_was_found_again_opens_its_link() {
    let mut b = Bench::new(Mode::Direct);
    let action = b.orders("red", "die\npass").expect("orders");
    let proposal = b.say("blue", Kind::Void(Void { action })).expect("said");
    b.open(honest).expect("found");
    assert!(matches!(b.wait(), Wait::Orders(deed) if deed.side == "blue"));
    assert!(b.say("red", Kind::Agree(Reply { proposal })).is_err(), "nothing is asked any more");
    b.replay_is_equal();
}

/// A thousand battles in which blue, who alone opens links for red, says that his chain is lost whenever the
/// die that he can work out is a good one for red: with the first format he gains by it, and with this one
/// nothing, as red does not agree.
#[test]
fn a_second_throw_gains_nothing() {
    let sum =
        |format: u32, cheats: bool| -> u32 { (0..1_000u32).map(|n| die_of_battle(format, cheats, n)).sum() };
    let honest = sum(2, false);
    assert!((4_250..4_750).contains(&honest), "about 4.5 a throw: {honest}");
    let before = sum(1, true);
    assert!(before + 1_000 < honest, "it was worth doing: {before} for {honest}");
    assert_eq!(sum(2, true), sum(2, false), "and is no more");
}

/// The die of one battle of one throw.
fn die_of_battle(format: u32, cheats: bool, n: u32) -> u32 {
    let mut b = Bench::of_format(Mode::Direct, format);
    let orders = |b: &mut Bench, extra: u32| {
        // other orders, other dice
        let sheet = format!("die{}\npass", "\nhalt".repeat((n + extra) as usize % 50));
        b.orders("red", &sheet).expect("orders")
    };
    b.clock = (n % 200) as u8;
    let action = orders(&mut b, n / 200);
    let foreseen = b.foresee();
    if !cheats || foreseen < 5 {
        b.open(honest).expect("opened");
        assert_eq!(b.table.position().of[0], foreseen, "it was known");
        return foreseen;
    }
    let proposal = b.say("blue", Kind::Void(Void { action })).expect("said");
    if format > 1 {
        b.say("red", Kind::Decline(Reply { proposal })).expect("red does not agree");
        b.open(honest).expect("or blue has lost by the clock");
        return b.table.position().of[0];
    }
    b.anchor_again("blue");
    orders(&mut b, 25);
    b.open(honest).expect("a second throw");
    b.table.position().of[0]
}

#[test]
fn an_answer_counts_only_with_what_it_has_to_show() {
    let sealed = |value: &str| tess_ledger::Unseal { salt: tess_ledger::Salt([9; 32]), value: value.into() };
    let say = |b: &mut Bench, key: &str, unseal: Vec<tess_ledger::Unseal>| {
        let question = "prove:red".to_owned();
        let mut answer = Answer::of(question, key.into());
        answer.unseal = unseal;
        b.say("red", Kind::Answer(answer))
    };
    for mode in [Mode::Umpire, Mode::Direct, Mode::Both] {
        let begun = |value: &str| {
            let mut b = Bench::new(mode);
            b.hidden("red", "hide\npass", vec![sealed(value).seal()], vec![]).expect("sealed");
            b.orders("blue", "prove\npass").expect("red is asked");
            b
        };
        assert!(say(&mut begun("7"), "yes", vec![]).is_err(), "nothing is shown");
        assert!(say(&mut begun("8"), "yes", vec![sealed("8")]).is_err(), "something else was sealed");
        assert!(say(&mut begun("8"), "yes", vec![sealed("7")]).is_err(), "that opens no seal");
        let mut b = begun("8");
        say(&mut b, "no", vec![]).expect("shows nothing");
        assert_eq!(b.table.position().of, [0, 0]);
        let mut b = begun("7");
        say(&mut b, "yes", vec![sealed("7")]).expect("shown");
        assert_eq!(b.table.position().of, [1, 0]);
        b.replay_is_equal();
        b.orders("red", "pass").expect("red passes");
        b.orders("blue", "prove\npass").expect("asked again");
        say(&mut b, "yes", vec![]).expect("the log has shown it");
        assert_eq!(b.table.position().of, [2, 0]);
        b.replay_is_equal();
    }
}

#[test]
fn a_hidden_choice_is_sealed_now_and_shown_later() {
    let shown = || tess_ledger::Unseal { salt: tess_ledger::Salt([9; 32]), value: "7".into() };
    let mut b = Bench::new(Mode::Umpire);
    b.hidden("red", "hide\npass", vec![shown().seal()], vec![]).expect("sealed");
    b.orders("blue", "pass").expect("blue passes");
    b.hidden("red", "show\npass", vec![], vec![shown()]).expect("shown");
    assert_eq!(b.table.position().of, [7, 0]);
    b.replay_is_equal();
    let mut b = Bench::new(Mode::Umpire);
    b.orders("red", "hide\npass").expect("a signed sheet");
    assert!(matches!(b.wait(), Wait::Reject { .. }), "there is no seal");
}

#[test]
fn what_is_drawn_is_known_to_nobody_else_and_proven_when_it_is_played() {
    let sealed = |value: &str| tess_ledger::Unseal { salt: tess_ledger::Salt([9; 32]), value: value.into() };
    for mode in [Mode::Umpire, Mode::Direct, Mode::Both] {
        let drawn = |value: &str| {
            let mut b = Bench::new(mode);
            b.hidden("red", "draw\npass", vec![sealed(value).seal()], vec![]).expect("sealed");
            assert!(b.table.position().drawn.is_none(), "the number was sealed before any die is known");
            b.open(|_| ()).expect("opened");
            b.orders("blue", "pass").expect("blue passes");
            b
        };
        let mut b = drawn("17");
        let die = b.table.position().drawn.expect("drawn").1;
        let place = (17 + u32::from(die)) % 32;
        let play = |place: u32| format!("play {place}\npass");
        b.hidden("red", &play((place + 1) % 32), vec![], vec![sealed("17")]).expect("a signed sheet");
        assert!(matches!(b.wait(), Wait::Reject { .. }), "something else was drawn");
        let mut b = drawn("17");
        assert!(
            b.hidden("red", &play((place + 1) % 32), vec![], vec![sealed("18")]).is_err(),
            "that opens no seal"
        );
        b.hidden("red", &play(place), vec![], vec![sealed("17")]).expect("played");
        assert_eq!(b.table.position().of, [place, 0]);
        b.replay_is_equal();
    }
}
