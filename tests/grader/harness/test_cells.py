"""Cells of notebooks: what only a notebook understands becomes `pass`, so that line numbers stay."""

import json

import pytest

from grader.harness.loading.source import cells


def read(text: str) -> str:
    """Return the source of a cell as it is run; empty where it is not."""
    notebook = {"cells": [{"cell_type": "code", "source": text}, {"cell_type": "code", "source": "x = 1"}]}
    return {
        cell.number: cell.text for cell in cells(json.dumps(notebook).encode(), "n.ipynb", notebook=True)
    }.get(1, "")


@pytest.mark.parametrize(
    "magic", ["%%backgrade", "%%backgrade Value --stage core", "%%time", "%%capture out"]
)
def test_a_cell_below_a_magic_that_runs_it_is_run_and_its_own_magics_are_not(magic: str) -> None:
    assert (
        read(f"{magic}\n%matplotlib inline\nclass Value: pass\n!ls") == "pass\npass\nclass Value: pass\npass"
    )


def test_a_cell_that_is_written_to_a_file_is_read_as_it_stands() -> None:
    assert read("%%writefile value.py\nclass Value: pass") == "pass\nclass Value: pass"


def test_a_cell_of_another_language_is_not_run() -> None:
    assert read("%%bash\nls") == ""
