"""Wrong networks made of right ones: one slip at one place of the syntax tree, wherever its form is found.

Each mutation yields a file for each place where it can be made. A slip that nothing shows is none: a mutant
that earns all points was not asked about, and counts for nothing.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.network_files import NetworkFile

Slip = Callable[[ast.AST], ast.AST | None]
"""Returns the node with the slip; None where it cannot be made there."""

_CLEARED = 0


def _shared(node: ast.AST) -> ast.AST | None:
    """`[Neuron(n) for _ in range(k)]` as `[Neuron(n)] * k`."""
    match node:
        case ast.ListComp(
            ast.Call() as made,
            [ast.comprehension(ast.Name(id="_"), ast.Call(ast.Name(id="range"), [number]))],
        ):
            return ast.BinOp(ast.List([made], ast.Load()), ast.Mult(), number)
    return None


def _compared(node: ast.AST) -> ast.AST | None:
    """`p.grad = 0` as `p.grad == 0`."""
    match node:
        case ast.Assign([ast.Attribute(ast.Name(id=holder)) as gradient], ast.Constant(value)) if (
            holder != "self" and value == _CLEARED
        ):
            return ast.Expr(ast.Compare(gradient, [ast.Eq()], [ast.Constant(0.0)]))
    return None


def _left_out(node: ast.AST) -> ast.AST | None:
    """`return self.w + [self.b]` as `return self.w`."""
    match node:
        case ast.Return(ast.BinOp(left, ast.Add(), ast.List())):
            return ast.Return(left)
        case ast.Return(ast.List([ast.Starred(), ast.Attribute()] as entries)):
            return ast.Return(ast.List(entries[:1], ast.Load()))
    return None


def _first_only(node: ast.AST) -> ast.AST | None:
    """`[p for n in self.neurons for p in n.parameters()]` over `self.neurons[:1]`."""
    match node:
        case ast.ListComp(element, [ast.comprehension(target, ast.Attribute() as source), second]):
            cut = ast.Subscript(source, ast.Slice(upper=ast.Constant(1)), ast.Load())
            return ast.ListComp(element, [ast.comprehension(target, cut, [], 0), second])
    return None


def _twice(node: ast.AST) -> ast.AST | None:
    """`[p for n in self.neurons for p in n.parameters()]` over `self.neurons + self.neurons`."""
    match node:
        case ast.ListComp(element, [ast.comprehension(target, ast.Attribute() as source), second]):
            both = ast.BinOp(source, ast.Add(), source)
            return ast.ListComp(element, [ast.comprehension(target, both, [], 0), second])
    return None


def _up(node: ast.AST) -> ast.AST | None:
    """`p.data -= rate * p.grad` with a plus."""
    match node:
        case ast.AugAssign(ast.Attribute() as target, ast.Sub(), ast.BinOp() as value):
            return ast.AugAssign(target, ast.Add(), value)
        case ast.Assign([ast.Attribute() as target], ast.BinOp(ast.Attribute() as left, ast.Sub(), right)):
            return ast.Assign([target], ast.BinOp(left, ast.Add(), right))
    return None


def _bound_anew(node: ast.AST) -> ast.AST | None:
    """`p.data -= rate * p.grad` as `p = p - rate * p.grad`."""
    match node:
        case ast.AugAssign(ast.Attribute(ast.Name(id=holder)), ast.Sub(), ast.BinOp() as value):
            name = ast.Name(holder, ast.Load())
            return ast.Assign([ast.Name(holder, ast.Store())], ast.BinOp(name, ast.Sub(), value))
    return None


def _summed(node: ast.AST) -> ast.AST | None:
    """`return total / len(targets)` as `return total`."""
    match node:
        case ast.Return(ast.BinOp(total, ast.Div() | ast.Mult(), divisor)) if "len(" in ast.unparse(divisor):
            return ast.Return(total)
    return None


def _biasless(node: ast.AST) -> ast.AST | None:
    """`sum(products, self.b)` as `sum(products)`."""
    match node:
        case ast.Call(ast.Name(id="sum"), [products, ast.Attribute()]):
            return ast.Call(node.func, [products], [])
    return None


def _biased_twice(node: ast.AST) -> ast.AST | None:
    """`sum(products, self.b)` as `sum(products, self.b) + self.b`."""
    match node:
        case ast.Call(ast.Name(id="sum"), [_, ast.Attribute() as bias]):
            return ast.BinOp(node, ast.Add(), bias)
    return None


SLIPS: dict[str, tuple[Slip, ...]] = {
    "weights_shared": (_shared,),
    "network_gradients_not_reset": (_compared,),
    "parameters_missing": (_left_out, _first_only),
    "parameters_twice": (_twice,),
    "step_wrong_direction": (_up,),
    "data_replaced": (_bound_anew,),
    "loss_not_averaged": (_summed,),
    "bias_forgotten": (_biasless,),
    "bias_twice": (_biased_twice,),
}


@dataclass(frozen=True, slots=True)
class NetworkMutant:
    """A slip at one place of a right file: what it is called is known before it is made."""

    file: NetworkFile
    name: str
    fault: str
    slip: Slip
    at: int

    @property
    def id(self) -> str:
        """The name of its file in a test's output."""
        return f"{self.file.origin}/{self.file.style}: {self.name}"

    def made(self) -> NetworkFile:
        """Write the file: its class of nodes stays as it is."""
        text = ast.unparse(ast.fix_missing_locations(_with_slip(self.file.text, self.at, self.slip)))
        return NetworkFile(self.file.origin, self.file.style, self.name, text, self.fault)


def mutants(file: NetworkFile) -> Iterator[NetworkMutant]:
    """Yield every mutant of a right file."""
    outside = _outside_of_nodes(ast.parse(file.text))
    for fault, slips in SLIPS.items():
        for slip in slips:
            places = (at for at, node in outside if slip(node) is not None)
            for number, at in enumerate(places, 1):
                yield NetworkMutant(file, f"{fault}: {slip.__name__.strip('_')} {number}", fault, slip, at)


def _outside_of_nodes(tree: ast.Module) -> list[tuple[int, ast.AST]]:
    """What a slip can be made in, and its number in the tree: all but the class of the nodes."""
    own = {id(inner) for node in tree.body if _is_of_nodes(node) for inner in ast.walk(node)}
    return [(number, node) for number, node in enumerate(ast.walk(tree)) if id(node) not in own]


def _is_of_nodes(node: ast.stmt) -> bool:
    """Whether it is the class that a pass goes through."""
    return isinstance(node, ast.ClassDef) and any(
        isinstance(inner, ast.FunctionDef) and inner.name == "backward" for inner in node.body
    )


def _with_slip(text: str, at: int, slip: Slip) -> ast.Module:
    tree = ast.parse(text)
    wanted = list(ast.walk(tree))[at]

    class _Put(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            new = slip(node) if node is wanted else None
            return new if new is not None else self.generic_visit(node)

    made = _Put().visit(tree)
    assert isinstance(made, ast.Module)
    return made
