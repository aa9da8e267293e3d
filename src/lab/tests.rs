//! What a case may not leave open, and what its lines may not lose.

use super::{Case, CaseError, Verdict, run};
use tess_scenario::Library;

const FIELD: &str =
    "leader REG rome overall initiative 5 at 1510\nleader HAN carthage overall initiative 7 at 3010\n";

fn tried(lines: &str) -> Result<Verdict, CaseError> {
    run(&Case::parse(&format!("rule spqr 8.43\n{FIELD}{lines}"))?, &Library::embedded())
}

#[test]
fn a_refusal_has_a_rule_and_what_is_told_has_words() {
    let sheet = |expected: &str| {
        tried(&format!(
            "unit H1 HI rome 5/6/5 at 1512 E\nactive REG\norders rome\n  move H1 1712\nexpect\n  {expected}\n"
        ))
    };
    assert!(sheet("refused 6.32 line 1").expect("it names the rule").passed());
    for bare in ["refused", "stopped", "refused line 1", "refused \"front\"", "told", "unreadable"] {
        let error = sheet(bare).expect_err(bare);
        assert!(error.line == 9 && error.message.contains("does not say"), "{bare}: {error}");
    }
    assert!(!sheet("not refused\n  moved H1").expect("no rule is needed for none").passed());
}

#[test]
fn no_word_of_a_unit_is_lost_whatever_the_order() {
    let unit = |state: &str, expected: &str| {
        tried(&format!("unit A1 LI rome 4/5/6 missile C {state}\nexpect\n  {expected}\n"))
    };
    for state in ["moved hits 2 depleted at 1910 E", "at 1910 E depleted hits 2 moved"] {
        let verdict = unit(state, "moved A1\n  hits A1 2\n  depleted A1\n  at A1 1910 E").expect("a case");
        assert!(verdict.passed(), "{verdict}");
    }
    for state in ["routed hits 2", "eliminated at 1910", "hits 1 hits 2", "at 1910 square column NE"] {
        let error = unit(state, "on-field A1").expect_err(state);
        assert!(error.message.contains("undoes"), "{state}: {error}");
    }
}

/// A bow that has left its setup hex fires once (cataphract 11.4), wherever in the line that is said.
#[test]
fn who_has_left_his_setup_hex_has_left_it() {
    let shots = |state: &str| {
        let case = format!(
            "rule cataphract 11.4\nbook cataphract\nsides rome persia\n{}unit A1 LI rome 4/6/5 missile C {state}\n\
             unit C1 HI persia 4/6/5 at 2210 W\nactive REG\norders rome\n  fire A1 at C1\n  fire A1 at C1\n\
             die missile:a1 9\ndice others 9\nexpect\n  stopped 5.24 line 2\n",
            FIELD.replace("carthage", "persia")
        );
        run(&Case::parse(&case).expect("a case"), &Library::embedded()).expect("a position")
    };
    for state in ["at 2010 E left-setup", "left-setup at 2010 E"] {
        let verdict = shots(state);
        assert!(verdict.passed(), "{verdict}");
    }
    assert!(!shots("at 2010 E").passed(), "who stands where he was fires twice");
}

/// Whose phase it is may stand above those whom it finds.
#[test]
fn a_phase_finds_all_who_stand() {
    let lines = "active REG\nunit H1 HI rome 5/6/5 at 2010 E\nunit C1 HI carthage 5/6/5 at 2110 W\n\
                 orders rome\n  move H1 2109\nexpect\n  refused 7.23\n";
    let verdict = tried(lines).expect("a case");
    assert!(verdict.passed(), "{verdict}");
}
