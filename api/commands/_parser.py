"""The grammar of the command line: every command with its options."""

import argparse

from api import commands
from api.i18n import gettext as _
from api.terminal.console import out


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands in the reader's language; for a `wanted` one, of that alone.

    Others need not be imported to read its options.
    """
    whole = argparse.ArgumentParser(
        prog="backgrade", description=_("An autograder for backprop assignments.")
    )
    whole.add_argument("--version", action=_Version, nargs=0, help=_("Show the version and exit."))
    added = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    names = commands.names()
    for name in [wanted] if wanted in names else names:
        command = commands.load(name)
        text = _(command.HELP)
        command.add_arguments(added.add_parser(name, help=text, description=text))
    return whole


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        from importlib.metadata import version

        out(f"backgrade {version('backgrade')}\n")
        parser.exit()
