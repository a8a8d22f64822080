from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.code.callers import find_callers
from groundplan.code.impact import find_impact
from groundplan.code.index import Symbol
from groundplan.code.test_paths import is_test

if TYPE_CHECKING:
    from groundplan.code.impact import Impact

SHOP = {
    "pyproject.toml": '[project.scripts]\nshop = "shop.cli:main"\n',
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/price.py": "def price(item): ...\n",
    "shop/cart.py": """
        from shop.price import price

        class Cart:
            def total(self):
                return self._sum()

            def _sum(self):
                return price(1)
    """,
    "shop/cli.py": "from shop import Cart\n\ndef main():\n    Cart().total()\n",
    "shop/guess.py": "def guess(thing):\n    thing.price()\n    thing.total()\n",
    "tests/test_cart.py": "from shop import Cart\n\ndef test_total():\n    Cart().total()\n",
}


def impact(path: str, qualified: str = "", depth: int = 9) -> Impact:
    index = MadeIndex(dict(SHOP))
    outline = index.outline(path)
    assert outline is not None
    changed = Symbol(path, outline.find(qualified)[0]) if qualified else path
    return find_impact(index, changed, depth)


@pytest.mark.req("S1-09")
def test_dependents_are_followed_step_by_step() -> None:
    found = impact("shop/price.py", "price")
    assert [(each.steps, each.path, each.qualified) for each in found.dependents] == [
        (1, "shop/cart.py", ""),
        (1, "shop/cart.py", "Cart._sum"),
        (2, "shop/cart.py", "Cart.total"),
        (3, "shop/cli.py", "main"),
        (3, "tests/test_cart.py", "test_total"),
    ]
    assert not found.is_cut


@pytest.mark.req("S1-09")
def test_edges_by_name_alone_are_listed_apart() -> None:
    found = impact("shop/cart.py", "Cart.total")
    assert "guess" not in [each.qualified for each in found.dependents]
    assert [each.qualified for each in found.possible] == ["guess"]


def test_tests_and_public_names_are_told() -> None:
    found = impact("shop/price.py", "price")
    assert found.public == "public name in `shop.price`"
    assert found.tests == ("tests/test_cart.py",)
    assert {each.qualified: each.public for each in found.dependents if each.public} == {
        "Cart.total": "exported by `shop/__init__.py`",
        "main": "command `shop`",
    }


def test_a_depth_that_leaves_something_out_says_so() -> None:
    found = impact("shop/price.py", "price", depth=1)
    assert {each.steps for each in found.dependents} == {1}
    assert found.is_cut


def test_files_are_reached_over_imports() -> None:
    found = impact("shop/price.py")
    assert {each.path: each.steps for each in found.files} == {
        "shop/cart.py": 1,
        "shop/__init__.py": 2,
        "shop/cli.py": 3,
        "tests/test_cart.py": 3,
    }
    assert found.tests == ("tests/test_cart.py",)


@pytest.mark.parametrize(
    "path",
    [
        "tests/a.py",
        "pkg/test_a.py",
        "pkg/a_test.go",
        "src/a.spec.ts",
        "src/__tests__/a.js",
        "conftest.py",
        "a/test/b.ts",
        "testdata/a.go",
        "tests/examples/a.py",
        "examples/shop/tests/test_views.py",
        "pkg/a_spec.rb",
    ],
)
def test_test_files_are_known_by_their_names(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/attest.py",
        "pkg/latest.go",
        "src/contest/a.ts",
        "django/test/client.py",
        "setuptools/command/test.py",
        "lib/package-spec.js",
        "docs/npm-test.md",
    ],
)
def test_other_files_are_not_tests(path: str) -> None:
    assert not is_test(path)


def test_who_imports_a_file_is_not_said_where_imports_are_not_followed() -> None:
    index = MadeIndex({"src/a.php": "<?php\nclass A {}\n", "src/b.php": "<?php\nuse A;\nnew A();\n"})
    assert not find_impact(index, "src/a.php").is_followed
    assert find_impact(MadeIndex({"a.py": "x = 1\n"}), "a.py").is_followed


def test_what_a_header_declares_private_is_not_called_exported() -> None:
    index = MadeIndex(
        {
            "src/box.h": "class Box {\n public:\n  void openLid();\n private:\n  void turnKey();\n};\n",
            "src/box.cpp": "void Box::openLid() { turnKey(); }\nvoid Box::turnKey() {}\n",
        }
    )
    outline = index.outline("src/box.cpp")
    assert outline is not None
    told = {each.name: find_impact(index, Symbol("src/box.cpp", each)).public for each in outline.definitions}
    assert told == {"openLid": "exported", "turnKey": ""}


