"""From an entry point to the call it ends in, each step with its line and how it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.survey.flow.following import find_flow, sink_kind

if TYPE_CHECKING:
    from groundplan.survey.flow.facts import Flow


def flow(files: dict[str, str], name: str) -> Flow:
    index = MadeIndex(files)
    (start,) = index.symbols(name)
    return find_flow(index, start)


SHOP = {
    "shop/views.py": """
        from flask import jsonify
        from shop.service import Orders

        @app.post("/orders")
        def create_order():
            orders = Orders()
            orders.place(1)
            return jsonify({})
        """,
    "shop/service.py": """
        from shop.store import Store

        class Orders:
            def __init__(self):
                self.store = Store()

            def place(self, number):
                self.check(number)
                self.store.save(number)

            def check(self, number): ...
        """,
    "shop/store.py": """
        import sqlite3

        class Store:
            def __init__(self):
                self.conn = sqlite3.connect("shop.db")

            def save(self, number):
                self.conn.execute("INSERT", (number,))
        """,
    "shop/__init__.py": "",
}


@pytest.mark.req("S4-10")
def test_a_route_is_followed_to_its_database_call() -> None:
    found = flow(SHOP, "create_order")
    end = next(each for each in found.ends if each.words == "self.conn.execute")
    assert (end.kind, str(end.at)) == ("database", "shop/store.py:8")
    assert [(each.caller, each.callee, str(each.at), each.how) for each in end.steps] == [
        ("create_order", "Orders.place", "shop/views.py:7", "constructor"),
        ("Orders.place", "Store.save", "shop/service.py:9", "constructor"),
        ("Store.save", "", "shop/store.py:8", "known database call"),
    ]


def test_storage_comes_before_the_answer_to_the_caller() -> None:
    assert flow(SHOP, "create_order").kinds() == ("database", "response")


def test_what_cannot_be_followed_is_said() -> None:
    files = {"a.py": "def start(thing):\n    thing.launch()\n    ', '.join([])\n    len('')\n"}
    found = flow(files, "start")
    assert [(each.words, str(each.at)) for each in found.loose] == [("thing.launch", "a.py:2")]
    assert found.ends == ()


def test_a_rare_name_is_followed_and_labelled_as_no_more_than_that() -> None:
    files = {
        "a.py": "def start(thing):\n    thing.launch_rocket()\n",
        "b.py": "class Base:\n    def launch_rocket(self):\n        open('log')\n",
    }
    (end,) = flow(files, "start").ends
    assert (end.kind, end.steps[0].how) == ("file", "by name")


def test_a_base_class_from_outside_is_not_sought_by_name() -> None:
    files = {
        "a.py": "import x\nclass A(x.Base):\n    def set_up_all(self):\n        super().set_up_all()\n",
        "b.py": "class B:\n    def set_up_all(self):\n        open('log')\n",
    }
    index = MadeIndex(files)
    start = next(each for each in index.symbols("set_up_all") if each.path == "a.py")
    assert find_flow(index, start).ends == ()


def test_calls_in_a_circle_end() -> None:
    files = {"a.py": "def one():\n    two()\ndef two():\n    one()\n    open('x')\n"}
    found = flow(files, "one")
    assert (len(found.ends), found.reached, found.is_cut) == (1, 2, False)


def test_go_is_followed_through_receivers_and_packages() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "main.go": """
            package main

            import "example.com/shop/store"

            func Create() {
                store.Save(1)
            }
            """,
        "store/store.go": """
            package store

            type Store struct { db *sql.DB }

            func Save(n int) { s := &Store{}; s.Insert(n) }

            func (s *Store) Insert(n int) { s.run(n) }

            func (s *Store) run(n int) { s.db.Exec("INSERT") }
            """,
    }
    index = MadeIndex(files)
    (insert,) = index.symbols("Insert")
    (end,) = find_flow(index, insert).ends
    assert [(each.caller, each.callee, each.how) for each in end.steps] == [
        ("Store.Insert", "Store.run", "receiver"),
        ("Store.run", "", "known database call"),
    ]
    (create,) = index.symbols("Create")
    assert find_flow(index, create).reached == 2


def test_scripts_are_followed_through_imports_and_this() -> None:
    files = {
        "src/api.ts": """
            import { load } from './load'
            export class Api {
              start() { this.go() }
              go() { load() }
            }
            """,
        "src/load.ts": "export function load() { return fetch('/x') }\n",
    }
    (end,) = flow(files, "start").ends
    assert [(each.caller, each.how) for each in end.steps] == [
        ("Api.start", "this"),
        ("Api.go", "import"),
        ("load", "known http call"),
    ]


@pytest.mark.parametrize(
    ("language", "words", "roots", "kind"),
    [
        ("python", "User.objects.filter", set(), "database"),
        ("python", "requests.get", {"requests"}, "http"),
        ("python", "session.get", set(), ""),
        ("python", "session.get", {"sqlalchemy"}, "database"),
        ("python", "client.get", {"httpx"}, "http"),
        ("python", "send_mail.delay", set(), "queue"),
        ("python", "table.get", {"redis"}, ""),
        ("tsx", "fs.readFileSync", set(), "file"),
        ("go", "exec.Command", set(), "subprocess"),
        ("go", "counter.Write", set(), ""),
    ],
)
def test_a_sink_is_told_by_its_words_its_receiver_and_the_imports(
    language: str, words: str, roots: set[str], kind: str
) -> None:
    assert sink_kind(language, words, frozenset(roots)) == kind
