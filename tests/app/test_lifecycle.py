"""A workspace lets go of all it holds when it is closed, and several threads may use it at once."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from groundplan.app.analyst.planning import plan_goal
from groundplan.app.changes.checking import check
from groundplan.app.judgement.codebase import Watch, open_codebase
from groundplan.app.plans.opened import open_plan
from groundplan.app.queries import searching, surveying
from groundplan.app.queries.locating import where
from groundplan.app.workspace import open_workspace
from groundplan.cli.main import main
from groundplan.evidence.pack import EvidencePack
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.app.workspace import Workspace

SOURCE = Path(__file__).resolve().parents[2] / "src"
HANDLES = Path("/proc/self/fd")
has_handles = pytest.mark.skipif(not HANDLES.is_dir(), reason="open files are counted in /proc")


def count_handles() -> int:
    gc.collect()
    return sum(1 for _ in HANDLES.iterdir())


def ask(office: Office) -> tuple[object, ...]:
    """Ask what a surface asks, of a workspace of its own."""
    with open_workspace(office.root) as workspace:
        return ask_in(workspace, office)


def ask_in(workspace: Workspace, office: Office) -> tuple[object, ...]:
    checked = check(open_plan(workspace), caller=office.ann)
    found = where(workspace.code, "retry failed uploads")
    return (
        [finding.code for finding in checked.findings],
        [each.path for each in found.files],
        searching.find(workspace.code, "upload"),
        surveying.manifest(workspace.code),
    )


@pytest.fixture
def begun(office: Office) -> Office:
    """An office with a plan that cites code, its texts read already."""
    office.begin()
    office.commit()
    ask(office)
    return office


@has_handles
def test_a_closed_workspace_holds_no_file_open(begun: Office) -> None:
    before = count_handles()
    with open_workspace(begun.root) as workspace:
        ask_in(workspace, begun)
        assert count_handles() > before
    assert count_handles() == before
    workspace.close()  # once more is no fault
    assert count_handles() == before


@has_handles
def test_a_workspace_that_cannot_be_opened_holds_no_file_open(begun: Office) -> None:
    (begun.root / ".groundplan/config.toml").write_text("not toml")
    before = count_handles()
    with pytest.raises(Unreadable):
        open_workspace(begun.root)
    assert count_handles() == before


@has_handles
@pytest.mark.parametrize(
    "words", [["check"], ["code", "find", "upload"], ["where", "retry uploads"], ["show"]]
)
def test_the_command_line_closes_what_it_opened(
    begun: Office, words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    with chdir(begun.root):
        main(words)
        before = count_handles()
        main(words)
        assert count_handles() == before
    assert "failed at" not in capfd.readouterr().err


def test_two_threads_that_begin_at_once_get_the_answers_of_one(begun: Office) -> None:
    for number in range(200):  # so that both have much to read before they can answer
        (begun.root / f"src/late_{number}.py").write_text(f"def upload_{number}():\n    upload({number})\n")
    start = Barrier(2)

    def ask_together(workspace: Workspace) -> list[tuple[object, ...]]:
        start.wait()
        return [ask_in(workspace, begun) for _ in range(3)]

    with open_workspace(begun.root) as workspace, ThreadPoolExecutor(2) as threads:
        first, second = threads.map(ask_together, [workspace] * 2)
    assert first == second == [ask(begun)] * 3


def test_each_thread_has_a_connection_of_its_own(begun: Office) -> None:
    # On a shared one the transactions of two threads mix: the index takes it for broken and begins anew.
    start = Barrier(2)

    def connect(workspace: Workspace) -> int:
        start.wait()
        return id(workspace.code.index)

    with open_workspace(begun.root) as workspace, ThreadPoolExecutor(2) as threads:
        assert len(set(threads.map(connect, [workspace] * 2))) == 2


def test_questions_about_code_need_no_readable_settings(begun: Office) -> None:
    (begun.root / ".groundplan/config.toml").write_text("not toml")
    with open_codebase(begun.root) as code:
        assert searching.find(code, "upload").files


def test_how_far_the_reading_is_goes_to_whoever_opened_it(begun: Office) -> None:
    with open_workspace(begun.root) as workspace:
        searching.find(workspace.code, "early")
    (begun.root / "src/late.py").write_text("late = 1\n")
    heard: list[tuple[int, int]] = []
    with open_workspace(
        begun.root, watch=Watch(lambda done, total: heard.append((done, total)))
    ) as workspace:
        searching.find(workspace.code, "late")
    # A file as young as the index is read again with the new one: its size and time prove nothing yet.
    files = heard[-1][1]
    assert heard == [(done, files) for done in range(1, files + 1)]


UNCLOSED = """
import sys, threading
from pathlib import Path
from groundplan.app.queries import searching
from groundplan.app.workspace import open_workspace
workspace = open_workspace(Path(sys.argv[1]))
thread = threading.Thread(target=lambda: print(len(searching.find(workspace.code, "upload").files)))
thread.start()
thread.join()
"""


def test_what_a_thread_left_open_ends_in_silence(begun: Office) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", UNCLOSED, str(begun.root)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 0


@pytest.mark.parametrize("playbook", ["roadmap", "migration"])
def test_nothing_of_a_plan_that_was_made_stays_in_memory(
    office: Office, monkeypatch: pytest.MonkeyPatch, playbook: str
) -> None:
    packs: list[weakref.ref[EvidencePack]] = []
    make = EvidencePack.__init__

    def remember(pack: EvidencePack, *args: object, **named: object) -> None:
        make(pack, *args, **named)
        packs.append(weakref.ref(pack))

    monkeypatch.setattr(EvidencePack, "__init__", remember)
    office.commit()
    with open_workspace(office.root) as workspace:
        plan_goal(workspace, "Retry failed uploads", caller=office.ann, playbook=playbook)
    del workspace
    gc.collect()
    assert packs
    assert [pack() for pack in packs if pack() is not None] == []
