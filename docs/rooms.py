"""Draws the rooms of each package into ARCHITECTURE.md: floors by their contracts, arrows by their imports.

Run from the top folder: `.venv/bin/python docs/rooms.py`.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import grimp

TOP = Path(__file__).parent.parent
PAGE = TOP / "ARCHITECTURE.md"
_BEGIN, _END = "<!-- rooms: docs/rooms.py -->\n```\n", "```\n<!-- /rooms -->"
_NAME = 16
"""Columns of the name of a room."""
_PACKAGES = ("backgrade", "api", "submissions", "grader", "suites")


def main() -> None:
    """Write the picture in place of the one before."""
    PAGE.write_text(with_rooms(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def with_rooms(page: str) -> str:
    """Give the page with the rooms as they stand now."""
    before, _, rest = page.partition(_BEGIN)
    return before + _BEGIN + rooms() + _END + rest.partition(_END)[2]


def rooms() -> str:
    """Give every package from the top floor down, a line for each room."""
    return "".join(f"{line}\n" for name in _PACKAGES for line in _package(name, floors()))


def floors() -> dict[str, list[list[str]]]:
    """Give by package the names of its rooms, floor by floor, as `lint-imports` has them."""
    told: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = told["tool"]["importlinter"]["contracts"]
    return {
        container: [layer.replace("|", " ").replace(":", " ").split() for layer in each["layers"]]
        for each in contracts
        for container in each.get("containers", ())
    }


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*_PACKAGES, cache_dir=None)


def _package(name: str, rooms_of: dict[str, list[list[str]]]) -> Iterator[str]:
    """Yield the line of a package and those of its rooms, indented; its rooms' rooms stand on one line."""
    below = rooms_of.get(name, [])
    number = f" {len(list(chain(*below)))} rooms, {len(arrows(name, below))} arrows." if below else ""
    yield f"{name:{_NAME}}{_about(name)}{number}"
    for floor in below:
        folders = [each for each in floor if _folder(f"{name}.{each}").is_dir()]
        for each in folders:
            yield f"  {each:{_NAME}}{_about(f'{name}.{each}')}"
            yield from _inner(rooms_of.get(f"{name}.{each}", []))
        if files := [each for each in floor if each not in folders]:
            yield f"  {', '.join(f'{each}.py' for each in files)}"


def _inner(levels: list[list[str]]) -> Iterator[str]:
    if levels:
        yield f"  {'':{_NAME}}  {' > '.join(' '.join(floor) for floor in levels)}"


def arrows(name: str, levels: list[list[str]]) -> set[tuple[str, str]]:
    """Give the pairs of rooms of a package of which the first imports the second."""
    graph = _graph()
    names = [f"{name}.{each}" for each in chain(*levels)]
    places = {place: {place, *graph.find_descendants(place)} for place in names}
    room_of = {module: place for place, modules in places.items() for module in modules}
    return {
        (place, room_of[known])
        for place, modules in places.items()
        for module in modules
        for known in graph.find_modules_directly_imported_by(module)
        if known in room_of and room_of[known] != place
    }


def _about(module: str) -> str:
    """The first sentence of its docstring."""
    said = ast.get_docstring(ast.parse((_folder(module) / "__init__.py").read_text(encoding="utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split()).partition(". ")[0].rstrip(".") + "."


def _folder(module: str) -> Path:
    return TOP.joinpath(*module.split("."))


if __name__ == "__main__":
    main()
