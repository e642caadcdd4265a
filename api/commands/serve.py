"""Serves the pages and the REST interface, and grades submissions.

Exit status: 0 after SIGTERM or Ctrl-C, 2 if it could not be started.
"""

import argparse
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from api.i18n import N_, gettext as _
from api.terminal.console import out, tell, warn

if TYPE_CHECKING:
    from grader.sandbox.choice import Chosen
    from submissions.operating.service import Service

HELP = N_("Start the service: pages, REST interface and grading.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and where the data is. Everything else is a setting."""
    parser.add_argument("--host", metavar="ADDRESS", help=_("The address to listen on (default: 127.0.0.1)."))
    parser.add_argument(
        "--port", type=int, metavar="N", help=_("The port to listen on (default: 8000). 0 takes a free one.")
    )
    parser.add_argument(
        "--data-dir", type=Path, metavar="FOLDER", help=_("The folder for the database and its copies.")
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help=_(
            "The number of submissions to grade at the same time (default: processors - 1, at most 4). "
            "0 grades none."
        ),
    )
    parser.add_argument(
        "--new-database",
        action="store_true",
        help=_("Start with an empty database if the old one is missing."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal says stop."""
    from api.app import create_app
    from api.process import descriptors, hang_up, logs
    from api.process.traces import traced
    from api.process.worker_runtime import worker_runtime
    from api.web import listening, origin, proxy, serving
    from api.words import serving as words
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import opened

    settings = read_settings(
        host=arguments.host, port=arguments.port, data_dir=arguments.data_dir, workers=arguments.workers
    )
    origin.check(settings, settings.host)
    proxy.check(settings)
    logs.set_up(settings)
    descriptors.raise_limit()
    hang_up.answer()
    with (
        traced(os.environ),
        listening.bound(settings.host, settings.port) as at,
        opened(
            settings,
            copied=lambda copy: warn(words.migrated(copy)),
            new_database=arguments.new_database,
            address=listening.address(at),
        ) as service,
        worker_runtime(service, os.environ, slots=settings.workers) as chosen,
    ):
        reached = str(settings.public_url or listening.address(at)).rstrip("/")
        serving.serve(create_app(service), at, ready=lambda: _ready(service, reached, chosen))
        warn(words.stopping())
    return 0


def _ready(service: "Service", address: str, chosen: "Chosen | None") -> None:
    """Say where it runs and what grades; then do what nobody needs to wait for."""
    from api.pages._page import compile_all
    from api.process import garbage
    from api.web.first_start import greet
    from api.words import serving as words
    from submissions.storage.data_folder import open_to_others

    database = service.settings.sqlite_file
    if database is not None and (path := open_to_others(database)):
        warn(words.open_to_others(path))
    out(_("Backgrade is running at {address}", address=address) + "\n")
    greet(service, address)
    _announce(chosen)
    garbage.look_seldom()
    threading.Thread(target=compile_all, name="templates", daemon=True).start()


def _announce(chosen: "Chosen | None") -> None:
    """Report what grades. A sandbox that fails is tried again while everything else goes on."""
    from api.process.sandboxes import announce
    from api.words.failure import failure
    from grader.errors import GraderError

    try:
        if chosen is not None:
            announce(chosen, os.environ)
    except GraderError as error:
        tell(failure(error))
