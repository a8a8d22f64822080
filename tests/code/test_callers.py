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
    assert found.coverage.reasons == ("it is named without a call: calls through it are not followed",)


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


GO_TYPE = {
    "go.mod": "module example.com/a\n",
    "a.go": (
        "package a\n\ntype S struct{}\n\nfunc New() *S {\n\treturn &S{}\n}\n\n"
        "func (s *S) Get() int {\n\treturn 1\n}\n"
    ),
}


def test_a_type_that_nothing_calls_says_where_it_is_named() -> None:
    found = callers(GO_TYPE, "a.go", "S")
    assert (found.resolved, [each.line for each in found.passed_on]) == ((), [5, 6, 9])
    assert found.coverage.is_complete


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
        ".groundplan/ledger/gp-1/e-1.json": '{"text": "Change save"}\n',
    }
    found = callers(files, "a.py", "A.save")
    assert found.coverage.extent == "partial"
    assert found.coverage.reasons == (
        "1 place matches by name only",
        "files that are not parsed may use it: `page.html`",
    )
    assert [(each.path, each.count) for each in found.coverage.unparsed] == [("page.html", 2)]


def test_a_key_of_data_and_a_workflow_use_nothing_of_the_code() -> None:
    files = {
        "a.php": "<?php\nclass A {\n  function key() {}\n}\n",
        ".github/workflows/build.yml": "run: key\n",
        "data.yml": "key: 1\n",
        "data.json": '{"key": 1}\n',
        "plan.yml": "call: key\n",
    }
    found = callers(files, "a.php", "A.key").coverage
    assert [each.path for each in found.unparsed] == ["plan.yml"]


def test_an_answer_is_partial_where_a_file_with_the_name_has_errors() -> None:
    files = {"a.js": "export function save () {}\n", "b.js": "import { save } from './a'\nsave(((\n"}
    assert callers(files, "a.js", "save").coverage.reasons == ("part of `b.js` could not be parsed",)


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


def uses_by_name(files: Files, path: str, qualified: str) -> list[int]:
    """Return the lines of the places that match by name only."""
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find(qualified)[0]))
    return [each.line for each in found.possible]


def test_a_template_in_a_string_may_use_the_name() -> None:
    go = {
        "go.mod": "module example.com/a\n",
        "a.go": "package a\n\ntype C struct{}\n\nfunc (c *C) Use() {}\n\nvar t = `\n{{if .Use}}{{end}}`\n",
    }
    python = {"a.py": 'class C:\n    def use(self): ...\n\nt = """\n{{ c.use }} use"""\n'}
    assert uses_by_name(go, "a.go", "C.Use") == [8]
    assert uses_by_name(python, "a.py", "C.use") == [5]


def test_what_begins_as_none_may_be_anything() -> None:
    text = (
        "class R:\n    def end(self): ...\n\ndef test():\n    req = None\n\n"
        "    def go():\n        nonlocal req\n        req = R()\n\n    go()\n    req.end()\n"
    )
    assert uses_by_name({"a.py": text}, "a.py", "R.end") == [12]


def test_a_class_that_is_a_parameter_may_be_any_class() -> None:
    files = {
        "a.ts": "export class Q {\n  now () {}\n}\n",
        "b.ts": "export function f (Observer: typeof Q) {\n  const o = new Observer()\n  o.now()\n}\n",
    }
    assert uses_by_name(files, "a.ts", "Q.now") == [3]


def test_what_others_may_name_as_they_like_is_never_fully_known() -> None:
    files = {
        "a.js": "function make () {\n  return function tag (body) {}\n}\n",
        "b.js": "exports = module.exports = build\nfunction build () {}\n",
        "c.ts": "export default function load () {}\nexport function _plus () {}\n",
        "d.ts": "export { _plus as plus } from './c'\n",
        "pkg/__init__.py": "from pkg.core import _save as save\n",
        "pkg/core.py": "def _save(): ...\n",
    }
    whole = ("it is all that its file exports, so other files name it as they like",)
    assert callers(files, "a.js", "make.tag").coverage.reasons == ("it is returned where it is defined",)
    assert find_reasons(files, "b.js", "build") == whole
    assert find_reasons(files, "c.ts", "load") == whole
    assert find_reasons(files, "c.ts", "_plus") == ("it is exported as `plus` as well",)
    assert find_reasons(files, "pkg/core.py", "_save") == ("it is exported as `save` as well",)


def find_reasons(files: Files, path: str, qualified: str) -> tuple[str, ...]:
    """Return why the uses of a definition are not all known."""
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    return find_usages(index, Symbol(path, outline.find(qualified)[0])).coverage.reasons


def test_a_type_of_another_module_may_be_an_interface() -> None:
    text = (
        'package a\n\nimport "log/slog"\n\ntype H struct{}\n\n'
        "func (h *H) With() slog.Handler { return h }\n\n"
        "func f(h *H, o *slog.Logger, x slog.Handler) {\n\th.With().With()\n\to.With()\n\tx.With()\n}\n"
    )
    files = {"go.mod": "module example.com/a\n", "a.go": text}
    assert uses_by_name(files, "a.go", "H.With") == [10, 12]


def test_a_package_that_is_not_built_yet_is_not_outside() -> None:
    files = {
        "package.json": '{"name": "shop", "exports": {"./internal": "./dist/internal.js"}}',
        "src/hash.ts": "export const stableHash = () => 1\n",
        "test/hash.test.ts": "import { stableHash } from 'shop/internal'\nstableHash()\n",
    }
    assert uses_by_name(files, "src/hash.ts", "stableHash") == [1, 2]


def test_new_calls_the_constructor() -> None:
    files = {"a.js": "class App {\n  constructor (options) {}\n}\nconst app = new App()\n"}
    assert known(callers(files, "a.js", "App.constructor")) == ["a.js:4"]
    assert find_reasons(files, "a.js", "App.constructor") == ()
    below = {**files, "b.js": "import { App } from './a'\nclass Sub extends App {}\nconst made = [App]\n"}
    below["a.js"] = below["a.js"].replace("class", "export class", 1)
    assert find_reasons(below, "a.js", "App.constructor") == (
        "classes that come from its class may call it, which is not followed",
        "its class is named without a call: what is made through that is not followed",
    )


def test_a_variable_of_two_platforms_may_be_of_either_type() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "enc_a.go": "package a\n\nvar enc = A{}\n\ntype A struct{}\n\nfunc (a A) Add() {}\n",
        "enc_b.go": "package a\n\nvar enc = B{}\n\ntype B struct{}\n\nfunc (b B) Add() {}\n",
        "main.go": "package a\n\nfunc run() {\n\tenc.Add()\n}\n",
    }
    assert uses_by_name(files, "enc_a.go", "A.Add") == uses_by_name(files, "enc_b.go", "B.Add") == [4]


def test_an_answer_names_the_other_definitions_of_the_name() -> None:
    files = {
        "a.py": "from typing import overload\n\n@overload\ndef f(a: int): ...\ndef f(a): ...\n",
        "b.ts": "export class B {\n  f () {}\n}\n",
    }
    assert callers(files, "a.py", "f").also_defined == ("a.py:5", "b.ts:2")
