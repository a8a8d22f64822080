"""One contract for whoever answers questions about code: the index, an index refreshed late, the fake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeCode, MadeIndex
from worktree import IndexedWorktree

from groundplan.code.citing import look_up
from groundplan.code.kept_records import KeptRecords
from groundplan.code.late_index import LateIndex
from groundplan.code.past_code import PastCode
from groundplan.code.postings import Postings, unit_number
from groundplan.code.through import Through
from groundplan.git.repository import find_repository
from groundplan.plan.citation import parse_citation
from groundplan.plan.evidence import CitationState
from groundplan.survey.where.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.code.view import CitedCode, CodeView

FILES = {
    "README.md": b"# Shop\n\nA cart.\n",
    "shop/__init__.py": b"from shop.cart import Cart\n",
    "shop/cart.py": b"class Cart:\n    def total(self):\n        return 1\n",
    "shop/copy.py": b"class Cart:\n    def total(self):\n        return 1\n",
    "web/app.ts": b"import { x } from './x'\nexport function total() {}\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[IndexedWorktree]:
    root = tmp_path / "shop"
    root.mkdir()
    made = IndexedWorktree(root, tmp_path / "cache")
    made.git("init", "-q", "-b", "main", ".")
    for path, text in FILES.items():
        made.put(path, text)
    made.commit()
    yield made
    made.close()


@pytest.fixture(params=["index", "late", "through", "made"])
def code(request: pytest.FixtureRequest, tree: IndexedWorktree) -> CodeView:
    if request.param == "made":
        return MadeIndex(FILES)
    if request.param == "late":
        return LateIndex(tree.open())
    return Through(tree.index()) if request.param == "through" else tree.index()


@pytest.fixture(params=["index", "late", "made", "past"])
def cited(request: pytest.FixtureRequest, tree: IndexedWorktree) -> CitedCode:
    repository = find_repository(tree.root)
    if request.param == "past":
        return PastCode(repository, str(repository.head))
    if request.param == "made":
        return MadeCode(FILES)
    return LateIndex(tree.open()) if request.param == "late" else tree.index()


def test_every_file_is_listed_in_order_with_its_text(code: CodeView) -> None:
    assert code.paths() == tuple(sorted(FILES))
    assert {path: code.text(path) for path in code.paths()} == FILES
    assert code.text("gone.py") is None
    assert code.skipped() == ()


def test_files_in_a_known_language_have_an_outline(code: CodeView) -> None:
    listed = dict(code.outlines())
    assert list(listed) == ["shop/__init__.py", "shop/cart.py", "shop/copy.py", "web/app.ts"]
    assert [each.qualified for each in listed["shop/cart.py"].definitions] == ["Cart", "Cart.total"]
    assert {path: code.outline(path) for path in listed} == listed
    assert code.outline("README.md") is None
    assert code.outline("gone.py") is None


def test_a_name_is_found_where_it_is_defined(code: CodeView) -> None:
    found = [(each.path, each.definition.qualified) for each in code.symbols("total")]
    assert found == [("shop/cart.py", "Cart.total"), ("shop/copy.py", "Cart.total"), ("web/app.ts", "total")]
    assert code.symbols("nothing") == ()
    assert set(code.names()) >= {"Cart", "total"}
    assert list(code.names()) == sorted(set(code.names()))


def test_no_file_that_holds_a_word_is_left_out(code: CodeView) -> None:
    assert set(code.files_with("Cart")) >= {"shop/__init__.py", "shop/cart.py", "shop/copy.py"}
    assert "web/app.ts" not in code.files_with("Cart")
    assert code.files_with("nowhere") == ()


def test_imports_are_those_of_the_outlines(code: CodeView) -> None:
    assert dict(code.imports()) == {path: outline.imports for path, outline in code.outlines()}


def test_equal_texts_have_equal_keys_and_others_another(code: CodeView) -> None:
    assert code.key("shop/cart.py") == code.key("shop/copy.py") != code.key("web/app.ts")
    assert code.key("gone.py") == ""


def test_records_are_kept_by_text_and_gone_with_their_version(code: CodeView) -> None:
    kept = KeptRecords(code, "lengths", "1")
    numbers = {path: number for path, number, record in kept.standing() if record is None}
    assert sorted(numbers) == ["shop/__init__.py", "shop/cart.py", "shop/copy.py", "web/app.ts"]
    kept.add([(numbers["web/app.ts"], b"two")])
    again = {path: record for path, _, record in KeptRecords(code, "lengths", "1").standing()}
    assert again["web/app.ts"] == b"two"
    assert again["shop/cart.py"] is None
    assert {record for _, _, record in KeptRecords(code, "lengths", "2").standing()} == {None}


def test_words_are_kept_by_unit_and_found_with_their_counts(code: CodeView) -> None:
    postings = Postings(code, "wording", "1")
    numbers = {path: number for path, number, cut in postings.standing() if cut is None}
    assert sorted(numbers) == sorted(FILES)
    number = numbers["shop/cart.py"]
    postings.add([(number, [Unit("", 1, 1, {"cart": 1}), Unit("Cart", 1, 3, {"cart": 2, "total": 9})])])
    cut = {path: list(lengths) for path, _, lengths in postings.standing() if lengths is not None}
    assert cut["shop/cart.py"] == [1, 11]
    assert sorted(postings.units_with("cart")) == [(unit_number(number, 0), 1), (unit_number(number, 1), 2)]
    assert list(postings.units_with("total")) == [(unit_number(number, 1), 8)]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("shop/cart.py", CitationState.EXISTS),
        ("shop/cart.py:2-3", CitationState.EXISTS),
        ("shop/cart.py::Cart.total", CitationState.EXISTS),
        ("shop/cart.py::Cart.sum", CitationState.MISSING),
        ("gone.py:1", CitationState.MISSING),
    ],
)
def test_a_citation_is_looked_up_in_any_of_them(cited: CitedCode, text: str, state: CitationState) -> None:
    citation = parse_citation(text)
    assert citation is not None
    assert look_up(cited, citation).state is state


def test_one_file_is_looked_at_alone(cited: CitedCode) -> None:
    found = cited.peek("shop/cart.py")
    assert found is not None
    assert found[0] == FILES["shop/cart.py"]
    assert found[1] == cited.outline("shop/cart.py")
    assert cited.peek("gone.py") is None
