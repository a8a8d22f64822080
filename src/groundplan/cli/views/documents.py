"""How a checked document looks: its findings, what was looked at, its citations beside the code they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.cli.views.findings import count, show_findings, tally
from groundplan.plan.evidence import CitationState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.judgement.documents import DocumentChecked, Looked, Shown
    from groundplan.app.judgement.readings import Read
    from groundplan.cli.look import Screen

_IN_ALL = {CitationState.EXISTS: "found"}  # `2 exists` is no English
_TONES = {
    CitationState.EXISTS: "ok",
    CitationState.PLANNED: "ok",
    CitationState.MISSING: "bad",
    CitationState.MOVED: "warn",
    CitationState.CHANGED: "warn",
}
_DONE = "It reads as carried out, so it was not held against the code of today."
_OF_CLAIMS = ("confirmed", "contradicted", "not_judged", "dropped")
_MOST_LINES = 12
_LONGEST_WORDS = 200


def show_checked(screen: Screen, results: Sequence[DocumentChecked]) -> None:
    """Put out the findings of documents, and a line for each that tells what was looked at."""
    for done in results:
        show_findings(screen, done.findings, with_weight=True)
    if any(done.findings for done in results):
        screen.blank()
    for done in results:
        parts: list[Any] = [*tally(done.findings), "" if done.findings else " found"]
        parts += ["."] if done.is_clean else [". ", ("(exit 1)", "dim")]
        if _is_mostly_unknown(done.looked):
            told = "hardly anything in it could be checked here; is this the repository that it is about?"
            screen.line((done.path, "bold"), ": ", (told, "warn"))
        screen.line((done.path, "bold"), ": ", *parts)
        screen.prose(looked_at(done.looked), indent=2, tone="dim")
        if done.read:
            screen.prose(_read(done.read), indent=2, tone="dim")
        if done.is_done:
            screen.prose(_DONE, indent=2, tone="dim")


def _read(read: Read) -> str:
    """Return what became of a reader's claims."""
    counts = read.counts
    told = [f"{counts[each]} {each.replace('_', ' ')}" for each in _OF_CLAIMS]
    objections = counts["objections"]
    told += [count(objections, "objection")] if objections else []
    return f"Read by {read.by}: {count(counts['claims'], 'claim')}, {', '.join(told)}."


def _is_mostly_unknown(looked: Sequence[Looked]) -> bool:
    """Tell whether more statements could not be told than were checked."""
    return sum(each.unknown for each in looked) > sum(each.checked for each in looked)


def looked_at(looked: Sequence[Looked]) -> str:
    """Return what the code confirms or contradicts, and how much was not judged."""
    checked = [count(each.checked, each.noun) for each in looked if each.checked]
    left = sum(each.unknown + each.planned for each in looked)
    told = f"Checked {_joined(checked)}" if checked else "Nothing in it could be checked against the code"
    return f"{told}; not judged: {left}." if left else f"{told}."


def _joined(parts: Sequence[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def show_citations(screen: Screen, shown: Sequence[Shown]) -> None:
    """Put out each citation: its place, its state, the words around it, the lines it names."""
    for each in shown:
        citation = each.seen.citation
        state = "not checked" if each.seen.state is CitationState.UNCLEAR else str(each.seen.state)
        screen.line(
            (str(citation.place), "dim"),
            "  ",
            (citation.text, "bold"),
            "  ",
            (state, _TONES.get(each.seen.state, "dim")),
        )
        screen.prose(_shortened(each.words), indent=2, tone="dim")
        note = f"now `{each.seen.moved_to}`" if each.seen.moved_to else each.seen.reason
        if note:
            screen.prose(note, indent=4)
        _show_lines(screen, each)
        screen.blank()
    states = [each.seen.state for each in shown]
    told = ", ".join(
        f"{states.count(state)} {_IN_ALL.get(state, state)}"
        for state in CitationState
        if state in states and state is not CitationState.UNCLEAR
    )
    unclear = states.count(CitationState.UNCLEAR)
    screen.line(
        f"{count(len(shown), 'citation')}: {told}" + (f", {unclear} not checked" if unclear else "")
        if shown
        else "No citation found"
    )


def _show_lines(screen: Screen, each: Shown) -> None:
    width = len(str(each.lines[-1][0])) if each.lines else 0
    for number, text in each.lines[:_MOST_LINES]:
        room = max(20, (screen.columns or 200) - width - 8)
        screen.line((f"{number:>{width}}", "dim"), "  ", text[:room].replace("\t", "    "), indent=4)
    if len(each.lines) > _MOST_LINES:
        screen.line((f"… {len(each.lines) - _MOST_LINES} more", "dim"), indent=4)


def _shortened(words: str) -> str:
    return words if len(words) <= _LONGEST_WORDS else f"{words[:_LONGEST_WORDS]}…"
