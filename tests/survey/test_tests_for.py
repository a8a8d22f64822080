"""Which tests exercise some code, why, and what no test reaches."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.code.impact import find_impact
from groundplan.code.index import Symbol
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
        "has the name `add_item`, which it defines",
        "is named after the file",
    ]


def test_a_symbol_is_tested_by_who_uses_it() -> None:
    index = MadeIndex(FILES)
    (symbol,) = index.symbols("add_item")
    found = find_tests_for(index, "shop/cart.py", symbol)
    assert [(each.path, each.tests) for each in found.found] == [
        ("tests/test_cart.py", ("test_add_item_twice",)),
        ("tests/test_shop.py", ()),
    ]
    assert found.found[0].reasons[0].words == "uses it"
    assert [each.words for each in found.found[1].reasons] == ["imports its file"]


def test_a_test_that_is_only_called_after_a_definition_is_none_of_those_that_use_it() -> None:
    code = "package a\n\nfunc BuyBox() {}\n\nfunc MakeBuyBox() {}\n"
    tests = "func TestOne(t *testing.T) { BuyBox() }\n\nfunc TestMakeBuyBox(t *testing.T) { MakeBuyBox() }\n"
    index = MadeIndex({"go.mod": "module a\n", "a.go": code, "a_test.go": f"package a\n\n{tests}"})
    (found,) = find_tests_for(index, "a.go", index.symbols("BuyBox")[0]).found
    assert found.tests == ("TestOne",)


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
    files = {"src/cart.rs": "fn f() {}\n\n#[cfg(test)]\nmod tests {\n#[test]\nfn a() {}\n}\n"}
    (found,) = find_tests_for(MadeIndex(files), "src/cart.rs").found
    assert [(each.how, str(each.at)) for each in found.reasons] == [("inside", "src/cart.rs:3")]


def test_a_test_that_names_the_class_of_a_file_is_found_by_use() -> None:
    files = {
        "src/main/java/Basket.java": "class Basket {}\n",
        "src/test/java/ShopTest.java": "class ShopTest { @Test void x() { new Basket(); } }\n",
    }
    (found,) = find_tests_for(MadeIndex(files), "src/main/java/Basket.java").found
    assert {each.how for each in found.reasons} == {"code"}


def test_a_folder_in_common_makes_a_name_surer() -> None:
    near = name_score("tests/auth/test_forms.py", "site/auth/forms.py")
    assert near > name_score("tests/admin/test_forms.py", "site/auth/forms.py") > 0
    assert name_score("tests/test_views.py", "site/auth/forms.py") == 0


def _words(files: dict[str, str], path: str) -> dict[str, list[str]]:
    found = find_tests_for(MadeIndex(files), path).found
    return {each.path: [reason.words for reason in each.reasons] for each in found}


def test_a_header_of_the_tests_leads_to_what_it_includes() -> None:
    files = {
        "lib.c": "int parse_number(void) { return 1; }\n",
        "tests/common.h": '#include "../lib.c"\n',
        "tests/number.c": '#include "common.h"\nint main(void) { return 0; }\n',
    }
    assert _words(files, "lib.c") == {"tests/number.c": ["includes `tests/common.h`, which includes `lib.c`"]}


def test_a_function_of_c_that_a_header_declares_is_found_by_its_name() -> None:
    files = {
        "util.c": '#include "util.h"\nint util_merge(void) { return 1; }\n',
        "util.h": "int util_merge(void);\n",
        "tests/merge.c": '#include "../util.h"\nint main(void) { return util_merge(); }\n',
    }
    assert _words(files, "util.c")["tests/merge.c"] == [
        "includes `util.h`",
        "has the name `util_merge`, which it defines",
    ]


def test_a_word_in_a_string_or_a_comment_is_no_use() -> None:
    files = {
        "src/Basket.php": "<?php\nnamespace Shop;\nclass Basket {}\n",
        "tests/MailTest.php": "<?php\nnamespace Shop;\n// Basket\nclass MailTest { const A = 'Basket'; }\n",
    }
    assert _words(files, "src/Basket.php") == {}


def test_a_class_is_seen_from_its_own_package_and_through_an_import_alone() -> None:
    test = "class {0}Test {{ Types types; }}\n"
    files = {
        "src/main/java/a/Types.java": "package a;\npublic class Types {}\n",
        "src/test/java/a/OneTest.java": "package a;\n" + test.format("One"),
        "src/test/java/b/TwoTest.java": "package b;\nimport a.Types;\n" + test.format("Two"),
        "src/test/java/b/SqlTest.java": "package b;\nimport java.sql.Types;\n" + test.format("Sql"),
        "src/test/java/b/BareTest.java": "package b;\n" + test.format("Bare"),
    }
    assert sorted(_words(files, "src/main/java/a/Types.java")) == [
        "src/test/java/a/OneTest.java",
        "src/test/java/b/TwoTest.java",
    ]


def test_an_extension_method_of_csharp_is_named_by_who_sees_its_namespace() -> None:
    call = "class {0} {{ void Run(C c) {{ c.Fetch<int>(); }} }}\n"
    files = {
        "Shop/Mapper.cs": """
            namespace Shop {
                public static class Mapper { public static int Fetch<T>(this C c) => 1; }
            }
            """,
        "Tests/ATests.cs": "namespace Shop.Tests;\n" + call.format("ATests"),
        "Tests/BTests.cs": "using Shop;\nnamespace Other;\n" + call.format("BTests"),
        "Tests/CTests.cs": "namespace Other;\n" + call.format("CTests"),
    }
    assert sorted(_words(files, "Shop/Mapper.cs")) == ["Tests/ATests.cs", "Tests/BTests.cs"]


def test_a_constant_of_ruby_counts_under_its_own_module_alone() -> None:
    files = {
        "lib/shop/logger.rb": "module Shop\n  class Logger\n  end\nend\n",
        "test/spec_a.rb": "describe Shop::Logger do\nend\n",
        "test/spec_b.rb": "Logger.new($stdout)\nOther::Logger.new\n",
    }
    assert list(_words(files, "lib/shop/logger.rb")) == ["test/spec_a.rb"]


def test_a_method_on_another_package_is_not_the_one_of_the_file() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "route.go": "package shop\n\ntype Route struct{}\n\nfunc (r *Route) HandlerFunc() {}\n",
        "a_test.go": 'package shop\n\nimport "net/http"\n\nfunc TestA() { http.HandlerFunc(nil) }\n',
    }
    assert _words(files, "route.go") == {}


def test_a_name_in_go_counts_in_its_package_and_behind_its_import() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "cart.go": "package shop\n\nfunc New() {}\n\nfunc Merge() {}\n",
        "in_test.go": "package shop\n\nfunc TestA() { Merge() }\n",
        "out_test.go": 'package shop_test\n\nimport "example.com/shop"\n\nfunc TestB() { shop.Merge() }\n',
        "no_test.go": 'package shop_test\n\nimport "example.com/shop"\n\nfunc TestC() { shop.Other() }\n',
    }
    assert sorted(_words(files, "cart.go")) == ["in_test.go", "out_test.go"]


def test_the_tests_inside_another_file_of_rust_count() -> None:
    files = {
        "src/walk.rs": "pub fn scan_all() {}\n",
        "src/main.rs": """
            #[cfg(test)]
            mod tests {
                use crate::walk::scan_all;
                #[test]
                fn a() { scan_all(); }
            }
            """,
        "src/other.rs": "use crate::walk::scan_all;\nfn b() { scan_all(); }\n",
    }
    assert list(_words(files, "src/walk.rs")) == ["src/main.rs"]


def test_a_file_in_a_language_that_is_not_parsed_says_so() -> None:
    assert not find_tests_for(MadeIndex({"src/cart.zig": "x\n"}), "src/cart.zig").is_parsed


def test_what_every_object_has_is_no_use_of_the_one_that_defines_it_here() -> None:
    files = {
        "src/url.ts": "export class Url {\n  toString() { return '' }\n}\n",
        "test/other.test.ts": "it('x', () => input.toString())\n",
    }
    assert _words(files, "src/url.ts") == {}


def test_a_borrowed_type_of_rust_is_a_use() -> None:
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": "pub struct Req;\npub struct Request;\n",
        "tests/all.rs": "use shop::Request;\nfn f(r: &Request) {}\n",
    }
    assert list(_words(files, "src/lib.rs")) == ["tests/all.rs"]


def test_what_tests_are_made_with_is_named_after_nothing() -> None:
    assert name_score("src/test/java/shop/TestUtil.java", "src/main/java/shop/Util.java") == 0
    assert name_score("src/test/java/shop/UtilTest.java", "src/main/java/shop/Util.java") > 0


def test_tests_that_rust_keeps_in_a_file_of_their_own_are_not_inside() -> None:
    files = {"src/main.rs": "fn f() {}\n\n#[cfg(test)]\nmod tests;\n"}
    assert _words(files, "src/main.rs") == {}


def test_a_module_imported_with_its_ending_and_passed_on_by_another_is_found() -> None:
    test = "import {{ {0} }} from '../index.js'\nit('x', () => {0}())\n"
    files = {
        "index.js": "export { words } from './words.js'\nexport function load() {}\n",
        "words.js": "export function words() {}\n",
        "test/all.test.js": "import * as all from '../index.js'\nit('x', () => all.load())\n",
        "test/load.test.js": test.format("load"),
        "test/words.test.js": test.format("words"),
    }
    assert sorted(_words(files, "index.js")) == [
        "test/all.test.js",
        "test/load.test.js",
        "test/words.test.js",
    ]
    assert _words(files, "words.js")["test/words.test.js"][0] == "imports `words` from it"


def test_a_file_with_several_dots_in_its_name_is_found_by_who_imports_it_as_a_whole() -> None:
    files = {
        "src/cats.service.ts": "export class CatsService {}\n",
        "test/cats.spec.ts": "import * as cats from '../src/cats.service'\nit('x', () => new cats.C())\n",
    }
    assert "imports it" in _words(files, "src/cats.service.ts")["test/cats.spec.ts"]


def test_a_dot_import_of_go_brings_the_bare_names_of_a_package() -> None:
    head = 'package shop_test\n\nimport {0}"example.com/shop/cart"\n\n'
    files = {
        "go.mod": "module example.com/shop\n",
        "cart/cart.go": "package cart\n\nfunc Merge() {}\n",
        "cart/dot_test.go": head.format(". ") + "func TestA() { Merge() }\n",
        "cart/other_test.go": head.format(". ") + "func TestB() { x.Merge() }\n",
        "cart/named_test.go": head.format("") + "func TestC() { Merge() }\n",
    }
    assert sorted(_words(files, "cart/cart.go")) == ["cart/dot_test.go"]


def test_a_namespace_is_not_a_use_of_the_class_that_has_its_name() -> None:
    files = {
        "src/Template.php": "<?php\nnamespace Shop;\nfinal class Template {}\n",
        "tests/PartTest.php": "<?php\nnamespace Shop\\Template;\nfinal class PartTest { function t() {} }\n",
        "tests/LeafTest.php": "<?php\nnamespace A;\nuse Shop\\Template\\Leaf;\nfinal class LeafTest {}\n",
        "tests/RealTest.php": "<?php\nnamespace Shop;\nclass RealTest { function t() { new Template; } }\n",
    }
    assert sorted(_words(files, "src/Template.php")) == ["tests/RealTest.php"]


def test_a_test_whose_name_fits_and_that_uses_nothing_is_no_test_that_uses_it() -> None:
    files = {
        "shop/cart.py": "def merge(): ...\n",
        "tests/test_cart.py": """
            from shop.cart import merge

            def test_merge_failure():
                assert True

            def test_two():
                merge()
            """,
    }
    index = MadeIndex(files)
    (symbol,) = index.symbols("merge")
    (found,) = find_tests_for(index, "shop/cart.py", symbol).found
    assert found.tests == ("test_two",)


def test_the_tests_that_use_a_definition_are_all_counted() -> None:
    uses = "\n".join(f"def test_{number}():\n    merge()\n" for number in range(40))
    files = {"cart.py": "def merge(): ...\n", "test_cart.py": f"from cart import merge\n\n{uses}"}
    index = MadeIndex(files)
    (symbol,) = index.symbols("merge")
    (found,) = find_tests_for(index, "cart.py", symbol).found
    assert len(found.tests) == 40


def test_a_package_is_tested_by_who_imports_what_it_passes_on() -> None:
    assert _words(FILES, "shop/__init__.py") == {
        "tests/test_cart.py": ["imports `Cart` from it"],
        "tests/test_shop.py": ["imports `Cart` from it", "is named after the file"],
    }


CSHARP = {
    "src/Shop/ICart.cs": "namespace Shop;\npublic interface ICart { Task LoadAllAsync(); }\n",
    "src/Shop/Cart.cs": "namespace Shop;\npublic class Cart : ICart { public Task LoadAllAsync() { } }\n",
    "test/Shop.Tests/LoadTests.cs": (
        "namespace Shop.Tests;\npublic class LoadTests { void A(ICart c) { c.LoadAllAsync(); } }\n"
    ),
}
SPAWN = {
    "src/unix/process.c": "int uv_spawn(int a) { return a; }\n",
    "src/win/process.c": "int uv_spawn(int a) { return -a; }\n",
    "test/test-spawn.c": "void run(void) { uv_spawn(1); }\n",
}
REPORTER = {
    "include/report.h": "class EXPORT OLD_MSG(x) CSVReporter : public Reporter { void Run(); };\n",
    "src/csv.cc": "void CSVReporter::Run() {}\n",
    "test/output_test.cc": "int main() { bench::CSVReporter r; }\n",
}


@pytest.mark.parametrize(
    ("files", "path", "test", "name"),
    [
        (CSHARP, "src/Shop/Cart.cs", "test/Shop.Tests/LoadTests.cs", "LoadAllAsync"),
        (SPAWN, "src/unix/process.c", "test/test-spawn.c", "uv_spawn"),
        (REPORTER, "src/csv.cc", "test/output_test.cc", "CSVReporter"),
    ],
)
def test_a_name_of_several_definitions_makes_possible_tests_not_none(
    files: dict[str, str], path: str, test: str, name: str
) -> None:
    (found,) = find_tests_for(MadeIndex(files), path).found
    assert (found.path, found.is_sure) == (test, False)
    assert f"`{name}`" in found.reasons[0].words


def test_what_is_found_is_among_the_files_that_were_looked_at() -> None:
    files = {
        "src/lex.rs": "fn tokenize() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n",
        "Cargo.toml": '[package]\nname = "a"\n',
    }
    found = find_tests_for(MadeIndex(files), "src/lex.rs")
    assert (len(found.found), found.looked_at) == (1, 1)


def test_a_helper_in_a_test_file_is_no_test_of_it() -> None:
    tests = "func run() { BuyBox() }\n\nfunc TestB(t *testing.T) { BuyBox() }\n"
    index = MadeIndex(
        {
            "go.mod": "module a\n",
            "a.go": "package a\n\nfunc BuyBox() {}\n",
            "a_test.go": f"package a\n\n{tests}",
        }
    )
    (found,) = find_tests_for(index, "a.go").found
    assert found.tests == ("TestB",)


def test_an_application_inside_the_tests_of_ruby_is_no_test() -> None:
    files = {
        "app/controllers/sessions_controller.rb": "class SessionsController\nend\n",
        "test/rails_app/app/controllers/sessions_controller.rb": "class SessionsController\nend\n",
        "test/controllers/sessions_controller_test.rb": "class SessionsControllerTest\nend\n",
    }
    found = find_tests_for(MadeIndex(files), "app/controllers/sessions_controller.rb")
    assert [each.path for each in found.found] == ["test/controllers/sessions_controller_test.rb"]


def test_a_module_that_many_files_open_and_a_helper_of_ruby_make_no_possible_test() -> None:
    files = {
        "lib/shop/stop.rb": "module Shop\n  class Stop\n    def run\n    end\n  end\nend\n",
        "lib/shop/start.rb": "module Shop\n  class Start\n  end\nend\n",
        "spec/start_spec.rb": "Shop::Start.new\n",
        "spec/support/test_server.rb": "Shop::Stop.new\n",
    }
    assert find_tests_for(MadeIndex(files), "lib/shop/stop.rb").found == ()


def test_a_test_with_the_beginning_of_a_name_is_possible_and_a_toolkit_is_no_test() -> None:
    files = {
        "src/Operator/TakeUntilOperator.php": "<?php\nnamespace Rx\\Operator;\nclass TakeUntilOperator {}\n",
        "src/Scheduler.php": "<?php\nnamespace Rx;\nclass Scheduler {}\n",
        "src/Testing/TestScheduler.php": "<?php\nnamespace Rx\\Kit;\nuse Rx\\Scheduler;\nnew Scheduler();\n",
        "test/Rx/TakeUntilTest.php": "<?php\nclass TakeUntilTest { function a() { $x->takeUntil(1); } }\n",
    }
    (found,) = find_tests_for(MadeIndex(files), "src/Operator/TakeUntilOperator.php").found
    assert (found.path, found.is_sure) == ("test/Rx/TakeUntilTest.php", False)
    assert find_tests_for(MadeIndex(files), "src/Scheduler.php").found == ()


@pytest.mark.parametrize(
    ("name", "test", "is_about"),
    [
        ("Error", "testTrip_TransportErrorHandling", False),
        ("Error", "testLogger_Error", True),
        ("save", "test_save_twice", True),
        ("add_item", "test_cart_add_item_twice", True),
        ("add_item", "test_padd_items", False),
    ],
)
def test_a_test_is_named_after_whole_words(name: str, test: str, is_about: bool) -> None:  # noqa: FBT001
    files = {
        "shop.py": f"def {name}(): ...\n",
        "test_shop.py": f"import shop\n\ndef {test}():\n    shop.{name}()\n",
    }
    index = MadeIndex(files)
    (found,) = find_tests_for(index, "shop.py", index.symbols(name)[0]).found
    assert any(each.how == "title" for each in found.reasons) is is_about


def test_a_test_may_be_named_after_a_file_with_its_folders() -> None:
    files = {
        "lib/rack/attack/throttle.rb": "class Rack::Attack::Throttle\nend\n",
        "lib/rack/attack/check.rb": "class Rack::Attack::Check\nend\n",
        "spec/rack_attack_throttle_spec.rb": "describe 'throttles' do\nend\n",
        "spec/my_throttle_spec.rb": "describe 'others' do\nend\n",
    }
    assert set(_sure(files, "lib/rack/attack/throttle.rb")) == {"spec/rack_attack_throttle_spec.rb"}
    assert not _sure(files, "lib/rack/attack/check.rb")


def _sure(files: dict[str, str], path: str) -> dict[str, bool]:
    return {each.path: each.is_sure for each in find_tests_for(MadeIndex(files), path).found}


def test_what_tests_are_made_with_is_only_a_possible_test() -> None:
    files = {
        "src/node.c": "int node_check(void) { return 1; }\n",
        "src/node.h": "int node_check(void);\n",
        "api_test/harness.c": '#include "node.h"\nvoid test_ok(void) { node_check(); }\n',
        "api_test/main.c": '#include "node.h"\nint main(void) { return node_check(); }\n',
        "log_unittest/check.cc": '#include "node.h"\nTEST(Node, Checks) { node_check(); }\n',
    }
    assert _sure(files, "src/node.c") == {
        "api_test/main.c": True,
        "log_unittest/check.cc": True,
        "api_test/harness.c": False,
    }
    rust = {
        "src/lib.rs": "pub struct FrameHeader;\n",
        "tests/kit/src/lib.rs": "use crate::FrameHeader;\nfn make() -> FrameHeader { FrameHeader }\n",
        "tests/frames.rs": "#[test]\nfn reads() { shop::FrameHeader; }\n",
    }
    assert _sure(rust, "src/lib.rs") == {"tests/frames.rs": True, "tests/kit/src/lib.rs": False}


def test_a_test_that_only_the_name_of_its_file_points_at_is_possible() -> None:
    files = {"shop/cart.py": "def add(): ...\n", "tests/test_cart.py": "def test_x():\n    pass\n"}
    assert _sure(files, "shop/cart.py") == {"tests/test_cart.py": False}


def test_a_function_that_a_test_calls_is_none_of_the_tests() -> None:
    files = {
        "src/cart.cc": "int addToCart(int a) { return a; }\n",
        "src/cart.h": "int addToCart(int a);\n",
        "test/cart_test.cc": (
            '#include "cart.h"\nint helper() { return addToCart(1); }\nTEST(Cart, Adds) { addToCart(2); }\n'
        ),
    }
    (found,) = find_tests_for(MadeIndex(files), "src/cart.cc").found
    assert "helper" not in found.tests


def test_a_test_that_only_asks_a_member_of_something_is_possible() -> None:
    files = {
        "src/content.rs": "pub struct Content;\nimpl Content { pub fn as_wide_bool(&self) {} }\n",
        "tests/yaml.rs": "#[test]\nfn reads() { let it = made(); it.as_wide_bool(); }\n",
    }
    assert _sure(files, "src/content.rs") == {"tests/yaml.rs": False}


def test_tests_in_a_class_for_others_to_extend_are_found() -> None:
    files = {
        "src/commonMain/kotlin/Candidates.kt": "package a\n\nclass Candidates\n",
        "src/commonTest/kotlin/CandidatesTestBase.kt": (
            "package a\n\nabstract class CandidatesTestBase {\n    @Test fun one() { Candidates() }\n}\n"
        ),
    }
    assert _sure(files, "src/commonMain/kotlin/Candidates.kt") == {
        "src/commonTest/kotlin/CandidatesTestBase.kt": True
    }


def test_a_title_that_has_the_name_makes_a_possible_test() -> None:
    index = MadeIndex(
        {
            "src/response.ts": "export function Res() {}\n",
            "tests/server.spec.ts": "describe('@Res', () => { it('works', () => { run() }) })\n",
            "tests/other.spec.ts": "describe('Rest', () => { it('works', () => { run('a Res') }) })\n",
        }
    )
    (found,) = find_tests_for(index, "src/response.ts", index.symbols("Res")[0]).found
    assert (found.path, found.is_sure) == ("tests/server.spec.ts", False)
    assert "`Res` in a title or another string" in found.reasons[0].words


def test_a_field_of_a_go_test_s_own_struct_names_nothing_of_the_package() -> None:
    tests = """package a

