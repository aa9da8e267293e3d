// What is decided: answers, proposals, and the last look before anything is signed.

import { byId, element } from "./element.js";
import { get, post } from "./server.js";

// A click that was meant for something else signs nothing.
const pause = 700;

export function deeds(url, done, trouble) {
  const dialog = byId("preview");

  // Shows what would be signed; only from there it can be.
  async function look(wanted) {
    let shown;
    try {
      shown = await post(url("preview"), wanted);
    } catch (error) {
      if (wanted.deed === "orders" && !wanted.anyway && /is illegal/.test(error.message)) return illegal(wanted, error);
      return trouble(error);
    }
    const sign = element("button", { className: "main", id: "sign", disabled: true, textContent: shown.mail.length ? "Sign and mail it" : "Sign it", on: () => send(shown.code) });
    const to = shown.mail.length ? `It is mailed to ${shown.mail.join(" and ")}.` : "It stays on this machine.";
    dialog.replaceChildren(
      element("h2", { id: "preview-title", textContent: wanted.deed === "say" ? `${shown.title}, as ${shown.by}` : `${shown.title}: event ${shown.event} of ${shown.by}` }),
      element("p", { textContent: "This is signed with your key, and cannot be taken back alone:" }),
      element("pre", { textContent: shown.text }),
      ...(shown.ends ? [element("p", { textContent: `It is ${shown.ends}.` })] : []),
      ...(wanted.note?.trim() ? [element("p", { textContent: `Your words: "${wanted.note.trim()}"` })] : []),
      ...(shown.standing ? [element("p", {}, "From now on, by your standing orders: ", element("code", { textContent: shown.standing }))] : []),
      element("p", { textContent: to }),
      element("div", { className: "tools" }, sign, element("button", { textContent: "Not yet", autofocus: true, on: () => dialog.close() })),
    );
    if (!dialog.open) dialog.showModal();
    setTimeout(() => (sign.disabled = false), pause);
  }

  function illegal(wanted, error) {
    dialog.replaceChildren(
      element("h2", { id: "preview-title", textContent: "This sheet would stop" }),
      element("p", { textContent: `${error.message}; what comes before it would be carried out, the rest lost.` }),
      element("div", { className: "tools" }, element("button", { textContent: "Mend it", autofocus: true, on: () => dialog.close() }), element("button", { textContent: "Send it anyway", on: () => look({ ...wanted, anyway: true }) })),
    );
    if (!dialog.open) dialog.showModal();
  }

  async function send(code) {
    byId("sign").disabled = true;
    try {
      await post(url("sign"), { code });
      dialog.close();
      await done();
    } catch (error) {
      dialog.close();
      trouble(error);
    }
  }

  // An open question: its choices with what they do, the careful one marked.
  function question(it) {
    const home = byId("question");
    if (!it) return home.replaceChildren();
    const always = element("input", { type: "checkbox", id: "always" });
    const each = it.choices.map(({ key, text }, nth) =>
      element("button", { data: { choice: key }, on: () => look({ deed: "answer", question: it.id, choice: key, always: always.checked }) },
        element("b", { textContent: `${nth + 1} ${key}` }), key === it.default ? " (what a careful player does)" : "", `: ${text}`),
    );
    const facts = it.facts.length ? element("p", { className: "note", textContent: it.facts.map(({ name, value }) => `${name} ${value}`).join(", ") }) : null;
    home.replaceChildren(...[
      element("h2", { textContent: `${it.text} (rule ${it.rule})` }), facts, ...each,
      element("label", {}, always, ` and always answer ${it.window} so`),
    ].filter(Boolean));
  }

  // Everything else that can be decided, and the standing orders.
  function more(home, state, standing, marks) {
    const note = element("input", { maxLength: 1000, placeholder: "Words to the other side", "aria-label": "Words to the other side" });
    const to = element("input", { type: "number", min: 0, max: state.head, value: Math.max(state.head - 1, 0), "aria-label": "The last event that shall still count" });
    const until = element("input", { type: "date", "aria-label": "No deadline before" });
    const propose = (what, more = {}) => look({ deed: "propose", what, note: note.value || null, ...more });
    const button = (textContent, on) => element("button", { textContent, on });
    const text = element("textarea", { rows: 6, value: standing, "aria-label": "Standing orders", spellcheck: false });
    text.className = "wide";
    const parts = [];
    if (state.proposal) parts.push(element("p", { textContent: state.proposal }));
    if (state.may_reply) parts.push(element("div", { className: "tools" }, button("Agree", () => look({ deed: "agree" })), button("Decline", () => look({ deed: "decline" }))));
    if (state.press.may || state.press.said.length) parts.push(...press(state.press, button));
    parts.push(
      element("h2", { textContent: "Propose" }), note,
      element("div", { className: "tools" }, button("Take back", () => propose("take-back", { to: Number(to.value) })), "to event", to),
      element("div", { className: "tools" }, button("I am away", () => propose("adjourn", { until: until.value || null })), "no deadline until", until),
      element("div", { className: "tools" }, button("A draw", () => propose("draw"))),
      element("h2", { textContent: "Standing orders" }), text,
      element("div", { className: "tools" }, button("Keep them", async () => {
        try {
          await post(url("standing"), { text: text.value });
          trouble(null);
        } catch (error) { trouble(error); }
      })),
      element("h2", { textContent: "Your marks" }), ...marks,
      element("h2", { textContent: "The end" }), button("Resign", () => look({ deed: "resign" })),
    );
    home.replaceChildren(...parts);
  }

  // What was said, as text and never as markup, and a place to say something.
  function press({ said, may }, button) {
    const each = said.map(({ after, by, to, text }) =>
      element("li", {}, element("b", { textContent: `${by}, after event ${after}${to === "opponent" ? ", to the other side alone" : ""}: ` }), element("span", { className: "said", textContent: text })),
    );
    const list = each.length ? [element("ul", { id: "said" }, ...each)] : [];
    if (!may) return [element("h2", { textContent: "Words" }), ...list];
    const text = element("textarea", { rows: 3, maxLength: 2000, placeholder: "Words that move nothing", "aria-label": "Words" });
    text.className = "wide";
    const alone = element("input", { type: "checkbox", id: "alone" });
    return [
      element("h2", { textContent: "Words" }), ...list, text,
      element("div", { className: "tools" }, button("Say it", () => look({ deed: "say", text: text.value, to_opponent: alone.checked })), element("label", {}, alone, " to the other side alone")),
    ];
  }

  return { look, question, more, measure: (from, to) => get(url(`measure?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)) };
}
