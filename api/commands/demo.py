"""Makes a term to look at: a course with six assignments, and a class whose files the engine graded.

Exit status: 0 if it was made, 2 if not.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from api.commands._arguments import whole_number
from api.i18n import N_, gettext as _
from api.terminal.console import out, warn
from api.terminal.invocation import command
from api.terminal.progress import GradingPace

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from submissions.operating.term.make import Examiner, MadeTerm
    from submissions.operating.term.talk import Visit

HELP = N_("Make a demo term: a course, a class, and submissions with their results.")
_USUAL_STUDENTS, _MOST_STUDENTS = 60, 5000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How large the class is, and where its results come from."""
    parser.add_argument(
        "--students",
        type=whole_number(_MOST_STUDENTS, N_("enter a number of students from 1 to {most}")),
        default=_USUAL_STUDENTS,
        metavar="N",
        help=_(
            "The number of students (default: %(default)s). A class of more than %(default)s repeats their "
            "work under other names."
        ),
    )
    parser.add_argument(
        "--grade",
        action="store_true",
        help=_("Grade all files on this machine instead of using the results that Backgrade comes with."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Make a demo course, and print links that sign in its instructor, an assistant and some students."""
    from api.web.origin import served
    from api.words.term import term_texts
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database
    from submissions.operating.term import make

    settings, now = read_settings(), utc_now()
    with offline_database(settings) as database, _examiner(is_asked=arguments.grade) as examiner:
        made = make.make(database, term_texts(), arguments.students, now=now, examiner=examiner)
        with database.begin() as session:
            links = "\n".join(_links(session, served(settings), made, now))
    out(
        _(
            "The demo term is ready: {students} students, {submissions} submissions of {files} files.\n"
            "The first link of each person signs you in once. The second one is the page to look at:\n\n"
            "{links}\n\n"
            "Both need the service. If it does not run yet, start it with the same settings:\n\n"
            "    {serve}\n",
            students=made.students,
            submissions=made.submissions,
            files=made.files,
            links=links,
            serve=f"{command()} serve",
        )
    )
    return 0


@contextmanager
def _examiner(*, is_asked: bool) -> Iterator["Examiner | None"]:
    """Yield what grades all files again, if that is asked for."""
    if not is_asked:
        yield None
        return
    from api.process.sandboxes import started
    from grader.sandbox.limits import Pooling
    from submissions.grading.work.task import Grader
    from submissions.operating.term.make import Examiner

    threads = os.cpu_count() or 1
    chosen = started(os.environ, Pooling(size=threads + 1), threads=threads)
    with closing(chosen.sandbox):
        yield Examiner(Grader.using(chosen.sandbox), threads, _progress())


def _links(session: "Session", address: str, made: "MadeTerm", now: datetime) -> Iterator[str]:
    """Yield a link that signs in, and a page to look at, for each person whose pages are worth a look."""
    from submissions.people.access import audit, sign_in_links

    course = f"/teach/courses/{made.course_id}"
    people = [
        (made.instructor_id, _("the instructor"), course),
        (made.assistant_id, _("an assistant"), f"{course}/watch"),
        *((each.person_id, _visit(each), f"/submissions/{each.submission_id}") for each in made.visits),
    ]
    for person_id, why, page in people:
        audit.record(session, None, "link-made", about=person_id, now=now)
        secret = sign_in_links.create(session, person_id, now=now)
        yield f"    {why}\n      {address}/sign-in/{secret}\n      {address}{page}"


def _visit(visit: "Visit") -> str:
    """Why the pages of a student are worth a look."""
    from api.words.finding import cause
    from submissions.operating.term.talk import VisitReason

    name, where = visit.name, visit.assignment
    if visit.reason is VisitReason.STUCK:
        return _(
            '{name}, stuck in "{assignment}" for {attempts} attempts: {cause}',
            name=name, assignment=where, attempts=visit.attempts, cause=cause(visit.cause),
        )  # fmt: skip
    if visit.reason is VisitReason.ASKS:
        return _('{name}, who asks for a regrade of "{assignment}"', name=name, assignment=where)
    return _('{name}, who has a comment at a line of "{assignment}"', name=name, assignment=where)


def _progress() -> Callable[[int, int], None]:
    """Return what reports every few seconds, on standard error, the files graded and the time left."""
    pace = GradingPace()

    def turn(done: int, total: int) -> None:
        pace.reached(done, total)
        if done == total:
            warn(_("All {total} files are graded. They are stored now.", total=total))

    return turn
