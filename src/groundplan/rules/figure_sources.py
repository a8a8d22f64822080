"""No figure is bare: it says where it comes from, and a default counts once a person has confirmed it."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.rules.figures import find_figures
from groundplan.rules.registry import rule
from groundplan.rules.written import listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.rules.figures import Figure

PERSON = "person"  # the source that only a person's own channel makes true


@rule("GP706", "unlabelled-figure", progress=True)
def unlabelled_figure(case: Case) -> Iterator[Finding]:
    """Every threshold, week, owner and probability says where it comes from."""
    answered = _answered(case)
    bare: list[Figure] = []
    claimed: dict[tuple[str, str], list[Figure]] = defaultdict(list)
    for figure in find_figures(case):
        if figure.label is None:
            bare.append(figure)
        elif figure.label.source == PERSON and not _is_a_persons(case, figure, answered):
            claimed[figure.section.key, figure.group].append(figure)
    if bare:
        yield Finding(
            "GP706",
            f"{_count(bare, '')} without a source: {_texts(bare)}",
            bare[0].place,
            bare[0].section.key,
            "One line `Figures: default` before the first section labels all of them",
            severity=Severity.WARNING,
            subject="bare",
        )
    for (key, group), figures in claimed.items():
        yield Finding(
            "GP706",
            f"{_count(figures, group)} labelled `{PERSON}` that no person wrote or confirmed: "
            f"{_texts(figures)}",
            figures[0].place,
            key,
            Hint("Ask with ", run("ask", WORDS), f", naming {quoted(_wanted(figures[0]))}; a person answers"),
            subject=f"{PERSON} {group}",
        )


@rule("GP707", "unconfirmed-figure", severity=Severity.WARNING, progress=True)
def unconfirmed_figure(case: Case) -> Iterator[Finding]:
    """A figure that is only a default is shown as one until a person has confirmed it."""
    answered = _answered(case)
    waiting: list[Figure] = []
    for figure in find_figures(case):
        label = figure.label
        is_claimed = label is not None and label.is_confirmed and case.promises.is_vouched(_part(figure))
        if label and label.source == "default" and not is_claimed and not _is_answered(figure, answered):
            waiting.append(figure)
    if not waiting:
        return
    first = waiting[0]
    # One finding for all of them: which figures count is one thing to settle, whoever approves takes them.
    yield Finding(
        "GP707",
        f"{_count(waiting, '')} by default, confirmed by nobody: {_texts(waiting)}",
        first.line_of.place if first.line_of else first.place,
        _part(first).key,
        Hint(
            "Approval accepts them; to settle one first, ",
            run("ask", WORDS),
            f" naming {quoted(_wanted(first))}",
        ),
        subject="defaults",
    )


def _answered(case: Case) -> list[str]:
    """Return the words of the questions that are answered."""
    return [_fold(question.text) for question in case.promises.questions if question.answers]


def _is_a_persons(case: Case, figure: Figure, answered: list[str]) -> bool:
    """Tell whether a person stands behind a figure: the words are theirs, or they answered for it."""
    return case.promises.is_vouched(_part(figure)) or _is_answered(figure, answered)


def _part(figure: Figure) -> Section:
    """Return the part that holds the figure's label."""
    return figure.line_of or figure.section


def _count(figures: list[Figure], group: str) -> str:
    return f"{len(figures)} {group} figure{'' if len(figures) == 1 else 's'}".replace("  ", " ")


def _texts(figures: list[Figure]) -> str:
    return listed(list(dict.fromkeys(figure.text for figure in figures)))


def _wanted(figure: Figure) -> str:
    """Return what an answered question must name to confirm a figure."""
    if figure.line_of:
        return f"figures of {figure.line_of.title or 'the plan'}"
    return figure.text if re.search(r"\d", figure.text) else f"{figure.text} of {figure.owner}"


def _is_answered(figure: Figure, answered: list[str]) -> bool:
    """Tell whether an answered question names the figure; a word such as `Low` alone names nothing."""
    value, owner = _fold(figure.text), _fold(figure.owner)
    has_number = re.search(r"\d", value) is not None
    by_line = _fold(_wanted(figure)) if figure.line_of else ""
    return any(
        (value in text and (has_number or (owner and owner in text))) or (by_line and by_line in text)
        for text in answered
    )


def _fold(text: str) -> str:
    return " ".join(text.replace("`", "").replace("*", "").split()).casefold()
