"""The plays of a suite, drawn once for many submissions."""

from grader.drawn import drawn
from suites import load

_SUITE = load()["diamond"]


def _inputs(seed: int) -> list[tuple[float, ...]]:
    return [planned.play.inputs for graph in drawn(_SUITE, seed) for planned in graph.plays]


def test_the_same_seed_gives_the_same_inputs() -> None:
    assert _inputs(7) == _inputs(7)


def test_neighbouring_seeds_give_different_inputs() -> None:
    assert len({tuple(_inputs(seed)) for seed in range(32)}) == 32


def test_any_seed_has_a_draw() -> None:
    assert drawn(_SUITE, 2**64 + 3) is drawn(_SUITE, 3)


def test_plays_of_long_graphs_are_not_kept() -> None:
    long = load()["deep_chain"]
    assert drawn(long, 1) is not drawn(long, 1)
