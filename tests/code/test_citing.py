from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from made_index import MadeCode

from groundplan.code.citations.symbols import respell
from groundplan.code.citing import Cited, Planned, look_up, look_up_all
from groundplan.plan.citation import Citation, parse_citation
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from groundplan.plan.evidence import Seen

APP = '''"""An app."""
import os
from .views import View, render as draw

LIMIT = 10


class Base:
    name = "x"

    def run(self):
        self.started = True

    class Meta:
        order = 1


class App(Base):
    def serve(self, port):
        def handler():
            return port

        return handler


def make_app():
    return App()
'''
FILES = {
    "src/shop/__init__.py": "from .app import App\n",
    "src/shop/app.py": APP,
    "src/shop/views.py": "class View:\n    def get(self):\n        return 1\n\n\ndef render():\n    pass\n",
    "src/shop/admin/views.py": "class AdminView:\n    pass\n",
    "web/src/button.lua": "-- draws a button\n",
    "tests/conftest.py": "",
    "tests/unit/conftest.py": "",
    "README.md": "# Shop\n",
}


def cite(text: str, document: str = "plans/retry.md") -> Citation:
    found = parse_citation(text)
    assert found is not None, text
    return replace(found, place=Place(document, 3, 1))


def seen(text: str, *, baseline: str = "", planned: frozenset[str] = frozenset()) -> Seen:
    return look_up(MadeCode(FILES), cite(text), baseline=baseline, planned=Planned(planned))


@pytest.mark.parametrize(
    "text",
    [
        "src/shop/app.py",
        "./src/shop/app.py",
        "src/shop/app.py:1",
        "src/shop/app.py:1-27",
        "src/shop/app.py#L3-L5",
        "src/shop/app.py::App",
        "src/shop/app.py::App.serve",
        "src/shop/app.py::App#serve",
        "src/shop/app.py::App::serve",
        "src/shop/app.py::App.serve()",
        "src/shop/app.py::make_app()",
        "src/shop/app.py::LIMIT",
        "src/shop/app.py::Base.name",
        "src/shop/app.py::Base.Meta",
        "src/shop/app.py::Base.Meta.order",
        "src/shop/app.py::app.App",
        "src/shop/app.py::shop.App",
        "src/shop",
        "src/shop/",
        "src/",
        "README.md",
        "README.md#install",
        "../src/shop/app.py",
        "../README.md",
    ],
)
def test_what_stands_in_the_code_exists(text: str) -> None:
    found = seen(text)
    assert (found.state, found.near, found.moved_to) == (CitationState.EXISTS, (), "")


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("src/shop/__init__.py::App", "imported here from `.app`"),
        ("src/shop/app.py::draw", "imported here from `.views`"),
        ("src/shop/app.py::serve", "it is `App.serve` in full"),
        ("src/shop/app.py::Meta.order", "it is `Base.Meta.order` in full"),
        ("src/shop/app.py::App.run", "inherited from `src/shop/app.py::Base.run`"),
        ("web/src/button.lua::button", "the word is in line 1"),
        ("shop/app.py", "it means `src/shop/app.py`"),
        ("app.py:5", "it means `src/shop/app.py`"),
        ("conftest.py", "2 files end in this path, `tests/conftest.py` the first"),
        ("shop/admin/", "it means `src/shop/admin/`"),
        ("src/shop/app", "it means `src/shop/app.py`"),
        ("src/shop::make_app", "it is in `src/shop/app.py`"),
    ],
)
def test_what_is_found_in_another_way_exists_and_says_how(text: str, note: str) -> None:
    found = seen(text)
    assert (found.state, found.reason) == (CitationState.EXISTS, note)


@pytest.mark.parametrize(
    ("text", "reason", "near"),
    [
        ("src/shop/ap.py", "no such file", "src/shop/app.py"),
        ("src/shop/App.py", "no such file", "src/shop/app.py"),
        ("src/store/app.py", "no such file", "src/shop/app.py"),
        ("shop/src/app.py", "no such file", "src/shop/app.py"),
        ("src/shopp/", "no such folder", "src/shop/"),
        ("src/shop/app.py:20-40", "the file ends at line 27", ""),
        ("src/shop/app.py:24-20", "the lines run backwards", ""),
        ("src/shop/:3", "a folder has no lines", ""),
        ("src/shop/app.py::Ap", "no `Ap` in this file", "src/shop/app.py::App"),
        ("src/shop/app.py::App.sreve", "no `App.sreve` in this file", "src/shop/app.py::App.serve"),
        ("src/shop/app.py::Base.serve()", "no `Base.serve` in this file", "src/shop/app.py::App.serve()"),
        ("src/shop/app.py::View.get", "no `View.get` in this file", "src/shop/views.py::View.get"),
        ("src/shop/views.py::make_app", "no `make_app` in this file", "src/shop/app.py::make_app"),
        ("src/shop/vews.py::View.get", "no such file", "src/shop/views.py::View.get"),
    ],
)
def test_what_is_not_there_is_missing_with_the_reason_and_near_names(
    text: str, reason: str, near: str
) -> None:
    found = seen(text)
    assert (found.state, found.reason) == (CitationState.MISSING, reason)
    assert found.near[:1] == ((near,) if near else ())


