"""In languages whose imports are not followed, a use is known only where one thing alone has a rare name."""

from __future__ import annotations

import subprocess
import sys

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.code.index import Symbol
from groundplan.code.resolution.brace_masking import mask_braces
from groundplan.code.usages import find_usages


def uses(files: dict[str, str], path: str, qualified: str) -> tuple[list[str], list[str], int]:
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find(qualified)[0]))
    known = [f"{each.path}:{each.line} {each.kind}" for each in found.resolved]
    possible = [f"{each.path}:{each.line} {each.kind}" for each in found.possible]
    return known, possible, sum(number for _, number in found.mentions)


def test_a_rare_name_of_one_thing_is_known_wherever_it_stands() -> None:
    files = {
        "shop.rs": "pub fn sell_item() {}\nfn day() { sell_item(); }\n"
        '// sell_item\nconst X: &str = "sell_item";\n',
        "main.rs": "use crate::shop::sell_item;\nfn main() { shop::sell_item(); }\n",
        "shop.go": "package a\nfunc f() { sell_item() }\n",
    }
    known, possible, mentions = uses(files, "shop.rs", "sell_item")
    assert known == ["main.rs:1 import", "main.rs:2 call", "shop.rs:2 call"]
    assert possible == []
    assert mentions == 2


def test_a_name_that_two_things_have_is_only_possible() -> None:
    files = {
        "A.java": "class A { void sellItem() {} }\n",
        "B.java": "class B { void sellItem() {} void day() { it.sellItem(); } }\n",
    }
    known, possible, _ = uses(files, "A.java", "A.sellItem")
    assert known == []
    assert possible == ["B.java:1 call"]


def test_a_name_of_php_is_what_its_namespace_and_use_lines_say() -> None:
    files = {
        "src/PartResolver.php": "<?php\nnamespace Own;\nclass PartResolver {}\n",
        "src/Beside.php": "<?php\nnamespace Own;\nnew PartResolver();\nnew \\Other\\PartResolver();\n",
        "src/Foreign.php": "<?php\nnamespace Own;\nuse Other\\PartResolver;\nnew PartResolver();\n",
        "src/Into.php": "<?php\nuse Other\\PartResolver\\Chain;\nuse Other\\X as PartResolver;\n"
        "new PartResolver();\n",
        "src/Taken.php": "<?php\nnamespace App;\nuse Own\\PartResolver;\nnew PartResolver();\n"
        "new \\Own\\PartResolver();\n",
        "src/Unknown.php": "<?php\nnamespace App;\nnew PartResolver();\nnew Own\\PartResolver();\n",
        "src/Whole.php": "<?php\nnamespace App;\nuse Own as Mine;\nnew Mine\\PartResolver();\n",
    }
    known, possible, _ = uses(files, "src/PartResolver.php", "PartResolver")
    assert known == [
        "src/Beside.php:3 call",
        "src/Taken.php:3 import",
        "src/Taken.php:4 call",
        "src/Taken.php:5 call",
        "src/Whole.php:4 call",
    ]
    assert possible == ["src/Unknown.php:3 call", "src/Unknown.php:4 call"]


def test_a_declaration_and_its_definition_are_one_thing() -> None:
    files = {
        "shop.h": "int sell_item(int);\n",
        "shop.c": "int sell_item(int n) { return n; }\n",
        "main.cc": "int main() { return sell_item(1); }\n",
    }
    assert uses(files, "shop.c", "sell_item")[0] == ["main.cc:1 call"]


