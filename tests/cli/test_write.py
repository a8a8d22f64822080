"""Plan text put in: from a file, from standard input, in an editor, several sections at once."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.editor import find_editor, open_sheet, without_note
from groundplan.markdown.reading_copy import ALL_DEFAULTS
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from .conftest import Desk

TWO = """\
Two sections, by their headings.

## Context

The uploader posts each file once.

## Implementation Plan

- T1: Retry.
"""


@pytest.fixture
def ready(begun: Desk) -> Desk:
    """A plan that may be written: its question is answered."""
    assert begun.run("answer", "1", "All of them").code == 0
    return begun


def test_a_section_comes_from_a_file(ready: Desk) -> None:
    (ready.folder / "text.md").write_text("The uploader posts once.\n")
    ran = ready.run("write", "context", "--file", "text.md", "--summary", "I looked at the uploader.")
    assert (ran.code, ran.out) == (0, "✓ Written\n  Context\n")
    assert "The uploader posts once." in ready.document().read_text()
    assert ready.run("log", "--json").json["entries"][-2]["text"] == "I looked at the uploader."


@pytest.mark.parametrize("words", [("context", "-"), ("context", "--file", "-"), ("Context", "-"), ("-",)])
def test_a_section_comes_from_standard_input(ready: Desk, words: tuple[str, ...]) -> None:
    ran = ready.run("write", *words, stdin="The uploader posts once.\n")
    assert ran.code == (2 if words == ("-",) else 0)


def test_several_sections_come_from_one_text_by_their_headings(ready: Desk) -> None:
    ran = ready.run("write", "--all", "-", stdin=TWO)
    assert ran.code == 0, ran.err
    assert "✓ Written\n  Context\n" in ran.out
    assert "  Implementation Plan\n" in ran.out
    assert "text before the first section was left out" in ran.err


def test_only_the_named_sections_are_taken_from_a_text(ready: Desk) -> None:
    ran = ready.run("write", "context", "--all", "-", stdin=TWO)
    assert ran.code == 0
    assert "T1" not in ready.document().read_text()


def test_a_whole_document_given_back_changes_what_differs(ready: Desk) -> None:
    text = ready.document().read_text().replace("## Context\n", "## Context\nThe uploader posts once.\n", 1)
    ran = ready.run("write", "--all", "-", stdin=text)
    assert ran.code == 0, ran.err
    assert [part["key"] for part in ready.run("diff", "--json").json["sections"]] == ["context"]
    assert "note:" not in ran.err


class TestSeveralDocuments:
    @pytest.fixture
    def product(self, desk: Desk) -> Desk:
        assert desk.run("new", "Cache the grades", "--playbook", "product", "--name", "grades").code == 0
        return desk

    def test_one_documents_sections_are_taken(self, product: Desk) -> None:
        text = "## Overview\n\nGrades are computed on every call.\n\n## Problem Statement\n\nIt takes 2 s.\n"
        ran = product.run("write", "--all", "-", stdin=text)
        assert ran.code == 0, ran.err
        assert "Overview" in ran.out
        assert "Problem Statement" in ran.out

    def test_a_text_may_hold_several_documents(self, product: Desk) -> None:
        text = (
            "# Cache the grades\n\n## Overview\n\nGrades are computed on every call.\n\n"
            "# Tasks: Cache the grades\n\n## Handoff Notes\n\nStart with the cache.\n"
        )
        ran = product.run("write", "--all", "-", stdin=text)
        assert ran.code == 0, ran.err
        shown = product.run("show", "--text").out
        assert "Grades are computed on every call.\n" in shown
        assert "Start with the cache.\n" in shown
        assert shown.count("# Tasks: Cache the grades") == 1

    def test_the_sentence_that_a_copy_adds_shifts_no_section(self, product: Desk) -> None:
        added = f"{ALL_DEFAULTS}\n" * 3
        notes = "## Handoff Notes\n\nTwo.\nThree.\n"
        text = f"## Overview\n\nOne.\n\n{added}\n# Tasks: Cache the grades\n\n{notes}"
        assert product.run("write", "--all", "-", stdin=text).code == 0
        shown = product.run("show", "--text").out
        assert "## Handoff Notes\n\nTwo.\nThree.\n" in shown
        assert ALL_DEFAULTS not in shown

    def test_a_title_inside_a_section_loses_nothing(self, product: Desk) -> None:
        text = "## Overview\n\nOne.\n\n# A title of the writer's\n\nWords under it.\n"
        assert product.run("write", "--all", "-", stdin=text).code == 0
        assert "Words under it." in product.run("show", "--text").out


@pytest.mark.parametrize(
    ("words", "stdin", "code", "message"),
    [
        (("context", "-"), "", 2, "The text is empty"),
        (("context", "-"), "  \n", 2, "The text is empty"),
        (("contxt", "-"), "x", 2, "has no section `contxt`"),
        (("--all", "none.md"), "", 2, "There is no file `none.md`"),
        (("context", "--file", "none.md"), "", 2, "There is no file `none.md`"),
        (("context", "--file", "plans"), "", 2, "`plans` is a folder"),
        (("context",), "", 2, "No text is given"),
        (("context", "--json"), "", 2, "No text is given"),
        ((), "", 2, "No section is named"),
        (("--all", "-"), "no headings here", 2, "has no heading that the plan's playbook declares"),
        (("--all", "-"), "## Goal\n\nx\n\n## Budget\n\ny\n", 2, "`## Budget` is no heading of this plan"),
        (("context", "goal", "-"), "## Context\nx", 2, "has no heading of section `goal`"),
        (("context", "-"), "## Goal\nsmuggled", 3, ""),
        (("context", "-"), "```\nopen", 3, ""),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_changes(
    ready: Desk, words: tuple[str, ...], stdin: str, code: int, message: str
) -> None:
    before = ready.document().read_bytes(), ready.ledger()
    ran = ready.run("write", *words, stdin=stdin)
    assert ran.code == code, ran.err
    assert message in ran.err
    assert ran.out == ""
    assert (ready.document().read_bytes(), ready.ledger()) == before


def test_text_that_is_not_utf8_is_named_by_its_byte(ready: Desk) -> None:
    ran = ready.run("write", "context", "-", stdin=b"caf\xe9")
    assert (ran.code, ran.err.splitlines()[0]) == (
        5,
        "error: The text from standard input is not UTF-8: byte 3",
    )


def test_a_secret_is_refused_and_not_repeated(ready: Desk) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLF"
    for words in (("say", f"the key is {secret}"), ("write", "context", "-")):
        ran = ready.run(*words, stdin=f"The key is {secret}\n")
        assert ran.code == 3, ran.err
        assert secret not in ran.out + ran.err


def test_undo_takes_the_last_write_back(ready: Desk) -> None:
    before = ready.document().read_text()
    ready.run("write", "context", "-", stdin="The uploader posts once.\n")
    ran = ready.run("undo")
    assert ran.code == 0
    assert "Context" in ran.out
    assert ready.document().read_text().partition("## Context")[2] == before.partition("## Context")[2]


def test_undo_names_where_the_text_is_that_it_took_away(ready: Desk) -> None:
    ready.run("write", "context", "-", stdin="The uploader posts once.\n")
    ran = ready.run("undo", columns=200)
    assert "✓ Undid `write context`" in ran.out
    assert "The uploader posts once." in saved_by(ready, ran.out)
    ready.document().write_text(ready.document().read_text() + "\nA word by hand.\n")
    ran = ready.attend("undo", columns=200)
    assert "A word by hand." in saved_by(ready, ran.out)


def test_undo_says_that_a_question_which_came_with_the_text_is_still_asked(ready: Desk) -> None:
    text = "## Context\n\nThe uploader posts once.\n\n## Open Questions\n\n- [ ] Q: Who owns the uploader?\n"
    assert ready.run("write", "--all", "-", stdin=text).code == 0
    ran = ready.run("undo", columns=200)
    assert ran.code == 0, ran.err
    assert 'note: Q2 is still asked; withdraw it with `groundplan ask --withdraw Q2 "<reason>"`' in ran.err
    assert ready.run("ask", "--withdraw", "Q2", "not needed").code == 0


def saved_by(desk: Desk, told: str) -> str:
    named = re.search(r"saved in (\S+)", told)
    assert named, told
    return (desk.folder / named[1]).read_text()


class TestEditor:
    pytestmark = pytest.mark.skipif(os.name == "nt", reason="terminals of this kind exist on Linux and macOS")

    @pytest.fixture
    def editor(self, ready: Desk) -> Path:
        """An editor that looks at the file, then does what is in `change`."""
        path = ready.home / "editor"
        seen, change = ready.home / "seen", ready.home / "change"
        path.write_text(f'#!/bin/sh\nls -l "$1" > {seen}\ncat "$1" >> {seen}\n. {change}\n')
        path.chmod(0o755)
        (ready.home / "change").write_text("")
        return path

    def edit(self, desk: Desk, editor: Path, change: str, *words: str) -> object:
        (desk.home / "change").write_text(change)
        return desk.attend("write", *words, environ={"EDITOR": str(editor), "TMPDIR": str(desk.home)})

    def left(self, desk: Desk) -> list[Path]:
        return sorted(desk.home.glob("groundplan-*/*"))

    def test_a_section_is_written_in_the_editor(self, ready: Desk, editor: Path) -> None:
        ran = self.edit(ready, editor, 'echo "The uploader posts once." >> "$1"', "context")
        assert ran.code == 0, ran.out
        assert "The uploader posts once." in ready.document().read_text()
        assert "groundplan write context" not in ready.document().read_text()
        seen = (ready.home / "seen").read_text()
        assert seen.startswith("-rw-------")
        assert "leave without a change to write nothing" in seen
        assert self.left(ready) == []

    def test_leaving_it_as_it_is_writes_nothing(self, ready: Desk, editor: Path) -> None:
        before = ready.document().read_bytes(), ready.ledger()
        ran = self.edit(ready, editor, "true", "context")
        assert (ran.code, ran.out) == (0, "No changes; nothing was written.\n")
        assert (ready.document().read_bytes(), ready.ledger()) == before
        assert self.left(ready) == []

    def test_a_text_that_is_refused_is_kept(self, ready: Desk, editor: Path) -> None:
        ran = self.edit(ready, editor, "printf '## Goal\\nsmuggled\\n' > \"$1\"", "context")
        assert ran.code == 3
        kept = re.search(r"Your text is saved in\s+`(.+)`", ran.out)
        assert kept is not None
        assert Path(kept[1]).read_text() == "## Goal\nsmuggled\n"
        assert stat.S_IMODE(Path(kept[1]).stat().st_mode) == 0o600

    def test_an_editor_that_fails_keeps_the_text(self, ready: Desk, editor: Path) -> None:
        ran = self.edit(ready, editor, 'echo "half a thought" >> "$1"; exit 3', "context")
        assert ran.code == 5
        assert "ended with code 3" in " ".join(ran.out.split())  # wherever the path lets the line break
        assert len(self.left(ready)) == 1

    def test_the_sheet_says_what_belongs_there_and_none_of_it_is_saved(
        self, ready: Desk, editor: Path
    ) -> None:
        change = 'cp "$1" "$TMPDIR/seen"; echo "1. Retry once." >> "$1"'
        ran = self.edit(ready, editor, change, "implementation-plan")
        assert ran.code == 0, ran.out
        guidance = "Ordered steps, each small enough to review"
        assert guidance in (ready.home / "seen").read_text()
        assert "Verify: `python3 -m pytest tests/test_cart.py` passes." in (ready.home / "seen").read_text()
        assert guidance not in ready.document().read_text()
        assert "Verify:" not in ready.document().read_text()
        assert "1. Retry once." in ready.document().read_text()

    def test_several_sections_are_edited_in_one_sheet(self, ready: Desk, editor: Path) -> None:
        change = r"""sed -i.bak 's/^## Context$/&\
The uploader posts once./' "$1"; rm "$1.bak" """
        ran = self.edit(ready, editor, change, "context", "implementation-plan")
        assert ran.code == 0, ran.out
        assert "The uploader posts once." in ready.document().read_text()


def test_the_note_is_no_part_of_the_text() -> None:
    sheet = open_sheet("text <!-- mine -->\n", "a note")
    whole = sheet.path.read_text()
    sheet.discard()
    assert whole.startswith("<!-- a note\n")
    assert without_note(whole) == "text <!-- mine -->\n"
    assert without_note("the note was taken out\n") == "the note was taken out\n"
    first, *others = whole.splitlines(keepends=True)
    inside = "".join([first, "1. Typed inside the note.\n", *others])
    assert without_note(inside, sheet.note) == "1. Typed inside the note.\ntext <!-- mine -->\n"
    again = "".join([first, first, *others])
    assert without_note(again, sheet.note) == f"{first}text <!-- mine -->\n"
    assert not sheet.path.exists()


def test_the_editor_is_the_persons_and_never_the_repositorys(tmp_path: Path) -> None:
    assert find_editor({"VISUAL": "code --wait", "EDITOR": "vi"}) == ["code", "--wait"]
    assert find_editor({"EDITOR": "vi -u NONE"}) == ["vi", "-u", "NONE"]
    with pytest.raises(Misused):
        find_editor({"EDITOR": 'vi "open'})


class TestFindings:
    def test_a_write_prints_what_its_words_raise(self, ready: Desk) -> None:
        ran = ready.run("write", "context", "-", stdin="It is in `src/nowhere.py:3`. TBD\n")
        assert ran.code == 0
        assert "New findings:" in ran.out
        assert "GP101" in ran.out
        again = ready.run("check", "--json").json["plans"][0]["findings"]
        assert "GP101" in {each["code"] for each in again}

    def test_a_write_that_raises_nothing_says_nothing_of_findings(self, ready: Desk) -> None:
        assert "findings" not in ready.run("write", "context", "-", stdin="It posts once.\n").out

    def test_they_are_in_the_json_too(self, ready: Desk) -> None:
        ran = ready.run("write", "context", "-", "--json", stdin="It is in `src/nowhere.py:3`.\n")
        assert "GP101" in {each["code"] for each in ran.json["raised"]}


class TestDryRun:
    def test_it_shows_and_judges_and_leaves_every_file_alone(self, ready: Desk) -> None:
        def files() -> dict[str, bytes]:
            paths = (path for path in ready.folder.rglob("*") if path.is_file() and ".git" not in path.parts)
            return {str(path): path.read_bytes() for path in paths}

        before = files()
        good = ready.run("write", "context", "-", "--dry-run", stdin="It posts once.\n")
        bad = ready.run("write", "context", "-", "--dry-run", stdin="It is in `src/nowhere.py:3`.\n")
        assert (good.code, bad.code) == (0, 1)
        assert "Nothing was written" in good.out
        assert "GP101" in bad.out
        assert files() == before

    def test_what_would_be_refused_is_told_with_exit_code_1(self, begun: Desk) -> None:
        ran = begun.run("write", "context", "-", "--dry-run", "--json", stdin="It posts once.\n")
        assert ran.code == 1
        assert {each["code"] for each in ran.json["refused"]} == {"GP201"}
        assert ran.json["clean"] is False


class TestProposals:
    def test_it_is_shown_with_its_author_and_what_it_waits_for(self, begun: Desk) -> None:
        ran = begun.run("write", "context", "-", "--propose", stdin="It posts once.\n")
        assert ran.code == 0, ran.err
        assert "waits for your reply" in ran.out
        assert "It posts once." not in begun.document().read_text()
        shown = begun.run("show", "--proposed")
        assert "proposed by Ada (pipe), waits for your reply" in shown.out
        assert "It posts once." in shown.out

    def test_the_reply_it_waits_for_brings_it_in(self, begun: Desk) -> None:
        assert begun.run("write", "context", "-", "--propose", stdin="It posts once.\n").code == 0
        ran = begun.run("answer", "1", "All of them")
        assert "Proposed by Ada, now in the plan: `context`" in ran.err
        assert "It posts once." in begun.document().read_text()

    def test_show_says_that_it_rests_on_older_text(self, begun: Desk) -> None:
        assert begun.run("write", "implementation-plan", "-", "--propose", stdin="- T1: Go.\n").code == 0
        path = begun.document()
        path.write_text(path.read_text().replace("## Context\n", "## Context\nBy hand.\n", 1))
        assert "`context` was rewritten since" in begun.run("show", "--proposed").out


class TestRecords:
    def test_they_are_written_as_markdown_would_be(self, ready: Desk) -> None:
        given = (
            '{"context": "It posts.", "implementation-plan": [{"text": "Retry it."}, {"text": "Count it."}]}'
        )
        ran = ready.run("write", "--records", "-", stdin=given)
        assert ran.code == 0, ran.err
        assert "## Implementation Plan\n- Retry it.\n- Count it.\n" in ready.document().read_text()

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("nonsense", "not JSON"),
            ("[]", "not an object"),
            ("{}", "not an object"),
            ('{"nowhere": "x"}', "no section `nowhere`"),
            ('{"context": 3}', "no such form"),
            ('{"implementation-plan": [3]}', "not a list of objects"),
            ('{"implementation-plan": [{"price": "x"}]}', "no field `price`"),
            ("[" * 100_000, "not JSON"),
        ],
    )
    def test_what_has_no_form_is_named_and_nothing_is_written(
        self, ready: Desk, text: str, told: str
    ) -> None:
        before = ready.document().read_bytes()
        ran = ready.run("write", "--records", "-", stdin=text)
        assert ran.code in {2, 5}
        assert told in ran.err
        assert ready.document().read_bytes() == before

    def test_they_obey_the_same_rules(self, begun: Desk) -> None:
        ran = begun.run("write", "--records", "-", stdin='{"context": "It posts once."}')
        assert ran.code == 3
        assert "GP201" in ran.err


def test_with_all_a_word_may_name_a_file_and_several_documents_take_several(desk: Desk) -> None:
    assert desk.run("new", "Retry uploads", "--playbook", "roadmap", "--name", "retry").code == 0
    (desk.folder / "analysis.md").write_text("### Interpretations\n\n- Uploads of files.\n")
    (desk.folder / "roadmap.md").write_text("### Executive Summary\n\nUploads are retried.\n")
    ran = desk.run("write", "--all", "analysis.md", "roadmap.md", "--json")
    assert ran.code == 0, ran.err
    assert {each["key"] for each in ran.json["sections"]} == {"goal/interpretations", "summary"}
    missing = desk.run("write", "--all", "nowhere.md")
    assert missing.code == 2
    assert "nowhere.md" in missing.err


def test_a_key_means_its_own_section_before_the_title_of_another(desk: Desk) -> None:
    assert desk.run("new", "Cache the grades", "--playbook", "product", "--name", "grades").code == 0
    ran = desk.run("write", "questions", "-", "--dry-run", "--json", stdin="No question is open.\n")
    assert [each["key"] for each in ran.json["sections"]] == ["questions"]
