"""A goal is read out of its own words: kind, title, names, demands, measure, what is out of scope."""

from __future__ import annotations

import time

import pytest

from groundplan.plan.goal import GoalKind
from groundplan.planner.goal.reading import LONGEST_TITLE, read_goal

ISSUE = """\
### Describe the bug

`Field.deconstruct` loses the `db_default` argument. It should return `db_default` within 200 ms.

<!-- Thank you for reporting! Please fill in the form and add a feature request. -->

- [x] I have searched the roadmap

### Steps to reproduce

```python
from django.db import migrate_everything
```

Traceback (most recent call last):
  File "/site-packages/django/db/models/fields/__init__.py", line 10, in deconstruct
    raise ValueError
ValueError: nothing

Please don't touch the migration writer in django/db/migrations/writer.py.
"""


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Fix crash in QuerySet.union() when it is empty", GoalKind.FIX, "Fix"),
        ("Uploads fail with a traceback behind a proxy", GoalKind.FIX, "fail"),
        ("Blueprint.register should raise on a dotted name", GoalKind.FIX, "should"),
        ("A hook is only allowed once", GoalKind.FIX, "only allowed"),
        ("Users should be able to cancel an export", GoalKind.FEATURE, "should be able to"),
        ("Please add retries to the client", GoalKind.FEATURE, "add"),
        ("Rename Foo.bar to Foo.baz", GoalKind.REFACTOR, "Rename"),
        ("Split the settings module", GoalKind.REFACTOR, "Split"),
        ("Add tests for the parser", GoalKind.DEBT, "Add tests"),
        ("Remove dead code in the exporter", GoalKind.DEBT, "Remove dead code"),
        ("Migrate from APScheduler to the event bus", GoalKind.MIGRATION, "Migrate from"),
        ("Replace requests with httpx", GoalKind.MIGRATION, "Replace requests with"),
        ("Upgrade Django from 3.2 to 4.2", GoalKind.MIGRATION, "Upgrade Django from 3.2 to 4"),
        ("Use ruff instead of flake8", GoalKind.MIGRATION, "Use ruff instead of"),
        ("Deprecate pytz and use zoneinfo", GoalKind.MIGRATION, "Deprecate pytz and use"),
        ("Fix the command that migrates from one server to another", GoalKind.FIX, "Fix"),
        ("Roadmap for the new billing in three phases", GoalKind.CAMPAIGN, "Roadmap"),
        ("Full-text search across all databases", GoalKind.REQUIREMENT, "across all databases"),
        ("Which approach should we take for caching?", GoalKind.DESIGN, "Which approach"),
        ("Design a plugin system", GoalKind.DESIGN, "Design"),
        ("Ask several models how to shard the queue", GoalKind.COUNCIL, "Ask several models"),
    ],
)
def test_the_kind_of_change_is_told_by_words_that_are_quoted(text: str, kind: GoalKind, words: str) -> None:
    goal = read_goal(text)
    assert (goal.kind, goal.because) == (kind, f"the goal says “{words}”")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Cleanup of expired sessions never ends", "never"),
        ("Cleanup crashes when the folder is gone", "crashes"),
        ("Merge does not keep the order of keys", "does not"),
        ("Export of an empty table fails", "fails"),
        ("Rename of a column is ignored", "is ignored"),
        (
            "Session cleanup\n\nSteps to reproduce: log in twice.\n\nExpected behavior: one row.",
            "Steps to reproduce",
        ),
        ("Nightly cleanup and temporary files\n\nWhat happened: they stay.", "What happened"),
        ("Temporary files survive the cleanup and the disk fills: an error after a day", "error"),
    ],
)
def test_a_bug_report_stays_one_whatever_nouns_it_begins_with(text: str, words: str) -> None:
    goal = read_goal(text)
    assert (goal.kind, goal.because) == (GoalKind.FIX, f"the goal says “{words}”")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Clean up the session module", GoalKind.REFACTOR),
        ("Cleanup of the settings module", GoalKind.REFACTOR),
        ("Log an error when an upload fails", GoalKind.FEATURE),
        ("Retry uploads that fail", GoalKind.FEATURE),
        ("Cache lookups so that a page never waits", GoalKind.FEATURE),
        ("Log crashes to a file", GoalKind.FEATURE),
        ("Split the module that does not fit one screen", GoalKind.REFACTOR),
        ("Test what happens when the parser fails", GoalKind.DEBT),
        ("Add retries\n\nExpected behavior: three tries.", GoalKind.FEATURE),
    ],
)
def test_a_request_that_mentions_a_fault_is_no_bug_report(text: str, kind: GoalKind) -> None:
    assert read_goal(text).kind is kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Shop.locale resets to the default inside a new thread. It should be the same everywhere.",
            "resets",
        ),
        ("check().max(5) rejects five letters. String checks should count letters.", "should"),
        ("The footer appears twice in long pages", "twice"),
        ("Colours are off even though the terminal has them", "even though"),
        ("Dates in the header show the day instead of the month", "instead of"),
        ("`tool 2> log` writes raw codes into the log file when stdout is a terminal", "writes"),
    ],
)
def test_what_happens_and_ought_not_to_is_a_fix(text: str, words: str) -> None:
    goal = read_goal(text)
    assert (goal.kind, goal.because) == (GoalKind.FIX, f"the goal says “{words}”")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Use tomllib instead of toml", GoalKind.MIGRATION),
        ("Add an option, although few will need it", GoalKind.FEATURE),
        ("`Shop.locale` needs a second argument", GoalKind.FEATURE),
        ("The server starts too many workers. An option to set it would be nice.", GoalKind.FEATURE),
    ],
)
def test_a_request_is_not_read_as_a_report(text: str, kind: GoalKind) -> None:
    assert read_goal(text).kind is kind


