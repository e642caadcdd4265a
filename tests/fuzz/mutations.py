"""Small wrecks of submissions, each drawn from a seed: what slips, bad uploads or malice make of a file."""

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from grader.sandbox.plays import Source
from tests.bad_input_files import cases
from tests.corpus_files import notebooks, wild, wrong

_TOKEN = re.compile(rb"\w+|[^\w\s]+|\s+")
_HOW_MANY_CHANGES = (1, 1, 1, 2, 4)
_LONGEST = 40_000

PIECES = (
    b"self", b"other", b"out", b"Value", b".grad", b".data", b"_backward", b"_prev", b"return ", b"yield ",
    b"await ", b"lambda: 0", b"None", b"True", b"()", b"[]", b"{}", b"*", b"**", b"+=", b"=", b":", b"(",
    b")", b"\n", b"\t", b"    ", b"0", b"-1", b"1e400", b"10**400", b"float('nan')", b"'''", b'"', b"\\",
    b"#", b"\0", b"\x1b[2J", b"\xff\xfe", b"\xc3", "\u202e".encode(), "\u00e9".encode(), "\uff11".encode(),
    "\U0001f40d".encode(), b"del self", b"while True: pass", b"raise SystemExit", b"import torch\n",
    b"import numpy as np\n", b"class Value:\n    pass\n", b"@property\n", b"global data\n", b"async ",
    b"match self:\n", b"exec('')", b"%matplotlib inline\n", b"!ls\n", b"# coding: utf-7\n", b"{'a': 1}",
    b"0x" + b"f" * 400, b"(" * 150,
)  # fmt: skip
"""What is put in, or in the place of something."""

VALUES: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, float("inf"), "", "x" * 5000, "\x1b[2J\u202e\u2028\0", "\ud800", [],
    [[[]]], {}, {"kind": "passed"}, ["a", 1, None], "<script>alert(1)</script>",
    "%%writefile x.py\nclass Value: pass",
)  # fmt: skip
"""What a value of JSON becomes."""


def originals() -> list[Source]:
    """The files that are wrecked: of every style, right and wrong, notebooks, and hostile ones."""
    found = [each.submission for each in wrong()]
    found += [each.submission for each in notebooks()] + [each.submission for each in wild()]
    found += [case.source for case in cases()]
    return [source for source in found if len(source.content) <= _LONGEST]


def submission(rng: Random, originals: Sequence[Source]) -> Source:
    """A wreck of one of the originals; sometimes of two, or nothing but noise."""
    source = rng.choice(originals)
    if rng.random() < 0.04:
        return Source(source.name, rng.randbytes(rng.randrange(2000)))
    content = source.content
    if source.is_notebook and rng.random() < 0.7:
        content = mutated_json(content, rng)
    for _ in range(rng.choice(_HOW_MANY_CHANGES)):
        content = rng.choice(_CHANGES)(content, rng)
    if rng.random() < 0.05:
        content = _joined(content, rng.choice(originals).content, rng)
    return Source(source.name, content[: 2 * _LONGEST])


def mutated_json(text: bytes, rng: Random) -> bytes:
    """JSON with a value changed, or the text as it is where it is none."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return text
    whole = with_values_changed(whole, rng)
    return json.dumps(whole).encode("utf-8", "surrogatepass")


def with_values_changed(whole: Any, rng: Random) -> Any:
    """The same data with one to three of its values replaced, taken away, or there twice."""
    for _ in range(rng.randint(1, 3)):
        whole = _with_one_changed(whole, rng)
    return whole


def _with_one_changed(whole: Any, rng: Random) -> Any:
    if not isinstance(whole, dict | list) or not whole or rng.random() < 0.1:
        return rng.choice(VALUES)
    keys: list[Any] = list(whole) if isinstance(whole, dict) else list(range(len(whole)))
    key = rng.choice(keys)
    whole = whole.copy()
    match rng.randrange(5):
        case 0:
            del whole[key]
        case 1 if isinstance(whole, list):
            whole.insert(key, whole[key])
        case 1:
            whole[rng.choice(("kind", "x", "line"))] = whole[key]
        case _:
            whole[key] = _with_one_changed(whole[key], rng)
    return whole


def _bytes_changed(content: bytes, rng: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 3) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut_short(content: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _slice_taken_out(content: bytes, rng: Random) -> bytes:
    start, end = _slice(content, rng)
    return content[:start] + content[end:]


def _slice_repeated(content: bytes, rng: Random) -> bytes:
    start, end = _slice(content, rng)
    return content[:end] + content[start:end] * rng.randint(1, 3) + content[end:]


def _slice(content: bytes, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(content) + 1)
    return start, min(len(content), start + rng.randint(1, 60))


def _piece_put_in(content: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice(PIECES) + content[at:]


def _with_lines(change: Callable[[list[bytes], int, Random], None]) -> Callable[[bytes, Random], bytes]:
    def changed(content: bytes, rng: Random) -> bytes:
        lines = content.split(b"\n")
        change(lines, rng.randrange(len(lines)), rng)
        return b"\n".join(lines)

    return changed


def _drop(lines: list[bytes], at: int, _: Random) -> None:
    del lines[at]


def _repeat(lines: list[bytes], at: int, _: Random) -> None:
    lines.insert(at, lines[at])


def _swap(lines: list[bytes], at: int, rng: Random) -> None:
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _indent(lines: list[bytes], at: int, rng: Random) -> None:
    lines[at] = rng.choice((b"    ", b"\t", b" ")) + lines[at]


def _outdent(lines: list[bytes], at: int, _: Random) -> None:
    lines[at] = lines[at].removeprefix(b"    ")


def _with_tokens(change: Callable[[list[bytes], int, Random], None]) -> Callable[[bytes, Random], bytes]:
    def changed(content: bytes, rng: Random) -> bytes:
        tokens = _TOKEN.findall(content)
        if tokens:
            change(tokens, rng.randrange(len(tokens)), rng)
        return b"".join(tokens)

    return changed


def _replace(tokens: list[bytes], at: int, rng: Random) -> None:
    tokens[at] = rng.choice(PIECES)


def _take_another(tokens: list[bytes], at: int, rng: Random) -> None:
    """Another token of the file, of the same kind: what comes out is often still Python."""
    token = tokens[at]
    alike = [
        each for each in tokens if each.isalnum() == token.isalnum() and each.isspace() == token.isspace()
    ]
    tokens[at] = rng.choice(alike)


def _encoded_otherwise(content: bytes, rng: Random) -> bytes:
    text = content.decode("utf-8", "replace")
    encoding = rng.choice(("utf-16", "latin-1", "utf-8-sig", "cp1252", "utf-7"))
    return text.encode(encoding, "replace")


def _joined(content: bytes, other: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)] + other[rng.randrange(len(other) + 1) :]


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _bytes_changed, _cut_short, _slice_taken_out, _slice_repeated, _piece_put_in, _encoded_otherwise,
    *map(_with_lines, (_drop, _repeat, _swap, _indent, _outdent)),
    *map(_with_tokens, (_swap, _replace, *[_take_another] * 10)),
)  # fmt: skip
