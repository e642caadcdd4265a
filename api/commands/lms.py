"""Lists learning platforms, approves or disables one, and makes new keys, beside the service or without it.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
from typing import TYPE_CHECKING

from api.i18n import N_, gettext as _, ngettext
from api.terminal.console import out

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.orm import Session

    from submissions.tables import LmsPlatform

HELP = N_("List, approve and disable learning platforms, and make new keys.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help=_("List all platforms."), description=_("List all platforms."))
    for name, text in (
        ("approve", _("Allow a platform to send people here.")),
        ("disable", _("Stop a platform from sending people here.")),
    ):
        action = actions.add_parser(name, help=text, description=text)
        action.add_argument("issuer", metavar="ISSUER", help=_("The issuer, as `list` shows it."))
        action.add_argument("client_id", metavar="CLIENT_ID", help=_("The client id, as `list` shows it."))
    text = _("Make a new key. It signs from tomorrow on, and the old key stays published for another week.")
    rotate = actions.add_parser("rotate-keys", help=text, description=text)
    rotate.add_argument(
        "--at-once", action="store_true", help=_("Use the new key now, and withdraw the old ones.")
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry out the action in one transaction, and print the result."""
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database

    with offline_database(read_settings()) as database, database.begin() as session:
        text = _carry_out(session, arguments, utc_now())
    out(text)
    return 0


def _carry_out(session: "Session", arguments: argparse.Namespace, now: "datetime") -> str:
    from submissions.connect.lms import keys, platforms
    from submissions.tables import PlatformState

    match arguments.action:
        case "list":
            return _list(platforms.all_of(session))
        case "rotate-keys":
            key = keys.rotate(session, at_once=arguments.at_once, now=now)
            return _("The new key is {key}.", key=key.kid[:12]) + "\n"
    state = PlatformState.ACTIVE if arguments.action == "approve" else PlatformState.DISABLED
    found = platforms.named(session, arguments.issuer, arguments.client_id)
    platforms.put(session, found, state, by=None, now=now)
    return _line(found)


def _list(found: "Sequence[LmsPlatform]") -> str:
    """A line each."""
    counted = ngettext("{n} learning platform", "{n} learning platforms", len(found))
    return "".join([*map(_line, found), counted, "\n"])


def _line(platform: "LmsPlatform") -> str:
    return f"{platform.issuer}  {platform.client_id}  {platform.state}  {platform.name}\n"
