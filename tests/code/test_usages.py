from __future__ import annotations

import pytest
from found_uses import uses_of
from made_index import MadeIndex

from groundplan.code.callers import find_callers, find_calls
from groundplan.code.index import Symbol
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.resolution.values import Source
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_usages

Files = dict[str, str]


def symbol(files: Files, path: str, qualified: str) -> tuple[MadeIndex, Symbol]:
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    return index, Symbol(path, outline.find(qualified)[0])


def places(files: Files, path: str, qualified: str) -> dict[str, str]:
    """Return the known uses as `path:line` and the rule of each."""
    found = find_usages(*symbol(files, path, qualified))
    return {f"{each.path}:{each.line}": each.source.value for each in found.resolved}


def guesses(files: Files, path: str, qualified: str) -> list[str]:
    found = find_usages(*symbol(files, path, qualified))
    return [f"{each.path}:{each.line}" for each in found.possible]


def in_one(text: str, qualified: str) -> dict[str, str]:
    return {
        place.partition(":")[2]: rule for place, rule in places({"a.py": text}, "a.py", qualified).items()
    }


def test_a_function_is_found_where_it_is_imported_and_called() -> None:
    files = {
        "pkg/__init__.py": "from .api import fetch\n",
        "pkg/api.py": "def fetch(): ...\n\nfetch()\n",
        "main.py": "from pkg import fetch as get\nimport pkg.api\n\nget()\npkg.api.fetch()\n",
    }
    assert places(files, "pkg/api.py", "fetch") == {
        "pkg/__init__.py:1": "import",
        "pkg/api.py:3": "scope",
        "main.py:1": "re-export",
        "main.py:4": "re-export",
        "main.py:5": "module attribute",
    }


def test_the_annotation_of_a_parameter_that_has_a_default_is_a_use_beside_the_default() -> None:
    text = """class Kind:
    A = 1

def use(kind: Kind = Kind.A, *, other: int | Kind = Kind.A, last=Kind): ...
"""
    found = find_usages(*symbol({"a.py": text}, "a.py", "Kind"))
    assert [(each.column, each.kind.value) for each in found.resolved] == [
        (15, "annotation"),
        (22, "reference"),
        (46, "annotation"),
        (53, "reference"),
        (66, "reference"),
    ]


@pytest.mark.parametrize(
    "shadow",
    [
        "def use(run):\n    run()\n",
        "def use():\n    run = 1\n    run()\n",
        "def use():\n    for run in []:\n        run()\n",
        "def use():\n    with open('x') as run:\n        run()\n",
        "def use():\n    try: ...\n    except E as run:\n        run()\n",
        "def use():\n    def run(): ...\n    run()\n",
        "def use():\n    a, (b, run) = 1, (2, 3)\n    run()\n",
        "def use():\n    (run := 3)\n    run()\n",
        "def use():\n    return [run() for run in []]\n",
        "def use():\n    return lambda run: run()\n",
        "def use():\n    from other import run\n    run()\n",
        "def use():\n    run: int = 3\n    run()\n",
    ],
)
def test_a_local_name_hides_the_one_outside(shadow: str) -> None:
    assert in_one(f"def run(): ...\n\n{shadow}", "run") == {}


def test_names_of_a_class_hold_in_its_body_but_not_in_its_methods() -> None:
    text = "def run(): ...\n\nclass A:\n    run = 1\n    x = run\n\n    def f(self):\n        return run\n"
    assert in_one(text, "run") == {"8": "scope"}


def test_an_outer_function_lends_its_names_to_inner_ones() -> None:
    text = "def outer():\n    def run(): ...\n    def inner():\n        run()\n    return inner\n\nrun()\n"
    assert in_one(text, "outer.run") == {"4": "scope"}


def test_a_parameters_own_name_is_not_a_use_but_its_default_is() -> None:
    assert in_one("class T: ...\n\ndef f(T: int, x=T): ...\n", "T") == {"3": "scope"}
    assert in_one("class T: ...\n\ndef f(T): ...\n", "T") == {}


