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
        ("Store.save", "", "shop/store.py:8", "named like a database call"),
    ]


def test_storage_comes_before_the_answer_to_the_caller() -> None:
    assert list(dict.fromkeys(each.kind for each in flow(SHOP, "create_order").ends)) == [
        "database",
        "response",
    ]


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
        ("Store.run", "", "named like a database call"),
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


def test_a_variable_or_a_parameter_is_no_import_and_no_function_of_its_name() -> None:
    files = {
        "src/load.ts": "export function load_all() { return fetch('/x') }\n",
        "src/a.ts": """
            import { load_all } from './load'
            function first(load_all) { load_all() }
            function second() { const load_all = make(); load_all() }
            function third() { list.map(load_all => load_all()) }
            function fourth() { const fetch = make(); fetch('/x') }
            function fifth() { load_all() }
            """,
    }
    assert [len(flow(files, name).ends) for name in ("first", "second", "third", "fourth", "fifth")] == [
        0, 0, 0, 0, 1,
    ]  # fmt: skip


def test_a_parameter_of_go_hides_the_package_of_its_name() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "main.go": """
            package main

            import "example.com/shop/store"

            func Hidden(store *Other) { store.Save(1) }
            func Set() { store := other(); store.Save(1) }
            func Seen() { store.Save(1) }
            """,
        "store/store.go": 'package store\n\nimport "os"\n\nfunc Save(n int) { os.Remove("x") }\n',
    }
    assert [len(flow(files, name).ends) for name in ("Hidden", "Set", "Seen")] == [0, 0, 1]


def test_a_call_in_a_function_within_is_said_to_be_there() -> None:
    files = {"a.py": "def start():\n    def later():\n        open('x')\n    return later\n"}
    assert [each.caller for each in flow(files, "start").ends[0].steps] == ["start.later"]


def test_an_inner_function_goes_before_one_of_its_name_at_the_top() -> None:
    text = """
        function save() { fetch('/x') }
        function outer() {
          function save() {}
          function use_it() { save() }
          use_it()
        }
        """
    assert flow({"a.js": text}, "outer").ends == ()


def test_only_what_surely_leaves_is_counted_as_known() -> None:
    text = "import requests\n\ndef start(session):\n    requests.get('x')\n    session.execute('y')\n"
    found = flow({"a.py": text}, "start")
    assert [(each.words, each.is_sure) for each in found.ends] == [
        ("requests.get", True),
        ("session.execute", False),
    ]


def test_what_stands_in_for_a_library_is_reached_only_perhaps() -> None:
    text = "try:\n    from fast import load\nexcept ImportError:\n    def load():\n        open('x')\n"
    (end,) = flow({"a.py": f"{text}\ndef start():\n    load()\n"}, "start").ends
    assert not end.is_sure


def test_an_own_module_with_a_known_name_is_not_the_library() -> None:
    files = {
        "src/fs.js": "export default {}\n",
        "src/a.js": "import fs from './fs'\nfunction f() { fs.readFile() }\n",
    }
    assert flow(files, "f").ends == ()


CLASSES = {
    "src/Engine.cs": "class Engine {\n  public static void Deep() { Other.Gone(); }\n}\n",
    "src/Flag.cs": "class Flag : Engine {\n  public static void FromValue() { GetAll(); }\n"
    "  static void GetAll() { one.Launch(); Deep(); }\n}\n",
    "src/Plain.cs": "class Plain {\n  public static void FromValue() { GetAll(); }\n"
    "  static void GetAll() { two.Launch(); }\n  public static void GetOther() { three.Launch(); }\n}\n",
    "src/Card.cs": "class Card : Flag {}\n",
    "src/Start.cs": "class Start {\n  void Begin() { Card.FromValue(); }\n"
    "  void Vary(Plain it) { it.GetOther(); }\n  void Lost() { Card.GetOther(); }\n}\n",
}


def test_a_call_on_a_class_is_followed_into_it_and_what_it_comes_from_alone() -> None:
    assert [each.words for each in flow(CLASSES, "Begin").loose] == ["one.Launch", "Other.Gone"]
    assert [each.words for each in flow(CLASSES, "Lost").loose] == ["Card.GetOther"]


def test_what_is_not_followed_in_a_function_reached_by_name_alone_is_not_said_to_be_reached() -> None:
    assert flow(CLASSES, "Vary").loose == ()


def test_which_of_several_overloads_is_called_is_known_by_name_alone() -> None:
    text = """
        class A {
          void go() { run(1); }
          void run(int a) { one.launch(); }
          void run(String a) { Files.readString("x"); }
        }
        """
    assert all(not each.is_sure for each in flow({"A.java": text}, "go").ends)
    assert flow({"A.java": text}, "go").loose == ()
