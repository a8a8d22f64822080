"""Failures are read line by line: the condition that is open, and what is raised or returned."""

from __future__ import annotations

import pytest
from made_pack import make_pack

from groundplan.evidence.kinds import Region


def failures_of(path: str, text: str, name: str) -> list[tuple[str, str, int]]:
    pack = make_pack("Change it", {path: text})
    outline = pack.index.outline(path)
    assert outline is not None
    (definition,) = outline.find(name)
    pack.__dict__["regions"] = (Region(path, definition),)
    return [(each.condition, each.action, each.at.line) for each in pack.failures]


def test_python_raises_and_returns_on_conditions() -> None:
    text = '''
        def load(path):
            """Load a path.

            raise TypeError are words.
            """
            if not path:
                raise ValueError("path")
            for each in path:
                if each:
                    return None
            try:
                return open(path)
            except OSError as error:
                raise LoadError(path) from error
            return None
        '''
    assert failures_of("a.py", text, "load") == [
        ("if not path", "raises ValueError", 7),
        ("if each", "returns None", 10),
        ("except OSError as error", "raises LoadError", 14),
    ]


def test_a_bare_raise_raises_again_and_an_exit_exits() -> None:
    text = """
        def load(path):
            try:
                run()
            except Exception:
                raise
            if path:
                sys.exit(2)
        """
    assert failures_of("a.py", text, "load") == [
        ("except Exception", "raises what it caught again", 5),
        ("if path", "exits", 7),
    ]


def test_scripts_throw() -> None:
    text = """
        export function load(path) {
          if (!path) {
            throw new TypeError("path");
          }
          if (path === 1) return null;
          return path;
        }
        """
    assert failures_of("a.ts", text, "load") == [
        ("if (!path)", "throws TypeError", 3),
        ("if (path === 1)", "returns null", 5),
    ]


def test_go_returns_its_errors() -> None:
    text = """
        package shop

        func Load(path string) (string, error) {
        \tfile, err := os.Open(path)
        \tif err != nil {
        \t\treturn "", err
        \t}
        \tif path == "" {
        \t\treturn "", fmt.Errorf("no path")
        \t}
        \treturn file.Name(), nil
        }
        """
    assert failures_of("a.go", text, "Load") == [
        ("if err != nil", 'returns "", err', 6),
        ('if path == ""', 'returns "", fmt.Errorf("no path")', 9),
    ]


@pytest.mark.parametrize("line", ["if " * 3_000, "return " * 3_000, "raise " * 3_000, "throw " * 3_000])
def test_a_hostile_line_is_cut(line: str) -> None:
    text = f"def load():\n    if x:\n        {line}\n    raise ValueError\n"
    assert failures_of("a.py", text, "load")[-1] == ("", "raises ValueError", 4)


def test_go_returns_its_named_errors() -> None:
    text = (
        "package a\n\nfunc Load(path string) (int, error) {\n"
        "\tif path == none {\n\t\treturn 0, ErrEmpty\n\t}\n"
        '\tif path == two {\n\t\treturn 0, fmt.Errorf("load: %w", ErrTwo)\n\t}\n'
        "\tif bad {\n\t\treturn 0, &PathError{path}\n\t}\n\treturn 1, nil\n}\n"
    )
    assert failures_of("a.go", text, "Load") == [
        ("if path == none", "returns 0, ErrEmpty", 5),
        ("if path == two", 'returns 0, fmt.Errorf("load: %w", ErrTwo)', 8),
        ("if bad", "returns 0, &PathError{path}", 11),
    ]


def test_a_script_rejects_and_passes_errors_to_its_callback() -> None:
    text = """
        function load (path, cb) {
          if (!path) {
            cb(new FST_ERR_PATH(path))
            return
          }
          if (path.two) return next(createError(400))
          run((resolve, reject) => {
            reject(new Timeout(path))
          })
          cb(wrap(path))
        }
        """
    assert failures_of("a.js", text, "load") == [
        ("if (!path)", "passes FST_ERR_PATH to cb", 3),
        ("if (path.two)", "passes createError to next", 6),
        ("", "rejects with Timeout", 8),
    ]


def test_python_fails_through_a_helper() -> None:
    text = """
        def load(self, path):
            if not path:
                self.raise_missing(path)
            if path == 1:
                abort(404)
        """
    assert failures_of("a.py", text, "load") == [
        ("if not path", "fails through self.raise_missing", 3),
        ("if path == 1", "fails through abort", 5),
    ]