METHODS = """
    class Base:
        def save(self): ...

    class Child(Base):
        def go(self):
            self.save()
            super().save()

    class Other:
        def save(self): ...

    def annotated(item: Base): item.save()
    def optional(item: "Base | None" = None): item.save()
    def made():
        item = Child()
        item.save()
    def make() -> Base: ...
    def returned(): make().save()
    def listed(items: list[Base]):
        for item in items:
            item.save()
    def asked(item):
        if isinstance(item, Base):
            item.save()
    def other(item: Other): item.save()
    def unknown(item): item.save()
    def text(): "".save()
"""


def test_a_method_is_found_by_what_its_receiver_is() -> None:
    index, base = symbol({"a.py": METHODS}, "a.py", "Base.save")
    found = find_usages(index, base)
    assert {each.inside: each.source for each in found.resolved} == {
        "Child.go": Source.SUPER,
        "annotated": Source.ANNOTATION,
        "optional": Source.ANNOTATION,
        "made": Source.CONSTRUCTOR,
        "returned": Source.RETURN_ANNOTATION,
        "listed": Source.ANNOTATION,
        "asked": Source.ISINSTANCE,
    }
    assert [each.source for each in found.resolved if each.inside == "Child.go"] == [
        Source.INHERITANCE,
        Source.SUPER,
    ]
    assert [each.inside for each in found.possible] == ["unknown"]


def test_attributes_of_self_carry_their_class() -> None:
    text = """
        class Engine:
            def start(self): ...

        class Car:
            spare: Engine

            def __init__(self, given: Engine):
                self.engine = Engine()
                self.given = given

            @property
            def main(self) -> Engine: ...

            def go(self):
                self.engine.start()
                self.given.start()
                self.spare.start()
                self.main.start()
    """
    assert set(in_one(text, "Engine.start")) == {"15", "16", "17", "18"}


def test_a_context_manager_gives_what_it_enters_to() -> None:
    text = """
        from contextlib import contextmanager
        from typing import Iterator, Self

        class Session:
            def __enter__(self) -> Self: ...
            def flushed(self): ...

        @contextmanager
        def opened() -> Iterator[Session]: ...

        def one():
            with Session() as s:
                s.flushed()

        def two():
            with opened() as s:
                s.flushed()
    """
    assert set(in_one(text, "Session.flushed")) == {"13", "17"}


def test_a_fixture_gives_a_test_its_value() -> None:
    files = {
        "tests/conftest.py": """
            import pytest
            from app import App

            @pytest.fixture
            def app():
                yield App()
        """,
        "tests/test_app.py": "def test_run(app):\n    app.run()\n",
        "app.py": "class App:\n    def run(self): ...\n",
    }
    assert places(files, "app.py", "App.run") == {"tests/test_app.py:2": "fixture"}


def test_a_distinctive_name_defined_once_is_taken_on_an_unknown_receiver() -> None:
    text = "class A:\n    def recompute_totals(self): ...\n\ndef f(x):\n    x.recompute_totals()\n"
    assert in_one(text, "A.recompute_totals") == {"5": "rare name"}


def test_an_everyday_name_on_an_unknown_receiver_is_only_possible() -> None:
    files = {"a.py": "class A:\n    def get(self): ...\n\ndef f(x):\n    x.get()\n"}
    assert places(files, "a.py", "A.get") == {}
    assert guesses(files, "a.py", "A.get") == ["a.py:5"]


def test_a_call_on_a_base_class_may_reach_the_override() -> None:
    text = """
        class Base:
            def work(self): return 1

        class Child(Base):
            def work(self): ...

        def f(item: Base): item.work()
    """
    index, child = symbol({"a.py": text}, "a.py", "Child.work")
    found = find_usages(index, child)
    assert [(each.line, each.source) for each in found.possible] == [(7, Source.BASE)]
    index, base = symbol({"a.py": text}, "a.py", "Base.work")
    overrides = find_usages(index, base).overrides
    assert [each.definition.qualified for each in overrides] == ["Child.work"]


