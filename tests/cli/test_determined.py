"""A goal that the code determines: its tasks are proposed beside the plan, and nobody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sample_code import lay_code

if TYPE_CHECKING:
    from .conftest import Desk


def test_the_tasks_of_a_rename_wait_beside_the_plan_and_are_not_in_it(desk: Desk) -> None:
    lay_code(desk.folder)
    (desk.folder / "src/client.py").write_text("from src.upload import shorten\n\nNAME = shorten('x')\n")
    desk.git("add", "-A")
    desk.git("commit", "-qm", "Begin")
    ran = desk.run("plan", "Rename `shorten` to `abbreviate`", "--playbook", "collaborate", "--name", "cut")
    assert ran.code == 0, ran.err
    shown = desk.run("show", "cut", "--proposed", columns=200).out
    assert "- Rename `shorten` to `abbreviate` in `src/upload.py`" in shown
    assert "- Rename `shorten` to `abbreviate` in `src/client.py`: it appears 2 times" in shown
    assert "Rename `shorten` to `abbreviate` in" not in desk.document("cut").read_text()


def test_the_tasks_of_a_rename_go_into_the_plan_when_its_questions_are_answered(desk: Desk) -> None:
    plan_rename(desk)
    assert "Implementation Plan  waits for Q1" in desk.run("show", "cut", "--proposed").out
    whole = desk.run("show", "cut", "--text", "--proposed", columns=200).out
    assert "Rename `shorten` to `abbreviate` in `parcel/box.py`" in whole
    assert "Rename `shorten` to `abbreviate` in" not in desk.document("cut").read_text()
    answer_all(desk, "Yes, at once")
    text = desk.document("cut").read_text()
    assert "Rename `shorten` to `abbreviate` in `parcel/box.py`" in text
    assert "Implementation Plan" not in desk.run("show", "cut", "--proposed", columns=200).out


def test_a_question_keeps_its_reason_and_its_recommended_answer_in_the_plan(desk: Desk) -> None:
    plan_rename(desk)
    desk.run("answer", "Q1", "Yes, at once", "-p", "cut")
    text = desk.document("cut").read_text()
    assert "  - **Why:** It is public (exported by `parcel/__init__.py`)" in text
    assert "  - **Default:** `shorten` no longer appears outside the release history (today " in text


def test_each_task_of_a_rename_has_the_command_that_shows_it(desk: Desk) -> None:
    plan_rename(desk)
    answer_all(desk, "Yes, at once")
    text = " ".join(desk.document("cut").read_text().split())
    assert "Verify: `git grep -nw shorten -- parcel/names.py` finds nothing" in text
    assert "Verify: `git grep -nw shorten -- parcel/box.py` finds nothing" in text


def test_the_home_of_a_name_that_is_kept_still_has_it(desk: Desk) -> None:
    plan_rename(desk)
    answer_all(desk, "No: the old way goes on working as it is")
    text = " ".join(desk.document("cut").read_text().split())
    assert "Verify: `git grep -nw abbreviate -- parcel/names.py` finds it" in text
    assert "Verify: `git grep -nw shorten -- parcel/names.py` finds it" in text
    assert "Verify: `git grep -nw shorten -- parcel/box.py` finds nothing" in text


def test_what_is_kept_for_others_is_not_gone_when_it_is_done(desk: Desk) -> None:
    plan_rename(desk)
    answer_all(desk, "No: the old way goes on working and warns")
    text = " ".join(desk.document("cut").read_text().split())
    assert "no longer appears outside the release history" not in text
    assert "appears only where it is kept for others" in text
    assert "Keep `shorten` working in `parcel/names.py`: it warns and calls `abbreviate`" in text


def plan_rename(desk: Desk) -> None:
    """Begin to rename a function that the package gives to everybody."""
    lay_code(desk.folder)
    for name, text in {
        "pyproject.toml": '[project]\nname = "parcel"\nversion = "1"\n',
        "parcel/__init__.py": "from parcel.names import shorten\n\n__all__ = ['shorten']\n",
        "parcel/names.py": "def shorten(name):\n    return name[:3]\n",
        "parcel/box.py": "from parcel.names import shorten\n\nNAME = shorten('x')\n",
    }.items():
        (desk.folder / name).parent.mkdir(exist_ok=True)
        (desk.folder / name).write_text(text)
    (desk.folder / "src/upload.py").unlink()
    desk.git("add", "-A")
    desk.git("commit", "-qm", "Begin")
    ran = desk.run("plan", "Rename `shorten` to `abbreviate`", "--playbook", "collaborate", "--name", "cut")
    assert "May code outside this repository break" in ran.out


def answer_all(desk: Desk, first: str) -> None:
    """Answer whether callers outside may break, and what the plan then recommends."""
    for number in range(1, 5):
        words = first if number == 1 else "as recommended"
        ran = desk.run("answer", f"Q{number}", words, "-p", "cut", columns=200)
        if ran.code:
            break
