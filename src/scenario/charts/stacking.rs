//! `stacking.toml`: sharing a hex and passing through (spqr 6.69).

use crate::read::Block;
use tess_gboh::variant::charts::{Share, StackingChart, Trample};

pub(super) fn read(root: &Block<'_>) -> Option<StackingChart> {
    let free = root.table("voluntary").map(|block| {
        let keys = [
            "basic",
            "skirmisher",
            "velites_same",
            "velites_other",
            "roman_same_class",
            "roman_same_colour",
            "roman_other",
        ];
        let shares = keys.map(|key| share(&block.table(key)?));
        block.close();
        shares
    });
    let rout = root.table("rout").map(|block| {
        let pairs = ["basic", "velites", "roman_same", "roman_other"].map(|key| pair(&block.table(key)?));
        block.close();
        pairs
    });
    let [basic, skirmisher, velites_same, velites_other, roman_same_class, roman_same_colour, roman_other] =
        free?;
    let [rout_basic, rout_velites, rout_roman_same, rout_roman_other] = rout?;
    Some(StackingChart {
        basic: basic?,
        skirmisher: skirmisher?,
        velites_same: velites_same?,
        velites_other: velites_other?,
        roman_same_class: roman_same_class?,
        roman_same_colour: roman_same_colour?,
        roman_other: roman_other?,
        rout_basic: rout_basic?,
        rout_velites: rout_velites?,
        rout_roman_same: rout_roman_same?,
        rout_roman_other: rout_roman_other?,
    })
}

fn share(block: &Block<'_>) -> Option<Share> {
    let through = block.int("through", 0..=9);
    let stop = block.need("stop", "false").and_then(|v| v.flag());
    let check = block.int("check", 0..=9);
    block.close();
    Some(Share { through_hits: through?, may_stop: stop?, check_modifier: check? })
}

fn pair(block: &Block<'_>) -> Option<(Trample, Trample)> {
    let (through, stop) = (trample(block, "through"), trample(block, "stop"));
    block.close();
    Some((through?, stop?))
}

fn trample(block: &Block<'_>, key: &str) -> Option<Trample> {
    let block = block.table(key)?;
    let hits = block.int("hits", 0..=9);
    let check = block.need("check", "true").and_then(|v| v.flag());
    block.close();
    Some(Trample { hits: hits?, check: check? })
}
