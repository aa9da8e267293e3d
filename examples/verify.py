#!/usr/bin/env python3
"""Check the archive of a battle without the program that made it.

    python3 -m pip install cryptography
    python3 verify.py BATTLE.tess

This shares no code with the program. It needs Python 3.11 and one library,
`cryptography`, for Ed25519. Exit status: 0 when everything that can be checked
is right, 1 when something is wrong, 2 when it is called wrongly.
"""

import base64
import calendar
import datetime
import hashlib
import hmac
import json
import re
import sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    sys.exit("verify.py needs: python3 -m pip install cryptography")

WHAT = """Checked: the form of every line; every signature (strictly); that each event
names the one before; who may say what, when; that every opened link belongs to
a chain fixed before the action; every claimed die; every opened seal; and the
identity of what an umpire signed in a side's name; that a deadline was said to
have passed only when it had, with what genesis has for that.
Not checked, as this knows no rules: whether the orders were legal, whether
just these dice were due, the digests of the state, and whether what an umpire
signed follows from the standing orders, or is what the rules have for a side
that was late. The program checks those: tess verify.
A log whose end was cut off is a sound log: compare the head below with the
one in your last report."""

HEADER = ["v", "game", "seq", "prev", "by", "kind", "at", "nonce", "state", "body"]
# Keys in order; `?` may be missing, `*` is a list that is missing when empty.
BODY = {
    "genesis": "mode rules scenario charts options parties deadlines format",
    "accept": "game",
    "orders": "sheet seal* unseal* note? for_side? standing?",
    "answer": "question answer seal* unseal* for_side? standing?",
    "standing": "seal? text? unseal*",
    "reveal": "for index link rolls? stopped_at?",
    "reject": "for reason",
    "propose": "what to? note? until?",
    "agree": "proposal",
    "decline": "proposal",
    "resign": "",
    "timeout": "side deadline then until?",
    "rekey": "key proof",
    "handover": "key name address chain",
    "reanchor": "chain",
    "void": "for",
    "say": "text",
}
# What moves no battle on, so that nobody can buy time with it.
IDLE = {"propose", "decline", "standing", "rekey", "reanchor", "say"}
SIDES_ONLY = {"accept", "standing", "propose", "agree", "decline", "resign", "handover", "say"}
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
SMALL = {0, 1, P - 1} | {
    int.from_bytes(bytes.fromhex(y), "little")
    for y in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
}


class Wrong(Exception):
    """Something that must not be; says what."""


def need(condition, what):
    if not condition:
        raise Wrong(what)


# Form


def is_hex(value, size):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{%d}" % (2 * size), value) is not None


def unhex(value, size, what):
    need(is_hex(value, size), f"{what} is not {2 * size} lower-case hex digits")
    return bytes.fromhex(value)


def is_int(value, low, high):
    return type(value) is int and low <= value <= high


def is_role(value):
    return isinstance(value, str) and re.fullmatch("[a-z][a-z0-9-]{0,31}", value) is not None


