"""Checkboxes: what groundplan computes is not ticked by hand, and a choice is made as often as it must be."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import phase_of
from groundplan.plan.playbook import Tick
from groundplan.plan.promise import question_digest
from groundplan.rules.completeness import incomplete_sections
from groundplan.rules.demands import is_demanded, records_of, ticked_by_groundplan
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import RecordSpec, SectionSpec
    from groundplan.plan.record import Record


_BEGINNING = "new"  # the use case
_NAME = late_regex(r"[A-Za-z]*\d+(?:\.\d+)*")


@rule("GP511", "hand-ticked", always=True, fixable=True)
def hand_ticked(case: Case) -> Iterator[Finding]:
    """A computed checkbox says what the ledger says: an answer for a question, a receipt for a task."""
    for section, record, is_done in computed_ticks(case):
        if record.ticked is not is_done:
            yield _differs(record, section, is_done=is_done)


def computed_ticks(case: Case) -> Iterator[tuple[Section, Record, bool]]:
    """Yield every record with a computed checkbox, and how that checkbox should stand."""
    given = case.options("GP511").get("ticked", ())
    done = DoneTasks(case)
    for section, spec in _declared_sections(case):
        for wanted in ticked_by_groundplan(spec):
            for record in records_of(section, spec, wanted):
                if record.ticked is not None:
                    is_given = record.id in given or done.is_by_beginning(record)
                    yield section, record, is_given or done.is_computed(record)


class DoneTasks:
    """Which records of a plan are done; what a thousand of them ask of the whole plan is looked up once."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def is_by_beginning(self, record: Record) -> bool:
        """Tell whether a task is done that needs no receipt, since beginning a plan and writing it does it.

        Beginning makes the documents: the first task it is named for. The others are done with the words.
        """
        playbook = self.case.playbook
        if playbook.doer_of(record) != _BEGINNING:
            return False
        first = next(task for task, doer in playbook.done_by.items() if doer == _BEGINNING)
        # An earlier release ticked them all: its plans are not wrong for that.
        return record.id == first or self.case.began_with_form or self._is_planned

    def is_computed(self, record: Record) -> bool:
        """Tell whether the ledger ticks a record: by an answer, a receipt, or those of all its tasks."""
        promises = self.case.promises
        if record.kind == "question":
            digest = question_digest(record.id, record.asks)
            return any(state.digest == digest and not state.is_open for state in promises.questions)
        if record.kind == "task":
            return promises.state_of(record).is_closed
        tasks = self._tasks_behind(record)
        return bool(tasks) and all(promises.state_of(task).is_closed for task in tasks)

    @cached_property
    def _is_planned(self) -> bool:
        """Tell whether everything but the appendices says all that the playbook demands."""
        plan, playbook = self.case.plan, self.case.playbook
        appendices = {spec.name for spec in playbook.documents if spec.appendix}
        keys = [*incomplete_sections(self.case), *(f.section for f in plan.findings if f.code == "GP501")]
        sections = [plan.section(key) for key in keys]
        declared = (each.declared if each else key for each, key in zip(sections, keys, strict=True))
        specs = (playbook.section(key) for key in declared)
        return all(spec is not None and spec.document in appendices for spec in specs)

    @cached_property
    def _tasks(self) -> list[tuple[Record, str]]:
        """Every task that is work, with the number of its phase."""
        tasks = self.case.plan.records("task")
        return [(task, self._phase(task)) for task in tasks if not self.case.playbook.doer_of(task)]

    def _tasks_behind(self, record: Record) -> list[Record]:
        """Return the tasks that show a criterion: those it names, those of its phase, or all."""
        named = set(_NAME.findall(record.field("tasks")))
        chosen = [task for task, _ in self._tasks if {task.id, task.number} & named] if named else []
        if chosen:
            return chosen
        phase = self._phase(record)
        return [task for task, at in self._tasks if at == phase] or [task for task, _ in self._tasks]

    def _phase(self, record: Record) -> str:
        section = self.case.plan.section(record.section)
        return phase_of(record, section).number if section else ""


def _differs(record: Record, section: Section, *, is_done: bool) -> Finding:
    name = record.key or section.key
    proof = "an answer" if record.kind == "question" else "a receipt"
    if is_done:
        message, severity = f"`{name}` is done but not ticked", Severity.WARNING
        hint = Hint("Let the ledger tick it: ", run("check", {"fix": True}))
    else:
        message, severity = f"`{name}` is ticked without {proof}", Severity.ERROR
        hint = Hint("Untick it: ", run("check", {"fix": True}))
    return Finding("GP511", message, record.place, section.key, hint, severity, subject=name)


@rule("GP517", "choice-count", always=True)
def choice_count(case: Case) -> Iterator[Finding]:
    """Of each group of choices as many are ticked as the playbook says, mostly exactly one."""
    for section, spec in _declared_sections(case):
        if not case.has_words(section):
            continue
        for wanted in spec.records:
            if wanted.tick is not Tick.CHOICE or not is_demanded(case, section, wanted):
                continue
            records = records_of(section, spec, wanted)
            ticked = sum(record.ticked is True for record in records)
            if records and not wanted.minimum <= ticked <= _most(wanted, records):
                yield _miscounted(section, wanted, records, ticked)


def _most(wanted: RecordSpec, records: list[Record]) -> int:
    return len(records) if wanted.maximum is None else wanted.maximum


def _miscounted(section: Section, wanted: RecordSpec, records: list[Record], ticked: int) -> Finding:
    name = wanted.under or wanted.part or wanted.kind
    least, most = wanted.minimum, _most(wanted, records)
    expected = str(least) if least == most else f"{least} to {most}"
    return Finding(
        "GP517",
        f"{ticked} of {len(records)} choices ticked under `{name}`, {expected} expected",
        records[0].place,
        section.key,
        Hint("Tick what holds: ", run("write", section.key)),
        subject=f"{section.key}:{name}",
    )


def _declared_sections(case: Case) -> Iterator[tuple[Section, SectionSpec]]:
    for section in case.plan.sections:
        spec = case.playbook.section(section.declared)
        if spec is not None and not spec.computed:
            yield section, spec
