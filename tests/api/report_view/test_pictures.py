"""Pictures of an explained graph: nothing overlaps, nothing is told by colour alone, nothing is run."""

import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from api.report_view import replay
from api.report_view.pictures import svg, text
from api.report_view.pictures.layers import Box, Edge, Size, layout, uses
from api.words import picture as words
from grader.compare import Quantity
from grader.finding import Call, CallKind, Explained, NodeExplained
from grader.records import replace
from tests.api.explained import DIAMOND, FIVE_NODES, SAME_TWICE, SKIP, contributions, node, write, wrong

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert("1")</script> & \x1b[31m\u202e]]>'
ALL = [FIVE_NODES, DIAMOND, SAME_TWICE, SKIP]
NAMES = ["five nodes", "diamond", "same twice", "skip"]

every_graph = pytest.mark.parametrize("explained", ALL, ids=NAMES)
both_directions = pytest.mark.parametrize("direction", svg.Direction)


def drawn(explained: Explained, direction: svg.Direction = svg.Direction.RIGHT) -> ET.Element:
    return ET.fromstring(svg.picture(explained, direction))  # noqa: S314 - written by ourselves just now


def groups(picture: ET.Element, kind: str) -> list[list[str | None]]:
    """The texts of each group of a kind."""
    found = [group for group in picture.iter(f"{SVG}g") if group.get("class") == kind]
    return [[each.text for each in group.iter(f"{SVG}text")] for group in found]


# --- Layout ---------------------------------------------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> list[NodeExplained]:
    """Any small graph whose last node is the root."""
    nodes = [node(f"n{place}", 0, 0) for place in range(draw(st.integers(1, 4)))]
    for _ in range(draw(st.integers(0, 10))):
        names = st.sampled_from([each.name for each in nodes])
        operands = draw(st.lists(names | st.just(2.0), min_size=1, max_size=2))
        nodes.append(node(f"n{len(nodes)}", 0, 0, "+", *operands))
    return nodes


sizes_of_boxes = st.builds(
    Size, width=st.floats(20, 200), height=st.floats(20, 120), room=st.just(0.0) | st.floats(10, 60)
)


@given(nodes=graphs(), data=st.data(), inputs_late=st.booleans())
def test_no_box_overlaps_another_and_every_line_goes_to_the_right(
    nodes: list[NodeExplained], data: st.DataObject, *, inputs_late: bool
) -> None:
    sizes = {each.name: data.draw(sizes_of_boxes) for each in nodes}

    made = layout(nodes, nodes[-1].name, sizes, inputs_late=inputs_late)

    assert set(made.boxes) == set(sizes)
    assert not [pair for pair in combinations(made.boxes.values(), 2) if overlap(*pair)]
    for use, points in made.lines.items():
        assert all(one.x < other.x for one, other in pairwise(points))
        assert points[0].x == made.boxes[use.node].right
        assert points[-1].x == made.boxes[use.consumer].x
        assert not [box for box in made.boxes.values() for point in points[1:-1] if inside(box, *point)]
    assert set(made.lines) == set(uses(nodes))


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def inside(box: Box, x: float, y: float) -> bool:
    return box.x < x < box.right and box.y < y < box.y + box.height


@given(graphs())
def test_inputs_stand_on_the_left_and_an_unused_root_on_the_right(nodes: list[NodeExplained]) -> None:
    made = layout(nodes, nodes[-1].name, {each.name: Size(50, 30) for each in nodes})

    assert all(made.boxes[each.name].x == 0.0 for each in nodes[:-1] if each.op is None)
    assert made.boxes[nodes[-1].name].right == made.width
    assert max(box.y + box.height for box in made.boxes.values()) <= made.height
    assert min(box.y for box in made.boxes.values()) >= -1e-9


@given(graphs())
def test_late_inputs_stand_right_before_their_first_use(nodes: list[NodeExplained]) -> None:
    made = layout(nodes, nodes[-1].name, {each.name: Size(50, 30) for each in nodes}, inputs_late=True)

    columns = sorted({box.x for box in made.boxes.values()})
    place = {name: columns.index(box.x) for name, box in made.boxes.items()}
    for each in nodes[:-1]:
        consumers = [place[use.consumer] for use in made.lines if use.node == each.name]
        assert each.op or not consumers or place[each.name] == min(consumers) - 1


