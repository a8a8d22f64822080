from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_cases import build, check

from groundplan.plan.config import Profile, Standard
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from drawn_cases import Drawn

    from groundplan.plan.record import Record

DATABASES = Profile(axes={"databases": ("PostgreSQL", "Oracle", "Google Cloud Spanner", "SQLite")})
NO_FUTURE = Standard(
    "typing", "Type hints are stringified", forbid=("from __future__ import annotations",), section="4.2"
)


def matrix(*cells: Record, **said: Any) -> Drawn:
    return build.section("db", *cells, specs=[build.spec("cell", Shape.LIST, axis="databases", **said)])


def cell(name: str, text: str) -> Record:
    return build.record("cell", f"{name}: {text}", name=name, text=text)


@pytest.mark.req("S2-06")
def test_a_value_of_the_axis_without_a_cell_or_with_an_empty_one_is_found() -> None:
    cells = [
        cell("PostgreSQL", "jsonb"),
        cell("Oracle", "{MERGE INTO}"),
        cell("Spanner", "none"),
    ]
    empty, missing = check("GP801", matrix(*cells), profile=DATABASES)
    assert empty.message == "`Oracle` of axis `databases` says nothing under `db`"
    assert missing.message == "`SQLite` of axis `databases` is missing under `db`"
    assert empty.place.line == 3


@pytest.mark.req("S2-06")
def test_a_matrix_with_every_cell_filled_is_fine() -> None:
    cells = [cell(name, "not affected") for name in ("PostgreSQL", "Oracle", "Spanner", "SQLite")]
    assert check("GP801", matrix(*cells), profile=DATABASES) == []


@pytest.mark.req("S2-07")
def test_a_list_of_targets_says_enough_with_a_mark() -> None:
    values = [f"✅ {name} (driver)" for name in DATABASES.axes["databases"][:-1]] + ["❌ SQLite"]
    cells = [build.record("cell", text) for text in values]
    assert check("GP801", matrix(*cells), profile=DATABASES) == []
    bare = [build.record("cell", name) for name in DATABASES.axes["databases"]]
    assert len(check("GP801", matrix(*bare), profile=DATABASES)) == 4
    ticked = [build.record("cell", name, ticked=True) for name in DATABASES.axes["databases"]]
    assert check("GP801", matrix(*ticked), profile=DATABASES) == []


def test_a_name_that_two_values_could_be_is_neither() -> None:
    profile = Profile(axes={"databases": ("Oracle 18c", "Oracle 23c")})
    assert len(check("GP801", matrix(cell("Oracle", "JSON")), profile=profile)) == 2
    full = [cell("Oracle 18c", "JSON"), cell("Oracle 23c", "VECTOR")]
    assert check("GP801", matrix(*full), profile=profile) == []


def test_a_longer_value_is_not_the_shorter_ones_cell() -> None:
    profile = Profile(axes={"databases": ("SQL", "SQL Server")})
    (found,) = check("GP801", matrix(cell("SQL Server", "MERGE")), profile=profile)
    assert found.subject == "databases SQL"


def test_an_axis_the_profile_does_not_have_demands_nothing() -> None:
    assert check("GP801", matrix()) == []


def test_a_matrix_that_only_the_skeleton_says_is_not_judged() -> None:
    assert check("GP801", matrix(), profile=DATABASES, skeletons={"db": "Words.\n"}) == []


def test_a_matrix_is_demanded_while_its_choice_is_ticked() -> None:
    spec = [build.spec("cell", axis="databases", when="Database change"), build.spec("choice")]
    off = build.section("db", build.record("choice", "Database change", ticked=False), specs=spec)
    on = build.section("db", build.record("choice", "Database change", ticked=True), specs=spec)
    assert check("GP801", off, profile=DATABASES) == []
    assert len(check("GP801", on, profile=DATABASES)) == 4


@pytest.mark.req("S2-25")
def test_words_that_a_standard_forbids_are_found_with_line_and_column() -> None:
    body = "```python\nfrom  __future__ import annotations\n```\n"
    (found,) = check(
        "GP804", build.section("4.2", body=body, line=20), profile=Profile(standards=(NO_FUTURE,))
    )
    assert found.message == "`from __future__ import annotations` breaks the standard `typing`"
    assert (found.place.line, found.place.column, found.hint) == (22, 1, "Type hints are stringified")


