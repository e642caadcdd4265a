"""Rewrites a right class without changing what it computes: nothing of this may cost a point.

Every rewriting takes a syntax tree and a source of chance, changes the tree in place, and keeps to
what is surely harmless: a name is only replaced where no string and no keyword could mean it too.
"""

import ast
import builtins
from collections import deque
from collections.abc import Callable, Iterator
from random import Random

from grader.harness.model import dialect_names, operations

Rewriting = Callable[[ast.Module, Random], None]

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_ABSENT = (
    "import graphviz", "from torch import nn", "import matplotlib.pyplot as plt", "import micrograd",
)  # fmt: skip
_OF_COLLECTIONS = frozenset(
    name for kind in (list, dict, set, tuple, str, deque) for name in dir(kind)
)  # fmt: skip

MEANINGFUL = frozenset(
    [
        *dialect_names.DATA_NAMES,
        *dialect_names.GRAD_NAMES,
        *dialect_names.BACKWARD_NAMES,
        "zero_grad",
        "requires_grad",
        *operations.OPERATION_NAMES,
    ]
)
"""Names a grader finds a class by, or an operation."""


def rename_locals(tree: ast.Module, rng: Random) -> None:
    """Give parameters and local variables other names, the same everywhere."""
    inside = {name.id for function in _functions(tree) for name in _stored(function)} | {
        argument.arg for argument in ast.walk(tree) if isinstance(argument, ast.arg)
    }
    outside = (
        {name.id for name in _bound_outside(tree)} | _imported(tree) | _defined(tree) | set(dir(builtins))
    )
    keywords = {keyword.arg for keyword in ast.walk(tree) if isinstance(keyword, ast.keyword)}
    new = _new_names(inside - outside - keywords - _words(tree) - MEANINGFUL, rng)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = new.get(node.arg, node.arg)
        elif isinstance(node, ast.Nonlocal | ast.Global):
            node.names = [new.get(name, name) for name in node.names]


def rename_attributes(tree: ast.Module, rng: Random) -> None:
    """Give the attributes and methods that a class has for itself other names."""
    stored = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    methods = {f.name for made in _classes(tree) for f in made.body if isinstance(f, ast.FunctionDef)}
    fields = {name.id for made in _classes(tree) for name in _stored(made)}
    fixed = (
        fields | _words(tree) | _defined(tree) - methods | _OF_COLLECTIONS | MEANINGFUL | _on_modules(tree)
    )
    own = {name for name in stored | methods if not name.startswith("__")} - fixed
    own -= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in methods}
    beginnings = tuple(word for word in _words(tree) if word.endswith("_"))
    own = {name for name in own if not name.startswith(beginnings)}  # "_backward_" + self.op
    new = _new_names(own, rng)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            node.attr = new.get(node.attr, node.attr)
    for made in _classes(tree):
        for function in made.body:
            if isinstance(function, ast.FunctionDef):
                function.name = new.get(function.name, function.name)


def reorder_methods(tree: ast.Module, rng: Random) -> None:
    """Shuffle methods that stand side by side."""
    for made in _classes(tree):
        body: list[ast.stmt] = []
        run: list[ast.stmt] = []
        for statement in [*made.body, ast.Pass()]:
            if isinstance(statement, ast.FunctionDef) and not statement.decorator_list:
                run.append(statement)
                continue
            rng.shuffle(run)
            body += [*run, statement]
            run = []
        made.body = body


