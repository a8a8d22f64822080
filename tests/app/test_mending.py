"""A mended span: what a finding named is put right, and not one other byte differs."""

from __future__ import annotations

import pytest

from groundplan.app.changes.mending import find_mends, is_mended
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.finding import Finding

MISSING = Finding(
    "GP101",
    "`src/upload.py:40` is not in the code",
    section="2",
    hint="Nearest: `src/upload.py::post`",
    subject="src/upload.py:40",
    mends="src/upload.py:40",
    offers=("src/upload.py::post",),
)
COUNT = Finding(
    "GP121",
    "Occurrences of `post` are 5 in 3 files, the plan says 4 in 2 files",
    section="2",
    hint="Write `5 in 3 files`, after looking at what is new",
    subject="post count",
    mends="4 in 2 files",
    offers=("5 in 3 files",),
)
OLD = """\
Post once: `src/upload.py:40`, then `src/other.py:1`.
Occurrences of `post`: 4 in 2 files.
Run `pytest src/upload.py:40`.
"""


def plan(text: str, other: str = "The goal.\n") -> Plan:
    sections = (_section("1", other), _section("2", text))
    return Plan("P", "p", "P", (Document("plan", "plan.md", "", _section("plan#header", ""), sections),))


def _section(key: str, body: str) -> Section:
    return Section(key, key, key, "plan.md", 1, f"## {key}\n", body, body)


def mends(new: str, *findings: Finding, old: str = OLD) -> list[tuple[str, str]]:
    found = find_mends(plan(old), plan(new), findings or (MISSING, COUNT))
    return [(mend.old, mend.new) for mend in found]


@pytest.mark.parametrize(
    "now",
    ["src/upload.py:39", "src/upload.py:38-41", "src/upload.py", "lib/upload.py:40", "src/upload.py::post"],
)
def test_a_citation_that_a_finding_named_is_put_right(now: str) -> None:
    new = OLD.replace("`src/upload.py:40`,", f"`{now}`,")
    assert mends(new) == [("src/upload.py:40", now)]


def test_a_count_becomes_what_the_finding_counted_and_nothing_else() -> None:
    assert mends(OLD.replace("4 in 2 files", "5 in 3 files")) == [("4 in 2 files", "5 in 3 files")]
    assert mends(OLD.replace("4 in 2 files", "1 in 1 file")) == []
    assert mends(OLD.replace("4 in 2 files", "5 in 3 files, all dismissed")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Post once", "Post twice"),  # a word beside the citation
        ("Post once: `src/upload.py:40`,", "Post twice: `src/upload.py:39`,"),
        ("`src/upload.py:40`,", "`src/upload.py:39` and more,"),
        ("`src/upload.py:40`,", "`src/upload.py:39`` x`,"),
        ("`src/upload.py:40`,", "`src/upload.py:39`\n,"),
        ("`src/other.py:1`", "`src/other.py:2`"),  # a citation no finding names
        ("`src/upload.py:40`,", "`src/other.py:1`,"),  # other code
        ("`src/upload.py:40`,", "`rm -rf build`,"),
        ("`pytest src/upload.py:40`", "`pytest src/upload.py:39`"),  # a command is no citation
        ("`pytest src/upload.py:40`", "`rm src/upload.py:40`"),
        ("`post`", "`get`"),
        (".\n", ". \n"),
        ("files.\n", "files.\n\n"),
        ("Run", "\nRun"),
        ("Post once", "Post ONCE"),
        ("`src/upload.py:40`,", "` src/upload.py:39`,"),
        (":40`.\n", ":40`.\nAnd delete the rest.\n"),
    ],
)
def test_any_other_difference_is_no_mend(old: str, new: str) -> None:
    changed = OLD.replace(old, new, 1)
    assert changed != OLD
    assert mends(changed) == []
    assert mends(changed.replace("`src/upload.py:40`,", "`src/upload.py:39`,")) == []


def test_a_symbol_is_replaced_by_another_only_where_the_finding_offers_it() -> None:
    named = Finding("GP101", "gone", section="2", mends="a.py::post", offers=("a.py::post_file",))
    assert mends("See `a.py::post_file`.\n", named, old="See `a.py::post`.\n")
    assert not mends("See `a.py::delete_all`.\n", named, old="See `a.py::post`.\n")


def test_words_of_another_section_do_not_travel_along() -> None:
    new = OLD.replace("`src/upload.py:40`,", "`src/upload.py:39`,")
    assert find_mends(plan(OLD), plan(new), [MISSING])
    assert not find_mends(plan(OLD), plan(new, other="Another goal.\n"), [MISSING])
    elsewhere = Finding("GP101", "x", section="1", mends="src/upload.py:40")
    assert not find_mends(plan(OLD), plan(new), [elsewhere]), "the finding is of another section"


def test_a_section_that_comes_or_goes_is_no_mend() -> None:
    less = Plan("P", "p", "P", (Document("plan", "plan.md", "", _section("plan#header", ""), ()),))
    assert not find_mends(plan(OLD), less, [MISSING])
    assert not find_mends(less, plan(OLD), [MISSING])


def test_it_is_mended_once_the_finding_is_gone_and_none_is_new() -> None:
    found = find_mends(plan(OLD), plan(OLD.replace("`src/upload.py:40`,", "`src/upload.py:39`,")), [MISSING])
    other = Finding("GP504", "nothing is written", section="3")
    computed = Finding("GP205", "the header differs", section="plan#header")
    assert is_mended(found, [MISSING, other], [other, computed])
    assert not is_mended(found, [MISSING], [MISSING])
    assert not is_mended(found, [MISSING], [other])
    assert not is_mended((), [MISSING], [])
