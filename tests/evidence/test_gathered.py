"""What is gathered about a goal: found or only candidates, and nothing stated that is not so."""

from __future__ import annotations

import pytest
from made_subject import facts_of, make_subject

from groundplan.evidence.commands import find_commands
from groundplan.evidence.confidence import judge
from groundplan.evidence.gathering import gather
from groundplan.evidence.kinds import Certainty
from groundplan.plan.errors import Unknown
from groundplan.plan.fact import Extent, FactKind, How, Missing
from groundplan.wording.fact_lines import as_line
from groundplan.wording.facts import say_fact

SHOP = {
    "shop/cart.py": """
        class Cart:
            def total_price(self):
                return sum(self.prices)

            def show(self):
                return self.total_price()
        """,
    "shop/mail.py": """
        from shop.cart import Cart

        def send_receipt(cart: Cart):
            return cart.total_price()

        def remind(basket):
            return basket.total_price()
        """,
    "shop/schema.sql": "ALTER TABLE carts ADD COLUMN price INTEGER;\n",
    "tests/test_cart.py": """
        from shop.cart import Cart

        def test_total_price():
            assert Cart().total_price() == 0
        """,
    "README.md": "# Shop\n\n## Why not floats\n\nThe total_price is never a float: cents are exact.\n",
    "pyproject.toml": "[project]\nname = 'shop'\ndependencies = ['requests>=2']\n",
}


def test_a_definition_that_the_goal_names_is_named_and_not_found() -> None:
    verdict = judge(make_subject("`total_price` should round", SHOP))
    assert (verdict.certainty, verdict.named) == (Certainty.NAMED, ("total_price",))


def test_the_receivers_of_a_type_s_own_methods_are_no_uses_of_it() -> None:
    text = """
        package shop

        type Cart struct{}

        func NewCart() *Cart {
        \treturn &Cart{}
        }

        func (c *Cart) Total() int {
        \treturn 1
        }
        """
    subject = make_subject("Let `Cart` round its total", {"go.mod": "module a.org/shop\n", "cart.go": text})
    (used,) = (each for each in gather(subject).facts if each.kind is FactKind.CALLERS)
    assert [each.first for each in used.places] == [5, 6]


def test_words_that_appear_somewhere_make_only_candidates() -> None:
    subject = make_subject("Round the price of a cart", SHOP)
    assert judge(subject).certainty is Certainty.CANDIDATES
    facts = gather(subject).facts
    kinds = {each.kind for each in facts}
    tests = [each.known.how for each in facts if each.kind is FactKind.TEST]
    assert set(tests) <= {How.BY_NAME, How.RANKING}
    assert FactKind.PLACE in kinds
    assert not kinds & {FactKind.CALLERS, FactKind.ENTRY_POINT}  # they would be those of another place


def test_a_plain_word_that_is_defined_somewhere_names_no_place() -> None:
    files = SHOP | {"shop/rule.py": "class Rule:\n    pass\n"}
    assert judge(make_subject("Rule prices by hand", files)).certainty is Certainty.CANDIDATES


def test_the_suite_is_called_as_a_whole_where_the_repository_does_so() -> None:
    steps = "jobs:\n  a:\n    steps:\n      - run: pytest tests/docker/proxy/ -v\n"
    tox = "[tox]\nenvlist = py311\n\n[testenv]\ncommands = pytest --cov=shop {posargs}\n"
    files = SHOP | {".github/workflows/docker.yml": steps, "tox.ini": tox}
    commands = find_commands(make_subject("Round prices", files))
    assert [each.line for each in commands if each.role == "test"] == ["pytest --cov=shop"]


