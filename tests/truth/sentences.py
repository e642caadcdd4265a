"""A rule for each sentence that says a fact: whether plain Python, the chain rule and the source agree."""

import ast
import re
from collections.abc import Callable, Mapping

from api.report_view.one_line import one_line
from grader.finding import NodeExplained
from grader.report import Verdict
from tests.truth.teller import PLACE, Teller, alike, numbers
from tests.truth.witness import same

Values = Mapping[str, str]
Rule = Callable[[Teller, Values], bool]


# --- Sums ---


def _used(t: Teller, v: Values) -> bool:
    node = t.node(v["node"])
    times = int(v.get("n", "2"))
    return sum(each.operands.count(node.name) for each in t.nodes) == times and _sum(t, v["sum"])


def _sum(t: Teller, text: str) -> bool:
    """`a.grad = -3 + 1 = -2`: what must arrive at it."""
    number, parts, total = text.strip("`").split(" = ")
    node, _ = t.quantity(number)
    return alike(numbers(parts), t.shares(node)) and t.is_right(number, total)


def _so(t: Teller, v: Values) -> bool:
    number, *added = v["number"].split(" = ")
    if not t.holds(number, v.get("got", "")):
        return False
    if added and not same(sum(numbers(added[0])), float(v["got"])):
        return False
    return "right" not in v or t.is_right(number, v["right"])


def _right_values(t: Teller, v: Values) -> bool:
    pairs = re.findall(r"`(.+?) = (\S+?)`", v["values"])
    return bool(pairs) and all(t.is_right(*pair) for pair in pairs)


# --- Order ---


def _later(t: Teller, node: NodeExplained, later: str) -> bool:
    users = {one_line(each.text, 24) for each in t.nodes if node.name in each.operands}
    return set(re.findall(r"`(.+?)`", later)) <= users


def _too_early(t: Teller, v: Values) -> bool:
    node = t.node(v["node"])
    is_right = same(sum(t.shares(node)), float(v["full"])) if "full" in v else True
    return is_right and t.had(node, float(v["had"])) and _later(t, node, v["later"])


def _too_little(t: Teller, v: Values) -> bool:
    node = t.node(v["node"])
    return t.is_right(v["number"], v["full"]) and t.had(node, float(v["had"]))


def _runs_again(t: Teller, v: Values) -> bool:
    consumer, target = t.node(v["node"]), t.node(v["target"])
    values = numbers(v["values"])
    if not same(sum(t.shares(target, consumer)), float(v["right"])) or len(values) != int(v["n"]):
        return False
    return not t.is_seen or len(_deltas(t, target)) >= len(values)


def _added_again(t: Teller, v: Values) -> bool:
    consumer, node = t.of_formula(v["formula"]), t.node(v["node"])
    return (
        any(same(each, float(v["right"])) for each in t.shares(node, consumer))
        and len(numbers(v["values"])) > 1
    )


# --- What arrives nowhere, or elsewhere ---


def _elsewhere(t: Teller, v: Values) -> bool:
    consumer, owner, node = t.of_formula(v["formula"]), t.node(v["owner"]), t.node(v["node"])
    value = float(v["value"])
    is_due = any(same(each, value) for each in t.shares(owner, consumer))
    if not t.is_seen:
        return is_due
    total = sum(t.shares(node, consumer)) + value
    return is_due and any(same(each, value) or same(each, total) for each in _deltas(t, node))


def _deltas(t: Teller, node: NodeExplained) -> list[float]:
    run = t.seen.run
    assert run is not None
    name = t.seen.variable[node.name]
    return [
        (each.new or 0.0) - (each.old or 0.0)
        for each in run.changes
        if each.is_gradient and each.name == name
    ]


def _one_of_two(t: Teller, v: Values) -> bool:
    consumer, node = t.of_formula(v["formula"]), t.node(v["node"])
    parts, total = v["sum"], v["right"]
    is_due = alike(numbers(parts), t.shares(node, consumer)) and same(sum(numbers(parts)), float(total))
    arrived = (
        t.changed(node) and any(same(each, float(v["kept"])) for each in _deltas(t, node))
        if t.is_seen
        else True
    )
    return is_due and arrived


def _never_sent(t: Teller, v: Values) -> bool:
    consumer, node = t.of_formula(v["formula"]), t.node(v["node"])
    right = float(v["right"])
    local, arriving = float(v["local"]), float(v["arriving"].strip("()"))
    due = [value for name, value in t.seen.right.locals(consumer.name) if name == node.name]
    is_due = any(same(each, local) for each in due) and same(local * arriving, right)
    return (
        is_due
        and same(t.seen.right.of_pass(t.seen.explained.root)[consumer.name], arriving)
        and _is_missing(t, node, right)
    )


