"""The option that says what is graded: the same for a file and for a package."""

import argparse

from api.i18n import gettext as _


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
