// Two tabs and a terminal at one battle: nobody's words are lost or written over, nothing is signed twice.
// Usage: node tabs.mjs ADDRESS TESS FOLDER (of the battle)

import { execFileSync } from "node:child_process";

import { click, done, go, newWindow, open, rest, run, state, text, until, wait, window } from "./driver.mjs";

const [address, tess, folder] = process.argv.slice(2);
const terminal = (input) => execFileSync(tess, ["play", "--text", "--dir", folder], { input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
const type = (words) => run("const area = document.getElementById('sheet'); area.value = arguments[0]; area.dispatchEvent(new Event('input'))", words);
const there = () => run("return fetch('battle/0/sheet').then((given) => given.json()).then(({ text }) => text)");
const trouble = () => run("return document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').textContent");

function is(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`);
}

await done(async () => {
  await open(address);
  const first = await window();
  const second = await newWindow();
  await go(second);
  await open(address);

  // what one writes the other shows
  await go(first);
  await click("#tab-orders");
  await click("#menu [data-line]");
  const line = await until("a line", text);
  await go(second);
  await click("#tab-orders");
  await until("the other tab shows it", async () => (await text()) === line);

  // both write at once: one is written, the other is told so and has his words by Redo
  await type("# of the second\n");
  await go(first);
  await type("# of the first\n");
  const won = await until("one of them is written", async () => ((now) => (now !== line ? now : null))(await there()));
  if (!["# of the first\n", "# of the second\n"].includes(won)) throw new Error(`mixed: ${won}`);
  const [loser, lost] = won === "# of the first\n" ? [second, "# of the second\n"] : [first, "# of the first\n"];
  for (const tab of [first, second]) {
    await go(tab);
    await until("both show what is written", async () => (await text()) === won);
  }
  await go(loser);
  await until("who lost is told", async () => (await trouble()).includes("another window"));
  await click("#redo");
  await until("his words are back", async () => (await text()) === lost && (await there()) === lost);

  // the terminal beside goes on with the same sheet, and both tabs show it
  await rest(400);
  terminal("undo\n");
  terminal("begin\n");
  const typed = await there();
  if (!typed.includes("begin")) throw new Error(`the terminal's line is not there: ${typed}`);
  for (const tab of [first, second]) {
    await go(tab);
    await until("the terminal's line is shown", async () => (await text()) === typed);
  }

  // while one tab looks it over the terminal sends it: signed once, and the tab signs nothing
  await click("#send:enabled");
  await wait("it is shown", "document.querySelector('#sign')");
  const { head } = await state();
  terminal("send\n");
  const signed = await until("the terminal has signed", async () => ((now) => (now.head > head && !now.busy ? now : null))(await state()));
  await click("#sign:enabled");
  await until("the tab is told", async () => (await trouble()).includes("since"));
  is("events", (await state()).head, signed.head);
  for (const tab of [first, second]) {
    await go(tab);
    await until("the sheet is empty again, and both stand at the same event", async () => (await text()) === "" && run("return Number(document.getElementById('slider').max) === arguments[0]", signed.head));
  }
}, ["409"]);
