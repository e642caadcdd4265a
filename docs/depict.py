"""Photographs what students see in other systems: our own output, laid out as each system lays it out.

Needs a Chromium: `.venv/bin/python docs/depict.py [PATH OF CHROMIUM]`, from the top folder.
"""

import json
import os
import re
import shutil
import sys
from contextlib import closing
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from playwright.sync_api import sync_playwright

import backgrade
from api import formats
from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source

TOP = Path(__file__).parent.parent
FOLDER = TOP / "docs" / "images" / "packages"
SOURCE = Source("value.py", (TOP / "examples" / "overwrite.py").read_bytes())

_PLACE, _AROUND = 23, 2
"""The line of the cause, and how many to show on each side."""
_WIDTH, _HEIGHT = 800, 700
_FRAME = 300
"""Milliseconds that a frame needs until it is drawn."""
_KNOWN = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Grade the example once, and take a picture for each system."""
    browser_path = sys.argv[1] if sys.argv[1:] else next(filter(None, map(shutil.which, _KNOWN)), None)
    with closing(Embedded()) as sandbox:
        report = grade(SOURCE, assignment("core"), sandbox)
    code = SOURCE.content.decode().splitlines()
    first = _PLACE - _AROUND
    lines = list(enumerate(code[first - 1 : _PLACE + _AROUND], first))
    template = Environment(
        loader=FileSystemLoader(TOP / "docs"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    ).get_template("depict.html")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as library:
        options = ["--no-sandbox"] if not os.geteuid() else []
        browser = library.chromium.launch(executable_path=browser_path, args=options)
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, color_scheme="light")
        for system, result in _results(report).items():
            page.set_content(template.render(system=system, result=result, lines=lines, place=_PLACE))
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(_FRAME)
            page.locator("body").screenshot(path=FOLDER / f"{system}.png")
        browser.close()


def _results(report: Report) -> dict[str, object]:
    """What each system reads, in the shape that the template needs."""
    *text, feedback, scores = _rendered("autolab", report).splitlines()
    return {
        "autolab": {"text": "\n".join(text), "feedback": json.loads(feedback), "scores": json.loads(scores)},
        "check50": json.loads(_rendered("check50", report)),
        "dodona": [json.loads(line) for line in _rendered("dodona", report).splitlines()],
        "github": _github(report),
        "gradescope": json.loads(_rendered("gradescope", report)),
        "notebooks": _notebook(),
        "prairielearn": json.loads(_rendered("prairielearn", report)),
    }


def _rendered(name: str, report: Report) -> str:
    return formats.load(name).render([report], {SOURCE.name: SOURCE.content})


def _github(report: Report) -> dict[str, str]:
    first = _rendered("github", report).splitlines()[0]
    found = re.search(r"title=([^:]*)::(.*)", first)
    assert found is not None
    title, text = (part.replace("%0A", "\n").replace("%2C", ",") for part in found.groups())
    table = MarkdownIt("commonmark").enable("table").render(_rendered("markdown", report))
    return {"title": title, "text": text, "summary": table}


def _notebook() -> str:
    """The output of a cell."""
    sys.path.insert(0, str(TOP / "examples"))
    from overwrite import Value  # type: ignore[import-not-found]

    return backgrade.check(Value, stage="core")._repr_html_()


if __name__ == "__main__":
    main()
