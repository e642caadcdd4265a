"""One test asks a rule of many things, and says of which it does not hold."""

import inspect

import pytest

from tests.offenders import for_each


def notes(group: pytest.ExceptionInfo[ExceptionGroup[Exception]]) -> list[str]:
    return [note for error in group.value.exceptions for note in error.__notes__]


def test_everything_is_asked_and_each_offender_is_named() -> None:
    asked = []

    @for_each("number", range(5))
    def is_even(number: int) -> None:
        asked.append(number)
        assert number % 2 == 0

    with pytest.raises(ExceptionGroup, match="2 of 5") as group:
        is_even()
    assert asked == [0, 1, 2, 3, 4]
    assert notes(group) == ["1", "3"]


def test_an_error_that_is_no_assertion_is_an_offence_too() -> None:
    @for_each("number", [1, 0])
    def divides(number: int) -> None:
        assert 1 / number

    with pytest.raises(ExceptionGroup, match="1 of 2") as group:
        divides()
    assert isinstance(group.value.exceptions[0], ZeroDivisionError)


def test_several_names_and_names_for_cases_are_as_in_parametrize() -> None:
    @for_each(("low", "high"), [(1, 2), pytest.param(4, 3, id="swapped")])
    def grows(low: int, high: int) -> None:
        assert low < high

    with pytest.raises(ExceptionGroup) as group:
        grows()
    assert notes(group) == ["swapped"]


def test_what_is_skipped_is_an_offence() -> None:
    @for_each("number", [1])
    def skips(number: int) -> None:
        pytest.skip(f"not of {number}")

    with pytest.raises(ExceptionGroup) as group:
        skips()
    assert "not of 1" in str(group.value.exceptions[0])


def test_nothing_to_ask_is_refused() -> None:
    with pytest.raises(ValueError, match="number"):
        for_each("number", [])


@for_each("number", [1, 2])
def test_what_is_left_are_fixtures(number: int, request: pytest.FixtureRequest) -> None:
    assert number
    assert request.function is test_what_is_left_are_fixtures
    assert list(inspect.signature(test_what_is_left_are_fixtures).parameters) == ["request"]