def test_each_use_says_what_it_does() -> None:
    text = """
        class T: ...
        __all__ = ["T"]
        class U(T): ...
        def f(x: T, y: "list[T]" = T()) -> T:
            z: T = x
            return T
        @T
        def g(): ...
    """
    index, found = symbol({"a.py": text, "b.py": "from a import T\n"}, "a.py", "T")
    kinds = [(each.line, each.kind) for each in find_usages(index, found).resolved]
    assert kinds == [
        (2, UsageKind.EXPORT),
        (3, UsageKind.BASE),
        (4, UsageKind.ANNOTATION),
        (4, UsageKind.ANNOTATION),
        (4, UsageKind.CALL),
        (4, UsageKind.ANNOTATION),
        (5, UsageKind.ANNOTATION),
        (6, UsageKind.REFERENCE),
        (7, UsageKind.DECORATOR),
        (1, UsageKind.IMPORT),
    ]


def test_an_attribute_is_read_written_and_given_by_keyword() -> None:
    text = """
        from dataclasses import dataclass

        @dataclass
        class Point:
            across: int = 0

            def move(self):
                self.across += 1
                self.height = 2

        def f(p: Point):
            Point(across=3)
            return p.across + p.height
    """
    assert in_one(text, "Point.across") == {"8": "self", "12": "constructor", "13": "annotation"}
    assert in_one(text, "Point.height") == {"13": "annotation"}


def test_a_constant_is_found_where_it_is_read() -> None:
    files = {"a.py": "LIMIT = 3\n\ndef f():\n    return LIMIT\n", "b.py": "import a\n\nprint(a.LIMIT)\n"}
    assert places(files, "a.py", "LIMIT") == {"a.py:4": "scope", "b.py:3": "module attribute"}


def test_words_in_strings_and_comments_are_counted_apart() -> None:
    index, found = symbol({"a.py": 'def run(): ...\n\n"run it"  # run\n'}, "a.py", "run")
    usages = find_usages(index, found)
    assert usages.resolved == ()
    assert usages.mentions == (("a.py", 2),)


def test_a_module_behind_a_re_export_is_a_module_still() -> None:
    files = {
        "pkg/__init__.py": "from pkg import base\n",
        "pkg/base.py": "class Row: ...\n",
        "pkg/ext/__init__.py": "from pkg import base\n",
        "main.py": "from pkg.ext import base\n\nclass Mine(base.Row): ...\n",
    }
    assert places(files, "pkg/base.py", "Row") == {"main.py:3": "module attribute"}


@pytest.mark.req("S1-09")
def test_callers_are_grouped_by_the_calling_definition() -> None:
    files = {
        "a.py": "def run(): ...\n\ndef twice():\n    run()\n    run()\n",
        "b.py": "from a import run\n\nclass C:\n    def go(self):\n        return run()\n\nx = run\n",
    }
    found = find_callers(*symbol(files, "a.py", "run"))
    assert [(each.path, each.qualified, len(each.calls)) for each in found.resolved] == [
        ("a.py", "twice", 2),
        ("b.py", "C.go", 1),
    ]


def test_making_an_instance_calls_init() -> None:
    files = {"a.py": "class A:\n    def __init__(self): ...\n\ndef make():\n    return A()\n"}
    found = find_callers(*symbol(files, "a.py", "A.__init__"))
    assert [each.qualified for each in found.resolved] == ["make"]


def test_names_bound_in_a_ring_end() -> None:
    text = "def f():\n    a = b\n    b = a\n    a.any_thing()\n\nclass A:\n    def any_thing(self): ...\n"
    assert in_one(text, "A.any_thing") == {"4": "rare name"}


def test_hostile_nesting_does_not_hang_or_fall() -> None:
    deep = "(" * 3000 + "x.work()" + ")" * 3000
    text = f"class A:\n    def work(self): ...\n\ny = {deep}\n" + "z = " + ".a()" * 5000 + ".work()\n"
    index, found = symbol({"a.py": text}, "a.py", "A.work")
    assert find_usages(index, found) is not None


