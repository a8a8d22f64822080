"""The closed set of rules: every one registered, in the table below, with a page of four parts."""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path
from types import ModuleType

import pytest

from groundplan.app.judgement.explaining import explain
from groundplan.plan.finding import Severity
from groundplan.rules import catalogue
from groundplan.rules.registry import RULES

ROOM = Path(catalogue.__file__).parent
PARTS = ["What it does", "Why", "Example", "Do instead"]
CODES = """
GP101 missing-citation  GP102 moved-citation   GP103 changed-citation     GP104 outside-citation
GP105 modified-file-missing  GP106 new-file-exists  GP107 file-map-order  GP108 planned-cycle
GP109 generated-file    GP110 half-pair        GP111 misquoted-code      GP112 unknown-name
GP113 wrong-count       GP114 unknown-command  GP115 unknown-test        GP116 wrong-version
GP117 not-measured      GP118 contradicted-statement  GP119 refuted-statement
GP121 uncovered-occurrence GP122 bad-dismissal

GP201 dialogue-first    GP202 layers-apart     GP203 section-order        GP204 open-question
GP205 header-differs    GP206 unwitnessed      GP207 locked               GP208 stale-approval
GP209 layers-differ     GP210 damaged-ledger   GP211 relayed              GP212 playbook-changed
GP213 checkpoint-passed-by  GP214 weak-approval  GP215 bad-suppression    GP216 two-decisions
GP217 question-withdrawn    GP218 git-ignored      GP219 not-refuted

GP301 unknown-dependency  GP302 cycle          GP303 orphan               GP304 no-verification
GP305 no-expected-result  GP306 duplicate-id   GP307 task-without-files   GP308 numbering
GP309 unrunnable-command

GP401 unplanned-file    GP402 missing-change   GP403 out-of-scope-change  GP404 unplanned-name
GP405 missing-name      GP406 missing-test     GP407 weak-receipt
GP411 new-occurrence    GP412 changed-dependency  GP413 shared-file

GP501 missing-section   GP502 renamed-section  GP503 reordered-section    GP504 incomplete-section
GP505 unreadable-record GP506 duplicate-section GP507 conflict-markers    GP508 heading-level
GP511 hand-ticked       GP512 option-count     GP513 recommendation       GP514 canonical-sentence
GP515 edge-case-parts   GP516 untyped-structure GP517 choice-count        GP518 control-flow-paths
GP519 test-kinds        GP520 requirement-untestable  GP521 bare-criteria

GP601 placeholder       GP602 tbd              GP603 vague                GP604 filler
GP605 function-body     GP609 secret

GP701 no-mitigation     GP702 risk-class       GP703 no-contingency       GP704 ships-without-rollback
GP705 rollout-without-trigger  GP706 unlabelled-figure  GP707 unconfirmed-figure  GP708 rollback-parts
GP709 unowned-dependency  GP710 phase-content  GP711 deprecation-end

GP801 matrix-cell       GP802 requirement-without-task  GP803 requirement-without-test  GP804 standard
GP805 criterion-without-task   GP806 edge-case-without-task   GP807 role-unknown
GP808 unsourced-item   GP809 refuted-source   GP810 topic-missing
GP901 step-out-of-scope  GP902 rejected-option-in-step  GP903 empty-step  GP904 criterion-unanswered
GP905 used-before-made  GP906 constraint-out-of-scope  GP907 parallel-conflict  GP908 unknown-step
GP909 strategy-and-phases  GP910 reader-objection
"""
TABLE = dict(re.findall(r"(GP\d{3}) (\S+)", CODES))


def registering_modules() -> dict[str, list[str]]:
    """Find the codes that each module of the room registers, by reading its source."""
    found = {}
    for path in sorted(ROOM.glob("*.py")):
        codes = [
            str(call.args[0].value)
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.FunctionDef)
            for call in node.decorator_list
            if isinstance(call, ast.Call)
            and getattr(call.func, "id", "") == "rule"
            and isinstance(call.args[0], ast.Constant)
        ]
        if codes:
            found[path.stem] = codes
    return found


def test_the_codes_and_names_are_those_of_the_closed_table() -> None:
    assert {code: rule.name for code, rule in RULES.items()} == TABLE


def test_every_module_that_registers_a_rule_is_in_the_catalogue_and_no_other() -> None:
    listed = {name for name, held in vars(catalogue).items() if isinstance(held, ModuleType)}
    assert listed == set(registering_modules())


def test_every_rule_stands_under_its_own_decorator() -> None:
    codes = [code for codes in registering_modules().values() for code in codes]
    assert sorted(codes) == sorted(TABLE)


@pytest.mark.parametrize("code", TABLE)
def test_a_rule_has_a_page_with_the_four_parts(code: str) -> None:
    page = explain(code).page
    assert page.startswith(f"# {code} {TABLE[code]}\n")
    # A sample plan inside a fence has headings of its own.
    outside = re.sub(r"^(`{3,})[^`\n]*\n.*?^\1$", "", page, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^## (.+)$", outside, re.MULTILINE)
    assert headings[:4] == PARTS
    assert headings[4:] in ([], ["Options"])
    bodies = re.split(f"^## (?:{'|'.join(PARTS)})$", page, flags=re.MULTILINE)[1:]
    assert [len(body.split()) > 4 for body in bodies] == [True] * 4, "no part is empty"


@pytest.mark.parametrize("code", TABLE)
def test_a_rule_sums_itself_up_in_one_sentence(code: str) -> None:
    summary = RULES[code].summary
    assert summary.endswith(".")
    assert summary[0].isupper()
    assert len(summary) <= 110


def test_every_page_is_of_a_rule() -> None:
    pages = resources.files("groundplan.rules") / "pages"
    assert {page.name for page in pages.iterdir()} == {f"{code}.md" for code in TABLE}


def test_a_rule_of_process_is_one_of_the_two_hundreds() -> None:
    assert [code for code, rule in RULES.items() if rule.is_process] == [c for c in RULES if c[2] == "2"]
    assert sum(rule.is_process for rule in RULES.values()) == 19


@pytest.mark.parametrize("code", ["GP107", "GP108", "GP305", "GP515", "GP703", "GP707", "GP806"])
def test_a_rule_that_reads_wording_or_drawings_advises_and_never_blocks(code: str) -> None:
    assert RULES[code].severity is Severity.WARNING
