"""Tasks that the code alone determines: true for every file, or none at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundplan.plan.fact import CodePlace, Fact, FactKind, How, Provenance
from groundplan.planner.determined import MOST, determine, draft_tasks
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
    values=(("namesakes", 0),),
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
    assert [(each.words, each.path) for each in found.tasks] == [
        ("Rename `send` to `post` in `src/up.py`: it appears once, at `src/up.py:9`", "src/up.py"),
        ("Rename `send` to `post` in `src/a.py`: it appears 4 times, first at `src/a.py:3`", "src/a.py"),
        (
            "Rename `send` to `post` in `tests/up.py`: it appears 2 times, first at `tests/up.py:5`",
            "tests/up.py",
        ),
    ]
    assert found.tasks[0].check == "`git grep -nw send -- src/up.py` finds nothing"


@pytest.mark.parametrize(
    "goal",
    [
        "Rename Client.send to Client.post",
        "Rename `Client.send` to `Client.post`.",
        "Rename Client.send to post",
        "Please rename http::Client.send to http::Client.post everywhere.",
    ],
)
def test_what_a_renamed_method_is_in_is_no_part_of_its_new_name(goal: str) -> None:
    found = determine(
        goal, [replace(DEFINED, subject=goal.partition("ename ")[2].split()[0].strip("`")), FOUND]
    )
    assert found is not None
    assert {each.words.partition(" in ")[0] for each in found.tasks} == {"Rename `send` to `post`"}


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
    assert [each.path for each in found.tasks] == ["pyproject.toml", "src/a.py", "src/b.py"]
    declared = "Declare `httpx`, if it needs that, in place of `requests` at `pyproject.toml:7`"
    assert found.tasks[0].words == declared


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        ("Send it again", [DEFINED, FOUND]),
        ("Explain how to rename files to dates", [DEFINED, FOUND]),
        ("Rename `send` to `post`", [replace(DEFINED, total=2), FOUND]),
        ("Rename `send` to `post`", [replace(DEFINED, known=Provenance(How.TEXT)), FOUND]),
        ("Rename `send` to `post`", [FOUND]),
        ("Rename `send` to `post`", [DEFINED, replace(FOUND, values=(("namesakes", 2),))]),
        ("Rename `send` to `post`", [DEFINED, replace(FOUND, values=())]),
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


@pytest.mark.parametrize(
    "goal",
    [
        "Replace the requests package with our own client",
        "Replace requests with httpx and offer requests as an extra",
        "Replace requests with httpx in the command line",
        "Replace requests with httpx. The sessions stay.",
        "Migrate from requests to httpx, but not in the tests",
    ],
)
def test_of_a_replacement_that_is_not_all_the_goal_says_only_the_places_are_known(goal: str) -> None:
    found = determine(goal, [PACKAGE])
    assert found is not None
    assert found.tasks == ()
    assert [each.path for each in found.places] == ["pyproject.toml", "src/a.py", "src/b.py"]


@pytest.mark.parametrize(
    "rest",
    [
        " and keep the old name working with a warning",
        ", but only in the client",
        " with an alias",
        ". The old name stays.",
        "\n\nThe old name stays.",
        " and write its documentation",
    ],
)
def test_of_a_rename_that_is_not_all_the_goal_says_only_the_places_are_known(rest: str) -> None:
    found = determine(f"Rename `send` to `post`{rest}", [DEFINED, FOUND])
    if found is not None:  # with these words behind it, some are no rename to read
        assert found.tasks == ()
        assert [each.path for each in found.places] == ["src/up.py", "src/a.py", "tests/up.py"]


@pytest.mark.parametrize(
    "rest",
    ["", ".", " everywhere", " in the whole code base", " and update all callers", "\n\nPlace: `src/up.py`"],
)
def test_where_a_rename_is_to_be_done_adds_nothing_to_it(rest: str) -> None:
    found = determine(f"Rename `send` to `post`{rest}", [DEFINED, FOUND])
    assert found is not None
    assert len(found.tasks) == 3


def test_files_without_a_step_are_named_as_open_and_the_release_history_is_not() -> None:
    places = (*FOUND.places, CodePlace("CHANGELOG", 3, 3), CodePlace("docs/versionhistory.rst", 4, 4))
    found = determine("Rename `send` to `post`", [DEFINED, replace(FOUND, places=places)])
    assert found is not None
    assert found.limits == (
        "Steps are for files of code and tests, matched by name. "
        "No step is written yet for `README.md:8`: whether the name changes there is open."
    )


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