def test_the_projects_own_name_is_no_verb() -> None:
    text = "The build command and its colours"
    assert read_goal(text).because == "the goal says “build”"
    assert read_goal(text, {"build"}).because == "the goal names no other kind of change"


def test_the_mark_of_a_commit_decides_and_is_no_name() -> None:
    goal = read_goal("feat(router): drop broken trailing slashes")
    assert (goal.kind, goal.because) == (GoalKind.FEATURE, "the goal is marked `feat`")
    assert "feat" not in goal.names


def test_a_goal_that_says_nothing_of_its_kind_is_a_feature_and_says_so() -> None:
    goal = read_goal("dark mode")
    assert (goal.kind, goal.because) == (GoalKind.FEATURE, "the goal names no other kind of change")


def test_an_issue_is_read_without_its_form_its_code_and_its_traceback() -> None:
    goal = read_goal(ISSUE)
    assert goal.title == "`Field.deconstruct` loses the `db_default` argument"
    assert (goal.kind, goal.because) == (GoalKind.FIX, "the goal says “loses”")
    assert goal.names == ("Field.deconstruct", "db_default")
    assert goal.paths == ("django/db/migrations/writer.py",)
    assert goal.criterion == "It should return `db_default` within 200 ms."
    assert goal.excluded == ("Please don't touch the migration writer in django/db/migrations/writer.py.",)
    assert not any("roadmap" in each or "Traceback" in each for each in goal.sentences)


def test_what_is_left_as_it_is_is_out_of_scope_and_the_rest_of_the_sentence_is_not() -> None:
    goal = read_goal("Offer a second middleware, and leave `RealIP` as it is for those who use it.")
    assert goal.excluded == ("leave `RealIP` as it is for those who use it",)


def test_the_number_of_a_fault_is_no_measure_of_success() -> None:
    assert read_goal("The upload fails. The server returns 500.").criterion == ""
    assert read_goal("The upload fails. It should return 400.").criterion == "It should return 400."


@pytest.mark.parametrize(
    "goal",
    [
        "Reading 100 KB twice, so that it comes from a file, hangs forever: the second never returns.",
        "Uploads of 5 MB that should take 2 seconds take 40.",
        "The limit should be 3 requests, but 5 get through.",
        "Expected 3 rows, got 2.",
        "Show a progress bar. Today an import of 3 MB takes 40 seconds.",
        "Show a progress bar. An import of 3 MB fails after 40 seconds.",
        "Requests that have to wait fail after 10 seconds.",
        "It allows 3 requests, instead of 5.\n\nSupports 10 items and crashes.",
    ],
)
def test_a_sentence_that_may_tell_of_todays_fault_is_no_measure(goal: str) -> None:
    assert read_goal(goal).criterion == ""


@pytest.mark.parametrize(
    ("goal", "criterion"),
    [
        (
            "The upload fails. It must never take more than 3 seconds.",
            "It must never take more than 3 seconds.",
        ),
        ("The upload fails. It should return 400 and not raise.", "It should return 400 and not raise."),
        ("Add a health page. It returns 200.", "It returns 200."),
        ("Never retry more than 3 times", "Never retry more than 3 times"),
    ],
)
def test_what_shall_hold_is_a_measure(goal: str, criterion: str) -> None:
    assert read_goal(goal).criterion == criterion


def test_what_is_done_without_is_out_of_scope() -> None:
    goal = read_goal("Speed up the parser without changing its public API")
    assert goal.excluded == ("without changing its public API",)


def test_a_dotted_name_is_no_path_and_a_path_is_no_name() -> None:
    goal = read_goal("Fix QuerySet.union in query.py and for Node.js")
    assert goal.names == ("QuerySet.union",)
    assert goal.paths == ("query.py",)


@pytest.mark.parametrize(
    "text", ["Füge eine Suche hinzu, die nicht auf Großschreibung achtet", "为查询添加缓存"]
)
def test_a_goal_in_another_language_is_read(text: str) -> None:
    goal = read_goal(text)
    assert goal.title == text


def test_the_words_of_a_command_line_are_no_names() -> None:
    assert read_goal("`flask run` ignores `debug` and FLASK_DEBUG").names == ("debug", "FLASK_DEBUG")


def test_a_long_title_is_cut_at_a_word() -> None:
    title = read_goal("retry " * 40).title
    assert len(title) <= LONGEST_TITLE
    assert title.endswith("retry…")


@pytest.mark.parametrize(
    "text",
    ["`" * 60_000, "a." * 30_000, "replace " * 8_000, "<!--" * 15_000, "- [ ] x\n" * 7_000, "\n" * 60_000],
)
def test_a_hostile_goal_is_read_in_a_moment(text: str) -> None:
    started = time.process_time()
    read_goal(text)
    assert time.process_time() - started < 3
