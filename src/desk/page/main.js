// The desk: the field on one side, the sheet on the other.

import { board } from "./board.js";
import { deeds } from "./deeds.js";
import { byId, element } from "./element.js";
import { ground } from "./ground.js";
import { orders } from "./orders.js";
import { get, listen, post } from "./server.js";
import { sheet } from "./sheet.js";
import { list, pane, report, told } from "./story.js";
import { words } from "./words.js";

const trouble = (error) => {
  byId("trouble").hidden = !error;
  byId("trouble").textContent = error ? `${error.message}${error.help ? `; ${error.help}` : ""}` : "";
};
const say = (text) => (byId("said").textContent = text);

// All battles of the folder.
async function choice() {
  const all = await get("battles");
  if (all.length === 1) return 0;
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("battle") ?? NaN);
  const each = all.map((it, nth) => {
    const yours = it.wait?.mine;
    const due = it.due ? `, due ${it.due}` : "";
    const text = it.error ? `${it.name}: ${it.error}` : `${it.title}, turn ${it.turn}: ${waits(it)}${due}. ${it.headline ?? ""}`;
    return element("button", { textContent: text, className: yours ? "yours" : "", "aria-current": nth === wanted, on: () => {
      location.hash = `battle=${nth}`;
      location.reload();
    } });
  });
  byId("battles").hidden = false;
  const open = Number.isInteger(wanted) && wanted < all.length;
  byId("battles").replaceChildren(open ? element("details", {}, element("summary", { textContent: `All ${all.length} battles` }), ...each) : element("div", {}, ...each));
  return open ? wanted : null;
}

function waits({ wait, you, busy, winner }) {
  if (busy) return "the other side is at it";
  if (wait.kind === "over") return `it is over: ${wait.winner ? `${wait.winner} has won` : "a draw"}, ${wait.text}`;
  if (wait.mine) return wait.kind === "answer" ? "you are asked" : wait.kind === "accept" ? "accept it to begin" : "your orders are due";
  return `${wait.role ?? winner ?? "somebody"} is to decide${wait.role === you ? " (your program)" : ""}`;
}

