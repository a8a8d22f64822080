from __future__ import annotations

from typing import TYPE_CHECKING

from made_index import MadeIndex

from groundplan.code.callers import find_callers
from groundplan.code.index import Symbol
from groundplan.code.usages import find_usages

if TYPE_CHECKING:
    from groundplan.code.callers import Callers

Files = dict[str, str]


def callers(files: Files, path: str, qualified: str) -> Callers:
    """Return who calls the first definition of a name in made files."""
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    return find_callers(index, Symbol(path, outline.find(qualified)[0]))


def known(found: Callers) -> list[str]:
    """Return the lines of the known calls."""
    return [f"{one.path}:{one.line}" for each in found.resolved for one in each.calls]


def test_a_function_that_is_only_passed_on_has_no_callers_and_says_where_it_goes() -> None:
    files = {"a.py": "import functools\n\ndef f(): ...\n\ng = functools.partial(f)\nrun(f)\n"}
    found = callers(files, "a.py", "f")
    assert (found.resolved, [each.line for each in found.passed_on]) == ((), [5, 6])
    assert found.coverage.extent == "partial"
    assert found.coverage.reasons == ("passed on as a value 2 times: calls from there are not followed",)


def test_a_method_value_in_go_is_passed_on() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "a.go": (
            "package a\n\ntype S struct{}\n\nfunc (s *S) handle() {}\n\n"
            'func (s *S) run() {\n\thttp.HandleFunc("/", s.handle)\n\tf := s.handle\n\tf()\n}\n'
        ),
    }
    found = callers(files, "a.go", "S.handle")
    assert (found.resolved, [each.line for each in found.passed_on]) == ((), [8, 9])


def test_reading_a_property_calls_it() -> None:
    python = "class A:\n    @property\n    def m(self): ...\n\ndef g(a: A):\n    return a.m\n"
    assert known(callers({"a.py": python}, "a.py", "A.m")) == ["a.py:6"]
    script = "class A {\n  get m () { return 1 }\n}\nfunction g (a: A) { return a.m }\n"
    assert known(callers({"a.ts": script}, "a.ts", "A.m")) == ["a.ts:4"]


def test_the_only_implementation_of_a_mixin_s_stub_is_called_through_it() -> None:
    text = (
        "from typing import TYPE_CHECKING\n\n"
        "class Mixin:\n    if TYPE_CHECKING:\n        def run(self): ...\n\n"
        "    def go(self):\n        self.run()\n\nclass App(Mixin):\n    def run(self):\n        return 1\n"
    )
    assert known(callers({"a.py": text}, "a.py", "App.run")) == ["a.py:8"]
    other = text + "\nclass Other(Mixin):\n    def run(self):\n        return 2\n"
    found = callers({"a.py": other}, "a.py", "App.run")
    assert (known(found), [each.qualified for each in found.possible]) == ([], ["Mixin.go"])


def test_a_call_on_a_protocol_may_reach_whoever_has_the_method() -> None:
    text = (
        "from typing import Protocol\n\nclass Saver(Protocol):\n    def save(self): ...\n\n"
        "class File:\n    def save(self): ...\n\ndef f(saver: Saver):\n    saver.save()\n"
    )
    found = callers({"a.py": text}, "a.py", "File.save")
    assert [(each.qualified, each.calls[0].source.value) for each in found.possible] == [
        ("f", "call on a base class")
    ]


def test_each_of_several_definitions_has_the_callers_of_the_name() -> None:
    text = (
        "try:\n    from fast import f\nexcept ImportError:\n    def f(): ...\n\n"
        "if x:\n    def g(): ...\nelse:\n    def g(): ...\n\nf()\ng()\n"
    )
    files = {"a.py": text, "fast.py": "def f(): ...\n"}
    assert known(callers(files, "a.py", "f")) == known(callers(files, "fast.py", "f")) == ["a.py:11"]
    assert known(callers(files, "a.py", "g")) == ["a.py:12"]


def test_an_answer_is_complete_where_every_place_with_the_name_is_explained() -> None:
    files = {
        "a.py": 'def f():\n    """f does it."""\n\nf()  # f\n',
        "b.py": "def f(): ...\n\nf()\n",
        "README.md": "Call `f`.\n",
    }
    found = callers(files, "a.py", "f").coverage
    assert (found.extent, found.reasons, found.searched) == ("complete", (), 2)


def test_an_answer_is_partial_where_a_name_stands_alone_in_a_string_or_in_an_unparsed_file() -> None:
    files = {
        "a.py": "class A:\n    def save(self): ...\n\ngetattr(x, 'save')\n",
        "page.html": "{{ a.save() }} {{ b.save() }}\n",
    }
    found = callers(files, "a.py", "A.save")
    assert found.coverage.extent == "partial"
    assert found.coverage.reasons == (
        "1 place matches by name only",
        "the word appears 2 times in files that are not parsed: `page.html`",
    )
    assert [(each.path, each.count) for each in found.coverage.unparsed] == [("page.html", 2)]


def test_an_answer_is_partial_where_a_file_with_the_name_has_errors() -> None:
    files = {"a.js": "export function save () {}\n", "b.js": "import { save } from './a'\nsave(((\n"}
    assert callers(files, "a.js", "save").coverage.reasons == ("`b.js` has syntax errors",)


def test_a_component_of_vue_uses_what_it_imports() -> None:
    files = {
        "api.ts": "export function save () {}\n",
        "Page.vue": "<script setup>\nimport { save } from './api'\nsave()\n</script>\n",
    }
    assert known(callers(files, "api.ts", "save")) == ["Page.vue:3"]


def test_a_call_that_an_option_of_the_same_name_is_not() -> None:
    files = {
        "a.ts": "export class Options {\n  get strict () { return true }\n}\n",
        "b.ts": (
            "import { Options } from './a'\n"
            "const o = new Options()\nrun(o.strict, { strict: true }, data.strict)\n"
        ),
    }
    index = MadeIndex(files)
    outline = index.outline("a.ts")
    assert outline is not None
    found = find_usages(index, Symbol("a.ts", outline.find("Options.strict")[0]))
    assert [(each.line, each.column) for each in found.resolved] == [(3, 7)]
    assert [each.column for each in found.possible] == [38]
