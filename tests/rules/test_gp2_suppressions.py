"""GP215: a suppression silences one rule in one place with a reason; rules of process are never silenced."""

from __future__ import annotations

import time

import pytest
from drawn_ledgers import Ledger
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.config import Config, Suppression
from groundplan.plan.finding import Finding
from groundplan.rules.registry import RULES
from groundplan.rules.suppressions import apply_suppressions, suppressions_of

FINDINGS = [
    Finding("GP602", "`TBD` is left", section="goal"),
    Finding("GP602", "`etc.` is left", section="context"),
    Finding("GP602", "somewhere in the plan"),
    Finding("GP603", "`robust` is vague", section="goal"),
    Finding("GP206", "edited outside groundplan", section="goal"),
]


def silenced(ledger: Ledger) -> list[str]:
    left = apply_suppressions(ledger.case(), FINDINGS)
    assert [finding for finding in FINDINGS if finding in left] == left, "the order stays"
    return [finding.message for finding in FINDINGS if finding not in left]


def configured(*suppressions: Suppression) -> Ledger:
    return Ledger(config=Config(suppressions=suppressions), words={"goal": "a", "context": "b"})


def written(comment: str) -> Ledger:
    return Ledger(words={"goal": f"Words.\n{comment}\nMore words.", "context": "b"})


def test_without_a_suppression_everything_is_heard() -> None:
    assert silenced(configured()) == []
    assert configured().check("GP215") == []


def test_the_configuration_silences_a_rule_everywhere() -> None:
    ledger = configured(Suppression("GP602", "the vendor's own word"))
    assert silenced(ledger) == ["`TBD` is left", "`etc.` is left", "somewhere in the plan"]
    assert ledger.check("GP215") == []


def test_the_configuration_silences_a_rule_in_one_section() -> None:
    assert silenced(configured(Suppression("GP602", "theirs", "context"))) == ["`etc.` is left"]


INLINE = {
    "with a colon": "<!-- groundplan: allow GP602: the vendor's own word -->",
    "without a colon": "<!-- groundplan: allow GP602 the vendor's own word -->",
    "tight": "<!--groundplan:allow GP602: the vendor's own word-->",
    "over two lines": "<!-- groundplan:\n  allow GP602:\n  the vendor's own word\n-->",
    "in an item": "- an item\n  <!-- groundplan: allow GP602: the vendor's own word -->",
}


@pytest.mark.parametrize("comment", INLINE.values(), ids=INLINE)
def test_a_comment_silences_a_rule_in_its_section_only(comment: str) -> None:
    ledger = written(comment)
    assert suppressions_of(ledger.case()) == (Suppression("GP602", "the vendor's own word", "goal"),)
    assert silenced(ledger) == ["`TBD` is left"]
    assert ledger.check("GP215") == []


def test_two_comments_are_two_suppressions() -> None:
    both = "<!-- groundplan: allow GP602: theirs --> <!-- groundplan: allow GP603: as well -->"
    assert silenced(written(both)) == ["`TBD` is left", "`robust` is vague"]


ALLOW = "<!-- groundplan: allow GP602: theirs -->"
OTHER = [
    f"We say {ALLOW} TBD.",
    f"```\n{ALLOW}\n```",
    f"```diff\n+{ALLOW}\n```",
    f"\n    {ALLOW}\n",
    f"`{ALLOW}`",
    f"> {ALLOW}",
    f'[link](x "{ALLOW}")',
    f'<div title="{ALLOW}">',
    f'<!-- other --> <a title="{ALLOW}">',
    f"<pre>\n{ALLOW}\n</pre>",
    "<!-- groundplan: gp-4k2m9x7q1a -->",
    "<!-- allow GP602: theirs -->",
    "groundplan: allow GP602: theirs",
    "<!-- groundplan: allow GP602: never closed",
    "<!-- groundplan: allow -->",
]


@pytest.mark.parametrize("comment", OTHER)
def test_any_other_text_is_no_suppression(comment: str) -> None:
    ledger = written(comment)
    assert silenced(ledger) == []
    assert all(not one.reason for one in suppressions_of(ledger.case()))


FAULTS = {
    "a rule of process": ("GP206", "we are in a hurry", "rules of process and secrets are never suppressed"),
    "this very rule": ("GP215", "we are in a hurry", "rules of process and secrets are never suppressed"),
    "secrets": ("GP609", "it is a test key", "rules of process and secrets are never suppressed"),
    "a family": ("GP2", "all of it", "rules of process and secrets are never suppressed"),
    "a rule in small letters": ("gp206", "we are in a hurry", "there is no such rule"),
    "a rule that is not there": ("GP999", "who knows", "there is no such rule"),
    "everything": ("*", "all of it", "there is no such rule"),
    "a rule without a reason": ("GP602", "", "it gives no reason"),
}


@pytest.mark.parametrize(("code", "reason", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_bad_suppression_silences_nothing_and_is_found(code: str, reason: str, fault: str) -> None:
    ledger = configured(Suppression(code, reason))
    assert silenced(ledger) == []
    [found] = ledger.check("GP215")
    assert found.message == f"Suppression of `{code}` has no effect: {fault}"
    assert found.section == ""


@pytest.mark.parametrize("code", sorted(code for code, rule in RULES.items() if rule.is_process))
def test_no_rule_of_process_is_silenced_inside_the_plan(code: str) -> None:
    ledger = written(f"<!-- groundplan: allow {code}: we are in a hurry -->")
    assert silenced(ledger) == []
    [found] = ledger.check("GP215")
    assert found.section == "goal"


def test_a_suppression_for_a_section_that_is_not_there_is_found_without_one() -> None:
    [found] = configured(Suppression("GP206", "hurry", "elsewhere")).check("GP215")
    assert (found.section, found.subject) == ("", "GP206 elsewhere")


@pytest.mark.parametrize("reason", ["", ":", " : "])
def test_a_comment_without_a_reason_silences_nothing(reason: str) -> None:
    ledger = written(f"<!-- groundplan: allow GP602{reason}-->")
    assert silenced(ledger) == []
    assert len(ledger.check("GP215")) == 1


@given(
    st.sampled_from(sorted(code for code, rule in RULES.items() if rule.is_process)),
    st.sampled_from(["goal", ""]),
    st.text(max_size=20),
)
def test_whatever_is_configured_a_finding_of_process_is_heard(code: str, section: str, reason: str) -> None:
    finding = Finding(code, "found", section="goal")
    case = configured(Suppression(code, reason, section), Suppression("GP2", reason)).case()
    assert apply_suppressions(case, [finding]) == [finding]


HOSTILE = [
    "<!-- groundplan: allow x" + " " * 100_000,
    "<!-- groundplan: allow " * 10_000,
    "<!--" + " " * 100_000 + "groundplan:",
    "<!-- groundplan:" + "\n" * 100_000,
    "<!--groundplan:allow GP602" + " a" * 50_000 + "--",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_makes_reading_suppressions_slow(text: str) -> None:
    case = Ledger(words={"goal": text}).case()
    start = time.process_time()
    assert suppressions_of(case) == ()
    assert time.process_time() - start < 1
