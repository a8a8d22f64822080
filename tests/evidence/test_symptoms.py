"""Names in a report of a fault are where it was felt; who raises and says what it quotes is a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack

from groundplan.evidence.kinds import Certainty
from groundplan.evidence.symptoms import reports_fault

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack

FILES = {
    "src/gate.py": (
        "from full import GateFullError\n\n\n"
        "class Gate:\n    def enter(self, seconds):\n"
        "        if not self.permits.take(seconds):\n            raise GateFullError(self)\n"
    ),
    "src/full.py": "class GateFullError(Exception):\n    def __init__(self, gate): ...\n",
    "src/runner.py": "class Runner:\n    def run_later(self, task):\n        return self.pool.put(task)\n",
    "src/permits.py": "class Permits:\n    def take(self, seconds):\n        return self.left > 0\n",
    "src/tags.py": 'def read_tag(tag):\n    raise ValueError(f"duplicate tag {tag} in the template")\n',
    "tests/test_gate.py": "def test_full():\n    raise GateFullError(None)\n",
}
REPORT = (
    "A gate reports that it is full although it is not. With Gate.enter(15) and ten tasks started by "
    "Runner.run_later some fail with GateFullError."
)


def pack_of(goal: str) -> EvidencePack:
    return gather_pack(MadeIndex(FILES), None, goal)


def test_several_names_in_a_report_are_candidates_and_the_exception_is_none() -> None:
    pack = pack_of(REPORT)
    assert pack.verdict.certainty is Certainty.CANDIDATES
    assert pack.targets == ()
    assert {"src/gate.py", "src/runner.py"} <= set(pack.verdict.likely)
    assert "src/full.py" not in pack.verdict.likely


def test_who_raises_a_named_exception_is_the_first_candidate() -> None:
    (first, *_) = pack_of(REPORT).facts.likely
    assert (first.path, first.why[0]) == ("src/gate.py", "raises `GateFullError` in line 7")
    assert first.led == ("raises `GateFullError` in line 7",)


def test_the_fixed_words_of_a_quoted_message_are_found_in_strings() -> None:
    pack = pack_of('Two templates with `tag:"f"` fail with "Page.Tag1: duplicate tag -f in the template".')
    assert pack.facts.likely[0].led == ("has “duplicate tag”, which your goal quotes, in line 2",)


@pytest.mark.parametrize(
    "goal",
    [
        "Fix `Gate.enter`: tasks started by `Runner.run_later` fail with GateFullError",
        "Tasks of `Runner.run_later` fail with GateFullError. The bug is in `Gate.enter`.",
        "Tasks of `Runner.run_later` fail with GateFullError. `Gate.enter` should wait for them.",
        "Tasks of `Runner.run_later` fail with GateFullError. Make `Gate.enter` wait.",
    ],
)
def test_what_is_told_as_the_thing_to_change_stays_the_place(goal: str) -> None:
    assert [each.path for each in pack_of(goal).targets] == ["src/gate.py"]


def test_one_name_in_a_report_and_names_in_a_wish_stay_places() -> None:
    assert [each.path for each in pack_of("`Gate.enter` never waits").targets] == ["src/gate.py"]
    wish = pack_of("Add a timeout to `Gate.enter` and `Runner.run_later`")
    assert {each.path for each in wish.targets} == {"src/gate.py", "src/runner.py"}


def test_an_exception_alone_is_no_place() -> None:
    assert pack_of("It fails with GateFullError").targets == ()


@pytest.mark.parametrize(
    ("goal", "is_fault"),
    [
        ("Uploads get lost", True),
        ("Fix the upload", True),
        ("Uploads return null instead of throwing", True),
        ("Add a timeout to uploads", False),
        ("Rename `upload` to `put`, which never fails", False),
        ("Dark mode", False),
    ],
)
def test_a_report_of_a_fault_is_told_from_a_wish(goal: str, is_fault: bool) -> None:  # noqa: FBT001
    assert reports_fault(goal) is is_fault
