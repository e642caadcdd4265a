"""One warm check of a correct file, against a plain Python start that plays the four core graphs.

The plain start runs the project's own interpreter, unsandboxed, on the same class with asserts.
Bar: at most 0.5 of its wall time.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench._corpus import correct
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.embedded import Embedded

_RUNS = 40
_PAUSE = 0.02
"""Between two checks, as between two students: the next child is forked in it."""

_CORE = """
a = Value(3.0); b = a + a; b.backward(); assert a.grad == 2
x = Value(3.0); y = Value(5.0); z = x * y; z.backward(); assert (x.grad, y.grad) == (5, 3)
a = Value(2.0); b = Value(-3.0); c = a * b; d = a + b
e = c + d; e.backward(); assert (a.grad, b.grad) == (-2, 3)
a = Value(2.0); b = Value(3.0); c = Value(4.0)
L = (a * b + c) * (a - c); L.backward(); assert (a.grad, b.grad, c.grad) == (4, -4, -12)
"""


def main() -> None:
    """Print the ratio and both medians."""
    source = correct()[0]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "core.py"
        script.write_bytes(source.content + _CORE.encode())
        sandbox, full = Embedded(), assignment("full")
        grade(source, full, sandbox)
        pairs = []
        for _ in range(_RUNS):
            started = time.perf_counter()
            grade(source, full, sandbox)
            checked = time.perf_counter()
            time.sleep(_PAUSE)
            again = time.perf_counter()
            subprocess.run([sys.executable, script], check=True)
            pairs.append((checked - started, time.perf_counter() - again))
        sandbox.close()
    ratio = median(check / plain for check, plain in pairs)
    check, plain = (median(column) * 1e3 for column in zip(*pairs, strict=True))
    print(f"  check / plain start = {ratio:.2f}   ({check:.1f} ms / {plain:.1f} ms, {_RUNS} pairs; bar 0.5)")
