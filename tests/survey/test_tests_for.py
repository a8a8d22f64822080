"""Which tests exercise some code, why, and what no test reaches."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.tests_for.naming import name_score, plain_stem

FILES = {
    "shop/__init__.py": "from .cart import Cart\n",
    "shop/cart.py": """
        class Cart:
            def add_item(self, item): ...
            def total(self): ...
        """,
    "shop/mail.py": "def send(): ...\n",
    "tests/test_cart.py": """
        from shop import Cart

        def test_add_item_twice():
            cart = Cart()
            cart.add_item(1)
            cart.add_item(1)
        """,
    "tests/test_shop.py": """
        from shop import Cart

        def test_all():
            Cart().total()
        """,
}


@pytest.mark.req("S1-08")
def test_a_file_is_tested_by_who_imports_its_names_through_the_package() -> None:
    found = find_tests_for(MadeIndex(FILES), "shop/cart.py")
    assert [each.path for each in found.found] == ["tests/test_cart.py", "tests/test_shop.py"]
    assert [each.words for each in found.found[0].reasons] == [
        "imports `Cart` from it",
        "names `add_item`, defined there alone",
        "is named for the file",
    ]


def test_a_symbol_is_tested_by_who_uses_it() -> None:
    index = MadeIndex(FILES)
    (symbol,) = index.symbols("add_item")
    found = find_tests_for(index, "shop/cart.py", symbol)
    assert [(each.path, each.tests) for each in found.found] == [
        ("tests/test_cart.py", ("test_add_item_twice",))
    ]
    assert "uses it 2 times" in [each.words for each in found.found[0].reasons]


def test_code_that_no_test_reaches_has_none() -> None:
    index = MadeIndex(FILES)
    found = find_tests_for(index, "shop/mail.py")
    assert (found.found, found.looked_at) == ((), 2)


def test_scripts_are_tested_by_imports_through_an_index_file() -> None:
    files = {
        "src/index.ts": "export { load } from './load'\n",
        "src/load.ts": "export function load() {}\n",
        "src/__tests__/load.spec.ts": "import { load } from '../index'\nit('x', () => load())\n",
    }
    (found,) = find_tests_for(MadeIndex(files), "src/load.ts").found
    assert (found.path, found.reasons[0].words) == ("src/__tests__/load.spec.ts", "imports `load` from it")


def test_go_tests_stand_beside_their_code() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "cart.go": "package shop\n\nfunc NewCart() {}\n",
        "mail.go": "package shop\n\nfunc SendMail() {}\n",
        "cart_test.go": "package shop\n\nfunc TestCart(t *testing.T) { NewCart() }\n",
    }
    index = MadeIndex(files)
    assert [each.path for each in find_tests_for(index, "cart.go").found] == ["cart_test.go"]
    assert find_tests_for(index, "mail.go").found == ()


@pytest.mark.parametrize(
    ("test", "stem"),
    [
        ("tests/test_users.py", "users"),
        ("users_test.go", "users"),
        ("src/users.spec.ts", "users"),
        ("tests/users/tests.py", "tests"),
        ("test_test_client.py", "client"),
    ],
)
def test_a_test_file_says_what_it_tests(test: str, stem: str) -> None:
    assert plain_stem(test) == stem


@pytest.mark.parametrize(
    ("code", "test"),
    [
        ("src/add/index.ts", "src/add/test.ts"),
        ("src/cart.ts", "src/cart.test.ts"),
        ("src/cart.ts", "src/__tests__/cart.ts"),
        ("src/main/java/shop/Cart.java", "src/test/java/shop/CartTest.java"),
        ("src/main/java/shop/Cart.java", "src/test/java/shop/CartIT.java"),
        ("src/main/kotlin/shop/Cart.kt", "src/test/kotlin/shop/CartTests.kt"),
        ("src/Shop/Cart.cs", "test/Shop.Tests/CartTests.cs"),
        ("lib/cart.rb", "spec/cart_spec.rb"),
        ("lib/cart.rb", "test/test_cart.rb"),
        ("src/Cart.php", "tests/CartTest.php"),
        ("src/cart.cc", "test/cart_unittest.cc"),
        ("src/cart.c", "src/cart_test.c"),
        ("src/cart.rs", "tests/cart.rs"),
    ],
)
def test_a_test_is_found_by_its_name_in_every_language(code: str, test: str) -> None:
    (found,) = find_tests_for(MadeIndex({code: "x\n", test: "y\n"}), code).found
    assert (found.path, {each.how for each in found.reasons}) == (test, {"name"})


@pytest.mark.parametrize(
    ("code", "test"),
    [
        ("src/cart.ts", "tests/test_cart.py"),
        ("src/cart.ts", "tests/fixtures/cart.test.ts"),
        ("src/cart.ts", "tests/benchmarks/cart.test.ts"),
        ("src/cart.ts", "src/__snapshots__/cart.test.ts"),
        ("src/cart.js", "lib/commands/test.js"),
        ("src/fixture.js", "test/_fixture.js"),
        ("src/jvmMain/kotlin/Type.kt", "src/jvmMain/kotlin/TypeSpec.kt"),
        ("src/main/java/Cart.java", "src/main/java/TestCart.java"),
    ],
)
def test_a_fixture_a_measurement_and_another_language_test_nothing(code: str, test: str) -> None:
    assert find_tests_for(MadeIndex({code: "x\n", test: "y\n"}), code).found == ()


def test_a_name_belongs_to_the_file_in_the_nearer_folder() -> None:
    files = {"shop/web/events.py": "", "shop/events/__init__.py": "", "tests/events/test_events.py": ""}
    assert find_tests_for(MadeIndex(files), "shop/web/events.py").found == ()
    assert len(find_tests_for(MadeIndex(files), "shop/events/__init__.py").found) == 1


def test_a_rust_file_that_holds_its_tests_is_its_own_test() -> None:
    files = {"src/cart.rs": "fn f() {}\n\n#[cfg(test)]\nmod tests {}\n"}
    (found,) = find_tests_for(MadeIndex(files), "src/cart.rs").found
    assert [(each.how, str(each.at)) for each in found.reasons] == [("inside", "src/cart.rs:3")]


def test_a_test_that_names_the_class_of_a_file_is_found_by_use() -> None:
    files = {
        "src/main/java/Basket.java": "class Basket {}\n",
        "src/test/java/ShopTest.java": "new Basket();\n",
    }
    (found,) = find_tests_for(MadeIndex(files), "src/main/java/Basket.java").found
    assert {each.how for each in found.reasons} == {"use"}


def test_a_folder_in_common_makes_a_name_surer() -> None:
    near = name_score("tests/auth/test_forms.py", "site/auth/forms.py")
    assert near > name_score("tests/admin/test_forms.py", "site/auth/forms.py") > 0
    assert name_score("tests/test_views.py", "site/auth/forms.py") == 0
