"""The entry of the command line: starts what a check waits for longest, and imports the rest meanwhile."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

_UNLOCKED = "--trust-this-file"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command in the language of the shell, and give its exit status.

    Raises:
        SystemExit: after --help and --version, or if the usage is wrong.
    """
    from api.commands import _line

    return _line.main(argv)


def run() -> NoReturn:
    """Run one command of `backgrade`, and then end the process."""
    _start_ahead(sys.argv[1:])
    status = main()
    # The interpreter looks through all objects before it ends: a tenth of a check, and nothing to be found.
    gc.freeze()
    sys.exit(status)


def _start_ahead(argv: Sequence[str]) -> None:
    """Start the sandbox of a check of one file. Whether it will be used, `choose` decides, who knows more."""
    files = list(filter(os.path.isfile, argv[1:]))
    if argv[:1] == ["check"] and len(files) == 1 and _UNLOCKED not in argv:
        from grader.sandbox.choice import start_ahead
        from grader.sandbox.imports import imports_of_file

        start_ahead(imports_of_file(files[0]))
