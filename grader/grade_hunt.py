"""Grades the graphs of a hunt: a report as any other, in which nothing of the submission was run."""

from grader.grade import made_by
from grader.hunt.hunting import Hunt, run_hunt
from grader.hunt.score import share
from grader.report import Report, Score
from grader.sandbox.plays import Source

NAME = "hunt"
"""The name of the assignment in the report."""
POSSIBLE = 100


def grade_hunt(source: Source, hunt: Hunt) -> Report:
    """Return the report on a file of graphs. Whatever the file holds, there is one."""
    found = run_hunt(source.content, hunt)
    earned = float(round(share(found) * POSSIBLE, 4))
    return Report(
        name=source.name,
        sha256=source.sha256,
        seed="0",
        assignment=NAME,
        sandbox=None,
        made_by=made_by(),
        score=Score(earned=earned, possible=POSSIBLE, missing=0),
        hunt=found,
    )
