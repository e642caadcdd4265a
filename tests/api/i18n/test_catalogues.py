"""The catalogues of other languages follow the texts of the code."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from api.i18n import LANGUAGES, SOURCE, speaking
from api.i18n._catalogue import path
from grader import faults

ROOT = Path(__file__).parents[3]
OTHERS = sorted(set(LANGUAGES) - {SOURCE})
PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}")
CODE = re.compile(r"`[^`]+`")


@pytest.fixture(scope="session")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All texts of the code, as `make messages` finds them."""
    file = tmp_path_factory.mktemp("messages") / "messages.pot"
    options = ["-q", "extract", "-F", "pyproject.toml", "-o", str(file), "."]
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *options], cwd=ROOT, check=True, timeout=120
    )
    with file.open("rb") as text:
        return read_po(text)


@cache
def catalogue(language: str) -> Catalog:
    with path(language).open("rb") as file:
        return read_po(file, language)


def texts(message: Message) -> Iterator[tuple[str, str]]:
    """Each English text with its translation."""
    if isinstance(message.id, str):
        yield message.id, str(message.string)
        return
    for number, string in enumerate(message.string or ()):
        yield message.id[min(number, 1)], string


def test_texts_of_pages_faults_and_suites_are_gathered(gathered: Catalog) -> None:
    fault = faults.load()["preorder"]
    assert all(text in gathered for text in (fault.title, *fault.hints))


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_those_of_the_text(language: str) -> None:
    wrong = [
        (english, other)
        for message in catalogue(language)
        if message.id and "python-brace-format" in message.flags
        for english, other in texts(message)
        if other and {*PLACEHOLDER.findall(english)} - {"n"} != {*PLACEHOLDER.findall(other)} - {"n"}
    ]
    assert wrong == []


def test_a_page_is_labelled_with_its_language() -> None:
    from api.markup import environment

    template = environment(ROOT / "api/pages/templates").from_string("{{ language() }}")
    with speaking("es"):
        assert template.render() == "es"
