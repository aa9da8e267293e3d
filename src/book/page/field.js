// The pieces, drawn on the ground of the page's own picture (docs/picture.md) from a position that was read
// from its canonical bytes.

const svgNamespace = "http://www.w3.org/2000/svg";

function shape(name, attributes, parent, text) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

const classOf = (side) => (side ? "two" : "one");
const label = (parent, kind, [x, y], text) => shape("text", { class: kind, x, y }, parent, text);
const sign = (parent, name, x, y) => shape("use", { href: `#${name}`, x, y }, parent);

// Great Battles: flat-topped hexes by their numbers; odd columns lie half a hex down.
function hexField({ units, leaders, field, sides }) {
  const gates = { N: [0, -35], NE: [30, -18], SE: [30, 17], S: [0, 35], SW: [-30, 17], NW: [-30, -18] };
  const facings = ["NE", "E", "SE", "SW", "W", "NW"];
  const over = [[0, -70], [60, -35], [60, 35], [0, 70], [-60, 35], [-60, -35]];
  const arrows = {
    NE: "M19-33L8-25L18-19z", E: "M38 0L26-7L26 7z", SE: "M19 34L18 21L8 27z",
    SW: "M-19 34L-8 27L-18 21z", W: "M-38 0L-26 7L-26-7z", NW: "M-19-33L-18-19L-8-25z",
  };
  const middle = (hex) => {
    const [column, row] = [Math.floor(Number(hex) / 100), Number(hex) % 100];
    return [52 + 60 * (column - field.columns[0]), 99 + 70 * (row - field.rows[0]) + 35 * (column % 2)];
  };

  function placeOf(nth, { place }) {
    if (place.is !== "Field") return null;
    const left = middle(place.hex);
    if (!units[nth].two_hex) return left;
    const [dx, dy] = over[(facings.indexOf(place.facing) + 2) % 6];
    return [left[0] + dx / 2, left[1] + dy / 2];
  }

  function counter(group, nth, state, shift) {
    const unit = units[nth];
    const routed = state.morale === "Routed";
    const moved = state.moved_before || state.done.moved ? " moved" : "";
    group.setAttribute("class", `unit ${classOf(unit.side)}${moved}${routed ? " routed" : ""}`);
    const at = placeOf(nth, state).map((one) => one + (unit.two_hex ? 0 : shift));
    group.setAttribute("transform", `translate(${at})`);
    if (unit.two_hex) {
      const [dx, dy] = over[(facings.indexOf(state.place.facing) + 2) % 6].map((one) => one * (unit.side ? 0.475 : 0.75));
      for (const kind of ["bar", "fill"]) shape("path", { class: kind, d: `M${-dx} ${-dy}L${dx} ${dy}` }, group);
    } else {
      shape("rect", { class: "box", x: -24, y: -20, width: 48, height: 44, rx: unit.side ? 13 : 2 }, group);
    }
    if (state.formation.is === "Column") {
      const [cx, cy] = gates[state.formation.towards];
      shape("circle", { class: "way", cx, cy, r: 5 }, group);
    } else if (unit.class !== "SC") shape("path", { class: "way", d: arrows[state.place.facing] }, group);
    face(shape("g", { class: "face" }, group), unit, state);
  }

  function face(group, unit, state) {
    label(group, "code", [0, -8], unit.code);
    sign(group, unit.sign, -14, 0);
    label(group, "kind", [4, 4], unit.class || unit.kind);
    if (unit.missiles) label(group, { Full: "full", Low: "short", No: "spent" }[state.supply], [17, 4], unit.missiles);
    label(group, "rates", [0, 14], `${unit.size}·${unit.quality}·${unit.moves}`);
    const { hits } = state.morale;
    const most = hits === undefined ? 0 : Math.min(Math.max(unit.quality, hits), 11);
    for (let pip = 0; pip < most; pip++) shape("circle", { class: pip < hits ? "hit" : "pip", cx: 4 * pip - 2 * (most - 1), cy: 19, r: 1 }, group);
    const badges = [
      [hits === undefined, "R"], [["MustCheck", "NoCheck"].includes(state.shock), "!"], [state.engaged, "e"],
      [state.runaway, "u"], [state.shield_wall, "w"], [state.formation === "Square", "s"],
      [state.formation === "Charge", "v"], [state.pursued, "p"], [state.depleted, "d"],
    ];
    const [, letter] = badges.find(([is]) => is) ?? [];
    if (!letter) return;
    shape("circle", { class: "badge", cx: 23, cy: -16, r: 7 }, group);
    label(group, "letter", [23, -13], letter);
  }

  function words(nth, state) {
    const unit = units[nth];
    const said = [`${unit.code} ${unit.name} (${sides[unit.side]})`];
    const { place, morale } = state;
    if (place.is === "Field") said.push(`in ${place.hex} facing ${place.facing}`);
    else said.push(place.is === "Pursuing" ? "in pursuit off the map" : place.toLowerCase());
    if (morale === "Routed") said.push("routed");
    else if (morale.hits) said.push(`${morale.hits} hits of ${unit.quality}`);
    if (state.formation !== "Line") said.push(`in ${(state.formation.is ?? state.formation).toLowerCase()}`);
    if (state.depleted) said.push("depleted");
    if (unit.missiles && state.supply !== "Full") said.push(`missiles ${state.supply.toLowerCase()}`);
    return said.join(", ");
  }

  function chiefs(position) {
    const peopled = new Set(position.units.map(({ place }) => place.hex));
    const here = new Map();
    return position.leaders.flatMap(({ hex, finished }, nth) => {
      if (hex === null) return [];
      const [{ code, name, side, overall, range }, [x, y], beside] = [leaders[nth], middle(hex), here.get(hex) ?? 0];
      here.set(hex, beside + 1);
      const at = peopled.has(hex) ? [x - 26 + 18 * beside, y - 18 - 2 * beside] : [x + 14 * beside, y + 6 * beside];
      const reach = range && around(x, y, range);
      return [{ code, side, overall, finished, at, reach, r: peopled.has(hex) ? 12 : 17, title: `${code} ${name}, in ${hex}` }];
    });
  }

  // The hexes at that distance, as they are seen: a hexagon.
  function around(x, y, far) {
    const [up, aside, half] = [70 * far + 35, 60 * far + 30, 35 * far + 17];
    return `M${x} ${y - up}L${x + aside} ${y - half}V${y + half}L${x} ${y + up}L${x - aside} ${y + half}V${y - half}z`;
  }

  // Who is to fight whom, by their numbers.
  const fights = ({ stage }) => (stage.phase?.combats ?? []).flatMap(({ attackers, defenders }) => attackers.flatMap((one) => defenders.map((two) => [one, two])));

  return {
    words, placeOf, counter, chiefs, fights,
    top: 34,
    code: (nth) => units[nth].code,
    isBelow: (position) => new Set(position.below),
    standsOver: (position) => new Set(position.below.map((nth) => position.units[nth].place.hex)),
  };
}

