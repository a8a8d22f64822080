"""Which words of a plan its revisions account for: an entry is believed as far as its cause can reach.

Anybody can write a revision that names any section and any cause. So each cause accounts only for what the
use case behind it can change; a revision that claims more accounts for nothing.
"""

from __future__ import annotations

import html
import unicodedata
from typing import TYPE_CHECKING

from groundplan.plan.anchors import take_back, take_back_mends, trace_back
from groundplan.plan.dataclass import dataclass
from groundplan.plan.document import fingerprint
from groundplan.plan.late_regex import late_regex
from groundplan.plan.promise import ADOPT, EVIDENCE, MENDED, RECORD, UNDO, WRITTEN
from groundplan.plan.record import FORMER_OWN_DECISION, OWN_DECISION, WITHDRAWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from groundplan.plan.binding import Now
    from groundplan.plan.entry import Entry
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.promise import Answer, Asked, Created, Decision, Retraction, Revision

_WORD = late_regex(r"[^\W_]+")
_SPELLED_OUT = late_regex(r"‹U\+([0-9A-F]{4,6})›")
# What records are shown with beside their own words and their labels: a reason, a tick, a withdrawal, a hand.
_SHOWN_WITH = ("because", "choices", "x", WITHDRAWN, OWN_DECISION, FORMER_OWN_DECISION)
_RECORDS = frozenset({"question", "decision"})


@dataclass(frozen=True, slots=True)
class Recorded:
    """The records that entries put into a plan."""

    asked: tuple[Asked, ...]
    answers: tuple[Answer, ...]
    decisions: tuple[Decision, ...]
    retractions: tuple[Retraction, ...] = ()


def find_witnessed(
    now: Now,
    creations: Iterable[Created],
    revisions: Iterable[Revision],
    playbook: Playbook,
    recorded: Recorded,
) -> dict[str, frozenset[str]]:
    """Return for each part the fingerprints that the newest believed entries account for."""
    by_key: dict[str, list[tuple[Entry, str]]] = {}
    for created in creations:
        for key, after in created.sections.items():
            by_key.setdefault(key, []).append((created.entry, after))
    order = {entry.id: number for number, entry in enumerate(now.history.told())}
    told = sorted(revisions, key=lambda each: order[each.entry.id])
    accounts = _Accounts(now, playbook, recorded, by_key)
    accounts.order_mends(told, order)
    for revision in told:
        for key, (_, after) in revision.sections.items():
            if accounts.believes(revision, key, after):
                by_key.setdefault(key, []).append((revision.entry, after))
                if revision.cause != RECORD:
                    accounts.written.add(key)
    witnessed = {}
    for key, pairs in by_key.items():
        newest = {entry.id for entry in now.history.latest(entry for entry, _ in pairs)}
        witnessed[key] = frozenset(after for entry, after in pairs if entry.id in newest)
    return witnessed


