"""Names in a report of a fault are where it was felt; who raises and says what it quotes is a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack

from groundplan.evidence.kinds import Certainty
from groundplan.evidence.symptoms import reports_fault
from groundplan.plan.fact import FactKind
from groundplan.wording.fact_lines import say_symbol
from groundplan.wording.facts import say_fact

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
        ("I think we should add a timer. It never has to wait.", False),
        ("Uploads should be retried", False),
        ("Retry failed uploads with a backoff", False),
    ],
)
def test_a_report_of_a_fault_is_told_from_a_wish(goal: str, is_fault: bool) -> None:  # noqa: FBT001
    assert reports_fault(goal) is is_fault


@pytest.mark.parametrize(
    "goal",
    [
        "The program panics when Gate.enter() is called from two threads",
        "It hangs sometimes. I see it with `Gate.enter` alone.",
        "Nothing is shown, and `Gate.enter` is used. That is wrong.",
    ],
)
def test_one_name_of_what_was_done_when_the_fault_came_is_no_place(goal: str) -> None:
    pack = pack_of(goal)
    assert pack.targets == ()
    assert "src/gate.py" in pack.verdict.likely


def test_a_place_that_is_told_has_no_lines_that_only_raise_something() -> None:
    pack = pack_of("Fix `Runner.run_later` and `Gate`: some fail with GateFullError")
    places = [each for each in pack.gathered.facts if each.kind is FactKind.PLACE and each.value("named")]
    assert [one.symbol for each in places for one in each.places if each.subject == "src/gate.py"] == ["Gate"]


TRACE = """The program panics sometimes.

Traceback (most recent call last):
  File "/home/me/app/src/runner.py", line 2, in run_later
    return self.pool.put(task)
  File "/home/me/app/src/permits.py", line 900, in take
    return self.left > 0
TypeError: not supported
"""


def test_the_functions_of_a_traceback_are_candidates_the_failing_one_first() -> None:
    clues = pack_of(TRACE).subject.clues
    assert [(each.path, each.what, each.lines) for each in clues] == [
        ("src/permits.py", "Permits.take", (2,)),  # line 900 is of another version
        ("src/runner.py", "Runner.run_later", (2,)),
    ]


def test_a_class_that_is_made_of_an_exception_raises_none() -> None:
    files = FILES | {"src/more.py": "class DoorFullError(GateFullError):\n    pass\n"}
    pack = gather_pack(MadeIndex(files), None, REPORT)
    assert "src/more.py" not in {each.path for each in pack.subject.clues}


def test_possible_uses_are_more_only_where_some_are_known_and_a_constructor_says_so() -> None:
    files = {
        "src/gate.py": "class Gate:\n    def open(self): ...\n",
        "src/use.py": "def use(gate):\n    gate.open()\n",
    }
    pack = gather_pack(MadeIndex(files), None, "Let `Gate.open` wait")
    (uses,) = [each for each in pack.gathered.facts if each.kind is FactKind.CALLERS]
    assert "1 possible use, by name only" in say_fact(uses).head
    assert say_symbol("Gate.Gate") == "constructor of `Gate`"
    assert say_symbol("Gate.open") == "`Gate.open`"
