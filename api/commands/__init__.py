"""The commands, one a file. Found by file name, `_` for `-`; a new command is a new file here."""

import argparse
import importlib
import pkgutil
from typing import Protocol

from api.words import Message


class Command(Protocol):
    """The names that a module here has."""

    HELP: str
    """A sentence that says what the command does, marked for translation."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command. Runs for every command: nothing slow in here."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command, and return its exit status. Raises `CommandFailed` if it cannot be done."""


class CommandFailed(Exception):
    """a command cannot do what was asked; nothing was changed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.seen)
        self.message = message


def names() -> list[str]:
    """Return the names of all commands."""
    found = [module.name for module in pkgutil.iter_modules(__path__)]
    return [name.replace("_", "-") for name in found if not name.startswith("_")]


def load(name: str) -> Command:
    """The command of that name."""
    module: Command = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return module
