"""GP105 to GP110: the files a plan works on, file maps, generated files and pairs."""

from __future__ import annotations

import pytest
from drawn_cases import build, check
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.citation import Citation
from groundplan.plan.evidence import Evidence, MapSeen, Pair, Ring, Worked
from groundplan.plan.finding import Place, Severity
from groundplan.plan.mention import Intent, Mention
from groundplan.rules import file_maps, worked_files
from groundplan.rules.file_maps import leaves_first

assert file_maps, worked_files
MAP = build.section("4.1")


def mention(path: str, intent: Intent, words: str = "") -> Mention:
    return Mention(Citation(path, text=path, place=Place("plan.md", 5, 3)), "4.1", intent, words)


def worked(path: str, intent: Intent, **more: object) -> Evidence:
    return Evidence(worked=(Worked(mention(path, intent), path, **more),))  # type: ignore[arg-type]


@pytest.mark.req("S1-17")
@pytest.mark.parametrize(("intent", "said"), [(Intent.MODIFIES, "Modified"), (Intent.REMOVES, "Removed")])
def test_a_modified_file_that_is_not_there_is_found(intent: Intent, said: str) -> None:
    (found,) = check("GP105", MAP, evidence=worked("src/uploads.py", intent, stands=False))
    assert found.message == f"{said} file `src/uploads.py` is not there"


@pytest.mark.parametrize(
    "more", [{"stands": True}, {"stands": False, "is_planned": True}], ids=["there", "planned"]
)
def test_a_modified_file_that_is_there_or_made_by_the_plan_is_fine(more: dict[str, bool]) -> None:
    assert not check("GP105", MAP, evidence=worked("src/upload.py", Intent.MODIFIES, **more))


@pytest.mark.req("S1-17")
def test_a_new_file_that_is_there_is_found() -> None:
    (found,) = check("GP106", MAP, evidence=worked("src/retry.py", Intent.CREATES, stands=True))
    assert found.message == "New file `src/retry.py` is already there"


@pytest.mark.parametrize("intent", [Intent.MAY_CREATE, Intent.MODIFIES, Intent.TOUCHES])
def test_only_what_is_listed_as_new_must_not_be_there(intent: Intent) -> None:
    assert not check("GP106", MAP, evidence=worked("src/retry.py", intent, stands=True))


def test_a_new_name_in_a_file_that_stands_is_no_new_file() -> None:
    citation = Citation(
        "src/retry.py", symbol="load", text="src/retry.py::load", place=Place("plan.md", 4, 3)
    )
    named = Worked(Mention(citation, "4.1", Intent.CREATES), "src/retry.py", stands=True)
    assert not check("GP106", MAP, evidence=Evidence(worked=(named,)))
    whole = Worked(mention("src/retry.py", Intent.CREATES), "src/retry.py", stands=True)
    assert check("GP106", MAP, evidence=Evidence(worked=(named, whole)))


# ------------------------------------------------------------------------------------------------ file maps


def seen(order: str, depends: dict[str, str], rings: tuple[Ring, ...] = ()) -> Evidence:
    paths = tuple(order)
    return Evidence(
        maps=(
            MapSeen(
                "4.1",
                Place("plan.md", 10, 1),
                paths,
                {path: 11 + at for at, path in enumerate(paths)},
                {path: frozenset(targets) for path, targets in depends.items()},
                rings,
            ),
        )
    )


@pytest.mark.req("S1-17")
def test_a_file_above_one_it_depends_on_is_found_with_the_right_order() -> None:
    (found,) = check("GP107", MAP, evidence=seen("abc", {"a": "bc", "b": "c"}))
    assert found.message == "`a` is listed above `b`, on which it depends: leaves come first"
    assert "`c`, `b`, `a`" in found.hint
    assert found.place.line == 11


@pytest.mark.parametrize("order", ["cba", "cxba", "xcba", "cbax"])
def test_any_order_with_leaves_first_is_fine(order: str) -> None:
    assert not check("GP107", MAP, evidence=seen(order, {"a": "bc", "b": "c"}))


