"""What a person allowed stays allowed, however many allow something at once."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from groundplan.app.probes import permits
from groundplan.app.probes.attempts import list_allowed
from groundplan.app.probes.families import Family
from groundplan.app.probes.permits import Permit, permits_file, read_permits, remember

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Office


def words(world: dict[str, str]) -> set[str]:
    return {each.family.words[0] for each in read_permits("/repo", world)}


def test_a_permit_that_comes_in_between_reading_and_writing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = {"HOME": str(tmp_path)}
    other = threading.Thread(target=remember, args=(Permit("/repo", Family(("second",))), world))
    write = permits._replace

    def wait(file: Path, text: str) -> None:
        monkeypatch.setattr(permits, "_replace", write)
        other.start()
        other.join(0.5)  # through, if nothing keeps it out
        write(file, text)

    monkeypatch.setattr(permits, "_replace", wait)
    remember(Permit("/repo", Family(("first",))), world)
    other.join(20)
    assert words(world) == {"first", "second"}


def test_what_a_person_wrote_into_the_file_stays(tmp_path: Path) -> None:
    world = {"HOME": str(tmp_path)}
    remember(Permit("/repo", Family(("first",))), world)
    file = permits_file(world)
    assert file is not None
    file.write_text(f"# my own words\n{file.read_text('utf-8')}", "utf-8")
    remember(Permit("/repo", Family(("second",))), world)
    assert words(world) == {"first", "second"}
    assert file.read_text("utf-8").startswith("# my own words\n")


@pytest.mark.parametrize("words", [("npx", "mocha", "test/a.js"), ("npx", "mocha")])
def test_further_words_are_allowed_after_those_of_the_file_and_of_no_other_command(
    words: tuple[str, ...],
) -> None:
    given = Permit("/repo", Family(("npx", "mocha"), is_open=True))
    assert given.covers(Permit("/repo", Family(words)))
    assert not given.covers(Permit("/other", Family(words)))
    assert not given.covers(Permit("/repo", Family(words), is_unconfined=True))
    assert not given.covers(Permit("/repo", Family(("npx", "mochas"))))
    assert not Permit("/repo", Family(("npx", "mocha"))).covers(given)


@pytest.mark.parametrize("kind", ["is_verification", "is_unconfined"])
def test_what_verifies_a_task_or_is_not_confined_is_allowed_word_for_word(kind: str) -> None:
    given = Permit("/repo", Family(("pytest",), is_open=True), **{kind: True})
    exact = Permit("/repo", Family(("pytest", "-q")), **{kind: True})
    assert not given.covers(exact)
    assert exact.covers(exact)


def test_a_model_is_told_of_those_permits_that_let_it_try_something(
    office: Office, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened = office.begin()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    root = os.path.realpath(opened.workspace.repository.root)
    for permit in (
        Permit(root, Family(("npx", "mocha"), is_open=True)),
        Permit(root, Family(("make",)), is_verification=True),
        Permit(root, Family(("tox",)), folder="sub"),
        Permit("/other", Family(("true",))),
    ):
        remember(permit, os.environ)
    assert list_allowed(opened) == ("npx mocha …",)
