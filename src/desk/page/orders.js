// What may be ordered, as the rules have it: buttons, and places on the field.

import { byId, element } from "./element.js";

const bare = (code, line) => line.replace(new RegExp(`^(move|fire|detach) ${code.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}:? ?`, "i"), (_, verb) => (verb === "move" ? "" : verb + " "));

function notes({ price, chance, note, hits }) {
  const said = [];
  if (price !== null && price !== undefined) said.push(`costs ${price} orders`);
  if (chance !== null && chance !== undefined) said.push(`${chance} in 100`);
  if (hits) said.push(`${hits} hits`);
  if (note) said.push(note);
  return said.join("; ");
}

export function orders(ground, act) {
  const menu = byId("menu");

  // A whole order: a button; where it ends with a length, less of it may be had.
  function one(order, label) {
    const length = / (\d+(?:\.\d+)?)$/.exec(order.line);
    const isLength = length && /: (advance|oblique|wheel|retire|back|sidle|pivot)/.test(order.line);
    const box = isLength && element("input", { type: "number", value: length[1], min: "0.1", max: length[1], step: "0.1", "aria-label": `how far, at most ${length[1]}` });
    const line = () => (box ? order.line.replace(/ [\d.]+$/, ` ${Number(box.value)}`) : order.line);
    const button = element("button", { textContent: label, title: order.line, data: { line: order.line }, on: () => act.write(line(), order.instead) });
    const note = notes(order);
    return element("div", {}, button, box, note && element("span", { className: "note", textContent: ` ${note}` }));
  }

  const words = (code, order) => (order.words ? [order.words, ...order.targets].join(" ") : bare(code, order.line));

  // An order that needs a place: those there are, for who does not click on the field.
  function placed(code, order) {
    const name = words(code, order) || "move";
    if (order.ends.length === 1) return one({ ...order, ...order.ends[0], note: notes({ ...order, hits: order.ends[0].hits }) }, bare(code, order.ends[0].line) || name);
    const list = element("select", { "aria-label": `${name}: where to` }, element("option", { value: "", textContent: `${name}: ${order.ends.length} places, click one or choose` }));
    for (const { line, at, facing, cost, hits } of order.ends) {
      const hurt = hits ? `, ${hits} hits` : "";
      list.append(element("option", { value: line, textContent: `${at}${facing ? ` facing ${facing}` : ""}, ${cost} points${hurt}` }));
    }
    list.addEventListener("change", () => list.value && act.write(list.value, order.instead));
    const note = notes(order);
    return element("div", {}, list, note && element("span", { className: "note", textContent: ` ${note}` }));
  }

  // what goes somewhere stands first
  const goes = (order) => Number((order.ends?.length ?? 0) > 0 && order.ends.some(({ cost }) => Number(cost) > 0 || cost === ""));
  const each = (code, all, label = (order) => words(code, order)) => [...all].sort((a, b) => goes(b) - goes(a)).map((order) => (order.ends?.length && !order.instead ? placed(code, order) : one(order, label(order))));

  // Nobody is chosen: whom one may choose, and what is nobody's own.
  const lines = [];
  function general(legal, codes) {
    const head = [];
    for (const { line } of legal.others) if (line.startsWith("line ") && !lines.includes(line.slice(5))) lines.push(line.slice(5));
    if (legal.who) head.push(element("h3", { textContent: legal.left === null ? legal.who : `${legal.who}: ${legal.left} orders left` }));
    const pieces = legal.pieces.map(({ code }) => element("button", { textContent: code, title: codes.get(code.toLowerCase()) ?? code, data: { piece: code }, on: () => act.choose(code) }));
    const owing = legal.owing.length ? element("p", { className: "note", textContent: `Still to do what their order asks: ${legal.owing.join(" ")}` }) : null;
    const own = legal.others.map((order) => one(order, [order.line, ...(order.words ? order.targets : [])].join(" ")));
    const cards = legal.cards.map((order) => one(order, order.line));
    menu.replaceChildren(
      ...head, element("div", {}, ...pieces), ...[owing].filter(Boolean), ...own,
      ...(cards.length ? [element("h3", { textContent: "Cards" }), ...cards] : []),
    );
    if (!menu.childElementCount) menu.append(element("p", { className: "note", textContent: "Nothing may be ordered here now." }));
  }

  // A piece: what it may be told, and where it can go.
  function piece(code, title, legal, first) {
    const head = element("h3", {}, title, " ", element("button", { textContent: "Back (Esc)", on: () => act.choose(null) }));
    const about = legal.about ? element("p", { className: "note", textContent: legal.about }) : null;
    const if_ = legal.supposed ? element("p", { className: "note", textContent: `If ${legal.who} were activated now: ${legal.left} orders.` }) : null;
    const own = legal.pieces.find((one) => one.code.toLowerCase() === code.toLowerCase());
    const left = own?.allowance ? element("p", { className: "note", textContent: `${own.allowance} inches to move` }) : null;
    const others = legal.pieces.filter((one) => one !== own);
    const reach = others.length ? element("p", { className: "note" }, `Reaches: `, ...others.flatMap(({ code }) => [element("button", { textContent: code, on: () => act.choose(code) }), " "])) : null;
    const all = legal.supposed ? first.map((order) => one(order, order.line)) : [...each(code, own?.orders ?? []), ...legal.others.map((order) => one(order, order.line))];
    menu.replaceChildren(...[head, about, if_, left, reach].filter(Boolean), ...all);
    if (ground.hexes && !legal.supposed && legal.now === "orders") menu.append(...finer(code, act.isUnit(code)));
    if (!all.length && !reach) menu.append(element("p", { className: "note", textContent: "It may be told nothing now." }));
    return own;
  }

  // What the language of orders can say besides: a way step by step, and what holds a sheet up.
  const steps = ["fwd", "fl", "fr", "left", "right", "about", "pivot left", "pivot right", "reverse", "column left", "column right", "uncolumn left", "uncolumn right", "fast", "stack", "shock"];

  function finer(code, isUnit) {
    const button = (text, title, on) => element("button", { textContent: text, title, on });
    const by = isUnit ? element("details", {}, element("summary", { textContent: "Step by step" }), ...steps.map((step) => button(step, `move ${code} ... ${step}`, () => act.step(code, step)))) : null;
    const halts = [`routed ${code}`, `lost ${code}`, `hits ${code} >= 3`, `zoc ${code}`, `enemy near ${code} 2`, "momentum failed", "trumped"].map((what) => button(what, `stop if ${what}`, () => act.attempt(`stop if ${what}`)));
    const stop = element("details", {}, element("summary", { textContent: "Stop the sheet if" }), ...halts, button("here", "stop", () => act.attempt("stop")), button("try the last line", "the sheet goes on if it is not allowed then", act.try));
    return [by, stop].filter(Boolean);
  }

  // The last line with a word more; each takes its place.
  function further({ line, orders }, code) {
    menu.querySelector(".further")?.remove();
    if (!orders.length) return;
    const head = element("p", { className: "label" }, "Go on with ", element("code", { textContent: line }));
    const all = each(code ?? "", orders.map((order) => ({ ...order, words: order.words && [order.words].join(" ") })), (order) => order.words || more(line, order.line));
    const home = element("div", { className: "further" }, head, ...all);
    const top = menu.querySelector("h3");
    if (top) top.after(home);
    else menu.prepend(home);
  }

  // What a line has more than another.
  const more = (line, longer) => (longer.startsWith(line) ? longer.slice(line.length).replace(/^[:,]? */, "") : longer);

  // Corners by which a unit is wheeled: the one that swings, about the other one.
  function corners(own, { left, right } = {}) {
    const found = new Map();
    for (const { line, instead } of left ? (own?.orders ?? []) : []) {
      const [, hand, most] = /[:,] wheel (left|right) ([\d.]+)$/.exec(line) ?? [];
      if (!hand) continue;
      const [at, pivot] = hand === "left" ? [right, left] : [left, right];
      const title = `wheel ${hand}: drag it, at most ${most} inches`;
      const inches = (wanted) => line.replace(/[\d.]+$/, String(wanted));
      found.set(hand, { corner: { hand, pivot, most: Number(most), inches }, at: `wheel ${hand}`, x: at[0], y: at[1], label: "", title, ways: [{ line, instead }], hits: 0 });
    }
    return [...found.values()];
  }

  // Places to click: each once, with all ways that lead there.
  function spots(own, from) {
    const at = new Map();
    for (const order of own?.orders ?? []) {
      // what is aimed at a place is an end, too
      const aim = ground.hexes && !order.ends && order.targets.length === 1 && ground.is(order.targets[0]);
      const ends = aim ? [{ line: order.line, at: order.targets[0], facing: null, cost: "", hits: 0 }] : (order.ends ?? []).map((end) => ({ ...end, instead: order.instead }));
      for (const end of ends) {
        // to turn or form up on the spot is a button
        if (!ground.hexes && Number(end.cost) === 0) continue;
        const key = ground.hexes ? end.at : end.line;
        if (!at.has(key)) at.set(key, []);
        at.get(key).push(end);
      }
    }
    return [...at.values()].flatMap((ways) => {
      const middle = ground.middle(ways[0].at);
      if (!middle) return [];
      const cheap = ways.reduce((best, way) => (way.hits < best.hits || (way.hits === best.hits && Number(way.cost) < Number(best.cost)) ? way : best));
      const title = `${cheap.at}: ${cheap.cost}${cheap.hits ? `, ${cheap.hits} hits` : ""}; ${ways.length > 1 ? `${ways.length} ways to face` : cheap.line}`;
      return [{ at: cheap.at, x: middle[0], y: middle[1], label: ground.hexes ? cheap.cost : "", title, ways, hits: cheap.hits, facing: ways.length === 1 ? cheap.facing : null, from }];
    });
  }

  // One place, and the ways to face there.
  function turns({ x, y, ways }) {
    return ways.map((way) => {
      const [dx, dy] = ground.towards(way.facing) ?? [0, 0];
      return { at: way.at, x: x + dx, y: y + dy, label: way.cost, title: `${way.line}: ${way.cost}${way.hits ? `, ${way.hits} hits` : ""}`, ways: [way], hits: way.hits, facing: way.facing, turn: true };
    });
  }

  // Who is dragged less far than he may go goes less far.
  function shorter({ x, y, from, ways: [{ line }] }, to) {
    const length = Number(/ (\d+(?:\.\d+)?)$/.exec(line)?.[1]);
    if (ground.hexes || !to || !from || !length) return line;
    const [dx, dy] = [x - from[0], y - from[1]];
    const part = ((to[0] - from[0]) * dx + (to[1] - from[1]) * dy) / Math.max(dx * dx + dy * dy, 1);
    const less = Math.round(length * part * 10) / 10;
    return less >= length || less <= 0 ? line : line.replace(/ [\d.]+$/, ` ${less}`);
  }

  return { lines, general, piece, further, corners, spots, turns, shorter, aimed: (own, code) => (own?.orders ?? []).filter((order) => order.targets.some((one) => one.toLowerCase() === code.toLowerCase())), one, show: (...parts) => menu.prepend(...parts) };
}
