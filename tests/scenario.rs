//! The scenarios of the program, and hostile scenario files that must be refused with the line named.

use std::path::Path;

use tesserarius::gboh::field::Terrain;
use tesserarius::gboh::piece::{Class, Rank, Side, UnitSpec, UnitType};
use tesserarius::gboh::{Position, Setup};
use tesserarius::hex::{Hex, Hexside};
use tesserarius::scenario::{Family, Fault, Library};

/// A library in which the file is the scenario `spqr/hostile`.
fn faults(text: &str) -> Vec<Fault> {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(dir.path().join("spqr")).expect("made");
    std::fs::write(dir.path().join("spqr/hostile.toml"), text).expect("written");
    Library::with_dir(dir.path()).load("spqr/hostile").err().unwrap_or_default()
}

/// Each `# expect: <line>: <words>` is a fault on that line with those words in message or help; `# expect:
/// none` is a file that loads. There are no other faults.
#[test]
fn hostile_files_are_refused_with_the_line_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/scenario");
    let mut paths: Vec<_> =
        std::fs::read_dir(root).expect("vectors").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 30, "vectors are missing");
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        let expected: Vec<(u32, &str)> = text
            .lines()
            .filter_map(|l| l.strip_prefix("# expect: "))
            .filter(|l| *l != "none")
            .map(|l| l.split_once(": ").expect("line: words"))
            .map(|(line, words)| (line.parse().expect("a line number"), words))
            .collect();
        assert!(text.starts_with("# expect: "), "{name} does not say what must happen");
        let found = faults(&text);
        let shown: String = found.iter().map(|f| format!("  {f}\n")).collect();
        for (line, words) in &expected {
            if !found.iter().any(|f| f.line == *line && (f.message.contains(words) || f.help.contains(words)))
            {
                wrong.push(format!("{name}: no fault in line {line} with `{words}`, but\n{shown}"));
            }
        }
        if found.len() != expected.len() {
            wrong.push(format!("{name}: {} faults, not {}\n{shown}", found.len(), expected.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_scenario_file_cut_short_makes_the_reader_panic() {
    let text = include_str!("../scenarios/spqr/skirmish.toml");
    for end in (0..text.len()).step_by(61).filter(|&e| text.is_char_boundary(e)) {
        let found = faults(&text[..end]);
        assert!(found.iter().all(|f| f.line as usize <= end + 1));
    }
}

#[test]
fn no_changed_letter_makes_the_reader_panic() {
    let text = include_str!("../scenarios/spqr/skirmish.toml");
    assert!(text.is_ascii());
    for (i, at) in (0..text.len()).step_by(17).enumerate() {
        let letter = ["\"", "[", "=", "\u{e9}", "9", "-", "\n", "}", "\0", "\u{feff}"][i % 10];
        faults(&format!("{}{letter}{}", &text[..at], &text[at + 1..]));
    }
    for bomb in ["[".repeat(200_000), "a.".repeat(100_000), format!("a = {}", "[".repeat(200_000))] {
        assert!(!faults(&bomb).is_empty());
    }
}

#[test]
fn lines_may_end_as_on_windows() {
    let text = include_str!("../scenarios/spqr/skirmish.toml").replace('\n', "\r\n");
    assert_eq!(faults(&text), []);
}

#[test]
fn faults_are_drawn_with_file_line_and_help() {
    let found = faults("[scenario]\ntitle = 3\n");
    let first = found.iter().find(|f| f.line == 2).expect("the title").to_string();
    assert_eq!(first, "spqr/hostile.toml:2:9: `title` is an integer, not a text in quotes");
    let lines: Vec<u32> = found.iter().map(|f| f.line).collect();
    assert!(lines.is_sorted() && found.len() > 4, "all at once, in order: {lines:?}");
}

fn field(name: &str) -> Setup {
    let loaded = Library::embedded().load(name).expect("loads");
    (*loaded.setup).clone()
}

fn bagradas() -> Setup {
    field("spqr/bagradas-255bc")
}

/// The units of an army, the elephant of its leader left out.
fn of(set: &Setup, side: Side) -> impl Iterator<Item = &UnitSpec> {
    let own = |i: usize| set.special.leader_elephants.iter().any(|&(_, u)| usize::from(u.0) == i);
    set.units.iter().enumerate().filter(move |&(i, u)| u.side == side && !own(i)).map(|(_, u)| u)
}

/// spqr 11.1, combat units only.
fn rout_points(set: &Setup, side: Side) -> u32 {
    let worth = |u: &UnitSpec| match u.kind {
        UnitType::SK | UnitType::EL => 2,
        _ => u32::from(u.tq) * if u.two_hex { 2 } else { 1 },
    };
    of(set, side).map(worth).sum()
}

#[test]
fn the_armies_of_the_bagradas_are_as_polybius_counts_them() {
    let set = bagradas();
    let size = |side, what: fn(&UnitSpec) -> bool| -> u32 {
        of(&set, side).filter(|u| what(u)).map(|u| u32::from(u.size) * 100).sum()
    };
    let foot = |u: &UnitSpec| u.kind.is_infantry();
    let horse = |u: &UnitSpec| u.kind.is_cavalry();
    // 15,000 foot against 12,000 foot, 4,000 horse; of the Roman horse see the scenario's page.
    assert_eq!((size(Side::First, foot), size(Side::First, horse)), (15_200, 1_200));
    assert_eq!((size(Side::Second, foot), size(Side::Second, horse)), (12_200, 4_100));
    let elephants = of(&set, Side::Second).filter(|u| u.kind == UnitType::EL).count();
    assert_eq!(elephants, 12);
}

#[test]
fn withdrawal_levels_are_shares_as_published_battles_use_them() {
    let points = [
        ("spqr/bagradas-255bc", [342, 253]),
        ("spqr/beneventum-275bc", [358, 224]),
        ("spqr/cannae-216bc", [342, 696]),
        ("spqr/cynoscephalae-197bc", [256, 394]),
        ("spqr/zama-202bc", [650, 478]),
        ("cataphract/dara-530", [177, 201]),
        ("cataphract/callinicum-531", [152, 170]),
        ("cataphract/taginae-552", [205, 166]),
        ("cataphract/casilinum-554", [163, 150]),
    ];
    for (name, due) in points {
        let set = field(name);
        assert_eq!([rout_points(&set, Side::First), rout_points(&set, Side::Second)], due, "{name}");
        for side in Side::BOTH {
            let share = u32::from(set.withdrawal[side]) * 100 / rout_points(&set, side);
            assert!((19..=41).contains(&share), "{name}: {share} %");
        }
    }
}

/// alexander 10.52: elephants, chariots and shock skirmishers count 2, skirmishers 1, units of two hexes
/// double.
fn rout_points_of_alexander(set: &Setup, side: Side) -> u32 {
    let worth = |u: &UnitSpec| match u.kind {
        UnitType::SK => 1,
        UnitType::SKS | UnitType::EL | UnitType::CH => 2,
        _ => u32::from(u.tq) * if u.two_hex { 2 } else { 1 },
    };
    of(set, side).map(worth).sum()
}

/// The fields of Alexander, with their rout points.
const ALEXANDER: [(&str, [u32; 2]); 5] = [
    ("alexander/granicus-334bc", [231, 314]),
    ("alexander/gaugamela-331bc", [295, 258]),
    ("alexander/hydaspes-326bc", [210, 188]),
    ("alexander/heraclea-280bc", [314, 229]),
    ("alexander/chaeronea-338bc", [223, 262]),
];

#[test]
fn withdrawal_levels_of_alexander_are_shares_as_published_battles_use_them() {
    for (name, due) in ALEXANDER {
        let set = field(name);
        let points = Side::BOTH.map(|side| rout_points_of_alexander(&set, side));
        assert_eq!(points, due, "{name}");
        for (side, all) in Side::BOTH.into_iter().zip(points) {
            let share = u32::from(set.withdrawal[side]) * 100 / all;
            assert!((19..=41).contains(&share), "{name}: {share} %");
        }
    }
}

/// alexander 4.3: none of them is an Indian's or a Persian's.
#[test]
fn macedonians_have_no_line_commands_and_alexander_is_worth_seventy() {
    for (name, _) in &ALEXANDER[..3] {
        let set = field(name);
        for leader in set.leaders.iter().filter(|l| l.side == Side::First) {
            assert_eq!(leader.line_commands, 0, "{name}: {}", leader.name);
        }
        assert!(set.lines.iter().all(|l| l.side == Side::Second), "{name}");
        let king = set.leaders.iter().find(|l| l.name == "Alexander").expect("Alexander");
        assert_eq!((king.initiative, king.charisma, king.points_times), (7, 4, Some(10)), "{name}");
    }
}

/// alexander 2.25, 5.23, 10.52, and the cities that Demosthenes 18.237 names.
#[test]
fn chaeronea_has_an_alexander_of_its_own_and_generals_of_their_own_cities() {
    let set = field("alexander/chaeronea-338bc");
    let leader = |name: &str| set.leaders.iter().find(|l| l.name == name).expect("there");
    assert_eq!((leader("Alexander").points_times, leader("Alexander").rank), (None, Rank::Subordinate));
    assert!(set.leaders.iter().filter(|l| l.side == Side::First).all(|l| l.line_commands == 0));
    assert!(set.lines.iter().all(|l| l.side == Side::Second));
    let may = |name: &str, unit: &str| {
        let nation = &set.units.iter().find(|u| u.code == unit).expect("there").nation;
        let limit = &leader(name).limit.nations;
        limit.is_empty() || limit.contains(nation)
    };
    assert!(may("Demosthenes", "AT1") && !may("Demosthenes", "TH1") && !may("Demosthenes", "MH1"));
    assert!(may("Theagenes", "SB") && !may("Theagenes", "AT1") && may("Chares", "SB"));
    // At about 200 men for each point of size: Diodorus 16.85 gives 30,000.
    let foot = |side| -> u32 {
        of(&set, side).filter(|u| u.kind.is_infantry()).map(|u| u32::from(u.size) * 200).sum()
    };
    assert_eq!((foot(Side::First), foot(Side::Second)), (26_800, 39_400));
}

#[test]
fn the_armies_stand_eight_to_twelve_hexes_apart_and_every_unit_is_in_the_grid() {
    for name in [
        "spqr/bagradas-255bc",
        "spqr/cannae-216bc",
        "spqr/zama-202bc",
        "alexander/gaugamela-331bc",
        "alexander/chaeronea-338bc",
    ] {
        let position = Position::new(std::sync::Arc::new(field(name)));
        let near = position
            .on_field(Side::First)
            .flat_map(|a| position.on_field(Side::Second).map(move |b| (a, b)))
            .filter_map(|(a, b)| position.distance(a, b))
            .min();
        assert!(near.is_some_and(|d| (8..=12).contains(&d)), "{name}: {near:?}");
        for unit in position.unit_ids() {
            for hex in position.hexes(unit).iter() {
                if position.is_leader_elephant(unit) && !position.stack(hex).is_empty() {
                    continue;
                }
                assert!(position.stack(hex).holds(unit), "{} in {hex}", position.spec(unit).code);
            }
        }
    }
}

/// Polybius 3.113-117 at about 200 men for each point of size, see the scenario's page.
#[test]
fn the_armies_of_cannae_are_half_as_many_points_as_polybius_counts_men() {
    let set = field("spqr/cannae-216bc");
    let men = |side, what: fn(&UnitSpec) -> bool| -> u32 {
        of(&set, side).filter(|u| what(u)).map(|u| u32::from(u.size) * 200).sum()
    };
    let heavy = |u: &UnitSpec| u.kind.is_infantry() && u.kind != UnitType::SK;
    let horse = |u: &UnitSpec| u.kind.is_cavalry();
    assert_eq!((men(Side::First, heavy), men(Side::First, horse)), (36_800, 10_400));
    assert_eq!((men(Side::Second, heavy), men(Side::Second, horse)), (65_600, 6_000));
}

/// Rules 6.23, 6.24, 6.56, 8.42 and 8.45: the hexes that their examples name.
#[test]
fn the_hexes_of_the_rules_are_where_they_can_be_at_cannae() {
    let set = field("spqr/cannae-216bc");
    let hex = |text: &str| text.parse::<Hex>().expect("a hex");
    for plain in [
        "2800", "3214", "3216", "2912", "3012", "3415", "3515", "3316", "3616", "3417", "2719", "2620",
        "2621", "3722", "3822", "3622", "3721", "3821", "3920", "2419", "2518", "2618",
    ] {
        let cell = set.field.cell(hex(plain));
        assert!(
            set.field.contains(hex(plain)) && cell.terrain == Terrain::Clear && cell.level == 0,
            "{plain}"
        );
    }
    assert_eq!(set.field.cell(hex("2700")).terrain, Terrain::River);
    assert!(!set.field.is_open(hex("0934")), "the town");
}

/// Rule 4.32: the left horse all adjacent and within Hanno's range, the velites flank to flank. 4.54: no
/// mixed line.
#[test]
fn the_lines_of_the_rules_stand_at_cannae() {
    let set = field("spqr/cannae-216bc");
    let line = |code: &str| set.lines.iter().find(|l| l.code == code).expect("a line");
    let at = |unit: &tesserarius::gboh::UnitId| set.units[usize::from(unit.0)].start.expect("placed");
    let hanno = set.leaders.iter().find(|l| l.name == "Hanno").expect("Hanno");
    let left: Vec<Hex> = line("left-horse").units.iter().map(|u| at(u).0).collect();
    let mut joined = vec![left[0]];
    while let Some(&next) =
        left.iter().find(|h| !joined.contains(h) && joined.iter().any(|j| j.distance(**h) == 1))
    {
        joined.push(next);
    }
    assert_eq!(joined.len(), left.len(), "a gap in the left horse");
    assert!(left.iter().all(|h| h.distance(hanno.start.expect("placed")) <= hanno.range));
    let mut velites: Vec<Hex> = line("velites").units.iter().map(|u| at(u).0).collect();
    velites.sort_unstable();
    assert!(velites.windows(2).all(|w| w[0].col() == w[1].col() && w[0].row() + 1 == w[1].row()));
    for line in set.lines.iter().filter(|l| l.side == Side::Second) {
        let horse =
            || line.units.iter().map(|u| &set.units[usize::from(u.0)]).filter(|u| u.kind.is_cavalry());
        assert!(horse().all(|u| u.ala) || horse().all(|u| !u.ala), "{}", line.code);
    }
}

/// Rule 4.53, and the armies that players have gathered.
#[test]
fn at_zama_tribunes_lead_hastati_with_cohorts_and_praefects_cohorts_with_triarii() {
    let set = field("spqr/zama-202bc");
    assert_eq!((of(&set, Side::First).count(), of(&set, Side::Second).count()), (106, 94));
    let classes = |code: &str| {
        let line = set.lines.iter().find(|l| l.code == code).expect("a line");
        let mut classes: Vec<Class> = line.units.iter().map(|u| set.units[usize::from(u.0)].class).collect();
        classes.sort_unstable();
        classes.dedup();
        let ranks: Vec<Rank> = line.leaders.iter().map(|l| set.leaders[usize::from(l.0)].rank).collect();
        (classes, ranks)
    };
    let (hastati, tribunes) = classes("hastati");
    assert!(
        hastati.contains(&Class::HA) && hastati.contains(&Class::CO) && tribunes.contains(&Rank::Tribune)
    );
    let (triarii, praefects) = classes("triarii");
    assert!(triarii.contains(&Class::TR) && triarii.contains(&Class::CO));
    assert!(praefects.contains(&Rank::PraefectSociorum) && !praefects.contains(&Rank::Tribune));
    let elite = |side| set.leaders.iter().any(|l| l.side == side && l.rank == Rank::Overall && l.elite);
    assert!(Side::BOTH.into_iter().all(elite));
    let mut elephants = of(&set, Side::Second).filter(|u| u.kind == UnitType::EL);
    assert!(elephants.all(|u| u.depleted && !u.screen));
}

/// Rules 4.32, 6.24, 8.34, 8.6 and 9.7: what they say of Beneventum.
#[test]
fn camp_road_and_engines_of_beneventum_are_as_the_rules_want_them() {
    let set = field("spqr/beneventum-275bc");
    let hex = |text: &str| text.parse::<Hex>().expect("a hex");
    assert!(!set.special.pursuit && set.special.triarii_doctrine);
    assert_eq!(set.lines.iter().find(|l| l.code == "triarii").map(|l| l.spacing), Some(1));
    // The road runs from edge to edge and enters and leaves the camp by gates.
    let road: Vec<Hex> = set.field.hexes().filter(|&h| set.field.cell(h).roman_road != 0).collect();
    assert_eq!(road.len(), 35);
    let mut gates = 0;
    for &from in &road {
        for side in Hexside::ALL.into_iter().filter(|&s| set.field.has_roman_road(from, s)) {
            assert!(!set.field.has_rampart(from, side), "{from} {side:?}");
            gates += u32::from(set.field.cell(from).gates & (1 << side as u8) != 0);
        }
    }
    assert_eq!(gates, 4, "two gates, seen from both sides");
    let engines: Vec<&UnitSpec> = set.units.iter().filter(|u| u.class == Class::SC).collect();
    assert!(engines.len() == 2 && engines.iter().all(|u| u.missile_row == "B_flame"));
    for plain in ["2211", "2411", "2311", "2213", "2510", "2511", "2512", "2513"] {
        let cell = set.field.cell(hex(plain));
        assert!(cell.terrain == Terrain::Clear && cell.level == 0, "{plain}");
    }
}

/// Rules 6.21 and 9.51; Livy 33.4 at about 100 men for each point of size, see the scenario's page.
#[test]
fn philip_has_ten_phalanxes_that_may_double_and_the_heads_are_as_high_as_the_rules_say() {
    let set = field("spqr/cynoscephalae-197bc");
    let phalanx = set.special.double_depth.iter().filter(|u| set.units[usize::from(u.0)].two_hex);
    assert_eq!(phalanx.count(), 10);
    assert!(!set.special.triarii_doctrine && set.special.pursuit);
    let level = |text: &str| set.field.cell(text.parse::<Hex>().expect("a hex")).level;
    assert_eq!(level("2523") - level("2322"), 2);
    let horse: u32 = of(&set, Side::First).filter(|u| u.kind.is_cavalry()).map(|u| u32::from(u.size)).sum();
    assert_eq!(horse, 20);
}

/// Rules 6.21, 6.24, 6.25, 10.21 and what else the book's examples say of its battles.
#[test]
fn the_hexes_that_cataphract_names_are_as_its_rules_want_them() {
    let cell = |set: &Setup, text: &str| set.field.cell(text.parse::<Hex>().expect("a hex"));
    let plain = |name: &str, hexes: &[&str]| {
        let set = field(name);
        for hex in hexes {
            let cell = cell(&set, hex);
            assert!(cell.terrain == Terrain::Clear && cell.level == 0, "{name}: {hex}");
        }
        set
    };
    let dara = plain("cataphract/dara-530", &["2103", "2104", "2204", "2205", "2304", "2305"]);
    let city: Vec<Hex> = dara.field.hexes().filter(|&h| !dara.field.is_open(h)).collect();
    assert_eq!(city.len(), 30, "the city and its walls");
    let saracens = dara.units.iter().filter(|u| u.side == Side::Second && u.nation == "Saracen");
    assert_eq!(saracens.count(), 4);
    let callinicum = plain("cataphract/callinicum-531", &["1503", "1805"]);
    assert_eq!(cell(&callinicum, "1402").terrain, Terrain::River);
    let taginae = plain("cataphract/taginae-552", &["3823"]);
    let hill = cell(&taginae, "3923");
    assert!(hill.terrain == Terrain::Broken && hill.level == 1);
    let casilinum = plain("cataphract/casilinum-554", &["2204", "2304", "2208", "1904", "1908"]);
    assert!(!casilinum.field.contains("1808".parse().expect("a hex")));
}

/// Rules 4.31, 4.33, 5.13, 5.21, 5.41 and 5.44: two lines for Belisarius alone, and nobody of initiative 4
/// at Callinicum, where two Byzantines have 3 and two Persians 5.
#[test]
fn the_leaders_of_cataphract_are_as_its_rules_want_them() {
    for name in ["dara-530", "callinicum-531", "taginae-552", "casilinum-554"] {
        for leader in &field(&format!("cataphract/{name}")).leaders {
            let lines = match leader.rank {
                Rank::Contingent => 0,
                _ if leader.code == "BEL" => 2,
                _ => 1,
            };
            assert_eq!(leader.line_commands, lines, "{name}: {}", leader.name);
        }
    }
    let set = field("cataphract/callinicum-531");
    let with = |side, initiative| {
        let has = |l: &&tesserarius::gboh::piece::LeaderSpec| l.side == side && l.initiative == initiative;
        set.leaders.iter().filter(has).map(|l| l.code.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(with(Side::First, 3), ["LON", "ARE"]);
    assert_eq!((with(Side::First, 4), with(Side::Second, 4)), (vec![], vec![]));
    assert_eq!(with(Side::Second, 5), ["CAB", "ALA"]);
    let cabades = set.leaders.iter().find(|l| l.code == "CAB").expect("Cabades");
    assert_eq!(cabades.limit.nations, ["Persian"]);
    let dara = field("cataphract/dara-530");
    let initiative = |code: &str| dara.leaders.iter().find(|l| l.code == code).map(|l| l.initiative);
    assert_eq!((initiative("BEL"), initiative("PER")), (Some(6), Some(5)));
    assert!(initiative("PIT") < Some(5));
}

/// Rule 11.2: the armies of the empire and of Persia have discipline, Goths and Franks do not.
#[test]
fn goths_and_franks_are_undisciplined() {
    let of = |name: &str| Side::BOTH.map(|side| field(name).special.undisciplined[side]);
    assert_eq!(of("cataphract/taginae-552"), [false, true]);
    assert_eq!(of("cataphract/casilinum-554"), [false, true]);
    assert_eq!(of("cataphract/dara-530"), [false, false]);
    assert_eq!(of("cataphract/callinicum-531"), [false, false]);
}

#[test]
fn in_every_scenario_each_leader_can_reach_a_unit_and_each_line_has_one() {
    let library = Library::embedded();
    for entry in library.list().into_iter().filter(|e| library.family(&e.name) == Ok(Family::Gboh)) {
        let set = library.load(&entry.name).expect("loads").setup;
        let position = Position::new(std::sync::Arc::clone(&set));
        for (i, leader) in set.leaders.iter().enumerate() {
            let later =
                matches!(leader.rank, Rank::Replacement | Rank::ElephantLeader | Rank::MacedonianContingent);
            let Some(hex) = leader.start else {
                assert!(later, "{}", leader.code);
                continue;
            };
            let reach = position
                .on_field(leader.side)
                .any(|u| position.hexes(u).iter().any(|h| h.distance(hex) <= leader.range));
            assert!(reach, "{}: leader {i} {}", entry.name, leader.code);
        }
        for line in &set.lines {
            assert!(!line.units.is_empty(), "{}: {}", entry.name, line.code);
        }
        // Every unit can be ordered by some line command; engines know single orders only (9.82), as do the
        // elephants of leaders and armies whose leaders have no line commands (alexander 4.3).
        let by_lines = |side| set.leaders.iter().any(|l| l.side == side && l.line_commands > 0);
        let alone = |u| {
            let spec = position.spec(u);
            spec.class == Class::SC || position.is_leader_elephant(u) || !by_lines(spec.side)
        };
        for unit in position.unit_ids().filter(|&u| !alone(u)) {
            assert!(set.lines.iter().any(|l| l.units.contains(&unit)), "{}", position.spec(unit).code);
        }
    }
}

/// Alexander 5.6: contingent commanders are on the map where the option is played, and nowhere else.
#[test]
fn contingent_commanders_of_macedon_come_with_their_option() {
    let library = Library::embedded();
    for name in ["granicus-334bc", "gaugamela-331bc", "hydaspes-326bc"] {
        let of = |on: bool| {
            let options = [("contingent-commanders".to_owned(), on)].into();
            library.load_with(&format!("alexander/{name}"), &options).expect("a scenario").setup
        };
        let called = |set: &Setup| -> Vec<bool> {
            let men = set.leaders.iter().filter(|l| l.rank == Rank::MacedonianContingent);
            men.map(|l| l.start.is_some()).collect()
        };
        assert_eq!(called(&of(true)), [true, true], "{name}");
        assert_eq!(called(&of(false)), [false, false], "{name}");
        let set = of(true);
        let alexander = set.leaders.iter().find(|l| l.code == "ALE").expect("Alexander");
        assert_eq!(alexander.contingents, 2, "{name}");
        for man in set.leaders.iter().filter(|l| l.rank == Rank::MacedonianContingent) {
            let near = |&u: &tesserarius::gboh::UnitId| {
                let (hex, _) = set.unit(u).start.expect("on the map");
                man.start.is_some_and(|h| h.distance(hex) <= man.range)
            };
            assert!(man.contingent.iter().all(near), "{name}: {}", man.code);
        }
    }
}
