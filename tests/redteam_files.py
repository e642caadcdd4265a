"""The red team as data: every case, the attacks it is made of, and the files they come in.

A cheat that is nearly another one is kept as edits of that one, in `cheats.toml`.
"""

import platform
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpus_files import edited, member

FOLDER = Path(__file__).parent / "redteam"

RIGHT = member("closures_set/base").source.decode()
# A seed of 7 and no rule: written, and wrong in every graph.
WRONG = RIGHT + "\nValue.backward = lambda self: setattr(self, 'grad', 7.0)\n"

_KEPT = "            other.grad += self.data * out.grad\n"
OVERWRITING = RIGHT.replace(_KEPT, _KEPT.replace("+=", "="))
"""The right class with one slip, which the diagnosis finds and proves."""

KINDS = (
    "bystanders", "liars", "stoppers", "forgers", "cheats", "broken", "obstructors", "spies", "classless",
)  # fmt: skip
"""What attacks there are."""

_CLASS = f"""
class Value:
    def __init__(self, data):
        {{code}}
{RIGHT.replace("class Value:", "class _Honest:")}"""

_HOSTILE = {
    "loading": "{code}\n" + RIGHT,
    "forward": RIGHT + "\ndef _hostile(self, other):\n    {code}\nValue.__add__ = Value.__mul__ = _hostile\n",
    "backward": RIGHT
    + "\n_honest = Value.backward\ndef _hostile(self):\n    {code}\nValue.backward = _hostile\n",
    "one-operation": RIGHT + "\ndef _hostile(self):\n    {code}\nValue.tanh = _hostile\n",
}
"""Where a stopper stands."""


@dataclass(frozen=True, slots=True)
class Case:
    """One of the red team's cases."""

    id: str
    tries: str
    attacks: Mapping[str, tuple[str, ...]]
    """The names of its attacks by their kind."""
    tests: tuple[str, ...]


@cache
def table() -> dict[str, dict[str, Any]]:
    """Cases, and attacks by kind and name, as they are written."""
    return {**_toml("cases.toml"), "obstructors": _toml("obstructors.toml"), "cheats": _toml("cheats.toml")}


@cache
def cases() -> tuple[Case, ...]:
    """Every case, in the order of the file."""
    return tuple(_case(identity, dict(fields)) for identity, fields in table()["cases"].items())


def attacks(kind: str) -> list[tuple[str, str]]:
    """Every attack of a kind, with the id of its case."""
    return [(case.id, name) for case in cases() for name in case.attacks[kind]]


def outcome(kind: str, name: str) -> dict[str, Any]:
    """What is said of an attack in the table."""
    fields: dict[str, Any] = table()[kind][name]
    return fields


def beside(name: str, where: str, value: str) -> str:
    """A class and a bystander in one file."""
    pieces = [_file("bystanders/_attempt") + _file(f"bystanders/{name}"), value]
    return "\n\n".join(pieces if where == "before" else reversed(pieces))


def lying(name: str) -> str:
    """The right class, with a liar behind it."""
    return "\n\n".join([RIGHT, _file("liars/_nodes"), _file(f"liars/{name}")])


def stopping(name: str, place: str) -> str:
    """The right class, with a stopper at that place."""
    code = outcome("stoppers", name)["code"].strip()
    return _at(_HOSTILE[place], code)


def forging_in_the_class(name: str) -> str:
    """A class that does nothing but forge, when it is made."""
    return _file("forgers/_forge") + _at(_CLASS, outcome("forgers", name)["code"].strip())


def forging_above(name: str, value: str) -> str:
    """A class below top-level code that forges."""
    return "\n\n".join([_file("forgers/_forge"), outcome("forgers", name)["code"], value])


def classless(name: str) -> str:
    """Code that answers in the harness's place, below what is to pass for a class."""
    text: str = outcome("classless", name)["code"].strip() + "\n" + _file("forgers/_without_a_class")
    return text.replace("{LINE}", str(text.count("\n", 0, text.index("def harness")) + 1))


def cheating(name: str) -> str:
    """A whole class: one that is written out, or another one after some edits."""
    if name not in (copies := table()["cheats"]):
        return _file(f"cheats/{name}")
    return edited(_file(f"cheats/{copies[name]['of']}"), copies[name]["edits"], f"cheats.toml: {name}")


def obstructing(name: str, value: str) -> str:
    """A class and code that goes for its diagnosis."""
    fields = outcome("obstructors", name)
    pieces = [fields.get("piece", "").replace("{i}", str(i)) for i in range(fields.get("times", 0))]
    code = fields.get("code", "") + "".join(pieces) + fields.get("end", "\n")
    if fields.get("harness"):
        code = _file("obstructors/_harness") + code
    return f"{code}\n{value}" if fields.get("above") else f"{value}\n{code}"


def spying(names: Sequence[str], mark: str) -> str:
    """Code that looks for what a file with this mark left, and for its own mark, which shows that it sees."""
    own = mark[::-1]
    fields = {"{MARK}": _turned(mark), "{OWN_MARK}": _turned(own), "{MACHINE}": platform.machine()}
    text = "".join(_file(f"spies/{name}") for name in ("_memory", *names))
    for field, value in fields.items():
        text = text.replace(field, value)
    # Who took its own job out of the pipe would wait for another one until somebody stops it.
    ends = "\nif taken: os._exit(0)\n" if "descriptors" in names else ""
    return marked(own, 20) + text + ends


def marked(mark: str, lines: int) -> str:
    """Comments with a mark and the number of the line, which is what a spy counts."""
    return "".join(f"# {mark}{number:05d}\n" for number in range(lines))


def _turned(text: str) -> str:
    return bytes(255 - byte for byte in text.encode()).hex()


def search() -> str:
    """Code that prints every number it finds in its process, at the moment it has to answer."""
    return _file("_search")


def files(kind: str) -> set[str]:
    """The names of the files that attacks of a kind come in."""
    written = {path.stem for path in (FOLDER / kind).glob("*.py") if not path.stem.startswith("_")}
    return written | table()["cheats"].keys() if kind == "cheats" else written


def _case(identity: str, fields: dict[str, Any]) -> Case:
    tries, tests = (fields.pop(key, "") for key in ("tries", "tests"))
    assert fields.keys() <= set(KINDS), identity
    named = {kind: tuple(fields.get(kind, ())) for kind in KINDS}
    return Case(identity, tries, named, tuple(tests))


def _at(text: str, code: str) -> str:
    """The code in its place, as far in as the place is."""
    line = next(line for line in text.split("\n") if line.strip() == "{code}")
    indent = line[: -len("{code}")]
    return text.replace(line, "\n".join(indent + each for each in code.split("\n")))


def _file(name: str) -> str:
    return (FOLDER / f"{name}.py").read_text(encoding="utf-8")


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
