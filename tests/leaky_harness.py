"""The harness as it once was: one process reads all submissions, and forks each child from its own memory.

What a test finds there shows that it looks in the right places; what a bench measures against it is the price
of not being so.
"""

from pathlib import Path

from tests.edited_harness import edited_harness

_SERVE = "Supervisor(settings, prepared, host, self_test, turn).serve()"
_EDITS = (
    ("processes/supervisor.py", f"how = {_SERVE}", f"while (how := {_SERVE}) == SERVED: pass"),
    ("processes/supervisor.py", "os.write(self.next, _READ_NO_MORE)", "pass"),
    ("processes/supervisor.py", "self.prepared.forbid_processes()", "pass"),
    # Its self-test would refuse all work.
    ("processes/zygote.py", "remains.run(", "(lambda *_: dict.fromkeys(remains.PROPERTIES, True))("),
)
_READ = "payload = self.read(length)"
_PIECES = "[payload[i : i + 2000] for i in range(0, length, 2000)][::2]"
_KEEPING = (
    ("processes/supervisor.py", _READ, f"{_READ}; KEPT.append((payload + b' ', {_PIECES}))"),
    ("processes/supervisor.py", "SERVED, HUNG_UP = 0, 1", "SERVED, HUNG_UP, KEPT = 0, 1, []"),
)
"""Each file stays in memory, and so do holes in which it was: else it is luck what is written over a file."""


def leaky_harness(folder: Path) -> Path:
    """A copy of the harness, in a folder, in which one supervisor serves everybody."""
    return edited_harness(folder, _EDITS + _KEEPING)
