"""GP101 to GP104: what a plan cites is there, at that place, as it was, and inside the repository."""

from __future__ import annotations

import pytest
from drawn_cases import build, check

from groundplan.plan.citation import parse_citation
from groundplan.plan.evidence import CitationState, Evidence, Seen, Worked
from groundplan.plan.finding import Place, Severity
from groundplan.plan.mention import Intent, Mention
from groundplan.rules import catalogue
from groundplan.rules.registry import RULES

assert catalogue  # importing it registers every rule
CONTEXT = build.section("context")


def seen(text: str, state: CitationState, line: int = 2, **more: object) -> Seen:
    citation = parse_citation(text)
    assert citation is not None
    placed = type(citation)(
        citation.path, citation.first, citation.last, citation.symbol, text, Place("plan.md", line, 3)
    )
    return Seen(placed, "context", state, **more)  # type: ignore[arg-type]


@pytest.mark.req("S1-06")
def test_a_symbol_that_is_not_there_is_named_with_the_nearest_one() -> None:
    near = ("src/api.py::fetch",)
    evidence = Evidence(
        citations=(seen("src/api.py::fetch_all", CitationState.MISSING, near=near, reason="no such name"),)
    )
    (found,) = check("GP101", CONTEXT, evidence=evidence)
    assert found.message == "`src/api.py::fetch_all` is not in the code: no such name"
    assert found.hint == "Nearest: `src/api.py::fetch`"
    assert (found.place, found.section, found.severity) == (Place("plan.md", 2, 3), "context", Severity.ERROR)


@pytest.mark.parametrize(
    "state", [CitationState.EXISTS, CitationState.PLANNED, CitationState.MOVED, CitationState.CHANGED]
)
def test_what_is_there_or_planned_is_not_missing(state: CitationState) -> None:
    evidence = Evidence(citations=(seen("src/api.py", state, moved_to="src/b.py"),))
    assert not check("GP101", CONTEXT, evidence=evidence)


def test_what_may_be_a_branch_or_a_package_is_no_finding() -> None:
    evidence = Evidence(citations=(seen("origin/main", CitationState.UNCLEAR, reason="it may be a branch"),))
    assert not check("GP101", CONTEXT, evidence=evidence)


def test_a_citation_repeated_in_a_section_is_one_finding() -> None:
    evidence = Evidence(citations=tuple(seen("src/no.py", CitationState.MISSING, line) for line in (2, 3, 9)))
    (found,) = check("GP101", CONTEXT, evidence=evidence)
    assert found.place.line == 2


def test_without_evidence_no_rule_speaks_about_code() -> None:
    assert [check(code, CONTEXT) for code in RULES if code.startswith("GP1")].count([]) == 21


def test_code_that_cannot_be_asked_is_said_and_blocks() -> None:
    (found,) = check("GP101", CONTEXT, evidence=Evidence(trouble="the disk is full"))
    assert found.message.endswith("could not be checked: the disk is full")
    assert found.blocks


def test_a_missing_file_of_the_modified_list_is_left_to_its_own_rule() -> None:
    missing = seen("src/no.py", CitationState.MISSING)
    mention = Mention(missing.citation, "context", Intent.MODIFIES)
    evidence = Evidence(citations=(missing,), worked=(Worked(mention, "src/no.py", stands=False),))
    assert not check("GP101", CONTEXT, evidence=evidence)


def test_a_moved_citation_says_where_it_stands_and_how_to_mend_it() -> None:
    evidence = Evidence(
        citations=(seen("src/a.py:10-24", CitationState.MOVED, moved_to="src/a.py:12-26"),),
    )
    (found,) = check("GP102", CONTEXT, evidence=evidence)
    assert found.message == "`src/a.py:10-24` moved to `src/a.py:12-26`"
    assert found.hint == "`groundplan check --fix` rewrites it"
    assert RULES["GP102"].fixable


def test_a_move_to_another_name_is_a_persons_to_write() -> None:
    moved = seen("src/a.py::load", CitationState.MOVED, moved_to="src/a.py::read")
    (found,) = check("GP102", CONTEXT, evidence=Evidence(citations=(moved,)))
    assert found.hint == "Write `src/a.py::read`"


def test_changed_code_is_shown_with_the_commit_it_was_seen_at_and_blocks_nothing() -> None:
    changed = seen("src/a.py::load", CitationState.CHANGED)
    evidence = Evidence(citations=(changed,), seen_at={"context": "0123456789abcdef"})
    (found,) = check("GP103", CONTEXT, evidence=evidence)
    assert "when the section was written at commit `0123456789ab`" in found.message
    assert RULES["GP103"].severity is Severity.WARNING


def test_a_path_out_of_the_repository_is_found() -> None:
    outside = seen("../ops/x.yaml", CitationState.OUTSIDE, reason="the path leads above the repository")
    (found,) = check("GP104", CONTEXT, evidence=Evidence(citations=(outside,)))
    assert "lies outside this repository: the path leads above" in found.message