@pytest.mark.req("S2-25")
@pytest.mark.parametrize(
    "body",
    [
        "Hints are stringified (NO `from __future__ import annotations` in library code)\n",
        "Never write `from __future__ import annotations`.\n",
        "from __future__ import annotations_of_another_kind\n",
    ],
)
def test_words_named_in_order_to_forbid_them_are_fine(body: str) -> None:
    assert check("GP804", build.section("4.2", body=body), profile=Profile(standards=(NO_FUTURE,))) == []


@pytest.mark.req("S2-25")
def test_the_wording_of_messages_is_checked_letter_by_letter_where_a_blank_says_so() -> None:
    wording = Standard(
        "errors", "Messages are lowercase", forbid=('{name}Error("{Capital}', 'msg = "{Capital}')
    )
    profile = Profile(standards=(wording,))
    for body in ('raise NotFoundError("No key")\n', 'msg = "No key"\n'):
        assert len(check("GP804", build.section("1", body=body), profile=profile)) == 1, body
    for body in ('raise NotFoundError("no key")\n', 'msg = "no key"\n', "`Error` is raised\n"):
        assert check("GP804", build.section("1", body=body), profile=profile) == []


def test_a_standard_of_one_section_leaves_the_others_alone() -> None:
    body = "from __future__ import annotations\n"
    assert check("GP804", build.section("4.3", body=body), profile=Profile(standards=(NO_FUTURE,))) == []


@pytest.mark.req("S2-25")
def test_words_that_a_standard_wants_are_missed_in_its_section() -> None:
    wanted = Profile(
        standards=(Standard("markers", "Tests use markers", require=("pytest markers",), section="t"),)
    )
    (found,) = check("GP804", build.section("t", body="Run all.\n"), profile=wanted)
    assert found.message == "`pytest markers` is missing, which the standard `markers` wants"
    assert found.section == "t"
    assert check("GP804", build.section("t", body="Use Pytest markers.\n"), profile=wanted) == []
    assert check("GP804", build.section("u", body="Run all.\n"), profile=wanted) == []


def test_words_wanted_anywhere_are_missed_once_everything_is_written() -> None:
    wanted = Profile(standards=(Standard("adr", "Name the record", require=("ADR",)),))
    one, two = build.section("1"), build.section("2", body="Skeleton\n")
    assert check("GP804", one, two, profile=wanted, skeletons={"2": "Skeleton\n"}) == []
    (found,) = check("GP804", one, two, profile=wanted)
    assert found.section == ""


def test_a_task_given_to_an_unknown_role_is_found() -> None:
    tasks = build.section(
        "tasks", build.task("Wire it", owner="Wizard"), build.task("Test it", owner="QA, Elf")
    )
    one, two = check("GP807", tasks, roles=("QA", "Docs & Vision"))
    assert one.message == "`Wire it` is given to `Wizard`, which is no role"
    assert two.message == "`Test it` is given to `Elf`, which is no role"
    assert one.hint == "One of `QA`, `Docs & Vision`"


@pytest.mark.parametrize(
    "owner", ["QA", "qa", "`QA`", "Docs & Vision", "QA and Docs", "QA (default)", "-", ""]
)
def test_a_task_given_to_known_roles_is_fine(owner: str) -> None:
    profile = Profile(roles=("Docs",))
    tasks = build.section("tasks", build.task("Wire it", owner=owner))
    assert check("GP807", tasks, roles=("QA", "Docs & Vision"), profile=profile) == []


def test_without_any_roles_nobody_is_unknown() -> None:
    assert check("GP807", build.section("tasks", build.task("Wire it", owner="Wizard"))) == []


def test_the_playbook_may_want_a_role_for_every_task() -> None:
    tasks = build.section("tasks", build.task("Wire it"))
    (found,) = check("GP807", tasks, roles=("QA",), options={"required": True})
    assert found.message == "`Wire it` is given to nobody"


def test_a_phase_is_given_to_a_role_in_its_heading() -> None:
    options = {"titles": ["phase-{n}"]}
    fine = build.section("phase-3", title="Phase 3: Core Implementation (Expert)")
    none = build.section("phase-1", title="Phase 1: Planning & Research ✅")
    off = build.section("phase-4", title="Phase 4: Framework Integration (Wizard)")
    (found,) = check("GP807", fine, none, off, roles=("Expert",), options=options)
    assert found.message == "`Phase 4: Framework Integration (Wizard)` is given to `Wizard`, which is no role"
    caught = build.section("phase-3", title="Phase 3: Core", captures={"role": "Elf"})
    assert len(check("GP807", caught, roles=("Expert",), options=options)) == 1
    assert check("GP807", off, roles=("Expert",)) == []
