"""Prints a script with which a shell completes the words of our commands.

Exit status: 0.
"""

import argparse

from api.i18n import N_, gettext as _
from api.terminal.console import out

HELP = N_("Print a script that completes commands, options and files in a shell.")

_SHELLS = ("bash", "fish", "zsh")
_FILES = frozenset({"FILE", "PATH", "WHEEL"})
_FOLDERS = frozenset({"DIR", "FOLDER"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the shell."""
    parser.add_argument("shell", choices=_SHELLS, help=_("The shell that reads the script."))


def run(arguments: argparse.Namespace) -> int:
    """Print the script for the shell."""
    import shtab

    from api.commands._parser import parser

    whole = parser()
    _complete_paths(whole)
    out(shtab.complete(whole, shell=arguments.shell) + "\n")
    return 0


def _complete_paths(parser: argparse.ArgumentParser) -> None:
    """Have the arguments that name files and folders, here and in commands below, completed as such."""
    import shtab

    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to list them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for below in action.choices.values():
                _complete_paths(below)
        elif action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined] # where shtab looks for it
        elif action.metavar in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
