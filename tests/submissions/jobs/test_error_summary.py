"""What staff read of a failure of ours names nobody and no content."""

from pathlib import Path

from sqlalchemy.exc import IntegrityError

from grader.errors import HarnessProtocolError
from submissions.jobs.claims import error_summary
from submissions.storage.database import Database


def test_what_the_engine_says_is_told() -> None:
    assert (
        error_summary(HarnessProtocolError("a reply of 9\nbytes"))
        == "HarnessProtocolError: a reply of 9 bytes"
    )
    assert (
        error_summary(HarnessProtocolError()) == "HarnessProtocolError: the sandbox did not answer as asked"
    )


def test_rows_and_names_that_an_exception_quotes_are_not_told() -> None:
    error = IntegrityError("INSERT INTO person", {"login": "ada"}, ValueError("ada is there already"))

    assert error_summary(error) == "IntegrityError"
    assert "ada" in error_summary(error, detailed=True)


def test_a_place_in_our_code_is_told_and_no_path_of_the_machine(tmp_path: Path) -> None:
    try:
        Database(f"sqlite:///{tmp_path}/nowhere/ada.db").is_current()
    except Exception as error:  # noqa: BLE001 - whatever the driver raises
        told = error_summary(error)

    assert told.startswith("StorageError at submissions/storage/database.py:")
    assert str(tmp_path) not in told
