"""Notebooks that are graded by other graders, and the code that instructors copy from the page about them."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

TOP = Path(__file__).parent.parent
_PAGE = TOP / "docs" / "packages" / "notebooks.md"
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def from_page(beginning: str) -> str:
    """Return the one block of Python on the page that begins so."""
    page = _PAGE.read_text(encoding="utf-8")
    (block,) = re.findall(rf"```python\n({re.escape(beginning)}.+?)```", page, flags=re.DOTALL)
    return str(block)


def code(id_: str, source: str, **metadata: object) -> Mapping[str, object]:
    """Return a cell of code."""
    return {
        "cell_type": "code", "id": id_, "metadata": metadata, "execution_count": None, "outputs": [],
        "source": source,
    }  # fmt: skip


def write(path: Path, cells: Sequence[Mapping[str, object]]) -> None:
    """Write a notebook of these cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = {"cells": cells, "metadata": {"kernelspec": _KERNEL}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")
