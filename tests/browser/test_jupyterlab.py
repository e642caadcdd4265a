"""A real JupyterLab: the report stands below the cell, in its colours, and survives its sanitiser.

`make full` installs JupyterLab and asks for this. It is no part of the gate: 60 packages, and half a minute.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.world import jupyterlab
from tests.world.jupyterlab import JupyterLab, serving

pytestmark = [
    pytest.mark.skipif(bool(jupyterlab.lacking()), reason="needs JupyterLab (make .venv/.jupyter-installed)"),
    pytest.mark.sampled(one_in=1),
]

OVERWRITE = (Path(__file__).parents[2] / "examples" / "overwrite.py").read_text(encoding="utf-8")
CELLS = ["%load_ext backgrade", f"%%backgrade --stage core\n{OVERWRITE}"]
REPORT = ".jp-OutputArea .backgrade"
_PATIENCE = 120_000
_EXECUTE = "from nbclient.cli import NbClientApp; NbClientApp.launch_instance()"
"""A process of its own: nobody in this one trusts what it writes."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    with serving(tmp_path_factory.mktemp("jupyter")) as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, whatever JupyterLab writes to its console."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        yield context.new_page()


def code(number: int, source: str) -> dict[str, object]:
    return {
        "cell_type": "code", "id": f"cell-{number}", "metadata": {}, "execution_count": None,
        "outputs": [], "source": source,
    }  # fmt: skip


def run(page: Page, address: str) -> None:
    """Run both cells as a student does."""
    page.goto(address)
    page.locator(".jp-CodeCell .cm-content").first.click(timeout=_PATIENCE)
    for _ in CELLS:
        page.keyboard.press("Shift+Enter")
    expect(page.locator(REPORT)).to_contain_text("3 of 8 points", timeout=_PATIENCE)


def colours(page: Page) -> tuple[str, str]:
    """Return the background and the ink of the report."""
    found = page.locator(f"{REPORT} article").evaluate(
        "article => { const style = getComputedStyle(article); return [style.backgroundColor, style.color] }"
    )
    return tuple(found)


def pictures(page: Page) -> list[int]:
    """Return the width of each picture that is drawn; 0 where it is broken."""
    found: list[int] = page.locator(f"{REPORT} img").evaluate_all("all => all.map(each => each.naturalWidth)")
    return found


def test_the_report_stands_below_the_cell_light_and_dark(lab: JupyterLab, page: Page) -> None:
    address = lab.write("light.ipynb", [code(n, source) for n, source in enumerate(CELLS)])
    run(page, address)

    assert colours(page) == ("rgb(255, 255, 255)", "rgb(28, 30, 33)")
    assert len(pictures(page)) > 1
    assert all(pictures(page))
    page.locator(f"{REPORT} summary", has_text="Replay the backward pass").click()
    expect(page.locator(f"{REPORT} .moments > li").first).to_be_visible()
    assert serious(page) == []

    lab.become_dark()
    run(page, lab.write("dark.ipynb", [code(n, source) for n, source in enumerate(CELLS)]))

    assert colours(page) == ("rgb(29, 32, 36)", "rgb(230, 231, 233)")
    assert serious(page) == []


def serious(page: Page) -> list[str]:
    """Return what axe has against the report; the rest of the page is not ours."""
    found = Axe().run(page, context=REPORT)
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found.response["violations"]]


def test_a_notebook_that_somebody_else_ran_keeps_sentences_and_pictures(lab: JupyterLab, page: Page) -> None:
    address = lab.write("theirs.ipynb", [code(n, source) for n, source in enumerate(CELLS)])
    subprocess.run(
        [sys.executable, "-c", _EXECUTE, str(lab.folder / "theirs.ipynb"), "--inplace"], check=True
    )
    page.goto(address)
    expect(page.locator(REPORT)).to_contain_text("3 of 8 points", timeout=_PATIENCE)

    assert page.locator(f"{REPORT} style, {REPORT} svg, {REPORT} button").count() == 0
    assert "should be" not in page.locator(REPORT).inner_text()  # a text of a picture
    assert all(pictures(page))
    assert page.locator(f"{REPORT} details.replay").count() == 1