@pytest.mark.parametrize(
    "text",
    [
        "src/shop/cart.py",
        "src/shop/cart.py:10",
        "src/shop/cart.py::Cart.add",
        "cart.py",
        "src/shop/payments/",
        "src/shop/app.py::stop_app",
        "src/shop/app.py::Queue",
        "src/shop/app.py::Queue.push",
        "src/shop/app.py::Queue#push()",
        "app.py::stop_app",
    ],
)
def test_what_the_plan_creates_is_planned(text: str) -> None:
    planned = frozenset(
        {
            "src/shop/cart.py",
            "src/shop/payments/stripe.py",
            "src/shop/app.py::stop_app",
            "src/shop/app.py::Queue",
        }
    )
    assert seen(text, planned=planned).state is CitationState.PLANNED


def test_what_the_plan_creates_exists_once_it_is_there() -> None:
    found = seen("src/shop/app.py::App", planned=frozenset({"src/shop/app.py"}))
    assert found.state is CitationState.EXISTS


def test_a_slip_in_a_planned_path_is_missing_and_no_path_that_is_not_there_is_near() -> None:
    found = seen("src/shop/crat.py", planned=frozenset({"src/shop/cart.py"}))
    assert found.state is CitationState.MISSING
    assert "src/shop/cart.py" not in found.near


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("../../secrets.py", "plans/retry.md"),
        ("../x.py", "README.md"),
        ("/etc/passwd", "plans/retry.md"),
        ("C:\\work\\a.py", "plans/retry.md"),
        ("~/a.py", "plans/retry.md"),
        ("src/../../../a.py", "plans/retry.md"),
    ],
)
def test_a_path_that_leaves_the_repository_is_outside(path: str, document: str) -> None:
    citation = Citation(path, text=path, place=Place(document, 1, 1))
    assert look_up(MadeCode(FILES), citation).state is CitationState.OUTSIDE


def test_a_near_path_that_the_plan_makes_and_that_is_there_is_offered_once() -> None:
    found = look_up(MadeCode(FILES), cite("src/shop/ap.py"), planned=Planned(frozenset({"src/shop/app.py"})))
    assert found.near.count("src/shop/app.py") == 1


def test_windows_separators_are_read_as_slashes() -> None:
    assert look_up(MadeCode(FILES), Citation("src\\shop\\app.py")).state is CitationState.EXISTS


def test_a_path_may_start_in_the_folder_the_plan_is_about() -> None:
    item = Cited(cite("admin/views.py::AdminView"))
    (found,) = look_up_all(MadeCode(FILES), [item], scope="src/shop")
    assert (found.state, found.reason) == (CitationState.EXISTS, "")


def test_a_private_member_of_javascript_is_cited_with_its_sign() -> None:
    script = "export class Ky {\n  #retry() {\n    return 1;\n  }\n}\n"
    code = MadeCode({**FILES, "web/ky.ts": script})
    assert look_up(code, cite("web/ky.ts::Ky.#retry")).state is CitationState.EXISTS
    assert look_up(code, cite("web/ky.ts::Ky.#gone")).state is CitationState.MISSING


def test_what_exists_does_not_need_the_whole_index() -> None:
    index = MadeCode(FILES)
    look_up_all(index, [Cited(cite("src/shop/app.py::App.serve")), Cited(cite("src/shop/app.py:3-9"))])
    assert index.refreshes == 0


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ts", "interface Reader { setUp(): void }\nclass Parser implements Reader {\n  run() {}\n}\n"),
        ("a.py", "import unittest\n\n\nclass Parser(unittest.TestCase):\n    pass\n"),
    ],
)
def test_what_a_class_promises_or_has_from_outside_is_missing(path: str, text: str) -> None:
    files = {path: text, "tests/data.py": "class TestCase:\n    def setUp(self): pass\n"}
    assert look_up(MadeCode(files), cite(f"{path}::Parser.setUp")).state is CitationState.MISSING


def edited(path: str, old: str, new: str) -> MadeCode:
    return MadeCode({**FILES, path: str(FILES[path]).replace(old, new)})


def test_lines_that_moved_down_are_re_anchored_by_their_digest() -> None:
    before = seen("src/shop/app.py:18-23").digest
    index = edited("src/shop/app.py", "LIMIT = 10\n", "LIMIT = 10\nMORE = 11\nMOST = 12\n")
    found = look_up(index, cite("src/shop/app.py:18-23"), baseline=before)
    assert (found.state, found.moved_to) == (CitationState.MOVED, "src/shop/app.py:20-25")
    assert found.digest == before


