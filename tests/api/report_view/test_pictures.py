"""Pictures of an explained graph: nothing overlaps, nothing is told by colour alone, nothing is run."""

import json
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.report_view.pictures import replay, svg, text
from api.report_view.pictures.layers import Box, Edge, Size, layout, uses
from api.words.replay import Meaning
from grader.compare import Quantity
from grader.finding import Explained, NodeExplained, Write
from tests.api.explained import DIAMOND, FIVE_NODES, SAME_TWICE, SKIP, node, write, wrong

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


@given(nodes=graphs(), data=st.data())
def test_no_box_overlaps_another_and_every_line_goes_to_the_right(
    nodes: list[NodeExplained], data: st.DataObject
) -> None:
    sizes = {each.name: data.draw(sizes_of_boxes) for each in nodes}

    made = layout(nodes, nodes[-1].name, sizes)

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
        ["a ✗", "data 2", "grad got 1", "expected -2"],
        ["b ✗", "data -3", "grad got 1", "expected 3"],
    ]
    assert groups(picture, "node") == [
        ["c = a * b", "data -6", "grad 1"],
        ["d = a + b", "data -1", "grad 1"],
        ["e = c + d", "data -7", "grad 1"],
    ]


@both_directions
def test_a_lost_contribution_is_crossed_out_and_called_lost(direction: svg.Direction) -> None:
    picture = drawn(DIAMOND, direction)

    assert groups(picture, "use lost") == [["-6", "lost"], ["-10", "lost"]]
    assert groups(picture, "use kept") == [["-2", "kept"], ["+10", "kept"]]
    strikes = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "strike"]
    assert len(strikes) == 2


def test_a_contribution_whose_fate_is_open_is_only_named() -> None:
    assert groups(drawn(SKIP), "use") == [["+9"], ["+9"]]


@every_graph
def test_a_wrong_node_has_a_second_border(explained: Explained) -> None:
    picture = drawn(explained)

    borders = {
        (group.get("class"), len(group.findall(f"{SVG}rect")))
        for group in picture.iter(f"{SVG}g")
        if (group.get("class") or "").startswith("node")
    }
    assert borders == {("node", 1), ("node wrong", 2)}


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
            assert left <= x
            assert x + across <= left + width + 0.2
            assert top <= y
            assert y + float(each.get("height", 0)) <= top + height + 0.2


def test_every_text_is_escaped() -> None:
    hostile = SAME_TWICE.nodes[1].model_copy(update={"text": HOSTILE})
    explained = SAME_TWICE.model_copy(update={"nodes": (SAME_TWICE.nodes[0], hostile)})

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

    assert [each.get("class") for each in both] == ["graph-picture right", "graph-picture down"]
    width = float((both[1].get("viewBox") or "").split()[2])
    assert width <= 400, "a small screen shows it without scrolling"


@pytest.mark.parametrize("number", [0, svg.MOST_NODES + 1])
def test_a_graph_too_large_for_a_picture_has_none(number: int) -> None:
    nodes = tuple(node(f"n{place}", 0, 0) for place in range(number))

    assert svg.pictures(Explained(graph="", root="n0", nodes=nodes)) == ""


def test_a_node_without_a_number_says_so() -> None:
    nodes = (wrong(SAME_TWICE.nodes[0], None), SAME_TWICE.nodes[1])

    picture = drawn(SAME_TWICE.model_copy(update={"nodes": nodes}))

    assert groups(picture, "node wrong") == [["a ✗", "data 3", "grad got nothing", "expected 2"]]


# --- Text -----------------------------------------------------------------------------------------------


def test_the_small_drawing_of_the_five_nodes() -> None:
    assert text.drawing(FIVE_NODES).splitlines() == [
        "a.grad  expected -2, got 1",
        "  a -> c -> e  -3  lost",
        "  a -> d -> e  +1  kept",
        "b.grad  expected 3, got 1",
        "  b -> c -> e  +2  lost",
        "  b -> d -> e  +1  kept",
    ]


def test_the_small_drawing_of_the_diamond() -> None:
    assert text.drawing(DIAMOND).splitlines() == [
        "a.grad  expected 4, got 10",
        "  a -> ab -> e -> L   -6  lost",
        "  a -> f -> L        +10  kept",
        "c.grad  expected -12, got -2",
        "  c -> e -> L   -2  kept",
        "  c -> f -> L  -10  lost",
    ]


def test_uses_of_the_same_node_and_ways_that_part_can_be_told_apart() -> None:
    assert "  a (left) -> b   +1  lost" in text.drawing(SAME_TWICE)
    assert "  a (right) -> b -> ... -> y  +9" in text.drawing(SKIP)