@pytest.mark.req("S1-17")
def test_a_cycle_counts_as_one_and_its_files_may_stand_in_any_order() -> None:
    cycle = {"a": "b", "b": "a"}
    assert not check("GP107", MAP, evidence=seen("ab", cycle))
    assert not check("GP107", MAP, evidence=seen("ba", cycle))
    (found,) = check("GP107", MAP, evidence=seen("abc", {"a": "bc", "b": "ac"}))
    assert "`c`, `a`, `b`" in found.hint


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=12))
def test_the_order_that_is_offered_is_always_right(edges: list[tuple[str, str]]) -> None:
    reach = {path: {target for source, target in edges if source == path} for path in "abcdef"}
    for _ in range(6):
        reach = {path: near.union(*(reach[each] for each in near)) for path, near in reach.items()}
    depends = {path: "".join(sorted(near - {path})) for path, near in reach.items()}
    order = "".join(leaves_first(seen("abcdef", depends).maps[0]))
    assert sorted(order) == list("abcdef")
    assert not check("GP107", MAP, evidence=seen(order, depends))


@pytest.mark.req("S1-14")
def test_an_arrow_that_would_close_a_cycle_is_found_with_the_way_back() -> None:
    ring = Ring(("settings.py", "upload.py", "client.py"), Place("plan.md", 12, 1))
    (found,) = check("GP108", MAP, evidence=seen("ab", {}, (ring,)))
    assert found.message.endswith("`settings.py` → `upload.py` → `client.py` → `settings.py`")
    assert found.place.line == 12


# ---------------------------------------------------------------------------------- generated files and pairs


@pytest.mark.req("S2-08")
def test_a_generated_file_that_is_edited_is_found_with_its_source() -> None:
    evidence = worked(
        "store/_sync.py", Intent.MODIFIES, stands=True, is_generated=True, source="store/_async.py"
    )
    (found,) = check("GP109", MAP, evidence=evidence)
    assert "is generated out of `store/_async.py`" in found.message
    assert "Change `store/_async.py`" in found.hint


@pytest.mark.req("S2-08")
@pytest.mark.parametrize("words", ["regenerated by `make lint`", "re-run the generator", "Generated anew"])
def test_a_line_that_says_the_file_is_regenerated_is_fine(words: str) -> None:
    one = Worked(
        mention("store/_sync.py", Intent.MODIFIES, words), "store/_sync.py", stands=True, is_generated=True
    )
    assert not check("GP109", MAP, evidence=Evidence(worked=(one,)))


@pytest.mark.req("S2-08")
@pytest.mark.parametrize(("declared", "severity"), [(True, Severity.ERROR), (False, Severity.WARNING)])
def test_half_a_pair_is_found_and_blocks_where_the_profile_declares_it(
    *, declared: bool, severity: Severity
) -> None:
    pair = Pair(mention("a/_async.py", Intent.MODIFIES), "a/_async.py", "a/_sync.py", is_declared=declared)
    (found,) = check("GP110", MAP, evidence=Evidence(pairs=(pair,)))
    assert "`a/_async.py` and not on its pair `a/_sync.py`" in found.message
    assert found.severity is severity


def test_findings_delivered_early_into_the_plans_own_folder_are_welcome() -> None:
    research = worked("requirements/plan/research/databases.md", Intent.CREATES, stands=True)
    assert not check("GP106", build.section("4.1", document="requirements/plan/prd.md"), evidence=research)
    for document, path in (
        ("requirements/other/prd.md", "requirements/plan/research/databases.md"),
        ("plans/plan.md", "plans/databases.md"),  # a folder that plans share
        ("requirements/plan/prd.md", "requirements/plan/prd.md"),
        ("requirements/plan/prd.md", "requirements/plan/tool.py"),
        ("requirements/plan/prd.md", "requirements/planning/databases.md"),
    ):
        evidence = worked(path, Intent.CREATES, stands=True)
        assert check("GP106", build.section("4.1", document=document), evidence=evidence)


def test_only_a_file_that_is_to_be_modified_is_put_right_by_itself() -> None:
    (gone,) = check("GP105", MAP, evidence=worked("src/uploads.py", Intent.MODIFIES, stands=False))
    assert gone.mends == "src/uploads.py"
    (new,) = check("GP106", MAP, evidence=worked("src/retry.py", Intent.CREATES, stands=True))
    assert new.mends == "", "where a new file goes is the plan's to say"
