"""Makes a term to look at: a course with six assignments, and a class whose files are really graded.

Exit status: 0 if it was made, 2 if not.
"""

import argparse
import os
from contextlib import closing

from api.i18n import N_
from api.i18n import gettext as _
from api.terminal.console import out, warn

HELP = N_("Make a demo term: a course, a class, and submissions that are really graded.")
_USUAL_STUDENTS, _MOST_STUDENTS = 60, 5000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How large the class is, and which one."""
    parser.add_argument(
        "--students",
        type=_students,
        default=_USUAL_STUDENTS,
        metavar="N",
        help=_("The number of students (default: %(default)s)."),
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help=_("The seed: a different number makes a different class (default: %(default)s)."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Make it, and print a link that signs its instructor in."""
    from api.process.sandboxes import started
    from api.web.origin import served
    from api.words.term import term_texts
    from grader.sandbox.limits import Pooling
    from submissions.access import audit, sign_in_links
    from submissions.operating import term
    from submissions.operating.offline_database import offline_database
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.work.task import Grader

    settings, now = read_settings(), utc_now()
    threads = settings.workers or 1
    with offline_database(settings) as database:
        chosen = started(os.environ, Pooling(size=threads + 1), threads=threads)
        with closing(chosen.sandbox):
            maker = term.Maker(database, Grader.using(chosen.sandbox), threads, _say)
            made = term.make(maker, term_texts(), arguments.students, arguments.seed, now=now)
        with database.begin() as session:
            audit.record(session, "link-made", actor=None, subject_id=made.instructor_id, now=now)
            secret = sign_in_links.create(session, made.instructor_id, now=now)
    out(
        _(
            "The demo term is ready: {students} students, {submissions} submissions, {files} files graded.\n"
            "This link signs you in once as its instructor, while `backgrade serve` runs at its address:\n\n"
            "    {link}\n\n",
            students=made.students,
            submissions=made.submissions,
            files=made.files,
            link=f"{served(settings)}/sign-in/{secret}",
        )
    )
    return 0


def _say(title: str, done: int, total: int) -> None:
    """Say on standard error how many files of an assignment are graded."""
    if done % _EVERY == 0 or done == total:
        warn(_("{title}: {done} of {total} files are graded", title=title, done=done, total=total))


_EVERY = 20


def _students(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 0 < number <= _MOST_STUDENTS:
        message = _("enter a number of students from 1 to {most}", most=_MOST_STUDENTS)
        raise argparse.ArgumentTypeError(message)
    return number
