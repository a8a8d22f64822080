"""One call: what it was told, the two streams it speaks on, the repository it works in, who is calling."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any

from groundplan.cli.look import Screen
from groundplan.cli.spelling import find_program, spell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from groundplan.app.callers import Caller
    from groundplan.app.judgement.codebase import Codebase, Watch
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.cli.presence import Presence

SCHEMA = "groundplan/v1"
# Answers that rest on what a parser made of a file; the others read its text or its history.
_FROM_PARSING = frozenset(
    {"occurrences", "symbols", "usages", "callers", "impact", "imports", "cycles"}
    | {"tests-for", "similar", "patterns", "flow"}
)


class Session:
    """Everything a command needs, made when it is first asked for."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        self.words = tuple(words)  # the call as it was typed
        self.plan = ""
        self.repo = ""
        self.json = False
        self.color = ""
        self.no_pager = False
        self._held = ExitStack()
        self.handle = ""  # what commands have to call the plan in hand, where there are several

    @cached_property
    def started_as(self) -> str:
        """Return the name the program was started by."""
        return find_program(os.environ, sys.argv[0])

    @property
    def program(self) -> str:
        """Return what commands begin with, the repository included where the person named one."""
        if not self.repo:
            return self.started_as
        from shlex import quote

        return f"{self.started_as} --repo {quote(self.repo)}"

    @cached_property
    def out(self) -> Screen:
        """Return where results go."""
        return Screen.over(sys.stdout, color=self.color, program=self.program)

    @cached_property
    def err(self) -> Screen:
        """Return where talk goes: notices, progress, errors."""
        screen = Screen.over(sys.stderr, color=self.color, program=self.program)
        screen.after = self.out
        return screen

    @cached_property
    def workspace(self) -> Workspace:
        """Open the repository."""
        return self.open_workspace()

    def open_workspace(self, *, base: str = "") -> Workspace:
        """Open the repository, with policy and playbooks of another commit where one is named."""
        from pathlib import Path

        from groundplan.app.workspace import open_workspace

        opened = open_workspace(
            Path(self.repo or "."),
            base=base,
            clock=read_clock(os.environ),
            watch=self.watch,
        )
        self._held.callback(opened.close)
        for notice in () if self.json else opened.notices:
            self.err.labelled("note:", "warn", notice.message)
            for path in notice.kept:
                self.err.line((path, "dim"), indent=2)
        return opened

    @cached_property
    def presence(self) -> Presence:
        """Return who is at this terminal."""
        from groundplan.cli.presence import observe

        return observe(os.environ, sys.stdin, sys.stdout)

    @cached_property
    def caller(self) -> Caller:
        """Return the caller as use cases want it."""
        from groundplan.app.callers import Caller

        seen = self.presence
        repository = self.workspace.repository
        name = repository.user_name() or repository.user_email() or _login()
        return Caller(name, seen.channel, seen.via, seen.reason)

    @cached_property
    def code(self) -> Codebase:
        """Open the code, its index brought up to date; says on the way how far it is."""
        from pathlib import Path

        from groundplan.app.judgement.codebase import open_codebase

        code = open_codebase(Path(self.repo or "."), self.watch)
        self._held.callback(code.close)
        if code.index.notice and not self.json:
            self.err.labelled("note:", "warn", code.index.notice)
        return code

    @cached_property
    def watch(self) -> Watch:
        """Return what shows how far long work is."""
        from groundplan.app.judgement.codebase import Watch
        from groundplan.cli.progress import ReadingProgress, Steps

        history = ReadingProgress(self.err, what="history", unit="commits")
        return Watch(ReadingProgress(self.err), history, Steps(self.err))

    def open(self, name: str = "", *, archived: bool = False) -> OpenPlan:
        """Open the plan that was named here, by `--plan`, or the only one."""
        from groundplan.app.plans.opened import open_plan

        opened = open_plan(self.workspace, name or self.plan, archived=archived)
        self.handle = opened.known.handle
        self.tell_copied(opened)
        return opened

    def tell_copied(self, opened: OpenPlan) -> None:
        """Say that proposals came with a copy of the folder: they count only where they were made."""
        if self.json or not opened.has_copied_proposals:
            return
        from groundplan.plan.hint import Hint, run

        there = run("show", {"text": True, "proposed": True})
        here = run("write", {"all": True, "file": "<file>", "propose": True}).on(opened.known.handle)
        told = f"sections proposed for `{opened.known.slug}` were copied here and do not count; "
        way_out = Hint(told, "print them where they were made with ", there, ", then ", here)
        self.err.labelled("note:", "warn", way_out)

    def give(
        self, kind: str, payload: dict[str, Any], show: Callable[[Screen], None], *, is_long: bool = False
    ) -> None:
        """Put the result out, as JSON or as text; what may be long goes through a pager at a terminal."""
        if self.json:
            self.out.data(to_json(kind, payload, self.program))
        elif is_long and not self.no_pager and self.out.is_terminal:
            from groundplan.cli.pager import show_paged

            show_paged(self.out, show, os.environ)
        else:
            show(self.out)

    def answer(self, kind: str, result: object, show: Callable[[Screen], None]) -> None:
        """Put the result of a question out: its fields as JSON, or as text.

        Whatever the question, an answer about a file that was parsed only in part says so.
        """
        from groundplan.app.wire.plain import as_plain

        plain = as_plain(result)
        partly = self._find_partly_parsed(plain) if kind in _FROM_PARSING else ()
        if self.json:
            more = {"partly_parsed": list(partly)} if partly else {}
            self.out.data(to_json(kind, {**plain, **more}, self.program))
            return
        show(self.out)
        if partly:
            from groundplan.cli.views.code_places import show_partly_parsed

            show_partly_parsed(self.out, partly)

    def _find_partly_parsed(self, answer: object) -> tuple[str, ...]:
        from groundplan.app.queries.searching import partly_parsed

        return partly_parsed(self.code, answer)

    def shorten(self, text: str) -> str:
        """Return the text with the person's home folder written as `~`."""
        home = os.path.expanduser("~").rstrip(os.sep)  # noqa: PTH111 - a name, not a path to open
        return text.replace(home + os.sep, f"~{os.sep}") if home else text

    def close(self) -> None:
        """Close what was opened and flush both streams; a reader that went away is no error."""
        self._held.close()
        for name in ("out", "err"):
            if name in self.__dict__:
                self.__dict__[name].flush()


