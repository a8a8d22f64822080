"""Writes that only put right what a finding named: a citation, a count. They need no dialogue of their own.

Everything else is compared byte for byte, so that no word travels along with a mended citation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from groundplan.plan.anchors import is_mend
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding

_REFRESHED = frozenset({"GP205"})  # what is computed is brought up to date with every save


@dataclass(frozen=True, slots=True)
class Mend:
    """One span put right: the section it is in, the words before and after, the finding that named it."""

    section: str
    old: str
    new: str
    finding: Finding


def find_mends(before: Plan, after: Plan, findings: Iterable[Finding]) -> tuple[Mend, ...]:
    """Return what was put right, where nothing else differs between two texts; empty where something does."""
    named: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.mends:
            named.setdefault(finding.section, []).append(finding)
    old, new = {p.key: p.text for p in before.parts}, {p.key: p.text for p in after.parts}
    if list(old) != list(new):
        return ()
    found: list[Mend] = []
    for key, text in old.items():
        if text == new[key]:
            continue
        mends = _mends_of(key, text, new[key], named.get(key, ()))
        if not mends:
            return ()
        found += mends
    return tuple(found)


def _mends_of(key: str, old: str, new: str, findings: Sequence[Finding]) -> list[Mend]:
    """Return the spans of one section that differ, or nothing where a difference lies outside of them."""
    by_words = {finding.mends: finding for finding in findings}
    between, spans = _cut(old, by_words)
    end = len(between[0])
    if not spans or not new.startswith(between[0]):
        return []
    mends: list[Mend] = []
    for words, literal in zip(spans, between[1:], strict=True):
        now = _span_at(new, end, by_words[words])
        if not now or not new.startswith(literal, end + len(now)):
            return []
        end += len(now) + len(literal)
        if now != words:
            mends.append(Mend(key, words, now, by_words[words]))
    return mends if end == len(new) and all(map(_puts_right, mends)) else []


def _cut(text: str, named: Iterable[str]) -> tuple[list[str], list[str]]:
    """Cut a text at the words that findings name: what stands between them, and the words themselves."""
    whole = [
        # A citation is a whole code span, never part of a command in one; a count is no part of a number.
        rf"(?<=`){re.escape(words)}(?=`)" if parse_citation(words) else rf"(?<![\w.,]){re.escape(words)}\b"
        for words in sorted(named, key=len, reverse=True)
    ]
    parts = re.split(f"({'|'.join(whole)})", text) if whole else [text]
    return parts[::2], parts[1::2]


def _span_at(text: str, start: int, finding: Finding) -> str:
    """Return what stands where a finding names words: a code span, or a count that it offers."""
    if parse_citation(finding.mends):
        return text[start : max(text.find("`", start), start)].partition("\n")[0]
    fitting = (each for each in (finding.mends, *finding.offers) if text.startswith(each, start))
    return max(fitting, key=len, default="")


def _puts_right(mend: Mend) -> bool:
    """Tell whether the new words are the same thing put right: what the finding offers, or close by."""
    old, new = parse_citation(mend.old), parse_citation(mend.new)
    is_near = (
        old is not None and new is not None and (old.symbol == new.symbol or not (old.symbol and new.symbol))
    )
    return is_mend(mend.old, mend.new) and (is_near or mend.new in mend.finding.offers)


def is_mended(mends: Sequence[Mend], before: Iterable[Finding], after: Iterable[Finding]) -> bool:
    """Tell whether every finding that named a span is gone, and none is new."""
    known = {finding.identity for finding in before}
    now = {finding.identity for finding in after if finding.code not in _REFRESHED}
    gone = all(mend.finding.identity not in now for mend in mends)
    return bool(mends) and gone and now <= known


def locate_mends(before: Plan, after: Plan, mends: Sequence[Mend]) -> dict[str, list[dict[str, Any]]]:
    """Return the mends by section with their places, as an entry carries them; empty where one has none."""
    found: dict[str, list[dict[str, Any]]] = {}
    for key in dict.fromkeys(mend.section for mend in mends):
        old, new = before.section(key), after.section(key)
        mine = [mend for mend in mends if mend.section == key]
        spans = _locate(old.normal, new.normal, mine) if old and new else []
        if len(spans) != len(mine):
            return {}
        found[key] = spans
    return found


def _locate(old: str, new: str, mends: Sequence[Mend]) -> list[dict[str, Any]]:
    """Walk two texts that differ in the mends alone, from one difference to the next."""
    spans: list[dict[str, Any]] = []
    was = now = 0
    for mend in mends:
        same = _common(old[was:], new[now:])
        reach = max(len(mend.old), len(mend.new))
        starts = (at for at in range(same, max(-1, same - reach - 1), -1))
        start = next(
            (
                at
                for at in starts
                if old.startswith(mend.old, was + at) and new.startswith(mend.new, now + at)
            ),
            None,
        )
        if start is None:
            return []
        spans.append({"at": now + start, "from": mend.old, "to": mend.new, "finding": mend.finding.code})
        was, now = was + start + len(mend.old), now + start + len(mend.new)
    return spans if old[was:] == new[now:] else []


def _common(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
