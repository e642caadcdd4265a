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
from itertools import pairwise

from grader.records import Frozen
from grader.sandbox.base import Source

_MOST_BYTES = 64 * 1024
_LONGEST_LINE = 1000
"""A quote without an end is looked for to the end of its line, from each of its characters."""
_MOST_LINES = 5000
_LAYOUT = frozenset({token.NEWLINE, token.INDENT, token.DEDENT, token.ENDMARKER})
_UNSEEN = frozenset({token.COMMENT, token.NL, token.ENCODING})
_CLOSING = frozenset({")", "]", "}"})
_DIGITS = 16


class FunctionShape(Frozen):
    """One function or method, with those inside it."""

    digest: str
    size: int
    """Its tokens."""


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
        functions = [
            _shape(each) for each in _functions(tokenize.generate_tokens(io.StringIO(text).readline))
        ]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    return sorted(functions, key=lambda each: each.digest)


def _functions(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[list[tokenize.TokenInfo]]:
    """The tokens of each function that is not inside another."""
    function: list[tokenize.TokenInfo] | None = None
    depth = begin = 0
    starts = True  # a statement may begin here
    for each in tokens:
        if each.type in _UNSEEN:
            continue
        depth += (each.type == token.INDENT) - (each.type == token.DEDENT)
        is_layout = each.type in _LAYOUT
        if function is not None and depth <= begin and starts and each.type != token.INDENT:
            yield function
            function = None
        if function is None and starts and each.string == "def":
            function, begin = [], depth
        if function is not None:
            function.append(each)
        starts = is_layout or (starts and each.string == "async")
    if function is not None:
        yield function


def _shape(tokens: list[tokenize.TokenInfo]) -> FunctionShape:
    words = _normal(_without_texts(tokens))
    digest = hashlib.sha256(" ".join(words).encode()).hexdigest()
    return FunctionShape(digest[:_DIGITS], len(words))


def _without_texts(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    """Yield tokens without statements that are nothing but a text, and without the layout."""
    statement: list[tokenize.TokenInfo] = []
    for each in tokens:
        if each.type not in _LAYOUT:
            statement.append(each)
            continue
        if any(other.type != token.STRING for other in statement):
            yield from statement
        statement = []
    yield from statement


def _normal(tokens: Iterable[tokenize.TokenInfo]) -> list[str]:
    """The tokens as words: names by the order in which they come, numbers as they are, texts all alike."""
    names: dict[str, str] = {}
    words = [_word(each, names) for each in tokens if each.string != ";"]
    commas = [before == "," and after in _CLOSING for before, after in pairwise([*words, ""])]
    return [word for word, is_last_comma in zip(words, commas, strict=True) if not is_last_comma]


def _word(each: tokenize.TokenInfo, names: dict[str, str]) -> str:
    if each.type == token.STRING:
        return "text"
    if each.type == token.NUMBER:
        return _number(each.string)
    if each.type != token.NAME or keyword.iskeyword(each.string) or each.string.startswith("__"):
        return each.string
    return names.setdefault(each.string, f"n{len(names)}")


def _number(text: str) -> str:
    try:
        return repr(float(text))
    except ValueError:
        return text.lower()
