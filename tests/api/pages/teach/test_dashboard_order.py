"""Tables of dashboards sort by each column, and totals stand below."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.world.counted_staff import NUMBER, Staff, as_numbers, figure_table, nearly


def test_headings_of_figures_sort_and_totals_stand_below(staff: Staff) -> None:
    tried: set[str] = set()
    for address in (staff.home, *(f"{home}/dashboard" for home, _ in staff.pages)):
        page = staff.open(address)
        for head in page.soup.select(".figure thead tr"):
            for link in (head.select("a")[place] for place in (0, 1, -1)):
                [sort] = parse_qs(urlsplit(str(link["href"])).query)["sort"]
                if sort not in tried:
                    _sorts(staff, f"{address}?sort={sort}", link.get_text())
                tried.add(sort)
        for foot in page.soup.select(".figure tfoot tr"):
            table = foot.find_parent("table")
            assert table is not None
            told = [row.find_all(["th", "td"]) for row in table.select("tbody tr")]
            for place, cell in enumerate(foot.select("td"), 1):
                rows = [row[place].get_text().strip() for row in told]
                total = cell.get_text()
                assert not total or as_numbers([total]) == nearly(
                    [sum(each or 0 for each in as_numbers(rows))]
                )
    assert len(tried) > 15


def _sorts(staff: Staff, address: str, heading: str) -> None:
    """A table is sorted by a column, and the other way round; what says nothing is last in both."""
    figure, _, column = parse_qs(urlsplit(address).query)["sort"][0].partition(".")
    up, down = (staff.open(f"{address}{turned}") for turned in ("", "&down=1"))
    cells = [[row[int(column)] for row in figure_table(each, figure)] for each in (up, down)]
    said = [[*filter(None, each)] for each in cells]
    assert sorted(cells[0]) == sorted(cells[1])
    assert [each[: len(said[0])] for each in cells] == said
    if all(map(NUMBER.fullmatch, said[0])):
        assert as_numbers(said[0]) == sorted(as_numbers(said[0]), key=lambda each: each or 0)
        assert said[1] == said[0][::-1]
    [head] = up.soup.select("th[aria-sort]")
    assert (head["aria-sort"], head.get_text()) == ("ascending", f"{heading} ↑")
    assert down.soup.select_one("th[aria-sort=descending]")


@pytest.mark.parametrize("sort", ["title", "now", "ever", "overcame", "attempts"])
def test_the_page_of_causes_sorts_by_each_column(staff: Staff, sort: str) -> None:
    place = {"title": 0, "now": 1, "ever": 3, "overcame": 4, "attempts": 5}[sort]
    for home, _work in staff.pages:
        up, down = (staff.open(f"{home}/causes?sort={sort}{turned}") for turned in ("", "&down=1"))
        cells = [[row[place] for row in each.rows[1:-1]] for each in (up, down)]
        assert [*map(sorted, cells)] == [sorted(cells[0])] * 2
        if sort != "title" and cells[0]:
            numbers = [as_numbers(cell.split()[0] for cell in each if cell != "–") for each in cells]
            assert numbers[0] == numbers[1][::-1] == sorted(numbers[0], key=lambda each: each or 0)
            assert up.soup.select_one("th[aria-sort=ascending]")


@pytest.mark.parametrize("sort", ["causes", "causes.", "causes.100", "Causes.1", "x" * 50, "%00"])
def test_an_order_that_is_none_is_told_so(staff: Staff, sort: str) -> None:
    for home, _work in staff.pages:
        assert staff.open(f"{home}/dashboard?sort={sort}").status == 422
