// An order put together word by word: whatever the language of orders can say, from buttons and the field.

import { byId, element } from "./element.js";

export function words({ verbs, facings }, { get, names, write, trouble }) {
  const [box, home] = [byId("phrase"), byId("words")];
  const isOpen = () => home.open;

  // What may stand next: the verbs, or what goes with the verb that is written.
  function next() {
    const text = box.value.trim().toLowerCase();
    const verb = verbs.filter(({ verb }) => text === verb || text.startsWith(`${verb} `) || text.startsWith(`${verb}:`)).sort((a, b) => b.verb.length - a.verb.length)[0];
    const button = (word) => element("button", { textContent: word, data: { word }, on: () => add(word) });
    const parts = verb ? [...verb.words, ...(verb.words.some((word) => /fac/.test(word)) ? facings : [])] : verbs.map(({ verb }) => verb);
    const more = verb ? names(verb.verb) : [];
    const digits = verb ? [..."0123456789", "."] : [];
    byId("next-words").replaceChildren(...parts.map(button), ...more.map(button), ...digits.map(button));
    byId("phrase-write").disabled = !verb;
  }

  // A word more; digits make one number, and marks stand close to what is before them.
  function add(word) {
    const text = box.value.trimEnd();
    const isDigit = /^[\d.]$/.test(word);
    const close = !text || /^[,:]/.test(word) || (isDigit && /(^|[\s,])[\d.]+$/.test(text) && !/\s$/.test(box.value));
    box.value = close ? text + word : `${text} ${word}`;
    changed();
  }

  let timer = null;
  function changed() {
    next();
    clearTimeout(timer);
    timer = setTimeout(look, 120);
  }

  // What it would do as the next line.
  async function look() {
    const line = box.value.trim();
    if (!line) return (byId("phrase-said").textContent = "");
    try {
      const would = await get(`would?line=${encodeURIComponent(line)}`);
      if (box.value.trim() !== line) return;
      const wrong = would.complaints.filter(({ severity }) => severity === "error").at(-1);
      const said = wrong ? `Not yet: ${wrong.message}${wrong.help ? `; ${wrong.help}` : ""}` : would.refused ? `Not allowed: ${would.refused[1]}` : would.told.slice(-3).join("; ") || "It may be written.";
      byId("phrase-said").textContent = said;
    } catch (error) {
      trouble(error);
    }
  }

  function back() {
    box.value = box.value.trimEnd().replace(/([,:]|\s*\S+)$/, "");
    changed();
  }

  async function put() {
    const line = box.value.trim();
    if (!line) return;
    await write(line);
    box.value = "";
    changed();
  }

  box.addEventListener("input", changed);
  box.addEventListener("keydown", (press) => press.key === "Enter" && put());
  home.addEventListener("toggle", () => home.open && changed());
  byId("phrase-write").addEventListener("click", put);
  byId("phrase-back").addEventListener("click", back);
  next();
  return { isOpen, add };
}
