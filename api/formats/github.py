"""GitHub Actions: commands that the runner shows beside the lines of the files.

Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from collections.abc import Iterator, Mapping, Sequence

from api.formats._rows import Listing, listings
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung

_MOST = 10
"""The number of errors that the runner shows in one step."""
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """An error for each cause, or for each file without one; a notice with the points of each file."""
    listed = listings(outcomes, sources, hints)
    return "".join(f"{command}\n" for each in listed for command in _file(each))


def _file(listed: Listing) -> Iterator[str]:
    for annotation in listed.annotations[:_MOST]:
        where = annotation.where
        line = where.line if where is not None and where.cell is None else None
        yield _command("error", annotation.title, annotation.text or annotation.title, listed.name, line)
    if listed.unreadable:
        yield _command("error", listed.headline, listed.unreadable, listed.name)
    elif not listed.annotations and not listed.passed:
        yield _command("error", listed.headline, _failed(listed) or listed.text, listed.name)
    yield _command("notice", "Backgrade", listed.headline, listed.name)


def _failed(listed: Listing) -> str:
    """Return what is known of the failed suites for which no cause was found."""
    failed = (row for row in listed.rows if row.verdict is Verdict.FAILED)
    return "\n".join(f"{row.title}\n{row.text}".rstrip() for row in failed)


def _command(kind: str, title: str, text: str, file: str, line: int | None = None) -> str:
    properties = {"file": file, "line": "" if line is None else f"{line}", "title": title}
    given = ",".join(f"{name}={_escaped(value, _PROPERTY)}" for name, value in properties.items() if value)
    return f"::{kind} {given}::{_escaped(text, _DATA)}"


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    """Escape line breaks and signs, so that nothing a student wrote can be a command of its own."""
    return "".join(signs.get(sign, sign) for sign in text)
