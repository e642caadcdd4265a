"""The option that says what is graded: the same for a file and for a package."""

import argparse

from api.i18n import gettext as _
from submissions.courses.assignments.hints import DEFAULT, Rung


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
