"""Serve the pages and the REST interface, and grade what is handed in.

Exit status: 0 after SIGTERM or Ctrl-C, 2 if it could not be started.
"""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from api.console import out, tell, warn

if TYPE_CHECKING:
    from grader.sandbox.choice import Chosen


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and where what is kept goes. Everything else is a setting."""
    parser.add_argument("--host", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=int, metavar="N", help="port to listen on (default: 8000; 0: a free one)"
    )
    parser.add_argument("--data-dir", type=Path, metavar="FOLDER", help="where everything is kept")
    parser.add_argument("--workers", type=int, metavar="N", help="submissions graded at a time; 0 for none")
    parser.add_argument(
        "--new-database",
        action="store_true",
        help="begin with an empty database where the one before is gone",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from api import descriptors, hang_up, logs
    from api.web import listening, origin, serving
    from api.web.app import create_app
    from api.web.first_start import greet
    from api.words import serving as words
    from api.working import working
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import opened

    settings = read_settings(
        host=arguments.host, port=arguments.port, data_dir=arguments.data_dir, workers=arguments.workers
    )
    origin.check(settings, settings.host)
    logs.set_up(settings)
    descriptors.raise_limit()
    hang_up.answer()
    with (
        listening.bound(settings.host, settings.port) as at,
        opened(
            settings, copied=lambda copy: warn(words.copied(copy)), anew=arguments.new_database
        ) as service,
        working(service, os.environ, slots=settings.workers) as chosen,
    ):
        reached = str(settings.public_url or listening.address(at)).rstrip("/")

        def ready() -> None:
            out(f"{words.serving(reached)}\n")
            greet(service, reached)
            _announce(chosen)

        serving.serve(create_app(service), at, ready=ready)
        warn(words.STOPPING)
    return 0


def _announce(chosen: "Chosen | None") -> None:
    """Say what grades. A sandbox that does not serve is tried again while everything else goes on."""
    from api.sandboxes import announce
    from api.words.failure import failure
    from grader.errors import GraderError

    try:
        if chosen is not None:
            announce(chosen, os.environ)
    except GraderError as error:
        tell(failure(error))
