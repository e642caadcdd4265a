"""Grades files and prints the reports.

Exit status: 0 if every point was earned, 1 if not, 2 if a file could not be graded. With a format for another
system, 0 for every grade and 2 if Backgrade failed.
"""

import argparse
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import PurePath
from typing import TYPE_CHECKING

from api.commands._arguments import add_hints, add_stage
from api.i18n import N_, gettext as _
from api.terminal.console import tell, wants_color
from api.words import Message
from grader.records import Frozen, replace
from submissions.courses.assignments.hints import Rung

STANDARD_OUTPUT = "-"


class Option(Frozen):
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


class Destination(Frozen):
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

    Raises `SystemExit` if two would go to standard output.
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


if TYPE_CHECKING:
    from api.terminal.grading import GradedFiles
    from grader.sandbox.choice import Chosen

HELP = N_("Grade files and print the reports.")

_FAILED = 2
_GARBAGE = 100_000
"""Objects that are made before garbage is looked for: imports make many, and hardly any garbage."""
_WARM = 2
"""Containers that are kept ready: the next while one works."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Files, what to grade them on, and where the results go."""
    from grader.sandbox.level import Level

    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help=_("A .py file, a notebook, or a folder of them."))
    _add_conditions(parser)
    add_options(parser)
    add_hints(
        parser,
        _(
            "How much the report says: 0 only which suites passed, 1 also the symptom, 2 also the place, "
            "3 also the cause, 4 also the repair (default: %(default)d)."
        ),
    )
    add(
        "--lang",
        type=_language,
        metavar="CODE",
        help=_(
            "The language of the report, as a code: en or es (default: from LC_ALL, LC_MESSAGES or LANG)."
        ),
    )
    add(
        "--sandbox-level",
        choices=tuple(map(str, Level)),
        metavar="LEVEL",
        default=Level.TRUSTED,
        help=_(
            "Grade only in a sandbox of this level or a stronger one: {levels}.",
            levels=", ".join(sorted(Level)),
        ),
    )
    add(
        "--trust-this-file",
        action="store_true",
        help=_("Run without a sandbox. Use this only for your own files."),
    )
    add("--no-color", action="store_true", help=_("Print without colours."))
    parser.set_defaults(refuse=parser.error)


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    """Add how a file is graded: by which suites, for which gradients, which class, and on which inputs."""
    from grader.assignment import GradientPolicy

    add_stage(parser)
    add = parser.add_argument
    add(
        "--gradients",
        choices=tuple(map(str, GradientPolicy)),
        default=str(GradientPolicy.BACKPROPAGATION),
        help=_("Which gradients earn all points: those of backpropagation, or any (default: %(default)s)."),
    )
    add(
        "--class",
        dest="class_name",
        metavar="NAME",
        default="",
        help=_("The class to grade, where a file has several (default: the likeliest)."),
    )
    add(
        "--seed",
        type=_seed,
        metavar="N",
        help=_("The seed of the generic inputs (default: computed from the file)."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Grade every file, then write every format that was asked for."""
    gc.set_threshold(_GARBAGE)
    from api.i18n import of_environment, speaking

    with speaking(arguments.lang or of_environment(os.environ)):
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    destinations = asked_for(arguments)
    if arguments.all_formats is not None and not _has_folder(arguments.all_formats):
        return _FAILED
    from submissions.grading.intake.folder import every_file

    arguments.files = every_file(arguments.files)
    locked = not arguments.trust_this_file
    if not locked:
        from api.words.report import no_sandbox

        tell(no_sandbox(), "warning")
    chosen = _started_sandbox(arguments.files, locked=locked)
    with closing(chosen.sandbox):
        graded = _graded(arguments, chosen)
    for outcome in graded.failures:
        tell(outcome.why, outcome.name)
    color = wants_color(sys.stdout) and not arguments.no_color
    reached = _delivered(graded, destinations, color=color, hints=Rung(arguments.hints))
    if not reached or graded.failed_ourselves:
        return _FAILED
    return 0 if any(destination.is_target for destination in destinations) else graded.status


def _seed(text: str) -> int:
    """A whole number; also as a report has it, after 0x."""
    try:
        return int(text, 0)
    except ValueError:
        message = _("{text} is not a whole number", text=repr(text))
        raise argparse.ArgumentTypeError(message) from None


def _language(text: str) -> str:
    """A language that has a catalogue."""
    from api.i18n import LANGUAGES

    if text in LANGUAGES:
        return text
    message = _("Backgrade has no language {code!r}. Choose one of {known}.").format(
        code=text, known=", ".join(LANGUAGES)
    )
    raise argparse.ArgumentTypeError(message)


def _has_folder(path: str) -> bool:
    from api.terminal import delivery

    return delivery.make_folder(path)


def _started_sandbox(files: list[str], *, locked: bool) -> "Chosen":
    """The sandbox; it gets ready for the first file in the background, while the rest is imported."""
    from api.process.sandboxes import started
    from grader.sandbox.choice import Chosen
    from grader.sandbox.embedded import Embedded
    from grader.sandbox.imports import imports_of_file
    from grader.sandbox.limits import Pooling

    imports = imports_of_file(files[0])
    if locked:
        return started(os.environ, Pooling(size=min(len(files), _WARM)), imports=imports)
    sandbox = Embedded(locked=False)
    sandbox.warm_up(imports)
    return Chosen(sandbox)


def _graded(arguments: argparse.Namespace, chosen: "Chosen") -> "GradedFiles":
    import api.terminal.delivery  # noqa: F401 - used later, and there is time now: the sandbox gets ready
    from api.process.sandboxes import announce, require_level
    from api.terminal.grading import grade_files
    from grader.assignment import GradientPolicy, assignment
    from grader.grade import prepare
    from grader.sandbox.level import Level

    asked = replace(
        assignment(arguments.stage),
        gradients=GradientPolicy(arguments.gradients),
        class_name=arguments.class_name,
    )
    prepare(asked)
    if not arguments.trust_this_file:
        announce(chosen, os.environ)
    require_level(chosen.sandbox.level, Level(arguments.sandbox_level))
    return grade_files(arguments.files, asked, chosen.sandbox, seed=arguments.seed)


def _delivered(graded: "GradedFiles", destinations: list[Destination], *, color: bool, hints: Rung) -> bool:
    """Whether every format reached its place. Those that could not are told."""
    reached = [_reached(graded, destination, color=color, hints=hints) for destination in destinations]
    return all(reached)


def _reached(graded: "GradedFiles", destination: Destination, *, color: bool, hints: Rung) -> bool:
    from api.terminal import delivery

    if destination.is_target and graded.failed_ourselves:
        tell(
            Message(
                _("Nothing was written to {path}, because Backgrade failed.", path=destination.path),
                _("A result would cost the student points. Grade the file again."),
            )
        )
        return False
    if destination.is_printed:
        return delivery.print_format(destination.format, graded, color=color, hints=hints)
    return delivery.write_format(destination.format, destination.path, graded, hints=hints)