def test_lines_that_need_not_cross_do_not() -> None:
    nodes = [
        *(node(name, 0, 0) for name in "abcd"),
        node("p", 0, 0, "*", "a", "c"),
        node("q", 0, 0, "*", "b", "d"),
    ]
    nodes.append(node("r", 0, 0, "+", "p", "q"))

    made = layout(nodes, "r", {each.name: Size(50, 30) for each in nodes})

    heights = {name: box.y for name, box in made.boxes.items()}
    assert sorted("abcd", key=heights.__getitem__) in [list("acbd"), list("bdac")]
    assert made.lines[Edge("a", "p", 0)][-1].y < made.lines[Edge("c", "p", 1)][-1].y


# --- SVG ------------------------------------------------------------------------------------------------


@both_directions
def test_every_node_is_drawn_with_what_it_holds(direction: svg.Direction) -> None:
    picture = drawn(FIVE_NODES, direction)

    assert groups(picture, "node wrong") == [
        ["a", "2", "grad", "1", "should be", "-2"],
        ["b", "-3", "grad", "1", "should be", "3"],
    ]
    assert groups(picture, "node") == [
        ["c = a * b", "-6", "grad", "1"],
        ["d = a + b", "-1", "grad", "1"],
        ["e = c + d", "-7", "grad", "1"],
    ]


@both_directions
def test_a_lost_contribution_is_called_lost_and_ends_in_a_cross(direction: svg.Direction) -> None:
    picture = drawn(DIAMOND, direction)

    assert groups(picture, "use lost") == [["-6", "lost"], ["-10", "lost"]]
    assert groups(picture, "use kept") == [["+10"], ["-2"]] or groups(picture, "use kept") == [
        ["-2"],
        ["+10"],
    ]
    ends = {
        group.get("class"): [path.get("d", "") for path in group.iter(f"{SVG}path")][-1]
        for group in picture.iter(f"{SVG}g")
        if (group.get("class") or "").startswith("use")
    }
    assert not ends["use lost"].endswith("Z")
    assert ends["use kept"].endswith("Z")


def test_a_contribution_whose_fate_is_open_is_only_named() -> None:
    assert groups(drawn(SKIP), "use open") == [["+9"], ["+9"]]


@every_graph
def test_a_wrong_node_is_marked_in_its_corner(explained: Explained) -> None:
    picture = drawn(explained)

    marks = {
        (group.get("class"), len(group.findall(f"{SVG}path")))
        for group in picture.iter(f"{SVG}g")
        if (group.get("class") or "").startswith("node")
    }
    assert marks == {("node", 0), ("node wrong", 1)}


@every_graph
@both_directions
def test_no_text_touches_a_frame(explained: Explained, direction: svg.Direction) -> None:
    for group in drawn(explained, direction).iter(f"{SVG}g"):
        frame = group.find(f"{SVG}rect")
        if frame is None or not (group.get("class") or "").startswith("node"):
            continue
        left, width = float(frame.get("x", 0)), float(frame.get("width", 0))
        for each in group.iter(f"{SVG}text"):
            across = 8.5 * len(each.text or "")
            x = float(each.get("x", 0)) - (across if each.get("text-anchor") == "end" else 0.0)
            assert left + 7.9 <= x
            assert x + across <= left + width - 7.9


EARLY = replace(
    SKIP,
    nodes=(wrong(node("a", 1, 18), 12), node("b", 1, 9, "*", "a", "a"), *SKIP.nodes[2:]),
    right_writes=(write("y", 0, 1),),
    writes=(
        write("y", 0, 1), write("b", 0, 6, "y"), write("d", 0, 1, "y"), write("a", 0, 6, "b"),
        write("a", 6, 12, "b"), write("c", 0, 3, "d"), write("b", 6, 9, "c"),
    ),
)  # fmt: skip
"""`b` hands on before what comes through `c` has arrived."""


def test_an_early_rule_is_drawn_with_what_it_really_sent_and_when_it_ran() -> None:
    picture = drawn(EARLY)

    assert groups(picture, "use early") == [["+6", "should be +9"], ["+6", "should be +9"]]
    (early,) = groups(picture, "node early")
    assert early == ["b = a * a", "1", "grad", "9", "ran 2nd", "with 6"]
    assert "b ran 2nd, with 6." in text.alternative(EARLY)


