// A real browser, by its driver: clicks where something is, keys, windows, pictures.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

export const rest = (ms) => new Promise((done) => setTimeout(done, ms));

// The driver takes a port that is free, and says which.
const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
const base = await new Promise((done, fail) => {
  let said = "";
  driver.on("error", fail);
  driver.on("exit", (code) => fail(new Error(`the driver ended with ${code}: ${said}`)));
  driver.stdout.on("data", (words) => {
    said += words;
    const port = /started successfully on port (\d+)/.exec(said);
    if (port) done(`http://127.0.0.1:${port[1]}`);
  });
});

async function call(method, path, body) {
  const response = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${value.message?.slice(0, 400)}`);
  return value;
}

export async function until(what, look) {
  for (const end = Date.now() + 60_000; Date.now() < end; await rest(50)) {
    const found = await look().catch(() => null);
    if (found) return found;
  }
  throw new Error(`it never came: ${what}`);
}

const size = process.env.TESS_WINDOW ?? "1400,1000";
const args = ["--headless=new", "--no-sandbox", "--disable-gpu", `--window-size=${size}`, "--force-prefers-reduced-motion", ...(process.env.TESS_DARK ? ["--blink-settings=preferredColorScheme=0"] : [])];
const wanted = { browserName: "chrome", "goog:loggingPrefs": { browser: "ALL" }, "goog:chromeOptions": { args } };
const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: wanted } });
const session = (path) => `/session/${sessionId}${path}`;

export const run = (script, ...args) => call("POST", session("/execute/sync"), { script, args });
export const wait = (what, script, ...args) => until(what, () => run(`return ${script}`, ...args));
export const devtools = (cmd, params = {}) => call("POST", session("/goog/cdp/execute"), { cmd, params });

// Opens the desk, in this window or another.
export async function open(address) {
  await call("POST", session("/url"), { url: address });
  await wait("the page", "document.body?.dataset.ready");
}
export const window = () => call("GET", session("/window"));
export const newWindow = async () => (await call("POST", session("/window/new"), { type: "tab" })).handle;
export const go = (handle) => call("POST", session("/window"), { handle });

// True clicks at these places of the page, one after another.
export async function clickAt(...places) {
  const actions = places.flatMap(([x, y]) => [{ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]);
  await call("POST", session("/actions"), { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
}

// Presses at one place, moves by the others, and lets go at the last.
export async function drag(...places) {
  const move = ([x, y]) => ({ type: "pointerMove", duration: 50, x: Math.round(x), y: Math.round(y) });
  const actions = [move(places[0]), { type: "pointerDown", button: 0 }, ...places.slice(1).map(move), { type: "pointerUp", button: 0 }];
  await call("POST", session("/actions"), { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
}

// Where the middle of something is, once it rests.
export async function middle(css) {
  const script = `const it = document.querySelector(arguments[0]); it.scrollIntoView({ block: "nearest" });
    const box = (it.querySelector("circle, .box, .stand") ?? it).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);`;
  await wait(css, "document.querySelector(arguments[0])?.disabled === false || (document.querySelector(arguments[0]) && !('disabled' in document.querySelector(arguments[0])))", css);
  let [x, y] = await run(script, css);
  for (;;) {
    await rest(60);
    const [u, v] = await run(script, css);
    if (u === x && v === y) return [x, y];
    [x, y] = [u, v];
  }
}

export const click = async (css) => clickAt(await middle(css));

// Keys as a person presses them, a letter after the other.
export async function keys(text) {
  const actions = [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
  await call("POST", session("/actions"), { actions: [{ type: "key", id: "keys", actions }] });
}
export const ESCAPE = "\uE00C";

export const text = () => run("return document.getElementById('sheet').value");
export const state = () => run("return fetch('battle/0/state').then((given) => given.json())");

export async function sign() {
  const { head } = await state();
  await click("#sign:enabled");
  await until("it is signed", async () => ((now) => now.head > head && !now.busy)(await state()));
}

export async function shot(file) {
  writeFileSync(file, Buffer.from(await call("GET", session("/screenshot")), "base64"));
}

// Does all of it, looks at what the page has complained about (but for replies that are meant), and closes the browser.
export async function done(work, meant = []) {
  try {
    await work();
    const complaints = (await call("POST", session("/se/log"), { type: "browser" })).filter(({ level, message }) => level === "SEVERE" && !meant.some((one) => message.includes(one)));
    if (complaints.length) throw new Error(JSON.stringify(complaints));
    console.log("done");
  } catch (error) {
    console.error(await run("return document.body.innerText.slice(0, 1500)"));
    throw error;
  } finally {
    await call("DELETE", session("")).catch(() => null);
    driver.kill();
  }
}
