"""The training of a file that no function holds: read, not run.

A routine that goes backward moves parameters and clears gradients, parameter by parameter. What it assigns to
one is worked out here from its source, by arithmetic alone; where that does not do, nothing is said of it.
"""

import ast
import operator
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..loading.nodes import in_order
from ..loading.reference import SPOKEN
from ..loading.source import Cell
from ..model.find_class import ValueClass
from .calling import Unseen
from .names import LOSSES, PARAMETERS, RATES, STEPS, ZEROES, plain

IN_LOOPS = ("zero_grad()", "loss", "step")
"""The parts that may stand in a training loop."""

_RATE = 0.1
_ARITHMETIC: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip
_Statement = ast.Assign | ast.AugAssign | ast.Expr


@dataclass
class Training:
    """The statements of a file that train, each with the name of the parameter that it is about."""

    tree: ast.AST
    """The whole file, for the numbers that names stand for."""
    routine: ast.AST
    """The loop or the function that goes backward."""
    value_class: ValueClass
    cell: int | None
    clearing: list[tuple[str, _Statement]] = field(default_factory=list)
    stepping: list[tuple[str, _Statement]] = field(default_factory=list)
    astray: set[ast.stmt] = field(default_factory=set)
    """The statements that go through the parameters of a network that is not the one in the loss."""

    def __post_init__(self) -> None:
        """Find the statements of each loop over parameters."""
        self.data, self.gradient = self.value_class.data_name, self.value_class.grad_name
        self.gradients = _names_of(self.value_class, self.gradient)
        for loop in ast.walk(self.routine):
            if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
                continue
            for statement in loop.body:
                if isinstance(statement, _Statement):
                    self._take(loop, loop.target.id, statement)

    def _take(self, loop: ast.For, name: str, statement: _Statement) -> None:
        """Note a statement of a loop over parameters that clears gradients or makes a step."""
        reads = any(_is_of(node, name, self.gradients) for node in ast.walk(statement.value))
        names = (node for node in ast.walk(loop.iter) if isinstance(node, ast.Name | ast.Attribute))
        is_over_all = any(PARAMETERS.search(plain(ends(each))) for each in names)
        if self._is_of_another(loop.iter):
            self.astray.add(statement)
        if _is_cleared(statement, name):
            self.clearing.append((name, statement))
        elif not isinstance(statement, ast.Expr) and reads and is_over_all:
            self.stepping.append((name, statement))

    def _is_of_another(self, listed: ast.expr) -> bool:
        """Whether parameters are of an object that training only lists, while it calls another one."""
        match listed:
            case ast.Call(ast.Attribute(ast.Name(id=name))) if name in self._made:
                return self._is_only_listed(name) and any(each in self._made for each in _calls(self.routine))
        return False

    @cached_property
    def _made(self) -> set[str]:
        """The names of the objects that the module makes of its classes."""
        classes = {node.name for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)}
        return {
            target.id
            for node in getattr(self.tree, "body", ())
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            for target in node.targets
            if isinstance(target, ast.Name) and ends(node.value.func) in classes
        }

    def _is_only_listed(self, name: str) -> bool:
        """Whether training only lists the parameters of this object, and nothing else may hold it."""
        training = set(ast.walk(self.routine))
        module = in_order(self.tree, leave_out=lambda node: isinstance(node, ast.FunctionDef))
        harmless = {_used_harmlessly(node, in_training=node in training) for node in module}
        about_name = in_order(self.tree, leave_out=lambda node: _has_of_its_own(node, name))
        uses = (node for node in about_name if isinstance(node, ast.Name) and node.id == name)
        return all(use in harmless or isinstance(use.ctx, ast.Store) for use in uses)

    @property
    def trains(self) -> bool:
        """Whether it takes a step: a pass alone is no training."""
        return (
            bool(self.stepping)
            or any(STEPS.search(plain(name)) for name in _calls(self.routine))
            or any(map(self._moves, ast.walk(self.routine)))
        )

    def _moves(self, node: ast.AST) -> bool:
        """Whether a statement moves something by its own gradient: `n.weights[i].data -= ...` too."""
        match node:
            case ast.AugAssign(ast.Attribute(moved), _, value) | ast.Assign([ast.Attribute(moved)], value):
                owner = ast.dump(moved)
                read = (each for each in ast.walk(value) if isinstance(each, ast.Attribute))
                return any(each.attr in self.gradients and ast.dump(each.value) == owner for each in read)
        return False

    @cached_property
    def never_clears(self) -> bool:
        """Whether a loop lets gradients add up: nothing clears any but a function that nobody calls."""
        if not self._is_done_again or self.clearing or not (self.stepping or self._calls_own_step):
            return False
        called = set(_calls(self.tree))
        classes = {node.name for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)}
        if "setattr" in called or classes.intersection(_calls(self.routine)):
            return False
        if any(ZEROES.search(plain(name)) for name in called):
            return False
        return not any(map(self._sets_gradients, _apart(self.tree)))

    @property
    def cleared_too_early(self) -> ast.stmt | None:
        """The statement that clears gradients between the only pass and its step."""
        passes = list(_passes(self.routine, self.value_class))
        alone = [node.value for node in ast.walk(self.routine) if isinstance(node, ast.Expr)]
        if len(passes) != 1 or passes[0] not in alone:
            return None
        bodies = (getattr(node, "body", None) for node in ast.walk(self.routine))
        blocks = [each for each in bodies if type(each) is list]
        early = (find(block) for block in blocks for find in (self._clears_first, self._clears_behind_pass))
        return next(filter(None, early), None)

    def _clears_first(self, block: Sequence[ast.stmt]) -> ast.stmt | None:
        """Return the statement of a block that clears the gradient of a parameter before it moves it."""
        stepping = {each for _, each in self.stepping}
        work = [each for each in block if self._resets(each) or each in stepping]
        return work[0] if work and work[0] not in stepping and not stepping.isdisjoint(work) else None

    def _clears_behind_pass(self, block: Sequence[ast.stmt]) -> ast.stmt | None:
        """Return the statement of a block that clears behind a pass, where its next work is the step."""
        begins = [at for at, each in enumerate(block) if any(_passes(each, self.value_class))]
        if len(begins) != 1 or self._takes_step(block[begins[0]]):
            return None
        cleared: ast.stmt | None = None
        for statement in block[begins[0] + 1 :]:
            if self._takes_step(statement):
                return cleared
            clearing = self._clearing_in(statement)
            cleared = clearing or cleared
            if clearing is None and any(map(_may_read, ast.walk(statement))):
                return None
        return None

    def _takes_step(self, statement: ast.stmt) -> bool:
        """Whether a statement moves parameters by their own gradients, or calls what is named after that."""
        inside = set(ast.walk(statement))
        calls = (node for node in inside if isinstance(node, ast.Call))
        is_named = any(STEPS.search(plain(ends(call.func))) for call in calls)
        return is_named or any(each in inside for _, each in self.stepping)

    def _clearing_in(self, statement: ast.stmt) -> ast.stmt | None:
        """Return what only clears: of a loop its statement, else a call of that name."""
        match statement:
            case ast.For(body=[only]) if self._resets(only):
                return only
            case ast.Expr(ast.Call(called, [])) if "grad" in plain(ends(called)):
                return statement if ZEROES.search(plain(ends(called))) else None
        return None

    def _resets(self, statement: ast.stmt) -> bool:
        """Whether a statement assigns 0 to the gradient of a parameter."""
        stored = (each for each in ast.walk(statement) if isinstance(each, ast.Attribute))
        return any(each is statement for _, each in self.clearing) and any(map(self._sets_gradients, stored))

    @property
    def only_computes(self) -> bool:
        """Whether it computes a loss, and calls nothing that may set gradients but a function that clears."""
        called = [node.func for node in ast.walk(self.routine) if isinstance(node, ast.Call)]
        names = [plain(ends(each)) for each in called]
        may_differentiate = any("grad" in name and not ZEROES.search(name) for name in names)
        if may_differentiate or not any(map(LOSSES.search, names)):
            return False
        return not self._sets_others() and not self._asks_a_result(called)

    def _sets_others(self) -> bool:
        """Whether a gradient is set somewhere else than where it clears them."""
        cleared = {node for _, each in self.clearing for node in ast.walk(each)}
        return any(self._sets_gradients(each) and each not in cleared for each in _apart(self.tree))

    def _asks_a_result(self, called: Iterable[ast.expr]) -> bool:
        """Whether one of these called functions is a method of something that the routine stores."""
        nodes = (node for node in ast.walk(self.routine) if isinstance(node, ast.Name))
        stored = {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
        return any(isinstance(each, ast.Attribute) and stored & names_in(each.value) for each in called)

    @property
    def _calls_own_step(self) -> bool:
        """Whether it takes its step by a function of the file."""
        own = {node.name for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)}
        return any(STEPS.search(plain(name)) for name in own.intersection(_calls(self.routine)))

    @property
    def _is_done_again(self) -> bool:
        """Whether it is done again and again: a loop, or a function of a loss of its own, and none clears."""
        if isinstance(self.routine, ast.For | ast.While):
            return True
        made = {
            ends(t) for node in ast.walk(self.routine) if isinstance(node, ast.Assign) for t in node.targets
        }
        starts = [call.func for call in _passes(self.routine, self.value_class)]
        own = all(isinstance(start, ast.Attribute) and ends(start.value) in made for start in starts)
        return own and not any(map(_clears, ast.walk(self.tree)))

    def _sets_gradients(self, node: ast.AST) -> bool:
        """Whether a node of the source sets a gradient, however that is written."""
        return (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and node.attr in self.gradients
        )

    def place(self, statements: Sequence[tuple[str, ast.stmt]]) -> dict[str, Any]:
        """Return where the first of these stands; where there is none, where the pass begins."""
        at = statements[0][1] if statements else next(_passes(self.routine, self.value_class))
        is_astray = bool(statements) and self.astray.issuperset(each for _, each in statements)
        return {"line": getattr(at, "lineno", None), "cell": self.cell, "astray": is_astray}

    def clear(self, entries: Sequence[Any]) -> None:
        """Do to each parameter what clears its gradient.

        Raises `Unseen` if that cannot be read.
        """
        self._do(self.clearing, entries)

    def step(self, entries: Sequence[Any], rate: float) -> None:
        """Do to each parameter what moves it, as if it were done with this rate.

        Raises `Unseen` if that cannot be read.
        """
        own = 0.0
        for entry in entries:
            was, gradient = getattr(entry, self.data), getattr(entry, self.gradient)
            self._do(self.stepping, [entry])
            now = getattr(entry, self.data)
            if gradient and not isinstance(now, self.value_class.cls):
                own = own or abs((now - was) / gradient)
                setattr(entry, self.data, was + (now - was) * rate / (own or rate))

    def _do(self, statements: Sequence[tuple[str, _Statement]], entries: Sequence[Any]) -> None:
        """Carry out the statements for each parameter."""
        if not statements:
            raise Unseen("step")
        for entry in entries:
            for name, statement in statements:
                self._assign(entry, name, statement)

    def _assign(self, entry: Any, name: str, statement: _Statement) -> None:
        """Do one statement; one that changes no attribute of the parameter has no effect on it."""
        if isinstance(statement, ast.Expr) or statement in self.astray:
            return
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        if not isinstance(target, ast.Attribute):
            return
        value = self._number(statement.value, entry, name)
        if isinstance(statement, ast.AugAssign):
            value = self._operation(statement.op)(getattr(entry, target.attr), value)
        setattr(entry, target.attr, value)

    def _number(self, value: ast.expr, entry: Any, name: str) -> Any:
        """Return the number of an expression of a step."""
        match value:
            case ast.Constant():
                number = value.value
            case ast.UnaryOp():
                number = self._operation(value.op)(self._number(value.operand, entry, name))
            case ast.BinOp():
                left, right = (self._number(side, entry, name) for side in (value.left, value.right))
                number = self._operation(value.op)(left, right)
            case ast.Attribute(ast.Name(id=holder), attribute) if holder == name:
                number = getattr(entry, attribute)
            case ast.Attribute() | ast.Name():
                number = self._named(ends(value))
            case ast.Call(ast.Name(id="len")):
                number = 1.0  # a mean over the samples: the length of a step is free
            case ast.Call(ast.Name(id=made), [inner]) if made == self.value_class.cls.__name__:
                number = self.value_class.leaf(self._number(inner, entry, name), "p")
            case _:
                raise Unseen("step")
        return number

    def _operation(self, kind: ast.AST) -> Callable[..., float]:
        """Return what an operator computes."""
        if type(kind) not in _ARITHMETIC:
            raise Unseen("step")
        return _ARITHMETIC[type(kind)]

    def _named(self, name: str) -> float:
        """The number of that name; of a learning rate that is not a plain number, a positive one."""
        for value in _given(self.tree, name):
            try:
                return float(ast.literal_eval(value))
            except (ValueError, TypeError):
                break
        if not RATES.search(plain(name)):
            raise Unseen("step")
        return _RATE


