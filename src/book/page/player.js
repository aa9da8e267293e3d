// What the reader does: steps, looks at pieces and dice, seeks; and the line that says how far the proof is.

const wild = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const tame = (text) => text.replace(wild, (letter) => (letter === "\n" ? letter : "?"));
const byId = (name) => document.getElementById(name);

function element(name, { on, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  if (on) made.addEventListener("click", on);
  made.append(...children);
  return made;
}

// The part of an address after `#`, which anybody may have typed.
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The bytes of the page and what follows from them: which position stands after an event, read once.
async function opened() {
  const facts = JSON.parse(byId("facts").textContent);
  const [archive, bytes] = await Promise.all(["archive", "states"].map((name) => unpacked(byId(name).textContent)));
  let from = 0;
  const states = facts.lengths.map((length) => bytes.subarray(from, (from += length)));
  const read = positionReader(facts.tables);
  const known = new Map();
  const position = (nth) => {
    if (!known.has(nth)) {
      if (known.size > 64) known.delete(known.keys().next().value);
      known.set(nth, read(states[nth]));
    }
    return known.get(nth);
  };
  const events = facts.after.length;
  return {
    facts, archive, events,
    at: (event) => position(facts.after[event][0]),
    before: (event) => (facts.after[event][0] ? position(facts.after[event][0] - 1) : null),
    last: events - 1,
    positionAfter: (event) => facts.after[event] && states[facts.after[event][0]],
    endAfter: (event) => facts.ends[facts.after[event][1]],
    turn: (event) => facts.after[event][2],
    points: (event) => facts.after[event].slice(3),
    counts: (event) => facts.after[event].slice(2),
    changes: (event) => event === 0 || facts.after[event][0] !== facts.after[event - 1][0],
  };
}

// The line at the top. Gives `holds`, `part`, or the event at which something is wrong.
async function prove(book, log) {
  const line = byId("proof");
  const say = (kind, text) => Object.assign(line, { className: kind, textContent: text });
  const able = await canSign();
  const tell = async (done, of, how) => {
    say("works", `Checking${how ?? ""}: ${done} of ${of} events hold so far.`);
    await new Promise((go) => setTimeout(go));
  };
  let rules = null;
  try {
    log.proof = await proven(book, able ? isSigned : undefined, tell);
    rules = await borneOut(book, log.proof, tell);
  } catch (error) {
    log.proof ??= error.log ?? null;
    const where = error.event === undefined ? "" : ` at event ${error.event}`;
    say("wrong", `This book does NOT hold: it is wrong${where}. ${tame(String(error.message))}. Nothing from there on is proven.`);
    return error.event ?? "wrong";
  }
  const { proof } = log;
  const whole = able && !rules?.missing;
  const signed = able ? `Holds: ${proof.signatures} signatures` : "This browser knows no Ed25519: NO SIGNATURE was checked. Chain, form and dice hold";
  const left = rules?.engine
    ? `And the rules too: every step was made again by the engine in this page, and every position and word beside it is what came of it. Engine ${rules.engine}: compare it with the one that was published; whoever sent this page could have changed it.`
    : `${rules ? `The rules were NOT checked: ${tame(rules.missing)}. ` : ""}Not checked here: that the rules allow each step, and the words beside the picture. \`tess verify\` does that, with the archive below.`;
  const drawn = `every position drawn is the one that was signed${rules?.engine ? "" : ", but the last, which no event has signed yet"}`;
  say(whole ? "holds" : "part", `${signed}, ${proof.seq} events, ${proof.links} links, ${proof.dice} dice made again; ${drawn}. ${left}`);
  line.append(element("span", { className: "words" }, ` Game ${proof.game.slice(0, 16)}, head ${proof.head.slice(0, 16)}: compare them with your last report.`));
  return whole ? "holds" : "part";
}

// Where a die comes from, every byte.
function pedigree(entry, die) {
  const { action } = entry;
  const links = action.opened.map(
    ({ role, code, index, link, below, chain }) =>
      `link ${index} of ${role} (role ${code}), chain ${chain}\n  c_${index} = ${hexOf(link)}\n  its SHA-256, with key, chain and number, is c_${index - 1} = ${below}`,
  );
  return [
    `die ${die.label}: ${die.face} of ${die.sides}, rule ${tame(die.rule)}`, ...links,
    `R = SHA-256 of the links = ${hexOf(action.root)}`,
    `action = ${action.rollId}`,
    `K = HMAC(R, game, action) = ${hexOf(action.key)}`,
    `S = HMAC(K, label) = ${hexOf(die.seed)}`,
    `byte ${die.nth} of the ChaCha20 stream of S = ${die.byte}; ${die.byte} mod ${die.sides} = ${die.byte % die.sides}${die.sides === 10 ? "" : ", and one"}: ${die.face}`,
  ].join("\n");
}

// What was sent, from the archive that is being checked, not from the page.
function sent({ kind, body }) {
  const lines = { orders: body.sheet, answer: `${body.question}: ${body.answer}`, standing: body.text };
  const text = lines[kind] ?? Object.entries(body).flatMap(([key, value]) => (isText(value) && !isHex(value, 32) ? `${key}: ${value}` : [])).join("\n");
  return tame(text + (body.note ? `\n# ${body.note}` : ""));
}

function chart(book, go) {
  const svg = shape("svg", { viewBox: `0 0 ${Math.max(book.last, 1)} 100`, preserveAspectRatio: "none", role: "img" }, byId("chart"));
  const { counted, sides: names } = book.facts.printed;
  shape("title", {}, svg, `${counted} of ${names.join(" and ")} over the battle; dashed: units lost`);
  const all = Array.from({ length: book.events }, (_, event) => book.points(event));
  const [most, units] = [Math.max(1, ...all.flatMap(([a, b]) => [a, b])), Math.max(1, ...all.flatMap(([, , c, d]) => [c, d]))];
  for (let nth = 0; nth < 4; nth++) {
    const d = all.map((points, event) => `${event ? "L" : "M"}${event},${98 - (96 * points[nth]) / (nth < 2 ? most : units)}`);
    shape("path", { class: `${classOf(nth % 2)} ${nth < 2 ? "points" : "losses"}`, d: d.join("") }, svg);
  }
  const cursor = shape("line", { class: "cursor", y1: 0, y2: 100 }, svg);
  svg.addEventListener("click", (click) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((click.clientX - box.left) / box.width) * book.last));
  });
  return (event) => ["x1", "x2"].forEach((end) => cursor.setAttribute(end, event));
}

