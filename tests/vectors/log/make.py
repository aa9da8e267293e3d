#!/usr/bin/env python3
"""Writes the hostile logs beside it from good.tess.

Each breaks one thing, and is signed again with the right key so that only that
thing is wrong. NAME.expect says which line is refused and a part of the
message. Needs the library `cryptography`. Run it when good.tess has changed.
"""

import base64
import pathlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

HERE = pathlib.Path(__file__).parent
GOOD = (HERE / "good.tess").read_bytes()
LINES = GOOD.split(b"\n")[:-1]
KEYS = {
    name: Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
    for name, seed in (("umpire", 1), ("rome", 2), ("carthage", 3))
}
ORDER = 2**252 + 27742317777372353535851937790883648493
B64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def parts(number):
    line = LINES[number - 1]
    return line[9:-98], line[-90:-2]


def author(event):
    return next((name for name in KEYS if b'"by":"%s"' % name.encode() in event), "rome")


def sign(event, by=None):
    return base64.b64encode(KEYS[by or author(event)].sign(b"TESSERA/E1\0" + event))


def put(event, sig):
    return b'{"event":' + event + b',"sig":"' + sig + b'"}'


def write(name, data, expect):
    (HERE / f"{name}.tess").write_bytes(data)
    (HERE / f"{name}.expect").write_text(expect + "\n")


def upto(number, line):
    return b"\n".join([*LINES[: number - 1], line]) + b"\n"


def event(name, number, old, new, expect):
    text, _ = parts(number)
    assert text.count(old) >= 1, (name, old)
    text = text.replace(old, new, 1)
    write(name, upto(number, put(text, sign(text))), f"line {number}: {expect}")


def line(name, number, change, expect):
    text, sig = parts(number)
    write(name, upto(number, change(text, sig)), f"line {number}: {expect}")


for old in [*HERE.glob("*.tess"), *HERE.glob("*.expect")]:
    if old.stem != "good":
        old.unlink()
write("good", GOOD, "ok")
STRICT = "is not in strict form"
JSON = "cannot be read"

event("space", 3, b'"v":1', b'"v": 1', STRICT)
event("space-in-body", 3, b'"body":{"', b'"body":{ "', STRICT)
event("swapped-keys", 3, b'"v":1,"game":', b'"game":', "missing field `v`")
text = parts(3)[0]
event("late-key", 3, b'{"v":1,', b"{", "missing field")
swapped = text.replace(b'{"v":1,', b"{", 1).replace(b',"body"', b',"v":1,"body"', 1)
write("moved-key", upto(3, put(swapped, sign(swapped))), f"line 3: {STRICT}")
event("unknown-key", 3, b'"v":1', b'"v":1,"w":1', "unknown field `w`")
event("unknown-body-key", 3, b'"body":{', b'"body":{"w":1,', "unknown field `w`")
event("double-key", 3, b'"v":1', b'"v":1,"v":1', "duplicate field")
event("double-body-key", 3, b'"body":{', b'"body":{"sheet":"pass",', "duplicate field")
event("double-option", 1, b'"elephants":true', b'"elephants":true,"elephants":true', STRICT)
event("options-unsorted", 1, b'{"elephants":true,', b'{"zeal":true,"elephants":true,', STRICT)
event("option-float", 1, b'"turns":-12', b'"turns":-12.0', JSON)
event("option-large", 1, b'"turns":-12', b'"turns":9007199254740992', "integers below 2^53")
event("option-minus-zero", 1, b'"turns":-12', b'"turns":-0', JSON)
event("option-null", 1, b'"turns":-12', b'"turns":null', JSON)
event("missing-nonce", 3, b'"nonce"', b'"nonse"', "unknown field")
event("seq-float", 3, b'"seq":2', b'"seq":2.0', JSON)
event("seq-exponent", 3, b'"seq":2', b'"seq":2e0', JSON)
event("seq-text", 3, b'"seq":2', b'"seq":"2"', JSON)
event("seq-negative", 3, b'"seq":2', b'"seq":-2', JSON)
event("seq-zeros", 3, b'"seq":2', b'"seq":02', JSON)
event("seq-large", 3, b'"seq":2', b'"seq":9007199254740992', "integers below 2^53")
event("seq-gap", 3, b'"seq":2', b'"seq":3', "are missing")
event("seq-again", 3, b'"seq":2', b'"seq":1', "is taken by carthage")
event("upper-hex", 3, b"4242", b"4A4A", JSON)
event("short-hex", 3, b'"nonce":"42', b'"nonce":"', JSON)
event("escaped-letter", 3, b"activate", b"\\u0061ctivate", STRICT)
event("escaped-accent", 3, "é".encode(), b"\\u00e9", STRICT)
event("upper-escape", 3, b"\\u0001", b"\\u001F", STRICT)
event("raw-tab", 3, b"\\t", b"\t", JSON)
event("raw-nul", 3, b"\\t", b"\0", JSON)
event("lone-surrogate", 3, b"\\t", b"\\ud800", JSON)
event("not-utf8", 3, b"activate", b"\xffctivate", "is not UTF-8")
event("long-utf8", 3, b"activate", b"\xc1\xa1ctivate", "is not UTF-8")
event("note-null", 3, b'"note":"good luck"', b'"note":null', STRICT)
event("seal-empty", 3, b'"note"', b'"unseal":[],"note"', STRICT)
event("body-array", 2, b'"body":{"game":', b'"body":[', JSON)
body = parts(2)[0]
game = body.split(b'"game":"')[1][:64]
array = body[: body.index(b'"body":')] + b'"body":["' + game + b'"]}'
write("body-as-array", upto(2, put(array, sign(array))), f"line 2: {STRICT}")
event("version", 3, b'"v":1', b'"v":2', "this program reads v 1")
event("kind", 3, b'"kind":"orders"', b'"kind":"order"', "has the kind")
event("kind-escaped", 3, b'"kind":"orders"', b'"kind":"\\u006frders"', JSON)
event("time-offset", 3, b"04:05Z", b"04:05+00:00", JSON)
event("time-lower", 3, b"04:05Z", b"04:05z", JSON)
event("time-unreal", 3, b"2026-01-02", b"2026-02-30", JSON)
event("too-large", 3, b"activate", b"a" * 66000, "an event may have 65536")
event("prev", 3, b'"prev":"', b'"prev":"00', JSON)
prev = text.split(b'"prev":"')[1][:64]
event("prev-other", 3, prev, b"00" * 32, "follows another event")
event("game-other", 3, game, b"00" * 32, "belongs to game 0000000000000000")
event("null-game", 3, b'"game":"' + game + b'"', b'"game":null', "mixes up the first event")
event("null-state", 3, b'"state":"' + b"02" * 32 + b'"', b'"state":null', "mixes up")
event("state-in-genesis", 1, b'"state":null', b'"state":"' + b"00" * 32 + b'"', "mixes up")
event("role-unknown", 3, b'"by":"rome"', b'"by":"gaul"', "gaul is no role of this battle")
event("role-upper", 3, b'"by":"rome"', b'"by":"Rome"', JSON)
event("party-missing", 1, b'"mode":"both"', b'"mode":"direct"', "these parties")
text = parts(1)[0]
key = text.split(b'"key":"')[3][:64]
weak = [b"01" + b"00" * 31, b"ec" + b"ff" * 30 + b"7f", b"ee" + b"ff" * 30 + b"7f"]
weak.append(b"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85")
for i, bad in enumerate(weak):
    event(f"weak-key-{i}", 1, key, bad, "the key of carthage is weak")