@pytest.mark.parametrize(
    "receiver",
    [
        "for it in [B(), A()]:\n        it.run()",
        "it = B() if x else x\n    it.run()",
        "it = x or B()\n    it.run()",
        "it = B()\n    if x:\n        it = x\n    it.run()",
        "it = K().made\n    it.run()",
        "it = pick(x)\n    it.run()",
    ],
)
def test_what_may_be_something_else_as_well_rules_no_use_out(receiver: str) -> None:
    made = "class K:\n    made = B()\n\n    def turn(self, other):\n        self.made = other\n\n"
    pick = "def pick(x):\n    if x:\n        return x\n    return B()\n\n"
    classes = "class A:\n    def run(self): ...\n\nclass B:\n    def run(self): ...\n\n"
    text = f"{classes}{made}{pick}def use(x):\n    {receiver}\n"
    found = find_usages(*symbol({"a.py": text}, "a.py", "A.run"))
    assert len(found.resolved) + len(found.possible) == 1
    assert [each.inside for each in (*found.resolved, *found.possible)] == ["use"]


def test_a_variable_that_begins_as_none_is_what_it_becomes() -> None:
    text = (
        "class A:\n    def run(self): ...\n\nclass B:\n    def run(self): ...\n\n"
        "def use():\n    it = None\n    it = B()\n    it.run()\n"
    )
    found = find_usages(*symbol({"a.py": text}, "a.py", "A.run"))
    assert (found.resolved, found.possible) == ((), ())


def test_an_import_of_a_module_of_that_name_elsewhere_may_be_one_of_it() -> None:
    files = {
        "lib/__init__.py": "",
        "lib/dictutils.py": "class Table: ...\n",
        "misc/bench.py": "from dictutils import Table\n\nALL = (Table,)\n",
    }
    assert guesses(files, "lib/dictutils.py", "Table") == ["misc/bench.py:1", "misc/bench.py:3"]


def test_the_files_that_were_searched_have_the_name_in_its_own_case() -> None:
    index = MadeIndex({"a.py": "class Broker:\n    pass\n", "b.py": "broker = 1\n"})
    assert find_usages(index, index.symbols("Broker")[0]).coverage.searched == 1


def test_each_branch_that_sets_a_name_defines_it_and_none_of_them_uses_it() -> None:
    text = "if new:\n    LIMIT = 1\nelse:\n    LIMIT = 2\n\nprint(LIMIT)\n"
    found = find_usages(*symbol({"a.py": text}, "a.py", "LIMIT"))
    assert [each.line for each in found.resolved] == [6]
    assert found.also_defined == ("a.py:4",)
    assert found.account.definitions == 2


@pytest.mark.parametrize("annotation", ["Any", "t.Any", "object", "t.Any | None"])
def test_a_parameter_that_may_be_anything_rules_no_use_out(annotation: str) -> None:
    text = f"""
import typing as t
from typing import Any
class Client:
    def send_it(self): ...
def use(value: {annotation}):
    value.send_it()
"""
    found = find_usages(*symbol({"a.py": text}, "a.py", "Client.send_it"))
    assert [each.line for each in (*found.resolved, *found.possible)] == [6]


def test_a_fixture_is_used_where_a_test_or_a_fixture_has_a_parameter_of_its_name() -> None:
    files = {
        "tests/conftest.py": "import pytest\n@pytest.fixture\ndef wheel_path(): ...\n",
        "tests/test_a.py": "def test_one(wheel_path):\n    print(wheel_path)\n"
        "def test_two(*, wheel_path: str): ...\ndef helper(wheel_path): ...\n",
        "tests/test_b.py": "import pytest\n@pytest.fixture\ndef wheel_path(wheel_path): ...\n"
        "def test_own(wheel_path): ...\n",
    }
    assert places(files, "tests/conftest.py", "wheel_path") == {
        "tests/test_a.py:1": "fixture",
        "tests/test_a.py:3": "fixture",
        "tests/test_b.py:3": "fixture",
    }


HOLDING = """class Store:
    def peek(self): ...

class Row:
    def __init__(self, folder):
        self._store = Store(folder)

    @classmethod
    def of(cls, store):
        self = cls.__new__(cls)
        self._store = store
        return self

    def peek(self):
        return self._store.peek()

    def twin(self, other):
        return other.peek()
"""


def test_what_a_class_makes_for_its_own_attribute_has_the_member_and_not_the_class_itself() -> None:
    assert in_one(HOLDING, "Store.peek") == {"15": "constructor"}
    assert guesses({"a.py": HOLDING}, "a.py", "Row.peek") == ["a.py:18"]


