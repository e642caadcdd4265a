"""Writes a course to a file, and makes a course from one: settings and assignments, no people.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
from pathlib import Path
from uuid import UUID

from api.commands import CommandFailed
from api.i18n import N_, gettext as _
from api.terminal.console import out
from api.words import Message

HELP = N_("Export a course to a file, or import one: settings and assignments, without people.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done, with which course and file."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    text = _("Write a course to a file.")
    export = actions.add_parser("export", help=text, description=text)
    export.add_argument(
        "course", type=_id, metavar="COURSE", help=_("The id of the course, from its address.")
    )
    export.add_argument("--out", type=Path, required=True, metavar="FILE", help=_("The file to write."))
    text = _("Make a course from a file. Its assignments are drafts.")
    import_ = actions.add_parser("import", help=text, description=text)
    import_.add_argument("file", type=Path, metavar="FILE", help=_("The file of a course."))
    import_.add_argument("--owner", required=True, metavar="LOGIN", help=_("The login of its owner."))


def run(arguments: argparse.Namespace) -> int:
    """Carry out the action in one transaction, and print the result."""
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database
    from submissions.people.access import accounts
    from submissions.people.access.policy import Caller
    from submissions.tables.identity import new_id
    from submissions.teaching.terms import course_file

    with offline_database(read_settings()) as database, database.begin() as session:
        if arguments.action == "export":
            operator = Caller(new_id(), operator=True)  # who can read the database can read it all
            _write(arguments.out, course_file.export(session, operator, arguments.course))
            out(_("The course is in {file}.", file=str(arguments.out)) + "\n")
            return 0
        owner = accounts.of_login(session, arguments.owner)
        made = course_file.import_(
            session, Caller(owner.id, operator=True), _read_file(arguments.file), now=utc_now()
        )
        out(_("The course is at /teach/courses/{id}.", id=made.id) + "\n")
    return 0


def _read_file(path: Path) -> bytes:
    from submissions.teaching.terms.course_file import MOST_BYTES

    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        seen = _("Cannot read {file}: {reason}.", file=str(path), reason=error.strerror or "")
        raise CommandFailed(Message(seen, _("Name a file that `backgrade course export` wrote."))) from None


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        seen = _("Cannot write {file}: {reason}.", file=str(path), reason=error.strerror or "")
        raise CommandFailed(Message(seen, _("Name another file with --out."))) from None


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        seen = _("{id} is not the id of a course.", id=text)
        raise CommandFailed(
            Message(seen, _("It is in the address of the course's page, behind /courses/."))
        ) from None
