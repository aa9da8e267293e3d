// The rules themselves, where the page has them in it: each event carried through them again and compared, and
// what may be ordered at any place of the battle.

// The engine (src/engine/door.rs): bytes in, bytes out; it imports nothing.
async function engineOf(bytes) {
  const { memory, room, files, open, ask, answer } = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  const give = (given) => {
    const at = room(given.length); // memory may have grown, so it is looked at after this
    new Uint8Array(memory.buffer, at, given.length).set(given);
  };
  const call = (how, given) => {
    give(given);
    const length = how();
    return JSON.parse(textOfBytes(new Uint8Array(memory.buffer, answer(), length).slice()));
  };
  const opened = (archive, its) => (give(its), files(), call(open, archive));
  return { open: opened, ask: (request) => call(ask, bytesOfText(JSON.stringify(request))) };
}

const inPage = (text) => tame(text ?? "").replace(/^\n/, "");
const wordsOf = (event, kind) => byId(`event${event}`).querySelector(kind)?.textContent ?? "";

// What the rules make of an event against what the page shows of it.
function isMade(step, event, book, log) {
  if (step?.error) throw new Wrong(step.error);
  const signed = log.entries[event + 1]?.event.state ?? digestOf(book.positionAfter(event), book.endAfter(event));
  need(step && step.state === signed, "the rules lead to another position");
  need(step.end === book.endAfter(event), "the battle has not ended as the page says");
  need(String(step.counts) === String(book.counts(event)), "turn, points or losses are not as the page says");
  need(inPage(step.tale) === wordsOf(event, ".tale"), "what came of it is told in other words than the page has");
  need(inPage(step.field) === wordsOf(event, ".map"), "the field as text is not as the page has it");
}

// Every event by the rules: the engine's hash, or why it could not be tried; nothing where there is no engine.
async function borneOut(book, log, tell) {
  const packed = byId("engine")?.textContent;
  if (!packed) return null;
  const from = performance.now();
  let bytes, files;
  try {
    [bytes, files] = [await unpacked(packed), await unpacked(byId("files").textContent)];
    book.engine = await engineOf(bytes);
  } catch (error) {
    return { missing: `this browser cannot run the engine (${error.message})` };
  }
  const opened = book.engine.open(book.archive, files);
  if (opened.error) return { missing: opened.error };
  for (let event = 0; event < book.events; event++) {
    try {
      isMade(book.engine.ask({ ask: "step" }), event, book, log);
    } catch (error) {
      throw Object.assign(new Wrong(error.message), { event });
    }
    if (event % 250 === 249) await tell(event + 1, book.events, " by the rules");
  }
  document.body.dataset.rules = Math.round(performance.now() - from);
  return { engine: hexOf(crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes)) };
}

// What may be ordered at the event that is shown, and what a sheet would come to there.
function asking(book, now) {
  if (!book.facts.engine) return byId("rules").remove();
  byId("whose").replaceChildren(...book.facts.printed.sides.map((value) => element("option", { value, textContent: value })));
  const ask = (request) => {
    const said = book.engine?.ask({ event: now(), side: byId("whose").value, ...request }) ?? { error: "the rules are not ready yet" };
    byId("answer").textContent = tame(`After event ${now()}:\n${said.text ?? said.error}`);
  };
  byId("legal").addEventListener("click", () => ask({ ask: "legal", piece: byId("piece").value.trim() }));
  byId("check").addEventListener("click", () => ask({ ask: "check", sheet: byId("orders").value }));
}
