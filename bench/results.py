"""What a web process needs for 1,000 pages of results.

Bars: at most 200 MiB resident after 1,000 pages of results, no more than 5 % above those after the first 100,
and torch never loaded.
"""

import os
import re
import tempfile
import time
from pathlib import Path

import httpx2

from bench._service import Installation, prepared

_EXAMPLES = sorted(Path("examples").glob("*.py"))
_PAGES, _SETTLED = 1000, 100
_PATIENCE = 60.0
_BAR_MIB, _BAR_GROWTH = 200, 1.05
_KIB = 1 << 10


def main() -> None:
    """Print what it takes."""
    os.environ["BACKGRADE_TRIALS_PER_HOUR"] = "100000"
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/backgrade.db"
        prepared(url, students=0)
        with Installation(url, Path(folder)) as installation:
            installation.web.wait_until_it_grades()
            site = f"http://127.0.0.1:{installation.port}"
            _served(site, installation.web.id)


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