def test_java_and_kotlin_use_each_other() -> None:
    files = {
        "Shop.java": "class Shop { void sellItem() {} }\n",
        "Day.kt": "fun day(s: Shop) = s.sellItem()\n",
    }
    assert uses(files, "Shop.java", "Shop.sellItem")[0] == ["Day.kt:1 call"]


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("rust", "f<'a>(x: &'a T) { 'x' }", "f<'a>(x: &'a T) { }"),
        ("rust", 'r#"a "b" c"# + d', "+ d"),
        ("cpp", 'R"x(a)b)x" + d // e', "+ d"),
        ("java", "f(\"a\", 'b') /* c */", "f( , )"),
        ("csharp", '@"a""b" + c', "+ c"),
        ("kotlin", '\'"\' + """a "b" """ + c', "+ + c"),
        ("ruby", 'f "a" # b', "f"),
        ("php", "f('a'); # b", "f( );"),
    ],
)
def test_strings_and_comments_are_no_code(language: str, text: str, code: str) -> None:
    masked = mask_braces(text, language)
    assert len(masked) == len(text)
    assert masked.split() == code.split()


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("kotlin", r'"a ${b.c("d")} \${e} $f.g" + h', "b.c( ) f + h"),
        ("kotlin", '"""a ${b { c }} "d" $e""" + f', "b { c } e + f"),
        ("csharp", '$"a {b.C("d")} {{e}} {f:g}" + h', "b.C( ) f + h"),
        ("csharp", '$@"a ""{b}"" {c ? d : e}" + "{f}"', "b c ? d +"),
        ("csharp", '$"""a "{b}" """ + c', "b + c"),
        ("ruby", r"""'#{e}' + "a #{b "c"} \#{d}" + f""", "+ b + f"),
        ("ruby", "`a #{b}` + c", "b + c"),
        ("ruby", "x = <<~EOS + y\n  a #{b c} d\n  EOS\ne", "x = + y b c e"),
        ("ruby", "x = <<~'EOS'\n  a #{b}\n  EOS\nc", "x = c"),
        ("php", '"a {$b->c("d")} $e->f \\$g ${h}" . i', "$b->c( ) $e->f h . i"),
        ("php", "<<<EOT\na {$b->c()} d\nEOT;\ne", "$b->c() ; e"),
    ],
)
def test_what_a_string_holds_as_code_is_code(language: str, text: str, code: str) -> None:
    masked = mask_braces(text, language)
    assert len(masked) == len(text)
    assert masked.split() == code.split()


@pytest.mark.parametrize(
    ("language", "piece"),
    [("ruby", "<<~A\n"), ("ruby", '"#{'), ("kotlin", '"${'), ("csharp", '$"{a:'), ("php", '"{$a')],
)
def test_strings_that_never_end_take_no_longer_than_their_length(language: str, piece: str) -> None:
    assert_linear(lambda size: mask_braces(piece * size, language), 2_000)


@pytest.mark.parametrize(
    ("path", "text", "user"),
    [
        ("a.kt", "fun sellItem() = 1\n", 'fun day() = "sold ${sellItem()} today"\n'),
        ("a.rb", "def sell_item\nend\n", 'def day\n  "sold #{sell_item} today"\nend\n'),
        (
            "A.cs",
            "class A { public static int SellItem() => 1; }\n",
            'class B { string S => $"{A.SellItem()}"; }\n',
        ),
        ("a.php", "<?php\nfunction sell_item() {}\n", '<?php\n$x = "sold {$y->z(sell_item())}";\n'),
    ],
)
def test_a_use_inside_a_string_is_found(path: str, text: str, user: str) -> None:
    name = "A.SellItem" if path == "A.cs" else ("sellItem" if path == "a.kt" else "sell_item")
    known, possible, mentions = uses({path: text, f"user_{path}": user}, path, name)
    assert (len([*known, *possible]), mentions) == (1, 0)


def test_no_grammar_is_loaded_for_a_language_that_is_not_there() -> None:
    asked = (
        "import sys\n"
        "from groundplan.code.extracting import extract\n"
        "extract('a.py', b'x = 1'); extract('a.ts', b'let x = 1'); extract('a.go', b'package a')\n"
        "print(sorted(name for name in sys.modules if name.startswith('tree_sitter_') and '.' not in name))\n"
    )
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said == "['tree_sitter_go', 'tree_sitter_typescript']\n"


RUBY = {
    "entity.rb": "class Entity\n  def normal_form\n    @normal_form\n  end\nend\n",
    "attribute.rb": """
        class Attribute
          def to_s(entity)
            return @normal_form if @normal_form
            entity.normal_form
          end

          def pull(normal_form)
            puts normal_form
          end

          def set
            normal_form = 1
            puts normal_form, normal_form: 2
          end

          def each(all)
            all.map { |normal_form| puts normal_form }
          end

          def bare
            normal_form
          end

          def names(all)
            case x when :normal_form, /^(normal_form|b)$/, %w[normal_form] then 1 end
            all.map(&:normal_form)
            send(:normal_form)
            all.normal_form = 3
          end
        end
        """,
}


