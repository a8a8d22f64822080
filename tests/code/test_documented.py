from __future__ import annotations

import pytest

from groundplan.code.extracting import read_outline


def documented(language: str, text: str) -> dict[str, bool]:
    """Return for each definition whether it is documented; one that is not makes its name so."""
    found: dict[str, bool] = {}
    for each in read_outline(language, text.encode()).definitions:
        found[each.qualified] = found.get(each.qualified, True) and each.has_doc
    return found


@pytest.mark.parametrize(
    "text",
    [
        "/** It. */\nexport function f() {}\n",
        "/** It. */\n\nexport function f() {}\n",
        "/**\n" + " * word word word word word word word word\n" * 400 + " */\n\nexport function f() {}\n",
        "/** It. */\n// eslint-disable-next-line complexity\nexport const f = () => {}\n",
        "/** It. */\n// @ts-expect-error\nexport default class f {}\n",
    ],
)
def test_a_comment_above_documents_what_follows(text: str) -> None:
    assert documented("typescript", text) == {"f": True}


@pytest.mark.parametrize(
    "remark",
    [
        *("// @__NO_SIDE_EFFECTS__", "/*#__NO_SIDE_EFFECTS__*/", "/* @__PURE__ */", "/** @__PURE__ */"),
        *("// @flow", "// NOSONAR", "// #__PURE__"),
    ],
)
def test_an_annotation_for_a_tool_documents_nothing(remark: str) -> None:
    assert documented("typescript", f"const a = 1\n\n{remark}\nexport function f() {{}}\n")["f"] is False
    assert documented("typescript", f"/** It. */\n{remark}\nexport function f() {{}}\n") == {"f": True}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("typescript", "/** It. */\nfunction f(a: string): void\nfunction f(a: any) {}\n"),
        ("python", '@property\ndef f(self):\n    """It."""\n@f.setter\ndef f(self, x):\n    pass\n'),
    ],
)
def test_what_one_of_several_definitions_of_a_name_says_documents_that_one(language: str, text: str) -> None:
    found = read_outline(language, text.encode()).definitions
    assert [each.has_doc for each in found] == [True, False]


def test_methods_of_objects_and_prototypes_have_comments_too() -> None:
    text = (
        "const api = {\n  /** get */\n  get () {},\n  /** put */\n  put: () => 1,\n  del () {}\n}\n"
        "/** run */\nApi.prototype.run = function () {}\n"
    )
    assert documented("javascript", text) == {
        "api": False,
        "api.get": True,
        "api.put": True,
        "api.del": False,
        "Api.run": True,
    }


def test_a_plain_comment_or_another_s_documents_nothing() -> None:
    text = "/* not it */\nfunction f() {}\n/** of g */\nfunction g() {}\nfunction h() {}\n"
    assert documented("javascript", text) == {"f": False, "g": True, "h": False}


@pytest.mark.parametrize("above", ["#endif /* APPLE */", "int left; /* of this line */", "} /* a */"])
def test_a_comment_behind_something_else_documents_nothing_below(above: str) -> None:
    assert documented("c", f"{above}\nint open_it(int a) {{ return a; }}\n")["open_it"] is False
    assert documented("c", "/* It. */\nint open_it(int a) { return a; }\n")["open_it"] is True


def test_remarks_to_tools_stand_between_a_go_comment_and_its_function() -> None:
    text = (
        "package a\n\n// F does it.\n//\n//go:noinline\nfunc F() {}\n\n//nolint:all\nfunc G() {}\n\n"
        "// apart\n\nfunc H() {}\n"
    )
    assert documented("go", text) == {"F": True, "G": False, "H": False}


def test_python_documents_by_docstrings_and_by_comments_with_a_colon() -> None:
    text = (
        '@decorated\ndef f(a):\n    # first\n    """It."""\n\n'
        "#: the limit\nLIMIT = 1\n\nOTHER = '#: no'\n\n"
        "class A:\n    #: its x\n    x = 1\n    y = 2  #: its y\n"
    )
    assert documented("python", text) == {
        "f": True,
        "LIMIT": True,
        "OTHER": False,
        "A": False,
        "A.x": True,
        "A.y": True,
    }
