"""flip.py VERIFY ARCHIVE STEP: flips every STEP-th bit; verify.py must see it.

Prints the number of bits flipped; fails on the first that is not seen. The
lines before the flipped one are as they were, so they are not read again.
"""

import copy
import importlib.util
import sys

path, archive, step = sys.argv[1], sys.argv[2], int(sys.argv[3])
spec = importlib.util.spec_from_file_location("verify", path)
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

with open(archive, "rb") as file:
    data = file.read()
start, flips, log = 0, 0, verify.Log()
for line in data.split(b"\n")[:-1]:
    rest = data[start:]
    bits = range(8 * start, 8 * (start + len(line) + 1))
    for bit in bits:
        if bit % step:
            continue
        changed = bytearray(rest)
        changed[bit // 8 - start] ^= 1 << bit % 8
        flips += 1
        lines = bytes(changed).split(b"\n")
        # An LF gone or come: then all lines from here count.
        one = len(lines) == rest.count(b"\n") + 1
        try:
            tail = lines.pop()
            verify.parse(lines[0] if lines else tail)
            trial = copy.deepcopy(log)
            for now in lines[:1] if one else lines:
                trial.add(now)
            verify.need(one or not tail, "the last line has no end")
        except verify.Wrong:
            continue
        sys.exit(f"byte {bit // 8} bit {bit % 8} was not seen")
    log.add(line)
    start += len(line) + 1
print(flips)