func TestA(t *testing.T) {
\ttests := []struct{
\t\tqueue string
\t}{
\t\t{queue: "x"},
\t}
}
"""
    index = MadeIndex(
        {"go.mod": "module a\n", "p.go": "package a\n\ntype queue struct{}\n", "c_test.go": tests}
    )
    assert not any(each.is_sure for each in find_tests_for(index, "p.go").found)


def test_the_tests_inside_a_rust_file_are_those_of_what_they_name() -> None:
    text = (
        "pub struct TreeLine;\npub fn sanitize() {}\n\n#[cfg(test)]\nmod tests {\n"
        "    use super::*;\n    #[test]\n    fn t() { sanitize(); }\n}\n"
    )
    index = MadeIndex({"src/line.rs": text})
    outline = index.outline("src/line.rs")
    assert outline is not None
    tests = {
        name: [
            each.path
            for each in find_tests_for(
                index, "src/line.rs", Symbol("src/line.rs", outline.find(name)[0])
            ).found
            if each.is_of_it
        ]
        for name in ("TreeLine", "sanitize")
    }
    assert tests == {"TreeLine": [], "sanitize": ["src/line.rs"]}


@pytest.mark.parametrize(
    ("test", "text"),
    [
        (
            "spec/Call/CallCenterSpec.php",
            "<?php\nclass CSpec extends ObjectBehavior { function it_calls() { $this->makeCall(); } }\n",
        ),
        (
            "tests/unit/CallCenterCest.php",
            "<?php\nclass CallCenterCest {\n function calls(UnitTester $I) { $I->x()->makeCall(); }\n}\n",
        ),
        ("tests/CallCenterTest.php", "<?php\nit('calls', function () { make()->makeCall(); });\n"),
    ],
)
def test_the_tests_of_phpspec_codeception_and_pest_are_seen(test: str, text: str) -> None:
    files = {"src/Call/CallCenter.php": "<?php\nclass CallCenter { function makeCall() {} }\n", test: text}
    assert [each.path for each in find_tests_for(MadeIndex(files), "src/Call/CallCenter.php").found] == [test]


def test_a_helper_for_tests_is_no_test() -> None:
    helper = "#[cfg(test)]\n#[inline]\nfn byte_allowed() {\n    let bytes = Bytes::new(1);\n}\n"
    test = "#[test]\nfn code_matches() {\n    byte_allowed();\n}\n"
    files = {
        "Cargo.toml": '[package]\nname = "parse"\n',
        "src/iter.rs": "pub struct Bytes {}\n",
        "src/only.rs": f"use crate::iter::Bytes;\n{helper}",
        "src/tested.rs": f"use crate::iter::Bytes;\n{helper}{test}",
    }
    found = {each.path: each for each in find_tests_for(MadeIndex(files), "src/iter.rs").found}
    assert not found["src/only.rs"].is_sure
    assert found["src/tested.rs"].is_sure
    assert [each.tests for each in found.values()] == [(), ()]


def test_a_name_in_a_string_is_not_said_to_be_in_code() -> None:
    files = {
        "a.js": "export function coerceIt() {}\n",
        "a.test.js": "import { other } from './b'\ndescribe('coerceIt', () => { it('a', () => {}) })\n",
    }
    index = MadeIndex(files)
    (symbol,) = index.symbols("coerceIt")
    words = [one.words for each in find_tests_for(index, "a.js", symbol).found for one in each.reasons]
    assert "has `coerceIt` in a title or another string, and which of that name is not known" in words
    assert not any("in its code" in each for each in words)


def test_a_framework_of_others_below_the_tests_and_the_name_of_a_header_are_no_test_of_a_file() -> None:
    files = {
        "include/os.h": "class ostream_file { void writeAll(); };\nint sizeOfPage();\n",
        "test/gtest/all.cc": "TEST(A, B) { sizeOfPage(); }\n",
        "test/other-test.cc": "#include <ostream_file>\nTEST(A, B) {}\n",
        "test/os-test.cc": '#include "../include/os.h"\n\nTEST(A, B) { ostream_file f; }\n',
    }
    (found,) = find_tests_for(MadeIndex(files), "include/os.h").found
    assert found.path == "test/os-test.cc"
    assert [each.at.line for each in found.reasons[:2]] == [1, 3]


def test_the_tests_that_include_a_header_of_the_tests_are_its_own() -> None:
    files = {
        "test/util.h": "int openBuffer();\n",
        "test/more.h": '#include "util.h"\n',
        "test/a-test.cc": '#include "util.h"\nTEST(A, B) {}\n',
        "test/b-test.cc": '#include "more.h"\nTEST(A, B) {}\n',
    }
    found = find_tests_for(MadeIndex(files), "test/util.h").found
    assert {each.path: each.is_sure for each in found} == {"test/a-test.cc": True, "test/b-test.cc": True}
    assert [each.reasons[0].words for each in found] == [
        "includes `test/util.h`",
        "includes `test/more.h`, which includes `test/util.h`",
    ]


def test_a_class_with_a_marked_test_is_one_whatever_its_name_is() -> None:
    case = "package shop;\nclass {} {{\n  {} void adds() {{ new Cart(); }}\n}}\n"
    files = {
        "src/main/java/shop/Cart.java": "package shop;\nclass Cart {}\n",
        "src/test/java/shop/Issue12.java": case.format("Issue12", "@Test public"),
        "src/test/java/shop/Support.java": case.format("Support", "public"),
    }
    found = find_tests_for(MadeIndex(files), "src/main/java/shop/Cart.java").found
    assert [each.path for each in found] == ["src/test/java/shop/Issue12.java"]


def test_what_an_awaited_import_unpacks_is_followed_through_an_entry() -> None:
    files = {
        "src/core/index.ts": "export default class Fuse {}\n",
        "src/entry.ts": "import Fuse from './core'\nexport default Fuse\n",
        "test/cache.test.js": "const { default: Fuse } = await import('../src/entry')\n\ntest('a', f)\n",
    }
    (found,) = find_tests_for(MadeIndex(files), "src/core/index.ts").found
    assert (found.is_sure, found.reasons[0].words) == (True, "imports `Fuse` from it")


def test_a_java_test_of_another_package_that_imports_nothing_of_a_files_is_no_possible_one() -> None:
    case = "package {};\n{}class ArityTest {{\n  @Test void a() {{ method.invoke(1); }}\n}}\n"
    path = "src/main/java/shop/shell/Commands.java"
    test = "src/test/java/shop/ArityTest.java"
    code = "package shop.shell;\nclass Commands {\n  void invoke(int a) {}\n}\n"
    found = find_tests_for(MadeIndex({path: code, test: case.format("shop", "")}), path)
    assert found.found == ()
    brought = case.format("shop", "import shop.shell.Commands;\n")
    assert find_tests_for(MadeIndex({path: code, test: brought}), path).found


def test_the_name_of_a_test_does_not_say_which_of_several_definitions_is_tested() -> None:
    files = {
        "lib.rs": "pub struct Version;\nimpl Version { pub fn parse() {} }\n"
        "pub struct Range;\nimpl Range { pub fn parse() {} }\n",
        "tests/test_range.rs": "use a::Range;\n#[test]\nfn test_parse() { range(Range) }\n",
    }
    index = MadeIndex(files)
    symbol = next(each for each in index.symbols("parse") if each.definition.parent == "Version")
    reasons = [each.how for test in find_tests_for(index, "lib.rs", symbol).found for each in test.reasons]
    assert reasons
    assert "title" not in reasons


def test_a_function_of_the_tests_own_helpers_is_not_the_one_of_its_name() -> None:
    files = {
        "src/parse.rs": "fn comparator_of() {}\n",
        "tests/util/mod.rs": "pub fn comparator_of() {}\n",
        "tests/test_range.rs": "mod util;\nuse util::*;\n#[test]\nfn test_it() { comparator_of() }\n",
    }
    found = find_tests_for(MadeIndex(files), "src/parse.rs").found
    assert [each.is_sure for each in found] == [False]


def test_a_method_of_a_class_that_could_not_be_parsed_is_told_by_a_rare_name_only() -> None:
    files = {
        "src/Bytes.kt": "package a\nclass Bytes ( {\n}\nfun write() = 1\nfun write_all_bytes() = 1\n",
        "src/test/OtherTest.kt": "package a\nclass OtherTest {\n  @Test fun t() { write() }\n}\n",
        "src/test/BothTest.kt": "package a\nclass BothTest {\n  @Test fun t() { write_all_bytes() }\n}\n",
    }
    index = MadeIndex(files)
    outline = index.outline("src/Bytes.kt")
    assert outline is not None
    assert outline.is_broken
    sure = [each.path for each in find_tests_for(index, "src/Bytes.kt").found if each.is_sure]
    assert sure == ["src/test/BothTest.kt"]


def test_a_test_that_imports_what_another_test_file_defines_is_found_for_that() -> None:
    files = {
        "tests/test_store.py": "def needs_redis(f): ...\n\n\ndef test_a(): ...\n",
        "tests/test_lock.py": "from tests.test_store import needs_redis\n\n\n@needs_redis\ndef test_b(): 1\n",
    }
    found = find_tests_for(MadeIndex(files), "tests/test_store.py").found
    assert [(each.path, each.is_sure) for each in found] == [("tests/test_lock.py", True)]


def test_the_tests_inside_a_rust_file_are_those_of_the_file_where_they_name_something_else() -> None:
    text = "pub fn a() {}\npub fn _b() {}\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn it() { a() }\n}\n"
    index = MadeIndex({"src/lib.rs": text})
    found = {name: find_tests_for(index, "src/lib.rs", index.symbols(name)[0]).found for name in ("a", "_b")}
    assert [(each.path, each.is_of_it) for each in found["a"]] == [("src/lib.rs", True)]
    assert [(each.path, each.is_of_it) for each in found["_b"]] == [("src/lib.rs", False)]


def test_the_class_of_a_kotlin_file_is_not_the_name_of_a_definition_in_it() -> None:
    files = {
        "src/main/TypeName.kt": '@file:JvmName("TypeNames")\npackage a\n\nclass TypeName {\n  fun copy() {}\n'
        "}\nfun get() {}\n",
        "src/test/TypeTest.java": "package a;\nclass TypeTest {\n  @Test void a() { TypeNames.get(); }\n}\n",
    }
    index = MadeIndex(files)
    (symbol,) = index.symbols("copy")
    found = find_tests_for(index, "src/main/TypeName.kt", symbol).found
    assert not any(each.is_of_it for each in found)


def test_a_script_called_tests_among_the_sources_is_product_code() -> None:
    files = {
        "src/run.js": "export function callable() {}\n",
        "src/tests.js": "import { callable } from './run'\nexports.isCallable = (x) => callable(x)\n",
        "tests/run.test.js": "import { callable } from '../src/run'\ntest('a', () => callable())\n",
    }
    assert [each.path for each in find_tests_for(MadeIndex(files), "src/run.js").found] == [
        "tests/run.test.js"
    ]


@pytest.mark.parametrize("name", ["test.js", "tests.js", "test.mjs", "test.ts"])
def test_a_test_beside_the_manifest_is_one(name: str) -> None:
    files = {
        "package.json": '{"name": "a", "scripts": {"test": "node --test"}}\n',
        "index.js": "export function add(a, b) { return a + b }\n",
        name: "import {add} from './index.js'\nimport test from 'node:test'\ntest('adds', () => add(1, 2))\n",
    }
    found = find_tests_for(MadeIndex(files), "index.js")
    assert [(each.path, each.is_sure) for each in found.found] == [(name, True)]


@pytest.mark.parametrize("name", ["config", "utils", "setup"])
def test_a_test_named_like_what_tests_share_is_told_by_its_tests(name: str) -> None:
    product, test = f"lib/{name}.js", f"test/{name}.js"
    used = f"import it from '../lib/{name}.js';\n"
    made = {product: "export default 1;\n", test: f"{used}test('is one', () => it);\n"}
    assert [each.path for each in find_tests_for(MadeIndex(made), product).found if each.is_sure] == [test]
    assert find_impact(MadeIndex(made), product).tests == (test,)
    shared = {**made, test: f"{used}export const made = () => {{\n  test('is one', () => it);\n}};\n"}
    assert find_tests_for(MadeIndex(shared), product).found == ()
    settings = {**made, test: f"{used}module.exports = {{ it }};\n"}
    assert find_tests_for(MadeIndex(settings), product).found == ()


@pytest.mark.parametrize(("mark", "sure"), [("Fact", [True]), ("Theory", [True]), ("Benchmark", [False])])
def test_a_benchmark_of_dotnet_shows_no_test(mark: str, sure: list[bool]) -> None:
    text = f"public class Measuring\n{{\n    [{mark}]\n    public void Sells() => new Shop().Sell();\n}}\n"
    made = {
        "src/Shop.cs": "public class Shop { public void Sell() {} }\n",
        "tests/Shop.Tests/Measuring.cs": text,
    }
    found = find_tests_for(MadeIndex(made), "src/Shop.cs").found
    assert [each.is_sure for each in found] == sure