def to_json(kind: str, payload: dict[str, Any], program: str) -> str:
    """Return one document of the schema; escapes keep it harmless on any terminal and in any encoding."""
    import json

    told = _spelled({"schema": SCHEMA, "kind": kind, **payload}, program)
    return json.dumps(told, indent=1) + "\n"


def _spelled(value: Any, program: str) -> Any:  # noqa: ANN401 - any tree of plain values
    """Return the tree with its commands as they are typed."""
    if isinstance(value, dict):
        return {name: _spelled(each, program) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_spelled(each, program) for each in value]
    return value if value is None or isinstance(value, int | float) else spell(value, program)


def read_clock(environ: os._Environ[str]) -> Callable[[], datetime] | None:
    """Return the clock that `GROUNDPLAN_NOW` sets, for tests; none: the system's."""
    said = environ.get("GROUNDPLAN_NOW", "").strip()
    if not said:
        return None
    from datetime import UTC, datetime, timedelta

    from groundplan.plan.errors import Misused

    try:
        start = datetime.fromisoformat(said)
        start = start.astimezone(UTC) if start.tzinfo else start.replace(tzinfo=UTC)
        start + timedelta(days=400)  # a clock that goes on from here stays within what a date can say
    except (ValueError, OverflowError) as error:
        raise Misused(
            f"`GROUNDPLAN_NOW` is `{said}`, not a time", hint="Such as `2026-01-31T12:00:00Z`"
        ) from error
    # each reading is a millisecond later, so that entry ids sort in the order they were made
    readings = iter(range(1_000_000_000))
    return lambda: start + timedelta(milliseconds=next(readings))


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user in a container
        return ""