def is_time(value):
    shape = r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z"
    found = re.fullmatch(shape, value, re.ASCII) if isinstance(value, str) else None
    if not found:
        return False
    year, month, day, hour, minute, second = map(int, found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = 29 if month == 2 and leap else calendar.mdays[month] if 1 <= month <= 12 else 0
    return 1 <= day <= days and hour < 24 and minute < 60 and second < 60


def seconds(time):
    """A time as seconds; the calendar repeats every 400 years, which are 146097 days."""
    year, *rest = map(int, re.findall(r"\d+", time))
    month, day, hour, minute, second = rest
    days = 146097 * (year // 400) + datetime.date(year % 400 + 400, month, day).toordinal()
    return ((24 * days + hour) * 60 + minute) * 60 + second


def keys(value, names, what):
    """An object with just these keys in just this order."""
    need(isinstance(value, dict), f"{what} is no object")
    have = list(value)
    for name in names.split():
        plain = name.rstrip("?*")
        if plain in have:
            need(have[0] == plain, f"{what}: key {have[0]} is not at its place")
            have.pop(0)
            need(value[plain] is not None, f"{what}: {plain} is null")
            if name.endswith("*"):
                need(value[plain] and isinstance(value[plain], list), f"{what}: {plain} is no list")
        else:
            need(name != plain, f"{what}: {plain} is missing")
    need(not have, f"{what}: key {have[:1]} is unknown")


def texts(value, names, what):
    for name in names.split():
        need(isinstance(value.get(name, ""), str), f"{what}: {name} is no text")


def whole(value, high, names, what):
    for name in names.split():
        need(is_int(value.get(name, 0), 0, high), f"{what}: {name} is no fitting number")


def check_anchor(chain):
    keys(chain, "id links anchor", "chain")
    unhex(chain["id"], 16, "chain id")
    unhex(chain["anchor"], 32, "anchor")
    need(is_int(chain["links"], 1, 65536), "a chain has 1 to 65536 links")


def check_genesis(body):
    keys(body["rules"], "id version", "rules")
    texts(body["rules"], "id", "rules")
    whole(body["rules"], 2**32 - 1, "version", "rules")
    need(isinstance(body["charts"], list), "charts is no list")
    for file in [body["scenario"], *body["charts"]]:
        keys(file, "name sha256", "file")
        texts(file, "name", "file")
        unhex(file["sha256"], 32, "sha256")
    options = body["options"]
    need(isinstance(options, dict), "options is no object")
    by_bytes = sorted(options, key=lambda name: name.encode())
    need(list(options) == by_bytes, "options are not in order")
    for name, value in options.items():
        number = type(value) is int and abs(value) < 2**53
        need(name and value != "" and (number or isinstance(value, (bool, str))), f"option {name}")
    keys(body["deadlines"], "hours then extensions", "deadlines")
    whole(body["deadlines"], 2**32 - 1, "hours extensions", "deadlines")
    need(body["deadlines"]["then"] in ("forfeit", "default", "extension"), "deadlines: then")
    whole(body, 2**32 - 1, "format", "genesis")
    need(body["mode"] in ("umpire", "direct", "both"), "the mode is unknown")
    need(isinstance(body["parties"], list), "parties is no list")
    for party in body["parties"]:
        keys(party, "role key name address chain", "party")
        need(is_role(party["role"]), "a party has no good role")
        texts(party, "name address", "party")
        unhex(party["key"], 32, "key")
        check_anchor(party["chain"])


def check_body(kind, body):
    keys(body, BODY[kind], kind)
    if kind == "genesis":
        check_genesis(body)
    texts(body, "sheet note text question answer reason stopped_at name address", kind)
    for name in ("game", "for", "link", "proposal", "key"):
        if name in body:
            unhex(body[name], 32, name)
    if "proof" in body:
        unhex(body["proof"], 64, "proof")
    if kind in ("orders", "answer"):
        need("for_side" not in body or is_role(body["for_side"]), "for_side is no role")
        need("standing" not in body or is_hex(body["standing"], 32), "standing is no id")
    seals = [body["seal"]] if kind == "standing" and "seal" in body else body.get("seal", [])
    for seal in seals:
        unhex(seal, 32, "seal")
    for unseal in body.get("unseal", []):
        keys(unseal, "salt value", "unseal")
        unhex(unseal["salt"], 32, "salt")
        texts(unseal, "value", "unseal")
    if kind in ("handover", "reanchor"):
        check_anchor(body["chain"])
    if kind == "reveal":
        need(is_int(body["index"], 0, 2**32 - 1), "index is no number")
        rolls = body.get("rolls", [])
        need(isinstance(rolls, list), "rolls is no list")
        for roll in rolls:
            keys(roll, "label sides face rule", "roll")
            texts(roll, "label rule", "roll")
            whole(roll, 255, "sides face", "roll")
    if kind == "propose":
        need(body["what"] in ("take-back", "draw", "adjourn"), "the proposal is unknown")
        whole(body, 2**53 - 1, "to", "propose")
        need("until" not in body or is_time(body["until"]), "until is no time")
        need("until" not in body or body["what"] == "adjourn", "until goes with adjourn only")
    if kind == "timeout":
        need(is_role(body["side"]), "side is no role")
        need(body["then"] in ("forfeit", "default", "extension"), "then is unknown")
        need(is_time(body["deadline"]) and is_time(body.get("until", body["deadline"])), "time")


def no_float(text):
    raise Wrong(f"the number {text} is no integer")


def parse(line):
    """A line to (E, event, signature)."""
    found = re.fullmatch(rb'\{"event":(.*),"sig":"([A-Za-z0-9+/=]{88})"\}', line, re.DOTALL)
    need(found, 'a line must be {"event":E,"sig":"S"}')
    raw, sig64 = found.groups()
    need(len(raw) <= 65536, "an event has at most 65536 bytes")
    try:
        sig = base64.b64decode(sig64, validate=True)
        need(len(sig) == 64 and base64.b64encode(sig) == sig64, "base64 is not canonical")
        event = json.loads(raw.decode(), parse_float=no_float, parse_constant=no_float)
        again = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    except (ValueError, RecursionError) as error:
        raise Wrong(f"not strict JSON: {error}") from error
    # Catches white space, double keys and every other spelling.
    need(again == raw, "the event is not spelled in the one strict way")
    need(isinstance(event, dict) and list(event) == HEADER, "the keys of the event are not right")
    need(is_int(event["v"], 1, 1) and is_int(event["seq"], 0, 2**53 - 1), "v or seq")
    need(is_role(event["by"]) and is_time(event["at"]), "by or at")
    need(isinstance(event["kind"], str) and event["kind"] in BODY, "the kind is unknown")
    unhex(event["nonce"], 16, "nonce")
    genesis = event["kind"] == "genesis"
    need(genesis == (event["seq"] == 0), "genesis is seq 0, and nothing else is")
    for name in ("game", "prev", "state"):
        good = event[name] is None if genesis else is_hex(event[name], 32)
        need(good, f"{name} is not right")
    check_body(event["kind"], event["body"])
    return raw, event, sig


# Hashes, signatures, dice


def sha(tag, *parts):
    return hashlib.sha256(b"TESSERA/" + tag + b"\0" + b"".join(parts)).digest()


def mac(key, tag, *parts):
    return hmac.digest(key, b"TESSERA/" + tag + b"\0" + b"".join(parts), "sha256")


def u32(number):
    return number.to_bytes(4, "big")


def strict_point(point):
    y = int.from_bytes(point, "little") & (2**255 - 1)
    return y < P and y not in SMALL


def verify(key, sig, message):
    good = strict_point(key) and strict_point(sig[:32])
    good = good and int.from_bytes(sig[32:], "little") < ORDER
    try:
        need(good, "a key or signature is weak or not canonical")
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    except (InvalidSignature, ValueError) as error:
        raise Wrong("the signature is not right") from error


def chacha20(key):
    """The keystream with counter 0 and nonce 0, byte by byte."""
    mask = 0xFFFFFFFF
    start = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    start += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)] + [0, 0, 0, 0]
    quarters = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    quarters += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    while True:
        x = start[:]
        for _ in range(10):
            for a, b, c, d in quarters:
                for to, other, mix, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[to] = (x[to] + x[other]) & mask
                    x[mix] ^= x[to]
                    x[mix] = (x[mix] << turn | x[mix] >> (32 - turn)) & mask
        for word, first in zip(x, start):
            yield from ((word + first) & mask).to_bytes(4, "little")
        start[12] += 1


