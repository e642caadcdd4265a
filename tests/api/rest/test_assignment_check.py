"""What staff check of an assignment, over REST."""

from tests.api.rest.interface import Interface
from tests.grader.test_leverage import TIMES

_GRAPH = {
    "title": "Mine",
    "text": "L = a * b",
    "inputs": {"a": {"low": 1, "high": 2}, "b": {"low": 3, "high": 3}},
}


def test_coverage_names_what_is_not_seen_and_what_would_see_it(api: Interface) -> None:
    api.set(weights={"linear_chain": 1, "a_plus_a": 1})

    found = api.owner().get(f"{api.assignment}/coverage").json()

    assert {"fault": "preorder", "variant": "backward"} in found["unseen"]
    assert all(each["graphs"] and each["sees"] for each in found["suggestions"])
    assert api.student().get(f"{api.assignment}/coverage").status_code == 403


def test_a_try_file_gets_what_it_should_or_not(api: Interface) -> None:
    owner, files = api.owner(), f"{api.assignment}/try-files"
    kept = owner.post(files, json={"title": "Solution", "content": "class Value: ..."}).json()
    one = f"{files}/{kept['id']}"
    assert kept["points"] is None
    assert owner.get(f"{one}/report").status_code == 409

    api.school.grade_all()
    (tried,) = owner.get(files).json()["items"]
    assert owner.get(one).json() == tried
    assert owner.get(f"{one}/report").json()["format"]
    assert owner.get(f"{one}/file").text == "class Value: ..."
    assert api.student().get(f"{one}/report").status_code == 403
    assert (tried["points"], tried["as_expected"]) == (tried["possible"], True)
    assert owner.delete(f"{files}/{kept['id']}").status_code == 204
    assert owner.get(files).json()["items"] == []
    assert api.student().get(files).status_code == 403


def test_own_graphs_are_set_on_the_state_that_was_read(api: Interface) -> None:
    owner, graphs = api.owner(), f"{api.assignment}/own-graphs"
    tag = owner.get(graphs).headers["ETag"]

    answer = owner("PUT", graphs, json={"items": [_GRAPH]}, headers={"If-Match": tag})
    assert answer.status_code == 200
    again = owner("PUT", graphs, json={"items": []}, headers={"If-Match": tag})
    assert again.status_code == 412
    assert owner.get(graphs).json()["items"][0]["inputs"] == _GRAPH["inputs"]
    wrong = owner.post(
        f"{graphs}/check", json={"text": "L = a *", "inputs": {"a": {"low": 1, "high": 1}}}
    ).json()
    assert (wrong["line"], wrong["column"]) == (1, 8)
    assert api.student().get(graphs).status_code == 403


def test_a_graph_at_the_end_of_float64_is_answered(api: Interface) -> None:
    """Its numbers are right, and a nudge leads beyond the largest there is."""
    asked = {"text": "\n".join(TIMES), "inputs": {"b": {"low": 1.75, "high": 1.75}}}

    answer = api.owner().post(f"{api.assignment}/own-graphs/check", json=asked)

    assert answer.status_code == 200, answer.text
    assert (answer.json()["problem"], answer.json()["inputs"]) == (None, [])
    assert len(answer.json()["nodes"]) == 53
