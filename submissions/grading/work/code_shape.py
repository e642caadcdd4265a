"""The shape of a file: its functions as hashes that stay when names, comments and the layout change.

The text of a submission is never parsed outside of the sandbox: a parser can be made to exhaust its stack.
This reads tokens, without recursion, of files of bounded size; what is larger, or no Python, has no shape.
"""

import hashlib
import io
import keyword
import token
import tokenize
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from grader.records import Frozen
from grader.sandbox.plays import Source

_MOST_BYTES = 64 * 1024
_LONGEST_LINE = 1000
"""A quote without an end is looked for to the end of its line, from each of its characters."""
_MOST_LINES = 5000
_DEPTH = {token.INDENT: 1, token.DEDENT: -1}
_UNSEEN = frozenset({token.COMMENT, token.NL, token.NEWLINE, token.ENCODING, token.ENDMARKER, *_DEPTH})
_CLOSING = frozenset({")", "]", "}"})
_DIGITS = 16


class FunctionShape(Frozen):
    """One function or method, with those inside it."""

    digest: str
    size: int
    """Its tokens."""


class _LogicalLine(Frozen):
    """One logical line, which a suite may follow."""

    depth: int
    tokens: list[tokenize.TokenInfo]

    @property
    def is_text(self) -> bool:
        """Whether it is nothing but a text, as documentation is."""
        return all(each.type == token.STRING for each in self.tokens)


def code_shape(source: Source) -> list[FunctionShape] | None:
    """The functions of a file in the order of their hashes; None where it cannot be read as Python."""
    if not source.name.endswith(".py") or len(source.content) > _MOST_BYTES:
        return None
    try:
        text = source.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return shape_of_text(text)


def shape_of_text(text: str) -> list[FunctionShape] | None:
    """The shape of source text."""
    lines = text.splitlines()
    if (
        len(lines) > _MOST_LINES
        or len(text) > _MOST_BYTES
        or any(len(each) > _LONGEST_LINE for each in lines)
    ):
        return None
    try:
        statements = _statements(tokenize.generate_tokens(io.StringIO(text).readline))
        functions = [_shape(each) for each in _functions(statements)]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    return sorted(functions, key=lambda each: each.digest)


def _statements(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[_LogicalLine]:
    depth = 0
    statement: list[tokenize.TokenInfo] = []
    for each in tokens:
        depth += _DEPTH.get(each.type, 0)
        if each.type == token.NEWLINE and statement:
            yield _LogicalLine(depth, statement)
            statement = []
        elif each.type not in _UNSEEN:
            statement.append(each)
    if statement:
        yield _LogicalLine(depth, statement)


def _functions(statements: Iterable[_LogicalLine]) -> Iterator[list[_LogicalLine]]:
    """Yield the statements of each function that is not inside another, from `def` on."""
    function: list[_LogicalLine] = []
    for each in statements:
        if function and each.depth > function[0].depth:
            function.append(each)
            continue
        if function:
            yield function
        first, *others = each.tokens
        definition = others if first.string == "async" else each.tokens
        is_one = bool(definition) and definition[0].string == "def"
        function = [_LogicalLine(each.depth, definition)] if is_one else []
    if function:
        yield function


def _shape(function: list[_LogicalLine]) -> FunctionShape:
    words = _normal(chain.from_iterable(each.tokens for each in function if not each.is_text))
    digest = hashlib.sha256(" ".join(words).encode()).hexdigest()
    return FunctionShape(digest[:_DIGITS], len(words))


def _normal(tokens: Iterable[tokenize.TokenInfo]) -> list[str]:
    """The tokens as words: names by the order in which they come, numbers as they are, texts all alike."""
    names: dict[str, str] = {}
    words = [_word(each, names) for each in tokens if each.string != ";"]
    commas = [before == "," and after in _CLOSING for before, after in pairwise([*words, ""])]
    return [word for word, is_last_comma in zip(words, commas, strict=True) if not is_last_comma]


def _word(unit: tokenize.TokenInfo, names: dict[str, str]) -> str:
    if unit.type == token.STRING:
        return "text"
    if unit.type == token.NUMBER:
        try:
            return repr(float(unit.string))
        except ValueError:
            return unit.string.lower()
    if unit.type != token.NAME or keyword.iskeyword(unit.string) or unit.string.startswith("__"):
        return unit.string
    return names.setdefault(unit.string, f"n{len(names)}")
