// A whole orders phase at Cannae: each line of a sheet that was written by hand is clicked, on the field or on a button; then
// the same sheet is typed. Usage: node cannae.mjs ADDRESS SHEET...

import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { click, done, ESCAPE, keys, open, run, text, until, wait } from "./driver.mjs";

const [address, ...sheets] = process.argv.slice(2);

// What the board shows besides what only the chosen one lights up, and what is told beside it.
const shown = () => run(`const board = document.querySelector("#board svg").cloneNode(true);
  board.querySelector("#over")?.remove();
  board.removeAttribute("viewBox");
  for (const one of board.querySelectorAll(".chosen, .aimed")) one.classList.remove("chosen", "aimed");
  for (const one of board.querySelectorAll("[class='']")) one.removeAttribute("class");
  return [board.innerHTML, ...["told", "ends", "complaints"].map((part) => document.getElementById(part).textContent)].join("\\n")`);

// Once the page has come to rest: what it shows does not change any more.
async function settled() {
  let last = await shown();
  await until("rest", async () => {
    const now = await shown();
    const same = now === last;
    last = now;
    return same;
  });
  await until("rest", async () => (await shown()) === last);
  return last;
}

// The one line, by clicks alone.
async function clicked(line) {
  const before = await text();
  const move = /^move (\S+) to (\d{4})(?: facing (\S+))?$/.exec(line);
  if (!move) {
    await keys(ESCAPE);
    await click(`#menu button[data-line="${line}"]`);
  } else {
    const [, code, place, facing] = move;
    const id = await run("return [...document.querySelectorAll('#board [id^=u-], #board [id^=l-]')].find((one) => one.id.slice(2).toLowerCase() === arguments[0].toLowerCase()).id", code);
    await click(`[id="${id}"]`);
    await wait(`${code} is chosen`, "document.querySelector('#menu h3')?.textContent.startsWith(arguments[0])", code);
    await wait(`${code} reaches ${place}`, "document.querySelector(arguments[0])", `.spot[data-at="${place}"]`);
    await click(`.spot[data-at="${place}"]`);
    // several ways to face stand around the place
    const turn = `.spot.turn[data-at="${place}"][data-facing="${facing}"]`;
    await until("a line, or facings", async () => (await text()) !== before || run("return document.querySelector('.spot.turn')"));
    if ((await text()) === before) await click(turn);
  }
  await until(`it is written: ${line}`, async () => (await text()) === `${before}${line}\n`);
  await wait("it is tried out", "!document.querySelector('#send').disabled && !document.querySelector('#complaints .error')");
}

await done(async () => {
  await open(address);
  for (const file of sheets) {
    const byHand = readFileSync(file, "utf8");
    for (const line of byHand.trim().split("\n")) await clicked(line);
    if ((await text()) !== byHand) throw new Error(`clicked:\n${await text()}\nby hand:\n${byHand}`);
    const byClicks = await settled();
    if (!/<g [^>]*class="move|class="move/.test(byClicks)) throw new Error("no move is drawn");
    // the same, typed, letter by letter, into an empty sheet
    await click("#clear");
    await until("an empty sheet", async () => (await text()) === "");
    await settled();
    await click("#sheet");
    await keys(byHand);
    await until("it is typed", async () => (await text()) === byHand);
    const typed = await until("it is the same board", async () => ((now) => (now === byClicks ? now : null))(await settled())).catch(async () => settled());
    if (typed !== byClicks) throw new Error(`${basename(file)}: what is typed shows another board than what is clicked`);
    await click("#clear");
    await until("an empty sheet", async () => (await text()) === "");
    await settled();
    await keys(ESCAPE);
    console.log(`${basename(file)}: ${byHand.trim().split("\n").length} lines clicked, ${typed.length} letters of board the same when typed`);
  }
});
