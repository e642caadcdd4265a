"""Add people, make sign-in links for them, list them, keep them out, let them run the installation.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
from datetime import timedelta
from typing import TYPE_CHECKING

from api.console import out

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from submissions.tables import Person

_USUAL_HOURS, _MOST_HOURS = 24, 30 * 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be done, and to whom."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = _action(actions, "add", "make an account, and print a link that signs in once")
    add.add_argument("--name", help="as others see them; their login where none is given")
    add.add_argument("--operator", action="store_true", help="they run this installation")
    link = _action(actions, "link", "print a link that signs in once, for who has no password or forgot it")
    for each in (add, link):
        each.add_argument(
            "--hours", type=_hours, default=_USUAL_HOURS, help="how long the link is good (%(default)s)"
        )
    actions.add_parser("list", help="everybody with an account")
    disable = _action(actions, "disable", "keep somebody out, at once and everywhere")
    disable.add_argument("--undo", action="store_true", help="let them in again")
    operator = _action(actions, "operator", "let somebody run this installation")
    operator.add_argument("--undo", action="store_true", help="let them no longer run it")


def run(arguments: argparse.Namespace) -> int:
    """Do it, in one transaction, and say what was done."""
    from submissions.operating.offline_database import offline_database
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings

    settings, now = read_settings(), utc_now()
    with offline_database(settings) as database, database.begin() as session:
        secret, told = _done(session, arguments, now)
    if secret is not None:
        from api.web.origin import origin

        told = f"{origin(settings)}/sign-in/{secret}\n"
    out(told)
    return 0


def _done(session: "Session", arguments: argparse.Namespace, now: "datetime") -> tuple[str | None, str]:
    """The secret of a link if one was asked for, and what to say where none was."""
    from api.words import user as words
    from submissions.access import accounts

    match arguments.action:
        case "list":
            return None, words.listed(accounts.listed(session))
        case "add":
            return _link(session, _added(session, arguments, now), arguments, now), ""
    person = accounts.of_login(session, arguments.login)
    match arguments.action:
        case "link":
            return _link(session, person, arguments, now), ""
        case "disable":
            change = accounts.enable if arguments.undo else accounts.disable
        case _:
            change = accounts.unmake_operator if arguments.undo else accounts.make_operator
    change(session, person, by=None, now=now)
    return None, words.state(person)


def _added(session: "Session", arguments: argparse.Namespace, now: "datetime") -> "Person":
    from submissions.access import accounts, people

    person = people.add(session, arguments.login, arguments.name or arguments.login, now=now)
    if arguments.operator:
        accounts.make_operator(session, person, by=None, now=now)
    return person


def _link(session: "Session", person: "Person", arguments: argparse.Namespace, now: "datetime") -> str:
    from submissions.access import audit, sign_in_links

    audit.record(session, "link-made", actor=None, subject_id=person.id, now=now)
    return sign_in_links.create(session, person.id, now=now, lasts=timedelta(hours=arguments.hours))


def _action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, says: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=says, description=says)
    parser.add_argument("login", metavar="LOGIN", help="an e-mail address, or a name without spaces")
    return parser


def _hours(text: str) -> int:
    hours = int(text)
    if not 0 < hours <= _MOST_HOURS:
        message = f"give 1 to {_MOST_HOURS} hours"
        raise argparse.ArgumentTypeError(message)
    return hours
