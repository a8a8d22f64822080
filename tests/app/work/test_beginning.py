"""Work that was begun before anybody said so, and what of it is drift."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED, RUN, SHOP

from groundplan.app.conform.drifting import drift, rebase
from groundplan.app.talk.talking import answer
from groundplan.plan.errors import GroundplanError, Misused, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

CITING = (
    "- [ ] T1: Reject negative prices where `shop/cart.py:1-2` adds them\n"
    f"  - Files: `shop/cart.py` (modify)\n  - Verification: `{RUN}` passes\n"
)


def test_work_that_was_begun_before_the_start_counts_from_a_commit_on(bench: Bench) -> None:
    approved = bench.git("rev-parse", "HEAD")
    bench.work()
    bench.start(since=approved)
    assert bench.done().files == ("shop/cart.py", "tests/test_cart.py")
    assert bench.state() == "done"


def test_without_it_the_hint_names_the_option(bench: Bench) -> None:
    bench.work()
    with pytest.raises(Refused) as refused:
        bench.done()
    assert "--since" in str(refused.value.hint)
    bench.start()
    with pytest.raises(Refused, match="none of its files changed"):
        bench.done()


def test_what_was_there_when_a_person_approved_is_work_only_if_a_person_says_so(bench: Bench) -> None:
    bench.git("checkout", "-q", "--orphan", "old")
    bench.commit("Older than the plan")
    bench.git("checkout", "-q", "main")
    bench.git("merge", "-q", "-s", "ours", "--allow-unrelated-histories", "old")
    with pytest.raises(Refused, match="older than the approval"):
        bench.start(since="old")
    assert bench.state() == "open"
    bench.start(since="old", caller=bench.ann)
    assert bench.state() == "started"


@pytest.mark.parametrize("rev", ["elsewhere", "nothing", "--all", "^HEAD"])
def test_only_a_commit_of_this_history_is_a_beginning(bench: Bench, rev: str) -> None:
    bench.git("checkout", "-q", "-b", "elsewhere")
    bench.work()
    bench.git("checkout", "-q", "main")
    with pytest.raises(GroundplanError) as refused:
        bench.start(since=rev, caller=bench.ann)
    assert isinstance(refused.value, Misused) or refused.value.message.startswith(f"`{rev}` is not a commit")
    assert bench.state() == "open"


@pytest.mark.parametrize("cited", ["shop/cart.py:1-2", "./shop/cart.py:1-2", "cart.py:1-2"])
def test_the_work_of_the_plan_is_no_drift_and_anybody_elses_is(lay: Callable[..., Bench], cited: str) -> None:
    bench = lay(CITING.replace("shop/cart.py:1-2", cited))
    bench.start()
    bench.put({"shop/cart.py": f"# Carts.\n{FIXED}{COUNT}"}, "Reject")
    assert drift(bench.open()).is_clean, "while it is worked on"
    assert "GP103" not in bench.codes()
    bench.done()
    assert drift(bench.open()).is_clean, "and when it is done"
    assert "GP103" not in bench.codes()
    bench.put({"shop/cart.py": f"# Prices.\n{FIXED}{COUNT}"}, "Say otherwise")
    assert "GP103" in bench.codes()
    bench.put({"shop/cart.py": f"# Carts.\n\n\n{SHOP['shop/cart.py']}"}, "Take it back")
    assert [seen.path for seen in drift(bench.open()).drift.citations] == ["shop/cart.py"]


def test_what_rebase_cannot_follow_is_a_question_of_the_plan_asked_once(lay: Callable[..., Bench]) -> None:
    bench = lay(CITING)
    bench.put({"shop/cart.py": "def total(prices):\n    return max(prices)\n"}, "Take the largest")
    assert len(rebase(bench.open(), caller=bench.agent).questions) == 1
    rebase(bench.open(), caller=bench.agent)
    opened = bench.open()
    (question,) = opened.judgement.promises.questions
    assert "`shop/cart.py:1-2` reads differently now" in question.text
    assert question.is_open
    assert opened.judgement.standing.checkpoint("ready").state == "passed", "an agent takes no approval away"
    answer(opened, question.name, "Yes, the largest is meant.", caller=bench.ann)
    opened = bench.open()
    assert not opened.judgement.promises.questions[0].is_open
    assert (opened.judgement.standing.checkpoint("ready").state, bench.codes()) == ("passed", {"GP103"})
