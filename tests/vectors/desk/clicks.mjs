// A person who only clicks, in a real browser: from a battle that has been founded to a sheet that is sent.
// Usage: node clicks.mjs ADDRESS [SHEETS [PIECES A SHEET]]

import { spawn } from "node:child_process";

const [address, sheets = "2", pieces = "1"] = process.argv.slice(2);
const port = 20000 + (process.pid % 20000);
const driver = spawn("chromedriver", [`--port=${port}`], { stdio: "ignore" });
const base = `http://127.0.0.1:${port}`;
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

async function call(method, path, body) {
  const response = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${value.message?.slice(0, 400)}`);
  return value;
}

async function until(what, look) {
  for (const end = Date.now() + 60_000; Date.now() < end; await rest(50)) {
    const found = await look().catch(() => null);
    if (found) return found;
  }
  throw new Error(`it never came: ${what}`);
}

await until("the driver", () => fetch(base + "/status"));
const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000", "--force-prefers-reduced-motion"];
const wanted = { browserName: "chrome", "goog:loggingPrefs": { browser: "ALL" }, "goog:chromeOptions": { args } };
const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: wanted } });
const session = `/session/${sessionId}`;
const run = (script, ...args) => call("POST", `${session}/execute/sync`, { script, args });
const wait = (what, script, ...args) => until(what, () => run(`return ${script}`, ...args));

// A true click in the middle of something, wherever it is.
async function click(css) {
  const middle = `const it = document.querySelector(arguments[0]); it.scrollIntoView({ block: "nearest" });
    const box = (it.querySelector("circle, .box, .stand") ?? it).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);`;
  await wait(css, "document.querySelector(arguments[0])?.disabled === false || (document.querySelector(arguments[0]) && !('disabled' in document.querySelector(arguments[0])))", css);
  // where it rests
  let [x, y] = await run(middle, css);
  for (;;) {
    await rest(60);
    const [u, v] = await run(middle, css);
    if (u === x && v === y) break;
    [x, y] = [u, v];
  }
  const actions = [{ type: "pointerMove", duration: 0, x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
  await call("POST", `${session}/actions`, { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
}

const text = () => run("return document.getElementById('sheet').value");
const state = () => run("return fetch('battle/0/state').then((given) => given.json())");

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

async function sign() {
  const { head } = await state();
  await click("#sign:enabled");
  await until("it is signed", async () => ((now) => now.head > head && !now.busy)(await state()));
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
  await rest(150);
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
    await call("POST", `${session}/actions`, { actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value: "\uE00C" }, { type: "keyUp", value: "\uE00C" }] }] });
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

try {
  await call("POST", `${session}/url`, { url: address });
  await wait("the page", "document.body?.dataset.ready");
  for (let sent = 0; sent < Number(sheets); ) {
    const done = await decide();
    if (done === null) break;
    sent += done;
  }
  const complaints = (await call("POST", `${session}/se/log`, { type: "browser" })).filter(({ level }) => level === "SEVERE");
  if (complaints.length) throw new Error(JSON.stringify(complaints));
  console.log("done");
} catch (error) {
  console.error(await run("return document.body.innerText.slice(0, 1500)"));
  throw error;
} finally {
  await call("DELETE", session).catch(() => null);
  driver.kill();
}
