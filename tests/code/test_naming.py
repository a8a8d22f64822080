"""A definition is found by whatever a person calls it, and a slip is answered with the near names."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.code.naming import cite, find_symbols, pick_path, pick_symbol
from groundplan.evidence.mentions import names_meant
from groundplan.plan.errors import Misused, NotFound, Unknown

INDEX = MadeIndex(
    {
        "src/shop/__init__.py": "",
        "src/shop/base.py": """
            class Sender:
                def send(self): ...
        """,
        "src/shop/upload.py": """
            from shop.base import Sender


            class Uploader(Sender):
                def close(self): ...


            def close():
                def inner(): ...
        """,
        "src/shop/again.py": "class Uploader: ...\n",
        "web/upload.ts": "export class Page { open() {} }\n",
    }
)


@pytest.mark.parametrize(
    "said", ["operator()", "operator ()", "a.hpp::A.operator ()", "a.hpp::operator ()()"]
)
def test_an_operator_is_meant_by_its_sign_however_it_is_spaced(said: str) -> None:
    text = "struct A {\n  int operator()(int x) { return x; }\n  bool operator==(int x) { return x; }\n};\n"
    index = MadeIndex({"a.hpp": text, "b.py": "def operator(): ...\n"})
    assert cite(pick_symbol(index, said)) == "a.hpp::A.operator()"
    assert cite(pick_symbol(index, "operator ==")) == "a.hpp::A.operator=="
    assert cite(pick_symbol(index, "b.py::operator()")) == "b.py::operator"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("inner", ["src/shop/upload.py::close.inner"]),
        ("close.inner", ["src/shop/upload.py::close.inner"]),
        ("Uploader.close", ["src/shop/upload.py::Uploader.close"]),
        ("shop.upload.Uploader", ["src/shop/upload.py::Uploader"]),
        ("src/shop/upload.py::Uploader", ["src/shop/upload.py::Uploader"]),
        ("./src/shop/upload.py::close()", ["src/shop/upload.py::close"]),
        ("web/upload.ts::Page#open", ["web/upload.ts::Page.open"]),
        ("Uploader", ["src/shop/again.py::Uploader", "src/shop/upload.py::Uploader"]),
        ("base.py::Sender", ["src/shop/base.py::Sender"]),
        ("src\\shop\\base.py::Sender", ["src/shop/base.py::Sender"]),
        ("base.py::Uploader", []),
        ("Uploader.send", ["src/shop/base.py::Sender.send"]),
        ("shop.upload.Uploader.send", ["src/shop/base.py::Sender.send"]),
        ("shop.base.close", []),
        ("", []),
        ("::", []),
    ],
)
def test_a_definition_is_meant_by_its_name_its_dotted_name_or_its_citation(
    said: str, meant: list[str]
) -> None:
    assert [cite(each) for each in find_symbols(INDEX, said)] == meant


def test_a_plain_name_means_what_is_not_inside_something_else() -> None:
    assert cite(pick_symbol(INDEX, "close")) == "src/shop/upload.py::close"


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("Uplaoder", "`Uploader`"),
        ("Shop.close", "`src/shop/upload.py::close`"),
        ("src/shop/upload.py::Uploader.clse", "`src/shop/upload.py::Uploader.close`"),
        ("src/shop/uplaod.py::Uploader", "`src/shop/upload.py`"),
        ("zzz", "groundplan code find zzz"),
    ],
)
def test_a_name_that_is_not_there_gets_the_nearest(said: str, hint: str) -> None:
    with pytest.raises(NotFound) as caught:
        pick_symbol(INDEX, said)
    assert hint in caught.value.hint


def test_a_name_of_several_definitions_is_not_guessed() -> None:
    with pytest.raises(Misused, match=r"names more than one definition: `src/shop/again.py::Uploader`"):
        pick_symbol(INDEX, "Uploader")


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("src/shop/base.py", "src/shop/base.py"),
        ("./base.py", "src/shop/base.py"),
        ("/made/repo/src/shop/base.py", "src/shop/base.py"),
        ("shop/again.py", "src/shop/again.py"),
    ],
)
def test_a_file_is_meant_by_its_path_or_the_end_of_it(said: str, path: str) -> None:
    assert pick_path(INDEX, said) == path


def test_a_path_that_is_not_there_gets_the_same_name_elsewhere() -> None:
    with pytest.raises(NotFound) as caught:
        pick_path(INDEX, "lib/base.py")
    assert "`src/shop/base.py`" in caught.value.hint


def test_a_name_in_a_language_that_is_not_parsed_is_not_called_undefined() -> None:
    index = MadeIndex({"a.py": "def f(): ...\n", "lib.zig": "fn json_type() void {}\n"})
    with pytest.raises(Unknown) as caught:
        pick_symbol(index, "json_type")
    assert str(caught.value).startswith(
        "No definition named `json_type` was found by parsing; "
        "the word is in files that are not parsed: `lib.zig` (Zig)"
    )


def test_a_class_at_the_top_does_not_go_before_the_inner_class_of_another_file() -> None:
    files = {
        "a/Defaults.java": "class Defaults { Defaults() {} }\n",
        "b/Line.java": "class Line { static class Defaults {} void sell() {} }\n",
        "c/sell.py": "def sell(): ...\n",
    }
    with pytest.raises(Misused, match=r"`a/Defaults.java::Defaults`, `b/Line.java::Line.Defaults`$"):
        pick_symbol(MadeIndex(files), "Defaults")
    assert cite(pick_symbol(MadeIndex(files), "sell")) == "c/sell.py::sell"


def test_a_bare_name_that_two_classes_of_a_file_have_is_refused_with_both() -> None:
    code = "package a\ntype h interface {\n\tSplit() error\n}\ntype x struct{}\n"
    code += "func (x) Split() error { return nil }\n"
    with pytest.raises(Misused, match=r"names more than one definition: `a.go::h.Split`, `a.go::x.Split`"):
        pick_symbol(MadeIndex({"a.go": code}), "a.go::Split")


def test_a_method_of_a_file_needs_no_class_where_it_is_the_only_one() -> None:
    assert cite(pick_symbol(INDEX, "web/upload.ts::open")) == "web/upload.ts::Page.open"


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        (
            "a.py",
            "try:\n    import ANIES\nexcept OSError:\n    ANIES = 2\n",
            "`a.py:4` sets one, below a condition",
        ),
        ("a.h", "void f( { ANIES\n", "the word is in `a.h`, of which a part could not be parsed"),
    ],
)
def test_a_name_that_parsing_misses_is_said_to_be_there(path: str, text: str, why: str) -> None:
    with pytest.raises(Unknown, match=why):
        pick_symbol(MadeIndex({path: text}), "ANIES")


BASES = MadeIndex(
    {
        "web/a.ts": "export class Page { open() {} }\n",
        "web/b.ts": 'import { Page } from "./a";\nexport class Shop extends Page { sell() {} }\n',
        "src/Base.java": "package a;\nclass Base {\n    void open() {}\n}\n",
        "src/Kiosk.java": "package a;\nclass Kiosk extends Base {\n    void sell() {}\n}\n",
        "lib/kit.rb": "class Kit\n  def load\n  end\nend\n\nclass Box < Kit\nend\n",
        "app/lamp.py": "class Light:\n    def shine(self): ...\n\n\nclass Lamp(Light): ...\n",
        "flag.go": "// Flags\npackage pflag\n\ntype FlagSet struct{}\n\nfunc (f *FlagSet) Parse() {}\n",
        "sub/flag.go": "package sub\n\ntype FlagSet = pflag.FlagSet\n",
    }
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Shop.open", "web/a.ts::Page.open"),
        ("web/b.ts::Shop.open", "web/a.ts::Page.open"),
        ("Kiosk.open", "src/Base.java::Base.open"),
        ("src/Kiosk.java::Kiosk.open", "src/Base.java::Base.open"),
        ("Box.load", "lib/kit.rb::Kit.load"),
        ("app/lamp.py::Lamp.shine", "app/lamp.py::Light.shine"),
        ("pflag.FlagSet", "flag.go::FlagSet"),
        ("pflag.FlagSet.Parse", "flag.go::FlagSet.Parse"),
    ],
)
def test_a_member_is_known_by_each_class_that_has_it_and_a_name_by_its_package(said: str, meant: str) -> None:
    assert [cite(each) for each in find_symbols(BASES, said)] == [meant]
    assert names_meant(BASES, f"It belongs in `{said}`") == (meant,)


@pytest.mark.parametrize("said", ["Shop.close", "web/b.ts::Shop.close", "flags.FlagSet", "sub.Parse"])
def test_what_no_base_and_no_package_has_is_not_known(said: str) -> None:
    assert not find_symbols(BASES, said)
