#!/usr/bin/env python3
"""Show a position that was signed, from its canonical bytes.

    python3 position.py docs/position.md gboh FILE
    python3 position.py docs/position.md legion FILE

This shares no code with the program: it knows how a single thing is written, and takes what stands in a position,
and in which order, from the tables of the page. It prints the position as JSON, then the digest of the bytes, which
is the `state` of an event as long as the battle goes on. Exit status: 0 when the bytes are a position, written in
the one way there is; 1 when they are not; 2 when it is called wrongly.
"""

import hashlib
import json
import re
import sys

GAMES = {"gboh": "Great Battles of History", "legion": "Legion and Empire"}


class Malformed(Exception):
    """Bytes that are no position."""


def rows(text):
    """The rows of the first table in a text, each as its cells."""
    table = re.search(r"(?:^\|.*\n?)+", text, re.M)
    lines = table.group().splitlines()[2:] if table else []
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(text):
    """What a cell lists as "`name` kind (a remark); ...": names and kinds."""
    while (plain := re.sub(r"\([^()]*\)", "", text)) != text:
        text = plain
    return [(name, kind.strip()) for name, kind in re.findall(r"`(\w+)` ([^;]+)", text)]


def tables(page, game):
    """By name, what the page says of each kind of thing in a game."""
    chapter = re.split(r"^## ", page.split(f"\n## {GAMES[game]}\n")[1], flags=re.M)[0]
    head, *sections = re.split(r"^### ", chapter, flags=re.M)
    kinds = {name: ("piece", what) for name, what in rows(head)}
    for section in sections:
        name, text = section.split("\n", 1)
        header = re.search(r"^\| (\w+) \|", text, re.M).group(1)
        if header == "part":
            kinds[name] = ("parts", [(cell[0].strip("`"), cell[1]) for cell in rows(text)])
        else:
            kinds[name] = ("choice", {int(cell[0]): (cell[1], named(cell[2])) for cell in rows(text)})
    return kinds


class Reader:
    """Takes things from bytes, from the first to the last."""

    def __init__(self, data, kinds):
        self.data, self.kinds, self.at = data, kinds, 0

    def byte(self):
        return self.some(1)[0]

    def some(self, count):
        if self.at + count > len(self.data):
            raise Malformed("the bytes end in the middle of something")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                if shift and byte == 0:
                    raise Malformed("a number is written in more bytes than it needs")
                return value
            shift += 7

    def flag(self):
        byte = self.byte()
        if byte > 1:
            raise Malformed(f"{byte} is neither yes nor no")
        return byte == 1

    def plain(self, kind):
        """One of the kinds that both games have, or None."""
        match kind:
            case "yes or no":
                return self.flag()
            case "byte":
                return self.byte()
            case "signed byte":
                return int.from_bytes(self.some(1), signed=True)
            case "number":
                return self.number()
            case "signed number":
                value = self.number()
                return -(value // 2) - 1 if value % 2 else value // 2
        return None

    def thing(self, kind):
        """The next thing, which is of this kind. `and` binds more closely than `list of`."""
        if (value := self.plain(kind)) is not None:
            return value
        if kind.startswith("maybe "):
            return self.thing(kind[6:]) if self.flag() else None
        if kind.startswith("list of "):
            return [self.thing(kind[8:]) for _ in range(self.number())]
        if kind.startswith("two of "):
            return [self.thing(kind[7:]) for _ in range(2)]
        if " and " in kind:
            return [self.thing(part) for part in kind.split(" and ")]
        if kind not in self.kinds:
            raise SystemExit(f"the page does not say what {kind} is")
        form, what = self.kinds[kind]
        return getattr(self, form)(what)

    def piece(self, what):
        """A piece by its number, or something else that the beginning of the chapter describes in words."""
        if found := re.match(r"(signed number|number)\b", what):
            return self.plain(found.group())
        if found := re.match(r"(\d+) bytes", what):
            return self.some(int(found.group(1))).hex()
        if "four digits" in what:
            text = self.some(5)
            if text[0] != 4 or not text[1:].isdigit():
                raise Malformed("no number of a hex")
            return text[1:].decode()
        names = dict(re.findall(r"(\d+) (\w+)", what))
        return self.one_of(names, str(self.byte()))

    def one_of(self, names, number):
        if number not in names:
            raise Malformed(f"there is no number {number} among {list(names.values())}")
        return names[number]

    def parts(self, what):
        return {name: self.thing(kind) for name, kind in what}

    def choice(self, what):
        name, parts = self.one_of(what, self.byte())
        return {name: self.parts(parts)} if parts else name


def decode(page, game, data):
    """The position that these bytes are."""
    reader = Reader(data, tables(page, game))
    try:
        position = reader.thing("Parts")
        if reader.at != len(data):
            raise Malformed("the bytes go on after the position")
    except Malformed as malformed:
        sys.exit(f"byte {reader.at}: {malformed}")
    return position


def main():
    if len(sys.argv) != 4 or sys.argv[2] not in GAMES:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    with open(sys.argv[3], "rb") as file:
        data = file.read()
    print(json.dumps(decode(page, sys.argv[2], data)))
    print("state", hashlib.sha256(data).hexdigest())


if __name__ == "__main__":
    main()
