"""An error that a command can meet is shown in two lines; only what nobody expects is a traceback."""

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from api.commands._expected_errors import expected
from grader.errors import SandboxUnavailable
from submissions.errors import AlreadyThere, NotFound
from submissions.operating.settings import SettingsWrong
from submissions.storage.backups import CopyFailed, Failure
from submissions.storage.one_process import InUse

EXPECTED = (
    SandboxUnavailable(),
    SettingsWrong({"BACKGRADE_PORT": "Input should be a valid integer"}),
    CopyFailed(Failure.NO_DATABASE),
    AlreadyThere("ada"),
    NotFound(),
    InUse(Path("backgrade.db"), "17"),
    OperationalError("SELECT 1", {}, OSError()),
)


@pytest.mark.parametrize("error", EXPECTED, ids=lambda error: type(error).__name__)
def test_it_says_what_was_seen_and_what_to_try(error: Exception) -> None:
    message = expected(error)

    assert message is not None
    assert message.seen
    assert message.advice


def test_a_mistake_of_ours_is_not_expected() -> None:
    assert expected(ZeroDivisionError()) is None
