"""The catalogues of other languages follow the texts of the code."""

import ast
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
from api.problems import details
from grader import faults

ROOT = Path(__file__).parents[3]
OTHERS = sorted(set(LANGUAGES) - {SOURCE})
PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}")
SEVERAL_MEANINGS = {
    "back", "changed", "close", "failed", "kept", "left", "lost", "never sent", "nothing", "open", "order",
    "passed", "right", "run", "set",
}  # fmt: skip
"""Short texts that other languages say differently of suites, messages, people or buttons."""
MARKS = {"_", "N_", "ngettext", "pgettext"}
"""Functions whose texts are gathered."""
CODE = re.compile(r"`[^`]+`")


@pytest.fixture(scope="session")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All texts of the code, as `make messages` finds them."""
    file = tmp_path_factory.mktemp("messages") / "messages.pot"
    options = ["-q", "extract", "-F", "pyproject.toml", "-o", str(file), "."]
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *options], cwd=ROOT, check=True, timeout=600
    )
    with file.open("rb") as text:
        return read_po(text)


@cache
def catalogue(language: str) -> Catalog:
    with path(language).open("rb") as file:
        return read_po(file, language)


def texts(message: Message) -> Iterator[tuple[str, str]]:
    """Each English text with its translation, where there is one."""
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    for number, string in enumerate(filter(None, strings)):
        yield message.id if isinstance(message.id, str) else message.id[min(number, 1)], string


def test_texts_of_pages_faults_and_suites_are_gathered(gathered: Catalog) -> None:
    fault = faults.load()["preorder"]
    assert all(text in gathered for text in (fault.title, *fault.hints))


@pytest.mark.parametrize("room", ["api", "grader", "suites", "submissions"])
def test_no_text_stands_where_it_is_not_gathered(room: str) -> None:
    """Before Python 3.12 a formatted string is one token: a text that is translated in it is missed."""
    lost = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file in (ROOT / room).rglob("*.py")
        for formatted in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(formatted, ast.JoinedStr)
        for call in ast.walk(formatted)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS
        if any(isinstance(argument, ast.Constant) for argument in call.args)
    ]
    assert not lost


def test_short_texts_that_mean_several_things_say_which(gathered: Catalog) -> None:
    unclear = [m.id for m in gathered if str(m.id).lower() in SEVERAL_MEANINGS and not m.context]
    assert unclear == [], "use pgettext, with a context that tells a translator the meaning"


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(gathered: Catalog, language: str) -> None:
    missing = [message.id for message in gathered if message.id and not _translation(message, language)]
    assert missing == [], "run `make messages`, then translate these"


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_is_used(gathered: Catalog, language: str) -> None:
    unused = [
        message.id
        for message in catalogue(language)
        if message.id and gathered.get(_first(message), message.context) is None
    ]
    assert unused == [], "run `make messages`: it leaves out what no code has any more"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_only_a_guess(language: str) -> None:
    assert [message.id for message in catalogue(language) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_those_of_the_text(language: str) -> None:
    wrong = [
        (english, other)
        for message in catalogue(language)
        if message.id
        for english, other in texts(message)
        if _placeholders(message, english) != _placeholders(message, other)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_code_is_never_translated(language: str) -> None:
    wrong = [
        (english, other)
        for message in catalogue(language)
        if message.id and isinstance(message.id, str)
        for english, other in texts(message)
        if sorted(CODE.findall(english)) != sorted(CODE.findall(other))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_stays_a_sentence(language: str) -> None:
    wrong = [
        (english, other)
        for message in catalogue(language)
        if message.id
        for english, other in texts(message)
        if _frame(english) != _frame(other)
    ]
    assert wrong == [], "final full stops, spaces at the ends and headings are as in English"


def _translation(message: Message, language: str) -> bool:
    known = catalogue(language).get(_first(message), message.context)
    if known is None:
        return False
    strings = known.string if isinstance(known.string, tuple | list) else (known.string,)
    return all(strings) and isinstance(known.id, str) == isinstance(message.id, str)


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _placeholders(message: Message, text: str) -> set[str]:
    """Those of a plural may leave out the number: `one graph`."""
    names = {*PLACEHOLDER.findall(text)}
    return names if isinstance(message.id, str) else names - {"n"}


def _frame(text: str) -> tuple[bool, bool, bool, str]:
    heading = re.match(r"#*", text)
    assert heading is not None
    return text.rstrip().endswith("."), text[:1].isspace(), text[-1:].isspace(), heading[0]


def test_a_line_has_its_article_in_spanish() -> None:
    wrong = [
        other
        for message in catalogue("es")
        for english, other in texts(message)
        if re.search(r"\b(?:on|at) \{place\}", english) and re.search(r"\b(?:a|de|en) \{place\}", other)
    ]
    assert wrong == []


def test_a_page_is_labelled_with_its_language() -> None:
    from api.rendering.markup import environment

    template = environment(ROOT / "api/pages/templates").from_string("{{ language() }}")
    with speaking("es"):
        assert template.render() == "es"


def test_a_number_of_a_bad_value_stands_where_one_and_many_read_alike() -> None:
    counted = r"\{(?:min_length|max_length|max_digits|decimal_places)\} \w"
    assert [text for text in details.VALUES.values() if re.search(counted, text)] == []
