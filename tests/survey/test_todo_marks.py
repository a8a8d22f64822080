"""A mark counts in a comment only, whatever else its line or the lines around it hold."""

from __future__ import annotations

from textwrap import dedent

import pytest

from groundplan.survey.todo_marks import find_marks


def marks(path: str, text: str) -> list[tuple[str, str]]:
    return [(each.name, each.words) for each in find_marks(path, dedent(text).encode())]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = 'a # TODO: no'\n"),
        ("a.py", 'x = """\n# TODO: no\n"""\n'),
        ("a.js", "const a = '// TODO: no';\n"),
        ("a.js", "const a = `\n// TODO: no\n`;\n"),
        ("a.js", "const a = 'src/*';\nTODO: label\n"),
        ("A.java", 'class A { void f() { p.println(indent + "    // TODO: no"); } }\n'),
        ("a.go", "var a = `\n// TODO: no\n`\n"),
        ("a.rs", 'let a = r#"\n// TODO: no"#;\n'),
        ("a.rb", "a = '# TODO: no'\n"),
        ("a.sh", "echo 'a # TODO: no'\n"),
        ("a.py", "# the todo list\n# todos: none\n# TODO_LIST is set\n# Todo::new\n# xxx(1)\n"),
        ("a.ts", "/* ends */\nTODO: label\n"),
    ],
)
def test_a_mark_in_a_string_a_name_or_a_plain_sentence_is_none(path: str, text: str) -> None:
    assert marks(path, text) == []


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("a.py", "# todo: add it\n", "add it"),
        ("a.py", "# Todo(ann): add it\n", "(ann): add it"),
        ("a.py", "x = 'it''s'  # TODO add it\n", "add it"),
        ("a.yml", "a: don't  # TODO add it\n", "add it"),
        ("a.php", "<?php\n/** @todo add it */\n", "add it"),
        ("a.rs", "fn f<'a>(x: &'a str) { // TODO add it\n}\n", "add it"),
        ("a.js", "const a = /'/; // TODO add it\n", "add it"),
        ("a.c", "/*\n  TODO: add it\n*/\n", "add it"),
        ("a.java", "/**\n * Text.\n * @todo add it\n */\n", "add it"),
        ("a.vue", "<script>\n// TODO add it\n</script>\n", "add it"),
        ("a.m", "// TODO add it\n", "add it"),
        ("a.md", "<!-- TODO: add it -->\n", "add it"),
        ("a.ts", "// @ts-expect-error FIXME\n", ""),
    ],
)
def test_a_mark_in_a_comment_is_found_in_small_letters_by_its_colon_too(
    path: str, text: str, words: str
) -> None:
    (only,) = marks(path, text)
    assert (only[0] in {"TODO", "FIXME"}, only[1]) == (True, words)


def test_its_line_is_that_of_the_mark() -> None:
    assert [each.line for each in find_marks("a.js", b"\n/*\n TODO: one */\nf(); // FIXME: two\n")] == [3, 4]


def test_a_text_made_to_stall_is_read_all_the_same() -> None:
    for piece in ("/* ", "// ", "# TODO", "* TODO: ", "'", "/*\nTODO\n"):
        list(find_marks("a.js", piece.encode() * 20_000))


def test_a_mark_far_back_in_a_line_of_a_block_comment_needs_no_star_before_it() -> None:
    text = b"/*\n\t4. Never expose \"data\" (TODO: Drop it)\n\tcalled TODO here\n*/\nf('(TODO: x)')\n"
    assert [(each.line, each.words) for each in find_marks("a.js", text)] == [(2, "Drop it)")]
