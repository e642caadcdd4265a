"""Docstrings begin with a verb or with a noun phrase that names the thing, and say what True means."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_architecture import MODULES, ROOT, offenders, parse

# Openings without a subject. "Whether" is allowed (a yes or no), and "Where", "When", "Why", "How" are too.
WITHOUT_SUBJECT = re.compile(
    r"(Those|The same|Nothing, if|What|Whatever|Which|Who|Whose|Whom|That|So|As|Of|By|In|For|From|With"
    r"|Without|On|At|To|Up|Over|Under|Above|Below|Beside|Between|Before|After|Until|Around|Else|Inside|Once|Not|Never|Asked"
    r"|Allowed|Called|Kept|Played|Raised|Said|Shown|Told|Itself|One of them|Do it|Say of)\b"
)


# Pages do something for who asks: "Show ...", not "The page". Those of REST name what they answer with.
WITHOUT_VERB = re.compile(r"(A|An|The|Some|Another|Other|No|All|How|Whether|Who)\b")
TRUTH = re.compile(r"\b([Ww]hether|True|False)\b")


def documented(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of the functions, methods, classes and attributes of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef | ast.Module):
            for line, after in zip(node.body, node.body[1:], strict=False):
                match line, after:
                    case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                        yield text


def without_subject() -> list[str]:
    """Return the docstrings that begin without a subject, each after its file."""
    return [
        f"{path.relative_to(ROOT)}: {text.strip()[:60]}"
        for path in MODULES
        for text in documented(parse(path))
        if WITHOUT_SUBJECT.match(text.strip())
    ]


def without_truth(path: Path) -> list[str]:
    """Return the functions of a module that return a bool, without saying when it is True."""
    functions = (n for n in ast.walk(parse(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    asked = [each for each in functions if each.returns is not None and ast.unparse(each.returns) == "bool"]
    texts = {each.name: ast.get_docstring(each) or "" for each in asked}
    return [name for name, text in texts.items() if text and not TRUTH.search(text)]


def functions_of(path: Path) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Yield the functions of a module with their docstrings."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, ast.get_docstring(node) or ""


def about_it(path: Path) -> list[str]:
    """Return the functions of a module that say "Whether it ..." of what they are given."""
    return [
        each.name
        for each, text in functions_of(path)
        if text.startswith("Whether it ")
        and any(argument.arg not in ("self", "_", "other") for argument in each.args.args)
    ]


def pages_without_verb(path: Path) -> list[str]:
    """Return the pages of a module whose docstring does not begin with what they do."""
    return [
        each.name
        for each, text in functions_of(path)
        if WITHOUT_VERB.match(text)
        and any(ast.unparse(decorator).startswith("router.") for decorator in each.decorator_list)
    ]


def test_a_docstring_names_what_a_function_is_given() -> None:
    assert offenders(MODULES, about_it) == {}, 'name the thing: "Whether a node ..."'


def test_a_docstring_of_a_page_begins_with_a_verb() -> None:
    pages = [path for path in MODULES if path.parent in (ROOT / "api/pages", ROOT / "api/lti")]
    assert offenders(pages, pages_without_verb) == {}, 'say what the page does: "Show ..."'


def test_a_docstring_says_what_true_means() -> None:
    assert offenders(MODULES, without_truth) == {}, 'say "Whether ...", or when True or False is returned'


def test_every_docstring_has_a_subject() -> None:
    assert without_subject() == [], "begin these docstrings with a verb or a noun phrase"