def test_the_alternative_names_the_lost_path() -> None:
    told = text.alternative(FIVE_NODES)

    assert told.startswith("c = a * b; d = a + b; e = c + d; the output is e. ")
    assert (
        "a.grad: expected -2, got 1. a -> c -> e adds -3, which is lost. a -> d -> e adds +1, which is kept."
        in told
    )


def test_numbers_are_called_what_the_class_calls_them() -> None:
    assert "a.gradient  expected" in text.drawing(FIVE_NODES, {Quantity.GRADIENT: "gradient"})


def test_wrong_data_comes_before_gradients() -> None:
    changed = FIVE_NODES.nodes[2].model_copy(update={"wrong_data": True, "data_got": 6.0})
    nodes = (*FIVE_NODES.nodes[:2], changed, *FIVE_NODES.nodes[3:])

    drawing = text.drawing(FIVE_NODES.model_copy(update={"nodes": nodes}))

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
    unnamed = node("s", 0, 0, "+", "x", "x").model_copy(update={"text": "a + b"})
    nodes = (node("x", 0, 0), unnamed, node("y", 0, 0, op, *operands))
    explained = Explained(graph="", root="y", nodes=nodes)

    assert text.formula(explained, nodes[2]) == formula
    assert text.formula(explained, unnamed) == "a + b"


# --- Replay ---------------------------------------------------------------------------------------------


def test_a_replay_stands_beside_the_right_one_in_the_same_order() -> None:
    steps = replay.steps(FIVE_NODES)

    assert [step["same"] for step in steps] == [True] * 5 + [False] * 2
    sixth = steps[5]
    assert sixth["done"] is not None
    assert sixth["right"] is not None
    assert (sixth["done"]["node"], sixth["done"]["old"], sixth["done"]["new"]) == ("a", -3.0, 1.0)
    assert (sixth["done"]["line"], sixth["done"]["during"]) == (17, "d")
    assert sixth["done"]["means"] == "1 replaces -3, which is lost."
    assert (sixth["right"]["old"], sixth["right"]["new"]) == (-3.0, -2.0)
    assert sixth["right"]["means"] == "1 is added."


def test_where_nodes_came_too_early_the_right_order_stays() -> None:
    """`b` hands on before what comes through `c` has arrived."""
    early = [("y", 0, 1, None), ("b", 0, 6, "y"), ("d", 0, 1, "y"), ("a", 0, 6, "b"), ("c", 0, 3, "d")]
    right = [("y", 0, 1, None), ("b", 0, 6, "y"), ("d", 0, 1, "y"), ("c", 0, 3, "d"), ("b", 6, 9, "c")]
    right += [("a", 0, 9, "b")]
    explained = SKIP.model_copy(
        update={
            "writes": tuple(write(*each) for each in early),
            "right_writes": tuple(write(*each) for each in right),
        }
    )

    steps = replay.steps(explained)

    assert [step["right"]["node"] for step in steps if step["right"]] == ["y", "b", "d", "c", "b", "a"]
    assert [step["done"]["node"] for step in steps if step["done"]] == ["y", "b", "d", "a", "c"]


@pytest.mark.parametrize(
    ("seen", "meaning"),
    [
        (write("e", 0, 1), Meaning.SEEDED),
        (write("a", 0, 1, "d"), Meaning.FIRST),
        (write("a", 5, 6, "d"), Meaning.ADDED),
        (write("a", 5, 1, "d"), Meaning.REPLACED),
        (write("a", 5, 5, "d"), Meaning.SAME),
        (write("a", 5, 0, "d"), Meaning.CLEARED),
        (write("a", 5, 7, "d"), Meaning.CHANGED),
        (Write(node="a", quantity=Quantity.DATA, old=5, new=1, during="d"), Meaning.CHANGED),
        (Write(node="a", quantity=Quantity.GRADIENT, old=5, new=None, during="d"), Meaning.CHANGED),
    ],
)
def test_what_a_write_means(seen: Write, meaning: Meaning) -> None:
    before = (write("d", 0, 1, "e"), seen)

    assert list(replay.meanings(FIVE_NODES, before))[1] is meaning


def test_a_replay_is_bounded_and_json() -> None:
    writes = (write("a", 0, float("nan")), write("a", float("inf"), 1)) * 150
    explained = FIVE_NODES.model_copy(update={"writes": writes})

    steps = replay.steps(explained)

    assert len(steps) == replay.MOST_STEPS
    assert json.loads(json.dumps(steps, allow_nan=False)) == steps


def test_what_stands_after_each_step() -> None:
    after = replay.standings(replay.steps(FIVE_NODES))

    assert len(after) == 7
    assert {"node": "a", "got": 1.0, "right": -2.0, "changed": True} in after[5]
    assert {"node": "b", "got": 2.0, "right": 2.0, "changed": False} in after[5]
