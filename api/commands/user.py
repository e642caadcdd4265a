"""Adds accounts, creates sign-in links, lists and disables accounts, and makes operators.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from api.commands._arguments import add_action, whole_number
from api.i18n import N_, gettext as _, ngettext
from api.terminal.console import out
from submissions.people import durations

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from submissions.tables import Person

HELP = N_("Add accounts, create sign-in links, list and disable accounts, and make operators.")
_HOUR = timedelta(hours=1)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done, and to whom."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    action = partial(add_action, actions, "login", _("An e-mail address, or a name without spaces."))
    add = action("add", _("Create an account, and print a link that signs in once."))
    add.add_argument("--name", help=_("The name that others see (default: the login)."))
    add.add_argument("--operator", action="store_true", help=_("Let this account run the installation."))
    hours = whole_number(
        durations.SIGN_IN_LINK_LONGEST // _HOUR, N_("enter a number of hours from 1 to {most}")
    )
    link = action(
        "link", _("Print a link that signs in once, for people without a password or who forgot it.")
    )
    for subcommand in (add, link):
        subcommand.add_argument(
            "--hours",
            type=hours,
            default=durations.SIGN_IN_LINK // _HOUR,
            metavar="N",
            help=_("The number of hours for which the link is valid (default: %(default)s)."),
        )
    actions.add_parser("list", help=_("List all accounts."), description=_("List all accounts."))
    disable = action("disable", _("Disable an account, and sign it out everywhere."))
    disable.add_argument("--undo", action="store_true", help=_("Enable the account again."))
    action(
        "reset-second-factor",
        _("Turn two-factor sign-in off for somebody who lost their phone and recovery codes."),
    )
    operator = action("operator", _("Make an account an operator of this installation."))
    operator.add_argument("--undo", action="store_true", help=_("Remove this permission."))


def run(arguments: argparse.Namespace) -> int:
    """Carry out the action in one transaction, and print the result."""
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database

    settings, now = read_settings(), utc_now()
    with offline_database(settings) as database, database.begin() as session:
        secret, text = _carry_out(session, arguments, now)
    if secret is not None:
        from api.web.origin import served

        text = f"{served(settings)}/sign-in/{secret}\n"
    out(text)
    return 0


def _carry_out(session: "Session", arguments: argparse.Namespace, now: "datetime") -> tuple[str | None, str]:
    """The secret of a link if one was asked for, and what to print where none was."""
    from submissions.people.access import accounts, second_factors

    match arguments.action:
        case "list":
            return None, _list(accounts.listed(session))
        case "add":
            return _link(session, _added(session, arguments, now), arguments, now), ""
    person = accounts.of_login(session, arguments.login)
    match arguments.action:
        case "link":
            return _link(session, person, arguments, now), ""
        case "reset-second-factor":
            second_factors.remove(session, person.id, by=None, now=now)
            return None, _("{login}: two-factor sign-in is off", login=person.login) + "\n"
        case "disable":
            change = accounts.enable if arguments.undo else accounts.disable
        case _operator:
            change = accounts.unmake_operator if arguments.undo else accounts.make_operator
    change(session, person, by=None, now=now)
    return None, f"{person.login}: {_properties(person)}\n"


def _added(session: "Session", arguments: argparse.Namespace, now: "datetime") -> "Person":
    from submissions.people.access import accounts, people

    person = people.add(session, arguments.login, arguments.name or arguments.login, now=now)
    if arguments.operator:
        accounts.make_operator(session, person, by=None, now=now)
    return person


def _link(session: "Session", person: "Person", arguments: argparse.Namespace, now: "datetime") -> str:
    from submissions.people.access import audit, sign_in_links

    audit.record(session, None, "link-made", about=person.id, now=now)
    return sign_in_links.create(session, person.id, now=now, lasts=timedelta(hours=arguments.hours))


def _list(people: "Sequence[Person]") -> str:
    """Return a line for each person with an account."""
    width = max((len(person.login) for person in people), default=0)
    lines = [f"{person.login:<{width}}  {_properties(person)}\n" for person in people]
    return "".join([*lines, ngettext("{n} account", "{n} accounts", len(people)), "\n"])


def _properties(person: "Person") -> str:
    parts = [
        person.name,
        _("operator") if person.operator else "",
        "" if person.password_hash else _("no password"),
        _("disabled") if person.disabled_at else "",
    ]
    return ", ".join(part for part in parts if part)
