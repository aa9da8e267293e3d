//! What Great Battles add to standing orders: their windows, and sheets prepared for leaders whose turn is
//! still to come.

use super::{Prepared, Sheet};
use tess_diagnostic::{Diagnostic, Span};
use tess_orders::standing::Dialect;

impl Dialect for Prepared {
    const WINDOWS: &'static [&'static str] = &[
        "withdraw",
        "withdraw-line",
        "prearrange",
        "prearranged",
        "withdraw-path",
        "withdraw-face",
        "reload",
        "withdraw-fire",
        "face",
        "extend",
        "entry-fire",
        "retire-fire",
        "return-fire",
        "engine-fire",
        "leader-withdraw",
        "leader-follow",
        "elephant-leader",
        "trump",
        "pass-thru",
        "pass-thru-hex",
        "champion",
        "charisma",
        "defender",
        "hits",
        "engaged-retreat",
        "advance",
        "advance-face",
        "advance-wheel",
        "pursuer",
        "pursued",
        "pursuit-face",
        "pursuit-path",
        "column-face",
        "pursue-again",
        "regroup",
        "rout-path",
        "rampage",
        "feign",
        "feign-first",
        "feign-strike",
        "feign-path",
        "feign-face",
        "shield-wall",
        "impetuous",
        "impetuous-face",
        "uncontrolled",
        "any",
    ];

    fn sheets(text: &str) -> (Vec<Prepared>, Vec<Diagnostic>) {
        let (sheet, mut complaints) = Sheet::parse(text);
        complaints.extend(sheet.lines.first().map(|line| {
            Diagnostic::error("an order stands in standing orders by itself")
                .at(line.number, Span::new(0, line.text.len()))
                .help("orders stand between { and } of a prepared sheet: prepare REG {")
        }));
        (sheet.prepared, complaints)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    type Standing = tess_orders::standing::Standing<Prepared>;

    fn clean(text: &str) -> Standing {
        let (standing, complaints) = Standing::parse(text);
        assert!(complaints.is_empty(), "{text}: {complaints:?}");
        standing
    }

    #[test]
    fn standing_orders_are_read_and_printed() {
        let text = "\
when withdraw type SK do max
when entry-fire if own.supply = full do yes
when trump if leader >= 6 do no
when leader-withdraw REG do max
when face line hastati if mover.type = SK, LC and side != front do toward 2010
when any class VE if own.hits >= own.tq-2 do ask
otherwise default
";
        let standing = clean(text);
        assert_eq!(standing.to_string(), text);
        assert_eq!(clean("when leader-withdraw leader REG do far"), clean("when leader-withdraw REG do max"));
        assert_eq!(clean("when hits all if a in x,y do z"), clean("when hits if a = x, y do z"));
    }

    #[test]
    fn prepared_sheets_stand_among_them() {
        let text = "when hits do max\nprepare REG {  # later\n lapse if lost P2\n activate REG; try move H31 fwd\n}\n\
                    otherwise default\nprepare HAM { activate HAM }\n";
        let standing = clean(text);
        assert_eq!((standing.rules.len(), standing.prepared.len()), (1, 2));
        assert_eq!((standing.prepared[0].number, standing.prepared[1].number), (2, 7));
        assert_eq!(standing.prepared[0].sheet(), "activate REG\ntry move H31 fwd\n");
        assert_eq!(clean(&standing.to_string()), standing);
        let (_, complaints) = Standing::parse("prepare REG {\n activat REG\n} ; finish\nactivate REG");
        let lines: Vec<u32> = complaints.iter().filter_map(|c| c.place.map(|p| p.line)).collect();
        assert_eq!(lines, [2, 3, 4], "{complaints:?}");
    }

    #[test]
    fn what_is_wrong_is_complained_about() {
        let text = "wen withdraw do max\nwhen withdrow do max\nwhen hits\nwhen hits if a ~ 3 do x\n\
                    otherwise ask\notherwise ask\nwhen hits do\nwhen hits do toward home";
        let (standing, complaints) = Standing::parse(text);
        assert_eq!(standing.rules.len(), 1);
        assert_eq!(complaints.len(), 7, "{complaints:?}");
        assert!(complaints[1].help.as_deref().is_some_and(|h| h.contains("withdraw")));
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_prints_as_it_reads(
            text in "(?s)(when (hits|any|all|,|=){0,2}( (type|leader|H3|if|do|max|and|to|in|a=b|>=|3|,|toward|2010|:)){0,9}\n){0,5}.{0,40}"
        ) {
            let (standing, _) = Standing::parse(&text);
            prop_assert_eq!(Standing::parse(&standing.to_string()).0, standing);
        }
    }
}
