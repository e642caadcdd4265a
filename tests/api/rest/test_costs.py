"""An answer costs as many queries for a large class as for a small one."""

import pytest

from tests.api.rest.interface import Asking, Interface
from tests.world.queries import counted

MOST = 14


def cost(api: Interface, asking: Asking, path: str) -> int:
    asking.get(path)  # so that the token was just used, and the compiled statements are there
    with counted(api.school.database) as statements:
        assert asking.get(path, params={"limit": 100}).status_code == 200
    return len(statements)


PATHS = ["/courses", "people", "gradebook", "assignments", "submissions", "submission"]


@pytest.mark.parametrize("path", PATHS)
def test_a_longer_list_costs_no_more(api: Interface, path: str) -> None:
    owner = api.owner()
    of_course = {"submissions": f"{api.assignment}/submissions", "/courses": "/courses"}
    first = api.submit(api.student())
    where = of_course.get(path, f"{api.course}/{path}")
    where = f"/submissions/{first['id']}" if path == "submission" else where
    before = cost(api, owner, where)
    for number in range(8):
        student = api.student()
        api.submit(student, f"x = {number}")
        owner.post(f"{api.course}/assignments", json={"title": f"{number}"})
    api.school.grade_all()
    api.submit(api.student())

    assert cost(api, owner, where) <= before + 1  # what is graded has results to be looked up
    assert before <= MOST


def test_a_file_that_is_handed_in_costs_the_same_whoever_waits(api: Interface) -> None:
    def handing_in() -> int:
        student = api.student()
        student.get("/me")
        with counted(api.school.database) as statements:
            api.submit(student)
        return len(statements)

    handing_in()
    before = handing_in()
    for _ in range(8):
        handing_in()

    assert handing_in() == before
