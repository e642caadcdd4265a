"""A copy of the harness with other lines in it: for what ours must never do, and must be seen to do there."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from grader.sandbox import embedded


def edited_harness(folder: Path, edits: Iterable[tuple[str, str, str]]) -> Path:
    """A copy in a folder, in which of each file one text, that is in it once, is another."""
    harness = folder / "harness"
    shutil.copytree(embedded._HARNESS, harness, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in edits:
        text = (harness / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} no longer says {old!r}"
        (harness / file).write_text(text.replace(old, new), encoding="utf-8")
    return harness
