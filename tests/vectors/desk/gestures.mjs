// What is done with the hand on an open table, and an order put together word by word: a unit is wheeled by its corner and goes on,
// a leader is taken where he shall ride. Usage: node gestures.mjs ADDRESS

import { click, done, drag, ESCAPE, keys, middle, open, run, sign, state, text, until, wait } from "./driver.mjs";

const [address] = process.argv.slice(2);
const written = (what, form) => until(what, async () => form.exec(await text()));
const id = (code) => `[id="${code}"]`;

// Careful answers, the order of a Command, until it is at work.
async function atWork() {
  for (;;) {
    const now = await until("a decision", async () => ((now) => (!now.busy && now.wait.mine ? now : null))(await state()));
    await click("#tab-orders");
    if (now.wait.kind === "answer") {
      await click(`#question [data-choice="${now.wait.question.default}"]`);
    } else {
      await wait("a menu", "document.querySelector('#menu [data-line]')");
      if (await run("return document.querySelector('#menu [data-piece]')")) return;
      await click("#menu [data-line$=' advance']");
      await click("#send:enabled");
    }
    await sign();
  }
}

async function choose(code) {
  await keys(ESCAPE);
  await click(id(`u-${code}`));
  await wait(`${code} is chosen`, "document.querySelector('#menu h3')?.textContent.startsWith(arguments[0])", code);
}

await done(async () => {
  await open(address);
  await atWork();
  const units = await run("return [...document.querySelectorAll('#menu [data-piece]')].map((one) => one.dataset.piece)");

  // by its corner: as far as it is dragged, and no farther than it may
  let unit = null;
  for (const code of units) {
    if (!(await run("return document.getElementById(arguments[0]) !== null", `u-${code}`))) continue;
    await choose(code);
    const corners = await until("corners, or none", async () => (await run("return document.querySelectorAll('.spot').length")) && (await run("return document.querySelectorAll('.spot.corner').length")) + 1).catch(() => 1);
    if (corners > 1) { unit = code; break; }
  }
  if (!unit) throw new Error("nobody can be wheeled");
  const handle = ".spot.corner[data-at^='wheel left']";
  const at = await middle(handle);
  const inch = await run("return 20 * document.querySelector('#board svg').getScreenCTM().a");
  await drag(at, [at[0], at[1] - inch * 0.7], [at[0] - inch * 0.4, at[1] - inch * 1.5]);
  const [, wheeled] = await written("it is wheeled", new RegExp(`^move ${unit}: wheel left ([\\d.]+)\n$`));
  if (!(Number(wheeled) > 0.9 && Number(wheeled) < 2.1)) throw new Error(`wheeled by ${wheeled}`);

  // and goes on: the same line gets longer
  await wait("more is offered", "document.querySelector('.further [data-line]')");
  await click(".further [data-line*=', advance']");
  await written("it goes on", new RegExp(`^move ${unit}: wheel left ${wheeled}, advance [\\d.]+\n$`));
  await wait("it is tried out", "!document.querySelector('#ends').textContent.startsWith('Stops')");

  // a leader by himself rides where he is taken, by two places
  await click("#clear");
  await until("an empty sheet", async () => (await text()) === "");
  const chief = await run("return [...document.querySelectorAll('#leaders [id^=l-].one')][0]?.id ?? document.querySelector('#leaders [id^=l-]').id");
  const code = chief.slice(2);
  await keys(ESCAPE);
  await click(id(chief));
  await wait("he is chosen", "document.querySelector('#menu h3')?.textContent.startsWith(arguments[0])", code);
  const from = await middle(id(chief));
  await drag(from, [from[0] + inch, from[1]], [from[0] + 2 * inch, from[1]]);
  await written("he rides", new RegExp(`^move ${code}: to [\\d.,]+\n$`));

  // word by word: buttons, a unit on the field, digits
  await click("#clear");
  await until("an empty sheet", async () => (await text()) === "");
  await keys(ESCAPE);
  await click("#words summary");
  await click("#next-words [data-word='move']");
  await click(id(`u-${unit}`));
  for (const word of [":", "advance", "1", ".", "5"]) await click(`#next-words [data-word='${word}']`);
  await wait("it is looked at", "/\\w/.test(document.querySelector('#phrase-said').textContent)");
  await click("#phrase-write");
  await written("it is written", new RegExp(`^move ${unit}: advance 1.5\n$`));
});
