"""The first start: nobody has an account yet, so the first one is given away on the console."""

import sys
import threading
from contextvars import copy_context

from sqlalchemy.exc import SQLAlchemyError

from api.i18n import gettext as _
from api.terminal.console import out, tell
from api.web import durations
from api.web.origin import origin
from api.words import Message
from api.words.term import demo_texts
from submissions.operating import first_operator
from submissions.operating.service import Service


def greet(service: Service, reached_at: str) -> None:
    """Welcome the operator; if the database does not answer yet, as soon as it does."""
    try:
        welcome(service, reached_at)
    except SQLAlchemyError:
        tell(
            Message(
                _("The database does not answer, so Backgrade does not know whether anybody has an account."),
                _("`backgrade doctor` shows the reason. The service tries again by itself."),
            )
        )
        # A thread begins in English; this one goes on in the language of the command.
        later = threading.Timer(durations.GREETING_PAUSE, copy_context().run, (greet, service, reached_at))
        later.daemon = True
        later.start()
    sys.stdout.flush()


def welcome(service: Service, reached_at: str | None = None) -> None:
    """Print a link that signs the first operator in: a fresh one at each start, until one was used.

    There is no password that anybody could know. `reached_at` is where the service really listens.
    """
    with service.database.begin() as session:
        invited = first_operator.invite(
            session, demo=demo_texts() if service.settings.demo else None, now=service.now()
        )
    if invited is not None:
        address = f"{reached_at or origin(service.settings)}/sign-in/{invited.secret}"
        out(
            _(
                "\nWelcome to Backgrade. Nobody has signed in yet.\n"
                "This link signs you in once, within a day:\n\n    {link}\n\n"
                "Every start prints a new link until one is used.\n"
                "After that, `backgrade user link {login}` creates one.\n\n",
                link=address,
                login=invited.login,
            )
        )
