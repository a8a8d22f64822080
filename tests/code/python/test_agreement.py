"""The Python reader agrees with Python's own parser and tokenizer, and with itself under every Python."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_facts import (
    parsed_definitions,
    parsed_imports,
    parsed_names,
    quiet_places,
    read_definitions,
    read_imports,
    read_names,
)

from groundplan.code.python.masking import mask
from groundplan.code.python.reading import read_python

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = Path(sysconfig.get_paths()["stdlib"])
SAMPLE = sorted(LIBRARY.glob("*.py"))[::5] + sorted((LIBRARY / "test").glob("test_*.py"))[::50]

# ------------------------------------------------------------------------------------------ drawn Python text

WORDS = st.sampled_from(["a", "b", "LIMIT", "_x", "é", "imported", "classy", "define", "from_", "self"])
STRINGS = st.sampled_from(
    [
        '"def gone(): pass"', "'''\ndef gone():\n    x = 1\n'''", '"""\nimport gone\nGONE = 1\n"""',
        "'a\\'b'", r'r"\\"', '"a\\\nclass Gone:"', "b'#'", "'\"' '\"\"\"'", '"""a""b\\""" """', "u'['",
        "'{' \"(\"", '""', "''''''",
    ]
)  # fmt: skip
VALUES = st.recursive(
    WORDS | STRINGS | st.sampled_from(["1", "None", "...", "lambda: 0", "a.b", "{1: 2}", "[\n1,\n]", "(\n)"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("({0[0]}) == ({0[1]})".format),
        st.tuples(inner, inner).map("[{0[0]}, {0[1]}]".format),
        inner.map("f(\n  k={0}\n)".format),
        inner.map("{{'k:': {0}}}".format),
    ),
    max_leaves=5,
)
IMPORTS = st.sampled_from(
    [
        "import a", "import a.b as c, d", "from . import a", "from .a.b import c as d, e", "from a import *",
        "from a import (\n    b,  # import gone\n    c as d,\n)", "from .. import a; import b",
        "import a \\\n    as b",
    ]
)  # fmt: skip
SIMPLE = st.one_of(
    IMPORTS,
    VALUES,
    st.sampled_from(
        ["pass", "# x = 1; def gone(): ...", "a == b", "a, b == 1, 2", "a += 1", "a.b = 1", "a[0] = 1"]
    ),
    st.tuples(WORDS, VALUES).map("{0[0]} = {0[1]}".format),
    st.tuples(WORDS, WORDS, VALUES).map("{0[0]} = {0[1]} = {0[2]}".format),
    st.tuples(WORDS, WORDS, VALUES, VALUES).map("{0[0]}, {0[1]} = {0[2]}, {0[3]}".format),
    st.tuples(WORDS, WORDS, WORDS).map("{0[0]} = {0[1]}, {0[2]}".format),
    st.tuples(WORDS, WORDS, WORDS).map("{0[0]} = {0[1]} == {0[2]}".format),
    st.tuples(WORDS, VALUES).map("{0[0]}: int = {0[1]}".format),
    WORDS.map("{0}: 'str'".format),
    st.tuples(WORDS, VALUES, WORDS).map("{0[0]} = 1; {0[2]} = {0[1]}".format),
)
HEADS = st.one_of(
    st.tuples(WORDS, STRINGS).map(
        "def {0[0]}(a, b={0[1]}, *, c: dict[str, int] = {{1: 2}}) -> 'x:y':".format
    ),
    WORDS.map("async def {0}(\n    a,  # ):\n    b=(),\n):".format),
    WORDS.map("class {0}:".format),
    WORDS.map("@a.b(')', [\n    1])\n@c\nclass {0}(a.B, k={{}}):".format),
    WORDS.map("@a\ndef {0}():".format),
    st.sampled_from(
        ["if a == b:", "while a[b:c]:", "for a in b:", "with a as b:", "try:\n    pass\nfinally:"]
    ),
)


def module_of(parts: list[str]) -> str:
    return "\n".join(parts) + "\n"


BODIES = st.recursive(
    st.lists(SIMPLE, min_size=1, max_size=4).map(module_of),
    lambda inner: st.lists(
        SIMPLE
        | st.tuples(HEADS, inner, st.sampled_from(["    ", "\t", " "])).map(
            lambda drawn: f"{drawn[0]}\n{indented(drawn[1], drawn[2])}{drawn[2]}pass\n"
        ),
        min_size=1,
        max_size=4,
    ).map(module_of),
    max_leaves=8,
)


def indented(text: str, margin: str) -> str:
    """Move statements to the right; inside a string or bracket that changes only what is quiet."""
    return indent(text, margin, lambda line: True)


def parse(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about escapes and comparisons that mean nothing
        return ast.parse(text)


def assert_agreement(text: str) -> None:
    tree, outline = parse(text), read_python(text.encode())
    assert read_definitions(outline) == parsed_definitions(tree)
    assert read_names(outline) == parsed_names(tree)
    assert read_imports(outline) == parsed_imports(tree)
    assert_masked(text.encode())


def assert_masked(text: bytes) -> None:
    masked = mask(text)
    code, quiet = quiet_places(text)
    assert [at for at in sorted(code) if masked[at] != text[at]] == []
    assert [at for at in sorted(quiet) if masked[at] not in b" \n"] == []


@given(BODIES)
def test_drawn_text_is_read_as_python_itself_reads_it(text: str) -> None:
    assert_agreement(text)


# ------------------------------------------------------------------------------------------------ real Python


def read_sample(path: Path) -> str | None:
    """Return a file's text, or None for one that tries Python's parser rather than being a program."""
    try:
        text = path.read_bytes().decode()
        parse(text)
    except (SyntaxError, UnicodeDecodeError, ValueError):
        return None
    return None if {"\r", "\f"} & set(text) else text


def test_the_standard_library_is_read_as_python_itself_reads_it() -> None:
    compared, differing = 0, []
    for path in SAMPLE:
        if (text := read_sample(path)) is None:
            continue
        tree, outline = parse(text), read_python(text.encode())
        mine = {*read_definitions(outline), *read_names(outline), *read_imports(outline)}
        theirs = {*parsed_definitions(tree), *parsed_names(tree), *parsed_imports(tree)}
        compared += len(theirs)
        differing += [(path.name, each) for each in mine ^ theirs]
    assert compared > 2_000
    # In all of 3.11.7, 15 of 99,000 differ: decorators without a name, names that Unicode writes in two ways.
    assert len(differing) * 1_000 <= compared, differing


@pytest.mark.parametrize("part", range(3))
def test_the_standard_library_is_masked_as_python_itself_splits_it(part: int) -> None:
    texts = [text for path in SAMPLE[part::6] if (text := read_sample(path)) is not None]
    assert len(texts) > 3
    for text in texts:
        assert_masked(text.encode())


# ----------------------------------------------------------------------------------------------- every Python

# Needs the package's source alone: what reads Python, and what masks other languages, imports no dependency.
READ_ALL = """
import hashlib, json, sys
from groundplan.code.loose_json import read_object
from groundplan.code.python.masking import mask
from groundplan.code.python.reading import read_python
from groundplan.survey.argument_text import read_arguments
from groundplan.survey.quieting import quieten

facts = []
for text in json.load(sys.stdin):
    data = text.encode()
    read = (mask(data), read_python(data), quieten("go", data), read_object(data))
    called = read_arguments(text.split(chr(10)), 1, "f")
    facts.append(hashlib.sha256(repr((read, called)).encode()).hexdigest())
print(json.dumps(facts))
"""
TRICKY = [
    'LIMIT = 3\n"""\ndef gone(): pass\n"""\nclass A:\n    x = y = 1\n    z: int\n',
    "f('a', \"b\", [1, {2: '),'}], k=`c\\`d`) /* x */ // y\n",
    '{"a": "b//c", /* d */ "e": [1, 2, ], }',
    "def f[T](a: T = (1, [2, {3}])) -> dict[str, T]: return a\nfrom .a import (b,\n c as d)\nimport e\n",
    "x = '''a\\'''b''' + \"\\\\\" # '''\ny = f'{x!r} {{z}}'\n",
]


def every_python() -> list[str]:
    """Name every Python on this machine that groundplan could run under, apart from the running one."""
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 15)]
    named.append(shutil.which("python3", path=os.confstr("CS_PATH")) if hasattr(os, "confstr") else None)
    homes = [Path(os.environ.get("PYENV_ROOT", "")), Path.home() / ".pyenv"]
    named += [str(each) for home in homes for each in sorted(home.glob("versions/3.*/bin/python3"))]
    found: dict[str, str] = {}
    for python in filter(None, named):
        done = subprocess.run(
            [python, "-c", "import sys; print(sys.version)"], capture_output=True, text=True, check=False
        )
        version = tuple(int(part) for part in done.stdout.split(" ")[0].split(".")[:2] if part.isdigit())
        if done.returncode == 0 and version >= (3, 11) and done.stdout.strip() != sys.version:
            found.setdefault(done.stdout, python)
    return list(found.values())


def facts_under(python: str, texts: list[str]) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [python, "-S", "-c", READ_ALL],
        input=json.dumps(texts),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{python}: {done.stderr}"
    return json.loads(done.stdout)


def test_every_python_of_this_machine_reads_the_same_facts() -> None:
    others = every_python()
    if not others:
        pytest.skip("this machine has no other Python from 3.11 on")
    samples = [text for path in SAMPLE[::3] if (text := read_sample(path)) is not None]
    texts = [*TRICKY, *samples]
    here = facts_under(sys.executable, texts)
    assert len(set(here)) == len(texts)
    for python in others:
        theirs = facts_under(python, texts)
        assert [
            text[:80] for text, mine, other in zip(texts, here, theirs, strict=True) if mine != other
        ] == [], python
