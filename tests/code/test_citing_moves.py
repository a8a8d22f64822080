"""Moved is said only when the text once stood there and stands in one other place now; git is the witness."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundplan.code.citing import Cited, look_up_all
from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.plan.citation import parse_citation
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.plan.evidence import Seen

EXISTS, MOVED, MISSING = CitationState.EXISTS, CitationState.MOVED, CitationState.MISSING


def module(word: str, lines: int = 30) -> str:
    body = "".join(f"    {word}_{number} = {number}\n" for number in range(lines))
    return f"class {word.title()}:\n{body}\n    def run(self):\n        return self.{word}_1\n"


class World:
    """A repository, and what citations see in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "shop"
        self.cache = folder / "cache"
        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Ann")
        self.git("config", "user.email", "ann@example.org")
        for name in ("cart", "order", "payment"):
            self.put(f"src/shop/{name}.py", module(name))
        self.put("src/shop/__init__.py", "")
        self.put("docs/guide.md", "# Guide\n\nHow to buy.\n")
        self.commit()

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True)

    def put(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def read(self, path: str) -> str:
        return (self.root / path).read_text()

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "Change")

    def move(self, old: str, new: str) -> None:
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        self.git("mv", old, new)

    def seen(self, *texts: str, is_link: bool = False, baseline: str = "") -> list[Seen]:
        items = []
        for text in texts:
            citation = parse_citation(text)
            assert citation is not None
            citation = replace(citation, place=Place("plans/x.md", 1, 1), is_link=is_link)
            items.append(Cited(citation, baseline=baseline))
        with open_index(find_repository(self.root), cache=self.cache) as index:
            return list(look_up_all(index, items))


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_renamed_file_is_followed_in_every_syntax(world: World, is_committed: bool) -> None:  # noqa: FBT001
    world.move("src/shop/cart.py", "src/shop/basket/core.py")
    if is_committed:
        world.commit()
    texts = (
        "src/shop/cart.py",
        "./src/shop/cart.py",
        "src/shop/cart.py:2-4",
        "src/shop/cart.py:3",
        "src/shop/cart.py::Cart.run()",
        "src/shop/cart.py::Cart#run",
        "../src/shop/cart.py#L2-L4",
    )
    found = world.seen(*texts)
    assert {each.state for each in found} == {MOVED}
    assert [each.moved_to for each in found] == [
        "src/shop/basket/core.py",
        "./src/shop/basket/core.py",
        "src/shop/basket/core.py:2-4",
        "src/shop/basket/core.py:3",
        "src/shop/basket/core.py::Cart.run()",
        "src/shop/basket/core.py::Cart#run",
        "../src/shop/basket/core.py#L2-L4",
    ]
    assert found[0].reason == "the file is `src/shop/basket/core.py` now"
    new = world.seen(*(each.moved_to for each in found))
    assert [each.digest for each in new] == [each.digest for each in found]


def test_a_file_renamed_twice_and_edited_is_followed_to_its_last_name(world: World) -> None:
    world.move("src/shop/cart.py", "src/shop/basket.py")
    world.commit()
    world.put("src/shop/basket.py", "import os\n\n" + world.read("src/shop/basket.py"))
    world.move("src/shop/basket.py", "src/shop/trolley.py")
    world.commit()
    path, lines, touched = world.seen(
        "src/shop/cart.py", "src/shop/cart.py:2-4", "src/shop/cart.py::Cart.run"
    )
    assert (path.state, path.moved_to) == (MOVED, "src/shop/trolley.py")
    assert (lines.state, lines.moved_to) == (MOVED, "src/shop/trolley.py:4-6")
    assert (touched.state, touched.moved_to) == (MOVED, "src/shop/trolley.py::Cart.run")


def test_lines_that_were_rewritten_while_the_file_moved_are_not_guessed(world: World) -> None:
    world.put("src/shop/cart.py", world.read("src/shop/cart.py").replace("cart_1 = 1", "cart_1 = 100"))
    world.move("src/shop/cart.py", "src/shop/basket.py")
    world.commit()
    (found,) = world.seen("src/shop/cart.py:2-4")
    assert (found.state, found.near) == (MISSING, ("src/shop/basket.py",))
    assert found.reason == "the file is `src/shop/basket.py` now, where these lines read otherwise"


