"""What a rule is given: the plan, what the ledger says, and what the project has set."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.document import fingerprint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.config import Config
    from groundplan.plan.conformance import Conformance
    from groundplan.plan.document import Plan, Section
    from groundplan.plan.drift import Drift
    from groundplan.plan.evidence import Evidence
    from groundplan.plan.ignored import Ignored
    from groundplan.plan.line import Line
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.promises import Promises
    from groundplan.plan.record import Record
    from groundplan.plan.standing import Standing
    from groundplan.plan.task_command import Unrunnable


@dataclass(frozen=True, slots=True)
class Case:
    """One plan as rules see it; pure data, so the same case gives the same findings."""

    plan: Plan
    playbook: Playbook
    promises: Promises
    config: Config
    # Skeleton of each declared section in normal form and its placeholders: what counts as empty.
    skeletons: Mapping[str, str] = field(default_factory=dict)
    placeholders: Mapping[str, frozenset[str]] = field(default_factory=dict)
    opened: Mapping[str, str] = field(default_factory=dict)  # the same as a plan just begun has it
    open_lines: Mapping[str, str] = field(
        default_factory=dict
    )  # section key -> its line that says what opens it
    # turn entry id -> text, where it is on this machine
    talk: Mapping[str, str] = field(default_factory=dict)
    computed: Mapping[str, str] = field(default_factory=dict)  # computed section key -> body it should have
    header: Mapping[str, str] = field(default_factory=dict)  # computed header label -> value it should have
    standing: Standing | None = None  # only for rules that compare with it
    ignored: tuple[Ignored, ...] = ()  # files of this plan that git leaves out of every commit
    lines: tuple[Line, ...] = ()  # the lines of the documents by the part they play
    evidence: Evidence | None = None  # None: nobody asked the code, so no rule speaks about it
    conformance: Conformance | None = None  # None: no change was held against the plan
    drift: Drift | None = None  # None: nobody looked at what went on since
    unrunnable: tuple[Unrunnable, ...] = ()  # verification commands that cannot be run as they are written

    def options(self, code: str) -> Mapping[str, Any]:
        """Return the playbook's options for a rule."""
        return self.playbook.options(code)

    def records(self, kind: str) -> tuple[Record, ...]:
        """Return the plan's records of a kind; one that shows its skeleton's placeholders is none yet."""
        return tuple(record for record in self.plan.records(kind) if not self._is_placeholder(record))

    def _is_placeholder(self, record: Record) -> bool:
        section = self.plan.section(record.section)
        known = self.placeholders.get(section.declared if section else record.section, frozenset())
        said = " ".join(f"{record.text} {' '.join(record.fields.values())}".split())
        return any(placeholder in said for placeholder in known)

    def has_words(self, section: Section) -> bool:
        """Tell whether a section says more than its skeleton does, or a plan just begun."""
        skeleton = self.skeletons.get(section.key, self.skeletons.get(section.declared))
        forms = (skeleton, self.opened.get(section.key))
        return bool(section.body.strip()) and not section.is_gap and section.normal not in forms

    @property
    def began_with_form(self) -> bool:
        """Whether an earlier release began the plan: it wrote the whole form into the documents."""
        begun = self.promises.created.sections if self.promises.created else {}
        return any(
            begun.get(key) == fingerprint(normal) and normal != self.opened.get(key)
            for key, normal in self.skeletons.items()
        )

    def path_of(self, section_key: str) -> str:
        """Return the path of the document a section stands in, or is declared for."""
        section = self.plan.section(section_key)
        if section is not None:
            return section.document
        spec = self.playbook.section(section_key)
        name = spec.document if spec else self.playbook.documents[0].name
        return next((d.path for d in self.plan.documents if d.name == name), "")
