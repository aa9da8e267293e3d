// A person who only clicks, in a real browser: from a battle that has been founded to a sheet that is sent.
// Usage: node clicks.mjs ADDRESS [SHEETS [PIECES A SHEET]]

import { click, done, ESCAPE, keys, open, rest, run, sign, state, text, until, wait } from "./driver.mjs";

const [address, sheets = "2", pieces = "1"] = process.argv.slice(2);

// What the rules offer is on the page: each line a button, or in a list.
async function offered(path) {
  const missing = () => run(`return fetch(arguments[0]).then((given) => given.json()).then((legal) => {
    const lines = [...legal.others, ...legal.cards, ...legal.pieces.flatMap((piece) => (arguments[0].includes("piece") ? piece.orders : []))]
      .flatMap((order) => order.ends?.map(({ line }) => line) ?? [order.line]);
    const shown = [...document.querySelectorAll("#menu [data-line], #menu option")].map((one) => one.dataset.line ?? one.value);
    return lines.filter((line) => !shown.includes(line));
  })`, path);
  await until(`what is offered is on the page: ${(await missing()).slice(0, 3)}`, async () => (await missing()).length === 0);
}

async function piece() {
  const code = await run("return document.querySelector('#menu [data-piece]')?.dataset.piece");
  if (!code) return;
  const there = await run("return [...document.querySelectorAll('#board [id^=u-], #board [id^=l-]')].find((one) => one.id.slice(2) === arguments[0])?.id", code);
  if (!there) return;
  await click(`[id="${there}"]`);
  await wait("it is chosen", "document.querySelector('#menu h3')?.textContent.startsWith(arguments[0])", code);
  await offered(`battle/0/legal?piece=${encodeURIComponent(code)}`);
  const before = await text();
  if (!(await run("return document.querySelectorAll('.spot').length"))) return;
  const nth = await run("return [...document.querySelectorAll('.spot')].reduce((best, one) => (Number(one.querySelector('text')?.textContent ?? 9) <= Number(best.querySelector('text')?.textContent ?? 9) ? one : best)).dataset.nth");
  await click(`.spot[data-nth="${nth}"]`);
  await until("a line, or ways to face", async () => (await text()) !== before || run("return document.querySelector('.spot.turn')"));
  if ((await text()) === before) await click(".spot.turn");
  await until("the click is a line", async () => (await text()) !== before);
  await wait("it may be sent", "!document.querySelector('#send').disabled && !document.querySelector('#complaints .error')");
}

async function decide() {
  const now = await until("a decision", async () => ((now) => (!now.busy && (now.wait.mine || now.wait.kind === "over") ? now : null))(await state()));
  if (now.wait.kind === "over") return null;
  await click("#tab-orders");
  if (now.wait.kind === "answer") {
    await click(`#question [data-choice="${now.wait.question.default}"]`);
    await sign();
    return 0;
  }
  await wait("a menu", "document.querySelector('#menu [data-line], #menu [data-piece]')");
  await offered("battle/0/legal");
  if (!(await run("return document.querySelector('#menu [data-piece]')"))) await click("#menu [data-line]");
  await until("a first line, or pieces", async () => (await text()) !== "" || run("return document.querySelector('#menu [data-piece]')"));
  await rest(200);
  await piece();
  for (let more = 0; more < Number(pieces) - 1; more++) {
    await keys(ESCAPE);
    await rest(150);
    await piece();
  }
  if (!(await text())) await click("#menu [data-line]");
  await until("a sheet", text);
  const sheet = await text();
  await click("#send:enabled");
  await sign();
  console.log(`sent: ${sheet.trim().replaceAll("\n", "; ")}`);
  return 1;
}

await done(async () => {
  await open(address);
  for (let sent = 0; sent < Number(sheets); ) {
    const made = await decide();
    if (made === null) break;
    sent += made;
  }
});
