"""What a short run draws of large families: a part, another by another seed, of each family one at least."""

from collections.abc import Iterator

import pytest

from tests import thorough

_FILES = [f"closures_set/variant_{number}" for number in range(300)]


@pytest.fixture(autouse=True)
def _short_run(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(thorough, "THOROUGH", False)
    before = thorough._seed, thorough._named
    yield
    thorough.draw_by(before[0], named=before[1])


def drawn_by(seed: int, of: list[str], *, one_in: int = 3) -> set[str]:
    thorough.draw_by(seed, named=False)
    return set(thorough.by_turns(of, str, one_in=one_in))


def test_as_many_seeds_as_there_are_parts_draw_everything_once() -> None:
    parts = [drawn_by(seed, _FILES) for seed in range(3)]

    assert set.union(*parts) == set(_FILES)
    assert sum(map(len, parts)) == len(_FILES)
    assert all(60 < len(part) < 140 for part in parts)


def test_the_same_seed_draws_the_same() -> None:
    assert drawn_by(7, _FILES) == drawn_by(7, _FILES[::-1])


def test_what_is_drawn_of_a_file_is_drawn_of_it_everywhere() -> None:
    few = _FILES[::4]

    assert drawn_by(7, few) == drawn_by(7, _FILES) & set(few)
    assert drawn_by(7, _FILES, one_in=6) <= drawn_by(7, _FILES)


@pytest.mark.parametrize("seed", range(20))
def test_of_each_family_one_is_drawn_at_least(seed: int) -> None:
    assert drawn_by(seed, ["only"], one_in=50) == {"only"}
    assert drawn_by(seed, [], one_in=50) == set()


def test_a_thorough_run_and_whoever_names_a_test_get_all(monkeypatch: pytest.MonkeyPatch) -> None:
    thorough.draw_by(1, named=True)
    assert thorough.by_turns(_FILES, str, one_in=3) == _FILES

    thorough.draw_by(1, named=False)
    monkeypatch.setattr(thorough, "THOROUGH", True)
    assert thorough.by_turns(_FILES, str, one_in=3) == _FILES


def test_of_marked_tests_the_same_are_left_out(request: pytest.FixtureRequest) -> None:
    ours = [item for item in request.session.items if item.get_closest_marker("sampled")]
    thorough.draw_by(3, named=False)
    left = thorough.left_out(ours)

    assert left <= {item.nodeid for item in ours}
    thorough.draw_by(3, named=True)
    assert thorough.left_out(ours) == set()


def test_each_file_has_one_of_the_databases_and_the_next_seed_the_other(
    request: pytest.FixtureRequest,
) -> None:
    ours = request.session.items
    dialects = {item.nodeid: thorough._dialect(item) for item in ours}
    asked = {each for each in dialects.values() if each}
    thorough.draw_by(4, named=False)
    one = thorough.on_the_other_database(ours, ("sqlite", "postgresql"))
    thorough.draw_by(5, named=False)
    other = thorough.on_the_other_database(ours, ("sqlite", "postgresql"))

    assert asked <= {"sqlite", "postgresql"}
    assert one | other == {id_ for id_, dialect in dialects.items() if dialect}
    assert not one & other


def test_where_there_is_one_database_all_is_asked_of_it(request: pytest.FixtureRequest) -> None:
    thorough.draw_by(4, named=False)
    left = thorough.on_the_other_database(request.session.items, ("sqlite",))

    assert not [item for item in request.session.items if item.nodeid in left and "sqlite" in item.nodeid]


def test_of_a_kind_of_tests_a_part_is_drawn_and_who_says_so_is_always_asked(
    request: pytest.FixtureRequest,
) -> None:
    ours = request.session.items
    ids = {item.nodeid for item in ours}
    with_kind = {
        item.nodeid for item in ours if (mark := item.get_closest_marker("sampled")) and "of" in mark.kwargs
    }
    left = []
    for seed in range(6):
        thorough.draw_by(seed, named=False)
        left.append(thorough.left_out(ours) & with_kind)

    assert set.intersection(*left) == set()
    assert all(part < ids for part in left)
