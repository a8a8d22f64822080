"""A council's answers checked, compared, and written into a plan's ledger for whoever writes the plan."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.changing import Draft, commit
from groundplan.app.consult.checking import check_answers
from groundplan.app.judgement.computed import one_line
from groundplan.app.judgement.document_files import read_written
from groundplan.app.plans.opened import try_again
from groundplan.consult.answer import ANSWERED, FAILED, Answer, read_answer
from groundplan.consult.comparison import compare
from groundplan.consult.synthesis import list_items, list_rows, list_voices, name_claims
from groundplan.plan.errors import Misused
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.comparison import Comparison

_MOST = 400  # letters of one text in the ledger
_MOST_ROWS = 240  # claims, and items


def read_answers(files: Sequence[str]) -> tuple[Answer, ...]:
    """Read what advisors answered from files, each advisor named by its file: `gemini.md` is gemini's."""
    found = tuple(_read(each) for each in files)
    names = [each.advisor for each in found]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise Misused(f"Two of the files are called `{twice}`", hint="Name each file after its advisor")
    return found


def _read(file: str) -> Answer:
    text = read_written(file).text
    parts = read_answer(text)
    name = Path(file).stem if file != "-" else "stdin"
    state, why = (ANSWERED, "") if text.strip() else (FAILED, "the file is empty")
    return Answer(name, "", "", parts.approach, parts.top_risk, parts.claims, parts.items, text, state, why)


def weigh(code: Codebase, answers: Sequence[Answer]) -> Comparison:
    """Check every claim against the code, and put the answers side by side."""
    return compare(answers, check_answers(code, answers))


def record_advice(opened: OpenPlan, council: Comparison, *, caller: Caller) -> Outcome:
    """Write a council into the plan's ledger: who answered, each claim with what the code says, the rows."""
    return try_again(opened, lambda now: _record(now, _body(council), caller))


def _record(opened: OpenPlan, body: dict[str, Any], caller: Caller) -> Outcome:
    draft = Draft(opened, caller, is_repeated=True)
    draft.add("advice", body, speaker="planner")
    return commit(draft, label="compare", cause="record")


def _body(council: Comparison) -> dict[str, Any]:
    lists: dict[str, tuple[Any, ...]] = {
        "voices": list_voices(council),
        "claims": name_claims(council)[:_MOST_ROWS],
        "items": list_items(council)[:_MOST_ROWS],
        "rows": tuple(list_rows(council))[:_MOST_ROWS],
    }
    return {name: [_plain(asdict(each)) for each in rows] for name, rows in lists.items()}


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: [as_recorded(each) for each in value] if isinstance(value, tuple) else as_recorded(value)
        for key, value in row.items()
    }


def as_recorded(text: str) -> str:
    """Return an advisor's words as one line without keys and letters that are obeyed."""
    return one_line(spell_out(leave_out_secrets(text)), _MOST)
