"""Questions about code, as a person and a script ask them."""

from __future__ import annotations

import shutil
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.catalogue import CODE_COMMANDS

from .conftest import make_desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .conftest import Desk

FILES = {
    "pyproject.toml": """
        [project]
        name = "shop"
        version = "1.2"
        requires-python = ">=3.11"
        dependencies = ["httpx>=0.27"]

        [project.scripts]
        shop = "shop.cli:main"

        [tool.pytest.ini_options]
        testpaths = ["tests"]
    """,
    "README.md": "Uploads are retried: see `MAX_RETRIES`.\n",
    "src/shop/__init__.py": """
        from shop.upload import Uploader, UploadError

        __all__ = ["UploadError", "Uploader"]
    """,
    "src/shop/upload.py": '''
        """Sends files to the store."""

        import httpx

        from shop.paths import clean_path

        MAX_RETRIES = 3


        class UploadError(Exception):
            """The store did not take a file."""


        class Uploader:
            """Sends files."""

            def __init__(self, url):
                self.url = url

            def send(self, path):
                """Send one file."""
                for _ in range(MAX_RETRIES):
                    answer = httpx.post(self.url, files={"file": clean_path(path)})
                    if answer.status_code == 200:
                        return answer
                raise UploadError(path)
    ''',
    "src/shop/paths.py": """
        def clean_path(path):
            return path.strip("/")
    """,
    "src/shop/cli.py": """
        import argparse

        from shop import Uploader


        def main():
            parser = argparse.ArgumentParser(prog="shop")
            parser.add_argument("path")
            Uploader("https://store.example").send(parser.parse_args().path)
    """,
    "tests/test_upload.py": """
        from shop.upload import MAX_RETRIES, Uploader


        def test_a_file_is_sent_once():
            assert Uploader("https://store.example").send("a.txt")


        def test_retries():
            assert MAX_RETRIES == 3
    """,
}


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The shop, once for all: its history and the index of its code."""
    desk = make_desk(tmp_path_factory.mktemp("shop"))
    for path, text in FILES.items():
        (desk.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (desk.folder / path).write_text(dedent(text).lstrip("\n"), "utf-8")
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "Retry uploads three times")
    (desk.folder / "README.md").write_text("Uploads are retried `MAX_RETRIES` times.\n")
    desk.git("commit", "-q", "-a", "-m", "Say how often uploads are retried")
    desk.run("code", "history")
    return desk


@pytest.fixture
def shop(laid: Desk, tmp_path: Path) -> Desk:
    return laid.copy(tmp_path)


QUESTIONS: dict[str, tuple[str, ...]] = {
    "occurrences": ("find", "MAX_RETRIES"),
    "symbols": ("symbol", "Uploader.send"),
    "usages": ("usages", "MAX_RETRIES"),
    "callers": ("callers", "shop.upload.Uploader.send"),
    "impact": ("impact", "clean_path"),
    "imports": ("imports", "src/shop/upload.py"),
    "cycles": ("cycles",),
    "manifest": ("manifest",),
    "docs": ("docs", "httpx"),
    "changes": ("changes",),
    "patterns": ("patterns",),
    "tests-for": ("tests-for", "Uploader.send"),
    "similar": ("similar", "send a file"),
    "flow": ("flow", "shop"),
    "history": ("history",),
    "file-history": ("history", "README.md"),
    "attempts": ("history", "--about", "retried uploads"),
}


@pytest.mark.req("S0-14", part="search and usages")
@pytest.mark.req("S4-08")
@pytest.mark.parametrize("kind", sorted(QUESTIONS))
def test_each_question_has_one_json_document(shop: Desk, kind: str) -> None:
    ran = shop.run("code", *QUESTIONS[kind], "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["schema"] == "groundplan/v1"
    assert ran.json["kind"] == kind


@pytest.mark.parametrize("columns", [80, 120])
def test_what_a_person_sees(shop: Desk, columns: int, matches_snapshot: Callable[[str, str], None]) -> None:
    told = []
    for words in QUESTIONS.values():
        if words[0] == "history":  # commit ids and days differ from run to run
            continue
        ran = shop.run("code", *words, columns=columns)
        assert ran.code == 0
        assert [line for line in ran.out.splitlines() if len(line) > columns] == []
        told.append(f"$ groundplan code {' '.join(words)}\n{ran.out}")
    matches_snapshot(f"code-{columns}", "\n".join(told))


@pytest.mark.req("S0-05")
def test_every_occurrence_is_listed_in_code_tests_and_documents(shop: Desk) -> None:
    files = {each["path"] for each in shop.run("code", "find", "MAX_RETRIES", "--json").json["places"]}
    assert files == {"README.md", "src/shop/upload.py", "tests/test_upload.py"}


@pytest.mark.req("S1-09")
def test_a_caller_through_a_re_export_is_found(shop: Desk) -> None:
    found = shop.run("code", "callers", "Uploader.send", "--json").json
    assert {(each["path"], each["qualified"]) for each in found["resolved"]} == {
        ("src/shop/cli.py", "main"),
        ("tests/test_upload.py", "test_a_file_is_sent_once"),
    }


@pytest.mark.req("S4-02")
def test_the_impact_of_a_change_goes_on_through_callers_to_tests(shop: Desk) -> None:
    found = shop.run("code", "impact", "clean_path", "--json").json
    reached = {each["qualified"]: each["steps"] for each in found["dependents"]}
    assert reached["Uploader.send"] == 1
    assert reached["main"] == reached["test_a_file_is_sent_once"] == 2


@pytest.mark.req("S4-10")
def test_a_command_is_followed_to_the_network_call_it_ends_in(shop: Desk) -> None:
    (end,) = shop.run("code", "flow", "shop", "--json").json["ends"]
    assert (end["kind"], end["words"]) == ("http", "httpx.post")
    assert [step["caller"] for step in end["steps"]] == ["main", "Uploader.send"]


def test_the_questions_of_the_help_are_the_questions_asked_here(shop: Desk) -> None:
    assert {words[0] for words in QUESTIONS.values()} == set(CODE_COMMANDS) - {"ask-source"}, (
        "that has its own"
    )


def test_a_goal_is_led_to_the_code_it_is_about(shop: Desk) -> None:
    ran = shop.run("where", "give up after five retries when the store does not take a file", "--json")
    assert ran.json["files"][0]["path"] == "src/shop/upload.py"
    assert ran.json["files"][0]["why"]
    assert {"path", "name", "start", "end", "score"} == set(ran.json["regions"][0])


def test_a_goal_can_come_from_a_file_or_standard_input(shop: Desk) -> None:
    (shop.folder / "issue.md").write_text("`Uploader.send` never waits between retries\n")
    from_file = shop.run("where", "--goal-file", "issue.md", "--json").json["files"]
    from_pipe = shop.run("where", "--goal-file", "-", "--json", stdin="`Uploader.send` never waits").json[
        "files"
    ]
    assert from_file[0]["path"] == from_pipe[0]["path"] == "src/shop/upload.py"


def test_an_answer_is_of_the_code_as_it_is_now(shop: Desk) -> None:
    assert shop.run("code", "symbol", "fresh").code == 2
    (shop.folder / "src/shop/fresh.py").write_text("def fresh(): ...\n")
    assert shop.run("code", "symbol", "fresh").code == 0


def test_a_struct_is_called_one(shop: Desk) -> None:
    (shop.folder / "Gap.cs").write_text("public readonly struct Gap { public int Size; }\n")
    assert shop.run("code", "symbol", "Gap").out.startswith("Gap  struct\n")


def test_a_use_of_a_name_that_is_only_unique_is_said_to_be_found_by_it(shop: Desk) -> None:
    (shop.folder / "Gap.cs").write_text("class A { void sell_item_now() {} void b() { sell_item_now(); } }\n")
    said = shop.run("code", "usages", "sell_item_now").out
    assert "Gap.cs::A.sell_item_now is found by its name to be used once in 1 file" in said
    assert "The word appears twice in 1 file: 1 used, 1 defined" in said


def test_a_number_of_users_is_whole_only_where_every_place_is_accounted_for(shop: Desk) -> None:
    (shop.folder / "src/shop/guess.py").write_text(
        "class Pipe:\n    def flush(self): ...\n\ndef guess(it):\n    it.send('a')\n    it.flush()\n"
    )
    (shop.folder / "tests/test_pipe.py").write_text("def test_pipe(pipe):\n    pipe.flush()\n")
    callers, usages = (shop.run("code", each, "Uploader.send").out for each in ("callers", "usages"))
    assert "Uploader.send is known to be called by 2 definitions, twice" in callers
    assert "Uploader.send is known to be used twice in 2 files" in usages
    reach = shop.run("code", "impact", "Pipe.flush").out
    assert "has 2 possible users, none certain" in reach
    assert "Possible tests among these  1 file, by name only\n  tests/test_pipe.py" in reach
    assert "No test file" not in reach


def test_a_call_that_is_only_possible_is_not_counted_among_those_of_its_caller(shop: Desk) -> None:
    (shop.folder / "src/shop/both.py").write_text(
        "class Pipe:\n    def flush(self): ...\n\ndef both(it):\n    Pipe().flush()\n    it.flush()\n"
    )
    said = shop.run("code", "callers", "Pipe.flush").out
    assert "is known to be called by 1 definition, once" in said
    assert "src/shop/both.py:5 " in said
    assert "1 more possible" in said


def test_no_test_is_denied_where_one_has_the_name(shop: Desk) -> None:
    (shop.folder / "Box.kt").write_text(
        "open class Box { open fun beforeOpening() {} }\nfun go(a: Box) { a.beforeOpening() }\n"
    )
    said = shop.run("code", "impact", "Box.beforeOpening").out
    assert "No test was seen in these files" in said
    (shop.folder / "BoxTest.kt").write_text("val a = object : Box() { override fun beforeOpening() {} }\n")
    assert (
        "No test was seen in these files" not in shop.run("code", "impact", "Box.kt::Box.beforeOpening").out
    )


def test_who_imports_a_file_is_not_counted_where_imports_are_not_followed(shop: Desk) -> None:
    (shop.folder / "lib").mkdir()
    (shop.folder / "lib/plain.rb").write_text("class Plain\nend\n")
    out = shop.run("code", "imports", "lib/plain.rb").out
    assert "who imports it is not known" in out
    assert "imported by 0" not in out


def test_files_of_a_go_package_are_not_called_unused_for_want_of_imports(shop: Desk) -> None:
    (shop.folder / "go.mod").write_text("module shop\n")
    (shop.folder / "a.go").write_text("package shop\n\nfunc Sell() {}\n")
    (shop.folder / "a_test.go").write_text("package shop\n\nfunc TestSell(t *testing.T) { Sell() }\n")
    for command in ("impact", "imports"):
        out = shop.run("code", command, "a.go").out
        assert "files of its own package need no import to use it, and are not listed" in out
        assert "No test file" not in out


def test_a_file_that_imports_nothing_is_among_those_without_a_cycle(shop: Desk) -> None:
    for path in ("src", "tests"):
        shutil.rmtree(shop.folder / path)
    (shop.folder / "alone.py").write_text("x = 1\n")
    assert shop.run("code", "cycles").out.startswith("No import cycles found among 1 file")


def test_a_name_that_only_one_definition_has_is_not_said_to_be_called(shop: Desk) -> None:
    (shop.folder / "Box.kt").write_text("class Box { fun openLid() {} }\nfun use(a: Other) { a.openLid() }\n")
    assert "is found by its name to be called by 1 definition" in shop.run("code", "callers", "openLid").out
    assert "is found by its name to be used by 1 definition" in shop.run("code", "impact", "openLid").out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("code", "symbol", "Uploadr"), 2, "`Uploader`"),
        (("code", "usages", "Shop.send"), 2, "src/shop/upload.py::Uploader.send"),
        (("code", "symbol", "src/shop/upload.py::Uploader.sent"), 2, "src/shop/upload.py::Uploader.send"),
        (("code", "imports", "src/shop/uplaod.py"), 2, "src/shop/upload.py"),
        (("code", "find", " "), 2, "code find"),
        (("code", "patterns", "nowhere"), 2, "Leave it out"),
        (("code", "similar", "src/shop/upload.py:900"), 2, "names no lines"),
        (("code", "similar", "src/shop/upload.py:0"), 2, "names no lines"),
        (("code", "fnd", "x"), 2, "find"),
        (("where",), 2, "groundplan where"),
        (("where", "  "), 2, "groundplan where"),
        (("where", "--goal-file", "none.md"), 2, "Give the path"),
        (("where", "--goal-file", "src"), 5, "src"),
        (("code", "history", "--about", " "), 2, "upload retry"),
        (("code", "history", "README.md", "--about", "x"), 2, "Ask twice"),
    ],
)
def test_a_slip_gets_the_near_thing_and_its_exit_code(
    shop: Desk, words: tuple[str, ...], code: int, told: str
) -> None:
    ran = shop.run(*words)
    assert ran.code == code
    assert ran.out == ""
    assert told in ran.err


def test_what_is_not_compared_is_said_where_nothing_is_alike(shop: Desk) -> None:
    (shop.folder / "src/shop/short.py").write_text("def one():\n    return 1\n")
    told = shop.run("code", "similar", "src/shop/short.py::one").out
    assert "`src/shop/short.py::one` is not compared" in told
    assert "it has under 20 words and signs below its header" in " ".join(told.split())
    none = " ".join(shop.run("code", "similar", "reticulate the splines").out.split())
    assert none.startswith(
        "Among the longer functions none like `reticulate the splines` was found; functions of up"
    )
    (shop.folder / "src/shop/short.py").write_text(
        "class One:\n" + "    a, b, c = call(1, 2), 3, [4, 5]\n" * 9
    )
    told = shop.run("code", "similar", "src/shop/short.py::One").out
    assert "`src/shop/short.py::One` is not compared: it is no function." in told


def test_a_file_that_is_no_text_has_a_history(shop: Desk) -> None:
    (shop.folder / "a.zip").write_bytes(b"PK\0\1" * 40)
    shop.git("add", "a.zip")
    shop.git("commit", "-q", "-m", "Add an archive")
    assert "Add an archive" in shop.run("code", "history", "a.zip").out


def test_patterns_of_the_folder_one_is_in_are_those_of_the_whole(shop: Desk) -> None:
    assert shop.run("code", "patterns", ".").out == shop.run("code", "patterns").out
    assert shop.run("code", "patterns", "./src/").out == shop.run("code", "patterns", "src").out


def test_no_test_is_denied_where_one_imports_the_file(shop: Desk) -> None:
    (shop.folder / "src/web.ts").write_text("export function rare_one() {}\nfunction go() { rare_one() }\n")
    assert "No test was seen in these files" in shop.run("code", "impact", "src/web.ts::rare_one").out
    (shop.folder / "src/web.test.ts").write_text("import * as web from './web'\ntest('a', () => web)\n")
    assert "No test was seen" not in shop.run("code", "impact", "src/web.ts::rare_one").out


def test_the_end_of_a_dotted_name_names_a_definition_of_a_file(shop: Desk) -> None:
    (shop.folder / "ask.rb").write_text(
        "module TTY\n  class Prompt\n    class Question\n      def value?\n      end\n    end\n  end\nend\n"
    )
    for said in ("Question.value?", "Prompt.Question.value?", "TTY.Prompt.Question.value?"):
        assert "ask.rb::TTY.Prompt.Question.value?" in shop.run("code", "usages", f"ask.rb::{said}").out
        assert "TTY.Prompt.Question.value?" in shop.run("code", "symbol", f"ask.rb::{said}").out


@pytest.mark.parametrize(
    "asked",
    [
        ("find", "shown"),
        ("symbol", "shown"),
        ("usages", "shown"),
        ("callers", "shown"),
        ("impact", "shown"),
        ("imports", "A.kt"),
        ("tests-for", "A.kt"),
        ("flow", "shown"),
        ("similar", "shown and hidden"),
    ],
)
def test_an_answer_about_a_file_that_was_parsed_only_in_part_says_so(
    shop: Desk, asked: tuple[str, ...]
) -> None:
    text = "actual open class A\ninternal actual constructor(\n  internal actual val b: C,\n) : D, E<A> {\n"
    body = "".join(f"    val hidden{each} = listOf(shown, {each})\n" for each in range(9))
    (shop.folder / "A.kt").write_text(f"{text}  fun shown() {{\n{body}  }}\n")
    assert "could be parsed only in part: `A.kt`" in " ".join(shop.run("code", *asked).out.split())
    assert shop.run("code", *asked, "--json").json["partly_parsed"] == ["A.kt"]


def test_of_many_files_that_were_parsed_only_in_part_the_number_is_said(shop: Desk) -> None:
    for name in "ABC":
        (shop.folder / f"{name}.c").write_text("int shown(int a) { return ]; }\n")
    said = " ".join(shop.run("code", "find", "shown").out.split())
    assert "These files could be parsed only in part: `A.c`, `B.c`, `C.c`." in said
    (shop.folder / "D.c").write_text("int shown(int a) { return ]; }\n")
    ran = " ".join(shop.run("code", "find", "shown").out.split())
    assert "Of the files named here 4 could be parsed only in part." in ran


def test_an_answer_about_files_that_were_parsed_whole_says_nothing_of_parsing(shop: Desk) -> None:
    assert "in part" not in shop.run("code", "usages", "MAX_RETRIES").out


def test_overloads_are_all_shown_and_uses_are_said_to_be_of_any_of_them(shop: Desk) -> None:
    each = "    public static int Skip(int a{}) {{ return 1; }}\n"
    body = "".join(map(each.format, ("", ", int b", ", int b, int c")))
    (shop.folder / "A.cs").write_text(f"public class Pages\n{{\n{body}}}\n")
    (shop.folder / "B.cs").write_text("class B\n{\n    int Run() => Pages.Skip(1);\n}\n")
    for name in ("A.cs::Skip", "A.cs::Pages.Skip"):
        assert shop.run("code", "symbol", name).out.count("Pages.Skip  method") == 3
        for asked in ("callers", "usages", "impact"):
            said = " ".join(shop.run("code", asked, name).out.split())
            assert "each use may be of any of the 3 definitions of that name in its file" in said


def test_several_definitions_of_a_name_are_offered(shop: Desk) -> None:
    (shop.folder / "src/shop/again.py").write_text("class Sender:\n    def send(self): ...\n")
    ran = shop.run("code", "callers", "send")
    assert ran.code == 2
    assert "`src/shop/again.py::Sender.send`" in ran.err
    assert "`src/shop/upload.py::Uploader.send`" in ran.err


def test_no_letter_of_a_file_reaches_the_terminal_as_a_command(shop: Desk) -> None:
    name = "src/shop/\x1b[31mred\u202e.py"
    (shop.folder / name).write_text("def innocent(): '\x1b]0;gone\x07'\n")
    for words in (("code", "find", "innocent"), ("code", "symbol", "innocent"), ("where", "innocent")):
        ran = shop.run(*words)
        assert ran.code == 0
        assert "innocent" in ran.out
        assert not set(ran.out) & set("\x1b\x07\u202e")


def test_outside_a_repository_it_says_so(shop: Desk, tmp_path: object) -> None:
    ran = shop.run("code", "find", "x", "--repo", str(tmp_path))
    assert ran.code == 5
    assert "git" in ran.err


def test_cycles_name_the_files_whose_imports_are_not_followed(shop: Desk) -> None:
    (shop.folder / "Box.kt").write_text("class Box\n")
    said = " ".join(shop.run("code", "cycles").out.split())
    assert said.endswith("among 5 files; the imports of other languages are not followed")


def test_no_flow_is_said_to_stay_in_the_program(shop: Desk) -> None:
    (shop.folder / "a.h").write_text("int send_away(int a);\nint keep_it(int a);\n")
    (shop.folder / "a.c").write_text("int send_away(int a) { other_call(a); return 1; }\n")
    said = shop.run("code", "flow", "a.h::send_away").out
    assert said == "a.c::send_away is not known to leave the program, or to stay in it\n"
    assert "other_call" in shop.run("code", "flow", "a.h::send_away", "--json").out
    assert shop.run("code", "flow", "keep_it").out.startswith("a.h::keep_it is not known to leave")


def test_tests_of_the_file_are_told_from_those_of_what_was_asked_for(shop: Desk) -> None:
    (shop.folder / "src/shop/size.py").write_text("def big(): ...\n\ndef small_size(): ...\n")
    (shop.folder / "tests/test_sizes.py").write_text(
        "from shop.size import big\n\ndef test_a():\n    big()\n"
    )
    assert "small_size 1 for its file found by" in shop.run("code", "tests-for", "small_size").out
    assert "big 1 found by" in shop.run("code", "tests-for", "size.py::big").out


def test_other_definitions_are_not_given_as_all_where_a_file_did_not_parse(shop: Desk) -> None:
    folder = shop.folder / "src/shop"
    (folder / "one.js").write_text("export class A {\n  totalOf () {}\n}\n")
    (folder / "two.js").write_text("export class B {\n  totalOf () {}\n}\n")
    words = ("code", "usages", "src/shop/one.js::A.totalOf")
    assert "also defined at src/shop/two.js:2." in shop.run(*words).out
    (folder / "three.js").write_text("totalOf (((\n")
    told = " ".join(shop.run(*words).out.split())
    assert "also defined at src/shop/two.js:2; what could not be parsed may define it as well." in told