// Legion and Empire: to scale, twenty to the inch, north on top.
function tableField({ units, commands, troops, table, sides }) {
  const scale = (length) => length / 50;
  const at = ({ x, y }) => [30 + scale(x), 64 + scale(table.depth - y)];
  const areas = { 0: "wood", 1: "hill", 2: "rough", 3: "bog", 4: "water", 5: "ford", 6: "town" };
  const lines = { 100: "wall", 101: "hedge", 102: "rampart", 103: "ditch", 104: "stream" };
  const codeOf = (state) => units[state.of].code + (state.part ? `.${state.part}` : "");

  // Where the ground can change in a battle, it is part of the position.
  function laid(ground, parent, position) {
    parent.replaceChildren();
    if (!position.table) return;
    ground.querySelector("[clip-path]")?.setAttribute("display", "none");
    for (const { kind, course } of position.table.pieces) {
      const points = course.map(at).join(" ");
      if (areas[kind]) shape("polygon", { class: areas[kind], points }, parent);
      else shape("polyline", { class: lines[kind], points }, parent);
    }
  }

  const placeOf = (_, { place }) => (place.is === "Table" ? at(place.stance.anchor) : null);

  // The middle of all that a unit stands on, from its anchor.
  function middleOf({ stands, place }) {
    const angle = (place.stance.heading * Math.PI) / 18000;
    let [right, back] = [0, 0];
    for (const { troop, half, slot } of stands) {
      right += scale(slot.right) / stands.length;
      back += (scale(slot.back) + scale(troops[troop].depth) / (half ? 4 : 2)) / stands.length;
    }
    return [right * Math.cos(angle) - back * Math.sin(angle), right * Math.sin(angle) + back * Math.cos(angle)].map(Math.round);
  }

  function counter(group, _, state) {
    const { side, sign: name } = units[state.of];
    const [x, y] = placeOf(0, state);
    const angle = state.place.stance.heading / 100;
    const mood = { Good: "", Disordered: " disordered", Broken: " routed" }[state.morale];
    group.setAttribute("class", `unit ${classOf(side)}${mood}`);
    group.setAttribute("transform", `translate(${x} ${y})`);
    const stands = shape("g", { transform: `rotate(${angle})` }, group);
    for (const { troop, half, slot } of state.stands) {
      const [width, height] = [scale(troops[troop].width), scale(troops[troop].depth) / (half ? 2 : 1)];
      const place = `translate(${scale(slot.right)} ${scale(slot.back)}) rotate(${90 * slot.quarter})`;
      const one = shape("g", { transform: place }, stands);
      shape("rect", { class: "stand", x: -width / 2, width, height }, one);
      shape("path", { class: "front", d: `M${-width / 2} 0h${width}` }, one);
    }
    const middle = middleOf(state);
    const code = codeOf(state);
    const face = shape("g", { class: "face" }, shape("g", { transform: `translate(${middle})` }, group));
    sign(face, name, -4 * code.length - 8, 0);
    label(face, "code halo", [2, 4], code + (state.hits ? ` ${state.hits}` : ""));
  }

  function words(_, state) {
    const { name, side } = units[state.of];
    const said = [`${codeOf(state)} ${name} (${sides[side]})`];
    if (state.place.is === "Table") {
      const { anchor, heading } = state.place.stance;
      said.push(`at ${anchor.x / 1000},${anchor.y / 1000} heading ${heading / 100}`);
    } else said.push({ Waiting: "not yet on the table", Away: "off the table", Gone: "out of the battle" }[state.place]);
    said.push(`${state.stands.length} stands`, (state.formation.is ?? state.formation).toLowerCase());
    if (state.morale !== "Good") said.push(state.morale.toLowerCase());
    if (state.hits) said.push(`${state.hits} hits`);
    return said.join(", ");
  }

  function chiefs(position) {
    return position.leaders.flatMap(({ place }, nth) => {
      const { leader: code, leader_name: name, side, chief: overall } = commands[nth];
      const unit = place.is === "With" ? position.units[place.unit] : null;
      const stance = place.is === "Alone" ? place.stance : unit?.place.stance;
      if (!stance) return [];
      const [x, y] = at(stance.anchor);
      const title = `${code} ${name}, ${unit ? `with ${codeOf(unit)}` : "alone"}`;
      return [{ code, side, overall, at: unit ? [x + 16, y - 12] : [x, y], r: 13, title }];
    });
  }

  const fights = ({ engagements }) => engagements.map(({ attacker, defender }) => [attacker, defender]);
  return { laid, words, placeOf, counter, chiefs, fights, middleOf, top: 34, code: (_, state) => codeOf(state), isBelow: () => new Set(), standsOver: () => new Set() };
}

