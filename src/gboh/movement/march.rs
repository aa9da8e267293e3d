//! Who moves, and how far he has come: the plain values on which the rules of one step work.

use crate::Refusal;
use crate::field::Terrain;
use crate::piece::{Class, Side, UnitId, UnitType};
use crate::position::{Formation, Hexes, Place, Position};
use crate::refusal::movement::{NoMove, Unmoved};
use crate::variant::charts::Tread;
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

/// The allowance of a square (alexander 9.64).
pub(crate) const SQUARE_ALLOWANCE: u8 = 1;

/// Kinds of ground that one half of a two-hex unit may have paid for before the other (6.42).
pub(crate) const KINDS: usize = 8;

/// A moving unit or stack, as it does not change while it moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// The unit, the top one of a stack.
    pub unit: UnitId,
    /// The unit below it that goes along.
    pub with: Option<UnitId>,
    /// Whose.
    pub side: Side,
    /// Its type.
    pub kind: UnitType,
    /// How it treads.
    pub tread: Tread,
    /// How the unit below treads.
    pub tread_with: Option<Tread>,
    /// Occupies two hexes.
    pub two_hex: bool,
    /// A double-depth phalanx moving together (9.52).
    pub double: bool,
    /// Points it may spend.
    pub allowance: u8,
    /// Points beyond this need the check or the hit of 6.41; equal to the allowance where that does not
    /// apply.
    pub plain: u8,
    /// What it shows to those who compare allowances with it (6.51, 7.15).
    pub pace: u8,
    /// Began this move in an enemy zone and may leave it by 7.23.
    pub free_to_leave: bool,
    /// Began this move in an enemy zone.
    pub began_in_zoc: bool,
    /// Triarii whom doctrine holds (9.71).
    pub held: bool,
    /// Cavalry that has pursued or broken off: it only turns (8.63).
    pub spent: bool,
    /// May form double depth in this move (9.51).
    pub may_double: bool,
    /// May turn in the zone it began in by 7.24, up to so many points.
    pub turn_in_zoc: u8,
    /// It moves by a line command, which forms nobody up for the charge (alexander 9.73).
    pub in_line: bool,
}

/// Where a mover is in the middle of its move, and what it has spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct March {
    /// Hex, or left half.
    pub hex: Hex,
    /// Facing.
    pub facing: Facing,
    /// Formation.
    pub formation: Formation,
    /// Points spent.
    pub mp: u8,
    /// Half of the last of them is still to spend: it goes along a Roman road (6.27).
    pub half: bool,
    /// It has gone along a Roman road at half the points.
    pub road: bool,
    /// Hits certain so far, of the unit on top.
    pub hits: u8,
    /// Levels climbed in this orders phase.
    pub climbed: u8,
    /// Steps taken.
    pub steps: u8,
    /// It has entered an enemy zone and must stop (7.23).
    pub stopped: bool,
    /// It has turned in the zone it began in and must stay (7.24).
    pub must_stay: bool,
    /// It has left the hexes it began in.
    pub left: bool,
    /// It has changed formation: the move is at its end (6.71).
    pub formed: bool,
    /// Costly ground met by the left and the right half, by kind.
    pub paid: [[u8; KINDS]; 2],
    /// Vertices turned in this hex, of chariots and of cavalry in charge formation (alexander 7.15, 9.74).
    pub turned: u8,
    /// It has dismounted or mounted in this move, and may face as it likes (cataphract 11.1).
    pub remounted: bool,
    /// Points spent on going straight ahead with both halves (alexander 6.5).
    pub straight: u8,
}

impl Body {
    /// A unit, or the top and bottom of a stack, that moves without an order: withdrawing, advancing.
    pub fn unordered(pos: &Position, unit: UnitId, with: Option<UnitId>) -> Body {
        let spec = pos.spec(unit);
        Body {
            unit,
            with,
            side: spec.side,
            kind: spec.kind,
            tread: tread(spec.kind),
            tread_with: with.map(|w| tread(pos.spec(w).kind)),
            two_hex: spec.two_hex,
            double: with.is_some() && spec.two_hex,
            allowance: u8::MAX,
            plain: u8::MAX,
            pace: pace(pos, unit),
            free_to_leave: true,
            began_in_zoc: false,
            held: false,
            spent: false,
            may_double: false,
            turn_in_zoc: 0,
            in_line: false,
        }
    }
}

