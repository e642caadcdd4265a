"""Grades the same files with other graders: processor time, what each misses, and what attacks earn.

Every peer asks the same of a class: for each graph of the core suites, the data of its output and the
gradients of its inputs at the textbook inputs, one test a graph. It runs in an environment of its own, which
`--folder` keeps for the next time; a registry of packages has to be reachable. A grader *misses* a wrong file
to which it gives everything, and an attack *earns* the share of the points that it gets without the work.

    python -m bench peers --folder=peers

Bar: a cold check of a wrong file 0.8 of the processor time of pytest.
"""

import argparse
import math
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench._notebooks import TOP
from bench._peers import PEERS, Peer, tests
from tests.corpus_files import members

_BAR = 0.8
_WRONG = 10
_ATTACKS = (
    "cheats/central_difference", "cheats/complex_step", "cheats/dual_vectors", "cheats/hard_coded",
    "liars/always_equal", "liars/answers_by_heart", "liars/lying_float", "liars/call_counter",
)  # fmt: skip
_LEAVE = "import os\nclass Value:\n    def __init__(self, data):\n        os._exit(0)\n"
"""A file without any work, which ends the process that grades it as if all had gone well."""


@dataclass(slots=True)
class _Found:
    """What a grader said of all files."""

    right: list[float]
    wrong: list[float]
    attacks: list[float]
    seconds: list[float]
    """Of processor time, with all processes that it started, a wrong file each."""


def main(arguments: Sequence[str] = ()) -> None:
    """Print a row a grader, as a table of Markdown."""
    parser = argparse.ArgumentParser(prog="python -m bench peers")
    parser.add_argument("--folder", type=Path)
    kept = parser.parse_args(arguments).folder
    with tempfile.TemporaryDirectory() as scratch:
        environments = (kept or Path(scratch)).absolute()
        rows = {peer.name: _ask(peer, _programs(environments, peer)) for peer in PEERS}
    pytest = median(rows["pytest"].seconds)
    asked = list(tests())
    print(f"\n  {sum(len(test.asserts) for test in asked)} asserts in {len(asked)} tests\n")
    print("  | grader | a wrong file | of pytest | right files passed | wrong files missed | attacks earn |")
    print("  | --- | --- | --- | --- | --- | --- |")
    for name, found in rows.items():
        print(f"  | {name} | {_row(found, pytest)} |")
    ratio = median(rows["Backgrade"].seconds) / pytest
    print(f"\n  Backgrade / pytest = {ratio:.2f}   (bar {_BAR:g}: {'met' if ratio <= _BAR else 'MISSED'})")


def _row(found: _Found, pytest: float) -> str:
    seconds = median(found.seconds)
    missed = sum(share == 1 for share in found.wrong)
    return " | ".join(
        (
            f"{seconds:.2f} s", f"{seconds / pytest:.2f}",
            f"{sum(share == 1 for share in found.right)} of {len(found.right)}",
            f"{missed} of {len(found.wrong)}",
            f"{sum(found.attacks) / len(found.attacks):.0%}",
        )
    )  # fmt: skip


def _ask(peer: type[Peer], programs: Path) -> _Found:
    """Ask a grader about every file."""
    found = _Found([], [], [], [])
    for shares, sources in ((found.right, _right()), (found.wrong, _wrong()), (found.attacks, _attacks())):
        for source in sources:
            with tempfile.TemporaryDirectory() as folder:
                asked = peer(programs, Path(folder))
                asked.prepare()
                before = _spent()
                asked.grade(source)
                if shares is found.wrong:
                    found.seconds.append(_spent() - before)
                shares.append(asked.share())
    print(f"  {peer.name}: {len(found.right) + len(found.wrong) + len(found.attacks)} files", flush=True)
    return found


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _programs(environments: Path, peer: type[Peer]) -> Path:
    """Return the folder of a grader's programs; install it if it is not there yet."""
    if not peer.packages:
        return Path(sys.executable).parent
    folder: Path = environments / peer.name
    if not (folder / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        install: list[str | Path] = [folder / "bin" / "pip", "install", "--quiet", *peer.packages]
        if subprocess.run(install, check=False).returncode:
            sys.exit(f"{peer.name} could not be installed: is a registry of packages within reach?")
        (folder / "installed").touch()
    return folder / "bin"


def _right() -> list[str]:
    """Right classes whose names the tests expect, drawn evenly."""
    styles = [each for each in members() if each.kind == "correct" and _is_usual(each.source.decode())]
    return [each.source.decode() for each in styles[:: math.ceil(len(styles) / 5)]]


def _wrong() -> list[str]:
    """Wrong classes of all styles whose names the tests expect, drawn evenly."""
    usual = [
        each.source.decode()
        for each in members()
        if each.kind == "wrong" and each.fails and _is_usual(each.source.decode())
    ]
    return usual[:: math.ceil(len(usual) / _WRONG)]


def _attacks() -> list[str]:
    files = [TOP / "tests" / "redteam" / f"{name}.py" for name in _ATTACKS]
    return [*(file.read_text(encoding="utf-8") for file in files), _LEAVE]


def _is_usual(source: str) -> bool:
    """Whether a class has the names that the tests use: ours finds others, which would not be fair here."""
    wanted = (r"^class Value\b", r"def backward\(self", r"\bself\.data\b", r"\bself\.grad\b", r"def __sub__")
    return "numpy" not in source and all(re.search(each, source, re.MULTILINE) for each in wanted)
