"""The command line. A command is a module in `api/commands`; this finds them and runs one.

Exit status: what the command says; 2 where we failed or the usage was wrong; 130 after Ctrl-C.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from api import commands
from api.console import out, tell, warn

_NOT_DONE = 2
_INTERRUPTED = 128 + signal.SIGINT
_BROKEN_PIPE = 141
"""128 + SIGPIPE, which not every system has by name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status.

    Raises:
        SystemExit: after --help and --version, or if the usage is wrong.
    """
    try:
        arguments = _parser().parse_args(argv)
        status = commands.load(arguments.command).run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        warn("interrupted")
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return _BROKEN_PIPE
    except Exception as error:  # noqa: BLE001 - the edge: a traceback's status, 1, would say a file is wrong
        return _failed(error)
    return status


def _failed(error: Exception) -> int:
    """Tell what was run into; where nobody expects it, show where, for the people who can repair it."""
    import traceback

    from api.expected import told
    from api.words.failure import FAULT

    message = told(error)
    if message is None:
        warn("".join(traceback.format_exception(error)))
    tell(message or FAULT)
    return _NOT_DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="backgrade", description="An autograder for backprop assignments.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    added = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in commands.names():
        command = commands.load(name)
        line = (command.__doc__ or "").partition("\n")[0]
        command.add_arguments(
            added.add_parser(name, help=line[:1].lower() + line[1:].rstrip("."), description=line)
        )
    return parser


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        out(f"backgrade {version('backgrade')}\n")
        parser.exit()


def _forget_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not complain at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