impl March {
    /// Standing somewhere, nothing spent.
    pub fn at(pos: &Position, unit: UnitId, hex: Hex, facing: Facing) -> March {
        March {
            hex,
            facing,
            formation: pos.unit(unit).formation,
            mp: 0,
            half: false,
            road: false,
            hits: 0,
            climbed: pos.unit(unit).done.climbed,
            steps: 0,
            stopped: false,
            must_stay: false,
            left: true,
            formed: false,
            paid: [[0; KINDS]; 2],
            turned: 0,
            remounted: false,
            straight: 0,
        }
    }

    /// Half points spent.
    pub fn halves(&self) -> u8 {
        self.mp.saturating_mul(2).saturating_sub(u8::from(self.half))
    }

    /// Spends so many half points more.
    pub fn spend_halves(&mut self, more: u8) {
        let sum = self.halves().saturating_add(more);
        self.mp = sum.div_ceil(2);
        self.half = sum % 2 == 1;
    }

    /// Not in column: both halves of a two-hex unit side by side.
    pub fn is_abreast(&self) -> bool {
        !matches!(self.formation, Formation::Column { .. })
    }

    /// The hexes it covers.
    pub fn hexes(&self, two_hex: bool) -> Hexes {
        Hexes::of(self.hex, self.facing, two_hex)
    }
}

/// How a type treads in the movement chart.
pub(crate) const fn tread(kind: UnitType) -> Tread {
    match kind {
        UnitType::PH | UnitType::HI => Tread::Heavy,
        UnitType::HC | UnitType::RC | UnitType::LN | UnitType::LC => Tread::Cavalry,
        UnitType::EL => Tread::Elephant,
        UnitType::CH => Tread::Chariot,
        _ => Tread::Medium,
    }
}

/// **spqr 6.11, 6.41, 6.72, 9.52, 9.68.** The allowance of one unit in a move order: all of it, and what of
/// it is free of the check for a fifth point.
pub(crate) fn allowance(pos: &Position, unit: UnitId, extended: bool) -> (u8, u8) {
    let spec = pos.spec(unit);
    let chart = &pos.set.variant.charts.movement;
    let done = pos.unit(unit).done;
    let less = if done.extended { chart.extension_mp } else { 0 } + u8::from(done.opened_shields);
    if pos.in_square(unit) {
        return (SQUARE_ALLOWANCE, SQUARE_ALLOWANCE);
    }
    if pos.in_column(unit) {
        let all = (spec.ma_extended + chart.column_bonus).saturating_sub(less);
        return (all, all);
    }
    let plain = spec.ma.saturating_sub(less);
    if extended && !pos.in_double_depth(unit) {
        (spec.ma_extended.saturating_sub(less), plain)
    } else {
        (plain, plain)
    }
}

/// **spqr 6.51, 6.41.** The allowance of a mover in the eyes of those who would withdraw from it: a phalanx
/// counts with its higher one, not at double depth (9.52).
pub(crate) fn pace(pos: &Position, unit: UnitId) -> u8 {
    let spec = pos.spec(unit);
    // Alexander 6.71: whatever their formation lets them go.
    if spec.two_hex && spec.kind != UnitType::PH {
        spec.ma
    } else if pos.in_square(unit) {
        SQUARE_ALLOWANCE
    } else if pos.in_column(unit) {
        spec.ma_extended + pos.set.variant.charts.movement.column_bonus
    } else if pos.in_double_depth(unit) {
        spec.ma
    } else {
        spec.ma_extended
    }
}