def test_a_link_keeps_its_form_when_its_lines_move() -> None:
    before = seen("src/shop/app.py:18-18").digest
    index = edited("src/shop/app.py", "LIMIT = 10\n", "LIMIT = 10\nMORE = 11\n")
    link = replace(cite("../src/shop/app.py#L18"), is_link=True)
    found = look_up(index, link, baseline=before)
    assert (found.state, found.moved_to) == (CitationState.MOVED, "../src/shop/app.py#L19")


def test_a_column_and_what_a_symbol_is_called_with_stay_when_they_move() -> None:
    before = seen("src/shop/app.py:18-18").digest
    index = edited("src/shop/app.py", "LIMIT = 10\n", "LIMIT = 10\nMORE = 11\n")
    found = look_up(index, cite("src/shop/app.py:18:5"), baseline=before)
    assert (found.state, found.moved_to) == (CitationState.MOVED, "src/shop/app.py:19:5")
    assert respell(cite("a.py::load(x, y)"), "b.py", symbol="load") == "b.py::load(x, y)"


def test_lines_whose_text_is_gone_are_changed() -> None:
    before = seen("src/shop/app.py:18-23").digest
    index = edited("src/shop/app.py", "port", "address")
    found = look_up(index, cite("src/shop/app.py:18-23"), baseline=before)
    assert (found.state, found.moved_to) == (CitationState.CHANGED, "")


def test_lines_that_stand_twice_are_changed_since_either_could_be_meant() -> None:
    files = {"a.py": "x = 1\nrun()\nrun()\n"}
    before = look_up(MadeCode(files), cite("a.py:2")).digest
    index = MadeCode({"a.py": "x = 1\ny = 2\nrun()\nrun()\n"})
    assert look_up(index, cite("a.py:2"), baseline=before).state is CitationState.CHANGED


def test_lines_past_the_end_that_stand_higher_up_now_are_moved() -> None:
    before = seen("src/shop/app.py:25-27").digest
    index = edited("src/shop/app.py", "    class Meta:\n        order = 1\n\n\n", "")
    found = look_up(index, cite("src/shop/app.py:25-27"), baseline=before)
    assert (found.state, found.moved_to) == (CitationState.MOVED, "src/shop/app.py:21-23")


def test_a_symbol_that_moved_within_its_file_exists() -> None:
    before = seen("src/shop/app.py::App.serve").digest
    index = edited("src/shop/app.py", "LIMIT = 10\n", "LIMIT = 10\nMORE = 11\n")
    assert look_up(index, cite("src/shop/app.py::App.serve"), baseline=before).state is CitationState.EXISTS


def test_a_symbol_with_another_body_is_changed() -> None:
    before = seen("src/shop/app.py::App.serve").digest
    index = edited("src/shop/app.py", "return port", "return port + 1")
    assert look_up(index, cite("src/shop/app.py::App.serve"), baseline=before).state is CitationState.CHANGED


def test_a_whole_file_is_not_changed_by_editing_it() -> None:
    before = seen("src/shop/app.py").digest
    index = edited("src/shop/app.py", "return port", "return port + 1")
    found = look_up(index, cite("src/shop/app.py"), baseline=before)
    assert found.state is CitationState.EXISTS
    assert found.digest not in {"", before}


def test_a_symbol_with_the_same_text_elsewhere_is_moved() -> None:
    before = seen("src/shop/app.py::make_app()").digest
    index = edited("src/shop/app.py", "def make_app():\n    return App()\n", "")
    index.files["src/shop/factory.py"] = b"from .app import App\n\n\ndef make_app():\n    return App()\n"
    found = look_up(index, cite("src/shop/app.py::make_app()"), baseline=before)
    assert (found.state, found.moved_to) == (CitationState.MOVED, "src/shop/factory.py::make_app()")


def test_a_symbol_never_seen_there_is_missing_however_unique_its_name_is_elsewhere() -> None:
    found = seen("src/shop/views.py::make_app")
    assert (found.state, found.moved_to) == (CitationState.MISSING, "")
    assert found.near == ("src/shop/app.py::make_app",)


def test_order_and_section_are_kept() -> None:
    items = [Cited(cite("src/nope.py"), "context"), Cited(cite("README.md"), "design")]
    found = look_up_all(MadeCode(FILES), items)
    assert [(each.citation.path, each.section) for each in found] == [
        ("src/nope.py", "context"),
        ("README.md", "design"),
    ]


def test_a_short_name_means_the_file_that_was_read_when_it_was_written() -> None:
    code = MadeCode({"src/a/shelf.py": "LIMIT = 1\n", "src/b/shelf.py": "LIMIT = 2\n"})
    (read,) = look_up_all(code, [Cited(cite("src/b/shelf.py:1"))])
    item = Cited(cite("shelf.py:1"), baseline=read.digest, meant="src/a/shelf.py")
    (found,) = look_up_all(code, [item])
    assert (found.state, found.reason) == (CitationState.EXISTS, "it means `src/b/shelf.py`")
