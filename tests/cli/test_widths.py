"""No line is wider than the terminal, whichever view it comes from; none breaks within a word that fits."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from groundplan.app.plans.comparing import SectionDiff
from groundplan.cli.look import Screen
from groundplan.cli.pager import find_pager, show_paged
from groundplan.cli.progress import Steps
from groundplan.cli.views.markdown import show_markdown
from groundplan.cli.wrapping import cells, hang_of
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

WIDTHS = (40, 80, 120)
# A command, and a path from the root, are one line at any width, so that they can be copied.
COPIED = re.compile(r"`?(?:groundplan|python|pytest) [^`]*`?[.,]?|(?:error: )?`[/~]\S*`.*")
VIEWS: dict[str, tuple[str, ...]] = {
    "home": (),
    "status": ("status",),
    "list": ("list", "--archived"),
    "show": ("show",),
    "show --text": ("show", "--text"),
    "show SECTION": ("show", "context"),
    "show --proposed": ("show", "--proposed"),
    "log": ("log",),
    "diff": ("diff",),
    "resume": ("resume",),
    "check": ("check",),
    "explain": ("explain", "GP201"),
    "explain, all": ("explain",),
    "playbook list": ("playbook", "list"),
    "playbook show": ("playbook", "show", "design"),
    "playbook check": ("playbook", "check"),
    "doctor": ("doctor",),
    "where": ("where", "retry failed uploads with backoff"),
    "code find": ("code", "find", "upload"),
    "code symbol": ("code", "symbol", "src/upload.py::upload"),
    "code usages": ("code", "usages", "src/upload.py::upload"),
    "code callers": ("code", "callers", "src/upload.py::upload"),
    "code impact": ("code", "impact", "src/upload.py"),
    "code imports": ("code", "imports", "src/upload.py"),
    "code cycles": ("code", "cycles"),
    "code tests-for": ("code", "tests-for", "src/upload.py"),
    "code similar": ("code", "similar", "upload a file"),
    "code patterns": ("code", "patterns"),
    "code manifest": ("code", "manifest"),
    "code history": ("code", "history"),
    "code flow": ("code", "flow", "src/upload.py::upload"),
    "a wrong command": ("frobnicate",),
    "a wrong section": ("show", "a-section-that-is-not-there-at-all"),
    "a refusal": ("approve",),
    "a word too many": ("plan", "retry", "failed", "uploads", "with", "backoff", "and", "jitter"),
}


def too_wide(text: str, columns: int) -> list[str]:
    """The lines that do not fit, what is to be copied apart."""
    return [
        line for line in text.splitlines() if cells(line) > columns and not COPIED.fullmatch(line.strip())
    ]


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_fits(written_wide: Desk, view: str, columns: int) -> None:
    ran = written_wide.run(*VIEWS[view], columns=columns)
    assert "groundplan failed" not in ran.err
    assert ran.out or ran.err
    is_raw = view in {"show --text", "show SECTION", "show --proposed", "resume", "explain"}
    assert too_wide(ran.err if is_raw else ran.out + ran.err, columns) == []


@pytest.fixture(scope="module")
def written_wide(written_once: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A plan with long words, a long question and an archived neighbour."""
    desk = written_once.copy(tmp_path_factory.mktemp("wide"))
    question = "How long may an upload take in all before it counts as failed, and who sees that first?"
    assert desk.run("ask", question).code == 0
    assert desk.run("say", "--as", "planner", "--kind", "challenge", f"Really? {question}").code == 0
    reason = "it spreads the load best and needs no clock that all the machines would have to share"
    assert desk.run("decide", "Full jitter", "--because", reason).code == 0
    text = desk.document().read_text("utf-8")
    desk.document().write_text(text.replace("gives up", "stops, without a word to anybody,"), "utf-8")
    return desk


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_plan_its_talk_and_its_approval_fit(written: Desk, columns: int) -> None:
    ran = written.attend("approve", script=[("Type `ready`", "later\n")], columns=columns)
    assert "Type `ready`" in ran.out
    assert too_wide(ran.out, columns) == []
    goal = "Retry failed uploads with exponential backoff and full jitter"
    ran = written.attend(
        "plan",
        goal,
        "--name",
        "again",
        script=[("you ›", "?\n"), ("you ›", "\n"), ("you ›", "q\n")],
        columns=columns,
    )
    assert ran.left == ()
    assert too_wide(ran.out, columns) == []
    for words in (("show", "again", "--text"), ("resume", "again"), ("explain", "GP504"), ("log", "again")):
        ran = written.attend("--no-pager", *words, columns=columns)
        assert ran.code == 0
        assert too_wide(ran.out, columns) == [], words


