"""A plan's statements about the code, each held against what can tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.nearest import distance
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import (
    AROUND,
    BLOCK,
    COUNTED,
    LOOSE,
    MOVED_TO,
    NAMED_TEST,
    NEAR,
    TOLD,
    TOTAL,
    Answer,
    Topic,
    Verdict,
)

if TYPE_CHECKING:
    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.mention import Sayings
    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.here import Here

_RUNS_SCRIPTS = frozenset({"npm", "yarn", "pnpm", "bun", "make", "gmake", "just", "task"})


def answer_statements(code: Looking, sayings: Sayings) -> tuple[Answer, ...]:
    """Return what the code says to each statement of a plan."""
    desk = _Desk(code, sayings)
    moved = {each.subject.casefold() for each in sayings.statements if each.said == MOVED_TO}
    answers = _alone(
        [
            answer
            for each in sayings.statements
            if not _is_of_moved(each, moved)
            for answer in desk.answers(each)
        ]
    )
    missed = {
        each.statement.place
        for each in answers
        if each.verdict is Verdict.FALSE and each.statement.topic in {Topic.QUOTE, Topic.TEST}
    }
    # "Phase 2" looks like a version; only what some manifest names is one.
    return tuple(
        each
        for each in answers
        if (each.statement.topic is not Topic.VERSION or each.verdict is not Verdict.UNKNOWN)
        # A name beside lines that do not show it, or of a test that is not there, is one mistake.
        and (each.statement.topic is not Topic.NAME or each.statement.place not in missed)
    )


def _alone(answers: list[Answer]) -> list[Answer]:
    """Return the answers without names in company: where several are unknown, they are new together."""
    unknown = Counter(
        each.statement.place.line
        for each in answers
        if each.statement.said in {NEAR, TOLD} and each.verdict in {Verdict.UNKNOWN, Verdict.FALSE}
    )
    return [
        replace(each, verdict=Verdict.UNKNOWN)
        if each.statement.said in {NEAR, TOLD}
        and each.verdict is Verdict.FALSE
        and unknown[each.statement.place.line] > 1
        and not any(distance(each.statement.subject, near, 1) <= 1 for near in each.near)
        else each
        for each in answers
    ]


def _is_of_moved(statement: Statement, moved: set[str]) -> bool:
    """Tell whether a version is of a package that the plan moves: it may be its old one or its new one."""
    return statement.topic is Topic.VERSION and statement.subject.casefold() in moved


@dataclass(frozen=False, slots=True)
class _Desk:
    """One run over a plan's statements."""

    code: Looking
    sayings: Sayings
    _here: Here | None = None
    _named: list[str] | None = None

    @property
    def named(self) -> list[str]:
        """The files that the plan names."""
        if self._named is None:  # each statement asks for them
            self._named = list(dict.fromkeys(each.path for each in self.sayings.mentions))
        return self._named

    @property
    def made(self) -> frozenset[str]:
        """What some step may make."""
        return self.sayings.made_words

    def answers(self, statement: Statement) -> list[Answer]:
        """Return what the code says: one answer, but for a list of lines."""
        if statement.topic is not Topic.USERS:
            return [self.answer(statement)]
        from groundplan.survey.stated.line_lists import judge_line_list  # noqa: PLC0415

        return list(judge_line_list(self.code.index, statement, frozenset(self.named)))

    def answer(self, statement: Statement) -> Answer:
        """Return what the code says; each reader is loaded by the plans that need it."""
        if statement.topic is Topic.LIST:
            is_true = int(statement.said) == statement.number
            found = "" if is_true else f"the list has {statement.said}"
            return Answer(statement, Verdict.HOLDS if is_true else Verdict.FALSE, found)
        if statement.topic is Topic.SCOPE:
            return Answer(statement, Verdict.FALSE, f"line {statement.said} leaves it out")
        if statement.topic is Topic.QUOTE:
            return self._answer_quote(statement)
        if statement.topic is Topic.NAME:
            return self._answer_name(statement)
        if statement.topic is Topic.COUNT:
            return self._answer_count(statement)
        return self._answer_other(statement)

    def _answer_quote(self, statement: Statement) -> Answer:
        index, path = self.code.index, self._path(statement)
        if statement.said == BLOCK:
            from groundplan.survey.stated.quoted_blocks import judge_block  # noqa: PLC0415

            return judge_block(index, statement, path, self.named)
        if statement.said not in {AROUND, LOOSE}:
            from groundplan.survey.stated.quotes import judge_quote  # noqa: PLC0415

            return judge_quote(index, statement, path, self.made)
        from groundplan.survey.stated.places import judge_around, judge_loose  # noqa: PLC0415

        if statement.said == AROUND:
            return judge_around(index, statement, path, self.named)
        return judge_loose(index, statement, self.named)

    def _answer_name(self, statement: Statement) -> Answer:
        from groundplan.survey.stated.names import judge_name, judge_near, judge_told  # noqa: PLC0415

        if statement.said == TOLD:
            return judge_told(self.code.index, statement, self.sayings.beside_words, self.named)
        if statement.said == NEAR:
            return judge_near(self.code.index, statement, self.sayings.created_words, self.named)
        if statement.said in {"makes", "example"}:
            return Answer(statement, Verdict.PLANNED)
        return judge_name(self.code.index, statement, self._path(statement), self.made)

    def _answer_count(self, statement: Statement) -> Answer:
        if statement.said == TOTAL:
            from groundplan.survey.stated.totals import judge_total  # noqa: PLC0415

            return judge_total(self.code.index, statement)
        from groundplan.survey.stated.counts import judge_count  # noqa: PLC0415

        return judge_count(self.code.index, statement, self._path(statement))

    def _answer_other(self, statement: Statement) -> Answer:
        if statement.topic is Topic.VERSION:
            from groundplan.survey.stated.versions import judge_version  # noqa: PLC0415

            return judge_version(self.here, statement)
        if statement.topic in {Topic.PRESENCE, Topic.FILES}:
            from groundplan.survey.stated.presence import judge_files, judge_presence  # noqa: PLC0415

            is_count = statement.topic is Topic.FILES
            return (
                judge_files(self.code.index, statement)
                if is_count
                else judge_presence(self.code.index, statement, self._path(statement))
            )
        if statement.topic is Topic.DEPENDENCY:
            from groundplan.survey.stated.dependencies import judge_dependency, judge_number  # noqa: PLC0415

            if statement.said == COUNTED:
                return judge_number(self.here, statement)
            return judge_dependency(self.here, statement)
        if statement.topic is Topic.TESTED:
            from groundplan.survey.stated.tested import judge_tested  # noqa: PLC0415

            return judge_tested(self.code.index, statement)
        if statement.said == NAMED_TEST:
            from groundplan.survey.stated.test_ids import judge_named  # noqa: PLC0415

            return judge_named(self.here, statement)
        from groundplan.survey.stated.commands import judge_command  # noqa: PLC0415

        whole = self.sayings.made_whole
        # Who makes `tests/test_a.py` makes no script or target called `tests`.
        is_script = statement.subject.split(" ")[0] in _RUNS_SCRIPTS
        here = self.here if whole is None or not is_script else replace(self.here, made=whole)
        return judge_command(here, statement)

    @property
    def here(self) -> Here:
        """What commands and versions are held against, read once."""
        if self._here is None:
            from groundplan.survey.manifest.reading import read_manifest  # noqa: PLC0415
            from groundplan.survey.stated.here import Here  # noqa: PLC0415

            self._here = Here(
                self.code.index,
                read_manifest(self.code.index),
                self.made,
                self.sayings.named_words,
                self.sayings.created_words or self.made,
            )
        return self._here

    def _path(self, statement: Statement) -> str:
        """Return the one existing file that a statement names, or nothing."""
        if statement.citation is None:
            return ""
        placed = self.code.place(statement.citation, by_ending=True)
        return "" if placed.is_folder or placed.is_outside or placed.others else placed.path
