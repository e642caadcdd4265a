"""Photographs the README's page: the result of a wrong file, as the student sees it.

Needs a Chromium: `.venv/bin/python docs/photograph.py [PATH OF CHROMIUM]`, from the top folder.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

TOP = Path(__file__).parent.parent
PICTURE = TOP / "docs" / "images" / "result.png"
FILE = TOP / "examples" / "overwrite.py"

_WIDTH, _HEIGHT = 1000, 1400
_PATIENCE = 60_000
_KNOWN = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Start a service, hand the file in, and take the picture."""
    browser_path = sys.argv[1] if sys.argv[1:] else next(filter(None, map(shutil.which, _KNOWN)), None)
    with tempfile.TemporaryDirectory() as folder, _serving(folder) as address, sync_playwright() as library:
        options = ["--no-sandbox"] if not os.geteuid() else []
        browser = library.chromium.launch(executable_path=browser_path, args=options)
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, color_scheme="light")
        _hand_in(page, address)
        card = page.locator(".finding").first.bounding_box()
        assert card is not None
        page.screenshot(
            path=PICTURE, clip={"x": 0, "y": 0, "width": _WIDTH, "height": card["y"] + card["height"]}
        )
        browser.close()


@contextmanager
def _serving(folder: str) -> Iterator[str]:
    """Where a fresh service answers."""
    command = [Path(sys.executable).with_name("backgrade"), "serve", "--port", "0", "--data-dir", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as service:
        assert service.stdout is not None
        yield service.stdout.readline().split()[-1]
        service.terminate()
        service.stdout.read()


def _hand_in(page: Page, address: str) -> None:
    """Try the file without an account, and wait for its result."""
    page.goto(f"{address}/try")
    page.set_input_files("input[type=file]", FILE)
    page.locator("button[value=file]").click()
    page.locator(".score").wait_for(timeout=_PATIENCE)
    page.locator("h1").blur()  # the page took its reader there


if __name__ == "__main__":
    main()
