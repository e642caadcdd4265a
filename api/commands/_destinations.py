"""Where `backgrade check` writes its results: an option for each format."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from api.i18n import N_
from api.i18n import gettext as _

STANDARD_OUTPUT = "-"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the name of a format."""

    help: str
    suffix: str = "json"
    printed: bool = False
    """A flag: it is printed, never written to a file."""
    target: bool = False
    """A flag: a system takes the grade from what is written. There, an exit status other than 0 says that
    grading failed: it is 0 for every grade, and nothing is written for a failure of ours, since any result
    would cost the student points."""


OPTIONS = {
    "json": Option(N_("Print the reports as JSON and nothing else."), printed=True),
    "junit": Option(N_("Write JUnit XML to this file. - is standard output."), "xml"),
    "html": Option(N_("Write a web page to this file. - is standard output."), "html"),
    "markdown": Option(N_("Write Markdown to this file, for a summary or a comment."), "md"),
    "github": Option(
        N_("Print commands of GitHub Actions, which mark the lines of the causes."), "txt", printed=True
    ),
    "gradescope": Option(N_("Write `results.json` of Gradescope to this file."), target=True),
    "prairielearn": Option(N_("Write `results.json` of PrairieLearn to this file."), target=True),
    "dodona": Option(N_("Write what a judge of Dodona prints to this file."), "jsonl", target=True),
    "autolab": Option(N_("Write what an autograder of Autolab prints to this file."), "txt", target=True),
    "check50": Option(N_("Write results of check50 as JSON to this file."), target=True),
    "classroom50": Option(N_("Write `result.json` of Classroom 50 to this file."), target=True),
}
"""The options by format. To add one, add a row here and a file in `api/formats`."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A format, and where it goes."""

    format: str
    path: str = STANDARD_OUTPUT
    is_target: bool = False
    """Whether a system takes the grade from it."""

    @property
    def is_printed(self) -> bool:
        """Whether it goes to standard output."""
        return self.path == STANDARD_OUTPUT


def add_options(parser: argparse.ArgumentParser) -> None:
    """One for each format."""
    for name, option in OPTIONS.items():
        if option.printed:
            parser.add_argument(f"--{name}", action="store_const", const=STANDARD_OUTPUT, help=_(option.help))
        else:
            parser.add_argument(f"--{name}", metavar="PATH", help=_(option.help))
    parser.add_argument(
        "--all-formats", metavar="DIR", help=_("Write every format to this folder, to compare them.")
    )


def asked_for(arguments: argparse.Namespace) -> list[Destination]:
    """Files first: they are not lost where a pipe breaks. Then what is printed, by default the terminal's.

    Raises:
        SystemExit: if two would go to standard output.
    """
    asked = [
        Destination(name, path, is_target=option.target)
        for name, option in OPTIONS.items()
        if (path := getattr(arguments, name)) is not None
    ]
    if arguments.all_formats is not None:
        asked += _every(arguments.all_formats)
    printed = [each for each in asked if each.is_printed]
    if len(printed) > 1:
        options = ", ".join(_options(printed))
        arguments.refuse(_("only one of these can go to standard output: {options}", options=options))
    return [*(each for each in asked if not each.is_printed), *(printed or [Destination("terminal")])]


def _every(folder: str) -> Iterator[Destination]:
    for name, option in OPTIONS.items():
        yield Destination(name, str(PurePath(folder, f"{name}.{option.suffix}")))


def _options(destinations: Sequence[Destination]) -> Iterator[str]:
    for destination in destinations:
        flag = f"--{destination.format}"
        yield flag if OPTIONS[destination.format].printed else f"{flag} {STANDARD_OUTPUT}"
