"""Arguments that several commands take alike, among them what is graded."""

import argparse
from collections.abc import Callable

from api.i18n import gettext as _
from submissions.courses.assignments.hints import DEFAULT, Rung


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


def add_stage(parser: argparse.ArgumentParser) -> None:
    """The stage of suites, by default the usual one."""
    from grader.assignment import CHOICES

    parser.add_argument(
        "--stage",
        choices=tuple(CHOICES),
        metavar="STAGE",
        default="full",
        help=_("What to grade: {stages} (default: %(default)s).", stages=", ".join(CHOICES)),
    )


def add_hints(parser: argparse.ArgumentParser, explained: str) -> None:
    """How much the reports say."""
    rungs = tuple(map(int, Rung))
    parser.add_argument("--hints", type=int, choices=rungs, metavar="N", default=DEFAULT, help=explained)