def training_of(cells: Iterable[Cell], value_class: ValueClass) -> Training | None:
    """Return the first loop or function of a file that goes backward and takes a step."""
    for cell in cells:
        tree = parsed(cell.examples or cell.text)
        for routine in _routines(tree, value_class):
            training = Training(tree, routine, value_class, cell.number)
            if training.trains:
                return training
    return None


def step_without_pass(cells: Iterable[Cell], value_class: ValueClass) -> dict[str, Any]:
    """Return where a training loop makes its step, of a file in which nothing goes backward; else nothing.

    A method of a result that the loop computes may go backward under any name.
    """
    for cell in cells:
        tree = parsed(cell.examples or cell.text)
        apart = list(_apart(tree))
        if any(isinstance(node, ast.Call) and _is_pass(node, value_class) for node in apart):
            return {}
        for loop in (node for node in apart if isinstance(node, ast.For | ast.While)):
            training = Training(tree, loop, value_class, cell.number)
            if training.stepping and training.only_computes:
                return training.place(training.stepping)
    return {}


def parsed(text: str) -> ast.AST:
    """Return the syntax tree of a text; an empty one where it is no Python."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _given(tree: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield what a name stands for: what is assigned to it, then what calls give to such a parameter."""
    nodes = list(ast.walk(tree))
    assigned = (node for node in nodes if isinstance(node, ast.Assign))
    yield from (each.value for each in assigned if name in map(ends, each.targets))
    for function in (node for node in nodes if isinstance(node, ast.FunctionDef)):
        names = [each.arg for each in function.args.args if each.arg != "self"]
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            if ends(call.func) == function.name:
                yield from (value for parameter, value in _pairs(names, call) if parameter == name)


