"""How Backgrade was started: the words in which its user can start it again."""

import os
import shutil
import sys
from pathlib import PurePath

BY_MAKE = "BACKGRADE_STARTED_BY_MAKE"
"""Set by the target `run` of the Makefile."""


def command() -> str:
    """Return the program as its user can type it: `backgrade`, or a path such as `.venv/bin/backgrade`."""
    program = sys.argv[0]
    if PurePath(program).name != "backgrade" or shutil.which("backgrade") == program:
        return "backgrade"
    return program


def serve_at(port: int) -> str:
    """Return the command that starts the service at a port."""
    if os.environ.get(BY_MAKE):
        return f"make run ARGS=--port={port}"
    return f"{command()} serve --port {port}"
