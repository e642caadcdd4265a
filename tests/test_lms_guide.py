"""The guide of learning platforms names what is on our pages, in the order in which one needs it."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from api.words import platform_setup
from api.words.lms import STATES
from submissions.operating.settings import Settings
from tests.world.lms import canvas

TOP = Path(__file__).parent.parent
GUIDE = (TOP / "docs" / "lms.md").read_text(encoding="utf-8")
CATALOGUE = TOP / "api" / "locale" / "es" / "LC_MESSAGES" / "messages.po"
FORM = (TOP / "api" / "pages" / "templates" / "_platform_form.html").read_text(encoding="utf-8")
PRODUCTS = {
    "moodle": "Moodle",
    "canvas": "Canvas",
    "blackboardlearn": "Blackboard",
    "desire2learn": "Brightspace",
}
COPIED = ("Issuer", "Authentication request URL", "Access token URL", "Public keyset URL")
"""Labels of our form that each platform has something for."""


def section(start: str) -> str:
    """What stands below a heading that begins so, up to the next of its level."""
    level, _, _ = start.partition(" ")
    found = re.search(rf"^{start}.*?(?=^#{{2,{len(level)}}} |\Z)", GUIDE, flags=re.MULTILINE | re.DOTALL)
    assert found, start
    return found[0]


def table(text: str) -> dict[str, str]:
    """The rows of the tables in a text, by their first cell."""
    rows = re.findall(r"^ *\| (.+?) \| (.+?) \|", text, flags=re.MULTILINE)
    return {first: second for first, second in rows if not first.startswith("---")}


def test_what_is_bold_is_a_text_of_our_pages() -> None:
    with CATALOGUE.open("rb") as file:
        texts = {str(message.id) for message in read_po(file) if message.id}
    bold = set(re.findall(r"\*\*([^*]+?)\*\*", GUIDE.replace("\n", " ")))

    assert len(bold) > 20
    assert {each for each in bold if not each.endswith(":")} - texts == set()


def test_what_a_private_network_needs_stands_before_the_first_step() -> None:
    before = GUIDE[: GUIDE.index("\n## Moodle")]

    assert "BACKGRADE_PRIVATE_PLATFORMS=true" in before
    assert "*cURL blocked hosts" in before
    assert "**Learning platforms** is a button" in before
    assert GUIDE.index("## Before you begin") < GUIDE.index("\n1. ")


def test_every_setting_that_is_named_exists() -> None:
    named = {name.lower() for name in re.findall(r"\bBACKGRADE_([A-Z_]+)", GUIDE)}

    assert named - set(Settings.model_fields) == set()


@pytest.mark.parametrize("product", platform_setup._PRODUCTS)
def test_each_product_has_a_way_by_itself_and_one_by_hand(product: str) -> None:
    told = section(f"## {PRODUCTS[product]}")

    assert re.findall(r"^(\d)\. ", told, flags=re.MULTILINE)[0] == "1"
    assert "**Register a platform by hand**" in told
    assert product == "blackboardlearn" or "**Registration address**" in told


@pytest.mark.parametrize("name", ["### Moodle, by hand", "## Canvas", "## Brightspace"])
def test_by_hand_each_field_has_its_name_there(name: str) -> None:
    rows = " ".join(f"{first} {second}" for first, second in table(section(name)).items())

    assert all(f"**{label}**" in rows for label in COPIED)
    assert all(f'_("{label}")' in FORM for label in COPIED)


def test_the_addresses_of_canvas_are_those_that_we_test_with() -> None:
    rows = table(section("## Canvas"))
    told = [rows[f"**{label}**"].strip("`") for label in COPIED]
    cloud = canvas.CANVAS

    assert told == [cloud.issuer, cloud.authorization, cloud.oauth, cloud.key_set]


def test_the_table_of_states_has_each_state() -> None:
    assert [*table(section("## Grades"))][1:] == list(STATES.values())