/// Sets out: who moves and where he stands.
pub(crate) fn muster(
    pos: &Position,
    unit: UnitId,
    stack: bool,
    extended: bool,
) -> Result<(Body, March), Refusal> {
    let no = |rule, unit, why| Err(Refusal::new(Rule(rule), Unmoved::Halted(unit, why)));
    let Place::Field { hex, facing } = pos.unit(unit).place else {
        return no("6.1", unit, NoMove::Off);
    };
    if pos.is_routed(unit) {
        return no("10.27", unit, NoMove::Routed(Rule("10.28")));
    }
    let partner = pos.partner(unit);
    if partner.is_some() && !pos.is_top(unit) && !stack && !pos.is_covered(unit) {
        return no("6.66", unit, NoMove::NotTop);
    }
    if stack && partner.is_none() {
        return no("6.64", unit, NoMove::NoStack);
    }
    let (unit, with) = match (stack, partner) {
        (true, Some(p)) if !pos.is_top(unit) => (p, Some(unit)),
        (true, p) => (unit, p),
        _ => (unit, None),
    };
    let spec = pos.spec(unit);
    [Some(unit), with].into_iter().flatten().try_for_each(|member| may_move(pos, member))?;
    let (mut all, mut plain) = allowance(pos, unit, extended);
    if let Some(w) = with {
        let (a, p) = allowance(pos, w, extended);
        all = all.min(a);
        plain = plain.min(p);
    }
    let began = pos.unit_in_zoc(unit);
    let (free_to_leave, turn_in_zoc) = if began {
        (
            crate::movement::leaving::may_leave(pos, unit),
            crate::movement::leaving::turning_points(pos, unit, all),
        )
    } else {
        (true, 0)
    };
    let body = Body {
        allowance: all,
        plain,
        free_to_leave,
        began_in_zoc: began,
        held: crate::movement::triarii::is_held(pos, unit),
        spent: pos.unit(unit).pursued,
        may_double: spec.two_hex && with.is_none() && partner.is_none() && commands_all(pos, spec.side),
        turn_in_zoc,
        in_line: pos.stage.phase().is_some_and(|p| p.line().is_some() && p.contingent.is_none()),
        ..Body::unordered(pos, unit, with)
    };
    let mut paid = [[0; KINDS]; 2];
    if spec.two_hex {
        for (half, h) in body_halves(hex, facing).into_iter().enumerate() {
            if let Some(kind) = h.and_then(|h| costly_kind(pos.set.field.cell(h).terrain)) {
                paid[half][kind] = 1;
            }
        }
    }
    let march = March { left: false, paid, ..March::at(pos, unit, hex, facing) };
    Ok((body, march))
}

/// May a unit that is ordered to move do so, for what it has done and what it is in?
fn may_move(pos: &Position, member: UnitId) -> Result<(), Refusal> {
    let no = |rule, unit, why| Err(Refusal::new(Rule(rule), Unmoved::Halted(unit, why)));
    let m = pos.spec(member);
    if crate::questions::is_engaged(pos, member) {
        return no("10.41", member, NoMove::Engaged);
    }
    if pos.unit(member).done.moved {
        return no("6.12", member, NoMove::Moved);
    }
    if pos.set.variant.choices.rout.recovery_alone && pos.unit(member).done.recovered > 0 {
        return no("10.16", member, NoMove::Recovered);
    }
    if pos.unit(member).done.stays {
        return no(if m.two_hex { "9.52" } else { "6.66" }, member, NoMove::Stays);
    }
    let modes = pos.set.variant.choices.missile.engines_have_modes;
    if m.class == Class::SC && modes && !pos.unit(member).limbered {
        return no("9.82", member, NoMove::Unlimbered);
    }
    if m.class != Class::SC && crate::missile::is_slow(pos, member) && pos.unit(member).done.fired {
        return no("8.11", member, NoMove::Fired);
    }
    Ok(())
}

/// **spqr 9.51.** Is it the overall commander who gives orders now?
fn commands_all(pos: &Position, side: Side) -> bool {
    pos.stage.phase().is_none_or(|p| pos.overall(side) == Some(p.leader))
}

fn body_halves(hex: Hex, facing: Facing) -> [Option<Hex>; 2] {
    let h = Hexes::of(hex, facing, true);
    [h.left, h.right]
}

/// The kind of a costly terrain.
pub(crate) const fn costly_kind(terrain: Terrain) -> Option<usize> {
    match terrain {
        Terrain::Woods => Some(0),
        Terrain::Broken => Some(1),
        Terrain::Marsh => Some(2),
        Terrain::Camp => Some(6),
        _ => None,
    }
}