def test_a_command_of_a_small_part_is_not_given_for_the_whole() -> None:
    package = '{"scripts": {"test:a11y": "playwright test"}, "devDependencies": {"@playwright/test": "1"}}'
    files = {"src/Cart.cs": "class Cart {}\n", "src/Tax.cs": "class Tax {}\n"}
    files |= {"website/package.json": package, "website/docs.ts": "export const a = 1\n"}
    assert not [each.line for each in find_commands(make_subject("Round prices", files))]
    of_most = {path.replace("src/Tax.cs", "website/more.ts"): text for path, text in files.items()}
    lines = [each.line for each in find_commands(make_subject("Round prices", of_most))]
    assert lines == ["cd website && npm run test:a11y"]


def test_of_several_test_scripts_the_one_called_test_is_the_project_s() -> None:
    package = """
        {"scripts": {
        "test": "jest",
        "other": "mocha spec",
        "sauce": "npx karma start karma.sauce.conf.js"
        }}
        """
    files = SHOP | {"package.json": package, "karma.sauce.conf.js": "module.exports = {}\n"}
    files[".github/workflows/lint-test.yml"] = "jobs:\n  a:\n    steps:\n      - run: npm test\n"
    facts = facts_of("Round prices", files, FactKind.ENVIRONMENT)
    assert [each.value("line") for each in facts if each.value("role") == "test"] == ["npm test"]


def test_a_script_that_needs_an_outside_service_is_no_test_command() -> None:
    files = SHOP | {
        "package.json": '{"scripts": {"all": "npm run sauce", "sauce": "karma start k.sauce.js"}}'
    }
    found = find_commands(make_subject("Round prices", files))
    assert not [each.line for each in found if each.role == "test"]


def test_verbs_and_filler_lead_nowhere() -> None:
    for goal in ("Add it", "Make it faster", "Replace the existing support"):
        subject = make_subject(goal, SHOP)
        assert subject.words == ()
        (words,) = [each for each in gather(subject).facts if each.kind is FactKind.WORDS]
        (place,) = [each for each in gather(subject).facts if each.kind is FactKind.PLACE]
        assert (words.is_absence, place.is_absence) == (True, True)


def test_a_telling_word_that_nothing_has_is_said_to_be_unknown() -> None:
    subject = make_subject("Add JWT to the cart", SHOP)
    assert judge(subject).unknown == ("JWT",)
    (fact,) = [each for each in gather(subject).facts if each.kind is FactKind.WORDS]
    assert (fact.value("words"), dict(fact.coverage.searched)["files"]) == (("JWT",), len(SHOP))


def test_no_history_makes_the_search_for_words_partial() -> None:
    (fact,) = facts_of("Add JWT to the cart", SHOP, FactKind.WORDS)
    assert (fact.coverage.extent, fact.coverage.gaps[-1].reason) == (Extent.PARTIAL, Missing.HISTORY)


def test_resolved_callers_and_those_by_name_are_facts_of_their_own() -> None:
    files = SHOP | {"shop/tax.py": "class Tax:\n    def total_price(self): ...\n"}
    at = ("shop/cart.py::Cart.total_price",)
    known, possible = facts_of("It should round", files, FactKind.CALLERS, at=at)
    assert (known.known.how, possible.known.how) == (How.RESOLVED, How.BY_NAME)
    assert [each.symbol for each in known.places] == ["Cart.show", "send_receipt", "test_total_price"]
    assert [each.symbol for each in possible.places] == ["remind"]


def test_callers_are_never_stated_as_complete() -> None:
    for fact in facts_of("`total_price` should round", SHOP, FactKind.CALLERS):
        assert (fact.coverage.extent, fact.coverage.gaps[0].reason) == (Extent.PARTIAL, Missing.DYNAMIC)


def test_all_definitions_of_a_name_are_listed() -> None:
    files = SHOP | {"shop/other.py": "def total_price(): ...\n"}
    (fact,) = facts_of("Merge both `total_price`", files, FactKind.DEFINITION)
    assert [each.path for each in fact.places] == ["shop/cart.py", "shop/other.py"]


