"""Formulas in LaTeX, as MathML or as a line of text.

They come from outside. Only commands that are a symbol, or known here, are read: others define macros, which
may grow without end, and write links, styles and colours.
"""

import re
from html import escape, unescape
from xml.etree.ElementTree import Element

LONGEST = 500
MOST_LEVELS = 24
"""Elements inside each other."""

_COMMANDS = {
    *("frac", "sqrt", "left", "right", "text", "mathrm", "mathbf", "operatorname", "begin", "end"),
    *("sum", "prod", "int", "lim", "max", "min", "exp", "log", "ln", "tanh", "sin", "cos", "tan"),
    *("cdot", "cdots", "ldots", "dots", "quad", "qquad", "hat", "bar", "overline"),
}
_ENVIRONMENTS = {"cases", "matrix", "pmatrix", "bmatrix"}
_COMMAND = re.compile(r"\\([a-zA-Z]+)")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*{([^{}]*)}")

_ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup"),
    *("msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle"),
}
_ATTRIBUTES = {
    *("display", "displaystyle", "scriptlevel", "stretchy", "fence", "form", "accent", "largeop"),
    *("movablelimits", "mathvariant", "width"),
}
_OPERANDS = {
    **dict.fromkeys(("mfrac", "mroot", "msub", "msup", "munder", "mover"), 2),
    **dict.fromkeys(("msubsup", "munderover"), 3),
}
"""How many an element needs: with others a browser shows an error."""
_VALUE = re.compile(r"[\w.+-]+")

_POWER, _INDEX = "{0}^{1}", "{0}_{1}"
_TEMPLATES = {
    "mfrac": "{top}/{1}",
    "msqrt": "√({0})",
    "msup": _POWER,
    "mover": _POWER,
    "msub": _INDEX,
    "munder": "{0}_{1} ",
    "msubsup": "{0}_{1}^{2} ",
    "munderover": "{0}_{1}^{2} ",
}
"""How an element reads in a line of text; others are their parts in a row."""
_JOINTS = {"mtable": "; ", "mtr": ", "}
_SPACED = set("=+−·×÷<>≤≥≠≈←→")


class UnreadableFormula(ValueError):
    """It is too long or too deep, is no LaTeX, or asks for what is not allowed."""


def mathml(latex: str, *, display: bool = False) -> str:
    """The formula as MathML; `display` is on a line of its own.

    Raises `UnreadableFormula` if it cannot be shown.
    """
    return _written(_tree(latex, display=display))


def plain(latex: str) -> str:
    """The formula as one line of text, for a terminal. Raises `UnreadableFormula` if it cannot be shown."""
    return " ".join(_line(_tree(latex, display=True)).split())


def _tree(latex: str, *, display: bool) -> Element:
    if len(latex) > LONGEST or not _is_allowed(latex):
        raise UnreadableFormula
    from latex2mathml.converter import convert_to_element

    try:
        tree: Element = convert_to_element(latex, display="block" if display else "inline")
    except Exception as error:  # the library raises whatever its own code does, and RecursionError
        raise UnreadableFormula from error
    _check(tree, MOST_LEVELS)
    return tree


def _is_allowed(latex: str) -> bool:
    environments = _ENVIRONMENT.findall(latex)
    commands = _COMMAND.findall(latex)
    begun = sum(command in {"begin", "end"} for command in commands)
    return (
        begun == len(environments)
        and _ENVIRONMENTS.issuperset(environments)
        and all(command in _COMMANDS or _is_symbol(command) for command in commands)
    )


def _is_symbol(command: str) -> bool:
    from latex2mathml.symbols_parser import convert_symbol

    return convert_symbol(f"\\{command}") is not None


def _check(tree: Element, levels: int) -> None:
    if not levels or tree.tag not in _ELEMENTS:
        raise UnreadableFormula
    if len(tree) != _OPERANDS.get(tree.tag, len(tree)):
        raise UnreadableFormula
    for child in tree:
        _check(child, levels - 1)


def _written(tree: Element) -> str:
    attributes = "".join(
        f' {name}="{value}"'
        for name, value in tree.attrib.items()
        if name in _ATTRIBUTES and _VALUE.fullmatch(value)
    )
    inside = "".join(_written(child) for child in tree)
    return f"<{tree.tag}{attributes}>{escape(_text(tree), quote=False)}{inside}</{tree.tag}>"


def _text(tree: Element) -> str:
    """Return the text of a leaf; the library writes its symbols as references."""
    return unescape(tree.text or "")


def _line(tree: Element) -> str:
    parts = [_line(child) for child in tree]
    if template := _TEMPLATES.get(tree.tag):
        return template.format(parts[0], *map(_grouped, parts[1:]), top=_grouped(parts[0]))
    if joint := _JOINTS.get(tree.tag):
        return joint.join(parts)
    if tree.tag == "mo":
        return _operator(_text(tree))
    return (_text(tree) + "".join(parts)) or " "


def _operator(text: str) -> str:
    return f" {text} " if text in _SPACED else text


def _grouped(line: str) -> str:
    """Return the line, in brackets where it would be misread without them."""
    return f"({line.strip()})" if set(line.strip()) & {" ", "/"} else line.strip()
