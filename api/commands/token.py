"""Make, list and revoke the tokens by which programs come in for somebody.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from api.console import out, warn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.orm import Session

    from submissions.access.policy import Scope
    from submissions.tables import Person

_USUAL_DAYS, _MOST_DAYS = 90, 365


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be done, and whose tokens are meant."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    create = actions.add_parser("create", help="print a new token; it is shown this once")
    create.add_argument("login", metavar="LOGIN", help="whose rights it has a part of")
    create.add_argument("--name", default="command line", help="what it is for (%(default)s)")
    create.add_argument(
        "--scope",
        action="append",
        default=[],
        metavar="SCOPE",
        help="what it is good for, for example submissions:write; may be given several times",
    )
    create.add_argument("--days", type=_days, default=_USUAL_DAYS, help="how long it is good (%(default)s)")
    create.add_argument("--course", type=UUID, metavar="ID", help="make it good for this course only")
    listed = actions.add_parser("list", help="the tokens of somebody that are good")
    listed.add_argument("login", metavar="LOGIN")
    revoke = actions.add_parser("revoke", help="make a token good for nothing, at once")
    revoke.add_argument("login", metavar="LOGIN")
    revoke.add_argument("id", metavar="ID", type=UUID, help="as `backgrade token list` shows it")


def run(arguments: argparse.Namespace) -> int:
    """Do it, in one transaction."""
    from submissions.access import accounts
    from submissions.operating.offline_database import offline_database
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings

    now = utc_now()
    with offline_database(read_settings()) as database, database.begin() as session:
        person = accounts.of_login(session, arguments.login)
        told = _done(session, person, arguments, now)
    out(told)
    if arguments.action == "create":
        from api.words.token import ONCE

        warn(ONCE)
    return 0


def _done(session: "Session", person: "Person", arguments: argparse.Namespace, now: "datetime") -> str:
    from api.words import token as words
    from submissions.access import tokens

    match arguments.action:
        case "create":
            return f"{_created(session, person, arguments, now)}\n"
        case "list":
            return words.listed(tokens.listed(session, person.id, now=now))
    return words.revoked(tokens.revoke(session, person.id, arguments.id, now=now))


def _created(session: "Session", person: "Person", arguments: argparse.Namespace, now: "datetime") -> str:
    from submissions.access import tokens
    from submissions.access.policy import Caller

    lasts = timedelta(days=arguments.days)
    wanted = tokens.TokenRequest(arguments.name, _scopes(arguments.scope), lasts, arguments.course)
    return tokens.create(session, Caller(person.id, operator=person.operator), wanted, now=now).text


def _scopes(given: "Sequence[str]") -> "frozenset[Scope]":
    """Those that were named.

    Raises:
        Unusable: if one is not known, or there is none.
    """
    from submissions.access.policy import Scope
    from submissions.errors import Unusable

    if not set(given) <= set(Scope):
        raise Unusable("scope", "unknown-scope")
    return frozenset(Scope(each) for each in given)


def _days(text: str) -> int:
    days = int(text)
    if not 0 < days <= _MOST_DAYS:
        message = f"give 1 to {_MOST_DAYS} days"
        raise argparse.ArgumentTypeError(message)
    return days