def _pairs(names: Iterable[str], call: ast.Call) -> Iterator[tuple[str | None, ast.expr]]:
    """Yield the parameters of a function, each with what a call gives to it."""
    yield from zip(names, call.args, strict=False)
    yield from ((each.arg, each.value) for each in call.keywords)


def _names_of(value_class: ValueClass, usual: str) -> set[str]:
    """Return a name of the class; one that takes the place of the file's own has the file's names too."""
    spoken = vars(value_class.cls).get(SPOKEN, {})
    return {usual, *(name for name, each in spoken.items() if each == usual)}


def _routines(tree: ast.AST, value_class: ValueClass) -> Iterator[ast.AST]:
    """Yield loops and functions in which a pass begins, loops first; of the class of nodes none."""
    for kinds in ((ast.For, ast.While), (ast.FunctionDef,)):
        for node in _apart(tree):
            if isinstance(node, kinds) and any(_passes(node, value_class)):
                yield node


def _apart(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the code outside of the class of nodes, and of functions whose names say that they clear."""
    return in_order(tree, leave_out=lambda node: _is_of_nodes(node) or _clears(node))


def _used_harmlessly(node: ast.AST, *, in_training: bool) -> ast.expr | None:
    """Return the object that is called or has an attribute read; in training, that lists its parameters."""
    match node:
        case ast.Attribute(owner, attribute) if not in_training or PARAMETERS.search(plain(attribute)):
            return owner
        case ast.Call(called) if not in_training:
            return called
    return None


def _may_read(node: ast.AST) -> bool:
    """Whether a node of the source may read gradients: any loop, and any call but to show something."""
    is_call = isinstance(node, ast.Call) and ends(node.func) != "print"
    return is_call or isinstance(node, ast.For | ast.comprehension)


def _has_of_its_own(node: ast.AST, name: str) -> bool:
    """Whether a function has a variable or a parameter of this name."""
    if not isinstance(node, ast.FunctionDef):
        return False
    stored = (
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    given = (each.arg for each in ast.walk(node) if isinstance(each, ast.arg))
    is_global = any(isinstance(each, ast.Global) for each in ast.walk(node))
    return not is_global and name in {*stored, *given}


def _is_of_nodes(node: ast.AST) -> bool:
    """Whether a node of the source is a class of nodes, which has methods for operators."""
    return isinstance(node, ast.ClassDef) and any(map(_computes, node.body))


def _clears(node: ast.AST) -> bool:
    """Whether a node of the source is a function named after clearing gradients."""
    return isinstance(node, ast.FunctionDef) and ZEROES.search(plain(node.name)) is not None


def _computes(statement: ast.stmt) -> bool:
    """Whether a statement is a method for an operator."""
    return isinstance(statement, ast.FunctionDef) and statement.name in ("__add__", "__mul__")


def _passes(routine: ast.AST, value_class: ValueClass) -> Iterator[ast.Call]:
    """Yield the calls that ask for a backward pass: a rule that a pass calls has a name with `_`."""
    for call in (node for node in ast.walk(routine) if isinstance(node, ast.Call)):
        if _is_pass(call, value_class):
            yield call


def _is_pass(call: ast.Call, value_class: ValueClass) -> bool:
    """Whether a call asks for a backward pass."""
    own = _names_of(value_class, value_class.backward_name or "backward")
    name = ends(call.func)
    return not name.startswith("_") and (name in own or "back" in name)


def _calls(tree: ast.AST) -> Iterator[str]:
    """Yield the names of what is called."""
    return (ends(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call))


def names_in(node: ast.AST) -> set[str]:
    """Return the names that are read in a node."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def ends(place: ast.expr) -> str:
    """Return the last name of a place: `backward` of `loss.backward`."""
    return place.attr if isinstance(place, ast.Attribute) else place.id if isinstance(place, ast.Name) else ""


def _is_of(node: ast.AST, name: str, attributes: Container[str]) -> bool:
    """Whether an expression is one of these attributes of that variable."""
    match node:
        case ast.Attribute(ast.Name(id=holder), attr):
            return holder == name and attr in attributes
    return False


def _is_cleared(statement: _Statement, name: str) -> bool:
    """Whether a statement assigns 0 or nothing to the parameter, or means to."""
    match statement:
        case ast.Assign([ast.Attribute(ast.Name(id=holder))], ast.Constant(value)):
            return holder == name and not value
        case ast.Expr(ast.Compare(ast.Attribute(ast.Name(id=holder)), [ast.Eq()], [ast.Constant(value)])):
            return holder == name and not value
    return False
