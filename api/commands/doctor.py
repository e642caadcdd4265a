"""Checks every property of the sandbox and the data of the service on this machine.

Exit status: 0 if every check passes, 1 if one fails, 2 if there is no sandbox.
"""

import argparse
import os
import platform
from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from api.i18n import N_, gettext as _, pgettext
from api.terminal.console import out, tell

if TYPE_CHECKING:
    from grader.sandbox.choice import Chosen

HELP = N_("Check the sandbox, the settings and the data of the service on this machine.")

_NOT_PROVEN = _NOT_WELL = 1
_NO_SANDBOX = 2


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Nothing can be chosen."""


def run(_arguments: argparse.Namespace) -> int:
    """Print what is installed, each property of the sandbox, and the state of the service's data."""
    _print_facts(python=platform.python_version(), kernel=_kernel(), numpy=_numpy())
    sandbox = _sandbox()
    service = _service()
    return sandbox or service


def _sandbox() -> int:
    from api.process.sandboxes import started
    from api.words.failure import failure
    from grader.errors import SandboxUnavailable, SelfTestFailed

    try:
        chosen = started(os.environ)
        with closing(chosen.sandbox):
            return _proven(chosen)
    except SelfTestFailed as error:
        tell(failure(error))
        return _NOT_PROVEN
    except SandboxUnavailable as error:
        tell(failure(error))
        return _NO_SANDBOX


def _proven(chosen: "Chosen") -> int:
    from api.process.sandboxes import image_name
    from api.words import sandbox as words

    if chosen.engine is not None:
        version, runc = chosen.engine.version, chosen.engine.runc
        _print_facts(engine=words.engine_line(version, runc, outdated=chosen.engine.is_outdated))
    if chosen.lack is not None:
        tell(words.lacking(chosen.lack, image_name(os.environ)))
    proven = chosen.sandbox.prove()
    _print_facts(sandbox=words.level_line(chosen.sandbox.level))
    out("\n")
    _print_checks((holds, words.property_words(id_)) for id_, holds in proven.items())
    return 0 if proven and all(proven.values()) else _NOT_PROVEN


def _service() -> int:
    from api.web.origin import check
    from api.words.checkup import checked
    from api.words.settings import wrong
    from submissions.operating.checkup import checkup
    from submissions.operating.service import utc_now
    from submissions.operating.settings import SettingsWrong, read_settings

    out("\n" + _("The service on this machine") + "\n\n")
    try:
        settings = read_settings()
        check(settings, settings.host)
    except SettingsWrong as error:
        tell(wrong(error))
        return _NOT_WELL
    results = list(checkup(settings, now=utc_now()))
    _print_checks((result.well, " ".join(filter(None, checked(result)))) for result in results)
    return 0 if all(result.well for result in results) else _NOT_WELL


def _print_checks(checks: Iterable[tuple[bool, str]]) -> None:
    passed, failed = pgettext("check", "passed"), pgettext("check", "FAILED")
    width = max(len(passed), len(failed))
    for holds, text in checks:
        out(f"✓ {passed:<{width}}  {text}\n" if holds else f"✗ {failed:<{width}}  {text}\n")


def _print_facts(**facts: str) -> None:
    for name, value in facts.items():
        out(f"{name:<7}  {value}\n")


def _kernel() -> str:
    return f"{platform.system()} {platform.release()} ({platform.machine()})"


def _numpy() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("numpy")
    except PackageNotFoundError:
        return _("not installed")
