"""What the preprocessor is told does not hide what C and C++ define, and no byte moves."""

from __future__ import annotations

import pytest
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.grammars.macros import blank_macros
from groundplan.code.grammars.reading import read_with_grammar


def names(text: str, language: str = "cpp") -> list[str]:
    return [each.qualified for each in read_with_grammar(language, text.encode()).definitions]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class SHOP_EXPORT Shop { int size; };\n", ["Shop", "Shop.size"]),
        ("SHOP_API int sell(int count);\n", ["sell"]),
        ("SHOP_API Status Open(int count);\n", ["Open"]),
        ("SHOP_BEGIN_NAMESPACE\nclass Shop {\n};\n", ["Shop"]),
        (
            "struct Shop {\n  void lock() LOCKS_IT(mutex);\n  int n GUARDED_BY(mutex);\n};\n",
            ["Shop", "Shop.lock", "Shop.n"],
        ),
        ("#define my_inline static inline\nmy_inline int f() { return 1; }\n", ["my_inline", "f"]),
        ("HANDLE open_it(void);\n", ["open_it"]),
        ("int SHOP_CDECL main(void) {}\n", ["main"]),
        (
            "struct Shop {\n  SHOP_CONSTEXPR Shop(int a) : a(a) {}\n  int a;\n};\n",
            ["Shop", "Shop.Shop", "Shop.a"],
        ),
        ("struct Shop {\n  int f() const SHOP_NOEXCEPT override;\n};\n", ["Shop", "Shop.f"]),
        ("#define pf ATTR presult\n#define pg presult\nstatic pg f(int a) {}\n", ["pf", "pg", "f"]),
        ("enum : ullong { BIT = 1 };\n", ["BIT"]),
        (
            "union v * format_like(2, 3) log_it(\n  int a, const char *f, ...);\nint real(int a);\n",
            ["log_it", "real"],
        ),
        (
            'class Shop {\n public:\nW_PUSH\nW_OFF("-W")\n  Shop(int n) : m_n(n) {}\nW_POP\n  int m_n;\n};\n',
            ["Shop", "Shop.Shop", "Shop.m_n"],
        ),
    ],
)
def test_words_of_macros_hide_no_definition(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_both_sides_of_a_condition_are_read_where_each_is_whole() -> None:
    assert names("#ifdef A\nint f() {}\n#else\nlong g() {}\n#endif\nint h() {}\n", "c") == ["f", "g", "h"]


def test_of_sides_that_are_parts_of_a_statement_the_first_is_read() -> None:
    text = "#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n  return 1;\n}\nint g() {}\n"
    assert names(text, "c") == ["f", "g"]


def test_a_condition_among_the_initializers_of_a_class_hides_nothing() -> None:
    text = "struct A {\n  A(int a)\n      :\n#if X\n        b(a),\n#endif\n        c(a) {}\n};\nint g() {}\n"
    assert names(text) == ["A", "A.A", "g"]


def test_what_is_never_compiled_is_not_defined() -> None:
    assert names("#if 0\nint dead() {}\n#else\nint alive() {}\n#endif\n", "c") == ["alive"]


def test_what_an_unknown_macro_defines_is_not_guessed() -> None:
    assert names("DEFINE_THING(shop) {\n}\nint g() {}\n") == ["g"]


def test_the_guard_of_a_header_is_no_constant_but_a_switch_is() -> None:
    assert names("#ifndef SHOP_H\n#define SHOP_H\n#define FAST\n#endif\n", "c") == ["FAST"]


@given(
    st.lists(
        st.sampled_from(
            [
                "#if 0\n",
                "#else\n",
                "#endif\n",
                "#elif A\n",
                "ABCD_E ",
                "int f() {\n",
                "}\n",
                "(",
                ")",
                "\\\n",
                "\n",
            ]
        )
    )
)
def test_no_byte_moves(pieces: list[str]) -> None:
    text = "".join(pieces).encode()
    made = blank_macros(text)
    assert len(made) == len(text)
    assert made.count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize(
    "piece",
    [
        b"#if A\n",
        b"#if A\nint f(\n#else\n(\n#endif\n",
        b"ABCD_EF ",
        b"ABCD(",
        b"f() ABCD\n",
        b"class ABCD ",
        b"#define A\n",
        b"#define A __attribute__((a)) __attribute__((b)) c\n",
        b"__attribute__((x)) ",
    ],
)
def test_the_cost_grows_with_the_text(piece: bytes) -> None:
    assert_linear(lambda count: blank_macros(piece * count), 4000)


def test_a_comment_in_a_directive_of_several_lines_hides_nothing_below() -> None:
    text = (
        "#define READ_LINE(p,s) \\\n      || CHECK(p,'\\n',0)) ?    /* CR|LF -> LF */ \\\n"
        "     (*((s).p++) = (yaml_char_t) '\\n', \\\n      && CHECK(p,'\\x85',1)) ?  /* NEL -> LF */ \\\n"
        "/*\n */\nSHOP_DECLARE(int)\nsell(int a, int *b)\n{\n}\n"
    )
    assert names(text, "c") == ["READ_LINE", "sell"]
