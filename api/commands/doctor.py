"""Try every property of the sandbox on this machine, and say what holds.

Exit status: 0 if all are proven, 1 if one is not, 2 if there is no sandbox.
"""

import argparse
import platform
from contextlib import closing
from typing import TYPE_CHECKING

from api.console import out, tell

if TYPE_CHECKING:
    from grader.sandbox.embedded import Embedded

_NOT_PROVEN = 1


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Nothing can be chosen."""


def run(_: argparse.Namespace) -> int:
    """Print what is installed, then each property."""
    from api.words.en.failure import failure
    from grader.errors import SelfTestFailed
    from grader.sandbox.embedded import Embedded

    _print_facts(python=platform.python_version(), kernel=_kernel(), numpy=_numpy())
    with closing(Embedded()) as sandbox:
        try:
            return _proven(sandbox)
        except SelfTestFailed as error:
            tell(failure(error))
            return _NOT_PROVEN


def _proven(sandbox: "Embedded") -> int:
    from api.words.en import sandbox as words
    from api.words.en.report import LEVELS

    proven = sandbox.prove()
    _print_facts(sandbox=LEVELS[sandbox.level])
    out("\n")
    for id_, holds in proven.items():
        mark, word = ("✓", words.PROVEN) if holds else ("✗", words.NOT_PROVEN)
        out(f"{mark} {word:<10}  {words.property_words(id_)}\n")
    return 0 if proven and all(proven.values()) else _NOT_PROVEN


def _print_facts(**facts: str) -> None:
    for name, value in facts.items():
        out(f"{name:<7}  {value}\n")


def _kernel() -> str:
    return f"{platform.system()} {platform.release()} ({platform.machine()})"


def _numpy() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("numpy")
    except PackageNotFoundError:
        return "not installed"
