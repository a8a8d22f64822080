"""What deploying the change asks of others, which no code can say: old callers, flags."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.documents import is_document
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.goal.goal import GoalKind
from groundplan.planner.phrases import cite, code, counted, shortened
from groundplan.planner.question import Choice, Question
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

_CHANGES_NAME = late_regex(
    r"\b(?:renam(?:e|ing)|remov(?:e|ing)|drop(?:ping)?|delet(?:e|ing)|replac(?:e|ing)|mov(?:e|ing)"
    r"|chang(?:e|ing) the (?:signature|name"
    r"|return type|default)|deprecat(?:e|ing)|requir(?:e|ing) (?:a|an|the)|make .{1,40} (?:required"
    r"|mandatory|keyword-only))\b",
    re.IGNORECASE,
)
# What users know by a name: `the build-dir option`, `the --fast flag`.
_KNOWN = late_regex(
    r"\b(?:renam(?:e|ing)|remov(?:e|ing)|drop(?:ping)?|delet(?:e|ing)) (?:the |our |support for |all ){0,2}"
    r"`?(?P<term>-{0,2}[A-Za-z][\w.-]{2,60})`?(?:(?:, | and |, and )`?[\w.-]{2,60}`?){0,3} "
    r"(?:command.line )?(?:options?|flags?|settings?|(?:sub)?commands?|parameters?|keys?|fields?|endpoints?"
    r"|variables?|transports?|back-?ends?|drivers?|plugins?)\b",
    re.IGNORECASE,
)
_GOES = late_regex(r"\b(?:remov|drop|delet)", re.IGNORECASE)
# Who removes what is deprecated has warned already.
_WARNED = late_regex(
    r"\b(?:remov|drop|delet)\w{0,4} (?:the |our |all )?(?:old )?deprecated\b(?!.*\brenam)", re.IGNORECASE
)
_SEVERAL = 3
_MOST_DOCUMENTS = 300


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask about callers outside and about flags, where the code gives reason to."""
    if not any(each.subject.startswith("compatibility") for each in _raised(challenges)):
        yield from _compatibility(pack)
    yield from _flag(pack)


def _raised(challenges: Sequence[Challenge]) -> list[Question]:
    return [each.question for each in challenges if each.question is not None]


def _compatibility(pack: EvidencePack) -> Iterator[Question]:
    """Ask what becomes of a public or documented name that the goal renames, moves or takes away."""
    if not _CHANGES_NAME.search(pack.goal.title) or _WARNED.search(pack.goal.title):
        return
    names = {part for name in pack.goal.names for part in name.split(".")}
    for reach in pack.reach:
        if reach.public and reach.region.definition.name in names:
            inside = counted(len(reach.callers), "caller")
            why = f"It is public ({reach.public}), with {inside} inside."
            yield _compatible(pack, reach.region.citation, why)
            return
    known = _KNOWN.search(pack.goal.title)
    if known is not None and (line := _documented(pack, known["term"])):
        yield _compatible(pack, known["term"], f"It is documented, as at {code(line[0])}: “{line[1]}”.")


def _documented(pack: EvidencePack, term: str) -> tuple[Spot, str] | None:
    """Return the first line of a document that has a name."""
    sought = re.compile(rf"(?<![\w-]){re.escape(term)}(?![\w-])")
    documents = (path for path in pack.index.paths() if is_document(path))
    for path in islice(documents, _MOST_DOCUMENTS):
        if is_plan_file(pack.index, path, pack.config):
            continue
        text = (pack.index.text(path) or b"").decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            if sought.search(line):
                return Spot(path, number), shortened(line.replace("`", "").strip(" #*-|"), 100)
    return None


def _compatible(pack: EvidencePack, name: str, why: str) -> Question:
    warned = [path for path in pack.index.files_with("DeprecationWarning") if not is_test(path)]
    is_habit = len(warned) >= _SEVERAL
    habit = (
        f" {counted(len(warned), 'file')} here warn before they break, {cite(warned, 2)}." if is_habit else ""
    )
    warns = Choice("deprecate", "No: the old way goes on working and warns")
    stays = Choice("keep", "No: the old way goes on working as it is")
    # What is to be removed cannot stay as it is.
    choices = (warns,) if _GOES.search(pack.goal.title) else (warns, stays)
    recommended = warns if is_habit else choices[-1]
    return Question(
        f"compatibility:{name}",
        f"May code outside this repository break when {code(name)} changes?",
        f"{why}{habit}",
        (*choices, Choice("break", "Yes, at once")),
        recommended=recommended.name,
        weight=0.75,
        after=(PLACE,),  # which definition changes depends on the place
        assumption="the old way goes on working" + (" and warns" if recommended is warns else ""),
    )


def _flag(pack: EvidencePack) -> Iterator[Question]:
    """Ask for a flag where the targets are switched by flags already."""
    if pack.goal.kind is not GoalKind.FEATURE:
        return
    flags = [each for each in pack.constraints if each.kind == "flag"]
    if flags:
        spots = [spot for each in flags for spot in each.spots]
        yield Question(
            "flag",
            "Should it ship behind a flag, as its neighbours do?",
            f"{flags[0].statement} ({cite(spots, 2)}).",
            (Choice("yes", "Yes, behind a flag of its own"), Choice("no", "No, for everybody at once")),
            recommended="yes",
            blocking=False,
            weight=0.4,
            after=(PLACE,),
            assumption="it ships behind a flag of its own",
        )
