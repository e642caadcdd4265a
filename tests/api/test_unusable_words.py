import re
from pathlib import Path

import pytest

from api.words.en.unusable import WHY, unusable
from submissions.errors import Unusable

_ROOT = Path(__file__).parents[2]
_RAISED = re.compile(r'Unusable\(\s*(?:"[a-z_]+"|\w+),\s*"([a-z-]+)"')
_YIELDED = re.compile(r'^\s+yield (?:"[a-z_]+"|name), "([a-z-]+)"$', re.MULTILINE)


def _raised() -> set[str]:
    """Every reason that stands in the source."""
    files = [path for package in ("submissions", "api") for path in (_ROOT / package).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return {why for text in texts for pattern in (_RAISED, _YIELDED) for why in pattern.findall(text)}


def test_every_reason_has_words() -> None:
    assert _raised() - set(WHY) == set()


@pytest.mark.parametrize("why", sorted(WHY))
def test_reasons_are_told_in_plain_words(why: str) -> None:
    told = unusable(Unusable("field", why))

    assert told == WHY[why]
    assert told[0].islower()
    assert not told.endswith(".")


def test_where_a_field_has_bounds_they_are_told() -> None:
    assert unusable(Unusable("points", "out-of-range")) == "give a number of points up to 10,000"


def test_a_reason_without_words_is_still_told() -> None:
    assert unusable(Unusable("field", "from-a-newer-version")) == "this cannot be used here"
