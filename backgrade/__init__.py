"""Backgrade in a notebook: `backgrade.check(Value)` and `%%backgrade` grade the class that it defines."""

from typing import TYPE_CHECKING

from backgrade._check import OtherClassGraded, check
from backgrade._result import Feedback, NotebookFinding
from backgrade._source import SourceNotFound

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = [
    "Feedback",
    "NotebookFinding",
    "OtherClassGraded",
    "SourceNotFound",
    "check",
    "load_ipython_extension",
]


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """Add the magics `%backgrade` and `%%backgrade` to a notebook: `%load_ext backgrade`."""
    from backgrade._magics import NAME, NotebookMagic

    shell.register_magic_function(NotebookMagic(shell).graded, "line_cell", NAME)
