"""The real browser: the Chromium of this machine."""

import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every run asks whether there is one, and few runs need the library
    from playwright.sync_api import Browser, Playwright

REQUIRED = os.environ.get("BACKGRADE_REQUIRE_BROWSER") == "1"

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ROOT = 0
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-features=LocalNetworkAccessChecks",  # what a test answers itself counts as a public page
    "--disable-sync",
    "--no-first-run",
)


def path() -> str | None:
    """Where it is; None where there is none."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def lacking() -> str:
    """What is missing; empty where there is one."""
    return "" if path() else "no Chromium on this machine"


def launched(playwright: "Playwright") -> "Browser":
    """A browser that asks nothing of anybody but our server."""
    # as root its own sandbox cannot be set up; what it shows here are our own pages
    alone = ["--no-sandbox"] if os.geteuid() == _ROOT else []
    return playwright.chromium.launch(executable_path=path(), args=[*_QUIET, *alone])
