"""The command line. A command is a module beside this one; this finds them and runs one.

Exit status: what the command says; 2 where we failed or the usage was wrong; 130 after Ctrl-C.
"""

import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from api import commands
from api.commands._parser import parser
from api.i18n import Language, gettext as _, negotiated, speaking
from api.terminal import arguments as argument_words
from api.terminal.console import tell, warn
from api.words import Message

_NO_PLUGINS = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""Models are ours alone: to look for plugins, every installed package is asked what it brings."""
_NOT_DONE = 2
_INTERRUPTED = 128 + signal.SIGINT
_BROKEN_PIPE = 141
"""128 + SIGPIPE, which not every system has by name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command in the language of the shell, and give its exit status.

    Raises:
        SystemExit: after --help and --version, or if the usage is wrong.
    """
    os.environ.update(_NO_PLUGINS)
    argument_words.speak()
    with speaking(_language(os.environ)):
        return _run(argv)


def _language(environment: Mapping[str, str]) -> Language:
    """The language that the shell asks for, by the variables of POSIX: `es_ES.UTF-8` is Spanish."""
    values = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, values), "")
    return negotiated(re.split("[.@]", locale)[0].replace("_", "-"))


def _run(argv: Sequence[str] | None) -> int:
    try:
        given = sys.argv[1:] if argv is None else argv
        arguments = parser(next(iter(given), None)).parse_args(given)
        status = commands.load(arguments.command).run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        warn(_("Interrupted."))
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return _BROKEN_PIPE
    except Exception as error:  # noqa: BLE001 - the edge: a traceback's status, 1, would say a file is wrong
        return _failed(error)
    return status


def _failed(error: Exception) -> int:
    """Report the error. An unexpected one shows its traceback, for the people who can repair it."""
    import traceback

    from api.commands._expected_errors import expected
    from api.words.failure import FAULT

    message = expected(error)
    if message is None:
        warn("".join(traceback.format_exception(error)))
        message = Message(_(FAULT.seen), _(FAULT.advice))
    tell(message)
    return _NOT_DONE


def _forget_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not complain at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
