"""The file that the mixed report is about."""

import pytest

from tests.api.formats.reading import SOURCE


@pytest.fixture
def sources() -> dict[str, bytes]:
    return {"value.py": SOURCE}