def test_a_method_of_ruby_is_used_where_it_is_called_and_maybe_by_its_symbol() -> None:
    known, possible, _ = uses(RUBY, "entity.rb", "Entity.normal_form")
    assert known == ["attribute.rb:4 call", "attribute.rb:21 call"]
    assert possible == ["attribute.rb:26 reference", "attribute.rb:27 reference"]


def test_the_other_header_of_a_method_is_no_call() -> None:
    files = {
        "A.cs": """
            class A {
            #if SPANS
                public ReadOnlySpan<Item> MakeItems(ReadOnlySpan<int> all)
            #else
                public Item[] MakeItems(int[] all)
            #endif
                {
                    return null;
                }
                void B() { var x = MakeItems(null); }
            }
            """,
    }
    known, possible, _ = uses(files, "A.cs", "A.MakeItems")
    assert [*known, *possible] == ["A.cs:10 call"]


def test_a_method_asked_of_another_class_is_only_possible() -> None:
    files = {
        "lib/shop.rb": (
            "module Shop\n  def self.secure_compare(a, b)\n"
            "    Support::Security.secure_compare(a, b)\n  end\nend\n"
        ),
        "lib/user.rb": "def check(a)\n  Shop.secure_compare(a, 1)\n  it.secure_compare(a, 2)\nend\n",
    }
    known, possible, _ = uses(files, "lib/shop.rb", "Shop.secure_compare")
    assert known == ["lib/user.rb:2 call", "lib/user.rb:3 call"]
    assert possible == ["lib/shop.rb:3 call"]
    java = {
        "Shop.java": "class Shop { static void sellItem() {} }\n",
        "Day.java": "class Day { void a() { Shop.sellItem(); Other.sellItem(); Level.sellItem(); } }\n",
        "Other.java": "class Other {}\n",
    }
    # a class that is not of its lineage has no method of it, nor has what no file here defines
    assert uses(java, "Shop.java", "Shop.sellItem")[:2] == (["Day.java:1 call"], [])


def test_a_bare_call_of_a_class_that_has_the_method_itself_is_not_one_of_another_class() -> None:
    own = 'class {} {{ public string GetUnit(int a) => ""; string All() => GetUnit(1); }}\n'
    files = {
        "A.cs": "class A { public string GetUnit(int a) => Rule(); }\n",
        "B.cs": own.format("B : Base"),
        "C.cs": own.format("C : A"),
        "Base.cs": "class Base {}\n",
    }
    known, possible, _ = uses(files, "A.cs", "A.GetUnit")
    assert [*known, *possible] == ["C.cs:1 call"]


def test_an_import_of_another_package_says_that_a_name_is_another_class() -> None:
    files = {
        "a/Defaults.java": "package a;\npublic class Defaults {}\n",
        "lib/Line.java": "package lib;\npublic class Line { public static class Defaults {} }\n",
        "b/Own.java": "package b;\nimport a.Defaults;\nclass Own { Defaults of; }\n",
        "b/Other.java": "package b;\nimport lib.Line.Defaults;\nclass Other { Defaults of; }\n",
    }
    known, possible, _ = uses(files, "a/Defaults.java", "Defaults")
    assert {each.partition(":")[0] for each in (*known, *possible)} == {"b/Own.java"}
    known, possible, _ = uses(files, "lib/Line.java", "Line.Defaults")
    assert {each.partition(":")[0] for each in (*known, *possible)} == {"b/Other.java"}


def test_a_method_of_ruby_that_ends_in_a_mark_is_another_one() -> None:
    files = {
        "a.rb": "def send_notice_now\nend\n\ndef send_notice_now?\nend\n",
        "b.rb": "send_notice_now if send_notice_now?\nsend_notice_now!\nok if send_notice_now != 1\n",
    }
    known, possible, _ = uses(files, "a.rb", "send_notice_now")
    assert [*known, *possible] == ["b.rb:1 call", "b.rb:3 call"]


def test_the_type_of_a_variable_is_no_second_call_beside_the_constructor() -> None:
    files = {
        "Shortened.java": "class Shortened {}\n",
        "Use.java": "class Use {\n  void f() {\n    Shortened a = new Shortened();\n"
        "    List<Shortened> b = null;\n  }\n}\n",
    }
    known, possible, _ = uses(files, "Shortened.java", "Shortened")
    assert sorted(known + possible) == ["Use.java:3 call", "Use.java:3 reference", "Use.java:4 reference"]