def test_a_definition_in_a_language_that_is_not_parsed_is_not_denied() -> None:
    files = {"src/builtin.zz": "def trimstr($val): ltrimstr($val);\n", "a.py": "x = 1\n"}
    (fact,) = facts_of("Change `trimstr`", files, FactKind.DEFINITION)
    assert (fact.known.how, fact.coverage.extent) == (How.TEXT, Extent.NOT_PARSED)
    assert (fact.places[0].cited, fact.coverage.gaps[0].about) == ("src/builtin.zz:1", "zz")


def test_no_definition_where_a_file_is_not_parsed_is_not_complete() -> None:
    files = {"src/builtin.zz": "ltrimstr($val);\n", "a.py": "x = 1\n"}
    (fact,) = facts_of("Change `ltrimstr`", files, FactKind.DEFINITION)
    assert fact.is_absence
    assert (fact.coverage.extent, fact.coverage.gaps[0].reason) == (Extent.NOT_PARSED, Missing.NOT_PARSED)


def test_texts_that_define_nothing_and_files_without_an_ending_are_told_apart() -> None:
    files = {
        "a.py": "def trimstr(): ...\n",
        "notes.txt": "trimstr\n",
        "a.po": "trimstr\n",
        "bin/python": "run trimstr\n",
    }
    (fact,) = facts_of("Change `trimstr`", files, FactKind.DEFINITION)
    assert [(each.reason, each.about) for each in fact.coverage.gaps] == [(Missing.NOT_PARSED, "no-ending")]


def test_an_attribute_of_an_object_in_a_traceback_is_no_name_of_the_goal() -> None:
    files = {"a.py": "class A:\n    def port(self): ...\n\n    def open(self):\n        self.port()\n"}
    assert facts_of("It fails\n    self.connect(self.port)", files, FactKind.DEFINITION) == []


def test_a_file_that_the_goal_names_is_listed_as_often_as_it_is_there() -> None:
    files = {"a/setup.py": "x = 1\n", "b/setup.py": "y = 2\n"}
    (fact,) = facts_of("Replace setup.py by pyproject.toml", files, FactKind.DEFINITION)
    assert [each.path for each in fact.places] == ["a/setup.py", "b/setup.py"]


def test_a_given_place_replaces_the_ranking() -> None:
    facts = gather(make_subject("Round the price", SHOP, at=("shop/mail.py::send_receipt",))).facts
    places = [each for each in facts if each.kind is FactKind.PLACE]
    assert [(each.subject, each.known.how) for each in places] == [("shop/mail.py", How.GIVEN)]
    assert {each.subject for each in facts if each.kind is FactKind.CALLERS} == {"shop/mail.py::send_receipt"}


def test_a_given_file_comes_with_those_that_import_it() -> None:
    fact, *of_definitions = facts_of("Round the price", SHOP, FactKind.CALLERS, at=("shop/cart.py",))
    assert all(each.subject.startswith("shop/cart.py::") for each in of_definitions)
    assert [each.path for each in fact.places] == ["shop/mail.py", "tests/test_cart.py"]


def test_a_given_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unknown, match="nowhere"):
        make_subject("Round", SHOP, at=("shop/cart.py::nowhere",))


def test_a_part_of_a_package_is_imported_from_that_package() -> None:
    files = {
        "package.json": '{"dependencies": {"lodash": "^4.0.0"}}',
        "lib/a.js": "const each = require('lodash/each');\n",
        "lib/b.js": "const _ = require('lodash');\n",
        "lib/c.js": "const own = require('./lodash/each');\n",
    }
    (fact,) = facts_of("Replace lodash with es-toolkit", files, FactKind.DEPENDENCY)
    assert fact.value("imports") == 2


def test_a_dependency_that_the_goal_names_has_its_line_and_version() -> None:
    files = SHOP | {"shop/web.py": "import requests\n\nrequests.get('x')\n"}
    (fact,) = facts_of("Replace requests by httpx", files, FactKind.DEPENDENCY)
    assert (fact.subject, fact.value("versions"), fact.value("imports")) == ("requests", (">=2",), 1)
    assert [each.path for each in fact.places] == ["pyproject.toml", "shop/web.py"]


