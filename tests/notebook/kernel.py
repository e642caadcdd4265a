"""A kernel of Jupyter that runs cells, and what stands below each."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.patience import scaled

_PATIENCE = 60.0


@dataclass(frozen=True)
class Below:
    """What a cell wrote."""

    text: str
    """Whatever was printed, of errors their name and message too."""
    html: str
    plain: str
    """The text beside the HTML, for a terminal."""


@dataclass
class Kernel:
    """A kernel that was started for tests."""

    client: Any

    def run(self, *cells: str) -> Below:
        """Run cells, one after the other; what the last one wrote."""
        for source in cells:
            self._execute(source)
        return below(self.client.nb.cells[-1])

    def _execute(self, source: str) -> None:
        cells = self.client.nb.cells
        cells.append(nbformat.v4.new_code_cell(source))
        self.client.execute_cell(cells[-1], len(cells) - 1)

    def number(self) -> int:
        """Return the number that Jupyter shows beside the last cell."""
        return int(self.client.nb.cells[-1].execution_count)


@contextmanager
def kernel() -> Iterator[Kernel]:
    """Start one, and end it."""
    client = NotebookClient(
        nbformat.v4.new_notebook(), kernel_name="python3", allow_errors=True, timeout=int(scaled(_PATIENCE))
    )
    with client.setup_kernel():
        yield Kernel(client)


def below(cell: Any) -> Below:
    """Return what stands below a cell that was run."""
    data = [output["data"] for output in cell.outputs if "data" in output]
    said = [
        output.get("text") or f"{output['ename']}: {output['evalue']}"
        for output in cell.outputs
        if "data" not in output
    ]
    return Below("".join(said), _joined(data, "text/html"), _joined(data, "text/plain"))


def _joined(data: Sequence[Any], kind: str) -> str:
    return "".join(each.get(kind, "") for each in data)