@pytest.mark.parametrize("words", ["static inline", "inline static", "static"])
def test_what_a_source_of_c_has_as_static_is_not_called_exported(words: str) -> None:
    text = f"{words} int\nturn(int x)\n{{\n  return x;\n}}\nint both(void) {{ return turn(1); }}\n"
    index = MadeIndex({"src/key.c": text, "src/key.h": "static inline int half(int x) { return x; }\n"})
    symbols = [each for name in ("turn", "both", "half") for each in index.symbols(name)]
    told = {each.definition.name: find_impact(index, each).public for each in symbols}
    assert told == {"turn": "", "both": "exported", "half": "exported"}


RUST = {
    "src/lib.rs": "mod tests;\nmod price;\nmod cart;\n",
    "src/price.rs": "pub fn price_of_item(n: u32) -> u32 { n }\n",
    "src/cart.rs": (
        "use crate::price::price_of_item;\npub fn total() -> u32 { price_of_item(1) }\n"
        "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { price_of_item(2); }\n}\n"
    ),
    "src/tests.rs": (
        "use crate::price::price_of_item;\npub fn is_cheap() -> bool { price_of_item(1) < 9 }\n"
    ),
}


def test_tests_that_only_have_the_name_are_possible_tests() -> None:
    files = {
        "shop/cart.py": "class Cart:\n    def total(self): ...\n",
        "tests/test_cart.py": "def test_total(cart):\n    cart.total()\n",
        "tests/helpers.py": "def fill(cart):\n    cart.total()\n",
    }
    index = MadeIndex(files)
    outline = index.outline("shop/cart.py")
    assert outline is not None
    found = find_impact(index, Symbol("shop/cart.py", outline.find("Cart.total")[0]))
    assert found.tests == ()
    assert found.possible_tests == ("tests/test_cart.py",)


def test_a_test_that_only_imports_the_file_of_a_definition_is_not_reached_by_it() -> None:
    files = {
        "shop/cart.py": "class Cart:\n    def total_of_all(self): ...\n\ndef other(): ...\n",
        "tests/test_other.py": "from shop.cart import other\n\ndef test_other():\n    other()\n",
    }
    index = MadeIndex(files)
    outline = index.outline("shop/cart.py")
    assert outline is not None
    found = find_impact(index, Symbol("shop/cart.py", outline.find("Cart.total_of_all")[0]))
    assert found.tests == found.possible_tests == ()
    assert find_impact(index, "shop/cart.py").tests == ("tests/test_other.py",)


def test_tests_beside_the_code_are_tests_and_a_product_file_called_tests_is_none() -> None:
    index = MadeIndex(dict(RUST))
    outline = index.outline("src/price.rs")
    assert outline is not None
    found = find_impact(index, Symbol("src/price.rs", outline.find("price_of_item")[0]))
    assert {*found.tests, *found.possible_tests} == {"src/cart.rs"}
    assert {each.qualified for each in found.dependents if each.is_test} == {"tests.adds"}


def test_code_outside_definitions_counts_as_a_user_and_an_import_does_not() -> None:
    files = {
        "a.py": "def work_on(): ...\n",
        "b.py": "from a import work_on\n\nwork_on()\n",
        "c.py": "from a import work_on\n",
        "d.py": "from a import work_on\n\ndef d():\n    work_on()\n",
    }
    index = MadeIndex(files)
    outline = index.outline("a.py")
    assert outline is not None
    found = find_impact(index, Symbol("a.py", outline.find("work_on")[0]))
    assert [(each.path, each.qualified) for each in found.users] == [("b.py", ""), ("d.py", "d")]
    assert [each.first.line for each in found.users] == [3, 4]


@pytest.mark.parametrize(
    ("files", "path", "name"),
    [
        (
            {
                "lib/cart.rb": "class CartBox\n  def initialize(a)\n    @a = a\n  end\nend\n",
                "test/cart_test.rb": "class CartTest\n  def test_it\n    CartBox.new(1)\n  end\nend\n",
            },
            "lib/cart.rb",
            "initialize",
        ),
        (
            {
                "src/CartBox.php": "<?php\nclass CartBox { public function __construct() {} }\n",
                "tests/CartBoxTest.php": "<?php\nclass CartBoxTest { function testIt() { new CartBox; } }\n",
            },
            "src/CartBox.php",
            "__construct",
        ),
        (
            {
                "cart.py": "class CartBox:\n    def __init__(self): ...\n",
                "test_cart.py": "from cart import CartBox\n\ndef test_it():\n    CartBox()\n",
            },
            "cart.py",
            "__init__",
        ),
    ],
)
def test_who_makes_an_instance_is_reached_by_a_change_of_the_constructor(
    files: dict[str, str], path: str, name: str
) -> None:
    index = MadeIndex(files)
    symbol = next(each for each in index.symbols(name) if each.path == path)
    found = find_impact(index, symbol)
    assert len([*found.tests, *found.possible_tests]) == 1
    callers = find_callers(index, symbol)
    assert len([*callers.resolved, *callers.possible]) == 1


