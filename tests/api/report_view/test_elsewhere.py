"""An exception that another line raises than that of the cause: neither line is said to be the other."""

import pytest

from grader.finding import Edit, Evidence, Finding, Raised, Where
from grader.records import replace
from submissions.courses.assignments.hints import Rung
from tests.api.report_view.findings import NODE_OF_A_SUM, changed, story, view

_EDIT = Edit(line=17, was="x", now="y")


def _raised(line: int, *, repaired: int = 3) -> Finding:
    raised = Raised(type="AttributeError", message="no", line=line, function="build", graph="b = a ** 2")
    return changed(
        fault="raises",
        where=Where(line=17, operation="**"),
        evidence=Evidence(raised=raised, repaired=repaired),
        explained=None,
        repair=(_EDIT,),
        alternatives=(),
        also=(),
        everywhere=False,
    )


@pytest.mark.parametrize(
    ("line", "title"),
    [(17, "An operation raises an exception"), (40, "This line makes another line raise an exception")],
)
def test_the_title_says_of_its_line_what_is_so(line: int, title: str) -> None:
    assert view(_raised(line), Rung.REPAIR).title == f"{title} (line 17, in `**`)"


def test_the_hint_names_the_line_to_change() -> None:
    told = view(_raised(40), Rung.REPAIR).hints[-1]

    assert told == (
        "On the graph `b = a ** 2`, Python stops at line 40. The cause is on line 17: change that line."
    )
    assert "change that line" not in view(_raised(17), Rung.REPAIR).hints[-1]
    assert "change that line" not in view(_raised(40, repaired=0), Rung.REPAIR).hints[-1]


def test_a_fault_that_is_known_has_its_own_hint_wherever_python_stops() -> None:
    """Its edit may be a new line: "change that line" could mean the line of a `def`."""
    told = view(replace(_raised(40), fault="numbers_not_wrapped"), Rung.REPAIR).hints[-1]

    assert told.endswith("Your code uses the plain number as if it were a node.")


def test_numbers_of_one_run_of_many_are_said_to_be() -> None:
    told = replace(NODE_OF_A_SUM, varies=True)

    assert story(told, "missing_return") == (
        "Your code depends on the order of a set or on `id()`, so these numbers can differ from run to run. "
        "We show one run. `b = a + a` should be a node, but your method returns `None`."
    )