def add_hints(tree: ast.Module, rng: Random) -> None:
    """Annotate parameters and results, now and then."""
    for function in _functions(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for argument in function.args.args:
            if argument.annotation is None and rng.random() < 0.7:
                argument.annotation = ast.Constant(rng.choice(["Value", "float | None", "Any"]))
        if function.returns is None and rng.random() < 0.7:
            function.returns = ast.Constant("Value")


def add_docstrings(tree: ast.Module, rng: Random) -> None:
    """Explain every function and class that is not explained."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is None:
            text = rng.choice(["See the lecture, week 3.", "TODO: explain\n\nself.grad = 1", "∂L/∂x – règle"])
            node.body.insert(0, ast.Expr(ast.Constant(text)))


def add_prints(tree: ast.Module, rng: Random) -> None:
    """Print at the start of every constructor, and when the file is loaded."""
    for made in _classes(tree):
        for function in made.body:
            if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                function.body.insert(_after_docstring(function.body), _statement('print("new")'))
    tree.body.append(_statement(f'print("loaded", {rng.randrange(100)})'))


def tuples_for_sets(tree: ast.Module, rng: Random) -> None:
    """Keep the operands of a node in a tuple or a list where they were in a set."""
    as_sets = {
        node.attr
        for user in ast.walk(tree)
        if isinstance(user, ast.BinOp | ast.Attribute)
        for node in ast.iter_child_nodes(user)
        if isinstance(node, ast.Attribute)
    }
    for statement in ast.walk(tree):
        match statement:
            case ast.Assign(
                targets=[ast.Attribute(attr=name)],
                value=ast.Call(func=ast.Name(id="set") as function, args=[_]),
            ) if name not in as_sets:
                function.id = rng.choice(["tuple", "list"])


def sets_for_tuples(tree: ast.Module, _: Random) -> None:
    """Keep the operands of a node in a set where they were in a tuple or a list.

    Harmless only where each operand receives its share in a closure of the result.
    """
    for statement in ast.walk(tree):
        match statement:
            case ast.Assign(
                targets=[ast.Attribute()],
                value=ast.Call(func=ast.Name(id="list" | "tuple") as function, args=[_]),
            ):
                function.id = "set"
            case ast.Assign(targets=[ast.Attribute(attr="parents")], value=ast.Name(id="parents")):
                statement.value = ast.Call(ast.Name("set", ast.Load()), [statement.value], [])


def subclass(tree: ast.Module, rng: Random) -> None:
    """Derive a class from the one that is graded, under its own name or another."""
    classes = list(_classes(tree))
    adding = [made for made in classes if any(_is_method(statement, "__add__") for statement in made.body)]
    name = (adding or classes)[-1].name
    new = rng.choice([name, f"Named{name}", "Parameter"])
    tree.body.append(_statement(f"class {new}({name}):\n    '''the same, with a name'''\n"))


def import_absent(tree: ast.Module, rng: Random) -> None:
    """Import what is not installed, and never use it."""
    start = _after_docstring(tree.body)
    while isinstance(first := tree.body[start], ast.ImportFrom) and first.module == "__future__":
        start += 1
    tree.body[start:start] = [_statement(text) for text in rng.sample(_ABSENT, 2)]


EVERYWHERE: tuple[Rewriting, ...] = (
    rename_locals, rename_attributes, reorder_methods, add_hints, add_docstrings, add_prints, tuples_for_sets,
    subclass, import_absent,
)  # fmt: skip
"""What every right class stands."""


def rewritten(source: bytes, rewritings: list[Rewriting], seed: int) -> bytes:
    """The source after all of them, in their order."""
    tree = ast.parse(source)
    rng = Random(seed)
    for rewriting in rewritings:
        rewriting(tree, rng)
    return ast.unparse(ast.fix_missing_locations(tree)).encode()


def _statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def _classes(tree: ast.AST) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def _functions(tree: ast.AST) -> Iterator[ast.AST]:
    return (node for node in ast.walk(tree) if isinstance(node, _FUNCTION))


def _is_method(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.FunctionDef) and statement.name == name


def _stored(scope: ast.AST) -> Iterator[ast.Name]:
    """The names that are given a value in a scope, but not in functions or classes within."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child
        if not isinstance(child, _FUNCTION | ast.ClassDef):
            yield from _stored(child)


def _bound_outside(tree: ast.Module) -> Iterator[ast.Name]:
    """Names that the module or a class gives a value."""
    yield from _stored(tree)
    for made in _classes(tree):
        yield from _stored(made)


def _imported(tree: ast.Module) -> set[str]:
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return {(alias.asname or alias.name).partition(".")[0] for node in imports for alias in node.names}


def _defined(tree: ast.Module) -> set[str]:
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _on_modules(tree: ast.Module) -> set[str]:
    """Attributes that are asked of a module: `np.add`."""
    modules = _imported(tree)
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
    }


def _words(tree: ast.Module) -> set[str]:
    """Every word in a string: it may name an attribute."""
    strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {word for text in strings if isinstance(text, str) and text.isidentifier() for word in [text]}


def _new_names(old: set[str], rng: Random) -> dict[str, str]:
    """Other names, which keep an underscore in front."""
    return {
        name: f"{'_' if name.startswith('_') else ''}{rng.choice('uvwz')}{number}_{rng.randrange(100)}"
        for number, name in enumerate(sorted(old))
    }


def _after_docstring(body: list[ast.stmt]) -> int:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *_]:
            return 1
    return 0
