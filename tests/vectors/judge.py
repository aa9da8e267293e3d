"""judge.py VERIFY ARCHIVE...: what verify.py says of each, one line each.

Prints the exit status, a blank and the first line said; so many archives need
one start of Python.
"""

import contextlib
import importlib.util
import io
import sys

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

for archive in sys.argv[2:]:
    said = io.StringIO()
    sys.argv = [sys.argv[0], archive]
    with contextlib.redirect_stdout(said):
        code = verify.main()
    print(code, said.getvalue().split("\n")[0])
