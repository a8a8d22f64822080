"""What a person allowed stays allowed, however many allow something at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from groundplan.app.probes import permits
from groundplan.app.probes.families import Family
from groundplan.app.probes.permits import Permit, permits_file, read_permits, remember

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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
