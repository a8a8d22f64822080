"""All playbooks at hand: bundled and the repository's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from read_playbook import read_playbook

from groundplan import playbooks
from groundplan.plan.errors import Misused, NotFound, Unreadable
from groundplan.playbooks.shelf import Shelf, bundled_files, bundled_names
from groundplan.playbooks.starter import new_playbook_files

# Plans of earlier releases pin these.
RELEASED = {
    ("collaborate", 2): "1ba9fe63a6b046f0c66ed55326dd2318703864b0884d82144ea70d5ca1a4978f",
    ("collaborate", 3): "b61a95e3e69733315796b27c9e3a304155c1813d46a8bda8ef6ec5a2cfe000bb",
    ("collaborate", 4): "40a7e63f57a04fe0f42adaee2e9fe11c78beeed71971bcd08a020ad586608a2a",
    ("collaborate", 5): "3f39fddd95c1729f46f673545aba27746130bcb1f35578ee0140db60f4583d54",
    ("council", 2): "8d8e32147a2dca519f0bd535030e1d8f2a5aadcba3f5dd7ed7609b53c55e4a1e",
    ("council", 3): "e1cbb09a36e5c26bbb00c5ca15e49bc015163c6141128bce50688773c89026f5",
    ("council", 4): "520e2be9129c3cd465671da27201f67f0df89534fd1b6fc858b40d105c49007d",
    ("council", 5): "8cd594619663285821cf61113691670da3efa9076b14a36fc1e3a3f979d0b234",
    ("council", 6): "77594097617273b9911560600305bbb835e75da4addbfe90ab06a6799eba8daf",
    ("design", 2): "322a5a01c24bf6c919e9069487d9a57b353f3b9057a4273d0bc7e1f55e6fe0ba",
    ("design", 3): "286d913513348730a7c2843a19cd924484b2e839ea236fa7c66acda60587b098",
    ("design", 4): "c1d98f6b6ac88596069469f506ae94daf979350a34f7fc519eac6f53029e62d9",
    ("design", 5): "a87c939a11efe38d4c09026160dfeec0bbe5049c047ee9bbbfd1759887b4aff5",
    ("design-short", 1): "84d86e170df93bf7db84cfb062280c9bb03d67702dfd000091225c38e6b9d249",
    ("migration", 2): "c90cdadf7c95d4b8b194f5d4f608df4a2d3fffdb4e0219ec8f5c8112a007ae69",
    ("migration", 3): "cb6ad4edd6298ad5414064b0896fdacacdab2232d0c9052b9938a3ddf58c865e",
    ("migration", 4): "1d71144a64f87d51334dbac492b3f902680e86d2fff46f3e6b0999455cc4bd3c",
    ("migration", 5): "09c0b5208a479d290b3ae13f14cdd5da8b2704094843d855fd11a2d51f9c82a8",
    ("migration", 6): "952a8fe16342884ee9a2593fa0e911e695e1e86cb3c0d5c737bf6a4a9559f922",
    ("migration-short", 1): "b52e57ad151daba0fb5a58447bd5404ad4eef86d853a619f75fd7b36e802fdea",
    ("product", 2): "b9c5a04db4a18cd7c8ebb3c113d88325c37715ceca0d6a20a67e44c151b3f633",
    ("product", 3): "600308b698907e260c7323eb86c71dce8a34dcad5ae1ce18190c3ef6e22bae33",
    ("product", 4): "1f2708241859d4d7ad2ef6251592d190bafdae49d633ea246dc5041e25ba459e",
    ("product", 5): "2346c29afc7a6fd56c768050ce2f5499f7b21d20a43a0c70d089f2b375ae4de2",
    ("product", 6): "eb19b52f00ab65b9e8a402268d8213a72a50164c0398af37e0e5d64b1e9313aa",
    ("product-short", 1): "b57c5338d1d7b2d3b6009ae59b5c924ff856fb8c598941333e9db34082b096a2",
    ("roadmap", 2): "96719dd32d99daa0dd772c8693316124471cc34db365383ba9a07a46daca4efb",
    ("roadmap", 3): "de53e7f576565e28c034d5558116cd12e452d7059d52695a3ee36c59ad631287",
    ("roadmap", 4): "d78b4a6b395726969e3f778966d8078fbe9636b0a37d9a3464cca88aefbf76a2",
    ("roadmap", 5): "ce58eb97db9fe04cfd06ce4139a95ab292489c969ce5adc9c5794735fd4e9049",
    ("roadmap", 6): "020ee8ed532cc3f9f935522b64375871f5d80ce40dbd45716f3cd7b6dbf7347e",
    ("roadmap-short", 1): "b71dde5cdc5cce3fb26c369ca53839e53171b4811b24047996fd1d0bc1712663",
}


def folders() -> list[tuple[str, int]]:
    """Return the earlier versions that are shipped, each in a folder of its own."""
    found = (Path(playbooks.__file__).parent / "library").glob("*/v*")
    return [(folder.parent.name, int(folder.name[1:])) for folder in found]


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


@pytest.mark.parametrize(("name", "version"), RELEASED)
def test_a_plan_finds_the_version_it_pinned(name: str, version: int) -> None:
    shelf = Shelf()
    today = shelf.find(name)
    earlier = read_playbook(bundled_files(f"{name}/v{version}"), name=name)

    assert earlier.version == version < today.version
    assert shelf.find_pinned(name, earlier.digest) == earlier
    assert shelf.find_pinned(name, today.digest) == today
    assert shelf.find_pinned(name, "sha256:nobody") == today, "the rule on pins then says that it differs"


def test_the_earlier_versions_are_as_they_were_released() -> None:
    pinned = {
        (name, version): read_playbook(bundled_files(f"{name}/v{version}"), name=name).digest
        for name, version in folders()
    }
    assert pinned == RELEASED


def test_an_own_playbook_has_the_version_of_today_alone() -> None:
    shelf = Shelf(own())
    assert shelf.find_pinned("house-rules", "sha256:other") == shelf.find("house-rules")


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_playbook_has_an_example_for_every_document_somebody_writes(name: str) -> None:
    playbook = Shelf().find(name)
    written = {
        spec.document
        for spec in playbook.sections
        if spec.required and not (spec.computed or spec.container or spec.given)
    }
    assert written <= set(Shelf().example(name))


def test_an_example_of_ones_own_is_found_and_changes_no_digest() -> None:
    files = {f"mine/{name}": text.encode() for name, text in new_playbook_files("mine").items()}
    bare, filled = Shelf(files), Shelf(files | {"mine/example/plan.md": b"## Goal\n\nIt works.\n"})
    assert bare.example("mine") == {}
    assert filled.example("mine") == {"plan": "## Goal\n\nIt works.\n"}
    assert bare.find("mine").digest == filled.find("mine").digest
