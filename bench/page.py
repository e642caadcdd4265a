"""From a file dropped on the page to its diagnosis in sight, and what a web process needs for 1,000 results.

Bars: at most 200 MiB resident after 1,000 pages of results, no more than 5 % above those after the first 100,
and torch never loaded.
"""

import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import httpx2
from playwright.sync_api import Page, sync_playwright

from bench._service import Installation, prepared
from tests.browser import chromium
from tests.browser.dropping import drop

_EXAMPLES = sorted(Path("examples").glob("*.py"))
_WRONG = Path("examples/overwrite.py")
_DROPS, _WARM_UP = 20, 3
_PAGES, _SETTLED = 1000, 100
_PATIENCE = 60.0
_BAR_MIB, _BAR_GROWTH = 200, 1.05
_KIB = 1 << 10


def main() -> None:
    """Print both figures."""
    os.environ["BACKGRADE_TRIALS_PER_HOUR"] = "100000"
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/backgrade.db"
        prepared(url, students=0)
        with Installation(url, Path(folder)) as installation:
            installation.web.wait_until_it_grades()
            site = f"http://127.0.0.1:{installation.port}"
            _served(site, installation.web.id)
            _dropped(site)


def _served(site: str, process: int) -> None:
    """How much the web process grows while it serves results."""
    with httpx2.Client(base_url=site, follow_redirects=True, timeout=_PATIENCE) as client:
        results = [_tried(client, file) for file in _EXAMPLES]
        resident = []
        started = time.perf_counter()
        for number in range(_PAGES):
            assert client.get(results[number % len(results)]).status_code == httpx2.codes.OK
            if number + 1 in {_SETTLED, _PAGES}:
                resident.append(_resident(process))
    each = (time.perf_counter() - started) / _PAGES
    growth = resident[1] / resident[0]
    torch = "torch" in Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
    print(
        f"  memory of the web process: {resident[1]:.0f} MiB after {_PAGES} results (bar {_BAR_MIB}), "
        f"{growth:.2f} of what it was after {_SETTLED} (bar {_BAR_GROWTH}); "
        f"torch {'is' if torch else 'not'} loaded; {each * 1e3:.1f} ms a page"
    )


def _tried(client: httpx2.Client, file: Path) -> str:
    """The address of the result of a file."""
    token = re.search(r'name="csrf" value="(\w+)"', client.get("/try").text)
    assert token is not None
    fields = {"csrf": token[1], "stage": "full", "how": "file"}
    answer = client.post("/try", data=fields, files={"file": (file.name, file.read_bytes())})
    address = str(answer.url)
    deadline = time.monotonic() + _PATIENCE
    while "data-live" in client.get(address).text:
        assert time.monotonic() < deadline, file
        time.sleep(0.05)
    return address


def _resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (kibibytes,) = re.findall(r"^VmRSS:\s+(\d+) kB", status, flags=re.MULTILINE)
    return int(kibibytes) / _KIB


def _dropped(site: str) -> None:
    """How long a student waits."""
    if chromium.path() is None:
        print("  from drop to diagnosis: no Chromium on this machine")
        return
    with sync_playwright() as playwright:
        browser = chromium.launched(playwright)
        page = browser.new_page()
        seconds = list(_timed(page, site))[_WARM_UP:]
        browser.close()
    print(
        f"  from drop to diagnosis in sight: {median(seconds) * 1e3:.0f} ms (median of {len(seconds)}, "
        f"longest {max(seconds) * 1e3:.0f} ms)"
    )


def _timed(page: Page, site: str) -> Iterator[float]:
    for _ in range(_WARM_UP + _DROPS):
        page.goto(f"{site}/try")
        page.select_option("#stage", "full")
        started = time.perf_counter()
        drop(page, _WRONG)
        page.locator(".finding .graph-picture").first.wait_for()
        yield time.perf_counter() - started
