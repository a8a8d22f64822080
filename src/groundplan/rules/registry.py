"""The closed set of rules: each a function with a code, registered once and run over a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Finding, Severity

if TYPE_CHECKING:
    from groundplan.plan.case import Case

Check = Callable[["Case"], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named check. `always` rules run for every playbook, others where the playbook names them.

    A finding of an `is_progress` rule asks for something that is still missing; others say what is wrong.
    """

    code: str
    name: str
    summary: str
    check: Check
    always: bool
    fixable: bool
    after_standing: bool  # compares with the standing, so it runs once that is known
    severity: Severity
    is_progress: bool

    @property
    def is_process(self) -> bool:
        """Whether the rule guards the way to a plan; such rules are never suppressed."""
        return self.code.startswith("GP2")


RULES: dict[str, Rule] = {}


def rule(  # noqa: PLR0913 - a rule is declared once, all its traits in one place
    code: str,
    name: str,
    *,
    always: bool = False,
    fixable: bool = False,
    after_standing: bool = False,
    severity: Severity = Severity.ERROR,
    progress: bool = False,
) -> Callable[[Check], Check]:
    """Register a check under its code; the first line of its docstring is the rule's one-line summary."""

    def register(check: Check) -> Check:
        if code in RULES:
            raise ValueError(f"rule {code} is registered twice")
        summary = (check.__doc__ or "").strip().splitlines()[0]
        RULES[code] = Rule(code, name, summary, check, always, fixable, after_standing, severity, progress)
        return check

    return register


def run_rules(
    case: Case, *, after_standing: bool = False, families: tuple[str, ...] = ("",)
) -> list[Finding]:
    """Return what the rules that apply to this case find, in document order; of some families where named."""
    findings: list[Finding] = []
    for entry in RULES.values():
        if (
            entry.after_standing is not after_standing
            or not entry.code.startswith(families)
            or not (entry.always or case.playbook.has_rule(entry.code))
        ):
            continue
        options = case.options(entry.code)
        severity = (
            Severity(options.get("severity", entry.severity)) if not entry.is_process else entry.severity
        )
        findings.extend(_weighed(finding, severity) for finding in entry.check(case))
    return sorted(findings, key=lambda f: (f.place, f.code, f.message))


def _weighed(finding: Finding, severity: Severity) -> Finding:
    """Apply the playbook's severity; a check may lower its own finding, nothing raises one."""
    if finding.severity is not Severity.ERROR or severity is Severity.ERROR:
        return finding
    return replace(finding, severity=severity)
