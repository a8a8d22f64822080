"""Secrets that lie in a repository, its history or a goal get into no brief, whatever is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from planted_secrets import PLANTED

if TYPE_CHECKING:
    from .conftest import Desk

TOKEN = "gh" + "p_" + "b7Kq2Zx9Rt4Lm6Vn8Wc3Yd5Fg1Hj0PsAe4Tu"
PASSWORD = "b4Kz9qLw7Xr2"
GOAL = "Rotate the credentials that `connect` in `src/settings.py` sends, and log every retry"


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A repository with every kind of secret in its code, notes, names and history."""
    from .conftest import make_desk

    desk = make_desk(tmp_path_factory.mktemp("planted"))
    (desk.folder / "src").mkdir()
    lines = [f"    # credentials, retry: {line}" for each in PLANTED for line in each.text.splitlines()]
    body = "\n".join(lines)
    (desk.folder / "src/settings.py").write_text(
        f'def connect(retries):\n    """Send the credentials, and retry. password={PASSWORD}"""\n{body}\n'
        f"    return retries\n\n\ndef main():\n    connect(retries='{TOKEN}')\n"
    )
    notes = "\n\n".join(f"Rotate the credentials:\n\n```\n{each.text}```" for each in PLANTED)
    (desk.folder / "README.md").write_text(f"# House\n\n{notes}\n")
    (desk.folder / ".env").write_text("".join(each.text for each in PLANTED))
    (desk.folder / f"src/{TOKEN}-credentials.py").write_text("from src.settings import connect\nconnect(1)\n")
    desk.git("add", "-A")
    desk.git("commit", "-qm", f"Rotate the credentials of connect: password={PASSWORD} {TOKEN}")
    return desk


def test_no_planted_secret_gets_into_a_brief_or_the_evidence(planted: Desk) -> None:
    assert planted.run("plan", GOAL, "--name", "rotate").code == 0
    told = [planted.run(*words) for words in (("brief",), ("brief", "--json"), ("show", "--text"))]
    told += [planted.run("context", GOAL, *more) for more in ((), ("--json",))]

    said = "".join(ran.out + ran.err for ran in told)
    assert [ran.code for ran in told] == [0] * len(told)
    assert "src/settings.py" in said
    assert TOKEN not in said
    assert PASSWORD not in said
    assert [each.kind for each in PLANTED if each.leaks_into(said)] == []


def test_a_goal_with_a_secret_is_refused_and_not_repeated(planted: Desk) -> None:
    ran = planted.run("plan", f"Use {TOKEN} to log in")

    assert ran.code == 3
    assert TOKEN not in ran.out + ran.err


def test_a_password_in_a_goal_stays_out_of_the_brief(planted: Desk) -> None:
    assert planted.run("plan", f"{GOAL} with password={PASSWORD}", "--name", "told").code == 0

    said = "".join(planted.run("brief", "-p", "told", *more).out for more in ((), ("--json",)))
    assert "rotate" in said.lower()
    assert PASSWORD not in said
