"""Peak memory of each process of a grading: ours, the zygotes, a child."""

import os
import resource
from pathlib import Path

from bench._corpus import correct
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.embedded import Embedded

_KIB = 1 << 10


def main() -> None:
    """Print resident sizes in MiB; a child's is dominated by pages it shares with its zygote."""
    sources = correct()
    plain = next(source for source in sources if b"numpy" not in source.content)
    numeric = next(source for source in sources if b"numpy" in source.content)
    sandbox, full = Embedded(), assignment("full")
    for source in (plain, numeric):
        grade(source, full, sandbox)
    ours = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB
    tree = {pid: _status(pid) for pid in _descendants(os.getpid())}
    sandbox.close()
    print(f"  ours: {ours:.0f} MiB at most")
    for status in tree.values():
        name, resident, private = status.values()
        print(f"  {name}: {resident:.0f} MiB resident, {private:.0f} of it its own")


def _descendants(pid: int) -> list[int]:
    children = [
        int(status.parent.name)
        for status in Path("/proc").glob("[0-9]*/stat")
        if int(status.read_text().rpartition(")")[2].split()[1]) == pid
    ]
    return [found for child in children for found in (child, *_descendants(child))]


def _status(pid: int) -> dict[str, str | float]:
    folder = Path("/proc") / str(pid)
    words = folder.joinpath("cmdline").read_bytes().split(b"\0")
    numpy = b'"numpy_folder": null' not in words[-2]
    rollup = folder.joinpath("smaps_rollup").read_text()
    sizes = {line.split(":")[0]: int(line.split()[1]) / _KIB for line in rollup.splitlines()[1:]}
    private = sizes["Private_Clean"] + sizes["Private_Dirty"]
    name = f"process {pid} of the zygote {'with' if numpy else 'without'} numpy"
    return {"name": name, "resident": sizes["Rss"], "private": private}
