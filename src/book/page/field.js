// The field and the pieces on it, drawn from a position that was read from its canonical bytes.

const svgNamespace = "http://www.w3.org/2000/svg";

function shape(name, attributes, parent, text) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

const path = (points) => "M" + points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L") + "Z";
const radius = 20;
const high = radius * Math.sqrt(3);
const vertices = ["NE", "E", "SE", "SW", "W", "NW"];
const sides = ["N", "NE", "SE", "S", "SW", "NW"];
const turn = (x, y, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
};

// Great Battles: flat-topped hexes by their numbers; odd columns lie half a hex down.
function hexField({ units, leaders, field }) {
  const [firstColumn, lastColumn] = field.columns;
  const [firstRow, lastRow] = field.rows;
  const middle = (hex) => {
    const [column, row] = [Math.floor(Number(hex) / 100), Number(hex) % 100];
    return [(column - firstColumn) * 1.5 * radius + radius, (row - firstRow + (column % 2) / 2 + 0.5) * high];
  };
  const corner = ([x, y], nth) => {
    const [dx, dy] = turn(radius, 0, 60 * nth - 60);
    return [x + dx, y + dy];
  };
  const around = (at) => [0, 1, 2, 3, 4, 5].map((nth) => corner(at, nth));
  // The step over a side, by the middles of hexes.
  const over = (side) => turn(0, -high, 60 * side);

  function ground(parent) {
    const special = new Map(field.cells.map((cell) => [cell[0], cell]));
    const sheets = new Map();
    const edges = { stream: [], wall: [], road: [] };
    for (let column = firstColumn; column <= lastColumn; column++) {
      for (let row = firstRow; row <= lastRow; row++) {
        const hex = 100 * column + row;
        const [, terrain = "clear", level = 0, streams = 0, walls = 0, roads = 0] = special.get(hex) ?? [];
        if (terrain === "off") continue;
        const at = middle(hex);
        const kind = terrain === "clear" ? `level${Math.max(-1, Math.min(level, 4))}` : terrain;
        if (!sheets.has(kind)) sheets.set(kind, []);
        sheets.get(kind).push(path(around(at)));
        for (let side = 0; side < 6; side++) {
          const edge = [corner(at, side + 5), corner(at, side)];
          if (streams & (1 << side)) edges.stream.push(path(edge));
          if (walls & (1 << side)) edges.wall.push(path(edge));
          const [dx, dy] = over(side);
          if (roads & (1 << side)) edges.road.push(path([at, [at[0] + dx / 2, at[1] + dy / 2]]));
        }
        if (column % 5 === 0 && row % 5 === 0) {
          const number = String(hex).padStart(4, "0");
          shape("text", { class: "number", x: at[0], y: at[1] - high / 2 + 6 }, parent, number);
        }
      }
    }
    for (const [kind, hexes] of sheets) {
      parent.prepend(shape("path", { class: `ground ${kind}`, d: hexes.join("") }));
    }
    for (const [kind, lines] of Object.entries(edges)) shape("path", { class: kind, d: lines.join("") }, parent);
  }

  function placeOf(nth, state) {
    const { place, formation } = state;
    if (place.is !== "Field") return null;
    const facing = vertices.indexOf(place.facing);
    let [at, heading] = [middle(place.hex), 60 * facing + 30];
    if (formation.is === "Column") heading = 60 * sides.indexOf(formation.towards);
    let across = 0;
    if (units[nth].two_hex) {
      const [dx, dy] = over((facing + 2) % 6);
      at = [at[0] + dx / 2, at[1] + dy / 2];
      across = (Math.atan2(dy, dx) * 180) / Math.PI;
    }
    return { at, heading, across };
  }

  function counter(nth, side) {
    const unit = units[nth];
    const group = shape("g", { class: `piece side${side}`, tabindex: -1 });
    const wide = unit.two_hex ? 58 : 29;
    const back = shape("g", {}, group);
    const body = shape("rect", { class: "body", x: -wide / 2, y: -13, width: wide, height: 26, rx: side ? 0 : 5 }, back);
    if (side) shape("rect", { class: "inner", x: 2 - wide / 2, y: -11, width: wide - 4, height: 22 }, back);
    const arrow = shape("path", { class: "arrow", d: "M-4,-14L0,-20L4,-14Z" }, group);
    shape("text", { class: "code", y: -3 }, group, unit.code);
    shape("text", { class: "numbers", y: 4.5 }, group, `${unit.kind} ${unit.size}-${unit.quality}-${unit.moves}`);
    const marks = shape("text", { class: "marks", y: 11 }, group);
    const title = shape("title", {}, group);
    return (state, { at, heading, across }, below) => {
      const shift = below ? 5 : 0;
      group.setAttribute("transform", `translate(${(at[0] + shift).toFixed(1)} ${(at[1] + shift).toFixed(1)})`);
      back.setAttribute("transform", `rotate(${across.toFixed(1)})`);
      arrow.setAttribute("transform", `rotate(${heading})`);
      const routed = state.morale === "Routed";
      body.classList.toggle("routed", routed);
      marks.textContent = routed ? "ROUTED" : "●".repeat(Math.min(state.morale.hits, 9));
      title.textContent = words(nth, state);
      return group;
    };
  }

  function words(nth, state) {
    const unit = units[nth];
    const said = [`${unit.code} ${unit.name}`];
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

  return {
    size: [(lastColumn - firstColumn) * 1.5 * radius + 2 * radius, (lastRow - firstRow + 1.5) * high],
    ground, words, placeOf, counter,
    code: (nth) => units[nth].code,
    side: (nth) => units[nth].side,
    isBelow: (position) => new Set(position.below),
    isLost: (state) => state.place === "Eliminated",
    chiefs: (position) =>
      position.leaders.flatMap((leader, nth) =>
        leader.hex === null ? [] : [{ ...leaders[nth], at: middle(leader.hex), title: `${leaders[nth].code} ${leaders[nth].name}, in ${leader.hex}` }],
      ),
  };
}

// Legion and Empire: to scale, twenty to the inch, north on top.
function tableField({ units, commands, troops, goals, table }) {
  const scale = (length) => length / 50;
  const at = ({ x, y }) => [scale(x), scale(table.depth - y)];
  const kinds = { 0: "woods", 1: "hill", 2: "rough", 3: "marsh", 4: "water", 5: "ford", 6: "village" };
  const barriers = { 100: "wall", 101: "hedge", 102: "palisade", 103: "ditch", 104: "stream" };
  const codeOf = (state) => units[state.of].code + (state.part ? `.${state.part}` : "");

  function piece(parent, kind, points) {
    const open = ["wall", "hedge", "palisade", "ditch", "stream"].includes(kind);
    const d = path(points);
    shape("path", { class: open ? `barrier ${kind}` : `ground ${kind}`, d: open ? d.slice(0, -1) : d }, parent);
  }

  function ground(parent) {
    shape("rect", { class: "ground level0", width: scale(table.width), height: scale(table.depth) }, parent);
    for (const [kind, , course] of table.pieces) piece(parent, kind, course.map(([x, y]) => at({ x, y })));
    for (const goal of goals) {
      const [x, y] = at({ x: goal.at[0], y: goal.at[1] });
      const [width, height] = [scale(goal.width), scale(goal.depth)];
      shape("rect", { class: "goal", x: x - width / 2, y: y, width, height }, parent);
      shape("text", { class: "number", x, y: y + height / 2 }, parent, goal.code);
    }
  }

  // Where the players laid the ground themselves, it is part of the position.
  function laid(parent, position) {
    parent.replaceChildren();
    for (const { kind, course } of position.table?.pieces ?? []) {
      piece(parent, kinds[kind] ?? barriers[kind] ?? "rough", course.map(at));
    }
  }

  function placeOf(nth, state) {
    if (state.place.is !== "Table") return null;
    return { at: at(state.place.stance.anchor), heading: state.place.stance.heading / 100, across: 0 };
  }

  function counter(nth, side) {
    const group = shape("g", { class: `piece side${side}`, tabindex: -1 });
    const back = shape("g", {}, group);
    const code = shape("text", { class: "code" }, group);
    const title = shape("title", {}, group);
    return (state, { at: [x, y], heading }) => {
      group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      back.setAttribute("transform", `rotate(${heading})`);
      back.replaceChildren();
      for (const { troop, half, slot } of state.stands) {
        const width = scale(troops[troop].width);
        const depth = scale(troops[troop].depth) / (half ? 2 : 1);
        const turned = `translate(${scale(slot.right)} ${scale(slot.back)}) rotate(${90 * slot.quarter})`;
        const routed = state.morale === "Broken" ? " routed" : state.morale === "Disordered" ? " loose" : "";
        shape("rect", { class: `body${routed}`, x: -width / 2, width, height: depth, rx: side ? 0 : 4, transform: turned }, back);
      }
      shape("path", { class: "arrow", d: "M-5,0L0,-8L5,0Z" }, back);
      const [dx, dy] = turn(0, 11, heading);
      code.setAttribute("x", dx.toFixed(1));
      code.setAttribute("y", (dy + 3).toFixed(1));
      code.textContent = codeOf(state) + (state.hits ? ` ${state.hits}` : "");
      title.textContent = words(nth, state);
      return group;
    };
  }

  function words(_, state) {
    const said = [`${codeOf(state)} ${units[state.of].name}`];
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
      const { leader, leader_name: name, side } = commands[nth];
      const unit = place.is === "With" ? position.units[place.unit] : null;
      const stance = place.is === "Alone" ? place.stance : unit?.place.stance;
      if (!stance) return [];
      const where = unit ? `with ${codeOf(unit)}` : "alone";
      return [{ code: leader, side, at: at(stance.anchor), title: `${leader} ${name}, ${where}` }];
    });
  }

  return {
    size: [scale(table.width), scale(table.depth)],
    ground, laid, words, placeOf, counter, chiefs,
    code: (_, state) => codeOf(state),
    side: (_, state) => units[state.of].side,
    isBelow: () => new Set(),
    isLost: (state) => state.place === "Gone",
  };
}