def screen(columns: int = 40, *, encoding: str = "utf-8", color: bool = False) -> Screen:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    return Screen(stream, columns=columns, is_terminal=True, color=color)


def shown(drawn: Screen) -> str:
    drawn.flush()
    return drawn.stream.buffer.getvalue().decode()


@pytest.mark.parametrize(
    "call", [(), ("approve",), ("code",), ("code", "find"), ("playbook",), ("playbook", "new")]
)
def test_help_fits_the_narrowest_terminal(desk: Desk, call: tuple[str, ...]) -> None:
    ran = desk.attend(*call, "--help", columns=40)
    assert ran.code == 0
    assert max(map(cells, ran.out.splitlines())) <= 40


def test_a_line_goes_on_below_with_its_indent_and_keeps_its_colours() -> None:
    drawn = screen(color=True)
    drawn.line(("one two three four", "bold"), " five six seven eight nine ten", indent=2)
    assert shown(drawn) == ("  \x1b[1mone two three four\x1b[0m five six seven\n    eight nine ten\n")


def test_a_command_is_never_broken() -> None:
    drawn = screen()
    drawn.labelled("hint:", "accent", Hint("Answer it with ", run("answer", "Q1", "yes, all of them")))
    drawn.labelled("hint:", "accent", 'Put it in quotes: `plan "retry failed uploads"` and so on')
    assert shown(drawn) == (
        'hint: Answer it with\n      `groundplan answer Q1 "yes, all of them"`\n'
        'hint: Put it in quotes:\n      `plan "retry failed uploads"` and\n      so on\n'
    )


def test_a_table_that_is_too_narrow_for_columns_becomes_lines() -> None:
    drawn = screen()
    drawn.table([["○", "implementation-plan", "Implementation Plan", "line 17"]], indent=4, flexible=2)
    assert shown(drawn) == "    ○  implementation-plan\n       Implementation Plan  line 17\n"


@pytest.mark.parametrize(
    ("line", "column"), [("- one", 2), ("  12. two", 6), ("plain", 0), ("    code", 4), ("-", 0)]
)
def test_a_line_of_markdown_goes_on_below_its_words(line: str, column: int) -> None:
    assert hang_of(line) == column


MARKDOWN = """\
---
title: Plan
---
# Goal
A paragraph that is
broken by hand, with **strong words** and `code`.

- an item that is longer than forty columns are
  and goes on
- [x] done
> quoted

| a | b |
|--|--|
| 1 | two \\| three |

```python
def f():    # a line of code
    return 1
```
<!-- a comment stays -->
"""


def test_markdown_is_laid_out_at_a_terminal_and_nothing_of_it_is_hidden() -> None:
    drawn = screen(color=True)
    show_markdown(drawn, MARKDOWN)
    assert (
        shown(drawn).replace("\x1b", "E")
        == """\
E[90mtitle: PlanE[0m

E[1mGoalE[0m
A paragraph that is broken by hand, with
E[1mstrong wordsE[0m and `code`.

- an item that is longer than forty
  columns are and goes on
- [x] done
E[90m│E[0m quoted

  E[1ma  bE[0m
  1  two | three

    def f():    # a line of code
        return 1
<!-- a comment stays -->
"""
    )


def test_markdown_in_a_pipe_is_the_text_itself() -> None:
    drawn = screen()
    drawn.is_terminal = False
    show_markdown(drawn, MARKDOWN)
    assert shown(drawn) == MARKDOWN


def test_the_whole_plan_is_printed_as_it_is(written: Desk) -> None:
    assert written.run("show", "--text").out == written.document().read_text("utf-8")
    assert written.run("show", "context", "--text").code == 2


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"PAGER": "more -s"}, ["more", "-s"]),
        ({"PAGER": "more", "GROUNDPLAN_PAGER": "most"}, ["most"]),
        ({"PAGER": ""}, []),
        ({"PAGER": "cat"}, []),
        ({"PAGER": "less 'x"}, []),
        ({"PAGER": "more", "TERM": "dumb"}, []),
    ],
)
def test_the_pager_is_the_one_the_environment_names(environ: dict[str, str], words: list[str]) -> None:
    assert find_pager(environ) == words


def test_a_pager_of_the_repository_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "less").write_text("#!/bin/sh\necho run > ran\n")
    (tmp_path / "less").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".")
    assert find_pager({}) == []