@every_graph
@both_directions
def test_the_picture_says_in_text_what_it_shows(explained: Explained, direction: svg.Direction) -> None:
    picture = drawn(explained, direction)

    assert picture.get("role") == "img"
    assert [child.tag for child in picture][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert picture.findtext(f"{SVG}desc") == text.alternative(explained)


@every_graph
@both_directions
def test_everything_is_inside_the_picture(explained: Explained, direction: svg.Direction) -> None:
    picture = drawn(explained, direction)

    left, top, width, height = map(float, (picture.get("viewBox") or "").split())
    for each in picture.iter():
        if each.tag in {f"{SVG}text", f"{SVG}rect"}:
            x, y = float(each.get("x", 0)), float(each.get("y", 0))
            across = float(each.get("width", 0)) or 7.2 * len(each.text or "")
            x -= across if each.get("text-anchor") == "end" else 0.0
            assert left <= x
            assert x + across <= left + width + 0.2
            assert top <= y
            assert y + float(each.get("height", 0)) <= top + height + 0.2


def test_every_text_is_escaped() -> None:
    hostile = replace(SAME_TWICE.nodes[1], text=HOSTILE)
    explained = replace(SAME_TWICE, nodes=(SAME_TWICE.nodes[0], hostile))

    picture = drawn(explained)

    assert {each.tag.removeprefix(SVG) for each in picture.iter()} == {
        "svg", "title", "desc", "g", "rect", "path", "text",
    }  # fmt: skip
    assert any('<script>alert("1")' in title.text for title in picture.iter(f"{SVG}title") if title.text)
    assert "\x1b" not in svg.picture(explained)
    assert "\u202e" not in svg.picture(explained)


@every_graph
def test_a_picture_is_the_same_each_time_and_runs_nothing(explained: Explained) -> None:
    made = svg.picture(explained, alone=True)

    assert made == svg.picture(explained, alone=True)
    assert not re.search(r"<script|href|\son\w+=|url\(|@import", made)


def test_a_picture_that_stands_alone_has_its_style_inside() -> None:
    assert "prefers-color-scheme: dark" in svg.picture(FIVE_NODES, alone=True)
    assert "<style" not in svg.picture(FIVE_NODES)


def test_two_pictures_are_for_two_widths_of_screen() -> None:
    both = ET.fromstring(f"<div>{svg.pictures(DIAMOND)}</div>")  # noqa: S314 - written by ourselves

    assert [each.get("class") for each in both] == ["graph-picture right wide", "graph-picture down"]
    width = float((both[1].get("viewBox") or "").split()[2])
    assert width <= 620, "a small screen shows it without scrolling, a little smaller"


def test_a_neuron_of_three_weights_is_seen_whole_in_a_column_of_a_page() -> None:
    weights = [wrong(node(name, -0.25, -0.2966), -0.4206) for name in ("w1", "w2", "w3")]
    products = [node(f"{each.name} * x", 0.15, 0.1977, "*", each.name, 0.5) for each in weights]
    first, second, third = (each.name for each in products)
    sums = [node("s", 1.1, 0.1977, "+", first, second), node("t", 1.25, 0.1977, "+", "s", third)]
    ends = [node("u", 1.45, 0.1977, "+", "t", "b"), node("out", 0.8957, 1, "tanh", "u")]
    sent = [(each.name, f"{each.name} * x", 0, 0.5, 0.1977, None) for each in weights]
    explained = Explained(
        graph="",
        root="out",
        nodes=(*weights, wrong(node("b", 0.2, 0.1977), 0), *products, *sums, *ends),
        contributions=contributions([*sent, ("b", "u", 1, 1, 0.1977, False)]),
    )

    assert float(drawn(explained, svg.Direction.DOWN).get("width") or "") <= 576


@pytest.mark.parametrize("explained", [SAME_TWICE, FIVE_NODES, DIAMOND])
def test_a_picture_is_wide_if_it_is_wider_than_a_column(explained: Explained) -> None:
    drawn = ET.fromstring(svg.picture(explained))  # noqa: S314 - written by ourselves

    assert ("wide" in (drawn.get("class") or "").split()) == (float(drawn.get("width") or 0) > 576)


@pytest.mark.parametrize("number", [0, svg.MOST_NODES + 1])
def test_a_graph_too_large_for_a_picture_has_none(number: int) -> None:
    nodes = tuple(node(f"n{place}", 0, 0) for place in range(number))

    assert svg.pictures(Explained(graph="", root="n0", nodes=nodes)) == ""


def test_a_node_without_a_number_says_so() -> None:
    nodes = (wrong(SAME_TWICE.nodes[0], None), SAME_TWICE.nodes[1])

    picture = drawn(replace(SAME_TWICE, nodes=nodes))

    assert groups(picture, "node wrong") == [["a", "3", "grad", "nothing", "should be", "2"]]


# --- Text -----------------------------------------------------------------------------------------------


def test_the_small_drawing_of_the_five_nodes() -> None:
    assert _drawing(FIVE_NODES).splitlines() == [
        "a.grad  expected -2, got 1",
        "  a -> c -> e  -3  lost",
        "  a -> d -> e  +1  kept",
        "b.grad  expected 3, got 1",
        "  b -> c -> e  +2  lost",
        "  b -> d -> e  +1  kept",
    ]


def test_the_small_drawing_of_the_diamond() -> None:
    assert _drawing(DIAMOND).splitlines() == [
        "a.grad  expected 4, got 10",
        "  a -> ab -> e -> L   -6  lost",
        "  a -> f -> L        +10  kept",
        "c.grad  expected -12, got -2",
        "  c -> e -> L   -2  kept",
        "  c -> f -> L  -10  lost",
    ]


def test_uses_of_the_same_node_and_ways_that_part_can_be_told_apart() -> None:
    assert "  a (left) -> b   +1  lost" in _drawing(SAME_TWICE)
    assert "  a (right) -> b -> ... -> y  +9" in _drawing(SKIP)


def test_the_alternative_names_the_lost_path() -> None:
    told = text.alternative(FIVE_NODES)

    assert told.startswith("c = a * b; d = a + b; e = c + d; the output is e. ")
    assert (
        "a.grad: expected -2, got 1. a -> c -> e adds -3, which is lost. a -> d -> e adds +1, which is kept."
        in told
    )


def test_numbers_are_called_what_the_class_calls_them() -> None:
    assert "a.gradient  expected" in _drawing(FIVE_NODES, {Quantity.GRADIENT: "gradient"})


def test_wrong_data_comes_before_gradients() -> None:
    changed = replace(FIVE_NODES.nodes[2], wrong_data=True, data_got=6.0)
    nodes = (*FIVE_NODES.nodes[:2], changed, *FIVE_NODES.nodes[3:])

    drawing = _drawing(replace(FIVE_NODES, nodes=nodes))

    assert drawing.splitlines()[0] == "c.data  expected -6, got 6"


@pytest.mark.parametrize(
    ("op", "operands", "formula"),
    [
        ("*", ("s", "x"), "y = (a + b) * x"),
        ("tanh", ("s",), "y = tanh(a + b)"),
        ("neg", ("s",), "y = -(a + b)"),
        ("-", (1.0, "x"), "y = 1 - x"),
    ],
)
def test_a_formula_is_written_as_in_code(op: str, operands: tuple[str | float, ...], formula: str) -> None:
    unnamed = replace(node("s", 0, 0, "+", "x", "x"), text="a + b")
    nodes = (node("x", 0, 0), unnamed, node("y", 0, 0, op, *operands))
    explained = Explained(graph="", root="y", nodes=nodes)

    assert text.formula(explained, nodes[2]) == formula
    assert text.formula(explained, unnamed) == "a + b"


# --- Replay ---------------------------------------------------------------------------------------------


def test_a_replay_tells_what_was_replaced_and_names_the_first_wrong_step() -> None:
    steps = replay.steps(FIVE_NODES)

    assert [step.is_wrong for step in steps] == [False, False, False, True]
    last = steps[-1]
    assert "`a.grad`: -3 → 1. The -3 is replaced and lost." in last.sentences
    assert last.right == "A correct pass runs the rule of `d` now: `a.grad = -2` and `b.grad = 3`."
    assert last.where is not None
    assert last.where.line == 17
    assert "-3 → 1" in last.pictures


def test_a_replay_shows_when_a_rule_runs_too_early() -> None:
    steps = replay.steps(EARLY)

    (first_wrong,) = [step for step in steps if step.is_wrong]
    assert first_wrong.sentences[0] == "The rule of `b` runs, with 6."
    assert "`c` has not run yet: `b.grad` will get 3 more." in first_wrong.sentences
    assert "The rule of `b` has already run, so this is not passed on." in steps[-1].sentences


def test_a_replay_of_two_passes_has_a_step_for_what_happens_between_them() -> None:
    graph = "a = Value(2.0)\nb = a * 2; b.backward(); a.zero_grad()\nc = a * 3; c.backward()"
    nodes = (wrong(node("a", 2, 3), 5), node("b", 4, 1, "*", "a", 2.0), node("c", 6, 1, "*", "a", 3.0))
    writes = (
        write("b", 0, 1, step=1), write("a", 0, 2, "b", step=1),
        write("c", 0, 1, step=4), write("a", 2, 5, "c", step=4),
    )  # fmt: skip
    calls = (
        Call(kind=CallKind.BACKWARD, node="b", step=1),
        Call(kind=CallKind.ZERO_GRAD, node="a", step=2),
        Call(kind=CallKind.BACKWARD, node="c", step=4),
    )

    steps = replay.steps(Explained(graph=graph, root="c", nodes=nodes, writes=writes, calls=calls))

    assert [step.sentences[0] for step in steps] == [
        "Pass 1 of 2.",
        "The rule of `b` runs, with 1.",
        "`a.zero_grad()` runs: `a.grad` should become 0 and stays 2.",
        "Pass 2 of 2.",
        "The rule of `c` runs, with 1.",
    ]
    assert [step.right for step in steps] == [
        "A correct pass sets `b.grad` to 1.",
        "A correct pass runs the rule of `b` now: `a.grad = 2`.",
        "In a correct class, `a.grad` is now 0.",
        "A correct pass sets `c.grad` to 1.",
        "A correct pass runs the rule of `c` now: `a.grad = 3`.",
    ]
    assert [step.is_wrong for step in steps] == [False, False, True, False, False]


def test_where_writes_say_nothing_there_is_no_replay() -> None:
    assert replay.steps(DIAMOND) == ()


def test_a_replay_is_bounded() -> None:
    writes = FIVE_NODES.writes[:1] + tuple(
        write(name, start, start + 1, "e") for start in range(100) for name in ("c", "d")
    )
    nodes = tuple(
        replace(each, gradient_got=100.0 if each.name in "cd" else 0.0 if each.name != "e" else 1.0)
        for each in FIVE_NODES.nodes
    )

    steps = replay.steps(replace(FIVE_NODES, nodes=nodes, writes=writes))

    assert len(steps) == replay.MOST_STEPS
    assert any(sentence.endswith("more steps follow.") for sentence in steps[-1].sentences)


def test_every_step_of_a_replay_has_the_same_layout() -> None:
    boxes = [re.findall(r'viewBox="([^"]+)"', step.pictures) for step in replay.steps(FIVE_NODES)]

    assert all(each == boxes[0] for each in boxes)


def test_a_picture_calls_gradients_as_the_class_does() -> None:
    drawn = svg.pictures(DIAMOND, {Quantity.DATA: "dato", Quantity.GRADIENT: "derivada"})

    assert ">derivada</text>" in drawn
    assert ">grad</text>" not in drawn
    assert ".grad" not in drawn


def _drawing(explained: Explained, attributes: Mapping[Quantity, str] = text.ATTRIBUTES) -> str:
    """Each wrong number, and below it the ways by which its contributions come."""
    return "\n".join(
        "\n".join([f"{wrong.name}  {words.both(wrong.expected, wrong.got)}", *_ways(wrong.contributions)])
        for wrong in text.wrong_numbers(explained, attributes)
    )


def _ways(contributions: tuple[text.ContributionText, ...]) -> list[str]:
    return [f"  {line}" for line in text.contribution_lines(contributions)]