def test_a_line_that_stands_in_many_places_is_followed_by_the_lines_around_it(world: World) -> None:
    text = "".join(f"def step_{number}():\n    go()\n\n\n" for number in range(9))
    world.put("src/shop/steps.py", text)
    world.commit()
    world.move("src/shop/steps.py", "src/shop/stages.py")
    world.put("src/shop/stages.py", "import go\n" + text)
    world.commit()
    (found,) = world.seen("src/shop/steps.py:10")
    assert (found.state, found.moved_to) == (MOVED, "src/shop/stages.py:11")


def test_a_renamed_folder_is_followed(world: World) -> None:
    world.git("mv", "src/shop", "src/store")
    world.commit()
    folder, link = world.seen("src/shop/"), world.seen("../src/shop/order.py#L3", is_link=True)
    assert (folder[0].state, folder[0].moved_to) == (MOVED, "src/store/")
    assert (link[0].state, link[0].moved_to) == (MOVED, "../src/store/order.py#L3")


def test_a_folder_is_followed_although_a_straggler_was_removed_from_it_later(world: World) -> None:
    world.git("mv", "src/shop", "src/store")
    world.commit()
    world.put("src/shop/late.py", module("late"))
    world.commit()
    world.git("rm", "-q", "src/shop/late.py")
    world.commit()
    (found,) = world.seen("src/shop/")
    assert (found.state, found.moved_to) == (MOVED, "src/store/")


def test_a_removed_file_is_missing_and_said_to_be_removed(world: World) -> None:
    world.git("rm", "-q", "src/shop/cart.py")
    world.commit()
    found, never = world.seen("src/shop/cart.py", "src/shop/basket.py")
    assert (found.state, found.reason) == (MISSING, "it was removed")
    assert (never.state, never.reason) == (MISSING, "no such file")


def test_a_like_file_of_the_same_name_that_stood_beside_it_is_only_near(world: World) -> None:
    world.put("lib/cart.py", world.read("src/shop/cart.py"))
    world.commit()
    world.git("rm", "-q", "src/shop/cart.py")
    world.commit()
    (found,) = world.seen("src/shop/cart.py::Cart.run")
    assert (found.state, found.near[0]) == (MISSING, "lib/cart.py::Cart.run")


def test_a_file_of_the_same_name_made_later_is_followed_by_its_text(world: World) -> None:
    text = world.read("src/shop/cart.py")
    world.git("rm", "-q", "src/shop/cart.py")
    world.commit()
    world.put("lib/cart.py", text.replace("cart_3", "cart_three"))
    world.commit()
    (found,) = world.seen("src/shop/cart.py::Cart.run")
    assert (found.state, found.moved_to) == (MOVED, "lib/cart.py::Cart.run")


def test_of_two_removed_files_only_the_likest_became_the_new_one(world: World) -> None:
    near = module("cart").replace("cart_7", "cart_seven")
    world.put("src/shop/near.py", near)
    world.commit()
    world.git("rm", "-q", "src/shop/near.py")
    world.move("src/shop/cart.py", "src/shop/basket.py")
    removed, moved = world.seen("src/shop/near.py", "src/shop/cart.py")
    assert (removed.state, moved.state) == (MISSING, MOVED)


def test_a_symbol_whose_twin_stood_elsewhere_all_along_is_removed_not_moved(world: World) -> None:
    order = world.read("src/shop/order.py")
    world.put("src/shop/twin.py", order)
    world.commit()
    world.put("src/shop/order.py", "class Nothing:\n    pass\n")
    world.commit()
    (found,) = world.seen("src/shop/order.py::Order.run")
    assert (found.state, found.moved_to, found.near) == (MISSING, "", ("src/shop/twin.py::Order.run",))


def test_a_file_of_the_same_name_with_another_text_is_only_near(world: World) -> None:
    world.git("rm", "-q", "src/shop/cart.py")
    world.commit()
    world.put("lib/cart.py", module("wagon"))
    world.commit()
    (found,) = world.seen("src/shop/cart.py")
    assert (found.state, found.near[0]) == (MISSING, "lib/cart.py")


def test_a_path_that_never_was_is_not_moved_however_unique_its_name(world: World) -> None:
    (found,) = world.seen("src/store/cart.py")
    assert (found.state, found.moved_to, found.near[0]) == (MISSING, "", "src/shop/cart.py")


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_symbol_that_went_to_another_file_is_followed(world: World, is_committed: bool) -> None:  # noqa: FBT001
    order = world.read("src/shop/order.py")
    cart = world.read("src/shop/cart.py")
    world.put("src/shop/order.py", "class Nothing:\n    pass\n")
    world.put("src/shop/cart.py", cart + "\n\n" + order.replace("return self.order_1", "return self.order_2"))
    if is_committed:
        world.commit()
    method, whole = world.seen("src/shop/order.py::Order.run", "src/shop/order.py::Order")
    assert (whole.state, whole.moved_to) == (MOVED, "src/shop/cart.py::Order")
    # two lines, one of them new: half of the text is the same
    assert (method.state, method.moved_to) == (MOVED, "src/shop/cart.py::Order.run")


