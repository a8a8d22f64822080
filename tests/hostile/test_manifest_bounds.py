"""Manifests that somebody made long are listed as unread, one by one and together."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from bounded_desk import BoundedDesk

from groundplan.survey.manifest import facts, reading
from groundplan.survey.manifest.lines import Lines
from groundplan.survey.manifest.locks import read_composer_lock, read_package_lock

if TYPE_CHECKING:
    from pathlib import Path

ROW = "a\n"
LONG = {
    "requirements.txt": ROW * 2_000_000,
    "requirements-dev.txt": ROW * 400_000,
    "x.gemspec": "\n" * 2_000_000,
    "build.gradle": "\n" * 2_000_000,
    "Gemfile": "gem 'a'\n" * 100_000,
    "tox.ini": "".join(f"[testenv:a{number}]\ncommands=a\n" for number in range(30_000)),
}


@pytest.fixture
def desk(tmp_path: Path) -> BoundedDesk:
    return BoundedDesk.clear(tmp_path)


def test_long_lists_of_packages_are_not_read_to_the_end(desk: BoundedDesk) -> None:
    for name, text in LONG.items():
        desk.path(name).write_text(text)
    desk.path("steps.md").write_text("- `client.py:1` needs `a` 1.0 and Python 3.9\n")
    desk.commit("Require much")
    for words in (("check", "steps.md"), ("context", "Retry uploads")):
        ran = desk.pipe(*words)
        assert ran.code in {0, 1}, ran.said[-500:]
    said = desk.pipe("code", "manifest").said
    assert "requirements.txt: too large, binary or gone" in said
    assert "requirements-dev.txt: more than 20,000 entries" in said


def unread(desk: BoundedDesk) -> dict[str, str]:
    found = desk.pipe("code", "manifest", "--json").json()
    return {each["path"]: each["reason"] for each in found["unread"]}


class TestTogether:
    @pytest.fixture
    def desk(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BoundedDesk:
        monkeypatch.setattr(BoundedDesk, "pipe", BoundedDesk.__mro__[1].pipe)  # here the bounds are seen
        made = BoundedDesk.clear(tmp_path)
        for number in range(4):
            made.path(f"requirements{number}.txt").write_text("one\ntwo\nthree\n")
        made.path("yarn.lock").write_text('"one@1":\n  version "1"\n"two@1":\n  version "1"\n')
        made.commit("Require little")
        assert unread(made) == {}
        return made

    @pytest.mark.parametrize(
        ("name", "most", "reason"),
        [
            ("MOST_FILES", 3, "too many or too large manifests before it"),
            ("MOST_TOGETHER", 50, "too many or too large manifests before it"),
            ("MOST_ENTRIES_TOGETHER", 10, "too many entries in the manifests before it"),
            ("MOST_ENTRIES", 2, "more than 2 entries"),
        ],
    )
    def test_what_is_beyond_a_bound_is_listed(
        self, desk: BoundedDesk, monkeypatch: pytest.MonkeyPatch, name: str, most: int, reason: str
    ) -> None:
        monkeypatch.setattr(reading, name, most)
        assert unread(desk)["requirements3.txt"] == reason

    def test_a_lock_file_has_no_more_packages_than_it_may(
        self, desk: BoundedDesk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(facts.Pins, "MOST", 1)
        assert unread(desk)["yarn.lock"] == "more than 1 packages"


@pytest.mark.parametrize("name", ["p", "\\u0070"])
@pytest.mark.parametrize("kind", ["package-lock.json", "composer.lock"])
def test_a_lock_file_of_one_line_is_read_once_and_not_for_each_package(kind: str, name: str) -> None:
    many = range(60_000)
    if kind == "package-lock.json":
        rows = (f'"node_modules/{name}{each}":{{"version":"1.{each}"}}' for each in many)
        text, read = f'{{"packages":{{{",".join(rows)}}}}}', read_package_lock
    else:
        rows = (f'{{"name":"{name}{each}","version":"1.{each}"}}' for each in many)
        text, read = f'{{"packages":[{",".join(rows)}]}}', read_composer_lock
    began = time.process_time()
    [lock] = read(Lines(kind, text)).locks
    assert time.process_time() - began < 5
    assert lock is not None


def test_lines_of_a_usual_length_cost_one_look_each() -> None:
    rows = "".join(f'  "p{each}": {{\n    "version": "1"\n  }},\n' for each in range(30_000))
    lines, line = Lines("x.json", rows), 0
    for each in range(30_000):
        line = lines.line_of(f'"p{each}"', after=line)
        assert line == each * 3 + 1
