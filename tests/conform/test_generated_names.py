"""A name makes no new file generated: its kind was written there before, or its input lies beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

NAMES = [
    "src/evil_pb2.py",
    "src/x.min.js",
    "src/x.bundle.js",
    "src/x.generated.ts",
    "src/__generated__/x.js",
    "src/x.snap",
    "x_gen.go",
]


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


def on_the_base(branch: Branch, *paths: str) -> None:
    desk = branch.desk
    desk.git("stash", "-q")
    for path in paths:
        branch.change(path, new="made = 1\n")
    desk.commit("Make them")
    desk.git("branch", "-f", "main")
    desk.git("stash", "pop", "-q")


@pytest.mark.parametrize("path", NAMES)
def test_a_new_file_is_not_generated_by_its_name_alone(branch: Branch, path: str) -> None:
    branch.change(path, new="import os\nos.system('x')\n")
    assert branch.found() == {("GP401", path)}


@pytest.mark.parametrize("path", NAMES)
def test_a_new_file_where_a_tool_wrote_such_files_before_is_generated(branch: Branch, path: str) -> None:
    on_the_base(branch, path.replace("evil", "good").replace("x", "first"))
    branch.change(path, new="made = 2\n")
    assert branch.found() == set()


@pytest.mark.parametrize("path", NAMES[:3])
def test_such_files_elsewhere_make_it_no_generated_one(branch: Branch, path: str) -> None:
    on_the_base(branch, path.replace("src/", "lib/"))
    branch.change(path, new="made = 2\n")
    assert branch.found() == {("GP401", path)}


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("src/good.proto", "src/good_pb2_grpc.py"),
        ("src/x.ts", "src/x.min.js"),
        ("src/x.scss", "src/x.min.css"),
    ],
)
def test_a_new_file_beside_what_it_is_made_from_is_generated(branch: Branch, source: str, path: str) -> None:
    on_the_base(branch, source)
    branch.change(path, new="made = 2\n")
    assert branch.found() == set()


def test_a_generated_file_that_is_made_anew_needs_no_step(branch: Branch) -> None:
    on_the_base(branch, "src/good_pb2.py")
    branch.change("src/good_pb2.py", new="made = 2\n")
    assert branch.found() == set()
