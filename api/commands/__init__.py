"""The commands, one a file. Found by file name; a new command is a new file here."""

import argparse
import importlib
import pkgutil
from typing import Protocol


class Command(Protocol):
    """What a module here has. The first line of its docstring is its help."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what can be given on the command line. Runs for every command: nothing slow in here."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it; the exit status."""


def names() -> list[str]:
    """Every command there is."""
    return [module.name for module in pkgutil.iter_modules(__path__)]


def load(name: str) -> Command:
    """The command of that name."""
    module: Command = importlib.import_module(f"{__name__}.{name}")
    return module