async function play(nth) {
  const url = (path) => `battle/${nth}/${path}`;
  let state = await get(`battle/${nth}/`);
  const { printed } = state;
  const land = ground(printed);
  const codes = new Map();
  for (const { code, name } of [...printed.units, ...(printed.leaders ?? []), ...(printed.commands ?? []).map(({ leader, leader_name }) => ({ code: leader, name: leader_name }))]) codes.set(code.toLowerCase(), `${code} ${name}`);
  let [chosen, own, past, mode, from] = [null, null, null, null, null];
  let [marks, events, setting] = [state.marks, [], false];
  const leaders = new Set((printed.commands ?? []).map(({ leader }) => leader.toLowerCase()));
  const asked = { offer: 0, board: 0 };

  const field = board(land, {
    isChosen: (code) => chosen?.toLowerCase() === code.toLowerCase(),
    piece: (code) => (builder.isOpen() ? builder.add(code) : mode ? use(code, field.middleOf(code)) : pick(code)),
    spot: (spot, to) => (builder.isOpen() ? builder.add(spot.at) : spot.ways.length === 1 ? write(menu.shorter(spot, to), spot.ways[0].instead) : field.lay(menu.turns(spot))),
    wheel: ({ corner, ways: [{ instead }] }, inches) => write(corner.inches(inches), instead),
    drop: (code, at) => lead(code, at),
    hover: async (spot) => {
      const { told, ends } = await get(url(`would?line=${encodeURIComponent(spot.ways[0].line)}`));
      const then = ends ? `it is ${ends}` : "";
      say([spot.title, ...told.slice(-4), then].filter(Boolean).join("; "));
    },
    place: (at) => (builder.isOpen() && at ? builder.add(at) : mode && at ? use(at, land.middle(at)) : choose(null)),
  });
  const menu = orders(land, {
    write: (line, instead) => write(line, instead),
    choose: (code) => choose(code, true),
    attempt: (line) => (trouble(null), paper.attempt(line)),
    try: () => (trouble(null), paper.replaceLast(`try ${paper.last().replace(/^try /, "")}`)),
    isUnit: (code) => printed.units.some((one) => one.code.toLowerCase() === code.toLowerCase()),
    step: (code, step) => {
      trouble(null);
      const on = new RegExp(`^move ${code} (?!to )`, "i").test(paper.last());
      return on ? paper.replaceLast(`${paper.last()} ${step}`) : paper.attempt(`move ${code} ${step}`);
    },
  });
  const builder = words(state.words, {
    get: (path) => get(url(path)), trouble, write: (line) => write(line),
    names: (verb) => (/line$/.test(verb) ? (menu.lines ?? []) : /^(order|card|hide|arrive)$/.test(verb) ? (printed.commands ?? []).map(({ code }) => code) : []),
  });
  const paper = sheet(url, async () => {
    await draw();
    await offer();
  }, trouble);
  const decide = deeds(url, async () => {
    byId("note").value = "";
    chosen = null;
    await refresh();
  }, trouble);
  const known = { piece: (word) => codes.has(word.toLowerCase()), place: land.is };

  const go = (word) => {
    const at = codes.has(word.toLowerCase()) ? field.middleOf(word) : land.middle(word);
    field.flash(at);
    if (codes.has(word.toLowerCase()) && !past) choose(word, true);
  };

  // Enemies at which the chosen one may be sent are clicked like places.
  function pick(code) {
    const aims = menu.aimed(own, code);
    if (aims.length === 1) return write(aims[0].line);
    if (aims.length > 1) return menu.show(element("div", {}, `At ${code}: `, ...aims.map((order) => menu.one(order, order.words || order.line))));
    choose(code, true);
  }

  async function write(line, instead = false) {
    trouble(null);
    if (past) await present();
    await (instead ? paper.replaceLast(line) : paper.append(line));
    say(`written: ${line}`);
  }

  // On an open table a leader is taken where he shall ride, by several places; before the battle a piece where it shall stand.
  function lead(code, at) {
    trouble(null);
    if (leaders.has(code.toLowerCase()) && !setting) {
      const rides = new RegExp(`^move ${code}: to `, "i").test(paper.last());
      return rides ? paper.replaceLast(`${paper.last()}, to ${at}`) : paper.attempt(`move ${code}: to ${at}`);
    }
    return setting ? paper.attempt(`place ${code} at ${at}`) : null;
  }

  async function choose(code, show = false) {
    chosen = code;
    if (code && show) tab("orders");
    await offer();
  }

  // What may be ordered, of all or of the chosen one, as the sheet leaves the field.
  async function offer() {
    const [code, mine] = [chosen, ++asked.offer];
    own = null;
    if (past) return;
    field.clear();
    document.querySelectorAll(".aimed").forEach((one) => one.classList.remove("aimed"));
    const piece = field.choose(code);
    const writing = state.wait.kind === "orders" && state.wait.mine && !state.busy;
    byId("writing").hidden = !writing;
    if (!writing && !code) return;
    try {
      const legal = await get(url(code ? `legal?piece=${encodeURIComponent(code)}` : "legal"));
      // what was asked later counts
      if (mine !== asked.offer) return;
      setting = legal.now === "set-up";
      if (!code) {
        menu.general(legal, codes);
        return await goOn(mine, null);
      }
      // a leader whose turn may come: what would make him active
      const makes = (line) => line.toLowerCase().endsWith(` ${code.toLowerCase()}`);
      const first = legal.supposed && codes.has(code.toLowerCase()) ? (await get(url("legal"))).others.filter(({ line }) => makes(line)) : [];
      if (mine !== asked.offer) return;
      own = menu.piece(code, piece?.querySelector("title")?.textContent ?? code, legal, first);
      if (legal.supposed) own = null;
      const shown = legal.supposed ? legal.pieces.find((one) => one.code.toLowerCase() === code.toLowerCase()) : own;
      const spots = menu.spots(shown, field.middleOf(code));
      field.lay(spots);
      if (spots.length) field.near([...spots.map(({ x, y }) => [x, y]), field.middleOf(code)].filter(Boolean));
      if (legal.supposed && !spots.length) field.near([code, ...legal.pieces.map((one) => one.code)].map(field.middleOf).filter(Boolean));
      goOn(mine, code, spots).catch(trouble);
      for (const one of legal.supposed ? legal.pieces.map(({ code }) => code) : (own?.orders ?? []).flatMap(({ targets }) => targets)) field.find(one)?.classList.add("aimed");
    } catch (error) {
      if (mine === asked.offer) (byId("menu").replaceChildren(element("p", { className: "note", textContent: error.message })), field.choose(code));
    }
  }

  // The last line with a word more: of the chosen one, or where nobody is chosen.
  async function goOn(mine, code, spots = []) {
    const last = paper.last();
    const says = code && new RegExp(`(^|[ ,])${code.replace(/[.]/g, "\\.")}([ ,:]|$)`, "i").test(last);
    const found = last && (!code || says) && state.wait.mine ? await get(url("further")) : { orders: [] };
    if (mine !== asked.offer || found.line === undefined && !code) return;
    found.orders.forEach((order) => (order.instead = true));
    menu.further(found, code);
    if (!code) return;
    own = { code, ...own, orders: [...(own?.orders ?? []), ...found.orders] };
    if (!land.hexes) field.lay([...(found.orders.length ? menu.spots(found, field.middleOf(code)) : spots), ...menu.corners(own, field.corners(code))]);
    for (const one of found.orders.flatMap(({ targets }) => targets)) field.find(one)?.classList.add("aimed");
  }

  const layers = () => `zones=${Number(byId("zones").checked)}&ranges=${Number(byId("ranges").checked)}`;

  async function draw() {
    if (past) return;
    const mine = ++asked.board;
    const picture = await get(url(`board?${layers()}`));
    if (past || mine !== asked.board) return;
    field.show(picture);
    field.marks(marks);
    byId("board").classList.remove("past");
  }

  // An event of the past, with the moves of its action.
  async function look(seq) {
    if (seq >= state.head) return present();
    past = await get(url(`event?at=${seq}&${layers()}`));
    field.show(past.picture);
    byId("board").classList.add("past");
    where();
    tab("story");
    pane("story").replaceChildren(element("h2", { textContent: `Event ${seq}, turn ${past.turn}` }), told(past), element("button", { textContent: "Back to now", on: present }));
  }

  async function present() {
    const was = past;
    past = null;
    where();
    await draw();
    await offer();
    if (was) await story();
  }

  function where() {
    const at = past?.seq ?? state.head;
    Object.assign(byId("slider"), { max: state.head, value: at });
    byId("where").textContent = past ? `event ${at} of ${state.head}: the past` : `event ${state.head}: now`;
  }

  const seen = { head: -1 };
  async function story() {
    await report(pane("story"), url("story"), known, go);
    events = await get(url("events"));
    pane("story").append(list(events, look));
  }

  function head() {
    document.title = `${state.wait.mine && !state.busy ? "* " : ""}${state.title}`;
    byId("title").textContent = `${state.title}: you are ${state.you}, turn ${state.turn}`;
    const due = state.due ? ` Due ${state.due}.` : "";
    const home = state.home ? ` Against the program's commander (${state.home}).` : "";
    byId("status").textContent = `${waits(state)[0].toUpperCase()}${waits(state).slice(1)}. ${state.stand[0].toUpperCase()}${state.stand.slice(1)}.${due}${home}`;
    if (state.said) trouble(new Error(state.said));
    const task = byId("task");
    const accept = state.wait.kind === "accept" && state.wait.mine;
    task.textContent = state.busy ? "" : state.wait.mine && state.wait.kind === "orders" ? state.wait.text : "";
    if (accept) task.replaceChildren(element("button", { className: "main", textContent: "Accept the battle", on: () => decide.look({ deed: "accept" }) }));
    if (state.may_reply) task.append(element("p", {}, element("b", { textContent: "The other side proposes something: " }), element("button", { textContent: "see it", on: () => tab("more") })));
    decide.question(state.busy ? null : state.wait.question);
  }

  function rest() {
    const each = marks.map(({ at, text }, nth) => element("p", {}, element("button", { className: "place", textContent: at, on: () => field.flash(land.middle(at)) }), ` ${text} `, element("button", { textContent: "Away", on: () => keep(marks.filter((_, other) => other !== nth)) })));
    decide.more(pane("more"), state, state.standing, each.length ? each : [element("p", { className: "note", textContent: "None. They stay in your folder, in no log." })]);
  }

  async function keep(all) {
    try {
      marks = await post(url("marks"), all);
    } catch (error) {
      trouble(error);
    }
    field.marks(marks);
    rest();
  }

  // One at a time: what is asked meanwhile is asked once more at the end.
  let [fetching, more] = [null, false];
  function refresh() {
    more = true;
    fetching ??= (async () => {
      while (more) {
        more = false;
        await renew();
      }
    })().finally(() => (fetching = null));
    return fetching;
  }

  async function renew() {
    const fresh = await get(`battle/${nth}/`);
    const moved = fresh.head !== seen.head || fresh.busy !== state.busy;
    state = fresh;
    head();
    marks = fresh.marks;
    rest();
    const written = fresh.sheet.version !== paper.version() && !paper.isTyped();
    if (written) paper.show(fresh.sheet);
    if (!moved) return written && !past ? (await draw(), await offer()) : null;
    if (seen.head >= 0 && fresh.head !== seen.head) trouble(state.said ? new Error(state.said) : null);
    seen.head = fresh.head;
    if (past) return where();
    where();
    await draw();
    await offer();
    await story();
    if (!state.busy && state.wait.question) tab("orders");
    const subject = state.wait.question?.subject;
    if (subject && field.find(subject)) (field.choose(subject), field.flash(field.middleOf(subject)));
  }

  function tab(name) {
    for (const one of ["orders", "story", "armies", "more"]) {
      byId(`tab-${one}`).setAttribute("aria-selected", String(one === name));
      byId(one === "orders" ? "sheet-pane" : `${one}-pane`).hidden = one !== name;
    }
    if (name === "armies") report(pane("armies"), url("armies"), known, go).catch(trouble);
  }

  // The ruler takes two clicks, a mark one.
  async function use(at, point) {
    if (mode === "mark") {
      const text = prompt(`What shall be written at ${at}?`);
      if (text) await keep([...marks, { at: land.hexes && codes.has(at.toLowerCase()) ? land.at(point) : at.includes(",") || land.is(at) ? at : land.at(point), text }]);
      return turn(null);
    }
    if (!from) {
      from = { at, point };
      return say(`from ${at} to ...`);
    }
    try {
      say((await decide.measure(from.at, at)).trim());
      field.line(from.point, point);
    } catch (error) {
      trouble(error);
    }
    from = null;
  }

  function turn(to) {
    [mode, from] = [mode === to ? null : to, null];
    for (const name of ["ruler", "mark"]) byId(name).setAttribute("aria-pressed", String(mode === name));
    say(mode === "ruler" ? "Click two pieces or places." : mode === "mark" ? "Click where the mark shall stand." : "");
  }

  // From piece to piece: those that may be told something first, else all.
  function next(by) {
    const may = [...document.querySelectorAll("#menu [data-piece]")].map((one) => one.dataset.piece);
    next.all = may.length ? may : next.all?.length ? next.all : [...codes.keys()];
    const at = next.all.findIndex((code) => code.toLowerCase() === chosen?.toLowerCase());
    const code = next.all[(at + by + next.all.length) % next.all.length];
    field.flash(field.middleOf(code));
    choose(code, true);
  }

  const on = (name, kind, act) => byId(name).addEventListener(kind, act);
  on("closer", "click", () => field.zoom(1 / 1.3));
  on("farther", "click", () => field.zoom(1.3));
  on("fit", "click", field.fit);
  for (const name of ["zones", "ranges"]) on(name, "change", () => (past ? look(past.seq) : present()));
  on("ruler", "click", () => turn("ruler"));
  on("mark", "click", () => turn("mark"));
  // A piece or place by its name: wherever a click on it would do.
  on("seek", "change", ({ target }) => {
    const [word] = target.value.split(" ");
    target.value = "";
    const point = codes.has(word.toLowerCase()) ? field.middleOf(word) : land.middle(word);
    if (!word || !point) return word && say(`${word} is nowhere on the field`);
    if (builder.isOpen()) builder.add(word);
    else if (mode) use(word, point);
    else go(word);
  });
  byId("pieces").replaceChildren(...[...codes.values()].map((value) => element("option", { value })));
  on("first", "click", () => look(0));
  on("back", "click", () => look(Math.max((past?.seq ?? state.head) - 1, 0)));
  on("next", "click", () => past && look(past.seq + 1));
  on("now", "click", () => past && present());
  on("slider", "change", ({ target }) => look(Number(target.value)));
  for (const name of ["orders", "story", "armies", "more"]) on(`tab-${name}`, "click", () => tab(name));
  on("tabs", "keydown", (press) => {
    const by = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[press.key];
    const next = by && press.target[by];
    if (next) (press.preventDefault(), next.focus(), next.click());
  });
  const send = async () => {
    await paper.save();
    await decide.look({ deed: "orders", version: paper.version(), note: byId("note").value || null });
  };
  on("send", "click", send);

  const keys = {
    n: () => next(1), p: () => next(-1), u: () => paper.undo(), s: send, "/": () => byId("seek").focus(), "+": () => field.zoom(1 / 1.3),
    "-": () => field.zoom(1.3), 0: field.fit, r: () => turn("ruler"), m: () => turn("mark"), "[": () => byId("back").click(), "]": () => byId("next").click(),
    Home: () => look(0), End: () => past && present(), z: () => byId("zones").click(), c: () => byId("ranges").click(),
    ArrowLeft: () => field.move(-field.step(), 0), ArrowRight: () => field.move(field.step(), 0),
    ArrowUp: () => field.move(0, -field.step()), ArrowDown: () => field.move(0, field.step()),
  };
  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape" && !byId("preview").open) return mode ? turn(null) : choose(null);
    if (press.ctrlKey || press.altKey || press.metaKey || byId("preview").open || press.target.matches("input, textarea, select")) return;
    const digit = /^[1-9]$/.test(press.key) && (byId("question").querySelectorAll("[data-choice]")[Number(press.key) - 1] ?? byId("menu").querySelectorAll("[data-line]")[Number(press.key) - 1]);
    const act = digit ? () => digit.click() : keys[press.key];
    if (!act || (press.key.startsWith("Arrow") && press.target !== document.body && !press.target.closest("#board"))) return;
    press.preventDefault();
    act();
  });

  byId("battle").hidden = false;
  await refresh();
  if (state.wait.mine && state.head > 2) tab(state.wait.question ? "orders" : "story");
  const fresh = () => refresh().catch(trouble);
  listen(fresh, (changed) => (changed.includes(nth) ? fresh() : null), () => trouble(new Error("the desk is closed; start it again with `tess desk`")));
  document.body.dataset.ready = "yes";
}

choice()
  .then((nth) => (nth === null ? (byId("status").textContent = "Which battle?") : play(nth)))
  .catch(trouble);
