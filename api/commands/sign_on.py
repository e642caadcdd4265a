"""Adds, lists, checks, disables and removes sign-on providers, beside the service or without it.

Exit status: 0 if it was done, 2 if not.
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from api.commands._arguments import add_action
from api.i18n import N_, gettext as _
from api.terminal.console import out

if TYPE_CHECKING:
    from datetime import datetime

    from submissions.operating.settings import Settings
    from submissions.people.sign_on.documents import ProviderDocument
    from submissions.people.sign_on.providers import ProviderDraft
    from submissions.storage.database import Database
    from submissions.tables import SignOnProvider

HELP = N_("Add, list, check, disable and remove sign-on providers (OpenID Connect).")

_STANDARD_INPUT = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done, and to which provider."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    action = partial(add_action, actions, "key", _("The provider's short name in addresses, like campus."))
    add = action("add", _("Add a provider, and print the address that it has to know."))
    add.add_argument(
        "--name", required=True, help=_("The name on the button, for example Example University.")
    )
    add.add_argument(
        "--issuer", required=True, metavar="URL", help=_("The issuer, as the provider names it.")
    )
    add.add_argument("--client-id", required=True, metavar="ID", help=_("The client id that it gave."))
    add.add_argument(
        "--secret-file",
        type=Path,
        metavar="FILE",
        help=_("The file with the client secret; - for standard input. Without it, there is none."),
    )
    for option, of in (
        ("--tenant", _("Accept only accounts of this tenant (claim tid). Repeat it for several.")),
        (
            "--hosted-domain",
            _("Accept only accounts of this organization (claim hd). Repeat it for several."),
        ),
        ("--email-domain", _("Accept only verified e-mail addresses of this domain. Repeat it for several.")),
    ):
        add.add_argument(option, action="append", default=[], metavar="VALUE", help=of)
    add.add_argument(
        "--no-new-accounts", action="store_true", help=_("Accept only people who connected their account.")
    )
    actions.add_parser("list", help=_("List all providers."), description=_("List all providers."))
    action("check", _("Read what a provider publishes, and check it."))
    disable = action("disable", _("Stop a provider from signing people in."))
    disable.add_argument("--undo", action="store_true", help=_("Enable the provider again."))
    action("remove", _("Remove a provider. Connected accounts work again if it is added again."))


def run(arguments: argparse.Namespace) -> int:
    """Carry out the action, and print the result."""
    from submissions.operating.service import utc_now
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database

    settings = read_settings()
    with offline_database(settings) as database:
        out(_carry_out(database, settings, arguments, utc_now()))
    return 0


def _carry_out(
    database: "Database", settings: "Settings", arguments: argparse.Namespace, now: "datetime"
) -> str:
    from submissions.people.sign_on import providers

    match arguments.action:
        case "add":
            return _added(database, settings, arguments, now)
        case "list":
            with database.read() as session:
                return "".join(map(_line, providers.all_of(session)))
        case "check":
            with database.read() as session:
                issuer = providers.named(session, arguments.key).issuer
            return _described(_document(settings, issuer))
    with database.begin() as session:
        found = providers.named(session, arguments.key)
        if arguments.action == "remove":
            providers.remove(session, found, now=now)
        else:
            providers.set_enabled(session, found, enabled=arguments.undo, now=now)
        return _line(found)


def _added(database: "Database", settings: "Settings", arguments: argparse.Namespace, now: "datetime") -> str:
    from api.web.origin import origin
    from submissions.people.sign_on import providers

    draft, private = _draft(arguments), settings.private_platforms
    providers.require_usable(draft, private=private)
    document = _document(settings, draft.issuer)
    with database.begin() as session:
        line = _line(providers.add(session, draft, document, private=private, now=now))
    back = f"{origin(settings)}/sign-on/{draft.key}/callback"
    return line + _("Redirect address: {address}", address=back) + "\n"


def _draft(arguments: argparse.Namespace) -> "ProviderDraft":
    from submissions.people.sign_on.providers import ProviderDraft

    return ProviderDraft(
        key=arguments.key,
        name=arguments.name,
        issuer=arguments.issuer,
        client_id=arguments.client_id,
        client_secret=_secret(arguments.secret_file),
        tenants=tuple(arguments.tenant),
        hosted_domains=tuple(arguments.hosted_domain),
        email_domains=tuple(arguments.email_domain),
        admits_new=not arguments.no_new_accounts,
    )


def _secret(file: Path | None) -> str:
    """Read the secret, which is never an argument: others on the machine can read those."""
    if file is None:
        return ""
    if file == _STANDARD_INPUT:
        return sys.stdin.readline().strip()
    from api.commands import CommandFailed
    from api.words import Message

    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        seen = _("The file {path} cannot be read.", path=file)
        raise CommandFailed(
            Message(seen, _("Write the client secret into a file, and nothing else."))
        ) from None


def _document(settings: "Settings", issuer: str) -> "ProviderDocument":
    from api.commands import CommandFailed
    from api.words import Message
    from api.words.sign_on import sign_on_refused
    from submissions.errors import SignOnRefused
    from submissions.outward.openid.outward import Internet, converse
    from submissions.people.sign_on import documents

    private = settings.private_platforms
    try:
        return converse(Internet(private=private), documents.read(issuer, private=private))
    except SignOnRefused as error:
        advice = _(
            "Check the issuer, and that this machine reaches it. On a private network, set "
            "BACKGRADE_PRIVATE_PLATFORMS=true."
        )
        raise CommandFailed(Message(sign_on_refused(error.reason, error.facts).seen, advice)) from None


def _described(document: "ProviderDocument") -> str:
    pairs = [
        ("authorization", document.authorization_url),
        ("token", document.token_url),
        ("keys", document.jwks_url),
        ("sign-out", document.sign_out_url),
    ]
    return "".join(f"{name:<14} {value}\n" for name, value in pairs if value)


def _line(provider: "SignOnProvider") -> str:
    state = _("disabled") if provider.disabled_at else _("active")
    return f"{provider.key}  {provider.issuer}  {provider.client_id}  {state}  {provider.name}\n"