event("chain-too-long", 1, b'"links":16', b'"links":65537', "is not possible")
event("wrong-die", 5, b'"face":', b'"face":1', "is claimed to show")
event("wrong-sides", 5, b'"sides":10', b'"sides":12', "die momentum:scipio is claimed")
event("label", 5, b"momentum:scipio", b"Momentum:scipio", "is not possible")
event("label-twice", 5, b"shock:ha-iiia#2", b"shock:ha-iiia", "two dice labelled")
link = parts(4)[0].split(b'"link":"')[1][:64]
event("wrong-link", 4, link, b"00" * 32, "does not belong to the chain")
event("index-skips", 4, b'"index":1', b'"index":2', "link 1 is the next")
event("for-other", 4, b'"for":"', b'"for":"00', JSON)
event("opener-other", 4, b'"by":"carthage"', b'"by":"umpire"', "it is for carthage")
event("standing-other", 7, b'"standing":"', b'"standing":"00', JSON)
event("umpire-unnamed", 7, b',"for_side":"carthage"', b"", "name for_side and its standing")
event("for-other-side", 7, b'"for_side":"carthage"', b'"for_side":"rome"', "does not have now")
event("proof", 11, b'"proof":"', b'"proof":"00', JSON)
proof = parts(11)[0].split(b'"proof":"')[1][:128]
event("proof-other", 11, proof, b"00" * 64, "has not signed for itself")

line("array", 3, lambda e, s: b"[" + e + b"]", "is not a line of an archive")
line("sig-first", 3, lambda e, s: b'{"sig":"' + s + b'","event":' + e + b"}", "is not a line")
line("space-outside", 3, lambda e, s: put(e, s).replace(b',"sig"', b', "sig"'), "is not a line")
line("carriage-return", 3, lambda e, s: put(e, s) + b"\r", "is not a line of an archive")
line("blank-line", 3, lambda e, s: b"\n" + put(e, s), "is not a line of an archive")
line("byte-order-mark", 1, lambda e, s: b"\xef\xbb\xbf" + put(e, s), "is not a line")
line("two-objects", 3, lambda e, s: put(e + b"{}", sign(e + b"{}")), JSON)
line("base64-url", 3, lambda e, s: put(e, s[:-3] + b"-=="), "not canonical base64")
line("base64-short", 3, lambda e, s: put(e, s[:-2]), "is not a line of an archive")


def last_bits(e, s):
    return put(e, s[:-3] + bytes([B64[B64.index(s[-3:-2]) + 1]]) + b"==")


def other_s(e, s):
    raw = base64.b64decode(s)
    large = int.from_bytes(raw[32:], "little") + ORDER
    return put(e, base64.b64encode(raw[:32] + large.to_bytes(32, "little")))


line("base64-last-bits", 3, last_bits, "not canonical base64")
line("s-above-order", 3, other_s, "the signature is not that of rome")
zero = base64.b64encode(b"\1" + b"\0" * 63)
line("small-r", 3, lambda e, s: put(e, zero), "the signature is not that of rome")
line("other-signer", 3, lambda e, s: put(e, sign(e, "carthage")), "the signature is not that")
line("genesis-other-signer", 1, lambda e, s: put(e, sign(e, "carthage")), "not that of rome")
line("old-key", 12, lambda e, s: put(e, sign(e, "rome")), "the signature is not that of rome")
write("empty", b"", "line 1: begins with genesis")
write("no-genesis", LINES[1] + b"\n", "line 1: as the first event")
write("cut", GOOD[:-1], "line 15: has no line end")
write("line-left-out", b"\n".join(LINES[:2] + LINES[3:]) + b"\n", "line 3: are missing")
write("line-twice", b"\n".join(LINES[:3] + LINES[2:]) + b"\n", "line 4: in the log already")
write("cut-between-lines", b"\n".join(LINES[:8]) + b"\n", "ok")