def test_new_on_a_class_of_ruby_is_a_call_of_it() -> None:
    files = {
        "pager.rb": "class PagerOfRows\nend\n",
        "use.rb": "def f\n  PagerOfRows.new(1)\nend\n\nX = PagerOfRows\n",
    }
    known, possible, _ = uses(files, "pager.rb", "PagerOfRows")
    assert sorted(known + possible) == ["use.rb:2 call", "use.rb:5 reference"]


def test_types_of_results_and_properties_are_uses() -> None:
    files = {
        "A.cs": "public class PropertyChain {\n  public PropertyChain() {}\n"
        "  public static PropertyChain From() => new();\n}\n",
        "B.cs": "class B {\n  public PropertyChain Chain { get; set; }\n"
        "  protected internal PropertyChain Of() { }\n  private readonly PropertyChain chain;\n}\n",
    }
    known, possible, _ = uses(files, "A.cs", "PropertyChain")
    assert [each.partition(" ")[0] for each in (*known, *possible)] == [
        "A.cs:3",
        "B.cs:2",
        "B.cs:3",
        "B.cs:4",
    ]


def test_a_receiver_and_a_name_in_a_template_of_kotlin_are_uses() -> None:
    files = {
        "A.kt": 'object SpdxLicenses\nprivate fun SpdxLicenses.first() = 1\nval x = "$SpdxLicenses$suffix"\n'
    }
    known, _, mentions = uses(files, "A.kt", "SpdxLicenses")
    assert known == ["A.kt:2 reference", "A.kt:3 reference"]
    assert mentions == 0


def test_a_variable_of_the_functions_name_is_not_the_function() -> None:
    text = (
        'void reset_color(int a) { auto reset_color = view("m"); put(reset_color, a); }\n'
        "void other() { string reset_color = 1; put(reset_color); }\n"
        "int user() { return reset_color(1); }\n"
    )
    known, possible, _ = uses({"a.cc": text}, "a.cc", "reset_color")
    assert [*known, *possible] == ["a.cc:3 call"]


def test_an_include_in_a_list_is_an_import_and_one_in_a_comment_is_none() -> None:
    text = '#include <stdio.h>\n/*\n#include "gone.h"\n*/\nenum A { B,\n#  include "more.h"\n};\n'
    outline = MadeIndex({"a.h": text}).outline("a.h")
    assert outline is not None
    assert [(each.module, each.line) for each in outline.imports] == [("<stdio.h>", 1), ("more.h", 6)]


def test_what_kotlin_and_java_neither_call_nor_pass_on_is_a_variable_and_no_function() -> None:
    files = {
        "a.kt": "fun total_of(x: Int) = x\n"
        "fun a() {\n  val total_of = total_of(3)\n  println(total_of)\n}\n"
        "fun b() {\n  listOf(1).forEach { total_of -> println(total_of) }\n  use(total_of = 1)\n}\n"
        "val passed = ::total_of\n"
        "fun c(total_of: (Int) -> Int) = total_of(1)\n"
        "fun d(total_of: Int) = if (total_of < 3) 1 else 2\n",
        "A.java": "import static a.AKt.total_of;\nclass A {\n"
        "  void run() { int total_of = 1; use(total_of); AKt.total_of(2); }\n}\n",
    }
    known, possible, _ = uses(files, "a.kt", "total_of")
    assert sorted([*known, *possible]) == [
        "A.java:1 import",
        "A.java:3 call",
        "a.kt:10 reference",
        "a.kt:3 call",
    ]


def test_a_key_of_an_annotation_and_an_infix_call_stay_uses() -> None:
    files = {
        "Column.java": "@interface Column { String column_name(); }\n",
        "User.java": '@Column(column_name = "x")\nclass User {}\n',
        "b.kt": "infix fun Int.add_up(x: Int) = this + x\nval y = 1 add_up 2\n",
    }
    assert uses(files, "Column.java", "Column.column_name")[0] == ["User.java:1 reference"]
    assert uses(files, "b.kt", "Int.add_up")[0] == ["b.kt:2 call"]


