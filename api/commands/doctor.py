"""Try every property of the sandbox on this machine, look at what the service keeps, and say what holds.

Exit status: 0 if all is proven and well, 1 if something is not, 2 if there is no sandbox.
"""

import argparse
import os
import platform
from contextlib import closing
from typing import TYPE_CHECKING

from api.console import out, tell

if TYPE_CHECKING:
    from grader.sandbox.choice import Chosen

_NOT_PROVEN = _NOT_WELL = 1
_NO_SANDBOX = 2


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Nothing can be chosen."""


def run(_: argparse.Namespace) -> int:
    """Print what is installed, each property of the sandbox that serves, and what the service keeps."""
    _print_facts(python=platform.python_version(), kernel=_kernel(), numpy=_numpy())
    sandbox = _sandbox()
    service = _service()
    return sandbox or service


def _sandbox() -> int:
    from api.sandboxes import started
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
    from api.sandboxes import image_name
    from api.words import sandbox as words

    if chosen.engine is not None:
        version, runc = chosen.engine.version, chosen.engine.runc
        _print_facts(engine=words.engine_line(version, runc, outdated=chosen.engine.is_outdated))
    if chosen.lack is not None:
        tell(words.lacking(chosen.lack, image_name(os.environ)))
    proven = chosen.sandbox.prove()
    _print_facts(sandbox=words.level_line(chosen.sandbox.level))
    out("\n")
    for id_, holds in proven.items():
        mark, word = ("✓", words.PROVEN) if holds else ("✗", words.NOT_PROVEN)
        out(f"{mark} {word:<10}  {words.property_words(id_)}\n")
    return 0 if proven and all(proven.values()) else _NOT_PROVEN


def _service() -> int:
    from api.web.origin import check
    from api.words import checkup as words
    from api.words.settings import wrong
    from submissions.operating.checkup import checkup
    from submissions.operating.service import utc_now
    from submissions.operating.settings import SettingsWrong, read_settings

    out(f"\n{words.TITLE}\n\n")
    try:
        settings = read_settings()
        check(settings, settings.host)
    except SettingsWrong as error:
        tell(wrong(error))
        return _NOT_WELL
    found = list(checkup(settings, now=utc_now()))
    for each in found:
        mark, word = ("✓", words.WELL) if each.well else ("✗", words.NOT_WELL)
        seen, advice = words.checked(each)
        out(f"{mark} {word:<10}  {seen}{f' - {advice}' if advice else ''}\n")
    return 0 if all(each.well for each in found) else _NOT_WELL


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
        return "not installed"