async function play() {
  const book = await opened();
  const log = { proof: null };
  let [now, unit, playing] = [0, null, null];
  document.body.classList.add("plays");
  // A link to an event goes to the event on the board, not to its words.
  for (const article of document.querySelectorAll("article")) article.id = article.id.replace(/^e/, "event");
  const svg = byId("board").querySelector("svg");
  svg.setAttribute("aria-label", "The field; its pieces are in a list of their own");
  const field = picture(svg, book.facts.printed, (nth) => (choose(nth), place()));
  const { game } = field;
  const marks = [chart(book, (event) => go(event))];
  if (book.facts.luck) marks.push(luck(book.facts.luck, book.last, (event) => go(event)));
  const codeOf = (nth) => game.code(nth, book.at(now).units[nth] ?? book.at(book.last).units[nth]);
  const hash = () => `#e${now}${unit === null ? "" : "/" + codeOf(unit)}`;
  const author = (event) => byId(`event${event}`).dataset.by;
  const link = (event, text) => element("a", { href: `#e${event}`, textContent: text });

  function show(event) {
    now = Math.max(0, Math.min(event, book.last));
    field.draw(book.at(now), book.before(now));
    document.querySelector("article.now")?.classList.remove("now");
    const article = byId(`event${now}`);
    article.classList.add("now");
    const entry = log.proof?.entries[now];
    if (entry) article.querySelector(".sheet").textContent = sent(entry.event);
    dice(entry);
    byId("slider").value = now;
    byId("where").textContent = `Event ${now} of ${book.last}, turn ${book.turn(now)}`;
    const { sides: names, counted } = book.facts.printed;
    const points = book.points(now);
    byId("score").textContent = `${counted}: ${names.map((name, i) => `${name} ${points[i]} (${points[i + 2]} lost)`).join(", ")}`;
    byId("live").textContent = `Event ${now}. ${article.querySelector(".tale")?.textContent.slice(0, 400) ?? article.querySelector("h2").textContent}`;
    for (const mark of marks) mark(now);
    grid();
    if (unit !== null) field.mark(unit);
  }

  // The address follows once the reader rests: browsers allow only so many changes in a while.
  let rest = null;
  const place = () => (clearTimeout(rest), (rest = setTimeout(() => history.replaceState(null, "", hash()), 250)));
  const go = (event) => (show(event), place());

  function dice(entry) {
    byId("bytes").textContent = "";
    const each = (entry?.dice ?? []).map((die) =>
      element("button", { textContent: `${die.label} ${die.face}`, on: () => (byId("bytes").textContent = pedigree(entry, die)) }),
    );
    byId("dice").replaceChildren(...each);
  }

  // The pieces for who cannot see them: one cell takes the focus, and arrows move it.
  let cell = [0, 0];
  function grid() {
    const held = byId("pieces").contains(document.activeElement);
    const rows = book.at(now).units.map((state, nth) => {
      const [name, stands = "", ...rest] = game.words(nth, state).split(", ");
      const cells = [name, stands, rest.join(", ")].map((textContent) => element("span", { role: "gridcell", tabIndex: -1, textContent }));
      return element("div", { role: "row", on: () => (choose(nth), place()) }, ...cells);
    });
    byId("pieces").replaceChildren(...rows);
    focus(...cell, held);
  }
  function focus(row, column, held) {
    const { children: rows } = byId("pieces");
    const at = ([down, right]) => rows[down]?.children[right];
    const to = [Math.max(0, Math.min(row, rows.length - 1)), Math.max(0, Math.min(column, 2))];
    if (!at(to)) return;
    if (at(cell)) at(cell).tabIndex = -1;
    cell = to;
    at(to).tabIndex = 0;
    if (held) at(to).focus();
  }
  const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [-1e6, 0], End: [1e6, 0] };
  byId("pieces").addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.altKey || press.metaKey) return;
    if (ways[press.key]) focus(cell[0] + ways[press.key][0], cell[1] + ways[press.key][1], true);
    else if (press.key === "Enter" || press.key === " ") document.activeElement.click();
    else return;
    press.preventDefault();
    press.stopPropagation();
  });

  // A piece and its life: each event after which it was otherwise than before.
  function choose(nth) {
    unit = nth;
    field.mark(nth);
    const life = [];
    let last = "";
    for (let event = 0; event <= book.last; event++) {
      const state = book.changes(event) && book.at(event).units[nth];
      const text = state && game.words(nth, state);
      if (!text || text === last) continue;
      life.push(element("li", {}, link(event, `event ${event}`), ": " + text.replace(/^[^,]*, /, "")));
      last = text;
    }
    const name = last.split(",")[0];
    if (book.facts.engine) byId("piece").value = codeOf(nth);
    byId("life").replaceChildren(element("h2", { textContent: name }), element("ol", {}, ...life));
  }

  function seek() {
    const text = byId("seek").value.trim().toLowerCase();
    const found = text ? [...document.querySelectorAll("article")].filter((one) => one.textContent.toLowerCase().includes(text)) : [];
    const each = found.slice(0, 60).map(({ id, textContent: all }) => {
      const at = all.toLowerCase().indexOf(text);
      return element("li", {}, link(id.slice(5), `event ${id.slice(5)}`), ` ${all.slice(Math.max(0, at - 30), at + 60)}`);
    });
    byId("found").replaceChildren(...each);
  }

  function change() {
    let event = now;
    while (event < book.last && author(event) === author(now)) event++;
    go(event);
  }

  function run() {
    clearInterval(playing);
    playing = playing === null ? setInterval(() => (now < book.last ? go(now + 1) : run()), 700) : null;
    byId("run").textContent = playing === null ? "Play" : "Stop";
  }

  const acts = {
    first: () => go(0), back: () => go(now - 1), run, next: () => go(now + 1), last: () => go(book.last),
    change, flip: field.flip, follow: () => (field.follow(), show(now)),
  };
  for (const [name, act] of Object.entries(acts)) byId(name).addEventListener("click", act);
  const byKey = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "run", f: "flip", n: "change", w: "follow" };
  document.addEventListener("keydown", (press) => {
    const act = byKey[press.key];
    // who writes, writes; on a button or link, space is its own
    const writes = press.target.matches?.("input:not([type=range]), textarea, select") || (press.key === " " && press.target.matches?.("button, a"));
    if (!act || press.ctrlKey || press.altKey || press.metaKey || writes) return;
    press.preventDefault();
    acts[act]();
  });
  byId("slider").max = book.last;
  byId("slider").addEventListener("input", ({ target }) => go(Number(target.value)));
  const turns = Array.from({ length: book.events }, (_, event) => event).filter((event) => !event || book.turn(event) !== book.turn(event - 1));
  byId("turns").replaceChildren(...turns.map((event) => element("option", { value: event, label: `turn ${book.turn(event)}` })));
  byId("seek").addEventListener("input", seek);
  let touched = null;
  svg.addEventListener("touchstart", ({ touches }) => (touched = touches.length === 1 ? touches[0].clientX : null), { passive: true });
  svg.addEventListener("touchend", ({ changedTouches }) => {
    const by = touched === null ? 0 : changedTouches[0].clientX - touched;
    if (Math.abs(by) > 40) go(now + (by < 0 ? 1 : -1));
  });
  const follow = () => {
    const [, event, code] = /^#e(\d+)(?:\/(.+))?$/.exec(unescaped(location.hash)) ?? [];
    show(event === undefined ? book.last : Number(event));
    const nth = code ? book.at(now).units.findIndex((state, one) => game.code(one, state) === code) : -1;
    if (nth >= 0) choose(nth);
  };
  addEventListener("hashchange", follow);
  asking(book, () => now);
  const file = new Blob([book.archive], { type: "application/octet-stream" });
  Object.assign(byId("save"), { href: URL.createObjectURL(file), download: "archive.tess" });
  // On a phone the whole field is too small to be read.
  if (innerWidth < 600) field.follow();
  // What cannot even be drawn is named by the proof.
  const tried = (act) => {
    try {
      act();
    } catch (error) {
      return error;
    }
  };
  tried(follow);
  document.body.dataset.drawn = Math.round(performance.now());
  await new Promise((shown) => setTimeout(shown));
  const verdict = await prove(book, log);
  const failed = tried(() => show(now));
  if (failed && typeof verdict !== "number") throw failed;
  document.body.dataset.proved = Math.round(performance.now());
  document.body.dataset.proof = verdict;
}

if (typeof document !== "undefined") {
  play().catch((error) => {
    Object.assign(byId("proof"), { className: "wrong", textContent: `This book cannot be opened: ${error.message}` });
    document.body.dataset.proof = "broken";
  });
}
