// How long it takes from a click on a unit to the places that it can reach, and from a keystroke to what is wrong with the
// sheet, in milliseconds as the page sees it; and the memory of the program. Usage: node measure.mjs ADDRESS [PID [ROUNDS]]

import { readFileSync } from "node:fs";

import { click, done, ESCAPE, keys, open, run, state, text, until, wait } from "./driver.mjs";

const [address, pid, rounds = "3"] = process.argv.slice(2);
const of = (all) => {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]);
  return `${all.length} times: median ${at(0.5)}, 99th percentile ${at(0.99)}, longest ${at(1)}`;
};

await done(async () => {
  await open(address);
  await click("#tab-orders");
  await wait("a menu", "document.querySelector('#menu [data-line]')");
  // whoever gives orders first
  if (!(await run("return document.querySelector('#menu [data-piece]')"))) await click("#menu [data-line^='elite '], #menu [data-line^='activate']");
  await wait("pieces", "document.querySelector('#menu [data-piece]')");
  const before = await text();
  const pieces = await run("return [...document.querySelectorAll('#menu [data-piece]')].map((one) => one.dataset.piece)");
  const reach = [];
  for (let round = 0; round < Number(rounds); round++) {
    for (const code of pieces) {
      await keys(ESCAPE);
      await wait("nobody is chosen", "document.querySelector('#menu [data-piece]') && !document.querySelector('.spot')");
      const ms = await run(`const [code] = arguments;
        const piece = [...document.querySelectorAll("#board [id^=u-], #board [id^=l-]")].find((one) => one.id.slice(2).toLowerCase() === code.toLowerCase());
        if (!piece) return null;
        const from = performance.now();
        const box = piece.getBoundingClientRect();
        const pointer = { bubbles: true, pointerId: 1, button: 0, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
        piece.dispatchEvent(new PointerEvent("pointerdown", pointer));
        piece.dispatchEvent(new PointerEvent("pointerup", pointer));
        return new Promise((done) => {
          const look = () => {
            if (document.querySelector(".spot")) requestAnimationFrame(() => done(performance.now() - from));
            else if (performance.now() - from > 3000) done(null);
            else setTimeout(look, 1);
          };
          look();
        });`, code);
      if (ms !== null) reach.push({ ms, code });
    }
  }
  console.log(`click to places: ${of(reach.map(({ ms }) => ms))}`);
  const slow = reach.toSorted((one, other) => other.ms - one.ms).slice(0, 4);
  console.log(`the slowest: ${slow.map(({ ms, code }) => `${code} ${Math.round(ms)}`).join(", ")}`);
  await keys(ESCAPE);
  const typed = [];
  const line = `move ${pieces[0]} fwd 2 left about`;
  for (let round = 0; round < Number(rounds); round++) {
    for (let long = 1; long <= line.length; long++) {
      typed.push(await run(`const [words] = arguments;
        const area = document.getElementById("sheet");
        const seen = () => ["complaints", "ends", "told"].map((part) => document.getElementById(part));
        const from = performance.now();
        return new Promise((done) => {
          const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => done(performance.now() - from)); });
          for (const part of seen()) watch.observe(part, { childList: true, subtree: true, characterData: true });
          area.value = words;
          area.dispatchEvent(new Event("input"));
        });`, before + line.slice(0, long)));
      // as fast as somebody types
      await new Promise((done) => setTimeout(done, 60));
    }
  }
  console.log(`keystroke to diagnostics: ${of(typed)}`);
  await click("#clear");
  await until("an empty sheet", async () => (await text()) === "");
  if (pid) console.log(readFileSync(`/proc/${pid}/status`, "utf8").split("\n").filter((row) => /^Vm(HWM|RSS)|^RssAnon/.test(row)).map((row) => row.replace(/\s+/g, " ")).join(", "));
  console.log(`turn ${(await state()).turn}`);
});
