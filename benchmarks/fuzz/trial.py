"""One damaged repository, and all that commands ask of it, through the functions they use."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from groundplan.app.callers import Caller
from groundplan.app.changes.checking import check
from groundplan.app.judgement.judging import refresh
from groundplan.app.views import viewing
from groundplan.app.views.handover import resume
from groundplan.app.workspace import CONFIG_PATH, parse_config
from groundplan.cli import completions
from groundplan.cli.look import Screen
from groundplan.cli.main import groundplan
from groundplan.cli.session import Session
from groundplan.cli.views.findings import show_findings
from groundplan.cli.views.plan import show_plan
from groundplan.plan.errors import GroundplanError
from groundplan.playbooks.shelf import Shelf
from groundplan.rules.registry import RULES
from groundplan.store.config import read_config_bytes, read_own_playbooks

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace

AGENT = Caller("fuzz", "agent", ("fuzz",))
ACTIVE = set(" \t\n;&|<>()$`\\\"'*?[]#~!{}")  # what a shell acts on


class Unsafe(Exception):
    """Something was offered that must never be."""


def ask_everything(workspace: Workspace) -> str:
    """Ask all there is to ask; a refusal is an answer, any other exception is a crash."""
    try:
        now = replace(
            workspace,
            config=parse_config(read_config_bytes(workspace.folder), place=CONFIG_PATH),
            shelf=Shelf(read_own_playbooks(workspace.folder), set(RULES)),
        )
        now.shelf.faults("own") if "own" in now.shelf.names() else None
        seen = viewing.overview(now)
    except GroundplanError:
        return "refused"
    for opened in seen.plans:
        _ask(opened)
        _complete(opened)
    return "read" if seen.plans else "refused"


def _ask(opened: OpenPlan) -> None:
    screen = Screen.over(io.StringIO(), color="never")
    show_findings(screen, check(opened, caller=AGENT).findings)
    show_plan(screen, opened)
    for question in (
        lambda: refresh(opened.plan, opened.judgement, opened.playbook),
        lambda: resume(opened),
        lambda: viewing.log(opened),
        lambda: viewing.diff(opened),
    ):
        try:
            question()
        except GroundplanError:
            continue


class _Opened(Session):
    """A session that has its plan open: each kind of word is completed from the same one."""

    def __init__(self, opened: OpenPlan) -> None:
        super().__init__()
        self.workspace = opened.workspace
        self._opened = opened

    def open(self, name: str = "", *, archived: bool = False) -> OpenPlan:  # noqa: ARG002
        return self._opened


def _complete(opened: OpenPlan) -> None:
    session = _Opened(opened)
    context = click.Context(groundplan, obj=session)
    for name in ("plans", "sections", "questions", "decisions", "checkpoints", "playbooks"):
        complete = getattr(completions, f"complete_{name}")
        for word in complete(context, click.Argument(["x"]), ""):
            if ACTIVE & set(word) or word.startswith("-"):
                raise Unsafe(f"completion offers {word!r}")


os.environ.setdefault("NO_COLOR", "1")
