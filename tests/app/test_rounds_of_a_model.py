"""What a model is told between its rounds: what had no answer, what had no room, what is left of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scripted_model import Scripted

from groundplan.app.analyst.planning import Start, plan_goal
from groundplan.app.brains.briefing_text import render_brief
from groundplan.app.models.drafting import draft, prepare
from groundplan.models.asking import Asker
from groundplan.planner.brains.answered import Answered, Tried
from groundplan.planner.brains.brief import Brief, Mend
from groundplan.planner.brains.drafter import Assignment, Progress, write_prompt
from groundplan.planner.brains.rounds import ROOM, Rounds, tell_left

if TYPE_CHECKING:
    from conftest import Office

PLAN = """\
## Goal

An upload that fails is tried again, at most three times.

## Context

1. `src/upload.py::upload` gives up on the first error.

## Implementation Plan

- T1: Catch the error in `src/upload.py::upload` and try again.
"""
FALSE = PLAN.replace("src/upload.py::upload` gives", "src/upload.py:900` gives")
NO_ANSWER = "# Asked without an answer"
NO_ROOM = "# Asked, and there was no room for the answer"
LEFT_OUT = "# Asked and answered, and left out here"


def begin(office: Office) -> None:
    start = Start(asks=False)
    plan_goal(
        office.workspace, "Retry failed uploads", caller=office.ann, playbook="collaborate", start=start
    )


def ask(office: Office, model: Scripted) -> None:
    opened = office.open()
    draft(opened, prepare(opened, Asker(model)), caller=office.ann)


def block(**turn: Any) -> str:
    return f"```json\n{json.dumps(turn)}\n```\n"


def allow(office: Office, *commands: tuple[str, ...]) -> None:
    rows = (
        f"[[allow]]\nrepository = {json.dumps(str(office.root))}\n"
        f"command = {json.dumps(list(argv))}\nunconfined = true\n"
        for argv in commands
    )
    settings = office.root.parent / ".config/groundplan/probes.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("".join(rows))
    settings.chmod(0o600)


def looks(*rows: str, **more: Any) -> str:
    asked = [{"ask": row.partition(" ")[0], "about": row.partition(" ")[2]} for row in rows]
    return block(code=asked, **more)


def below(text: str, title: str) -> str:
    """Return what a prompt has below a title that begins so, until the next title."""
    return text.partition(f"\n{title}")[2].partition("\n# ")[0]


class TestNotAnswered:
    def test_what_has_no_answer_is_said_once_with_its_reason_in_every_later_prompt(
        self, office: Office
    ) -> None:
        begin(office)
        none = ["docs trio", "find never_written", "lines no.py:1", "symbol NoSuchName"]
        model = Scripted(looks(*none), looks("files src", keep=[]), looks("docs trio", keep=[]), PLAN)
        ask(office, model)
        for each in model.asked[1:]:
            told = below(each.text, NO_ANSWER)
            assert "\n- docs trio: `trio` is neither installed here" in told
            assert "\n- find never_written: " in told
            assert "\n- lines no.py:1: `no.py:1` is no file of this repository" in told
            assert "\n- symbol NoSuchName: " in told
            assert each.text.count("`trio` is neither installed here") == 1
            assert "docs trio" not in below(each.text, LEFT_OUT) + below(each.text, NO_ROOM)

    def test_what_has_no_answer_costs_no_room(self, office: Office) -> None:
        begin(office)
        model = Scripted(looks("docs trio", "find never_written"), PLAN)
        ask(office, model)
        assert f"0 of {ROOM:,} letters" in model.asked[1].text

    def test_what_had_no_room_is_named_as_that_with_how_to_get_it(self, office: Office) -> None:
        (office.root / "src/many.py").write_text(
            "LONGEST_WORD = 1  # padding padding and more padding to the line\n" * 4_000
        )
        office.commit()
        begin(office)
        many = [f"lines src/many.py:{300 * at + 1}-{300 * at + 300}" for at in range(4)]
        model = Scripted(looks(*many, "find LONGEST_WORD"), looks("files src", keep=["files src"]), PLAN)
        ask(office, model)
        second, third = (each.text for each in model.asked[1:])
        assert "`keep` less" in second.partition(f"\n{NO_ROOM}")[2].partition("\n\n")[0]
        assert "\n- lines src/many.py:" in below(second, NO_ROOM)
        assert "\n- find LONGEST_WORD" in below(second, NO_ROOM)
        assert LEFT_OUT not in second
        assert "\n- lines src/many.py:1-" in below(third, LEFT_OUT)
        assert "\n- find LONGEST_WORD" in below(third, NO_ROOM)

    def test_who_can_ask_no_more_is_not_told_to_ask_again(self, office: Office) -> None:
        begin(office)
        rounds = [looks(f"find word{n}", "files src", keep=[]) for n in range(5)]
        model = Scripted(looks("files tests", "find nothing1"), *rounds[1:], PLAN)
        ask(office, model)
        assert LEFT_OUT in model.asked[5].text
        assert "again" not in model.asked[5].text.partition(f"\n{LEFT_OUT}")[2].partition("\n\n")[0]


class TestTrials:
    LONG = tuple(("sh", "-c", f"# {'what this is about ' * 300}\nseq 1 40; echo last {n}") for n in range(7))

    def tries(self, *numbers: int, **more: Any) -> str:
        return block(probes=[{"argv": list(self.LONG[n])} for n in numbers], **more)

    def test_the_words_of_a_trial_are_cut_and_what_is_not_kept_of_it_is_one_line(
        self, office: Office
    ) -> None:
        begin(office)
        allow(office, *self.LONG)
        model = Scripted(self.tries(0, 1), self.tries(2, keep=["P2"]), looks("files src", keep=["P2"]), PLAN)
        ask(office, model)
        second, third, fourth = (each.text for each in model.asked[1:])
        assert "# What `P1` showed" in second
        assert "\n40\nlast 0" in second
        assert "- P1: exit code 0; last line: last 0" in third
        assert "\n40\nlast 0" not in third
        assert "\n40\nlast 1" in third
        assert "\n40\nlast 2" in third, "what was tried just now is shown, whatever is kept"
        assert "- P3: exit code 0; last line: last 2" in fourth
        assert "\n40\nlast 1" in fourth
        for each in (third, fourth):
            titles = [line for line in each.split("\n") if line.startswith("# What `P2`")]
            assert len(titles) == 1
            assert len(titles[0]) < 260
        after = [each.text.partition("\n# What ")[2] for each in model.asked]
        assert all(each.count("what this is about") < 200 for each in after)

    def test_who_mends_is_shown_the_trials_that_a_finding_names_and_a_line_of_the_others(self) -> None:
        trials = tuple(
            Tried(
                f"P{n}",
                f"seq {n}",
                f"P{n}: exit code 0\nwhole {n}",
                f"exit code 0; last line: {n}",
                is_fresh=False,
            )
            for n in (1, 2, 3)
        )
        mend = Mend("GP403", "steps", "Three (measured: P1, P2).", "It shows something else")
        text = write_prompt(Assignment("# Brief"), Progress(Rounds(trials=trials), "", (mend,)))
        assert "whole 1" in text
        assert "whole 2" in text
        assert "whole 3" not in text
        assert "- P3: exit code 0; last line: 3" in text

    def test_a_trial_may_build_on_the_patch_of_another(self, office: Office) -> None:
        begin(office)
        show = ("sh", "-c", "cat one.txt two.txt 2>&1; echo end")
        allow(office, show)
        one, two = (f"--- /dev/null\n+++ b/{n}.txt\n@@ -0,0 +1 @@\n+it is {n}" for n in ("one", "two"))
        probes = [
            {"argv": list(show), "patch": one},
            {"argv": list(show), "patch": two, "on": "before"},
        ]
        again = [{"argv": list(show), "patch": two, "on": "p1"}, {"argv": list(show), "on": "P9"}]
        model = Scripted(block(probes=probes), block(probes=again), PLAN)
        ask(office, model)
        second, third = (each.text for each in model.asked[1:])
        assert "it is one\nit is two\nend" in second
        assert "`P9` is no receipt with a patch" in " ".join(third.split())
        assert "# What `P3`" not in third, "the same patch over the same code has its receipt already"

    def test_what_was_not_tried_is_a_line_with_the_reason(self, office: Office) -> None:
        begin(office)
        allow(office, self.LONG[0])
        model = Scripted(self.tries(1), PLAN)
        ask(office, model)
        told = below(model.asked[1].text, NO_ANSWER)
        assert "Not tried: No person has allowed" in told
        assert len(told) < 800


class TestLeft:
    def test_each_prompt_says_how_many_rounds_and_trials_are_left(self, office: Office) -> None:
        begin(office)
        allow(office, *TestTrials.LONG)
        rounds = [looks(f"find word{n}") for n in range(4)]
        model = Scripted(TestTrials().tries(0), *rounds, PLAN)
        ask(office, model)
        texts = [" ".join(each.text.split()) for each in model.asked]
        assert "5 more rounds of questions to the code are left, and 6 more trials in them." in texts[0]
        assert "4 more rounds of questions to the code are left, and 5 more trials in them." in texts[1]
        assert (
            "One more round of questions to the code is left, the last, and 5 more trials in it" in texts[4]
        )
        assert "what you do not ask for or have tried now, you cannot any more" in texts[4]
        assert "The code can be asked no more, and nothing more is tried." in texts[5]

    def test_room_is_said_in_one_reading(self) -> None:
        shown = (Answered("files src", "x" * 1_000),)
        some = tell_left(Rounds(shown, room=ROOM - 1_000), "")
        assert "What is shown here takes 1,000 of 60,000 letters" in some
        assert "the next answers get the other 59,000, in the order you ask" in some
        none = tell_left(Rounds(shown, room=0), "")
        assert "What is shown here takes all of the 60,000 letters" in none
        assert "name in `keep` what you still need, or the next answers have no room" in none


class TestEqualFindings:
    def test_equal_findings_are_one_row_with_their_count_and_the_first_three_places(self) -> None:
        mends = [Mend("GP505", "steps", f"- {n}", "An item is odd", "Start it anew") for n in range(10)]
        text = write_prompt(Assignment("# Brief"), Progress(Rounds(), "", tuple(mends)))
        told = below(text, "# What is wrong with it")
        assert told.count("An item is odd") == 1
        assert told.count("Start it anew") == 1
        assert "10 times in section `steps`, at “- 0”, “- 1”, “- 2” and 7 more places" in told

    def test_findings_of_one_rule_with_other_words_each_keep_them_and_share_the_hint(self) -> None:
        mends = [Mend("GP101", "steps", f"at {n}", f"`a{n}.py` is not there", "Cite it") for n in range(4)]
        text = write_prompt(Assignment("# Brief"), Progress(Rounds(), "", tuple(mends)))
        told = below(text, "# What is wrong with it")
        assert all(f"`a{n}.py` is not there" in told for n in range(4))
        assert told.count("Cite it") == 1

    def test_a_single_finding_is_said_as_before(self, office: Office) -> None:
        begin(office)
        model = Scripted(FALSE, PLAN)
        ask(office, model)
        assert "- Section `context`, at “1. `src/upload.py:900` gives up" in model.asked[1].text


def test_a_search_may_be_limited_to_a_folder_or_a_file(office: Office) -> None:
    (office.root / "docs").mkdir()
    (office.root / "docs/many.md").write_text("The BUSY_WORD is here, with words behind it.\n" * 400)
    (office.root / "src/few.py").write_text("BUSY_WORD = 1\n")
    office.commit()
    begin(office)
    whole = json.dumps({"code": [{"ask": "find", "about": "BUSY_WORD"}]})
    some = json.dumps({"code": [{"ask": "find", "about": "BUSY_WORD", "in": "src"}]})
    model = Scripted(whole, some, json.dumps({"code": [{"ask": "files", "about": "src", "in": "src"}]}), PLAN)
    ask(office, model)
    texts = [each.text for each in model.asked]
    assert '"in": "src"' in texts[0], "the form says so"
    assert "more were left out: limit the question with `in`, a folder or file" in texts[1]
    assert "src/few.py:1: BUSY_WORD = 1" not in texts[1]
    assert "# The code on `find BUSY_WORD in src`" in texts[2]
    assert "src/few.py:1: BUSY_WORD = 1" in texts[2]
    assert "`in` limits `find`, `usages` and `callers`, not `files`" in texts[3]
    assert "most of them: docs/many.md" in texts[1]


def test_equal_findings_of_a_brief_are_one_row_with_the_first_three_places() -> None:
    same = tuple(Mend("GP505", "steps", f"plan.md:{n}:1", "An item is odd") for n in range(1, 11))
    other = Mend("GP101", "steps", "plan.md:20:3", "`a.py` is not there")
    told = Brief("p", "P", "collaborate", False, "draft", "", "Go.", (), (), findings=(*same, other))  # noqa: FBT003 - a value of the brief
    rows = render_brief(told).partition("## To mend")[2].split("\n")
    assert "plan.md:1:1, plan.md:2:1, plan.md:3:1 and 7 more GP505 An item is odd" in rows
    assert "plan.md:20:3 GP101 `a.py` is not there" in rows
    assert sum("GP505" in row for row in rows) == 1