def test_a_method_of_ruby_that_gets_another_name_or_is_hidden_is_meant_there() -> None:
    text = """class Util
  def find_it_all(a); end
  def other; end
  alias_method :find_more, :find_it_all
  private :other, :find_it_all
  OPTIONS = { find_it_all: 1 }
end
"""
    known, possible, _ = uses({"a.rb": text}, "a.rb", "Util.find_it_all")
    assert [*known, *possible] == ["a.rb:4 reference", "a.rb:5 reference"]


def test_a_constructor_is_used_wherever_its_class_is_made_also_inside_of_other_calls() -> None:
    files = {
        "a/GateFullException.java": "package a;\npublic class GateFullException extends Fault {\n"
        "  public GateFullException(Gate gate) {\n    super(gate);\n  }\n}\n",
        "b/Runner.java": "package b;\nimport a.GateFullException;\nclass Runner {\n  void run() {\n"
        "    throw new GateFullException(gate);\n  }\n  void later() {\n"
        "    promise.complete(Result.failed(new GateFullException(gate)));\n"
        "    make(GateFullException::new);\n"
        "    seen(GateFullException.class);\n  }\n}\n",
    }
    known, possible, _ = uses(files, "a/GateFullException.java", "GateFullException.GateFullException")
    assert [each.partition(" ")[0] for each in known] == [
        "b/Runner.java:5",
        "b/Runner.java:8",
        "b/Runner.java:9",
    ]
    assert possible == []


def test_a_class_and_its_constructor_are_no_two_definitions_of_a_name() -> None:
    index = MadeIndex(
        {"A.java": "class Cart {\n  Cart() {}\n}\n", "B.java": "class B {\n  void Cart() {}\n}\n"}
    )
    own = [each for each in index.symbols("Cart") if each.path == "A.java"]
    assert [find_usages(index, each).also_defined for each in own] == [("B.java:2",), ("B.java:2",)]


def test_the_overloads_of_a_script_s_function_are_one_definition() -> None:
    text = "function f(a: string): void\nfunction f(a: number): void\nfunction f(a: any) {}\n"
    index = MadeIndex({"a.ts": text})
    assert [find_usages(index, each).also_defined for each in index.symbols("f")] == [(), (), ()]


def test_a_parameter_or_variable_of_kotlin_is_no_use_of_the_member_of_its_name() -> None:
    text = (
        "class Row {\n  val title = 1\n  val twice = title * 2\n}\n"
        "fun other(title: String) = title.length\n"
        "fun local(row: Row): Int {\n  val title = row.title\n  return title\n}\n"
        "fun named() = make(title = 1)\n"
    )
    assert uses({"Row.kt": text}, "Row.kt", "Row.title")[1] == [
        "Row.kt:3 reference",
        "Row.kt:7 reference",
        "Row.kt:10 reference",
    ]


def test_the_header_of_another_constructor_of_kotlin_is_no_use_of_one() -> None:
    text = "class A(val a: Int) {\n  constructor() : this(1)\n}\nclass B internal constructor(val b: Int)\n"
    assert uses({"A.kt": text}, "A.kt", "A.constructor")[:2] == ([], [])


def test_a_longer_operator_of_cpp_is_another() -> None:
    text = "struct A { A operator+(A); A operator++(); };\nvoid f(A a) { a.operator++(), a.operator+(a); }\n"
    known, possible, _ = uses({"a.cpp": text}, "a.cpp", "A.operator+")
    assert [*known, *possible] == ["a.cpp:2 call"]


def test_a_parameter_of_a_lambda_of_cpp_is_no_use_of_the_function_of_its_name() -> None:
    text = "int end(int a);\nvoid f() { auto g = [](int begin, int end) { return end - begin; }; g(1, 2); }\n"
    assert uses({"a.cpp": text}, "a.cpp", "end")[:2] == ([], [])


def test_a_path_of_rust_tells_functions_of_modules_from_those_of_types() -> None:
    files = {
        "take.rs": "pub fn new() {}\npub struct Row;\nimpl Row { pub fn eq(&self) {} }\n",
        "main.rs": "fn main() { Vec::new(); take::new(); ptr::eq(a, b); Row::eq(&a); a.eq(); }\n",
    }
    assert uses(files, "take.rs", "new")[1] == ["main.rs:1 call"]
    assert uses(files, "take.rs", "Row.eq")[1] == ["main.rs:1 call", "main.rs:1 call"]
