"""GP121 and GP122: every place of a changed name is covered, or dismissed for a reason that is one."""

from __future__ import annotations

import pytest
from drawn_cases import build, check

from groundplan.plan.evidence import Evidence, Occurrences
from groundplan.plan.finding import Place, Severity
from groundplan.plan.mention import Account, Dismissal, NameChange
from groundplan.rules import occurrences

assert occurrences
PLAN = build.section("5")
FILES = {"docs/old.md": 3, "src/a.py": 9, "src/b.py": 1, "tests/test_a.py": 1}


def seen(
    *covered: str, verb: str = "rename", dismissed: dict[str, str] | None = None, **account: object
) -> Evidence:
    change = NameChange("fetch_data", "fetch_data()", verb, "5", Place("plan.md", 4, 3))
    told = (Account("fetch_data", "5", Place("plan.md", 9, 1), **account),) if account else ()  # type: ignore[arg-type]
    one = Occurrences(change, FILES, frozenset(covered), dismissed or {}, told)
    return Evidence(occurrences=(one,), accounts=told)


@pytest.mark.req("S0-05")
def test_files_that_are_neither_covered_nor_dismissed_are_named_with_their_counts() -> None:
    (found,) = check("GP121", PLAN, evidence=seen("src/a.py"))
    assert found.message == (
        "`fetch_data` stands in 4 files, 1 covered: "
        "`docs/old.md` (3), `src/b.py` (1), `tests/test_a.py` (1) are neither"
    )
    assert "14 in 4 files; dismissed:" in found.hint
    assert found.blocks


@pytest.mark.req("S1-09")
def test_a_name_whose_every_file_is_covered_or_dismissed_is_fine() -> None:
    evidence = seen("src/a.py", "src/b.py", "tests/test_a.py", dismissed={"docs/old.md": "history"})
    assert not check("GP121", PLAN, evidence=evidence)


def test_what_is_only_worked_on_is_a_warning() -> None:
    (found,) = check("GP121", PLAN, evidence=seen("src/a.py", verb=""))
    assert found.severity is Severity.WARNING


@pytest.mark.req("S0-05")
def test_figures_that_do_not_fit_the_code_are_found() -> None:
    evidence = seen(*FILES, count=12, files=4)
    (found,) = check("GP121", PLAN, evidence=evidence)
    assert found.message == "Occurrences of `fetch_data` are 14 in 4 files, the plan says 12 in 4 files"
    assert not check("GP121", PLAN, evidence=seen(*FILES, count=14, files=4))


@pytest.mark.parametrize("pattern", ["**", "*", "*.py", "**/*.md", ".", "./", "?rc/a.py"])
def test_a_pattern_that_could_mean_anything_is_refused(pattern: str) -> None:
    (found,) = check("GP122", PLAN, evidence=seen(dismissals=(Dismissal(pattern, "history of releases"),)))
    assert "could mean anything" in found.message
    assert found.blocks


@pytest.mark.parametrize(
    "reason", ["", "none", "n/a", "not relevant", "Irrelevant.", "skip", "out of scope", "-"]
)
def test_a_reason_that_says_nothing_is_refused(reason: str) -> None:
    (found,) = check("GP122", PLAN, evidence=seen(dismissals=(Dismissal("docs/old.md", reason),)))
    assert found.message.endswith("it gives no reason")


def test_a_dismissal_of_a_place_without_the_name_is_refused() -> None:
    (found,) = check("GP122", PLAN, evidence=seen(dismissals=(Dismissal("src/c.py", "frozen"),)))
    assert "does not stand there" in found.message


@pytest.mark.parametrize("pattern", ["docs/old.md", "docs/", "docs", "docs/*.md", "docs/**"])
def test_a_place_and_a_reason_are_enough(pattern: str) -> None:
    assert not check("GP122", PLAN, evidence=seen(dismissals=(Dismissal(pattern, "history"),)))


def test_one_folder_that_takes_most_of_the_files_is_shown() -> None:
    change = NameChange("run", "run", "rename", "5")
    files = {f"src/{n}.py": 1 for n in range(6)} | {"docs/a.md": 1}
    account = Account("run", "5", dismissals=(Dismissal("src/", "another run altogether"),))
    one = Occurrences(change, files, frozenset(), {}, (account,))
    (found,) = check("GP122", PLAN, evidence=Evidence(occurrences=(one,), accounts=(account,)))
    assert found.message == "`src/` alone dismisses 6 of 7 files where `run` stands"
    assert found.severity is Severity.WARNING
