"""A task's target that is led elsewhere: work there closes nothing and is no planned change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from work_bench import COUNT, FIXED, SHOP

from groundplan.app.changes.reanchoring import reanchor
from groundplan.app.conform.conforming import Wanted, conform
from groundplan.app.conform.drifting import drift
from groundplan.plan.document import fingerprint
from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

PLAN = "plans/prices.md"
CART, OTHER = "shop/cart.py", "shop/other.py"
TASK = (
    "- [ ] T1: Reject negative prices in `total`\n  - Files: `{}` (modify)\n"
    "  - Verification: `python3 -m compileall -q shop` passes\n"
)
COPY = SHOP[CART]


def forge(bench: Bench, old: str, new: str, digest: str = "") -> None:
    """Lead a citation of the steps elsewhere by hand, and write the entry that accounts for it."""
    before = bench.open().plan.section("steps")
    place = bench.root / PLAN
    place.write_text(place.read_text().replace(f"`{old}`", f"`{new}`"))
    opened = bench.open()
    after = opened.plan.section("steps")
    assert before
    assert after
    span = {"at": after.normal.index(new), "from": old, "to": new}
    known = opened.judgement.promises.approvals[-1].approval.citations.get("steps", {})
    body = {
        "sections": {
            "steps": {
                "before": fingerprint(before.normal),
                "after": fingerprint(after.normal),
                "spans": [span],
            }
        },
        "commit": bench.git("rev-parse", "HEAD"),
        "citations": {"steps": {new: digest or known.get(old, "")}},
    }
    write(bench, body)


def write(bench: Bench, body: dict[str, Any], kind: str = "reanchored") -> None:
    opened = bench.open()
    entry = Entry(
        make_entry_id(),
        opened.known.id,
        kind,
        "2026-01-05T09:30:00Z",
        Author("user", "Ann", "terminal"),
        opened.history.heads(),
        body,
    )
    folder = bench.root / ".groundplan/ledger" / opened.known.id
    (folder / f"e-{entry.id}.json").write_text(entry.to_json())
    bench.commit("Follow the code")


def forged_elsewhere(bench: Bench) -> None:
    bench.put({OTHER: "X = 1\n"}, "Other")
    forge(bench, CART, OTHER)


def forged_to_a_copy(bench: Bench) -> None:
    bench.put({OTHER: COPY}, "Copy it")
    forge(bench, CART, OTHER)


def forged_after_a_move_and_back(bench: Bench) -> None:
    bench.git("mv", CART, OTHER)
    bench.commit("Move it")
    forge(bench, CART, OTHER)
    bench.put({CART: COPY}, "Put it back")


def followed_and_put_back(bench: Bench) -> None:
    bench.git("mv", CART, OTHER)
    bench.commit("Move it")
    reanchor(bench.open(), bench.agent)
    bench.commit("Follow it")
    bench.put({CART: COPY}, "Put it back")


def followed_and_another_in_its_place(bench: Bench) -> None:
    bench.git("mv", CART, OTHER)
    bench.commit("Move it")
    reanchor(bench.open(), bench.agent)
    bench.commit("Follow it")
    bench.put({CART: "def total(prices):\n    return max(prices)\n" + COUNT}, "Another one")


def forged_twice(bench: Bench) -> None:
    bench.put({OTHER: COPY, "shop/third.py": "Y = 1\n"}, "Copies")
    forge(bench, CART, "shop/third.py")
    forge(bench, "shop/third.py", OTHER)


WAYS: list[Callable[[Bench], None]] = [
    forged_elsewhere,
    forged_to_a_copy,
    forged_after_a_move_and_back,
    followed_and_put_back,
    followed_and_another_in_its_place,
    forged_twice,
]


@pytest.fixture
def bench(lay: Callable[..., Bench]) -> Bench:
    return lay(TASK.format(CART))


def tried(act: Callable[[], object]) -> str:
    try:
        act()
    except GroundplanError as error:
        return error.message
    return ""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("is_started", [False, True], ids=["before the start", "after it"])
def test_work_elsewhere_closes_no_task(
    bench: Bench, way: Callable[[Bench], None], *, is_started: bool
) -> None:
    if is_started:
        bench.start()
    way(bench)
    if not is_started:
        tried(bench.start)
    bench.put({OTHER: FIXED + COUNT}, "Reject negative prices")
    said = tried(bench.done)
    assert bench.state() != "done", said


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_work_elsewhere_is_no_planned_change(bench: Bench, way: Callable[[Bench], None]) -> None:
    base = bench.git("rev-parse", "HEAD")
    way(bench)
    bench.put({OTHER: FIXED + COUNT}, "Reject negative prices")
    found = conform(bench.open(), Wanted(base))
    assert not (found.is_clean and found.is_approved), found.findings


def test_a_move_that_the_code_made_is_followed_and_worked_at(bench: Bench) -> None:
    bench.git("mv", CART, OTHER)
    bench.commit("Move it")
    reanchor(bench.open(), bench.agent)
    bench.commit("Follow it")
    bench.start()
    bench.put({OTHER: FIXED + COUNT}, "Reject negative prices")
    bench.done()
    assert bench.state() == "done"


def drifted(bench: Bench) -> set[str]:
    return {each.citation.text for each in drift(bench.open()).drift.citations}


@pytest.mark.parametrize("is_fitting", [True, False])
def test_a_made_up_move_of_another_citation_hides_no_drift(
    lay: Callable[..., Bench], *, is_fitting: bool
) -> None:
    cited, other = f"{CART}:1-1", "shop/old.py:1-1"
    bench = lay(TASK.format(CART).replace("in `total`", f"where `{cited}` is, unlike `{other}`"))
    bench.put({CART: SHOP["shop/old.py"]}, "Break the cart")
    assert cited in drifted(bench)
    opened = bench.open()
    now = opened.plan.fingerprints()["steps"]
    span = {"at": 1, "from": other, "to": cited}
    sections = {"before": now if is_fitting else "v1:x", "after": "v1:y", "spans": [span]}
    digest = opened.judgement.promises.approvals[-1].approval.citations["steps"][other]
    body = {"sections": {"steps": sections}, "commit": "", "citations": {"steps": {cited: digest}}}
    write(bench, body)
    assert cited in drifted(bench)


def test_a_made_up_writing_of_the_same_words_hides_no_drift(lay: Callable[..., Bench]) -> None:
    cited, other = f"{CART}:1-1", "shop/old.py:1-1"
    bench = lay(TASK.format(CART).replace("in `total`", f"where `{cited}` is, unlike `{other}`"))
    bench.put({CART: SHOP["shop/old.py"]}, "Break the cart")
    opened = bench.open()
    now = opened.plan.fingerprints()["steps"]
    digest = opened.judgement.promises.approvals[-1].approval.citations["steps"][other]
    for cause, before, after in (("adopt", now, "v1:y"), ("adopt", "v1:y", now), ("record", now, now)):
        body = {"cause": cause, "sections": {"steps": {"before": before, "after": after}}, "turns": []}
        write(bench, body | {"citations": {"steps": {cited: digest}}, "commit": ""}, kind="revised")
    assert cited in drifted(bench)
