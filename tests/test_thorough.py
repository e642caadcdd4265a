"""What a short run draws of large families: a part, another by another seed, of each family one at least."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import thorough

_FILES = [f"closures_set/variant_{number}" for number in range(300)]
_BOTH = ("sqlite", "postgresql")

Invented = Callable[..., pytest.Function]


@pytest.fixture(autouse=True)
def _short_run(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(thorough, "THOROUGH", False)
    before = thorough._seed, thorough._named
    yield
    thorough.draw_by(before[0], named=before[1])


@pytest.fixture
def invented(request: pytest.FixtureRequest) -> Invented:
    """Make tests that no file has, so that what is said of tests holds of some."""

    def made(
        name: str, *marks: pytest.MarkDecorator, file: str = "api/test_it.py", **given: str
    ) -> pytest.Function:
        module = pytest.Module.from_parent(request.session, path=Path(__file__).parent / file)
        item = pytest.Function.from_parent(module, name=name, callobj=invented)
        item.callspec = SimpleNamespace(id=name, params=given)  # type: ignore[assignment] # what is read of it
        for mark in marks:
            item.add_marker(mark)
        return item

    return made


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


@pytest.mark.parametrize("number", range(1, 25))
def test_of_few_each_run_draws_as_many_and_they_come_by_turns(number: int) -> None:
    parts = [drawn_by(seed, _FILES[:number], one_in=6) for seed in range(6)]

    assert {len(part) for part in parts} <= {max(1, number // 6), -(-number // 6)}
    assert set.union(*parts) == set(_FILES[:number])


def test_a_thorough_run_and_whoever_names_a_test_get_all(monkeypatch: pytest.MonkeyPatch) -> None:
    thorough.draw_by(1, named=True)
    assert thorough.by_turns(_FILES, str, one_in=3) == _FILES

    thorough.draw_by(1, named=False)
    monkeypatch.setattr(thorough, "THOROUGH", True)
    assert thorough.by_turns(_FILES, str, one_in=3) == _FILES


def test_of_the_cases_of_a_test_a_part_is_asked_and_six_seeds_ask_all(invented: Invented) -> None:
    test, cases = invented("test_this", pytest.mark.sampled(one_in=6)), [str(number) for number in range(60)]
    parts = []
    for seed in range(6):
        thorough.draw_by(seed, named=False)
        parts.append({*thorough.drawn_cases(test, cases, str)})

    assert set.union(*parts) == {*cases}
    assert all(1 < len(part) < 30 for part in parts)
    assert thorough.drawn_cases(invented("test_that"), cases, str) == cases

    thorough.draw_by(3, named=True)
    assert thorough.drawn_cases(test, cases, str) == cases


@pytest.mark.parametrize("seed", range(12))
def test_on_whichever_database_a_file_is_asked_its_families_are_drawn(seed: int, invented: Invented) -> None:
    test = invented("test_this", pytest.mark.sampled(one_in=3))
    cases = [
        SimpleNamespace(id=f"{database}-{number}", params={"database_url": database, "number": number})
        for database in _BOTH
        for number in range(3)
    ]
    thorough.draw_by(seed, named=False)
    drawn = thorough.drawn_cases(test, cases, lambda case: str(case.id))

    assert sorted(case.params["database_url"] for case in drawn) == sorted(_BOTH)


def test_of_a_kind_of_tests_a_part_is_asked_wherever_they_stand(invented: Invented) -> None:
    walks = pytest.mark.sampled(one_in=6, of="walks")
    kind = [invented(f"test_{number}", walks, file=f"browser/test_{number % 3}.py") for number in range(60)]
    parts = asked_by_six_seeds(kind)

    assert set.union(*parts) == {item.nodeid for item in kind}
    assert all(1 < len(part) < 30 for part in parts)


def test_who_says_so_itself_is_asked_however_little_is_drawn_of_its_kind(invented: Invented) -> None:
    rarely = pytest.mark.sampled(one_in=6, of="walks")
    always = invented("test_always", rarely)
    always.add_marker(pytest.mark.sampled(one_in=1, of="always"), append=False)
    parts = asked_by_six_seeds([always, *(invented(f"test_{number}", rarely) for number in range(60))])

    assert all(always.nodeid in part for part in parts)


def asked_by_six_seeds(items: Sequence[pytest.Item]) -> list[set[str]]:
    """Give what each of six runs in a row asks of these."""
    parts = []
    for seed in range(6):
        thorough.draw_by(seed, named=False)
        parts.append({item.nodeid for item in items} - thorough.left_out(items))
    return parts


@pytest.fixture
def on_both(invented: Invented) -> list[pytest.Item]:
    """Tests that are there once for each database, in several files."""
    return [
        invented(f"test_this[{dialect}]", file=f"api/test_{number}.py", **{fixture: dialect})
        for number in range(20)
        for dialect in _BOTH
        for fixture in thorough._DATABASES
    ]


def test_each_file_has_one_of_the_databases_and_the_next_seed_the_other(on_both: list[pytest.Item]) -> None:
    thorough.draw_by(4, named=False)
    one = thorough.on_the_other_database(on_both, _BOTH)
    thorough.draw_by(5, named=False)
    other = thorough.on_the_other_database(on_both, _BOTH)

    assert one | other == {item.nodeid for item in on_both}
    assert not one & other


@pytest.mark.parametrize("folder", thorough._ON_BOTH)
def test_what_tests_the_database_itself_has_both(invented: Invented, folder: str) -> None:
    assert (Path(__file__).parents[1] / folder).is_dir()
    file = f"{folder.removeprefix('tests/')}test_it.py"
    locks = [invented(f"test_lock[{dialect}]", file=file, database_url=dialect) for dialect in _BOTH]

    thorough.draw_by(4, named=False)
    assert thorough.on_the_other_database(locks, _BOTH) == set()


def test_where_there_is_one_database_all_is_asked_of_it(on_both: list[pytest.Item]) -> None:
    thorough.draw_by(4, named=False)
    left = thorough.on_the_other_database(on_both, ("sqlite",))

    assert left == {item.nodeid for item in on_both if "postgresql" in item.nodeid}