def _is_missing(t: Teller, node: NodeExplained, value: float) -> bool:
    """Whether fewer writes added this number than uses of the node should."""
    if not t.is_seen or same(value, 0.0):
        return True
    expected = sum(same(each, value) for each in t.shares(node))
    return sum(same(each, value) for each in _deltas(t, node)) < max(expected, 1)


def _no_run(t: Teller, v: Values) -> bool:
    consumer, node = t.of_formula(v["formula"]), t.node(v["node"])
    whole = sum(t.shares(node, consumer))
    return same(whole, float(v["right"])) and (not _ran(t, consumer) or "no backward rule" in v.get("_", ""))


def _ran(t: Teller, node: NodeExplained) -> bool:
    """Whether a function inside of another ran in a pass, with this node among its variables."""
    if not t.is_seen:
        return False
    run = t.seen.run
    assert run is not None
    operation = next(each for each in t.nodes if each.name == node.name)
    name, operands = t.seen.variable[node.name], [o for o in operation.operands if isinstance(o, str)]
    mine = {name, *(t.seen.variable[each] for each in operands)}
    passes = {number for number, line in enumerate(_statements(t)) if "=" not in line}
    return any(
        "<locals>" in function and name in around and mine <= {*around}
        for function, _, around, step in run.calls
        if step in passes
    )


def _statements(t: Teller) -> list[str]:
    return [ast.unparse(each) for each in ast.parse(t.seen.explained.graph).body]


# --- Data and nodes ---


def _data(t: Teller, v: Values) -> bool:
    node = t.of_formula(v["formula"])
    right = same(t.seen.right.data[node.name], float(v["right"])) if "right" in v else True
    held = (
        t.seen.held(node.name, gradient=False)
        if t.is_seen and node.name in t.seen.variable
        else node.data_got
    )
    return right and ("got" not in v or same(held, float(v["got"])))


def _itself(t: Teller, v: Values) -> bool:
    node, operand = t.of_formula(v["formula"]), t.node(v["operand"])
    if not t.is_seen:
        return True
    run = t.seen.run
    assert run is not None
    return run.are_one(t.seen.variable[node.name], t.seen.variable[operand.name])


def _type(*names: str) -> Rule:
    def rule(t: Teller, v: Values) -> bool:
        node = t.of_formula(v["formula"])
        if not t.is_seen or t.seen.run is None:
            return True
        return t.seen.run.types.get(t.seen.variable[node.name], names[0]) in names

    return rule


def _not_defined(t: Teller, v: Values) -> bool:
    return v["method"] not in t.graded.has


# --- Passes ---


def _never_seeded(t: Teller, v: Values) -> bool:
    root, _ = t.quantity(v["root"])
    return (
        not (t.is_seen and t.changed(root, new=1.0)) and t.holds(v["root"], "0") and t.holds(v["target"], "0")
    )


def _other_seed(t: Teller, v: Values) -> bool:
    root, _ = t.quantity(v["root"])
    return float(v["got"]) != 1.0 and t.had(root, float(v["got"]))


def _seed_everywhere(t: Teller, v: Values) -> bool:
    return t.holds(v["number"], v["got"]) and t.is_right(v["number"], v["own"])


def _second_pass(t: Teller, v: Values) -> bool:
    node, _ = t.quantity(v["number"])
    is_sum = same(float(v["first"]) + float(v["own"]), float(v["got"]))
    return is_sum and t.holds(v["number"], v["got"]) and t.had(node, float(v["first"]))


def _cleared(t: Teller, v: Values) -> bool:
    node, _ = t.quantity(v["number"])
    return t.changed(node, old=float(v["old"]), new=0.0, line=_line(v.get("place", "")))


def _line(place: str) -> int | None:
    found = PLACE.search(place)
    return int(found[1]) if found and not found[2] else None


# --- Writes ---


def _replaces(t: Teller, v: Values) -> bool:
    """A line stored a number in place of another that was stored before."""
    old, new = float(v["old"]), float(v["new"])
    line, earlier = _line(v.get("place", "")), _line(v.get("earlier", ""))
    if not t.is_seen:
        return True
    return any(
        t.changed(node, old=old, new=new, line=line) and t.changed(node, new=old, line=earlier)
        for node in t.nodes
    ) or any(same(old, new) and t.changed(node, new=old) for node in t.nodes)


