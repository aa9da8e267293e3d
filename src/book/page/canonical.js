// The canonical form of a position, read by the tables of docs/position.md, which come with the page.

class Malformed extends Error {}

// Makes of the tables a function that reads the parts of a position from bytes, from the first to the last.
function positionReader(tables) {
  let data, at;
  const readers = new Map();

  const byte = () => {
    if (at >= data.length) throw new Malformed("the bytes end in the middle of something");
    return data[at++];
  };
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const next = byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) {
        if (scale > 1 && next === 0) throw new Malformed("a number is written in more bytes than it needs");
        return value;
      }
    }
  };
  const flag = () => {
    const next = byte();
    if (next > 1) throw new Malformed(`${next} is neither yes nor no`);
    return next === 1;
  };
  const some = (count) => Array.from({ length: count }, byte);
  const plain = {
    "yes or no": flag,
    byte,
    "signed byte": () => (byte() << 24) >> 24,
    number,
    "signed number": () => {
      const value = number();
      return value % 2 ? -(value + 1) / 2 : value / 2;
    },
    hex: () => {
      const text = String.fromCharCode(...some(5));
      if (!/^\u0004\d{4}$/.test(text)) throw new Malformed("no number of a hex");
      return text.slice(1);
    },
  };

  const partsOf = (list) => {
    const each = list.map(([name, kind]) => [name, readerOf(kind)]);
    return (thing = {}) => {
      for (const [name, read] of each) thing[name] = read();
      return thing;
    };
  };

  function tableReader({ plain: kind, parts, choice }) {
    if (kind?.startsWith("bytes ")) return () => hexOf(some(Number(kind.slice(6))));
    if (kind) return plain[kind];
    if (parts) {
      const read = partsOf(parts);
      return () => read();
    }
    const each = new Map(choice.map(([nth, name, more]) => [nth, { name, read: partsOf(more), bare: !more.length }]));
    return () => {
      const which = each.get(byte());
      if (!which) throw new Malformed("there is no such number to choose");
      return which.bare ? which.name : which.read({ is: which.name });
    };
  }

  // `and` binds more closely than `list of`.
  function made(kind) {
    if (plain[kind] && kind !== "hex") return plain[kind];
    if (kind.startsWith("maybe ")) {
      const read = readerOf(kind.slice(6));
      return () => (flag() ? read() : null);
    }
    if (kind.startsWith("list of ")) {
      const read = readerOf(kind.slice(8));
      return () => {
        const count = number();
        if (count > data.length) throw new Malformed("a list of more things than there are bytes");
        return Array.from({ length: count }, read);
      };
    }
    if (kind.startsWith("two of ")) {
      const read = readerOf(kind.slice(7));
      return () => [read(), read()];
    }
    if (kind.includes(" and ")) {
      const each = kind.split(" and ").map(readerOf);
      return () => each.map((read) => read());
    }
    if (!tables[kind]) throw new Malformed(`the page does not say what ${kind} is`);
    return tableReader(tables[kind]);
  }

  // What reads a kind, made when it is first met, so that a kind may hold itself.
  function readerOf(kind) {
    if (!readers.has(kind)) {
      let read = null;
      readers.set(kind, () => (read ??= made(kind))());
    }
    return readers.get(kind);
  }

  return (bytes) => {
    [data, at] = [bytes, 0];
    const position = readerOf("Parts")();
    if (at !== data.length) throw new Malformed("the bytes go on after the position");
    return position;
  };
}
