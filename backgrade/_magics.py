"""`%backgrade Value` and `%%backgrade`: the report below a cell of a notebook."""

import os
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from IPython.core.error import UsageError

from backgrade._check import CheckOptions, feedback, locked_report, unlocked_report
from backgrade._result import Feedback
from backgrade._source import SourceNotFound, classes_in, is_of_notebook, source_of, source_of_notebook

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from grader.report import Report
    from grader.sandbox.plays import Source

NAME = "backgrade"
_OPERATORS = frozenset({"__add__", "__mul__"})
"""The methods by which a class of nodes differs from classes of neurons."""


class NotebookMagic:
    """The magic of one notebook."""

    def __init__(self, shell: "InteractiveShell") -> None:
        self._shell = shell
        self._has_warned = False

    def graded(self, line: str, cell: str | None = None) -> Feedback | None:
        """Grade a class of this notebook, and show the report.

        `%backgrade Value` grades a class of a cell above. `%%backgrade`, as the first line of a cell, runs
        the cell and grades the class that it defines. Behind both may stand the name of the class, if the
        notebook has several, and:

            --stage STAGE   what to grade, for example core
            --hints N       how much the report says, from 0 to 4
            --lang CODE     the language of the report: en or es
        """
        from api.i18n import of_environment, speaking

        given = _given(line)
        with speaking(given.lang or of_environment(os.environ)):
            options = _options(given)
            if cell is None:
                return self._graded(self._source(given.name), options, is_own=self._is_own(given.name))
            return self._graded_cell(f"%%{NAME} {line}".rstrip(), cell, options)

    def _graded_cell(self, first: str, cell: str, options: CheckOptions) -> Feedback | None:
        """Run a cell below its first line, and grade; without a report if it defined nothing."""
        from api.words.notebook import of_other_cells

        names = classes_in(cell)
        before = {name: self._shell.user_ns.get(name) for name in names}
        # The first line stays, as a comment: errors are at the lines that the cell shows.
        ran = self._shell.run_cell(f"# {first}\n{cell}")
        made = [name for name in names if self._shell.user_ns.get(name) is not before[name]]
        failed = ran.error_in_exec
        if ran.error_before_exec or isinstance(failed, KeyboardInterrupt) or (failed and names and not made):
            return None  # nothing was defined, as Jupyter has said
        notice = "" if names else of_other_cells()
        source = source_of_notebook(f"{first}\n{cell}")
        return self._graded(source, options, is_own=True, made=made, notice=notice)

    def _source(self, name: str) -> "Source":
        """Return the source of a class that the notebook knows by this name; of all its cells without one."""
        from api.words.notebook import not_a_class

        if not name:
            return source_of_notebook()
        cls = self._shell.user_ns.get(name)
        if not isinstance(cls, type):
            raise UsageError(not_a_class(name))
        try:
            return source_of(cls)
        except SourceNotFound as error:
            raise UsageError(str(error)) from None

    def _is_own(self, name: str) -> bool:
        return not name or is_of_notebook(self._shell.user_ns[name])

    def _graded(
        self,
        source: "Source",
        options: CheckOptions,
        *,
        is_own: bool,
        made: Sequence[str] = (),
        notice: str = "",
    ) -> Feedback:
        """Return the grade; of one of the classes that the cell has made, where one of them computes."""
        report, warning = self._report(source, options, is_own=is_own)
        computing = [name for name in made if _computes(self._shell.user_ns[name])]
        is_other = report.found is not None and report.found.name not in made
        if is_other and len(computing) == 1 and not options.suites.class_name:
            options = options.naming(computing[0])
            report = self._report(source, options, is_own=is_own)[0]
        notices = (warning, notice if report.found is not None else "")
        return feedback(report, source, options, " ".join(filter(None, notices)))

    def _report(self, source: "Source", options: CheckOptions, *, is_own: bool) -> tuple["Report", str]:
        """Return the report, and a warning where there was no sandbox for the first time.

        Without a sandbox, only one's own class is graded, which this kernel has run anyway.
        """
        from api.words.notebook import only_own_class, without_sandbox
        from grader.errors import SandboxUnavailable, SelfTestFailed
        from grader.sandbox.level import Level

        try:
            return locked_report(source, options, Level.FILTERED), ""
        except (SandboxUnavailable, SelfTestFailed):
            if not is_own:
                raise UsageError(only_own_class(options.suites.class_name)) from None
        warning, self._has_warned = "" if self._has_warned else without_sandbox(), True
        return unlocked_report(source, options), warning


def _computes(thing: object) -> bool:
    return isinstance(thing, type) and not _OPERATORS.isdisjoint(vars(thing))


class _Parser(ArgumentParser):
    """A parser that leaves the kernel alive."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the options."""
        raise UsageError(message)


def _given(line: str) -> Namespace:
    parser = _Parser(prog=f"%{NAME}", add_help=False)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--stage", default="full")
    parser.add_argument("--hints", default="3")
    parser.add_argument("--lang")
    return parser.parse_args(shlex.split(line))


def _options(given: Namespace) -> CheckOptions:
    """Return what the options of a magic ask for.

    Raises `UsageError` if they name a stage or a level of hints that does not exist.
    """
    from api.i18n import listed
    from api.words.notebook import no_such_hints, no_such_stage
    from grader.assignment import CHOICES

    if given.stage not in CHOICES:
        raise UsageError(no_such_stage(given.stage, listed(list(CHOICES), either=True)))
    try:
        hints = int(given.hints)
        return CheckOptions.of(stage=given.stage, hints=hints, lang=given.lang, class_name=given.name)
    except ValueError:
        raise UsageError(no_such_hints(given.hints)) from None