def test_a_package_that_is_named_in_part_is_not_called_missing() -> None:
    files = {"package.json": '{"dependencies": {"slf4j-api": "2"}}', "a.js": "x\n"}
    assert facts_of("Upgrade to slf4j", files, FactKind.DEPENDENCY) == []
    (fact,) = facts_of("Migrate to es-toolkit", files, FactKind.DEPENDENCY)
    assert fact.is_absence


def test_a_package_that_is_wished_for_and_not_there_is_said_to_be_missing() -> None:
    (fact,) = facts_of("Migrate to urllib3", SHOP, FactKind.DEPENDENCY)
    assert (fact.is_absence, fact.value("words")) == (True, ("urllib3",))


@pytest.mark.parametrize(
    "goal",
    ["It should work with persistent flags", "Prices by default", "Drop floats", "Wait with Retry-After"],
)
def test_an_everyday_word_is_no_package_that_is_missing(goal: str) -> None:
    assert facts_of(goal, SHOP, FactKind.DEPENDENCY) == []


def test_the_possible_uses_of_one_name_are_listed_once() -> None:
    files = SHOP | {"shop/tax.py": "class Tax:\n    def total_price(self): ...\n"}
    at = ("shop/cart.py::Cart.total_price", "shop/tax.py::Tax.total_price")
    facts = facts_of("It should round", files, FactKind.CALLERS, at=at)
    assert [each.known.how for each in facts].count(How.BY_NAME) == 1


def test_of_a_constructor_the_uses_of_its_class_are_told() -> None:
    files = {"a.py": "class A:\n    def __init__(self): ...\n", "b.py": "from a import A\n\nA()\n"}
    (fact,) = facts_of("Take an argument", files, FactKind.CALLERS, at=("a.py::A.__init__",))
    assert (fact.subject, [each.cited for each in fact.places]) == ("a.py::A", ["b.py:3"])


def test_an_option_of_the_command_line_is_counted_as_it_is_written() -> None:
    files = {"a.rs": 'arg("--line-range")\nfn range() {}\n', "README.md": "Use `--line-range=2:3`.\n"}
    (fact,) = facts_of("Support negative numbers in --line-range", files, FactKind.OCCURRENCES)
    assert (fact.subject, fact.value("occurrences")) == ("--line-range", 2)


C_FILES = {
    "json.h": "int parse_text(const char *text);\n",
    "json.c": '#include "json.h"\n\nint parse_text(const char *text)\n{\n    return text[0];\n}\n'
    "\nint parse(const char *a)\n{\n    return parse_text(a) + parse_text(a);\n}\n",
}


def test_a_declaration_in_a_header_is_no_definition() -> None:
    (fact,) = facts_of("`parse_text` fails", C_FILES, FactKind.DEFINITION)
    assert say_fact(fact).head == "`parse_text`: 1 definition and 1 declaration found"


def test_lines_with_a_name_are_counted_once_each_in_all_files_of_the_language() -> None:
    (fact,) = facts_of("`parse_text` fails", C_FILES, FactKind.CALLERS)
    assert fact.subject == "json.c::parse_text"
    assert [each.cited for each in fact.places] == ["json.c:10", "json.h:1"]
    assert "appears in 2 lines outside it" in say_fact(fact).head


def test_kotlin_and_java_files_are_of_one_language_for_a_name() -> None:
    files = {
        "src/Shop.kt": "package a\n\nclass ShopFactory {\n  fun make() = 1\n}\n",
        "src/Use.java": "class Use { ShopFactory one = new ShopFactory(); }\n",
    }
    (fact,) = facts_of("`ShopFactory` leaks", files, FactKind.CALLERS)
    assert [each.cited for each in fact.places] == ["src/Use.java:1"]


