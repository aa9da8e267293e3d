// Where places lie in a picture (docs/picture.md), of hexes and of a table.

const vertices = { E: [38, 0], NE: [19, -33], SE: [19, 34], W: [-38, 0], NW: [-19, -33], SW: [-19, 34] };

function hexes({ columns, rows }) {
  const middle = (place) => {
    if (!/^\d{4}$/.test(place)) return null;
    const [column, row] = [Math.floor(Number(place) / 100), Number(place) % 100];
    return [52 + 60 * (column - columns[0]), 99 + 70 * (row - rows[0]) + 35 * (column % 2)];
  };
  const within = (column, row) => column >= columns[0] && column <= columns[1] && row >= rows[0] && row <= rows[1];
  const name = (column, row) => String(column).padStart(2, "0") + String(row).padStart(2, "0");
  function at([x, y]) {
    const near = Math.round((x - 52) / 60) + columns[0];
    let best = null;
    for (let column = near - 1; column <= near + 1; column++) {
      const row = Math.round((y - 99 - 35 * (column % 2)) / 70) + rows[0];
      if (!within(column, row)) continue;
      const [u, v] = middle(name(column, row));
      const far = (u - x) ** 2 + (v - y) ** 2;
      if (!best || far < best.far) best = { far, place: name(column, row) };
    }
    return best && best.far < 45 ** 2 ? best.place : null;
  }
  const is = (word) => /^\d{4}$/.test(word) && within(Math.floor(Number(word) / 100), Number(word) % 100);
  const towards = (facing) => vertices[facing] ?? null;
  return { middle, at, is, towards, near: 34, hexes: true };
}

function table({ depth }) {
  const middle = (place) => {
    const [x, y] = place.split(",").map(Number);
    return Number.isFinite(x) && Number.isFinite(y) ? [30 + 20 * x, 64 + 20 * (depth / 1000 - y)] : null;
  };
  const round = (number) => Math.round(number * 10) / 10;
  const at = ([x, y]) => `${round((x - 30) / 20)},${round(depth / 1000 - (y - 64) / 20)}`;
  const towards = (facing) => {
    const angle = (Number(facing) * Math.PI) / 180;
    return Number.isFinite(angle) ? [22 * Math.sin(angle), -22 * Math.cos(angle)] : null;
  };
  return { middle, at, is: () => false, towards, near: 12, inch: 20, hexes: false };
}

export const ground = (printed) => (printed.field ? hexes(printed.field) : table(printed.table));
