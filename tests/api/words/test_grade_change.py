from api.words.grade_change import why
from submissions.teaching.regrades.regrade_effects import Why, WhyKind


def test_a_graph_that_a_teacher_wrote_has_its_title_and_one_that_is_gone_its_number() -> None:
    own = {"own_graph_1": "My product"}

    assert (
        why(Why(WhyKind.NEW_SUITE, "own_graph_1", after="failed"), own) == "My product is graded now: failed"
    )
    left_out = why(Why(WhyKind.SUITE_LEFT_OUT, "own_graph_2", before="passed"), own)
    assert left_out == "Own graph 2 is no longer graded; it was: passed"