def test_an_attribute_of_a_module_of_the_standard_library_is_no_use() -> None:
    files = {
        "a.py": "class Shop:\n    def __init__(self, utc):\n        self.utc = utc\n",
        "b.py": "import datetime\nfrom os import path\nimport other\n"
        "datetime.timezone.utc\npath.utc\nother.timezone.utc\n",
    }
    assert uses_of(files, "a.py", "Shop.utc")[1] == ["b.py:6"]


def test_a_keyword_through_functools_partial_is_that_of_the_class() -> None:
    files = {
        "a.py": "class Shop:\n    utc = 1\n    def __init__(self, utc): ...\n",
        "b.py": "from functools import partial\nimport functools\nfrom a import Shop\n"
        "Till = partial(Shop, x=1)\nDesk = functools.partial(Shop)\nTill(utc=1)\nDesk(utc=2).utc\n",
    }
    assert uses_of(files, "a.py", "Shop.utc") == (["b.py:6", "b.py:7", "b.py:7"], [])


@pytest.mark.parametrize(
    ("path", "defining", "asking", "plain"),
    [
        (
            "a.py",
            "class Box:\n    def save(self): ...\n",
            "getattr(x, 'save')\n",
            "row = {'save': 1, 'b': c['save']}\n",
        ),
        (
            "a.js",
            "class Box {\n  save() {}\n}\n",
            "x['save']();\n",
            "const row = {a: 'save'};\nload('save');\n",
        ),
        (
            "a.go",
            "package a\n\ntype Box struct{}\n\nfunc (b Box) save() {}\n",
            'package a\n\nvar f = v.MethodByName("save")\n',
            'package a\n\nvar row = map[string]int{"save": 1}\n',
        ),
    ],
)
def test_a_string_is_a_possible_use_only_where_it_is_looked_up(
    path: str, defining: str, asking: str, plain: str
) -> None:
    ending = path.rpartition(".")[2]
    files = {path: defining, f"asking.{ending}": asking, f"plain.{ending}": plain}
    index, found = symbol(files, path, "Box.save")
    usages = find_usages(index, found)
    assert [each.path for each in usages.possible] == [f"asking.{ending}"]
    number = plain.count("save")
    text = "1 string is its name" if number == 1 else f"{number} strings are its name"
    assert text in usages.coverage.reasons


@pytest.mark.parametrize(
    ("path", "defining", "plain"),
    [
        ("a.ts", "export interface User { id: number }\n", "const row = {last_name: 'User'};\n"),
        ("a.go", "package a\n\nfunc User() {}\n", 'package a\n\nvar row = "User"\n'),
    ],
)
def test_what_no_string_can_mean_is_open_by_none(path: str, defining: str, plain: str) -> None:
    index, found = symbol({path: defining, f"plain.{path}": plain}, path, "User")
    usages = find_usages(index, found)
    assert usages.possible == ()
    assert usages.coverage.is_complete


def test_super_leads_to_a_sister_class_only_where_a_class_comes_from_both() -> None:
    made = "    def __init__(self):\n        super().__init__()\n"
    files = {
        "a.py": "class Above:\n    def __init__(self): ...\n",
        "b.py": f"import a\n\nclass One(a.Above):\n{made}",
        "c.py": f"import a\n\nclass Two(a.Above):\n{made}",
    }
    index, found = symbol(files, "b.py", "One.__init__")
    assert find_usages(index, found).possible == ()
    files["d.py"] = "import b, c\n\nclass Both(c.Two, b.One): ...\n"
    index, found = symbol(files, "b.py", "One.__init__")
    assert "c.py" in [each.path for each in find_usages(index, found).possible]


def test_a_setter_adds_to_a_property_and_calls_it_not() -> None:
    text = (
        "class A:\n    @property\n    def size(self):\n        return 1\n\n"
        "    @size.setter\n    def size(self, value):\n        pass\n"
    )
    index = MadeIndex({"a.py": text})
    found = find_usages(index, index.symbols("size")[0])
    assert [each.kind.value for each in (*found.resolved, *found.possible)] == ["accessor"]
    assert list(find_calls(Inference(PythonFiles(index)), index.symbols("size")[0])) == []