// A picture of the field in which positions follow one another.
function picture(svg, printed, clicked) {
  const game = printed.game === "gboh" ? hexField(printed) : tableField(printed);
  const board = shape("g", {}, svg);
  const [land, laid, moves, low, high, heads] = ["ground", "laid", "moves", "low", "pieces", "leaders"].map((name) =>
    shape("g", { class: name }, board),
  );
  game.ground(land);
  const counters = new Map();
  let [before, flipped, follows, action] = [new Map(), false, false, null];

  function draw(position) {
    game.laid?.(laid, position);
    const below = game.isBelow(position);
    const now = new Map();
    position.units.forEach((state, nth) => {
      const place = game.placeOf(nth, state);
      let counter = counters.get(nth);
      if (!place) return counter?.node?.remove();
      if (!counter) counters.set(nth, (counter = { set: game.counter(nth, game.side(nth, state)) }));
      counter.node = counter.set(state, place, below.has(nth));
      counter.node.dataset.nth = nth;
      const layer = below.has(nth) ? low : high;
      if (counter.node.parentNode !== layer) layer.append(counter.node);
      now.set(nth, place);
    });
    heads.replaceChildren();
    for (const { code, side, at, title } of game.chiefs(position)) {
      const head = shape("g", { class: `leader side${side}`, transform: `translate(${at[0] + 11} ${at[1] - 12})` }, heads);
      shape(side ? "rect" : "circle", side ? { x: -8, y: -6, width: 16, height: 12 } : { r: 8 }, head);
      shape("text", { y: 2.5 }, head, code);
      shape("title", {}, head, title);
    }
    went(now);
    before = now;
    frame();
  }

  // Arrows for what has moved since the last picture, and the place where the action is.
  function went(now) {
    moves.replaceChildren();
    const places = [];
    for (const [nth, { at, heading }] of now) {
      const last = before.get(nth);
      if (!last || (last.at[0] === at[0] && last.at[1] === at[1] && last.heading === heading)) continue;
      places.push(at, last.at);
      if (last.at[0] === at[0] && last.at[1] === at[1]) continue;
      shape("line", { x1: last.at[0], y1: last.at[1], x2: at[0], y2: at[1] }, moves);
      shape("circle", { cx: last.at[0], cy: last.at[1], r: 3 }, moves);
    }
    for (const [nth, { at }] of before) if (!now.has(nth)) places.push(at);
    if (!places.length || places.length > 200) return;
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    action = [Math.min(...xs) - 90, Math.min(...ys) - 90, Math.max(...xs) + 90, Math.max(...ys) + 90];
  }

  function frame() {
    const [width, height] = game.size;
    let box = [-8, -8, width + 16, height + 16];
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
    const piece = target.closest?.(".piece");
    if (piece) clicked(Number(piece.dataset.nth));
  });
  return {
    game, draw,
    flip: () => [(flipped = !flipped), frame()],
    follow: () => [(follows = !follows), frame()],
    mark: (nth) => counters.forEach(({ node }, at) => node?.classList.toggle("marked", at === nth)),
  };
}
