//! What needs no battle.

use serde_json::Value;

use super::Luck;
use super::tables::tables;
use tess_scenario::Family;

/// The kind of thing at the heart of what a table names.
fn hearts(kind: &str) -> Vec<&str> {
    let kind = ["maybe ", "list of ", "two of "]
        .iter()
        .find_map(|of| kind.strip_prefix(of))
        .map_or(kind, |rest| rest);
    if kind.starts_with("maybe ") || kind.starts_with("list of ") {
        hearts(kind)
    } else {
        kind.split(" and ").collect()
    }
}

/// Each pair of a name and a kind that a table has.
fn named(table: &Value) -> Vec<&str> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default().len();
    let parts = table["parts"].as_array().into_iter().flatten();
    let choices = table["choice"].as_array().into_iter().flatten();
    assert!(table["plain"].is_string() || list(&table["parts"]) + list(&table["choice"]) > 0, "{table}");
    let inside = choices.flat_map(|choice| choice[2].as_array().into_iter().flatten());
    parts.chain(inside).filter_map(|pair| pair[1].as_str()).collect()
}

#[test]
fn an_analysis_is_taken_in_and_what_is_none_is_not() {
    let found = serde_json::json!({
        "head": { "sides": ["rome", "carthage"] },
        "actions": [{ "seq": 4, "chances": [5_000, 6_000, 4_500] }],
        "turning_points": [4],
    });
    let luck = Luck::read(&found).expect("an analysis");
    assert_eq!(luck.facts()["actions"], serde_json::json!([[4, 5_000, 6_000, 4_500]]));
    for (at, value) in [("/actions/0/chances/1", 10_001), ("/head/sides", 1), ("/turning_points", 1)] {
        let mut damaged = found.clone();
        *damaged.pointer_mut(at).expect("there") = value.into();
        assert_eq!(Luck::read(&damaged), None, "{at}");
    }
}

#[test]
fn every_kind_that_a_table_names_has_its_own() {
    for family in [Family::Gboh, Family::Legion] {
        let all = tables(family).expect("the page has its tables");
        let all = all.as_object().expect("by name");
        assert!(all.len() > 15, "{} tables", all.len());
        for (name, table) in all {
            for heart in named(table).into_iter().flat_map(hearts) {
                let plain = ["yes or no", "byte", "signed byte", "number", "signed number"].contains(&heart);
                assert!(plain || all.contains_key(heart), "{name} names {heart}");
            }
        }
    }
}

#[test]
fn pieces_are_as_the_beginning_of_their_chapter_says() {
    let all = tables(Family::Gboh).expect("the page has its tables");
    assert_eq!(all["UnitId"]["plain"], "number");
    assert_eq!(all["Hex"]["plain"], "hex");
    assert_eq!(all["Seal"]["plain"], "bytes 32");
    assert_eq!(all["Facing"]["choice"][5][1], "NW");
    assert_eq!(all["Side"]["choice"].as_array().map(Vec::len), Some(2));
    assert_eq!(tables(Family::Legion).expect("tables")["Length"]["plain"], "signed number");
}

#[test]
fn an_engine_is_a_module_as_it_is_or_compressed() {
    let module = [b"\0asm\x01\0\0\0".as_slice(), &[7; 500]].concat();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&module, 1);
    for good in [&module, &packed] {
        let text = super::Packed::read(good).expect("an engine").text();
        let bytes = data_encoding::BASE64.decode(text.as_bytes()).expect("base64");
        assert_eq!(miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).expect("zlib"), module);
    }
    let other = miniz_oxide::deflate::compress_to_vec_zlib(b"MZ no module", 1);
    for bad in [b"".as_slice(), b"MZ", &other, &packed[..packed.len() - 9], &module[1..]] {
        assert!(super::Packed::read(bad).is_none(), "{bad:?}");
    }
}

/// A page that proves something is read by whoever doubts it: comments and empty lines apart, it is short.
#[test]
fn the_script_stays_short_and_fetches_nothing() {
    let script = super::page::script();
    let code = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() < 1_500);
    for forbidden in
        ["fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML", "new Function", "WebSocket"]
    {
        assert!(!script.contains(forbidden), "{forbidden}");
    }
}