def _assigns(t: Teller, v: Values) -> bool:
    """The same, and the line has `=`."""
    line = _line(v["place"])
    return _replaces(t, v) and (line is None or _has_assignment(t, line))


def _has_assignment(t: Teller, line: int) -> bool:
    return (
        any(
            isinstance(each, ast.Assign | ast.NamedExpr | ast.AnnAssign)
            and each.lineno <= line <= (each.end_lineno or 0)
            for each in ast.walk(t.graded.tree)
        )
        or "setattr" in t.graded.lines[line]
    )


def _written(t: Teller, v: Values) -> bool:
    node, is_gradient = t.quantity(v["number"])
    if not is_gradient:
        return True
    new = float(v["new"]) if "new" in v else None
    old = float(v["old"]) if "old" in v else None
    if old is not None and new is not None and same(old, new):
        return t.had(node, new)
    return t.changed(node, old=old, new=new, line=_line(v.get("place", "")))


def _last_wins(t: Teller, v: Values) -> bool:
    node, _ = t.quantity(v["number"])
    return t.holds(v["number"], v["got"]) and t.had(node, float(v["lost"]))


# --- Rules of operations ---


def _should_get(t: Teller, v: Values) -> bool:
    consumer, node = t.of_formula(v["formula"]), t.node(v["node"])
    local, arriving, right = float(v["local"]), float(v["arriving"].strip("()")), float(v["right"])
    due = [value for name, value in t.seen.right.locals(consumer.name) if name == node.name]
    return (
        any(same(each, local) for each in due)
        and same(local * arriving, right)
        and t.is_right(v["consumer"], v["arriving"].strip("()"))
    )


def _sent(t: Teller, v: Values) -> bool:
    """Some node got this number in one write or in two."""
    if not t.is_seen:
        return True
    value = float(v["sent"])
    for node in t.nodes:
        steps = _deltas(t, node)
        pairs = [sum(steps[n : n + 2]) for n in range(len(steps))]
        run = t.seen.run
        assert run is not None
        stored = [
            each.new for each in run.changes if each.is_gradient and each.name == t.seen.variable[node.name]
        ]
        if any(same(each, value) for each in (*steps, *pairs, *stored)):
            return True
    return same(value, 0.0)


def _sent_source(t: Teller, v: Values) -> bool:
    node, is_gradient = t.quantity(v["source"])
    value = float(v["factor"])
    held = t.had(node, value) if is_gradient else same(t.seen.right.data[node.name], value)
    return held and _sent(t, v)


# --- Captions ---


def caption(message: str) -> Rule:
    """Whether so many arrows lead into the node, and its gradient is wrong."""
    alone = "Follow the arrow into" in message

    def rule(t: Teller, v: Values) -> bool:
        node = t.node(v["node"])
        arrows = len(t.shares(node))
        counted = int(v.get("n", "1")) <= arrows == int(v.get("all", arrows))
        return node.wrong_gradient and counted and alone is (arrows == 1)

    return rule


def mended(t: Teller, v: Values) -> bool:
    """Whether it is the number of the data, and no more than the graphs that did not pass."""
    verdicts = (Verdict.FAILED, Verdict.NOT_RUN, Verdict.MISSING)
    open_ones = [g for suite in t.graded.report.suites for g in suite.graphs if g.verdict in verdicts]
    return int(v["n"]) == t.finding.evidence.repaired <= len(open_ones)


def both_hold(t: Teller, v: Values) -> bool:
    """Whether two nodes hold this number."""
    held = [t.seen.right.data[t.node(v[name]).name] for name in ("node", "other")]
    return all(same(each, float(v["number"])) for each in held)


def _begins(t: Teller, v: Values) -> bool:
    node = t.node(v["node"])
    return same((node.gradient_got or 0.0) - sum(t.shares(node)), float(v["held"]))


def _wrong_data(t: Teller, v: Values) -> bool:
    node = t.node(v["node"])
    held = t.seen.held(node.name, gradient=False) if t.is_seen else node.data_got
    return same(t.seen.right.data[node.name], float(v["right"])) and (
        "got" not in v or same(held, float(v["got"]))
    )


# --- Hints ---


def _symptom(t: Teller, v: Values) -> bool:
    return t.holds(v["number"], "" if v["got"] == "no number" else v["got"])


def _uses(t: Teller, v: Values) -> bool:
    node = t.node(v["node"])
    return sum(each.operands.count(node.name) for each in t.nodes) == int(v["n"]) and _symptom(t, v)


def _place(t: Teller, v: Values) -> bool:
    return "cell" in v or 0 < int(v["line"]) < len(t.graded.lines)
