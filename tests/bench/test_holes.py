"""The bench that looks for holes in the suites: its slips, and the graphs that show them."""

from bench._slips import slips
from bench._user_graphs import UserGraphs
from bench.mutants import reference
from grader.sandbox.protocol import Sandbox

_RIGHT = reference("closures_set")


def test_slips_are_drawn_by_their_seed_and_each_is_another_program() -> None:
    drawn = slips(_RIGHT.text, 40, "a")

    assert drawn == slips(_RIGHT.text, 40, "a") != slips(_RIGHT.text, 40, "b")
    assert len({slip.source for slip in drawn} - {_RIGHT.text}) == len(drawn) == 40
    assert len({slip.kind for slip in drawn}) > 12
    for slip in drawn:
        compile(slip.source, slip.kind, "exec")


def test_graphs_of_users_show_a_slip_and_nothing_in_a_right_class(sandbox: Sandbox) -> None:
    graphs = UserGraphs(sandbox)
    added = _RIGHT.text.replace("self + (-other)", "self + other")

    assert graphs.seen_on(_RIGHT, _RIGHT.content) == ""
    assert " - " in graphs.seen_on(_RIGHT, added.encode())
