"""A goal that adds a thing of its own is told from one that changes what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack

FILES = {
    "shop/storages/file_storage.py": "class FileStorage:\n    def save(self, name):\n        return name\n",
    "shop/storages/memory_storage.py": "class MemoryStorage:\n    def save(self, name):\n        pass\n",
    "shop/cli.py": "def main():\n    return 0\n\n\ndef list_command():\n    return 1\n",
    "tests/test_file_storage.py": "from shop.storages.file_storage import FileStorage\n\ndef test_x(): ...\n",
}


def pack_of(goal: str) -> EvidencePack:
    return gather_pack(MadeIndex(dict(FILES)), None, goal)


@pytest.mark.req("S1-05")
def test_a_thing_nothing_is_named_for_is_new_and_stands_beside_the_most_similar() -> None:
    pack = pack_of("Add a cloud storage that saves files")
    assert pack.is_new
    (new,) = pack.new_files
    assert new.path == "shop/storages/cloud_storage.py"
    assert new.beside.startswith("shop/storages/")
    assert "cloud storage" in new.why
    assert [each.path for each in pack.tests if not each.exists] == ["tests/test_cloud_storage.py"]


@pytest.mark.req("S1-05")
@pytest.mark.parametrize(
    "goal",
    [
        "Fix the file storage: save loses the name",
        "Add a timeout to `FileStorage.save`",
        "Let the file storage of `FileStorage` take long names",
        "Rename FileStorage to DiskStorage",
    ],
)
def test_a_change_to_what_is_there_is_not_new(goal: str) -> None:
    pack = pack_of(goal)
    assert (pack.is_new, pack.new_files) == (False, ())


def test_a_thing_among_folders_gets_a_folder_and_does_not_repeat_the_one_above() -> None:
    files = {
        f"src/middleware/{name}/index.ts": f"export const {name[:4]}Limit = () => 1 // limit of requests\n"
        for name in ("body-limit", "time-out")
    }
    goal = "Feature request: rate limit middleware\n\nLimit how many requests a client may make."
    pack = gather_pack(MadeIndex(files), None, goal)
    assert [each.path for each in pack.new_files] == ["src/middleware/rate-limit/index.ts"]


def test_a_path_the_goal_names_and_that_is_not_there_is_the_new_file() -> None:
    pack = pack_of("Create shop/storages/tape.py to keep old receipts")
    (new,) = pack.new_files
    assert (new.path, new.beside) == ("shop/storages/tape.py", "shop/storages/file_storage.py")


def test_a_path_of_another_place_is_no_new_file() -> None:
    assert pack_of("Add what /etc/hosts.txt and lib/other/x.py do").new_files == ()


def test_a_thing_of_a_kind_that_has_a_folder_stands_in_it_under_what_tells_it_apart() -> None:
    files = {
        **{
            f"web/middleware/{name}.go": f"package middleware\n\nfunc {name.title()}() {{}}\n"
            for name in "abcd"
        },
        "web/mux.go": "package web\n\n// Use appends a middleware.\nfunc Use() {}\n",
    }
    goal = "Add a middleware that verifies an HMAC signature"
    pack = gather_pack(MadeIndex(files), None, goal)

    assert [each.path for each in pack.new_files] == ["web/middleware/hmac_signature.go"]


def test_a_new_file_keeps_its_name_once_the_goal_stands_in_a_plan() -> None:
    goal = "Add a version checker that reads the version from `pyproject.toml` and checks if PyPI has one"
    files = {
        "fair/cli.py": "def main():\n    return version(pypi)  # read by a checker\n",
        "fair/other.py": "x = 1\n",
    }
    written = files | {"plans/checker.md": f"---\nid: gp-1\n---\n{goal}\n"}
    first = gather_pack(MadeIndex(files), None, goal).new_files
    later = gather_pack(MadeIndex(written), None, goal).new_files
    assert [each.path for each in first] == ["fair/version_checker.py"]
    assert first == later


@pytest.mark.parametrize(
    ("neighbour", "new"),
    [
        ("src/fooBar.ts", "src/versionChecker.ts"),
        ("src/FooBar.ts", "src/VersionChecker.ts"),
        ("src/foo-bar.ts", "src/version-checker.ts"),
        ("src/foo_bar.ts", "src/version_checker.ts"),
        ("src/foobar.ts", "src/version-checker.ts"),
        ("src/fooBar.py", "src/version_checker.py"),
    ],
)
def test_a_new_file_is_named_in_the_way_of_its_neighbour(neighbour: str, new: str) -> None:
    files = {neighbour: "export function checkRelease(newestVersion) { return 1 }\n"}
    if neighbour.endswith(".py"):
        files = {neighbour: "def check_release(newest_version):\n    return 1\n"}
    goal = "Add a version checker that asks for the newest release"
    pack = gather_pack(MadeIndex(files), None, goal)
    assert [each.path for each in pack.new_files] == [new]
