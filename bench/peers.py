"""Grades the same files with other graders: processor time, what each misses, and what attacks earn.

Every peer asks the same of a class: for each graph of the core suites, the data of its output and the
gradients of its inputs at the textbook inputs, one test a graph. It runs in an environment of its own, which
`--folder` keeps for the next time; a registry of packages has to be reachable. A grader *misses* a wrong file
to which it gives everything, and an attack *earns* the share of the points that it gets without the work.

    python -m bench peers --folder=peers --write

Bar: a cold check of a wrong file 0.8 of the processor time of pytest.
"""

import argparse
import math
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench._notebooks import TOP
from bench._peers import PEERS, Peer
from tests.corpus_files import members
from tests.redteam_files import cheating, files

_BAR = 0.8
_PAGE = TOP / "docs" / "other-graders.md"
_BEGIN = "<!-- python -m bench peers --write -->"
_RIGHT, _WRONG, _CHEATS = 5, 10, 8
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
    """Print a row a grader, as a table of Markdown; `--write` puts it into its page."""
    parser = argparse.ArgumentParser(prog="python -m bench peers")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--write", action="store_true", help="the table, written to docs/other-graders.md")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        environments = (wanted.folder or Path(scratch)).absolute()
        rows = {peer.name: _ask(peer, _programs(environments, peer)) for peer in PEERS}
    table = _table(rows)
    print(f"\n{table}")
    if wanted.write:
        above = _PAGE.read_text(encoding="utf-8").partition(_BEGIN)[0]
        _PAGE.write_text(f"{above}{_BEGIN}\n{table}", encoding="utf-8")
    ratio = median(rows["Backgrade"].seconds) / median(rows["pytest"].seconds)
    print(f"  Backgrade / pytest = {ratio:.2f}   (bar {_BAR:g}: {'met' if ratio <= _BAR else 'MISSED'})")


def _table(rows: Mapping[str, _Found]) -> str:
    pytest = median(rows["pytest"].seconds)
    head = "| grader | a wrong file | of pytest | right files passed | wrong files missed | attacks earn |\n"
    head += "| --- | --- | --- | --- | --- | --- |\n"
    return head + "".join(f"| {name} | {_row(found, pytest)} |\n" for name, found in rows.items())


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
    return [each.source.decode() for each in styles[:: math.ceil(len(styles) / _RIGHT)]]


def _wrong() -> list[str]:
    """Wrong classes of all styles whose names the tests expect, drawn evenly."""
    usual = [
        each.source.decode()
        for each in members()
        if each.kind == "wrong" and each.fails and _is_usual(each.source.decode())
    ]
    return usual[:: math.ceil(len(usual) / _WRONG)]


def _attacks() -> list[str]:
    """Classes that compute gradients otherwise than by backpropagation, drawn evenly, and one that leaves."""
    usual = [source for each in sorted(files("cheats")) if _is_usual(source := cheating(each))]
    return [*usual[:: math.ceil(len(usual) / _CHEATS)], _LEAVE]


def _is_usual(source: str) -> bool:
    """Whether a class has the names that the tests use: ours finds others, which would not be fair here."""
    wanted = (r"^class Value\b", r"def backward\(self", r"\bself\.data\b", r"\bself\.grad\b", r"def __sub__")
    return "numpy" not in source and all(re.search(each, source, re.MULTILINE) for each in wanted)
