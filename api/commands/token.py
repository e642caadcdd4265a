"""Creates, lists and revokes the tokens with which programs use the REST interface.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

from api.commands import CommandFailed
from api.commands._arguments import add_action, whole_number
from api.i18n import N_, gettext as _, listed, ngettext
from api.terminal.console import out, warn
from api.words import Message
from submissions.people import durations

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from submissions.people.access.policy import Scope
    from submissions.tables import ApiToken, Person

HELP = N_("Create, list and revoke the tokens with which programs use the REST interface.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done, and whose tokens are meant."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    action = partial(add_action, actions, "login", _("The account to which the token belongs."))
    create = action("create", _("Print a new token. It is shown only once."))
    create.add_argument(
        "--name",
        default="command line",
        help=_("The name of the token, which says what it is for (default: %(default)s)."),
    )
    create.add_argument(
        "--scope",
        action="append",
        default=[],
        metavar="SCOPE",
        help=_(
            "What the token may do, for example submissions:write. Repeat it for several scopes. "
            "Without it, you see which scopes exist."
        ),
    )
    create.add_argument(
        "--days",
        type=whole_number(durations.TOKEN_LONGEST.days, N_("enter a number of days from 1 to {most}")),
        default=durations.TOKEN.days,
        metavar="N",
        help=_("The number of days for which the token is valid (default: %(default)s)."),
    )
    create.add_argument("--course", type=UUID, metavar="ID", help=_("Make the token valid for one course."))
    action("list", _("List the valid tokens of an account."))
    revoke = action("revoke", _("Revoke a token. It stops working at once."))
    revoke.add_argument(
        "id", metavar="ID", type=UUID, help=_("The token's id, as `backgrade token list` shows it.")
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry out the action, in one transaction."""
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database
    from submissions.people.access import accounts

    now = utc_now()
    with offline_database(read_settings()) as database, database.begin() as session:
        person = accounts.of_login(session, arguments.login)
        text = _carry_out(session, person, arguments, now)
    out(text)
    if arguments.action == "create":
        warn(_("This token is shown only once. Protect it like a password."))
    return 0


def _carry_out(session: "Session", person: "Person", arguments: argparse.Namespace, now: "datetime") -> str:
    from submissions.people.access import tokens

    match arguments.action:
        case "create":
            return f"{_created(session, person, arguments, now)}\n"
        case "list":
            return _list(tokens.listed(session, person.id, now=now))
    return _revoked(session, person, arguments.id, now)


def _created(session: "Session", person: "Person", arguments: argparse.Namespace, now: "datetime") -> str:
    from submissions.errors import NotAllowed, NotFound
    from submissions.people.access import tokens
    from submissions.people.access.policy import Caller

    scopes, lasts = _scopes(arguments.scope), timedelta(days=arguments.days)
    wanted = tokens.TokenRequest(arguments.name, scopes, lasts, arguments.course)
    try:
        return tokens.create(session, Caller(person.id, operator=person.operator), wanted, now=now).text
    except NotAllowed:
        message = Message(
            _("{login} is not an operator, so the token cannot have the scope admin.", login=person.login),
            _("Leave out this scope, or run `backgrade user operator {login}` first.", login=person.login),
        )
    except NotFound:
        message = Message(
            _("{login} is not in a course with this id.", login=person.login),
            _("Check the id: it is part of the address of the course's page."),
        )
    raise CommandFailed(message)


def _revoked(session: "Session", person: "Person", token_id: UUID, now: "datetime") -> str:
    from submissions.errors import NotFound
    from submissions.people.access import tokens

    try:
        token = tokens.revoke(session, person.id, token_id, now=now)
    except NotFound:
        message = Message(
            _("{login} does not have a token with this id.", login=person.login),
            _("`backgrade token list {login}` shows the ids.", login=person.login),
        )
        raise CommandFailed(message) from None
    return _("The token “{name}” (...{ending}) was revoked.", name=token.name, ending=token.ending) + "\n"


def _scopes(given: Sequence[str]) -> "frozenset[Scope]":
    """Return the scopes that were named. Raises `CommandFailed` if one does not exist, or none was named."""
    from submissions.people.access.policy import Scope

    unknown = sorted(set(given) - set(Scope))
    if given and not unknown:
        return frozenset(Scope(name) for name in given)
    seen = (
        ngettext(
            "This scope does not exist: {scopes}.",
            "These scopes do not exist: {scopes}.",
            len(unknown),
            scopes=listed([repr(name) for name in unknown]),
        )
        if unknown
        else _("A token needs at least one scope, and none was given.")
    )
    raise CommandFailed(
        Message(seen, _("Choose from --scope {scopes}.", scopes=listed(list(Scope), either=True)))
    )


def _list(tokens: "Sequence[ApiToken]") -> str:
    """A line each."""
    return "".join([*map(_line, tokens), ngettext("{n} token", "{n} tokens", len(tokens)), "\n"])


def _line(token: "ApiToken") -> str:
    parts = [
        _("valid until {date}", date=f"{token.expires_at:%Y-%m-%d}"),
        _("last used {date}", date=f"{token.used_at:%Y-%m-%d}") if token.used_at else _("never used"),
    ]
    if token.course_id:
        parts.append(_("only for the course {id}", id=token.course_id))
    scopes = " ".join(token.scopes)
    return f"{token.id}  ...{token.ending}  {token.name}  [{scopes}]  {', '.join(parts)}\n"