def die(key, sides, label):
    limit = 256 - 256 % sides
    seed = mac(key, b"D1", len(label).to_bytes(2, "big"), label.encode())
    value = next(byte for byte in chacha20(seed) if byte < limit) % sides
    return value if sides == 10 else value + 1


# The log


class Chain:
    def __init__(self, anchor, key, seq):
        self.name, self.links, self.key = bytes.fromhex(anchor["id"]), anchor["links"], key
        self.last, self.value = 0, bytes.fromhex(anchor["anchor"])
        self.since, self.lost = seq, False

    def open(self, index, value):
        need(not self.lost and index == self.last + 1 <= self.links, f"link {index} is not next")
        below = sha(b"C1", self.key, self.name, u32(index), value)
        need(below == self.value, f"link {index} does not belong to the chain")
        self.last, self.value = index, value


class Log:
    def __init__(self):
        self.seq, self.game, self.head = 0, None, None
        self.keys, self.chains, self.codes, self.voids = {}, {}, {}, {}
        self.actions, self.seals, self.standing, self.stood = [], {}, {}, []
        self.given, self.shown = {}, []
        self.to_accept, self.proposal, self.ended = [], None, None
        self.opened_at, self.delegated, self.last_side = 0, 0, None
        # The clock: when the decision in hand is due but for what both agreed on; those times, with where they were
        # agreed; whether the clocks stand still; extensions given; for whom the umpire has to decide next.
        self.now, self.base, self.agreed, self.still = 0, None, [], False
        self.row, self.press = [], None
        self.extended, self.default = {}, None
        self.dice = self.links = 0

    def add(self, line):
        raw, event, sig = parse(line)
        ident = sha(b"I1", raw)
        body, by, kind = event["body"], event["by"], event["kind"]
        if self.game is None:
            need(kind == "genesis", "a log begins with genesis")
            self.begin(ident, body, by)
        else:
            need(kind != "genesis" and event["game"] == self.game.hex(), "another game")
            need(event["seq"] == self.seq, f"seq must be {self.seq}")
            need(event["prev"] == self.head.hex(), "prev is not the id of the event before")
        need(by in self.keys, f"{by} is no role of this battle")
        verify(self.keys[by], sig, b"TESSERA/E1\0" + raw)
        earlier, self.now = self.now, seconds(event["at"])
        if kind != "genesis":
            need(self.first or self.now >= earlier, "older than the event before it")
            self.check_time(kind, by, body)
            getattr(self, "stand" if kind == "standing" else kind)(ident, by, body)
        if kind != "say":
            self.row = []
        if kind not in IDLE and (kind != "void" or self.first):
            self.tick(kind, body)
        if by != "umpire":
            self.last_side, self.delegated = ident, 0 if self.first else self.delegated
        self.head, self.seq = ident, self.seq + 1

    def begin(self, ident, body, by):
        parties, umpires = body["parties"], int(body["mode"] != "direct")
        self.press = body["options"].get("press")
        roles = [party["role"] for party in parties]
        need(len(parties) == umpires + 2, "the number of parties does not fit the mode")
        fits = all((role == "umpire") == (i < umpires) for i, role in enumerate(roles))
        need(fits, "the parties must be the umpire if there is one, then the sides")
        for party in (lambda p: p["role"], lambda p: p["key"], lambda p: p["chain"]["id"],
                      lambda p: p["chain"]["anchor"]):
            need(len({party(p) for p in parties}) == len(parties), "two parties are alike")
        self.mode, self.game, self.sides = body["mode"], ident, roles[umpires:]
        self.terms = body["deadlines"]
        silent = self.terms["then"] == "default" and self.mode != "umpire"
        need(not silent, "default only in mode umpire: the link of a silent side cannot be had")
        for code, party in enumerate(parties, 1 - umpires):
            role, key = party["role"], bytes.fromhex(party["key"])
            need(strict_point(key), f"the key of {role} is weak")
            self.keys[role], self.codes[role], self.voids[role] = key, code, 0
            self.chains[role] = Chain(party["chain"], key, 0)
        self.to_accept = [side for side in self.sides if side != by]
        self.last_side, self.first = ident, body["format"] < 2

    def check_time(self, kind, by, body):
        if kind != "accept":
            need(not self.to_accept, f"{kind} before the battle is open")
        if self.ended and kind != "say":
            opens = kind == "standing" and list(body) == ["unseal"]
            need(opens, f"{kind} after the end of the battle")
        need(by != "umpire" or kind not in SIDES_ONLY, f"{kind} by the umpire")

    def pending(self, ident=None):
        live = [action for action in self.actions if action["fate"] is None]
        last = live[-1] if live and not live[-1]["done"] else None
        if ident is not None:
            need(last and last["id"].hex() == ident, "no link can be opened for this action")
        return last

    def accept(self, _, by, body):
        need(by in self.to_accept and body["game"] == self.game.hex(), "nobody waits for this")
        self.to_accept.remove(by)
        self.opened_at = self.seq

    def act(self, ident, by, body):
        last = self.pending()
        need(not last or not last["opened"], "an action while another waits for a link")
        side, roll_id = by, ident
        if self.default:
            side, timeout = self.default
            named = by == "umpire" and body.get("for_side") == side and body.get("standing") == timeout
            need(named, f"an action while the default of {side} is due")
            need("seal" not in body and "unseal" not in body, "hidden choices in a default")
            roll_id = self.delegated_id(self.game)
            self.default = None
        elif by == "umpire":
            side, standing = body.get("for_side"), body.get("standing")
            need(side in self.sides and standing, "the umpire acts only in a side's name")
            now = self.standing.get(side)
            need(now and now.hex() == standing, "these are not the side's standing orders")
            roll_id = self.delegated_id(now)
        else:
            need("for_side" not in body and "standing" not in body, "a side acts for itself")
        seals = body.get("seal", [])
        self.check_seals(side, seals, body.get("unseal", []))
        other = next(role for role in self.sides if role != side)
        openers = {"umpire": ["umpire"], "direct": [other], "both": [other, "umpire"]}[self.mode]
        self.actions.append({"id": ident, "seq": self.seq, "roll_id": roll_id, "openers": openers,
                             "opened": [], "done": False, "fate": None, "end": 0})

    orders = answer = act

    def delegated_id(self, given):
        """The dice of what an umpire signs for a side: nothing of it is his to choose."""
        n, self.delegated = self.delegated, self.delegated + 1
        return sha(b"O1", given, self.last_side, u32(n)) if self.first else sha(b"O2", given, u32(n))

    def check_seals(self, side, seals, unseals):
        need(len(set(seals)) == len(seals) and not set(seals) & set(self.seals), "a seal came twice")
        for unseal in unseals:
            seal = sha(b"S1", bytes.fromhex(unseal["salt"]), unseal["value"].encode()).hex()
            need(self.seals.get(seal) == (side, False), f"unseal opens no seal of {side}")
            self.seals[seal] = (side, True)
            self.shown.append((self.seq, side, self.given[seal], unseal["value"]))
        for seal in seals:
            self.seals[seal], self.given[seal] = (side, False), self.seq

    def stand(self, ident, by, body):
        need("seal" not in body or "text" not in body, "standing orders both sealed and open")
        seals = [body["seal"]] if "seal" in body else []
        self.check_seals(by, seals, body.get("unseal", []))
        given = ident if "seal" in body or "text" in body else None
        self.standing[by] = given
        self.stood.append((self.seq, by, given))

    def reveal(self, _, by, body):
        action = self.pending(body["for"])
        need(action["openers"][len(action["opened"])] == by, f"the next link is not {by}'s")
        chain, index, value = self.chains[by], body["index"], bytes.fromhex(body["link"])
        need(chain.since <= action["seq"], "the chain is younger than the action")
        chain.open(index, value)
        if self.proposal and self.proposal[2] == "void":
            self.proposal = None  # the chain was found again
        action["opened"].append((self.codes[by], index, value))
        action["end"] = self.seq
        self.links += 1
        if len(action["opened"]) < len(action["openers"]):
            need("rolls" not in body and "stopped_at" not in body, "dice before the last link")
            return
        rolls = body.get("rolls")
        need(rolls, "the last link comes without dice")
        links = sorted(action["opened"])
        parts = [bytes([code]) + u32(i) + link for code, i, link in links]
        root = sha(b"R1", bytes([len(links)]), *parts)
        key = mac(root, b"K1", self.game, action["roll_id"])
        need(len({roll["label"] for roll in rolls}) == len(rolls), "two dice have one label")
        for roll in rolls:
            label, sides = roll["label"], roll["sides"]
            need(re.fullmatch("[a-z0-9._:#-]{1,64}", label), f"label {label}")
            need(sides >= 2, "a die has at least 2 sides")
            face = die(key, sides, label)
            need(face == roll["face"], f"die {label} shows {face}, not {roll['face']}")
        self.dice += len(rolls)
        action["done"] = True

    def refuse(self, by, body, fate):
        action = self.pending(body["for"])
        need(not action["opened"] and action["openers"][0] == by, f"{fate} is not for {by}")
        action["fate"], action["end"] = fate, self.seq

    def reject(self, _, by, body):
        self.refuse(by, body, "rejected")

    def void(self, ident, by, body):
        if self.first:
            self.refuse(by, body, "void")
            self.chains[by].lost = True
            self.voids[by] += 1
            self.ended = self.voids[by] > 1
            return
        action = self.pending(body["for"])
        need(action["openers"][len(action["opened"])] == by, f"void is not for {by}")
        self.proposal, self.consents = (ident.hex(), by, "void", body["for"], None), set()

    def agree_void(self, by, loser):
        """The loss is the loser's, unless each side that would be the worse for it agrees."""
        action = self.pending(self.proposal[3])
        need(by not in self.consents, f"{by} has agreed already")
        self.consents.add(by)
        if self.consents == set(self.sides) - {loser}:
            action["fate"], action["end"], self.proposal = "void", self.seq, None
            self.chains[loser].lost |= self.chains[loser].since <= action["seq"]

    def propose(self, ident, by, body):
        to = body.get("to")
        need((body["what"] == "take-back") == (to is not None), "to goes with take-back only")
        if to is not None:
            need(self.opened_at <= to < self.seq, "a take-back to a place that is not there")
            for action in self.actions:
                cut = action["fate"] != "taken back" and action["seq"] <= to < action["end"]
                need(not cut, "a take-back between an action and its dice")
        self.proposal = (ident.hex(), by, body["what"], to, body.get("until"))

    def agree(self, _, by, body):
        proposal = self.proposal
        self.decline(_, by, body)
        _, loser, what, to, until = proposal
        if what == "void":
            self.proposal = proposal
            self.agree_void(by, loser)
            return
        self.ended = what == "draw"
        self.still = what == "adjourn" and until is None
        if until is not None:
            self.agreed.append((self.seq, seconds(until)))
        if what == "take-back":
            for action in self.actions:
                if action["seq"] > to:
                    action["fate"] = "taken back"
            self.default = None
            self.agreed = [pause for pause in self.agreed if pause[0] <= to]
            self.stood = [stood for stood in self.stood if stood[0] <= to]
            self.standing = {side: given for _, side, given in self.stood}

    def decline(self, _, by, body):
        open_ = self.proposal
        need(open_ and open_[0] == body["proposal"] and open_[1] != by, "no such proposal is open")
        need(open_[2] != "void" or by not in self.consents, f"{by} has replied already")
        self.proposal = None

    def resign(self, *_):
        self.ended = True

    def say(self, _, by, body):
        text = body["text"]
        need(self.press == "log", "words in a log whose founders have not agreed on that")
        need(text == text.strip(" \n") and 0 < len(text.encode()) <= 2000 and text.count("\n") < 40, "words")
        need(not any(ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 for c in text), "a control character in words")
        need(self.row.count(by) < 8, f"more than 8 words of {by} in a row")
        self.row.append(by)

    def tick(self, kind, body):
        """The clock runs anew after an event that moves the battle on."""
        later = self.now + 3600 * self.terms["hours"]
        self.base = later if later <= seconds("9999-12-31T23:59:59Z") else None
        if kind == "agree":
            paused = self.still or (self.agreed and self.agreed[-1][0] == self.seq)
            self.base = None if paused else self.base
            return
        self.still = False
        if kind == "timeout":
            self.base = seconds(body["until"]) if "until" in body else None

    def due(self):
        """When the decision in hand is due, in seconds; nothing when no deadline runs."""
        times = [until for _, until in self.agreed] + ([] if self.base is None else [self.base])
        return max(times) if self.terms["hours"] and times and not self.still else None

    def check_late(self, side, body):
        due, then = self.due(), self.terms["then"]
        need(due is not None and not self.default, "a timeout while no deadline runs")
        need(seconds(body["deadline"]) == due, "a timeout of another deadline than the one that runs")
        need(self.now > due, f"a timeout before the deadline of {side} has passed")
        if then == "extension" and self.extended.get(side, 0) >= self.terms["extensions"]:
            then = "forfeit"
        lost = then == "default" and body["then"] == "forfeit"  # the rules may have no default
        need(body["then"] == then or lost, f"genesis has {then} for a deadline that passed")

    def timeout(self, ident, by, body):
        side = body["side"]
        need(side in self.sides and side != by, "a timeout of nobody else")
        need(by == "umpire" or self.mode == "direct", "a timeout by a side")
        need((body["then"] == "extension") == ("until" in body), "until goes with extension")
        self.check_late(side, body)
        self.ended = body["then"] == "forfeit"
        if body["then"] == "extension":
            longer = self.now + 3600 * self.terms["hours"]
            need(seconds(body["until"]) == longer, "an extension by other hours than genesis has")
            self.extended[side] = self.extended.get(side, 0) + 1
        if body["then"] == "default":
            self.default = (side, ident.hex())

    def new_key(self, key):
        need(strict_point(key) and key not in self.keys.values(), "the new key is weak or in use")

    def new_chain(self, by, chain):
        last = self.pending()
        need(not last or not last["opened"], "a new chain while an action waits for a link")
        used = {old.name for old in self.chains.values()}
        need(bytes.fromhex(chain["id"]) not in used, "the chain is in use")
        self.chains[by] = Chain(chain, self.keys[by], self.seq)

    def rekey(self, _, by, body):
        key = bytes.fromhex(body["key"])
        self.new_key(key)
        verify(key, bytes.fromhex(body["proof"]), b"TESSERA/N1\0" + self.game + key)
        self.keys[by] = key

    def handover(self, _, by, body):
        key = bytes.fromhex(body["key"])
        self.new_key(key)
        self.keys[by] = key
        self.new_chain(by, body["chain"])

    def reanchor(self, _, by, body):
        old = self.chains[by]
        needed = old.lost or old.links - old.last <= old.links // 8 or not self.actions
        need(by != "umpire" or needed, "a new chain of the umpire while a side may act")
        self.new_chain(by, body["chain"])


def main():
    if len(sys.argv) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"cannot read the archive: {error}", file=sys.stderr)
        return 2
    log = Log()
    lines = data.split(b"\n")
    try:
        tail = lines.pop()
        for line in lines:
            log.add(line)
        need(not tail, "the last line has no end")
        need(lines, "a log begins with genesis")
    except Wrong as error:
        print(f"WRONG in archive line {log.seq + 1}: {error}")
        return 1
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        print(f"WRONG in archive line {log.seq + 1}: its shape is not right ({error!r})")
        return 1
    sealed = sum(not opened for _, opened in log.seals.values())
    print(f"right: {log.seq} events, {log.links} links, {log.dice} dice")
    for line, side, sealed_in, value in log.shown:
        print(f"event {line}: {side} opens what it sealed in event {sealed_in}: {value!r}")
    if sealed:
        print(f"{sealed} seals have not been opened" + ("" if log.ended else " yet"))
    print(f"game {log.game.hex()}\nhead {log.head.hex()}\n\n{WHAT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
