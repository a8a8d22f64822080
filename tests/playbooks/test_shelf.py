"""All playbooks at hand: bundled and the repository's own."""

from __future__ import annotations

import pytest

from groundplan.plan.errors import Misused, NotFound, Unreadable
from groundplan.playbooks.shelf import Shelf, bundled_names
from groundplan.playbooks.starter import new_playbook_files


def own(name: str = "house-rules") -> dict[str, bytes]:
    return {f"{name}/{file}": text.encode() for file, text in new_playbook_files(name).items()}


def test_a_new_playbook_works_as_it_is() -> None:
    shelf = Shelf(own())
    assert shelf.names() == (*bundled_names(), "house-rules")
    assert shelf.faults("house-rules") == ()
    playbook = shelf.find("house-rules")
    assert playbook.title == "House rules"
    assert [spec.id for spec in playbook.checkpoints] == ["ready"]
    assert not shelf.is_bundled("house-rules")


@pytest.mark.parametrize("name", ["House", "a--b", "-a", "a b", "", "é", "../x"])
def test_a_name_that_is_no_folder_name_is_refused(name: str) -> None:
    with pytest.raises(Misused, match="cannot be a playbook's name"):
        new_playbook_files(name)


def test_a_bundled_name_is_taken() -> None:
    name = bundled_names()[0]
    with pytest.raises(Misused, match="bundled playbook"):
        new_playbook_files(name)


def test_an_own_playbook_cannot_stand_in_for_a_bundled_one() -> None:
    name = bundled_names()[0]
    files = {f"{name}/playbook.toml": b"format = 1"}
    with pytest.raises(Unreadable) as caught:
        Shelf(files).find(name)
    assert f"`{name}` is a bundled playbook; choose another" in caught.value.message
    assert Shelf(files).names() == bundled_names()


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(NotFound) as caught:
        Shelf(own()).find("house-rule")
    assert caught.value.hint == "Nearest: `house-rules`"
    with pytest.raises(NotFound) as caught:
        Shelf().find("zzz")
    assert caught.value.hint == "See them: `groundplan playbook list`"


def test_a_broken_own_playbook_is_listed_and_says_what_is_wrong() -> None:
    files = own() | {"other/readme.txt": b"nothing here"}
    shelf = Shelf(files)
    assert "other" in shelf.names()
    assert [str(fault) for fault in shelf.faults("other")] == [
        ".groundplan/playbooks/other/playbook.toml: there is no `playbook.toml`"
    ]


def test_files_beside_the_skeletons_change_nothing() -> None:
    files = own()
    before = Shelf(files).find("house-rules").digest
    files["house-rules/NOTES.txt"] = b"words"
    assert Shelf(files).find("house-rules").digest == before


def test_loose_files_beside_the_folders_are_no_playbooks() -> None:
    assert Shelf({"README.md": b"words"}).names() == bundled_names()
