"""Issues on the goal's words, and open pull requests on its files, where the user allowed to ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.places import choose_files
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.allowed.github import Issue

MOST = 5
FEWEST_WORDS = 2


def find_issues(subject: Subject) -> Iterator[Fact]:
    """Return pull requests that touch the places, then issues that have several telling words of the goal."""
    if subject.issues is None:
        return
    files = choose_files(subject)
    pulls = [(each, tuple(path for path in files if path in each.paths)) for each in subject.issues]
    touching = [(each, shared) for each, shared in pulls if each.is_pull and shared]
    speaking = [
        (each, shared)
        for each in subject.issues
        if (not each.is_pull or each not in dict(touching))
        and len(shared := _shared(subject, each)) >= min(FEWEST_WORDS, len(subject.words) or FEWEST_WORDS)
    ]
    speaking.sort(key=lambda found: (-len(found[1]), -found[0].number))
    for each, shared in touching[:MOST]:
        yield _fact(each, How.FILES, (), tuple(CodePlace(path) for path in shared))
    for each, shared in speaking[:MOST]:
        yield _fact(each, How.TEXT, shared, ())
    if not touching and not speaking:
        searched = (("issues and pull requests", len(subject.issues)),)
        coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), searched)
        yield Fact(FactKind.ISSUE, "", Provenance(How.TEXT), coverage, is_absence=True)


def _shared(subject: Subject, issue: Issue) -> tuple[str, ...]:
    """Return the telling words of the goal that an issue has, as the goal writes them."""
    text = f"{issue.title}\n{issue.body}"
    known = {word for each in identifiers_in(text) for word in words_of(each)}
    return tuple(subject.goal.spelling.get(word, word) for word in subject.words if word in known)


def _fact(issue: Issue, how: How, words: tuple[str, ...], places: tuple[CodePlace, ...]) -> Fact:
    return Fact(
        FactKind.ISSUE,
        f"#{issue.number}",
        Provenance(how),
        Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),)),
        places,
        len(places),
        (
            ("title", issue.title),
            ("state", issue.state),
            ("reason", issue.reason),
            ("pull", issue.is_pull),
            ("draft", issue.is_draft),
            ("url", issue.url),
            ("words", words),
        ),
    )