def test_only_what_is_longer_than_the_screen_is_paged(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text(f'#!/bin/sh\necho "$LESS" > {tmp_path}/less; cat > {tmp_path}/paged\n')
    pager.chmod(0o755)
    environ = {"PAGER": str(pager), "PATH": "/bin:/usr/bin"}
    short = screen()
    show_paged(short, lambda drawn: drawn.line("short"), environ)
    assert shown(short) == "short\n"
    assert not (tmp_path / "paged").exists()
    long = screen()
    show_paged(long, lambda drawn: drawn.source(f"line {n}" for n in range(100)), environ)
    assert shown(long) == ""
    assert (tmp_path / "paged").read_text().splitlines()[99] == "line 99"
    assert (tmp_path / "less").read_text() == "FRX\n"
    piped = screen()
    piped.is_terminal = False
    show_paged(piped, lambda drawn: drawn.source(["x"] * 100), environ)
    assert shown(piped).count("x") == 100


def test_a_pager_that_is_not_there_takes_nothing_away() -> None:
    drawn = screen()
    show_paged(drawn, lambda each: each.source(["x"] * 100), {"PAGER": "/no/such/pager"})
    assert shown(drawn).count("x") == 100


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_bar_reads_without_colour(written: Desk, encoding: str) -> None:
    written.run("new", "Cache the grades", "--name", "grades", "--playbook", "design")
    ran = written.spawn("status", "grades", environ={"PYTHONIOENCODING": encoding, "NO_COLOR": "1"})
    bar = re.search(rb"sections  (\S+)  1 of 14", ran.stdout)
    assert bar is not None
    assert len(set(bar[1].decode(encoding))) == 2


def test_the_steps_of_long_work_are_named_at_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments = iter([10.0, 10.2, 10.9, 12.0, 13.0, 13.1])
    monkeypatch.setattr("groundplan.cli.progress.time.monotonic", lambda: next(moments))
    drawn = screen()
    steps = Steps(drawn)
    for name in ("Reading the history", "Looking for callers", "Looking for tests", "", "Later work"):
        steps(name)
    seen = [line.strip() for line in shown(drawn).split("\r") if line.strip()]
    assert seen == ["Looking for callers …", "Looking for tests …"], "what is short goes unnamed"
    piped = screen()
    piped.is_terminal = False
    monkeypatch.setattr("groundplan.cli.progress.time.monotonic", lambda: 99.0)
    steps = Steps(piped)
    monkeypatch.setattr("groundplan.cli.progress.time.monotonic", lambda: 200.0)
    steps("Looking for callers")
    assert shown(piped) == ""


def test_the_log_asks_and_answers_each_question_once(begun: Desk) -> None:
    begun.run("answer", "1", "Only timeouts")
    out = begun.run("log").out
    assert out.count("Which errors are retried?") == 1
    assert out.count("Only timeouts") == 1
    texts = [entry["text"] for entry in begun.run("log", "--json").json["entries"]]
    assert sum("Only timeouts" in text for text in texts) == 2, "programs get every entry"


def test_a_question_that_blocks_nothing_is_answered_by_its_number(desk: Desk) -> None:
    desk.run("new", "Retry failed uploads")
    desk.run("ask", "Who watches it?", "--not-blocking")
    waiting = desk.run("--json").json["plans"][0]["waiting"]
    assert [(each["name"], each["command"]) for each in waiting] == [("Q1", 'groundplan answer Q1 "…"')]


def test_a_first_writing_is_not_called_a_rewriting() -> None:
    lines = ("@@ -1 +1,2 @@", " ## Context", "-<to be developed>", "+It posts each file once.")
    assert SectionDiff("context", "Context", lines, 1, 1).is_first
    assert not SectionDiff("context", "Context", (*lines, "-Old words."), 1, 2).is_first


def test_a_command_in_backticks_is_never_broken() -> None:
    command = "python -m pytest tests/clients/test_uploading_with_retries.py -k backoff"
    drawn = screen(40)
    drawn.prose(f"A test fails today and passes afterwards: `{command}`.", indent=4)
    drawn.table([["Q1", f"Run `{command}` first, then go on with the rest of it."]], flexible=1)
    assert shown(drawn).count(f"`{command}`") == 2
    assert all(cells(line) <= 40 for line in shown(drawn).splitlines() if command not in line)


def test_other_words_in_backticks_are_broken_where_they_do_not_fit() -> None:
    drawn = screen(40)
    drawn.prose("There is no plan `retry every failed upload with exponential backoff`")
    assert all(cells(line) <= 40 for line in shown(drawn).splitlines())
