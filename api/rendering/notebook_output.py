"""A report below a cell of a notebook: HTML that runs and loads nothing, and changes nothing around it.

Notebooks have themes of their own, whatever the system prefers: light and dark follow theirs. Who opens the
notebook of somebody else sees what its sanitiser leaves, which is no style and no `<svg>`: so pictures are
images that hold their data.
"""

import re
from base64 import b64encode
from collections.abc import Mapping

from markupsafe import Markup

from api.rendering.markup import PARTIALS, environment
from api.report_view.pictures import svg
from api.report_view.pictures.svg import Direction
from api.report_view.report import report_view
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim

_STYLES = (PARTIALS / "sheet.css", PARTIALS / "report.css", PARTIALS / "finding.css")

_OWN = """
& { font: 1rem/1.5 system-ui, sans-serif; max-width: 54rem; }
&, article { color: var(--ink); }
img { max-width: none; }
"""
_DARK_NOTEBOOK = (
    ':is(body[data-jp-theme-light="false"], body.vscode-dark, body.vscode-high-contrast, html[theme="dark"])'
)
"""JupyterLab, VS Code and Colab, when they are dark."""
_DARK_SYSTEM = re.compile(r"@media \(prefers-color-scheme: dark\) (?=\{)")
_IMPORTANT = 3
"""How often the class stands in its selector, so that it wins over the styles of notebooks."""
_PICTURE = re.compile(
    r"(?P<svg><svg [^<>]*?class=\"(?P<kinds>[^\"<]*)\"[^<>]*>)\s*<title>(?P<title>.*?)</title>"
    r"\s*<desc>(?P<described>.*?)</desc>(?P<drawn>.*?</svg>)",
    re.DOTALL,
)
"""A picture as it stands in HTML. Its texts are escaped: nothing of a student's can end it."""
_OF_ID = 12
"""Characters of a file's digest: two reports below cells of one notebook have other ids."""


def render(report: Report, sources: Mapping[str, bytes], *, hints: Rung, notice: str = "") -> str:
    """Return the report, below a notice if there is one. Every text is escaped where it is put in."""
    page = environment().get_template("notebook_output.html")
    written = page.render(
        report=report_view(trim(report, hints), sources),
        number=report.sha256[:_OF_ID],
        style=Markup(style()),  # noqa: S704 - our own
        notice=notice,
    )
    return _PICTURE.sub(_image, written)


def style() -> str:
    """Return the style of a report on a page, for what stands in the output alone."""
    rules = "\n".join(file.read_text(encoding="utf-8") for file in _STYLES)
    rules = _DARK_SYSTEM.sub(f"{_DARK_NOTEBOOK} & ", rules).replace(":root", "&")
    return f"{'.backgrade' * _IMPORTANT} {{\n{rules}{_OWN}}}"


def _image(picture: re.Match[str]) -> str:
    """Return a picture as an image; nothing for the one of two that suits a narrow screen."""
    if Direction.DOWN in picture["kinds"].split():
        return ""
    drawn = f"{picture['svg']}<style>{svg.STYLE}</style>{picture['drawn']}"
    data = b64encode(drawn.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{picture["title"]} {picture["described"]}">'