def test_a_name_that_nothing_has_is_said_before_words() -> None:
    goal = "Wrap the cart by hand with `PriceRoundingMode` and glitter"
    subject = make_subject(goal, SHOP)
    assert judge(subject).unknown == ("PriceRoundingMode", "glitter", "Wrap")
    names, words = [each for each in gather(subject).facts if each.kind is FactKind.WORDS]
    assert say_fact(names).head == f"`PriceRoundingMode`: as a word in none of {len(SHOP)} files"
    assert words.value("words") == ("glitter",)  # every third project wraps something


def test_an_abbreviation_that_nothing_has_is_looked_for_at_the_end_of_longer_words() -> None:
    files = SHOP | {"go.mod": "module shop\n\nrequire github.com/x/utfbom v1.1.1\n"}
    (fact,) = facts_of("A cart with BOM", files, FactKind.WORDS)
    said = say_fact(fact)
    assert said.head == f"`BOM`: as a word in none of {len(files)} files"
    assert said.notes[0] == "`utfbom` at `go.mod:3` ends in it"
    assert "(`utfbom` at `go.mod:3` ends in it" in as_line(fact)


def test_files_of_groundplan_are_not_counted() -> None:
    files = SHOP | {"plans/cart.md": "JWT", ".groundplan/ledger/a.json": "{}"}
    own = frozenset({"plans/cart.md", ".groundplan/ledger/a.json"})
    for fact in gather(make_subject("Add JWT to `total_price`", files, own_plans=own)).facts:
        assert dict(fact.coverage.searched).get("files", 0) <= len(SHOP)


def test_the_words_of_a_command_line_are_no_names() -> None:
    goal = "`python -m show 2> log` and `--front=show` are slow, not `cart.total_price()`"
    named = [each.subject for each in facts_of(goal, SHOP, FactKind.OCCURRENCES)]
    assert "total_price" in named
    assert not {"python", "show", "log", "front"} & set(named)


def test_a_line_that_one_definition_of_a_name_has_is_not_listed_for_another() -> None:
    code = "package a\n\ntype Reader interface {\n\tOpenBox() error\n}\n\ntype file struct{}\n\n"
    code += "func (f *file) OpenBox() error { return nil }\n\nfunc use(r Reader) { r.OpenBox() }\n"
    files = {"a.go": code}
    at = ("a.go::Reader.OpenBox", "a.go::file.OpenBox")
    facts = facts_of("It should wait", files, FactKind.CALLERS, at=at)
    lines = [each.cited for fact in facts for each in fact.places]
    assert lines == ["a.go:11"]


def test_a_word_in_a_string_is_no_possible_use() -> None:
    files = SHOP | {"conf.py": "from shop.cart import Cart\nproject = 'total_price'\n"}
    facts = facts_of("It should round", files, FactKind.CALLERS, at=("shop/cart.py::Cart.total_price",))
    assert not [each for fact in facts for each in fact.places if each.path == "conf.py"]


def test_members_of_objects_make_the_number_of_definitions_a_least_one() -> None:
    files = {
        "a.ts": "interface A {\n  maxSize(n: number): A;\n}\n"
        "install({\n  maxSize(n) {\n    return 1;\n  },\n  other: 2,\n});\nmaxSize(3);\n"
    }
    (fact,) = facts_of("`maxSize` is wrong", files, FactKind.DEFINITION)
    said = say_fact(fact)
    assert said.head == "`maxSize`: at least 1 definition found"
    assert "looks defined inside an expression at a.ts:5" in said.notes


def test_a_function_that_a_module_exports_as_a_whole_is_not_said_to_be_missing() -> None:
    files = {"a.js": "module.exports = function matchBody(a) {\n  return a\n}\n"}
    (fact,) = facts_of("`matchBody` is wrong", files, FactKind.DEFINITION)
    said = say_fact(fact)
    assert said.head == "`matchBody`: no definition of its own found by parsing"
    assert "looks defined inside an expression at a.js:1" in said.notes


