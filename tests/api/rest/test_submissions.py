def test_x(api):
    s = api.student()
    o = api.owner()
    op = api.operator()
    a = api.hand_in(s)
    print(a)
    for r in (
        s.get(f"/submissions/{a['id']}"),
        s.get(f"/submissions/{a['id']}/report"),
        s.get("/me"),
        s.get("/courses"),
        s.get(api.course),
        s.get(api.assignment),
        s.get(f"{api.assignment}/submissions"),
        o.get(f"{api.course}/people"),
        o.get(f"{api.course}/gradebook"),
        o.get(f"{api.course}/gradebook.csv"),
        o.get(f"{api.course}/join-codes"),
        s.get("/suites"),
        s.get("/faults/overwritten_gradient"),
        s.get("/tokens"),
        s.get("/nope"),
        s.post("/me"),
        api.nobody.get("/me"),
        s.post("/courses", json={"title": 5}),
        op.post("/courses", json={"title": "x"}),
    ):
        print(r.status_code, r.headers.get("content-type"), r.text[:300])
    api.school.grade_all()
    r = s.get(f"/submissions/{a['id']}")
    print(r.status_code, r.text)
    r = s.get(f"/submissions/{a['id']}/report")
    print(r.status_code, r.text[:200])
    r = s.get(f"/submissions/{a['id']}/events")
    print(r.status_code, r.text[:300])
    assert 0
