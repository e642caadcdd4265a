"""The pages of suites and faults."""

import pytest

import suites
from api.pages._fault_example import drawn, is_drawn, shown_by, slip
from grader import faults
from tests.world.desk import Desk


@pytest.mark.parametrize("folder", ["suites", "faults"])
def test_each_has_a_page_and_the_list_leads_to_it(desk: Desk, folder: str) -> None:
    known = {"suites": list(suites.all_suites()), "faults": list(faults.load())}[folder]
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
    change = slip("overwritten_gradient")

    assert change is not None
    assert (change.right.splitlines()[1].strip(), change.wrong.splitlines()[1].strip()) == (
        "self.grad += -out.grad",
        "self.grad = -out.grad",
    )


def test_no_slip_shows_a_name_that_only_we_made_up() -> None:
    shown = [change for slug in faults.load() if (change := slip(slug))]

    assert len(shown) > 40
    assert not [change for change in shown if "_gone" in change.wrong or change.right == change.wrong]


def test_every_fault_is_drawn_as_our_own_class_plays_it_with_that_fault() -> None:
    shown = {slug: shown_by(slug) for slug in faults.load()}

    assert {slug for slug, found in shown.items() if found} == set(filter(is_drawn, shown))
    for slug, found in shown.items():
        if found is not None and found.ends and not found.raised:
            assert any(node.wrong_data or node.wrong_gradient for node in found.explained.nodes), slug


def test_the_page_of_a_fault_tells_what_comes_of_it(desk: Desk) -> None:
    page = desk.me.open("/faults/overwritten_gradient")

    told = drawn("overwritten_gradient", "en")
    assert told is not None
    assert "The last write wins" in told.story
    assert told.story.replace("`", "") in page.text
    assert "lost" in page.source
    assert desk.me.open("/faults/overwritten_gradient/picture.svg").status == 200
