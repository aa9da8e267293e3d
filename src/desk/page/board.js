// The field: the program's own picture, and what the page lays over it.

import { byId, shape } from "./element.js";

// A board that calls back when a piece, a place or a spot is chosen.
export function board(ground, act) {
  const home = byId("board");
  let [svg, over, view, whole] = [null, null, null, null];
  let [held, spots, stands] = [null, [], null];

  function show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    parsed.querySelectorAll("style, script").forEach((one) => one.remove());
    svg = document.importNode(parsed, true);
    stands = null;
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
    // read aloud are the pieces; places stand in the lists beside the field
    for (const part of svg.children) if (!["units", "leaders", "title"].includes(part.id || part.tagName)) part.setAttribute("aria-hidden", "true");
    over = shape("g", { id: "over", "aria-hidden": "true" }, svg);
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

  // How far a unit is wheeled by its corner, in inches: the way that the corner goes.
  function wheeled({ x, y, corner: { hand, pivot, most } }, [u, v]) {
    const angle = (a, b) => Math.atan2(b - pivot[1], a - pivot[0]);
    const turn = ((((angle(u, v) - angle(x, y)) * (hand === "left" ? -1 : 1)) / Math.PI + 3) % 2) - 1;
    const inches = (turn * Math.PI * Math.hypot(x - pivot[0], y - pivot[1])) / ground.inch;
    return Math.round(Math.min(Math.max(inches, 0), most) * 10) / 10;
  }

  // The front where the corner is held now.
  function swing(spot, point) {
    over.querySelector(".swing")?.remove();
    const inches = wheeled(spot, point);
    const { corner: { hand, pivot }, x, y } = spot;
    const turn = ((inches * ground.inch) / Math.max(Math.hypot(x - pivot[0], y - pivot[1]), 1)) * (hand === "left" ? -1 : 1);
    const [dx, dy] = [x - pivot[0], y - pivot[1]];
    const to = [pivot[0] + dx * Math.cos(turn) - dy * Math.sin(turn), pivot[1] + dx * Math.sin(turn) + dy * Math.cos(turn)];
    const group = shape("g", { class: "swing" }, over);
    shape("path", { d: `M${pivot}L${to}` }, group);
    shape("text", { x: to[0] + 8, y: to[1] - 6 }, group, `${inches}`);
  }

  function lift(pointer) {
    if (!held) return;
    const { from, moved, piece, spot, chosen, pinch } = held;
    held = null;
    if (pinch) return;
    if (moved && spot?.corner) {
      over.querySelector(".swing")?.remove();
      const inches = wheeled(spot, place(pointer));
      if (inches > 0) act.wheel(spot, inches);
    } else if (moved) {
      const end = chosen && (ground.hexes ? nearest(place(pointer), ground.near * 2) : beside(place(pointer)));
      if (end) act.spot(end, place(pointer));
      else if (chosen && !ground.hexes) act.drop(piece, ground.at(place(pointer)));
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
    if (held.moved && held.spot?.corner) swing(held.spot, place(pointer));
    if (!held.moved || held.chosen || held.spot?.corner) return;
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
  // A click without a pointer, as a reader of the screen makes it.
  home.addEventListener("click", ({ target, detail }) => {
    const piece = detail === 0 ? pieceAt(target) : null;
    if (piece) act.piece(piece);
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
    stands ??= [...svg.querySelectorAll("[id^=u-], [id^=l-]")].map((one) => one.getBBox());
    if (!ground.hexes) found = [...found].sort((a, b) => Number(Boolean(a.corner)) - Number(Boolean(b.corner)));
    const taken = (x, y) => stands.some((box) => Math.abs(box.x + box.width / 2 - x) < 30 && Math.abs(box.y + box.height / 2 - y) < 25);
    if (ground.hexes) found = found.map((spot) => (!spot.turn && taken(spot.x, spot.y) ? { ...spot, low: true } : spot));
    spots = found;
    for (const [nth, spot] of found.entries()) {
      const kind = `spot${spot.hits ? " hurts" : ""}${spot.turn ? " turn" : ""}${spot.corner ? " corner" : ""}`;
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

  // The two front corners of a unit on an open table, as it is drawn.
  function corners(code) {
    const fronts = [...(find(code)?.querySelectorAll(".front") ?? [])].map((one) => one.getAttribute("d").match(/-?[\d.]+/g).map(Number));
    if (!fronts.length) return {};
    const [a, b, c, d] = fronts[0];
    const wide = Math.max(Math.hypot(c - a, d - b), 1);
    const [right, ahead] = [[(c - a) / wide, (d - b) / wide], [(d - b) / wide, (a - c) / wide]];
    const along = ([x, y], [u, v]) => x * u + y * v;
    const foremost = Math.max(...fronts.map(([x, y]) => along([x, y], ahead)));
    const ends = fronts.filter(([x, y]) => foremost - along([x, y], ahead) < 3).flatMap(([x, y, u, v]) => [[x, y], [u, v]]);
    ends.sort((one, other) => along(one, right) - along(other, right));
    return { left: ends[0], right: ends.at(-1) };
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
  return { show, near, lay, corners, clear, choose, flash, marks, line, fit, zoom, move, middleOf, find, spots: () => spots, step: () => view[2] / 8 };
}
