"""A change against its plan, as a terminal shows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count, show_findings, tally
from groundplan.plan.conformance import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.conform.conforming import Conformed
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.conformance import Conformance, TouchedFile
    from groundplan.plan.finding import Finding

_SHOWN = 12


def show_conformed(screen: Screen, done: Conformed) -> None:
    """Put out the files by verdict, the findings, and one line that sums up."""
    found = done.conformance
    _list(screen, "Planned", found.with_verdict(Verdict.PLANNED), "ok")
    _list(screen, "Named", found.with_verdict(Verdict.NAMED), "ok")
    _list(screen, "Excused", found.with_verdict(Verdict.EXCUSED), "dim")
    if done.findings:
        screen.blank()
        handle = done.opened.known.handle if done.opened else ""
        show_findings(screen, _hinted_once(done.findings), handle, with_weight=True)
    screen.blank()
    screen.line(*_summary(done))
    if done.opened and not done.is_approved:
        screen.prose("Nobody has approved the plan as it is now.", tone="warn")
    if done.read:
        dropped = f", {len(done.read.dropped)} dropped" if done.read.dropped else ""
        screen.prose(f"Read by {done.read.by}: {count(len(done.read.orders), 'order')}{dropped}.", tone="dim")
    for line in _limits(found):
        screen.prose(line, tone="dim")


def _hinted_once(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, each hint with the last of those that have it."""
    last = {each.hint: place for place, each in enumerate(findings)}
    return [
        each if last[each.hint] == place else replace(each, hint="") for place, each in enumerate(findings)
    ]


def _list(screen: Screen, title: str, files: Iterable[TouchedFile], tone: str) -> None:
    listed = list(files)
    if not listed:
        return
    screen.line((f"{title} ({len(listed)})", tone))
    for file in listed[:_SHOWN]:
        old = f" from {file.old}" if file.old else ""
        reason = f"  {file.reason}" if file.reason else ""
        screen.line(file.path, (f"  {file.how}{old}{reason}", "dim"), indent=2)
    if len(listed) > _SHOWN:
        screen.line((f"and {len(listed) - _SHOWN} more", "dim"), indent=2)


def _summary(done: Conformed) -> list[Part]:
    found = done.conformance
    verdicts = Counter(each.verdict for each in found.files)
    counts = {str(each): verdicts[each] for each in Verdict}
    if not found.is_typed:
        named = counts.pop("planned") + counts.pop("named")
        counts = {"the plan names": named, "it does not": counts.pop("unplanned"), **counts}
    told = [f"{number} {words}" for words, number in counts.items() if number]
    touched = {path for each in found.files for path in (each.path, each.old)}
    unmet = {each.path for each in found.unmet if each.path and not each.symbol} - touched
    noun = "path" if any(each.endswith("/") for each in unmet) else "file"
    parts: list[Part] = [f"{count(len(found.files), 'file')} changed"]
    parts += [f": {', '.join(told)}"] if told else []
    parts += [f"; {count(len(unmet), noun)} the plan names not touched" if unmet else ""]
    parts += [". ", *tally(done.findings), "" if done.findings else " found"]
    return [*parts, "."] if done.is_clean else [*parts, ". ", ("(exit 1)", "dim")]


def _limits(found: Conformance) -> Iterable[str]:
    if found.unread:
        yield f"Compared as a whole, without text: {', '.join(found.unread[:3])}" + (
            f" and {len(found.unread) - 3} more" if len(found.unread) > 3 else ""
        )
    if found.unparsed:
        yield f"Not parsed: {', '.join(found.unparsed)}; only files were compared"
    if any(each.users_known for file in found.files for each in file.names):
        yield "Users are not all known; `--json` says why"
    if found.head and any(file.verdict is Verdict.UNPLANNED for file in found.files):
        yield "Users are looked up without `--head` only"
