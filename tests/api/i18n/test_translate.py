"""A text is shown in the language of the request; English where it has no translation."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from babel import lists, numbers

from api.i18n import (
    LANGUAGES,
    SOURCE,
    choose,
    current,
    date,
    day,
    duration,
    gettext,
    listed,
    negotiated,
    ngettext,
    number,
    of_environment,
    percent,
    size,
    speaking,
)
from tests.offenders import for_each

AT = datetime(2026, 11, 27, 22, 59, tzinfo=UTC)
MADRID = ZoneInfo("Europe/Madrid")


def test_a_text_without_a_translation_is_english() -> None:
    with speaking("es"):
        assert gettext("Nobody translated {this}.", this="it") == "Nobody translated it."


def test_without_values_braces_stay() -> None:
    assert gettext("A dict is written {}.") == "A dict is written {}."


@pytest.mark.parametrize(("n", "text"), [(0, "0 bytes"), (1, "1 byte"), (2, "2 bytes")])
def test_a_number_takes_its_form(n: int, text: str) -> None:
    assert ngettext("{n} byte", "{n} bytes", n) == text


def test_a_language_without_a_catalogue_is_answered_in_english() -> None:
    with speaking("tlh"):
        assert current() == SOURCE


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_MX@euro", "LC_MESSAGES": ""}, "es"),
        ({"LC_MESSAGES": "C", "LANG": "es"}, "en"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "es"}, "en"),
        ({"LANGUAGE": "tlh:es:en", "LC_ALL": "en"}, "es"),
        ({"LANG": "no.such/thing"}, "en"),
    ],
)
def test_the_environment_says_the_language_as_gettext_reads_it(
    environment: dict[str, str], language: str
) -> None:
    assert of_environment(environment) == language


def test_an_account_chooses_for_the_rest_of_its_request_alone() -> None:
    """A thread of the endpoint reads the account; who waits for it, and no other request, sees the choice."""

    async def request(language: str) -> str:
        with speaking("en"):
            await asyncio.to_thread(choose, language)
            return current()

    async def both() -> list[str]:
        return list(await asyncio.gather(request("es"), request("en")))

    assert asyncio.run(both()) == ["es", "en"]
    assert current() == SOURCE


def test_outside_of_a_request_no_language_can_be_chosen() -> None:
    with ThreadPoolExecutor(1) as threads, pytest.raises(LookupError):
        threads.submit(copy_context().run, choose, "es").result()


@for_each(
    ("header", "language"),
    [
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("de, en;q=0.5, es;q=0.7", "es"),
        ("en-US,en;q=0.9,es;q=0.8", "en"),
        ("es;q=0", "en"),
        ("", "en"),
        ("*", "en"),
        ("es;q=much", "en"),
        (";q=1, ,,", "en"),
        ("es," * 1000, "en"),
        ("../../etc", "en"),
    ],
)
def test_the_browser_says_what_it_reads(header: str, language: str) -> None:
    assert negotiated(header) == language


def test_numbers_lists_and_moments_are_written_as_in_english() -> None:
    assert [number(12345.5), percent(0.125), percent(0.5), size(1258291)] == [
        "12,345.5",
        "12.5%",
        "50%",
        "1.2 MiB",
    ]
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b"], either=True)] == [
        "", "a", "a, b and c", "a or b",
    ]  # fmt: skip
    assert date(AT, MADRID) == "Friday 27 November 2026, 23:59 (Europe/Madrid)"
    assert [day(AT, MADRID), day(AT, MADRID, AT), day(AT, MADRID, AT + timedelta(hours=900))] == [
        "27 November, 23:59",
        "27 November, 23:59",
        "27 November 2026, 23:59",
    ]
    assert [duration(timedelta(hours=h)) for h in (0, 1, 25, 72)] == ["", "1 hour", "1 day 1 hour", "3 days"]


def test_numbers_lists_and_moments_are_written_as_in_spanish() -> None:
    with speaking("es"):
        assert [number(12345.5), percent(0.125), size(1258291)] == ["12.345,5", "12,5\xa0%", "1,2 MiB"]
        assert listed(["a", "b", "c"]) == "a, b y c"
        assert duration(timedelta(hours=25)) == "1 día 1 hora"
        assert day(AT, MADRID, AT + timedelta(hours=900)) == "27 de noviembre de 2026, 23:59"


def test_every_language_has_its_own_name() -> None:
    assert LANGUAGES["en"] == "English"
    assert LANGUAGES["es"] == "Español"


@pytest.mark.parametrize("length", range(5))
@pytest.mark.parametrize("either", [False, True])
def test_english_lists_are_those_of_the_locale_though_it_is_not_loaded(length: int, *, either: bool) -> None:
    items = [*"abcd"[:length]]
    style: Literal["or", "standard"] = "or" if either else "standard"

    assert listed(items, either=either) == lists.format_list(items, style=style, locale="en_GB")


@pytest.mark.parametrize("value", [0, 1.0, 2.0, 88.0, 62.5, 999.0, 1000.0, 12345, -3.0, 0.25, 1e9])
def test_english_numbers_are_those_of_the_locale_though_it_is_seldom_loaded(value: float) -> None:
    assert number(value) == numbers.format_decimal(value, format="#,##0.######", locale="en_GB")
