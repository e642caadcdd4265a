"""How smoothly a replay of twelve nodes moves, beside an empty page in the same browser.

Bar: 60 frames a second. On a busy machine an empty page loses frames too, so both are measured in turns: what
counts is the share of late frames beside the empty page's own.
"""

from collections.abc import Sequence
from statistics import median
from types import SimpleNamespace

from markupsafe import Markup
from playwright.sync_api import Page, Route, sync_playwright

from api.pages import _static
from api.rendering.markup import PARTIALS, environment
from api.report_view.pictures.text import ATTRIBUTES
from api.report_view.replay.wording import NOTHING_AROUND
from grader.expected import expect
from grader.explanation.explain import explain
from grader.finding import Explained
from grader.sandbox.plays import Observation, PlayStatus, Readings
from suites import parse
from tests.browser import chromium

_TWELVE = "d = a * b; e = d + c; f = a - c; g = e * f; h = g + d; i = h * b; j = i + e; k = j * f; l = k + h"
_INPUTS = (2.0, 3.0, 4.0)
_SITE = "http://localhost"
_ROUNDS, _STEP_MILLISECONDS = 4, 950
_LATE, _LOST = 16.8, 20.0
"""Milliseconds: a frame that comes after its time at all, and one that is seen to."""

_FRAMES = """milliseconds => new Promise(done => {
  const deltas = [];
  let before = performance.now();
  const end = before + milliseconds;
  requestAnimationFrame(function frame(now) {
    deltas.push(now - before);
    before = now;
    now < end ? requestAnimationFrame(frame) : done(deltas.slice(2));
  });
})"""
_REPLAY = """{% from "finding.html" import replay %}<!doctype html><html lang="en"><title>Replay</title>
<link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/report.css">
<link rel="stylesheet" href="/finding.css"><link rel="stylesheet" href="/graph.css">
<main>{{ replay(replayed(finding), 1) }}</main><script type="module" src="/replay.js"></script></html>"""


def main() -> None:
    """Print the frames of both pages."""
    if chromium.path() is None:
        print("  no Chromium on this machine")
        return
    explained = _explained()
    html = (
        environment(PARTIALS)
        .from_string(_REPLAY)
        .render(finding=SimpleNamespace(replayed=explained, attributes=ATTRIBUTES, around=NOTHING_AROUND))
    )
    with sync_playwright() as playwright:
        browser = chromium.launched(playwright)
        empty, replay = browser.new_page(), browser.new_page()
        for page, text in ((empty, Markup("<!doctype html><title>Empty</title>")), (replay, Markup(html))):  # noqa: S704 - our own
            _serve(page, text)
            page.goto(_SITE)
        replay.locator("details.replay > summary").click()
        frames: dict[str, list[float]] = {"empty page": [], "replay": []}
        for _ in range(_ROUNDS):
            empty.bring_to_front()
            frames["empty page"] += empty.evaluate(_FRAMES, 4 * _STEP_MILLISECONDS)
            replay.bring_to_front()
            for _ in range(4):
                replay.locator("[data-do=forward]").click()
                frames["replay"] += replay.evaluate(_FRAMES, _STEP_MILLISECONDS)
        browser.close()
    print(f"  {len(explained.nodes)} nodes, {len(explained.writes)} writes")
    for name, deltas in frames.items():
        print(f"  {name}: {_told(deltas)}")


def _told(deltas: Sequence[float]) -> str:
    late, lost = (sum(delta > limit for delta in deltas) / len(deltas) for limit in (_LATE, _LOST))
    per_second = 1e3 * len(deltas) / sum(deltas)
    return (
        f"{per_second:.1f} frames/s, median {median(deltas):.1f} ms, above {_LATE} ms {late:.1%}, "
        f"above {_LOST:.0f} ms {lost:.1%}, worst {max(deltas):.0f} ms, of {len(deltas)}"
    )


def _explained() -> Explained:
    """A right pass over twelve nodes, with all that it writes."""
    program = parse(_TWELVE, ("a", "b", "c"))
    data, gradients = (Readings(tuple(n), bytes(len(n))) for n in expect(program, _INPUTS)[:2])
    seen = Observation(PlayStatus.ANSWERED, data, data, gradients)
    writes = explain(program, _INPUTS, seen).right_writes
    return explain(program, _INPUTS, seen, writes)


def _serve(page: Page, html: str) -> None:
    """The page, with our own files beside it."""

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if file := _static.files().by_name.get(name):
            route.fulfill(body=file.content, content_type=file.media_type)
        else:
            route.fulfill(body=html, content_type="text/html")

    page.route("**/*", answer)