def test_a_symbol_with_a_new_body_elsewhere_is_only_near(world: World) -> None:
    world.put("src/shop/order.py", "")
    world.put("src/shop/payment.py", "class Order:\n    def pay(self):\n        return 1\n")
    world.commit()
    (found,) = world.seen("src/shop/order.py::Order")
    assert (found.state, found.moved_to, found.near) == (MISSING, "", ("src/shop/payment.py::Order",))


def test_a_symbol_with_two_like_bodies_elsewhere_is_only_near(world: World) -> None:
    order = world.read("src/shop/order.py")
    world.put("src/shop/order.py", "")
    world.put("src/shop/one.py", order)
    world.put("src/shop/two.py", order)
    world.commit()
    (found,) = world.seen("src/shop/order.py::Order")
    assert (found.state, found.moved_to) == (MISSING, "")
    assert found.near == ("src/shop/one.py::Order", "src/shop/two.py::Order")


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_twin_whose_file_was_renamed_meanwhile_is_no_new_place(world: World, is_committed: bool) -> None:  # noqa: FBT001
    world.put("src/shop/twin.py", world.read("src/shop/order.py"))
    world.commit()
    world.move("src/shop/twin.py", "src/shop/sibling.py")
    world.put("src/shop/order.py", "class Nothing:\n    pass\n")
    if is_committed:
        world.commit()
    (found,) = world.seen("src/shop/order.py::Order.run")
    assert (found.state, found.moved_to) == (MISSING, "")


def test_a_symbol_of_a_renamed_file_that_is_gone_from_it_is_missing(world: World) -> None:
    world.put("src/shop/cart.py", world.read("src/shop/cart.py").replace("def run", "def start"))
    world.move("src/shop/cart.py", "src/shop/basket.py")
    world.commit()
    (found,) = world.seen("src/shop/cart.py::Cart.run")
    assert (found.state, found.moved_to) == (MISSING, "")
    assert found.reason == "the file is `src/shop/basket.py` now, and has no `Cart.run`"


def test_before_the_first_commit_nothing_is_moved(tmp_path: Path) -> None:
    root = tmp_path / "new"
    root.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    (root / "a.py").write_text("x = 1\n")
    citation = parse_citation("src/a2.py")
    assert citation is not None
    with open_index(find_repository(root), cache=tmp_path / "cache") as index:
        (found,) = look_up_all(index, [Cited(citation)])
    assert found.state is MISSING


def test_a_link_that_leaves_the_worktree_is_outside_and_one_inside_is_followed(world: World) -> None:
    (world.root.parent / "elsewhere").mkdir()
    (world.root.parent / "elsewhere/a.md").write_text("secret\n")
    (world.root / "away").symlink_to(world.root.parent / "elsewhere")
    (world.root / "passwd.txt").symlink_to("/etc/passwd")
    (world.root / "alias.py").symlink_to("src/shop/cart.py")
    outside = world.seen("away/a.md", "passwd.txt")
    assert {each.state for each in outside} == {CitationState.OUTSIDE}
    assert {each.state for each in world.seen("alias.py::Cart.run", "alias.py:1-3")} == {EXISTS}


def test_a_picture_and_an_ignored_file_exist(world: World) -> None:
    (world.root / "docs/logo.png").write_bytes(b"\x89PNG\0\0")
    world.put(".gitignore", "build/\n")
    world.put("build/out.js", "x\n")
    assert {each.state for each in world.seen("docs/logo.png", "build/out.js", "build/")} == {EXISTS}
    (missing,) = world.seen("docs/logo.svg")
    assert missing.state is MISSING


def test_a_wrong_path_in_a_folder_of_pictures_is_missing_though_code_speaks_of_the_folder(
    world: World,
) -> None:
    (world.root / "docs/images").mkdir()
    (world.root / "docs/images/logo.png").write_bytes(b"\x89PNG\0\0")
    world.put("src/shop/draw.py", "FOLDER = 'docs/images'\n")
    (found,) = world.seen("docs/images/cart.py")
    assert found.state is MISSING


def test_a_path_with_the_name_of_the_repository_s_folder_in_front_exists(world: World) -> None:
    (found,) = world.seen("shop/docs/guide.md")
    assert found.state is EXISTS
