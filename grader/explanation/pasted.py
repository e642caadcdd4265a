"""Keeps the lines that show a cause if they hold: they were run behind the unedited class."""

import math
import re
from collections.abc import Sequence

from grader.sandbox.replies import PastedRun

_CLAIM = re.compile(r"  # (?P<got>\S+), should be ")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_CLOSE = 1e-3
"""Numbers are said in six digits; those of classes in single precision have fewer."""


def as_printed(lines: str, runs: Sequence[PastedRun], *, stops: bool, leaves: bool = False) -> str:
    """Return the lines, if they do what is said of them; empty if they do not.

    Where the order of a set decides on what is printed, only what should be printed is said. With `stops`, an
    exception has to end them. Where a class `leaves` something, runs that differ for it count by the first.
    """
    if not lines or not runs:
        return ""
    if leaves and runs[0] != runs[-1]:
        runs = runs[:1]
    printed = [_without_address(run.printed) for run in runs if run.printed is not None]
    if stops:
        return "" if printed else lines
    return _as_claimed(lines, printed) if len(printed) == len(runs) else ""


def _as_claimed(lines: str, printed: Sequence[str]) -> str:
    """Return the lines if they print what they claim, without the number if runs differ; or nothing."""
    claim = _CLAIM.search(lines)
    if claim is None or all(_is_number(text, float(claim["got"])) for text in printed):
        return lines
    # Runs that differ depend on the order of a set: no number can be promised, only what it should be.
    return _CLAIM.sub("  # should be ", lines) if len(set(printed)) > 1 else ""


def differ(runs: Sequence[PastedRun]) -> bool:
    """Whether the order of a set decides: runs differ, and the first and the last, of one order, do not."""
    found = [(_without_address(run.printed or ""), run.printed is None, run.raised) for run in runs]
    return len({*found}) > 1 and found[0] == found[-1]


def _without_address(printed: str) -> str:
    """Return a text without the addresses of objects, which differ: `<Value object at 0x7f...>`."""
    return _ADDRESS.sub("", printed)


def _is_number(printed: str, said: float) -> bool:
    """Whether the number is printed, also as an array of one."""
    try:
        return math.isclose(float(printed.strip("[] ")), said, rel_tol=_CLOSE, abs_tol=1e-9)
    except ValueError:
        return False
