"""How many steps a regular expression takes: counted, so the same on a busy machine and on an idle one.

The parts of a pattern are tried one by one, in the order of the engine of `re`, which also reads each letter.
The engine skips some of these steps; it does not take more.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

compiler, parser = vars(re)["_compiler"], vars(re)["_parser"]

_SAMPLES = " \t\n\r\0!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~é"

_BEHIND = ("", "!", "\0\n")
"""What a pattern likely refuses."""
_LETTERS, _PAIRED, _LONGEST = 12, 4, 24
_WIDE = {parser.LITERAL, parser.NOT_LITERAL, parser.IN, parser.ANY}
_REPEATS = {parser.MAX_REPEAT, parser.MIN_REPEAT, parser.POSSESSIVE_REPEAT}


def alone(parsed: Any, node: Any, flags: int) -> re.Pattern[Any]:
    """One part of a pattern as a pattern."""
    compiled: re.Pattern[Any] = compiler.compile(parser.SubPattern(parsed.state, [node]), flags)
    return compiled


class TooManySteps(Exception):
    """a pattern takes more steps than it may."""


class StepCounter:
    """A pattern that counts what it tries."""

    def __init__(self, pattern: re.Pattern[Any], most: float) -> None:
        self.pattern = pattern
        self._most = most
        self._parsed = parser.parse(pattern.pattern, pattern.flags)
        self._known: dict[tuple[int, Any], bool] = {}
        self._groups: dict[int, Any] = {}
        self.steps = 0

    def end(self, text: Any, start: int, *, whole: bool) -> int | None:
        """Where a match from there ends."""
        for end in self._ends(list(self._parsed), text, start):
            if not whole or end == len(text):
                return end
        return None

    def of(self, text: Any, method: str) -> int:
        """Steps of one call: of `fullmatch`, `match`, or what goes through the text as `sub` does."""
        self.steps, at = 0, 0
        if method in {"fullmatch", "match"}:
            self.end(text, 0, whole=method == "fullmatch")
            return self.steps
        while at <= len(text):
            end = self.end(text, at, whole=False)
            at = max(at + 1, end or 0)
        return self.steps

    def _ends(self, nodes: Sequence[Any], text: Any, at: int) -> Iterator[int]:
        if not nodes:
            yield at
            return
        for end in self._ends_of(nodes[0], text, at):
            yield from self._ends(nodes[1:], text, end)

    def _ends_of(self, node: Any, text: Any, at: int) -> Iterator[int]:
        match node[0], node[1]:
            case parser.SUBPATTERN, (group, *_, inside):
                for end in self._ends(list(inside), text, at):
                    self._groups[group] = text[at:end]
                    yield end
            case parser.BRANCH, (_, branches):
                for branch in branches:
                    yield from self._ends(list(branch), text, at)
            case kind, (low, high, body) if kind in _REPEATS:
                ends = self._repeated(list(body), text, at, (low, high), lazy=kind is parser.MIN_REPEAT)
                yield from islice(ends, 1) if kind is parser.POSSESSIVE_REPEAT else ends
            case parser.ATOMIC_GROUP, inside:
                yield from islice(self._ends(list(inside), text, at), 1)
            case parser.GROUPREF, group:
                self._count()
                if text.startswith(self._groups.get(group, text + text + text[:1]), at):
                    yield at + len(self._groups[group])
            case _:
                yield from self._one(node, text, at)

    def _repeated(
        self, body: list[Any], text: Any, at: int, times: tuple[int, Any], *, lazy: bool
    ) -> Iterator[int]:
        """Of one letter, in a loop as the engine does; else one within the other."""
        low, high = times
        if len(body) == 1 and body[0][0] in _WIDE:
            yield from self._run(body[0], text, at, times, lazy=lazy)
            return
        if lazy and low <= 0:
            yield at
        if high > 0:
            for end in self._ends(body, text, at):
                if end > at or low > 0:
                    yield from self._repeated(body, text, end, (low - 1, high - 1), lazy=lazy)
        if not lazy and low <= 0:
            yield at

    def _run(self, node: Any, text: Any, at: int, times: tuple[int, Any], *, lazy: bool) -> Iterator[int]:
        low, high = times
        end = at
        while lazy or end - at < high:
            if lazy and end - at >= low:
                yield end
            if end - at >= high or not any(True for _ in self._one(node, text, end)):
                break
            end += 1
        if not lazy:
            for each in range(end, at + low - 1, -1):
                self._count()
                yield each

    def _one(self, node: Any, text: Any, at: int) -> Iterator[int]:
        """A part that is one letter wide, or stands between two: the engine says."""
        self._count()
        if node[0] not in _WIDE:
            if self._alone(node).match(text, at):
                yield at
            return
        letter = text[at : at + 1]
        key = (id(node), letter)
        if key not in self._known:
            self._known[key] = self._alone(node).match(letter) is not None
        if self._known[key]:
            yield at + 1

    def _alone(self, node: Any) -> re.Pattern[Any]:
        return alone(self._parsed, node, self.pattern.flags)

    def _count(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise TooManySteps


def _example(nodes: Sequence[Any], letters: dict[Any, str]) -> str:
    """A text that nodes match, or nearly."""
    texts = []
    for op, what in nodes:
        match op:
            case parser.SUBPATTERN:
                texts.append(_example(list(what[-1]), letters))
            case parser.ATOMIC_GROUP:
                texts.append(_example(list(what), letters))
            case parser.BRANCH:
                texts.append(_example(list(what[1][0]), letters))
            case parser.MAX_REPEAT | parser.MIN_REPEAT | parser.POSSESSIVE_REPEAT:
                texts.append(_example(list(what[2]), letters) * max(what[0], 1))
            case parser.LITERAL:
                texts.append(chr(what))
            case parser.IN | parser.NOT_LITERAL | parser.ANY:
                texts.append(letters[str((op, what))])
            case _:
                pass
    return "".join(texts)


def _nodes(nodes: Sequence[Any]) -> Iterator[Any]:
    """Every node, at any depth."""
    for node in nodes:
        yield node
        for part in node[1] if isinstance(node[1], tuple | list) else ():
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, parser.SubPattern):
                    yield from _nodes(list(inner))


class Pump:
    """Texts that are bad for a pattern: they come far in it, again and again, and fail."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self._pattern = pattern
        self._parsed = parser.parse(pattern.pattern, pattern.flags)
        every = list(_nodes(list(self._parsed)))
        wide = [node for node in every if node[0] in _WIDE]
        literals = (chr(what) for op, what in wide if op in {parser.LITERAL, parser.NOT_LITERAL})
        self._samples = "".join(dict.fromkeys((*_SAMPLES, *literals)))
        self._matching = {str(node): self._matched(node) for node in wide}
        self._letters = {node: (letters or "a")[0] for node, letters in self._matching.items()}
        self._repeats = any(node[0] in _REPEATS and node[1][1] > 1 for node in every)
        self._bodies = [_example(list(node[1][2]), self._letters) for node in every if node[0] in _REPEATS]

    def _matched(self, node: Any) -> str:
        one = alone(self._parsed, node, self._pattern.flags)
        return "".join(each for each in self._samples if one.match(self.typed(each)))

    def typed(self, text: str) -> Any:
        """The text, or its bytes where the pattern is one of bytes."""
        return text if isinstance(self._pattern.pattern, str) else text.encode()

    @property
    def kinds(self) -> Iterator[tuple[str, str, str]]:
        """Something before, something again and again, something behind.

        None for a pattern that repeats nothing: from each place it takes no more steps than it has parts.
        """
        if not self._repeats:
            return
        nodes = list(self._parsed)
        before = dict.fromkeys(_example(nodes[:end], self._letters) for end in range(len(nodes) + 1))
        whole = _example(nodes, self._letters)
        beginnings = [whole[:end] for end in range(2, min(len(whole), _LONGEST) + 1)]
        yield from product(before, self._repeated(), _BEHIND)
        yield from product([""], [*beginnings, *(f"{each}\n" for each in beginnings)], _BEHIND)

    def _repeated(self) -> list[str]:
        """A letter of each kind that the pattern tells apart, two of them, and what its own repeats take."""
        kinds: dict[frozenset[str], str] = {}
        for letter in self._samples:
            kind = frozenset(node for node, letters in self._matching.items() if letter in letters)
            kinds.setdefault(kind, letter)
        letters = [kinds[kind] for kind in sorted(kinds, key=len, reverse=True)][:_LETTERS]
        pairs = ["".join(each) for each in product(letters[:_PAIRED], repeat=2)]
        return list(dict.fromkeys([*letters, *pairs, *filter(None, self._bodies)]))

    def text(self, kind: tuple[str, str, str], times: int) -> Any:
        """A text of that kind."""
        before, again, behind = kind
        return self.typed(before + again * times + behind)
