"""Style sheets and modules: kept for ever under a name that changes with them."""

import gzip

import pytest

from api.pages import _static
from tests.world.desk import Desk

OURS = ("base.css", "report.css", "finding.css", "graph.css", "live.js", "upload.js", "result.js", "icon.svg")


@pytest.mark.parametrize("name", OURS)
def test_each_is_kept_for_ever_under_the_name_that_pages_use(desk: Desk, name: str) -> None:
    answer = desk.me.client.get(_static.url(name))

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_under_the_name_of_another_version_it_is_not_kept(desk: Desk) -> None:
    assert desk.me.client.get("/static/before/base.css").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["none.css", "../_page.py", "%2e%2e/_page.py", "vendor", ""])
def test_nothing_else_is_served(desk: Desk, name: str) -> None:
    assert desk.me.client.get(f"/static/{_static.files().version}/{name}").status_code == 404


def test_a_browser_that_unpacks_gets_the_same_packed(desk: Desk) -> None:
    file = _static.files().by_name["base.css"]

    answer = desk.me.client.get(_static.url("base.css"))

    assert answer.headers["content-encoding"] == "gzip"
    assert (answer.content, gzip.decompress(file.packed)) == (file.content, file.content)


def test_a_name_without_a_file_is_an_error_of_ours() -> None:
    with pytest.raises(AssertionError, match=r"none\.css"):
        _static.url("none.css")