def test_lines_in_two_languages_are_said_to_be_in_both() -> None:
    files = {"Box.kt": "class Box\nfun a() = Box()\n", "Use.java": "class Use { Box b; }\n"}
    (fact,) = facts_of("It should wait", files, FactKind.CALLERS, at=("Box.kt::Box",))
    assert "in 2 lines outside it, in files in java and kotlin" in say_fact(fact).head


def test_no_use_is_said_only_where_every_file_with_the_name_was_read() -> None:
    files = {"app/secure.py": "def is_safe_url():\n    pass\n", "app/views.py": "import app.secure\n"}
    (fact,) = facts_of("`is_safe_url` must be strict", files, FactKind.CALLERS)
    assert fact.is_absence
    torn = {"app/late.py": "x = (\ny = 'is_safe_url\nis_safe_url(\n"}
    for more in (torn, {"app/late.erb": "<% is_safe_url %>\n"}):
        assert not any(
            each.is_absence
            for each in facts_of("`is_safe_url` must be strict", files | more, FactKind.CALLERS)
        )


def test_a_use_is_not_denied_where_several_files_define_the_name() -> None:
    files = {
        "go.mod": "module example.com/duf\n",
        **{
            f"mounts_{system}.go": "package main\n\nfunc mounts() int {\n\treturn 1\n}\n"
            for system in ("linux", "darwin", "windows")
        },
        "a.go": "package main\n\nfunc find(mounts []int) []int {\n\treturn mounts\n}\n",
        "main.go": "package main\n\nfunc main() {\n\tm := mounts()\n\tvar mounts []int\n\tfind(mounts)\n}\n",
    }
    for system in ("linux", "darwin", "windows"):
        found = facts_of("Skip pseudo", files, FactKind.CALLERS, at=(f"mounts_{system}.go::mounts",))
        assert [(each.is_absence, each.places[0].path, each.places[0].first) for each in found] == [
            (False, "main.go", 4)
        ]


def test_the_definition_of_a_declaration_is_no_other_definition() -> None:
    text = "static int make_anchor(int a);\nint dump(int a) { return make_anchor(a); }\n"
    text += "static int make_anchor(int a) { return a; }\n"
    for at in ("a.c::make_anchor", "a.h::make_anchor"):
        files = {"a.c": text, "a.h": "int make_anchor(int a);\n"}
        (fact,) = facts_of("It should wait", files, FactKind.CALLERS, at=(at,))
        said = say_fact(fact)
        assert said.head.startswith("`a.c::make_anchor`: ")
        assert "other definition" not in said.head


@pytest.mark.parametrize("goal", ["Move Cart to shop/mail.py", "Rename the method total_price to total"])
def test_the_object_of_an_order_is_named(goal: str) -> None:
    assert "shop/cart.py" in judge(make_subject(goal, SHOP)).sure


def test_a_word_that_is_no_definition_is_no_object_of_an_order() -> None:
    assert judge(make_subject("Remove Support for old carts", SHOP)).certainty is not Certainty.NAMED


def test_who_imports_a_file_that_is_renamed_is_found() -> None:
    facts = gather(make_subject("Rename shop/cart.py to shop/basket.py", SHOP)).facts
    (used,) = (each for each in facts if each.kind is FactKind.CALLERS and each.subject == "shop/cart.py")
    assert {each.path for each in used.places} == {"shop/mail.py", "tests/test_cart.py"}


def test_a_file_that_nothing_imports_is_not_said_to_have_no_use() -> None:
    facts = gather(make_subject("Rename shop/mail.py to shop/post.py", SHOP)).facts
    (used,) = (each for each in facts if each.kind is FactKind.CALLERS and each.subject == "shop/mail.py")
    assert "`shop/mail.py`: no file found that imports it, of 6 files (imports whose" in as_line(used)