// A picture of the field in which positions follow one another.
function picture(svg, printed, clicked) {
  const game = printed.game === "gboh" ? hexField(printed) : tableField(printed);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const ground = svg.querySelector("#ground");
  for (const old of svg.querySelectorAll("title, .head, .sub, #zones, #units, #contacts, #leaders, #ranges")) old.remove();
  for (const old of svg.querySelectorAll("svg > g:not(#ground)")) old.remove();
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const board = shape("g", {}, svg);
  board.append(ground);
  const [laid, moves, low, high, contacts, heads, ranges] = ["laid", "moves", "low", "units", "contacts", "leaders", "ranges"].map((id) => shape("g", { id }, board));
  const counters = new Map();
  let [last, marked, flipped, follows, action, reaching] = [null, null, false, false, null, null];

  let drawnBefore = null;
  // Draws a position, and what has moved since the one before it.
  function draw(position, before) {
    if (position === last) return;
    [last, drawnBefore] = [position, before];
    game.laid?.(ground, laid, position);
    const [below, over] = [game.isBelow(position), game.standsOver(position)];
    const now = new Map();
    position.units.forEach((state, nth) => {
      const shift = below.has(nth) ? 4 : over.has(state.place.hex) ? -4 : 0;
      if (!counters.has(nth)) counters.set(nth, { group: shape("g", { "data-nth": nth }), drawn: "" });
      const counter = counters.get(nth);
      const place = game.placeOf(nth, state);
      if (!place) return counter.group.remove();
      now.set(nth, place);
      const key = JSON.stringify(state) + shift;
      if (counter.drawn !== key) {
        counter.group.replaceChildren(shape("title", {}, null, game.words(nth, state)));
        game.counter(counter.group, nth, state, shift);
        counter.drawn = key;
        counter.group.classList.toggle("marked", nth === marked);
      }
      const layer = below.has(nth) ? low : high;
      if (counter.group.parentNode !== layer) layer.append(counter.group);
    });
    heads.replaceChildren();
    ranges.replaceChildren();
    for (const chief of game.chiefs(position)) leader(chief);
    contacts.replaceChildren();
    const heart = (nth) => now.has(nth) && now.get(nth).map((at, i) => at + (game.middleOf?.(position.units[nth])[i] ?? 0));
    for (const [one, two] of game.fights(position).map((pair) => pair.map(heart))) {
      const [from, to] = [3, 5].map((part) => one && two && one.map((at, i) => at + ((two[i] - at) * part) / 8));
      if (to) shape("path", { class: "contact", d: `M${from}L${to}` }, contacts);
    }
    went(now, before);
    frame();
  }

  function leader({ code, side, overall, finished, at, r, title, reach }) {
    if (reach && code === reaching) shape("path", { class: "range", d: reach }, ranges);
    const group = shape("g", { "data-leader": code, class: `leader-of ${classOf(side)}${finished ? " finished" : ""}` }, heads);
    shape("title", {}, group, title);
    shape("circle", { class: "chief", cx: at[0], cy: at[1], r }, group);
    if (overall) shape("circle", { class: "supreme", cx: at[0], cy: at[1], r: r - 3 }, group);
    label(group, r > 14 ? "leader big" : "leader", [at[0], at[1] + 3], code);
  }

  // Lines for what has moved, and the place where the action is: also that of pieces that stand otherwise.
  function went(now, before) {
    moves.replaceChildren();
    const places = [];
    before?.units.forEach((state, nth) => {
      const place = game.placeOf(nth, state);
      if (!place || JSON.stringify(state) === JSON.stringify(last.units[nth])) return;
      const [x, y] = place;
      const [u, v] = now.get(nth) ?? [x, y];
      places.push([x, y], [u, v]);
      if (u !== x || v !== y) shape("path", { class: "went", d: `M${x} ${y}L${u} ${v}` }, moves);
    });
    if (!places.length || places.length > 120) return;
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    action = [Math.min(...xs) - 210, Math.min(...ys) - 160, Math.max(...xs) + 210, Math.max(...ys) + 160];
  }

  function frame() {
    let box = [0, flipped ? 0 : game.top + 20, width, height - game.top - 20];
    if (follows && action) {
      let [left, top, right, bottom] = action;
      if (flipped) [left, top, right, bottom] = [width - right, height - bottom, width - left, height - top];
      box = [left, top, right - left, bottom - top];
    }
    svg.setAttribute("viewBox", box.map(Math.round).join(" "));
    board.setAttribute("transform", flipped ? `rotate(180 ${width / 2} ${height / 2})` : "");
    board.classList.toggle("flipped", flipped);
  }

  svg.addEventListener("click", ({ target }) => {
    const piece = target.closest("[data-nth]");
    if (piece) clicked(Number(piece.dataset.nth));
    const chief = target.closest("[data-leader]")?.dataset.leader;
    if (!chief) return;
    reaching = reaching === chief ? null : chief;
    const position = last;
    last = null;
    draw(position, drawnBefore);
  });
  return {
    game, draw,
    flip: () => [(flipped = !flipped), frame()],
    follow: () => [(follows = !follows), frame()],
    mark: (nth) => {
      marked = nth;
      counters.forEach(({ group }, at) => group.classList.toggle("marked", at === nth));
    },
  };
}
