"""Submits a file to a Backgrade service and prints its report.

The address of the service and the token come from BACKGRADE_SERVER and BACKGRADE_TOKEN, or from a file.
Exit status: 0 if every point was earned, 1 if not, 2 if the file was not submitted or not graded.
"""

import argparse
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from api.commands import CommandFailed
from api.i18n import N_, gettext as _, ngettext
from api.terminal.console import out, wants_color, warn, width
from api.words import Message

if TYPE_CHECKING:
    from api.terminal.remote import Remote

HELP = N_(
    "Submit a file to the Backgrade service at BACKGRADE_SERVER, with the token BACKGRADE_TOKEN, and print "
    "the report."
)

_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_UNFINISHED = frozenset({"queued", "grading"})
_FAILED = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to submit, where, and how long to wait."""
    parser.add_argument("file", type=Path, metavar="FILE", help=_("A .py file or a notebook."))
    parser.add_argument(
        "--assignment",
        required=True,
        metavar="ID",
        help=_("The assignment: its id, or the address of its page."),
    )
    parser.add_argument(
        "--class",
        dest="class_name",
        metavar="NAME",
        default="",
        help=_("The class to grade, where a file has several (default: the likeliest)."),
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help=_("Submit alone, where students form groups and you are in none. You cannot join one later."),
    )
    parser.add_argument(
        "--timeout",
        type=int,
        default=600,
        metavar="SECONDS",
        help=_("How long to wait for the report; 0 does not wait (default: %(default)s)."),
    )
    parser.add_argument("--no-color", action="store_true", help=_("Print without colours."))


def run(arguments: argparse.Namespace) -> int:
    """Submit a file, wait until it is graded, and print the result."""
    from api.terminal.remote import RemoteFailed, remote

    try:
        content = arguments.file.read_bytes()
    except OSError as error:
        seen = _(
            "{file} cannot be read: {error}.", file=str(arguments.file), error=error.strerror or str(error)
        )
        raise CommandFailed(Message(seen)) from None
    assignment = _assignment_id(arguments.assignment)
    try:
        service = remote(os.environ, arguments.assignment)
        name, class_name = arguments.file.name, arguments.class_name
        submission = service.submit(assignment, name, content, class_name=class_name, alone=arguments.alone)
        warn(_("Submitted: {address}", address=f"{service.server}/submissions/{submission['id']}"))
        if not arguments.timeout:
            return 0
        finished = _waited(service, submission, arguments.timeout)
        return _reported(service, finished, arguments, content)
    except RemoteFailed as error:
        raise CommandFailed(error.message) from None


def _assignment_id(given: str) -> str:
    """Return the id of an assignment from the id itself, or from the address of its page."""
    found = _ID.search(given)
    if found is None:
        raise CommandFailed(
            Message(
                _("{given} is not an assignment.", given=given),
                _("Copy the address of the assignment's page, or the id in it."),
            )
        )
    return found[0].lower()


def _waited(service: "Remote", submission: dict[str, Any], seconds: int) -> dict[str, Any]:
    """The submission once it is graded; each change of its place in the queue is printed."""
    deadline, told, pause = time.monotonic() + seconds, "", 1.0
    while submission["state"] in _UNFINISHED:
        if time.monotonic() >= deadline:
            raise CommandFailed(
                Message(
                    _("The report is not ready yet. Your file was submitted."),
                    _("Open the address above later, or wait longer with --timeout."),
                )
            )
        text = _progress(submission)
        if text != told:
            warn(text)
            told = text
        time.sleep(min(pause, max(0.0, deadline - time.monotonic())))
        submission, pause = service.submission(submission["id"])
    return submission


def _progress(submission: dict[str, Any]) -> str:
    ahead = submission.get("ahead")
    if submission["state"] == "grading" or not isinstance(ahead, int):
        return _("Grading …")
    if not ahead:
        return _("Waiting: you are next.")
    return ngettext("Waiting: {n} file is ahead.", "Waiting: {n} files are ahead.", ahead)


def _reported(
    service: "Remote", submission: dict[str, Any], arguments: argparse.Namespace, content: bytes
) -> int:
    """Print the report, if it can be seen; the exit status."""
    if submission["state"] == "internal_error":
        raise CommandFailed(
            Message(
                _("Backgrade could not grade this file. It uses no attempt and costs no points."),
                _("The course staff can see the error and grade the file again."),
            )
        )
    if submission["state"] == "withdrawn":
        warn(_("The submission was withdrawn."))
        return _FAILED
    if submission.get("result") is None and submission.get("result_shown_from"):
        warn(_("Results are shown from {time} on.", time=submission["result_shown_from"]))
        return 0
    report = service.get(f"/submissions/{submission['id']}/report")
    return _printed(report, _score(submission), arguments, content)


def _score(submission: dict[str, Any]) -> str:
    """The points in the assignment, as the page says them; empty where the service does not."""
    from api.words.points import points

    match submission.get("result"):
        case {
            "points": float() | int() as left,
            "earned": float() | int() as earned,
            "possible": float() | int() as possible,
        }:
            each = {"earned": points(earned), "possible": points(possible)}
            text = ngettext(
                "{earned} of {possible} point",
                "{earned} of {possible} points",
                1 if possible == 1 else 2,
                **each,
            )
            if left == earned:
                return text
            late = _(
                "With the late penalty, {left} points remain of {earned}.",
                left=points(left),
                earned=points(earned),
            )
            return f"{text}. {late}"
    return ""


def _printed(answer: bytes, score: str, arguments: argparse.Namespace, content: bytes) -> int:
    from api.formats import terminal
    from api.terminal.remote import document
    from grader.records import UnreadableRecord, from_data
    from grader.report import Report
    from submissions.courses.assignments.hints import Rung

    try:
        report = from_data(Report, document(answer))
    except UnreadableRecord:
        raise CommandFailed(
            Message(
                _("This version of Backgrade cannot read the report of the service."),
                _("Install the version of the service, or open the address above."),
            )
        ) from None
    color = wants_color(sys.stdout) and not arguments.no_color
    sources, columns = {arguments.file.name: content}, width(sys.stdout)
    out(terminal.render([report], sources, color=color, width=columns, hints=max(Rung), score=score))
    return 0 if report.passed else 1
