"""Arguments that several commands take alike."""

import argparse
from collections.abc import Callable

from api.i18n import gettext as _


def whole_number(most: int, message: str) -> Callable[[str], int]:
    """Return what reads a whole number from 1 to `most`; the message asks for one."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() else 0
        if not 0 < number <= most:
            raise argparse.ArgumentTypeError(_(message, most=most))
        return number

    return read


def add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    argument: str,
    meaning: str,
    name: str,
    text: str,
) -> argparse.ArgumentParser:
    """Add an action that is about the one thing that its argument names."""
    parser = actions.add_parser(name, help=text, description=text)
    parser.add_argument(argument, metavar=argument.upper(), help=meaning)
    return parser
