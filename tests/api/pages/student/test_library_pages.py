"""The pages of suites and faults."""

import pytest

import suites
from api.pages.faults import _slip
from grader import faults
from tests.world.desk import Desk


@pytest.mark.parametrize("folder", ["suites", "faults"])
def test_each_has_a_page_and_the_list_leads_to_it(desk: Desk, folder: str) -> None:
    known = {"suites": list(suites.load()), "faults": list(faults.load())}[folder]
    listed = desk.me.open(f"/{folder}")

    linked = [url for url in listed.links.values() if url.startswith(f"/{folder}/")]

    assert sorted(linked) == sorted(f"/{folder}/{slug}" for slug in known)
    assert {desk.me.open(url).status for url in linked} == {200}


def test_one_that_does_not_exist_is_not_found(desk: Desk) -> None:
    assert [desk.me.open(url).status for url in ("/suites/none", "/faults/none")] == [404, 404]


def test_a_suite_is_drawn_with_what_is_right(desk: Desk) -> None:
    page = desk.me.open("/suites/five_nodes")

    assert "grad -2" in page.text
    assert "lost" not in page.source


def test_a_slip_is_shown_as_it_should_be_and_as_it_is_not() -> None:
    slip = _slip("overwritten_gradient")

    assert slip is not None
    assert (slip.right.splitlines()[1].strip(), slip.wrong.splitlines()[1].strip()) == (
        "self.grad += -out.grad",
        "self.grad = -out.grad",
    )


def test_no_slip_shows_a_name_that_only_we_made_up() -> None:
    shown = [slip for slug in faults.load() if (slip := _slip(slug))]

    assert len(shown) > 40
    assert not [slip for slip in shown if "_gone" in slip.wrong or slip.right == slip.wrong]