class _Accounts:
    """What is accounted for so far, and whether one more revision can be."""

    def __init__(
        self, now: Now, playbook: Playbook, recorded: Recorded, known: Mapping[str, list[tuple[Entry, str]]]
    ) -> None:
        self._now, self._playbook, self._recorded, self._known = now, playbook, recorded, known
        self._prints = now.plan.fingerprints()
        self._mended: list[Revision] = []
        self._order: Mapping[str, int] = {}
        self.written: set[str] = set()  # parts that have words no entry repeats
        self._reach: Mapping[str, Callable[[str, str], bool]] = {
            UNDO: self._was_known,
            RECORD: self._is_recorded,
        }

    def order_mends(self, told: Iterable[Revision], order: Mapping[str, int]) -> None:
        """Take note of the mends, and of the order in which entries were made."""
        self._mended = [revision for revision in told if revision.cause == MENDED]
        self._order = order

    def believes(self, revision: Revision, key: str, after: str) -> bool:
        if revision.cause == ADOPT:  # only a person takes responsibility for text nobody accounts for
            return revision.entry.is_a_persons
        if revision.cause in {*WRITTEN, EVIDENCE}:  # judged by the rules of dialogue
            return True
        if revision.cause == MENDED:
            return self._is_mended(revision, key)
        reach = self._reach.get(revision.cause)
        return reach is not None and reach(key, after)

    def _was_known(self, key: str, after: str) -> bool:
        """Tell whether a part goes back to words that were accounted for before, re-anchored or not."""
        known = {print_ for _, print_ in self._known.get(key, ())} or {""}
        if after in known or (after == "" and key not in self._begun()):
            return True
        earlier = trace_back(self._now.plan, key, self._now.chain(key)) if self._is_now(key, after) else ()
        return any(before in known for before, _ in earlier)

    def _is_mended(self, revision: Revision, key: str) -> bool:
        """Tell whether taking mends back, from the words as they are, gives words accounted for before."""
        before = revision.sections[key][0]
        is_known = before in {print_ for _, print_ in self._known.get(key, ())}
        return is_known and revision.entry.id in self._taken_back(key)

    def _taken_back(self, key: str) -> set[str]:
        """Return the mends of a part that can be undone one after the other, the newest first.

        An entry in the middle is not believed by itself: two forged ones would account for any words.
        """
        section = self._now.plan.section(key)
        if section is None:
            return set()
        normal = section.normal
        found: set[str] = set()
        moves = [(each.entry.id, each.sections, each.spans, take_back) for each in self._now.reanchorings]
        mends = [(each.entry.id, each.sections, each.mends, take_back_mends) for each in self._mended]
        chain = sorted((*moves, *mends), key=lambda each: self._order[each[0]], reverse=True)
        for entry_id, sections, spans, undo in chain:
            before, after = sections.get(key, ("", ""))
            if fingerprint(normal) != after:
                continue
            earlier = undo(normal, spans.get(key, ()))
            if earlier is None or fingerprint(earlier) != before:
                break
            normal = earlier
            found.add(entry_id)
        return found

    def _begun(self) -> set[str]:
        return {key for key, pairs in self._known.items() if pairs[0][0].kind == "created"}

    def _is_recorded(self, key: str, after: str) -> bool:
        """Tell whether a part is one for records, and says nothing but what entries and skeletons say."""
        spec = self._playbook.section(key)
        if spec is None or not any(record.kind in _RECORDS for record in spec.records):
            return False
        section = self._now.plan.section(key)
        if key in self.written or section is None or not self._is_now(key, after):
            return True
        return set(words_of(section.text)) <= set(self._recorded_words())

    def _is_now(self, key: str, after: str) -> bool:
        return self._prints.get(key) == after

    def _recorded_words(self) -> Iterator[str]:
        for text in (*_SHOWN_WITH, *self._recorded_texts()):
            yield from words_of(text)

    def _recorded_texts(self) -> Iterator[str]:
        for document in self._playbook.documents:
            yield document.skeleton
        for section in self._playbook.sections:
            yield section.title
            for spec in section.records:
                yield from (spec.label, *spec.fields.values())
        for question in self._recorded.asked:
            yield from (question.id, question.text, question.recommended, question.why, question.who)
            yield from question.choices.values()
        for answer in self._recorded.answers:
            yield answer.text
        for retraction in self._recorded.retractions:
            yield retraction.reason
        for decision in self._recorded.decisions:
            yield from (decision.id, decision.title, decision.reason, decision.entry.by.name)
            for option, why in decision.rejected:
                yield from (option, why)


def words_of(text: str) -> list[str]:
    """Return the words of a text however it is marked, escaped or spelled out."""
    plain = _SPELLED_OUT.sub(lambda match: chr(min(int(match[1], 16), 0x10FFFF)), html.unescape(text))
    return _WORD.findall(unicodedata.normalize("NFKC", plain).casefold())
