import re
from pathlib import Path

import pytest

from api.words.unusable import WHY, unusable
from submissions.errors import Unusable
from tests.offenders import for_each

_ROOT = Path(__file__).parents[3]
_RAISED = re.compile(r'Unusable\(\s*(?:"[a-z_]+"|\w+),\s*"([a-z-]+)"')
_RETURNED = re.compile(r'return "([a-z]+(?:-[a-z]+)+)"')
_HAS_REASONS = ("submissions/courses/assignments/setting.py", "submissions/people/access/passwords.py")
"""Where the id of a reason is returned before an error is made of it."""


def _raised() -> set[str]:
    """Every reason that stands in the source."""
    files = [path for package in ("submissions", "api") for path in (_ROOT / package).rglob("*.py")]
    raised = {why for path in files for why in _RAISED.findall(path.read_text(encoding="utf-8"))}
    returned = {
        why for name in _HAS_REASONS for why in _RETURNED.findall((_ROOT / name).read_text(encoding="utf-8"))
    }
    assert {"out-of-range", "too-many-places"} <= returned
    return raised | returned


def test_every_reason_has_words() -> None:
    assert _raised() - set(WHY) == set()


@for_each("why", sorted(WHY))
def test_an_error_is_one_sentence_or_two_that_can_be_read_aloud(why: str) -> None:
    text = unusable(Unusable("field", why))

    assert text == WHY[why]
    assert text[0].isupper()
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            Unusable("points", "out-of-range", above=0, most=10_000),
            "Enter a number greater than 0 and at most 10,000.",
        ),
        (Unusable("attempt_limit", "out-of-range", least=1, most=1000), "Enter a number from 1 to 1,000."),
        (Unusable("cooldown_seconds", "out-of-range", seconds=604_800), "Enter a time from 0 to 7 days."),
        (Unusable("title", "too-long", longest=200), "This text is too long. Use at most 200 characters."),
        (
            Unusable("password", "password-too-short", least=12),
            "This password is too short. Use at least 12 characters; three or four words are enough.",
        ),
        (
            Unusable("weights", "weight-out-of-range", least=0, most=9),
            "Weights are whole numbers from 0 to 9.",
        ),
    ],
)
def test_where_an_error_names_its_limits_they_are_in_the_text(error: Unusable, text: str) -> None:
    assert unusable(error) == text


def test_a_reason_without_words_is_still_told() -> None:
    text = unusable(Unusable("field", "from-a-newer-version"))
    assert text == "This value cannot be used here. Enter another one."
