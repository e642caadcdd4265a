"""The first start: nobody has an account yet, so the first one is given away on the console."""

import sys
import threading

from sqlalchemy.exc import SQLAlchemyError

from api.console import out, tell
from api.web.origin import origin
from api.words import first_start as words
from submissions.operating import first_operator
from submissions.operating.service import Service

_AGAIN_SECONDS = 5.0


def greet(service: Service, reached_at: str) -> None:
    """Welcome whoever starts it; where the database does not answer just now, as soon as it does."""
    try:
        welcome(service, reached_at)
    except SQLAlchemyError:
        tell(words.NOT_YET)
        later = threading.Timer(_AGAIN_SECONDS, greet, (service, reached_at))
        later.daemon = True
        later.start()
    sys.stdout.flush()


def welcome(service: Service, reached_at: str | None = None) -> None:
    """Print a link that signs the first operator in: a fresh one at each start, until one was used.

    There is no password that anybody could know. `reached_at` is where the service really listens.
    """
    with service.database.begin() as session:
        invited = first_operator.invite(session, demo=service.settings.demo, now=service.now())
    if invited is not None:
        address = f"{reached_at or origin(service.settings)}/sign-in/{invited.secret}"
        out(words.welcome(address, invited.login))