def test_what_tests_share_is_no_test_that_a_change_reaches() -> None:
    files = {
        "cart.py": "class CartBox:\n    def __init__(self): ...\n    def add(self): ...\n",
        "tests/models.py": "from cart import CartBox\n\nbox = CartBox()\nbox.add()\n",
        "tests/test_cart.py": "from cart import CartBox\n\ndef test_it():\n    CartBox().add()\n",
    }
    index = MadeIndex(files)
    assert find_impact(index, index.symbols("add")[0]).tests == ("tests/test_cart.py",)
    assert find_impact(index, "cart.py").tests == ("tests/test_cart.py",)


def test_a_constructor_with_possible_uses_is_not_complete() -> None:
    made = "def make(it):\n    CartBox()\n    it.__init__()\n"
    index = MadeIndex({"cart.py": f"class CartBox:\n    def __init__(self): ...\n\n{made}"})
    symbol = index.symbols("__init__")[0]
    assert not find_callers(index, symbol).coverage.is_complete
    assert not find_impact(index, symbol).coverage.is_complete


def test_what_is_further_away_and_found_by_name_only_is_told_apart() -> None:
    files = {
        "src/a.cpp": "int radix_value() { return 1; }\nint store_number() { return radix_value(); }\n",
        "test/test_a.cpp": "TEST(a) { }\nint test_a() { return store_number(); }\n",
    }
    index = MadeIndex(files)
    (symbol,) = index.symbols("radix_value")
    found = find_impact(index, symbol)
    assert [(each.steps, each.qualified, each.is_by_name) for each in found.dependents] == [
        (1, "store_number", False),
        (2, "test_a", True),
    ]
    assert (found.tests, found.possible_tests) == ((), ("test/test_a.cpp",))


def test_definitions_of_one_name_in_a_file_are_several() -> None:
    text = "import { make } from './a';\ntest(() => { class Foo { a() { make(); } } });\n"
    files = {
        "a.ts": "export function make() {}\n",
        "b.ts": f"{text}test(() => {{\n  class Foo {{\n    a() {{ make(); }}\n  }}\n}});\n",
    }
    index = MadeIndex(files)
    (symbol,) = index.symbols("make")
    users = [(each.qualified, each.first.line) for each in find_impact(index, symbol).users]
    assert users == [("Foo.a", 2), ("Foo.a", 5)]
    assert len(find_callers(index, symbol).resolved) == 2


def test_a_struct_of_a_source_file_of_c_is_not_exported() -> None:
    files = {
        "a.c": "struct ctx { int a; };\nint make(struct ctx *c) { return 1; }\n",
        "b.h": "struct box { int a; };\n",
    }
    index = MadeIndex(files)
    public = {name: find_impact(index, index.symbols(name)[0]).public for name in ("ctx", "make", "box")}
    assert public == {"ctx": "", "make": "exported", "box": "exported"}


def test_a_declaration_and_its_definition_are_one_user() -> None:
    text = "struct loader_ctx { int a; };\nint f(struct loader_ctx *c);\n"
    text += "int f(struct loader_ctx *c) { return 1; }\n"
    index = MadeIndex({"a.c": text})
    (symbol,) = index.symbols("loader_ctx")
    assert [each.qualified for each in find_impact(index, symbol).users] == ["f"]


def test_a_word_that_many_things_have_leads_no_further_by_name_alone() -> None:
    files = {
        "a.py": "LIMIT = 1\n\nclass Box:\n    def get(self): return LIMIT\n    def get_parcel(self):\n"
        "        return LIMIT\n",
        "b.py": "def f(x): x.get()\n\ndef g(x): x.get_parcel()\n",
        "c.py": "class Other:\n    def get_parcel(self): ...\n",
    }
    index = MadeIndex(files)
    found = find_impact(index, index.symbols("LIMIT")[0])
    assert [each.qualified for each in found.possible] == ["g"]


def test_what_calls_another_overload_is_not_reached() -> None:
    files = {
        "Assert.java": "class Assert {\n  static void checkSomething() {}\n}\n",
        "Safe.java": (
            "class Safe {\n  static void runWithAll(List p) { Assert.checkSomething(); }\n"
            "  static void runWithAll(P p, P... more) { }\n  static void runWithAll() { }\n}\n"
        ),
        "Own.java": 'class Own {\n  void one() { Safe.runWithAll("a, b"); }\n'
        "  void none() { Safe.runWithAll(); }\n}\n",
    }
    index = MadeIndex(files)
    found = find_impact(index, index.symbols("checkSomething")[0])
    assert {each.qualified for each in (*found.dependents, *found.possible)} == {"Safe.runWithAll"}
    single = {
        **files,
        "Safe.java": files["Safe.java"].replace("static void runWithAll(P p, P... more) { }", ""),
    }
    found = find_impact(MadeIndex(single), MadeIndex(single).symbols("checkSomething")[0])
    assert {each.qualified for each in (*found.dependents, *found.possible)} == {"Safe.runWithAll", "Own.one"}
