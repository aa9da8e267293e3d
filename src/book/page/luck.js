// The chance to win over the battle, from an analysis that was put into the page: thin what sheets changed,
// thick what dice did. It is one commander's estimate, and nothing of it is proven.

function luck({ sides: names, actions, points }, last, go) {
  const place = byId("luck");
  const words = `Chance of ${names[0]} to win, by an analysis: thin what sheets changed, thick what dice did. Not proven by this page.`;
  place.append(element("p", { textContent: words }));
  const svg = shape("svg", { viewBox: `0 0 ${Math.max(last, 1)} 100`, preserveAspectRatio: "none", role: "img" }, place);
  shape("title", {}, svg, words);
  shape("line", { class: "even", x1: 0, x2: last, y1: 50, y2: 50 }, svg);
  for (const event of points) shape("line", { class: "turns", x1: event, x2: event, y1: 0, y2: 100 }, svg);
  const y = (chance) => 98 - (96 * chance) / 10000;
  let from = 0;
  for (const [event, before, sheet, after] of actions) {
    shape("path", { class: "stands", d: `M${from},${y(before)}L${event},${y(before)}` }, svg);
    shape("path", { class: "judged", d: `M${event},${y(before)}L${event},${y(sheet)}` }, svg);
    shape("path", { class: "thrown", d: `M${event},${y(sheet)}L${event},${y(after)}` }, svg);
    from = event;
  }
  if (actions.length) shape("path", { class: "stands", d: `M${from},${y(actions.at(-1)[3])}L${last},${y(actions.at(-1)[3])}` }, svg);
  const cursor = shape("line", { class: "cursor", y1: 0, y2: 100 }, svg);
  svg.addEventListener("click", (click) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((click.clientX - box.left) / box.width) * last));
  });
  return (event) => ["x1", "x2"].forEach((end) => cursor.setAttribute(end, event));
}
