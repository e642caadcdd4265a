"""The source of a class: the cells that this notebook has run, or the file of the class's module."""

import json
import sys

from grader.sandbox.base import Source
from submissions.grading.intake.source import from_bytes, from_path
from submissions.texts.file_name import file_name

_NOTEBOOK, _MODULE = "notebook.ipynb", "module.py"


class SourceNotFound(Exception):
    """Nobody knows the source of the class: it was neither defined in a notebook nor in a file."""


def source_of(cls: type) -> Source:
    """Return what defines the class, with everything that stands beside it.

    Raises:
        SourceNotFound: if it was defined elsewhere, for example in the interactive shell of Python.
        Refused: if it is too large, or cannot be read.
    """
    cells = _cells() if cls.__module__ == "__main__" else []
    if cells:
        return from_bytes(_notebook(cells), _NOTEBOOK)
    path = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if path is None:
        raise SourceNotFound(f"The source of {cls.__name__} is in no cell and in no file.")
    return Source(file_name(path, _MODULE), from_path(path).content)


def _cells() -> list[str]:
    """Return what this kernel has run, in order: number 7 is what Jupyter shows as [7]. Empty without one."""
    library = sys.modules.get("IPython")
    shell = library.get_ipython() if library else None
    return list(shell.history_manager.input_hist_raw)[1:] if shell else []


def _notebook(cells: list[str]) -> bytes:
    documents = [
        {"cell_type": "code", "execution_count": number, "metadata": {}, "outputs": [], "source": text}
        for number, text in enumerate(cells, 1)
    ]
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": documents}
    return json.dumps(notebook).encode()
