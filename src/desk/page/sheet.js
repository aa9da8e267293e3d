// The sheet: text that is always the truth. What is typed is checked as it is typed, what is clicked is a line more.

import { byId, element } from "./element.js";
import { get, post } from "./server.js";

// The board follows what is typed once the keys rest; what is wrong is said at once.
const rest = 120;

export function sheet(url, changed, trouble) {
  const area = byId("sheet");
  let [version, last, timer, flying, again, tried] = ["", "", null, null, false, null];
  const [done, undone] = [[], []];

  function show({ text, version: now, tried }) {
    [version, last, area.value] = [now, text, text];
    draw(tried);
  }

  function draw(given) {
    tried = given;
    underline(tried.complaints);
    const each = tried.complaints.map((it) => {
      const where = it.place ? `line ${it.place[0]}: ` : "";
      const text = `${where}${it.message}${it.rule ? ` (${it.rule})` : ""}${it.help ? `; ${it.help}` : ""}`;
      const there = it.place && element("button", { className: "place", textContent: "show", on: () => select(it.place) });
      return element("li", { className: it.severity }, text, " ", there);
    });
    byId("complaints").replaceChildren(...each);
    const stops = tried.refused ? `Stops at line ${tried.refused[0]}: ${tried.refused[1]}` : tried.ends;
    byId("ends").textContent = stops ? stops[0].toUpperCase() + stops.slice(1) + "." : "";
    byId("told").replaceChildren(...tried.told.map((text) => element("li", { textContent: text })));
    byId("send").disabled = !tried.readable || !area.value.trim();
  }

  // The same text under the one that is written, with what is wrong underlined.
  function underline(complaints) {
    const lines = area.value.split("\n");
    const parts = [];
    for (const [nth, line] of lines.entries()) {
      let from = 0;
      const here = complaints.filter((it) => it.place?.[0] === nth + 1).sort((a, b) => a.place[1] - b.place[1]);
      for (const { severity, place: [, start, end] } of here) {
        if (start < from) continue;
        parts.push(line.slice(from, start), element("mark", { className: severity, textContent: line.slice(start, Math.max(end, start + 1)) || " " }));
        from = Math.max(end, start + 1);
      }
      parts.push(line.slice(from) + "\n");
    }
    byId("under").replaceChildren(...parts);
  }

  function select([line, start, end]) {
    const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(before + start, before + end);
  }

  // One request at a time; what is typed meanwhile follows it.
  function save() {
    clearTimeout(timer);
    again = true;
    flying ??= (async () => {
      while (again) {
        again = false;
        const text = area.value;
        try {
          const given = await post(url("sheet"), { text, base: version });
          version = given.version;
          if (text !== last) {
            remember();
            last = text;
          }
          if (area.value === text) draw(given.tried);
          await follow();
        } catch (error) {
          again = false;
          trouble(error);
          if (error.status === 409) {
            undone.push(text);
            show(await get(url("sheet")));
            await changed();
          }
        }
      }
    })().finally(() => (flying = null));
    return flying;
  }

  // What is typed in one go is undone in one go.
  let [typing, typed] = [false, 0];
  function remember() {
    if (!typing || Date.now() - typed > 1500) done.push(last);
    typed = typing ? Date.now() : 0;
  }

  function follow() {
    clearTimeout(timer);
    if (!typing) return changed();
    timer = setTimeout(() => changed().catch(trouble), rest);
  }

  function put(text) {
    typing = false;
    area.value = text;
    undone.length = 0;
    return save();
  }

  // What the rules do not allow is taken back at once.
  async function attempt(text) {
    await put(text);
    const wrong = tried.complaints.find(({ severity }) => severity === "error");
    const why = wrong ? `${wrong.message}${wrong.help ? `; ${wrong.help}` : ""}` : tried.refused?.[1];
    if (!why) return;
    await undo();
    undone.length = 0;
    trouble(new Error(`not now: ${why}`));
  }

  async function step(from, onto) {
    typing = false;
    await flying;
    if (!from.length) return;
    onto.push(last);
    area.value = from.pop();
    last = area.value;
    await save();
  }

  area.addEventListener("input", () => {
    typing = true;
    undone.length = 0;
    underline([]);
    save();
  });
  area.addEventListener("scroll", () => (byId("under").scrollTop = area.scrollTop));
  byId("undo").addEventListener("click", () => undo());
  byId("redo").addEventListener("click", () => step(undone, done));
  byId("clear").addEventListener("click", () => put(""));

  // What was written before this page was opened goes back a line at a time.
  async function undo() {
    typing = false;
    await flying;
    if (done.length) return step(done, undone);
    const text = area.value.trimEnd();
    if (!text) return;
    undone.push(area.value);
    area.value = text.includes("\n") ? text.slice(0, text.lastIndexOf("\n") + 1) : "";
    last = area.value;
    await save();
  }

  const append = (line) => put(area.value.replace(/\s*$/, (end) => (area.value.trim() ? "\n" : "")) + line + "\n");
  const lines = () => area.value.trimEnd().split("\n");
  const replaceLast = (line) => attempt([...lines().slice(0, -1), line].join("\n") + "\n");
  const attemptLine = (line) => attempt([...lines().filter((one, nth) => one || nth), line].join("\n") + "\n");
  return { show, append, attempt: attemptLine, replaceLast, last: () => lines().at(-1) ?? "", undo, save, version: () => version, text: () => area.value, settled: () => flying, isTyped: () => area.value !== last };
}
