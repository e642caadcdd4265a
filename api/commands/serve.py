"""Serve the pages and the REST interface, and grade what is handed in.

Exit status: 0 after SIGTERM or Ctrl-C, 2 if it could not be started.
"""

import argparse
import os
import sys
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


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from api import logs
    from api.web import listening, serving, transport
    from api.web.app import create_app
    from api.web.first_start import welcome
    from api.words.en import serving as words
    from api.working import working
    from submissions.opening import opened
    from submissions.settings import read_settings

    settings = read_settings(
        host=arguments.host, port=arguments.port, data_dir=arguments.data_dir, workers=arguments.workers
    )
    transport.check(settings, settings.host)
    logs.set_up(settings)
    with (
        listening.bound(settings.host, settings.port) as at,
        opened(settings, copied=lambda copy: warn(words.copied(copy))) as service,
        working(service, os.environ, slots=settings.workers) as chosen,
    ):
        reached = str(settings.public_url or listening.address(at)).rstrip("/")

        def ready() -> None:
            out(f"{words.serving(reached)}\n")
            welcome(service, reached)
            sys.stdout.flush()
            _announce(chosen)

        serving.serve(create_app(service), at, ready=ready)
        warn(words.STOPPING)
    return 0


def _announce(chosen: "Chosen | None") -> None:
    """Say what grades. A sandbox that does not serve is tried again while everything else goes on."""
    from api.sandboxes import announce
    from api.words.en.failure import failure
    from grader.errors import GraderError

    try:
        if chosen is not None:
            announce(chosen, os.environ)
    except GraderError as error:
        tell(failure(error))
