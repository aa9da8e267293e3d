// The field: the program's own picture, and what the page lays over it.

import { byId, shape } from "./element.js";

// A board that calls back when a piece, a place or a spot is chosen.
export function board(ground, act) {
  const home = byId("board");
  let [svg, over, view, whole] = [null, null, null, null];
  let [held, spots] = [null, []];

  function show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    parsed.querySelectorAll("style, script").forEach((one) => one.remove());
    svg = document.importNode(parsed, true);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    const box = svg.getAttribute("viewBox").split(" ").map(Number);
    if (!whole || box.some((one, nth) => one !== whole[nth])) {
      whole = box;
      view = [...box];
    }
    for (const piece of svg.querySelectorAll("[id^=u-], [id^=l-]")) {
      piece.setAttribute("tabindex", "-1");
      piece.setAttribute("role", "button");
    }
    over = shape("g", { id: "over" }, svg);
    const first = !home.firstElementChild;
    home.replaceChildren(svg);
    if (first) start();
    look();
  }

  // A wide field is shown from where somebody stands, on a narrow screen from one's own middle.
  function start() {
    const box = svg.querySelector("#units")?.getBBox();
    if (!box?.width || (whole[2] < 1800 && innerWidth >= 700)) return;
    view = [box.x - 60, box.y - 60, box.width + 120, box.height + 120];
    if (innerWidth < 700) zoom(Math.min(1, 640 / view[2]));
  }

  // Comes closer, if what may be clicked would be too small to be hit.
  function near(points) {
    const shown = home.clientWidth / Math.max(view[2], (view[3] * home.clientWidth) / Math.max(home.clientHeight, 1));
    if (!points.length || shown * (ground.hexes ? 15 : 9) > 8) return;
    const [xs, ys] = [0, 1].map((nth) => points.map((point) => point[nth]));
    const around = (all) => {
      const [low, high] = [Math.min(...all) - 100, Math.max(...all) + 100];
      const more = Math.max(800 - (high - low), 0);
      return [low - more / 2, high - low + more];
    };
    const [[x, w], [y, h]] = [around(xs), around(ys)];
    const next = [x, y, w, h];
    if (next[2] < view[2] && next[3] < view[3]) view = next;
    look();
  }

  // The picture has the form of the room that there is for it.
  function look() {
    if (!svg) return;
    const room = home.clientWidth / Math.max(home.clientHeight, 1);
    let [x, y, w, h] = view;
    if (w / h < room) [x, w] = [x - (h * room - w) / 2, h * room];
    svg.setAttribute("viewBox", [x, y, w, h].join(" "));
  }

  function zoom(by, [x, y] = [view[0] + view[2] / 2, view[1] + view[3] / 2]) {
    const w = Math.min(Math.max(view[2] * by, 200), whole[2] * 1.5);
    const scale = w / view[2];
    view = [x - (x - view[0]) * scale, y - (y - view[1]) * scale, w, view[3] * scale];
    look();
  }

  function move(dx, dy) {
    view = [view[0] + dx, view[1] + dy, view[2], view[3]];
    look();
  }

  function place({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  const pieceAt = (target) => target.closest?.("[id^=u-], [id^=l-]")?.id.slice(2) ?? null;
  const find = (code) => [...(svg?.querySelectorAll("[id^=u-], [id^=l-]") ?? [])].find((one) => one.id.slice(2).toLowerCase() === code.toLowerCase());
  const middleOf = (code) => {
    const box = find(code)?.getBBox();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  };

  const nearest = ([x, y], far) => {
    let best = null;
    for (const spot of spots) {
      const away = Math.hypot(spot.x - x, spot.y - y);
      if (away < far && (!best || away < best.away)) best = { away, spot };
    }
    return best?.spot ?? null;
  };

  // Of ways on an open table the one beside which the pointer is.
  const beside = ([x, y]) => {
    let best = null;
    for (const spot of spots.filter(({ from }) => from)) {
      const [dx, dy] = [spot.x - spot.from[0], spot.y - spot.from[1]];
      const part = Math.min(Math.max(((x - spot.from[0]) * dx + (y - spot.from[1]) * dy) / Math.max(dx * dx + dy * dy, 1), 0), 1);
      const away = Math.hypot(spot.from[0] + part * dx - x, spot.from[1] + part * dy - y);
      if (away < 40 && (!best || away < best.away - 0.5)) best = { away, spot };
    }
    return best?.spot ?? null;
  };

  function lift(pointer) {
    if (!held) return;
    const { from, moved, piece, spot, chosen, pinch } = held;
    held = null;
    if (pinch) return;
    if (moved) {
      const end = chosen && (ground.hexes ? nearest(place(pointer), ground.near * 2) : beside(place(pointer)));
      if (end) act.spot(end, place(pointer));
    } else if (spot) act.spot(spot);
    else if (piece) act.piece(piece);
    else act.place(ground.at(from));
  }

  const fingers = new Map();
  home.addEventListener("pointerdown", (pointer) => {
    if (!svg || pointer.button) return;
    fingers.set(pointer.pointerId, [pointer.clientX, pointer.clientY]);
    if (fingers.size === 2) {
      if (held) held.pinch = true;
      return;
    }
    const piece = pieceAt(pointer.target);
    const nth = pointer.target.closest?.(".spot")?.dataset.nth;
    held = { spot: nth === undefined ? null : spots[Number(nth)], from: place(pointer), start: [pointer.clientX, pointer.clientY], last: [pointer.clientX, pointer.clientY], piece, chosen: piece !== null && act.isChosen(piece) };
  });
  addEventListener("pointermove", (pointer) => {
    if (!held || !fingers.has(pointer.pointerId)) return;
    const before = fingers.get(pointer.pointerId);
    fingers.set(pointer.pointerId, [pointer.clientX, pointer.clientY]);
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== pointer.pointerId)[1];
      const far = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
      zoom(far(before) / Math.max(far([pointer.clientX, pointer.clientY]), 1), place({ clientX: other[0], clientY: other[1] }));
      return;
    }
    if (Math.hypot(pointer.clientX - held.start[0], pointer.clientY - held.start[1]) > 6) held.moved = true;
    if (!held.moved || held.chosen) return;
    const scale = 1 / svg.getScreenCTM().a;
    move((held.last[0] - pointer.clientX) * scale, (held.last[1] - pointer.clientY) * scale);
    held.last = [pointer.clientX, pointer.clientY];
  });
  addEventListener("pointerup", (pointer) => {
    const was = fingers.delete(pointer.pointerId);
    if (was && !fingers.size) lift(pointer);
  });
  // What would befall whoever goes there is asked once the pointer rests.
  let hover = null;
  home.addEventListener("pointerover", ({ target }) => {
    clearTimeout(hover);
    const nth = target.closest?.(".spot")?.dataset.nth;
    if (nth !== undefined && !held) hover = setTimeout(() => spots[nth] && act.hover(spots[nth]), 120);
  });
  addEventListener("pointercancel", (pointer) => {
    fingers.delete(pointer.pointerId);
    held = null;
  });
  home.addEventListener("wheel", (wheel) => {
    if (!svg) return;
    wheel.preventDefault();
    zoom(wheel.deltaY > 0 ? 1.15 : 1 / 1.15, place(wheel));
  }, { passive: false });
  addEventListener("resize", look);

  // What may be reached: each place once, with what the cheapest way there costs.
  function lay(found) {
    clear();
    // where somebody stands his code is not hidden
    const stands = [...svg.querySelectorAll("[id^=u-], [id^=l-]")].map((one) => one.getBBox());
    const taken = (x, y) => stands.some((box) => Math.abs(box.x + box.width / 2 - x) < 30 && Math.abs(box.y + box.height / 2 - y) < 25);
    if (ground.hexes) found = found.map((spot) => (!spot.turn && taken(spot.x, spot.y) ? { ...spot, low: true } : spot));
    spots = found;
    for (const [nth, spot] of found.entries()) {
      const kind = `spot${spot.hits ? " hurts" : ""}${spot.turn ? " turn" : ""}`;
      const group = shape("g", { class: kind, "data-at": spot.at, "data-facing": spot.facing ?? "", "data-nth": nth }, over);
      if (spot.from && !ground.hexes) shape("path", { class: "lead", d: `M${spot.from}L${spot.x} ${spot.y}` }, group);
      const y = spot.low ? spot.y + 25 : spot.y;
      shape("circle", { cx: spot.x, cy: y, r: spot.turn ? 11 : spot.low ? 9 : ground.hexes ? 15 : 9 }, group);
      if (spot.label) shape("text", { x: spot.x, y: y + 4 }, group, spot.label);
      const towards = spot.facing && ground.towards(spot.facing);
      if (towards && !ground.hexes) shape("path", { class: "lead", d: `M${spot.x} ${spot.y}l${towards}` }, group);
      shape("title", {}, group, spot.title);
    }
  }

  function clear() {
    spots = [];
    over?.replaceChildren();
  }

  function choose(code) {
    svg?.querySelectorAll(".chosen").forEach((one) => one.classList.remove("chosen"));
    const piece = code && find(code);
    if (piece) piece.classList.add("chosen");
    return piece;
  }

  // Brings a place into the view, if it is not in it.
  function bring(point) {
    if (!point) return;
    const [x, y] = point;
    const inside = x > view[0] && x < view[0] + view[2] && y > view[1] && y < view[1] + view[3];
    if (!inside) view = [x - view[2] / 2, y - view[3] / 2, view[2], view[3]];
    look();
  }

  function flash(point) {
    if (!point || !over) return;
    bring(point);
    const ring = shape("circle", { class: "flash", cx: point[0], cy: point[1], r: 40 }, over);
    setTimeout(() => ring.remove(), 1800);
  }

  function marks(all) {
    svg?.querySelector("#marks")?.remove();
    const group = svg && shape("g", { id: "marks" }, svg);
    for (const { at, text } of all) {
      const point = group && ground.middle(at);
      if (!point) continue;
      const one = shape("g", { class: "own-mark" }, group);
      shape("path", { d: `M${point[0]} ${point[1] + 26}l-7-14h14z` }, one);
      shape("text", { x: point[0], y: point[1] + 40 }, one, text.slice(0, 40));
      shape("title", {}, one, text);
    }
  }

  function line(from, to) {
    over?.querySelector(".ruler")?.remove();
    if (from && to) shape("path", { class: "ruler", d: `M${from}L${to}` }, over);
  }

  const fit = () => ((view = [...whole]), look());
  return { show, near, lay, clear, choose, flash, marks, line, fit, zoom, move, middleOf, find, spots: () => spots, step: () => view[2] / 8 };
}
