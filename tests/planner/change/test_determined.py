"""Tasks that the code alone determines: true for every file, or none at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundplan.plan.fact import CodePlace, Fact, FactKind, How, Provenance
from groundplan.planner.change.determined import MOST, determine, draft_tasks
from groundplan.playbooks.shelf import Shelf, bundled_names

DEFINED = Fact(
    FactKind.DEFINITION, "send", Provenance(How.SYNTAX), places=(CodePlace("src/up.py", 9, 12),), total=1
)
FOUND = Fact(
    FactKind.OCCURRENCES,
    "send",
    Provenance(How.TEXT),
    places=(
        CodePlace("src/a.py", 3, 3, count=4),
        CodePlace("src/up.py", 9, 9),
        CodePlace("tests/up.py", 5, 5, count=2),
        CodePlace("README.md", 8, 8),
    ),
    total=4,
)
PACKAGE = Fact(
    FactKind.DEPENDENCY,
    "requests",
    Provenance(How.MANIFEST),
    places=(CodePlace("pyproject.toml", 7, 7), CodePlace("src/a.py", 1, 1), CodePlace("src/b.py", 2, 2)),
    total=3,
    values=(("declared", 1), ("imports", 2), ("ecosystems", ("pypi",))),
)


@pytest.mark.parametrize(
    "goal", ["Rename `send` to `post`", "Rename the function `send` to `post`.", "rename send() to post"]
)
def test_a_rename_has_a_task_for_each_file_of_code_its_definition_first(goal: str) -> None:
    found = determine(goal, [DEFINED, FOUND])
    assert found is not None
    assert found.tasks == (
        ("Rename `send` to `post` in `src/up.py`: it appears once, at `src/up.py:9`", "src/up.py"),
        ("Rename `send` to `post` in `src/a.py`: it appears 4 times, first at `src/a.py:3`", "src/a.py"),
        (
            "Rename `send` to `post` in `tests/up.py`: it appears 2 times, first at `tests/up.py:5`",
            "tests/up.py",
        ),
    )


@pytest.mark.parametrize(
    "goal",
    [
        "Rename Client.send to Client.post",
        "Rename `Client.send` to `Client.post`.",
        "Rename Client.send to post, and keep the old name",
        "Rename http::Client.send to http::Client.post in the client",
    ],
)
def test_what_a_renamed_method_is_in_is_no_part_of_its_new_name(goal: str) -> None:
    found = determine(goal, [replace(DEFINED, subject=goal.split()[1].strip("`")), FOUND])
    assert found is not None
    assert {each.partition(" in ")[0] for each, _ in found.tasks} == {"Rename `send` to `post`"}


@pytest.mark.parametrize(
    "goal",
    [
        "Rename Client.send to Server.post",
        "Rename send to Client.post",
        "Rename send to something shorter",
        "Rename send to something",
        "Rename send to the verb that the protocol has",
        "Do not rename send to post",
        "Rename send to post.py",
    ],
)
def test_a_rename_that_moves_or_gives_no_name_has_no_tasks(goal: str) -> None:
    subjects = ("send", "Client.send")
    assert determine(goal, [*(replace(DEFINED, subject=each) for each in subjects), FOUND]) is None
    assert determine(goal, [replace(DEFINED, subject=goal.split()[1]), FOUND]) is None


@pytest.mark.parametrize(
    "goal",
    [
        "Replace requests with httpx",
        "Replace the package `requests` by `httpx`",
        "Migrate from requests to httpx",
    ],
)
def test_a_replaced_package_has_a_task_for_its_manifest_and_each_file_that_imports_it(goal: str) -> None:
    found = determine(goal, [PACKAGE])
    assert found is not None
    assert [path for _, path in found.tasks] == ["pyproject.toml", "src/a.py", "src/b.py"]
    assert found.tasks[0][0] == "Declare `httpx` in place of `requests` at `pyproject.toml:7`"


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        ("Send it again", [DEFINED, FOUND]),
        ("Explain how to rename files to dates", [DEFINED, FOUND]),
        ("Rename `send` to `post`", [replace(DEFINED, total=2), FOUND]),
        ("Rename `send` to `post`", [replace(DEFINED, known=Provenance(How.TEXT)), FOUND]),
        ("Rename `send` to `post`", [FOUND]),
        ("Rename `send` to `send`", [DEFINED, FOUND]),
        ("Replace requests with requests", [PACKAGE]),
        ("Replace urllib3 with httpx", [PACKAGE]),
        ("Replace requests with httpx", [replace(PACKAGE, values=(("declared", 1), ("imports", 0)))]),
        (
            "Replace requests with httpx",
            [replace(PACKAGE, values=(*PACKAGE.values[:2], ("ecosystems", ("cargo",))))],
        ),
        (
            "Replace requests with httpx",
            [replace(PACKAGE, places=tuple(CodePlace(f"{n}.py", 1, 1) for n in range(MOST + 2)))],
        ),
    ],
)
def test_what_the_code_does_not_determine_has_no_tasks(goal: str, facts: list[Fact]) -> None:
    assert determine(goal, facts) is None


def test_what_a_package_gives_way_to_needs_no_name() -> None:
    found = determine("Replace the requests package with our own client", [PACKAGE])
    assert found is not None
    assert found.tasks[0][0] == "Declare `requests` no longer, at `pyproject.toml:7`"
    assert [each.path for each in found.places] == ["pyproject.toml", "src/a.py", "src/b.py"]


def test_a_crate_is_used_wherever_its_name_appears_in_code() -> None:
    crate = replace(PACKAGE, values=(*PACKAGE.values[:2], ("ecosystems", ("cargo",))))
    places = (CodePlace("src/main.rs", 3, 3, lines=(3, 9)), CodePlace("README.md", 1, 1, lines=(1,)))
    named = replace(FOUND, subject="requests", places=places)
    found = determine("Replace requests with httpx", [crate, named])
    assert found is not None
    assert [(each.path, each.lines) for each in found.places][1:] == [("src/main.rs", (3, 9))]


def test_they_are_in_the_form_of_the_playbook_and_only_where_no_phase_has_to_be_chosen() -> None:
    drafts = {
        name: list(draft_tasks(Shelf().find(name), determine("Replace requests with httpx", [PACKAGE])))
        for name in bundled_names()
    }
    written = {name: draft[0].text for name, draft in drafts.items() if draft}
    assert "collaborate" in written
    assert "- Replace `requests` by `httpx` in `src/a.py`, first at `src/a.py:1`" in str(written)
    assert not {"roadmap", "migration", "product", "council"} & set(written)


def test_the_last_task_is_verified_by_what_was_said_of_the_whole() -> None:
    found, measure = determine("Replace requests with httpx", [PACKAGE]), "`pytest` passes"
    drafts = {name: list(draft_tasks(Shelf().find(name), found, measure)) for name in bundled_names()}
    for draft in filter(None, drafts.values()):
        assert draft[0].text.count(measure) == 1
        assert measure in draft[0].text[draft[0].text.index("src/b.py") :]
    assert f"first at `src/b.py:2`. Verify: {measure}" in drafts["collaborate"][0].text
