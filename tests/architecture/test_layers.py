"""The rooms say in words what the import contract holds in fact."""

from __future__ import annotations

import ast
import re
import tomllib
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

NOTHING = {"nothing", "the standard library only"}


def contracted_layers(root: Path, contract: str) -> list[str]:
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers: list[str] = next(each["layers"] for each in contracts if each["id"] == contract)
    return layers


def contracted_imports(root: Path) -> dict[str, set[str]]:
    """Room by room, the rooms below it in the layers contract."""
    below: dict[str, set[str]] = {}
    lower: set[str] = set()
    for layer in reversed(contracted_layers(root, "layers")):
        rooms = {room.strip() for room in layer.split("|")}
        below.update({room: set(lower) for room in rooms})
        lower |= rooms
    return below


def said_imports(docstring: str) -> set[str] | None:
    """Read the rooms after `May import:`, or None where the docstring does not say."""
    said = re.search(r"May import:\s*([^.]+)\.", docstring)
    if not said:
        return None
    return {word.strip(" `\n") for word in re.split(r",|\band\b", said[1])} - NOTHING


def test_every_room_says_what_it_may_import_and_the_contract_agrees(root: Path) -> None:
    contracted = contracted_imports(root)
    rooms = {path.parent.name: path for path in (root / "src/groundplan").glob("*/__init__.py")}
    said = {
        room: said_imports(ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
        for room, path in rooms.items()
    }
    assert said == contracted


def test_app_draws_its_folders_in_the_order_that_the_contract_holds(root: Path) -> None:
    docstring = ast.get_docstring(ast.parse((root / "src/groundplan/app/__init__.py").read_text("utf-8")))
    drawn = re.findall(r"^    (\w+(?: \| \w+)*)  ", docstring or "", re.MULTILINE)
    assert drawn == contracted_layers(root, "app")


def test_every_folder_has_a_docstring_of_its_own(root: Path) -> None:
    folders = {path.parent for path in (root / "src/groundplan").rglob("*.py")}
    silent = [each for each in folders if not (each / "__init__.py").read_text("utf-8").startswith('"""')]
    assert silent == []


def test_a_room_holds_nothing_but_its_docstring_in_its_init(sources: dict[str, ast.Module]) -> None:
    # Re-exports are what import cycles are made of: a name is imported from the module that defines it.
    inits = {
        path: tree
        for path, tree in sources.items()
        if re.fullmatch(r"src/groundplan/(\w+/)+__init__\.py", path)
    }
    assert inits
    assert [path for path, tree in inits.items() if len(tree.body) > 1] == []


@pytest.mark.parametrize(
    ("docstring", "rooms"),
    [
        ("What it is. May import: nothing.", set()),
        ("What it is.\n\nMay import: git, rules, plan.", {"git", "rules", "plan"}),
        ("What it is. May import: `git`, rules\nand plan.", {"git", "rules", "plan"}),
        ("What it is.", None),
    ],
)
def test_a_docstring_is_read_as_it_is_written(docstring: str, rooms: set[str] | None) -> None:
    assert said_imports(docstring) == rooms
