"""The page of a result shows hostile files as what they are: text."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from grader.sandbox.embedded import Embedded
from submissions.grading.intake import trials
from submissions.grading.intake.source import from_bytes
from submissions.grading.work.task import Grader
from submissions.operating.service import Service, utc_now
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests import patience
from tests.api.formats.test_hostile_reports import ALWAYS_SHOWN, EVERYTHING, PLACES, elements, file
from tests.thorough import by_turns
from tests.world.application import application
from tests.world.engine import working
from tests.world.pages import Page

ASKED = by_turns(list(PLACES), str, one_in=3)
HARMLESS = "harmless"
NAME = "name of a file"
OURS = re.compile(r"#[\w-]*|/(?!/)[\w./?=&%-]*(?:#[\w-]*)?")
"""Links within the page and to pages of ours."""


@pytest.fixture(scope="module")
def pages(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory, sandbox: Embedded
) -> Iterator[dict[tuple[str, str], str]]:
    """By place and text, the page of a trial of a file with that text in that place."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "backgrade.db").write_bytes(sqlite_template.read_bytes())
    settings = Settings(data_dir=folder)
    with closing(Database(settings.database)) as database:
        service = Service(settings, database)
        with (
            working(database, Grader.using(sandbox), slots=2, now=utc_now),
            TestClient(application(service), base_url="http://localhost") as client,
        ):
            yield shown(service, client)


def shown(service: Service, client: TestClient) -> dict[tuple[str, str], str]:
    keys = {(place, text): begun(service, place, text) for place in ASKED for text in (HARMLESS, EVERYTHING)}
    return {which: finished(client, key) for which, key in keys.items()}


def begun(service: Service, place: str, text: str) -> str:
    source = from_bytes(
        file(place, text).encode(), f"{_without_folders(text)}.py" if place == NAME else "value.py"
    )
    with service.database.begin() as session:
        key = trials.begin(session, "operations", source, now=service.now())
    service.database.bell.wake()
    return key


def _without_folders(text: str) -> str:
    """The text as a name: one with folders loses them before it is kept."""
    return text.replace("/", "").replace("\\", "")


def finished(client: TestClient, key: str) -> str:
    def page() -> str:
        return client.get(f"/try/{key}").text

    patience.until(lambda: 'http-equiv="refresh"' not in page(), 120)
    return page()


@pytest.mark.parametrize("place", ASKED)
def test_markup_of_a_submission_stays_text_on_its_page(place: str, pages: dict[tuple[str, str], str]) -> None:
    """With markup or without, the page has the same elements, and every link is one of ours."""
    harmless, hostile = (Page(pages[place, text]) for text in (HARMLESS, EVERYTHING))

    assert elements(hostile) == elements(harmless)
    links = [
        each[name] or "" for _, each in hostile.tags for name in ("href", "src", "action") if name in each
    ]
    assert [link for link in links if not OURS.fullmatch(link)] == []
    assert place not in ALWAYS_SHOWN or "alert(1)" in hostile.text
    assert not [tag for tag, each in hostile.tags if any(name.startswith("on") for name in each)]
