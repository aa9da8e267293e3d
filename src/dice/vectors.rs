//! Every dice vector of `tests/vectors/protocol.json`.

use data_encoding::HEXLOWER;
use rand_core::RngCore;
use serde_json::Value;

use super::*;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../tests/vectors/protocol.json")).unwrap()
}

fn bytes<const N: usize>(value: &Value) -> [u8; N] {
    let text = value.as_str().unwrap();
    HEXLOWER.decode(text.as_bytes()).unwrap().try_into().unwrap()
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap().try_into().unwrap()
}

#[test]
fn chains_have_the_links_of_the_vectors() {
    for role in ["umpire", "rome", "carthage"] {
        let v = &vectors()[role];
        let links = number(&v["links"]);
        let (key, id, seed) = (bytes(&v["key"]), bytes(&v["chain_id"]), bytes(&v["seed"]));
        let chain = Chain::new(key, id, links, &seed).unwrap();
        for index in [0, 1, 2, 1000] {
            let want: [u8; 32] = bytes(&v[format!("c_{index}")]);
            assert_eq!(chain.link(index), Some(want), "{role} c_{index}");
        }
        let (first, second): ([u8; 32], [u8; 32]) = (bytes(&v["c_1"]), bytes(&v["c_2"]));
        assert_eq!(verify_link(&key, &id, (0, &chain.anchor()), (2, &second)), Ok(()));
        assert_eq!(verify_link(&key, &id, (1, &first), (2, &second)), Ok(()));
        assert_eq!(chain.links(), links);
        assert_eq!((chain.key(), chain.id()), (key, id));
    }
}

#[test]
fn rolls_have_the_faces_of_the_vectors_in_every_mode() {
    let game = [0x11; 32];
    let all = vectors();
    let rolls = all["rolls"].as_array().unwrap();
    assert_eq!(rolls.len(), 3);
    for roll in rolls {
        let links: Vec<OpenedLink> = roll["links"]
            .as_array()
            .unwrap()
            .iter()
            .map(|l| OpenedLink { code: number(&l[0]) as u8, index: number(&l[1]), value: bytes(&l[2]) })
            .collect();
        let key = RollKey::new(&game, &bytes(&roll["action"]), &links);
        assert_eq!(*key.bytes(), bytes(&roll["K"]), "{}", roll["mode"]);
        for die in roll["dice"].as_array().unwrap() {
            let label = die["label"].as_str().unwrap();
            let mut stream = [0; 16];
            key.stream(label).fill_bytes(&mut stream);
            assert_eq!(stream, bytes(&die["stream16"]), "{label}");
            let want = number(&die["face"]) as u8;
            assert_eq!(key.die(number(&die["sides"]) as u8, label), want, "{label}");
        }
    }
}

#[test]
fn bytes_that_would_favour_low_faces_are_skipped() {
    let all = vectors();
    let v = &all["rejection"];
    let key = RollKey::of(bytes(&v["K"]));
    for die in v["dice"].as_array().unwrap() {
        let label = die["label"].as_str().unwrap();
        let mut first = [0; 4];
        key.stream(label).fill_bytes(&mut first);
        assert_eq!(u32::from(first[0]), number(&die["first_byte"]));
        assert_eq!(u32::from(key.die(10, label)), number(&die["face"]));
    }
}

#[test]
fn runs_of_forty_dice_are_those_of_the_vectors() {
    let all = vectors();
    for (name, die) in [("d10_run", Die::D10), ("d6_run", Die::D6)] {
        let key = RollKey::of(bytes(&all[name]["K"]));
        let faces = all[name]["faces"].as_array().unwrap();
        assert_eq!(faces.len(), 40);
        for (n, want) in faces.iter().enumerate() {
            let face = key.throw(die, &format!("run:{n}")).unwrap();
            assert_eq!(u32::from(face), number(want), "{name} {n}");
        }
    }
}

#[test]
fn a_delegated_action_has_the_identity_of_the_vectors() {
    let all = vectors();
    let v = &all["delegated"];
    let id = delegated_id(&bytes(&v["standing"]), &bytes(&v["last_side"]), number(&v["n"]));
    assert_eq!(id, bytes(&v["D"]));
    // The vectors do not say which links made this K: it is the umpire's first.
    let umpire = OpenedLink { code: 0, index: 1, value: bytes(&all["umpire"]["c_1"]) };
    assert_eq!(RollKey::new(&[0x11; 32], &id, &[umpire]).bytes(), &bytes(&v["K"]));
}

#[test]
fn an_entrusted_action_has_the_identity_of_the_vectors() {
    let v = &vectors()["entrusted"];
    assert_eq!(entrusted_id(&bytes(&v["given"]), number(&v["n"])), bytes(&v["D"]));
}

#[test]
fn a_seal_is_that_of_the_vectors() {
    let all = vectors();
    let v = &all["seal"];
    let value = v["value"].as_str().unwrap();
    assert_eq!(seal(&bytes(&v["salt"]), value), bytes(&v["seal"]));
}

#[test]
fn a_label_that_breaks_the_syntax_is_not_thrown() {
    assert!(RollKey::of([0; 32]).throw(Die::D6, "Shock A").is_err());
    assert_eq!(RollKey::of([0; 32]).die(0, "x"), 0);
    assert_eq!(format!("{:?}", RollKey::of([7; 32])), "RollKey(..)");
}
