"""What `backgrade.check` gives back: points, causes, and how a notebook shows them."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NotebookFinding:
    """Why graphs fail, and where, as far as the hints allow."""

    title: str
    certainty: str
    """`proven`, `likely` or `unknown`."""
    line: int | None
    cell: int | None
    """The number that Jupyter shows beside the cell; None for a file."""
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feedback:
    """The grade of a class. At the end of a cell, Jupyter shows it as a report."""

    points: float
    possible: int
    passed: bool
    """Whether there was something to earn and all of it was earned."""
    findings: tuple[NotebookFinding, ...]
    text: str = field(repr=False)
    """The report as the command line prints it."""
    html: str = field(repr=False)
    """The report as HTML that needs nothing else."""

    def credit(self, most: float) -> float:
        """The share of `most` points that was earned: partial credit, for example for nbgrader."""
        return round(most * self.points / self.possible, 2) if self.possible else 0.0

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """The report as HTML, in the colours of the notebook."""
        return self.html
