// What has happened, each name in it a way to its place on the field, and the events to step through.

import { byId, element } from "./element.js";
import { get } from "./server.js";

const words = /[A-Za-z]{2,3}\b|[A-Za-z]{1,3}\d+[a-z]?(?:\.\d+)?|\b\d{4}\b/g;

// Makes names of pieces and places in a text buttons.
export function link(root, known, go) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.parentElement.closest("pre.map, button")) continue;
    const parts = [];
    let from = 0;
    for (const found of text.data.matchAll(words)) {
      const [word] = found;
      const isCode = (/\d/.test(word) || word === word.toUpperCase()) && known.piece(word);
      if (!isCode && !known.place(word)) continue;
      parts.push(text.data.slice(from, found.index), element("button", { className: "place", textContent: word, on: () => go(word) }));
      from = found.index + word.length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(from));
  }
}

export async function report(pane, path, known, go) {
  const parsed = new DOMParser().parseFromString(await get(path), "text/html");
  pane.replaceChildren(...parsed.body.childNodes);
  link(pane, known, go);
}

export function list(events, at) {
  const each = events.map(({ seq, by, kind, words: text, back }) =>
    element("div", { className: `event${back ? " back" : ""}` }, element("button", { className: "place", textContent: `${seq} ${kind} of ${by}`, on: () => at(seq) }), text ? `: ${text.split("\n").join("; ").slice(0, 160)}` : ""),
  );
  return element("details", {}, element("summary", { textContent: `All ${events.length} events` }), ...each.reverse());
}

export const told = (event) => element("pre", { textContent: event.tale ?? "" });
export const pane = (name) => byId(`${name}-pane`);
