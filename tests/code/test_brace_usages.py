from __future__ import annotations

import time

import pytest
from made_index import MadeIndex

from groundplan.code.callers import find_callers
from groundplan.code.impact import find_impact
from groundplan.code.index import Symbol
from groundplan.code.resolution.brace_masking import mask_braces
from groundplan.code.usages import find_usages
from groundplan.survey.tests_for.finding import find_tests_for

Files = dict[str, str]


def uses(files: Files, path: str, qualified: str) -> dict[str, str]:
    """Return the known uses as `path:line` and the rule of each, then the possible ones."""
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find(qualified)[0]))
    known = {f"{each.path}:{each.line}": each.source.value for each in found.resolved}
    return known | {f"{each.path}:{each.line}?": each.source.value for each in found.possible}


def test_strings_and_comments_are_blanked_and_holes_are_kept() -> None:
    masked = mask_braces("a('b') // c\n/* d */ e(`f ${g.h} i`)\n", "typescript")
    assert masked.split() == ["a(", ")", "e(", "g.h", ")"]
    assert len(masked) == len("a('b') // c\n/* d */ e(`f ${g.h} i`)\n")


def test_a_typescript_function_is_found_through_imports_and_re_exports() -> None:
    files = {
        "src/api.ts": "export function fetchAll() {}\n\nfetchAll()\n",
        "src/index.ts": "export { fetchAll } from './api'\n",
        "src/main.ts": """
            import { fetchAll as get } from './index'
            import * as api from './api'
            get()
            api.fetchAll()
        """,
        "src/other.ts": "function fetchAll() {}\nfetchAll()\n",
        "src/local.ts": "import { fetchAll } from './api'\nfunction f(fetchAll: any) { fetchAll() }\n",
    }
    assert uses(files, "src/api.ts", "fetchAll") == {
        "src/api.ts:3": "scope",
        "src/index.ts:1": "import",
        "src/main.ts:1": "re-export",
        "src/main.ts:3": "re-export",
        "src/main.ts:4": "module attribute",
        "src/local.ts:1": "import",
    }


def test_a_default_export_is_used_by_whoever_imports_it_under_whatever_name() -> None:
    files = {
        "src/zone.js": "export default (o, c) => {\n  c.tz = o\n}\n",
        "src/parse.js": "function parse(text) {\n  return text\n}\nexport default parse\n",
        "src/index.js": "export { default } from './zone'\n",
        "test/zone.js": "import day from 'day'\nimport zone from '../src/zone'\nday.extend(zone)\n",
        "test/read.js": "import read from '../src/parse'\nread('')\n",
        "test/index.js": "import every from '../src'\nevery()\n",
        "test/both.js": "import { default as again } from '../src/zone'\nagain()\n",
    }
    assert uses(files, "src/zone.js", "default") == {
        "src/index.js:1": "import",
        "test/both.js:1": "re-export",
        "test/both.js:2": "import",
        "test/index.js:1": "re-export",
        "test/index.js:2": "re-export",
        "test/zone.js:2": "import",
        "test/zone.js:3": "import",
    }
    found = uses(files, "src/parse.js", "parse")
    assert (found["test/read.js:1"], found["test/read.js:2"]) == ("import", "import")


def test_a_typescript_method_is_found_by_its_receiver() -> None:
    files = {
        "a.ts": """
            export class Base { stop() {} }
            export class Car extends Base {
              go() {
                this.stop()
              }
            }
            function typed(x: Car) { x.stop() }
            function made() { const x = new Car(); x.stop() }
            function unknown(x) { x.stop() }
        """
    }
    assert uses(files, "a.ts", "Base.stop") == {
        "a.ts:4": "inheritance",
        "a.ts:7": "annotation",
        "a.ts:8": "constructor",
        "a.ts:9?": "name alone",
    }


def test_go_names_hold_in_their_package_and_behind_its_name() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "cart/cart.go": "package cart\n\nfunc New() *Cart { return nil }\n\ntype Cart struct{}\n",
        "cart/more.go": "package cart\n\nvar other = New()\n",
        "cart/add.go": "package cart\n\nfunc (c *Cart) Add() {}\n\nfunc (c *Cart) Twice() {\n\tc.Add()\n}\n",
        "main.go": (
            'package main\n\nimport "example.com/shop/cart"\n\n'
            "func main() {\n\tc := cart.New()\n\tc.Add()\n}\n\nfunc two(c *cart.Cart) {\n\tc.Add()\n}\n"
        ),
    }
    assert uses(files, "cart/cart.go", "New") == {"cart/more.go:3": "scope", "main.go:6": "module attribute"}
    assert uses(files, "cart/add.go", "Cart.Add") == {
        "cart/add.go:6": "annotation",
        "main.go:7": "return annotation",
        "main.go:11": "annotation",
    }


def test_callers_are_found_in_other_languages_too() -> None:
    index = MadeIndex({"a.js": "export function run() {}\nfunction f() { run() }\nexport const x = run\n"})
    outline = index.outline("a.js")
    assert outline is not None
    found = find_callers(index, Symbol("a.js", outline.find("run")[0]))
    assert [each.qualified for each in found.resolved] == ["f"]


def test_a_long_table_is_read_in_seconds() -> None:
    rows = "\n".join(f'    ("row{n}", MARK, mark.value(MARK), {n}),' for n in range(3_000))
    index = MadeIndex({"a.py": f"MARK = 1\n\ndef value(x): ...\n\nTABLE = [\n{rows}\n]\n"})
    outline = index.outline("a.py")
    assert outline is not None
    started = time.process_time()
    found = find_usages(index, Symbol("a.py", outline.find("MARK")[0]))
    assert len(found.resolved) == 6_000
    assert time.process_time() - started < 20


def test_code_in_templates_in_templates_is_code() -> None:
    text = "x = `a ${b(`c ${d({e: 1})}`)} f`\ny = z.replace(/['\"`]/g, g)\n"
    masked = mask_braces(text, "javascript")
    assert masked.split() == ["x", "=", "b(", "d({e:", "1})", ")", "y", "=", "z.replace(", ",", "g)"]
    assert len(masked) == len(text)


def test_an_apostrophe_between_tags_hides_nothing() -> None:
    masked = mask_braces("const a = <p>don't {go()}</p>\n", "tsx")
    assert "go()" in masked


def test_functions_in_functions_are_called_by_their_bare_name() -> None:
    files = {
        "route.js": """
            function build (options) {
              function route (given) {
                add.call(this, 1)
                add.apply(this, [1])
                const later = add.bind(this)
                function add (n) {}
              }
              function other () {
                const add = 1
                return add
              }
              return { route }
            }
            add()
        """,
        "use.js": "const build = require('./route')\nconst made = build()\nmade.route({})\nother.add()\n",
    }
    found = uses(files, "route.js", "build.route.add")
    assert found == {"route.js:3": "scope", "route.js:4": "scope", "route.js:5": "scope"} | {
        "use.js:4?": "name alone"
    }
    assert uses(files, "route.js", "build.route") == {"route.js:12": "scope", "use.js:3?": "name alone"}


def test_call_and_apply_are_calls_and_bind_passes_on() -> None:
    files = {
        "a.js": "function f () {}\nf.call(1)\nf.apply(1)\nf?.(1)\nf`x`\nf.bind(1)\nrouter.use(f)\nnew f\n"
    }
    index = MadeIndex(files)
    outline = index.outline("a.js")
    assert outline is not None
    found = find_usages(index, Symbol("a.js", outline.find("f")[0]))
    assert [(each.line, each.kind.value) for each in found.resolved] == [
        *((2, "call"), (3, "call"), (4, "call"), (5, "call")),
        *((6, "reference"), (7, "reference"), (8, "call")),
    ]


def test_a_go_variable_named_like_the_function_that_fills_it_begins_after_the_call() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "hash.go": "package shop\n\nfunc hash(p string) (string, error) { return p, nil }\n",
        "use.go": """
            package shop

            func Load(p string) string {
            \thash, err := hash(p)
            \tif err != nil {
            \t\treturn hash
            \t}
            \treturn hash
            }

            func Other(hash func(string) string) {
            \tx := hash("a")
            \thash, y := hash(x)
            }
            """,
    }
    assert uses(files, "hash.go", "hash") == {"use.go:4": "scope"}


def test_a_go_wrapper_calls_the_method_on_the_variable_of_the_package() -> None:
    files = {
        "go.mod": "module example.com/viper\n",
        "viper.go": """
            package viper

            var v *Viper

            type Viper struct {
                inner *Store
            }

            type Store struct{}

            func Set(key string) { v.Set(key) }

            func (v *Viper) Set(key string) {
                v.inner.Put(key)
                http.Handle("/", v.inner.Put)
            }
        """,
        "store.go": "package viper\n\nfunc (s *Store) Put(key string) {}\n\nfunc (o *Other) Put() {}\n",
        "other.go": "package viper\n\ntype Other struct{}\n\nfunc run(o *Other) {\n\to.Put()\n\to.Set()\n}\n",
    }
    assert uses(files, "viper.go", "Viper.Set") == {"viper.go:11": "annotation"}
    assert uses(files, "store.go", "Store.Put") == {"viper.go:14": "annotation", "viper.go:15": "annotation"}


def test_a_call_through_an_interface_may_reach_each_type_that_has_the_method() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "a.go": """
            package a

            type Saver interface {
                Save() error
            }

            type File struct{}

            func (f *File) Save() error { return nil }

            func store(s Saver) {
                s.Save()
            }

            func direct(f *File) {
                f.Save()
            }
        """,
    }
    assert uses(files, "a.go", "File.Save") == {"a.go:16": "annotation", "a.go:12?": "call on a base class"}
    assert uses(files, "a.go", "Saver.Save") == {"a.go:12": "annotation", "a.go:16?": "override"}


def test_a_name_for_two_platforms_is_used_in_both_of_its_files() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "open_linux.go": "package a\n\nfunc open() {}\n",
        "open_windows.go": "package a\n\nfunc open() {}\n",
        "main.go": "package a\n\nfunc main() {\n\topen()\n}\n",
    }
    assert uses(files, "open_linux.go", "open") == {"main.go:4": "scope"}
    assert uses(files, "open_windows.go", "open") == {"main.go:4": "scope"}


def test_a_package_is_known_by_the_name_it_gives_itself() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "go-yaml/yaml.go": "package yaml\n\nfunc Load() {}\n",
        "main.go": 'package main\n\nimport "example.com/a/go-yaml"\n\nfunc main() {\n\tyaml.Load()\n}\n',
        "dot.go": 'package main\n\nimport . "example.com/a/go-yaml"\n\nfunc other() {\n\tLoad()\n}\n',
    }
    assert uses(files, "go-yaml/yaml.go", "Load") == {
        "main.go:6": "module attribute",
        "dot.go:6": "import",
    }


def test_a_function_taken_out_of_a_module_or_put_into_an_object_is_found() -> None:
    files = {
        "time.js": "const iso = () => 1\nmodule.exports = { iso }\n",
        "main.js": """
            const time = require('./time')
            const { iso } = time
            use(iso)
            module.exports.times = Object.assign({}, time)
        """,
        "test.js": "const main = require('./main')\nmain.times.iso()\nconst o = { iso: 1 }\nJSON.iso()\n",
    }
    assert uses(files, "time.js", "iso") == {
        "time.js:2": "scope",
        "main.js:3": "module attribute",
        "test.js:2?": "name alone",
    }


def test_a_prototype_is_a_class() -> None:
    files = {
        "runner.js": """
            function Runner () {
              var self = this
              self.check()
            }
            Runner.prototype.check = function () {}
            Runner.prototype.run = function () { this.check() }
            function start () { const r = new Runner(); r.check() }
        """
    }
    assert uses(files, "runner.js", "Runner.check") == {
        "runner.js:3": "self",
        "runner.js:6": "self",
        "runner.js:7": "constructor",
    }


def test_a_string_that_is_only_the_name_may_be_a_use() -> None:
    files = {
        "a.js": "class A { isFailed () {} }\nstub(a, 'isFailed')\nsay('isFailed is not it')\n// 'isFailed'\n"
    }
    assert uses(files, "a.js", "A.isFailed") == {"a.js:2?": "name alone"}


def test_a_string_is_no_use_of_data_unless_it_asks_an_object_for_it() -> None:
    files = {
        "a.ts": """
            export interface Box { item: number }
            function f (x: any) {
              note(x, 'item')
              say({ name: 'item' })
              return x['item'] || 'item' in x
            }
            type Some = Pick<Box, 'item'> | Omit<Box, 'item' | 'other'>
        """,
        "b.ts": "export const Anything = 'Anything'\n",
    }
    assert uses(files, "a.ts", "Box.item") == {"a.ts:5?": "name alone", "a.ts:7?": "name alone"}
    assert uses(files, "b.ts", "Anything") == {}
    titled = "bench('Anything', () => run())\nspy(module, 'Anything')\nconst a = module['Anything']\n"
    assert uses({**files, "c.ts": titled}, "b.ts", "Anything") == {
        "c.ts:2?": "name alone",
        "c.ts:3?": "name alone",
    }


def test_a_file_that_has_its_own_member_of_a_name_asks_for_that() -> None:
    files = {
        "lib.js": "export function isCallable (x) { return 1 }\n",
        "query.js": "extend({ isCallable: function (x) {} })\nif (query.isCallable(x)) { }\n",
        "other.js": "it.isCallable(x)\n",
    }
    assert uses(files, "lib.js", "isCallable") == {"other.js:1?": "name alone"}


def test_a_file_uses_its_own_exports_under_that_name() -> None:
    files = {
        "lib/cors.js": (
            "exports.matchOrigin = function (a) { return a }\n"
            "exports.all = function () { return exports.matchOrigin() || module.exports.matchOrigin() }\n"
        ),
        "lib/other.js": "exports.match = function () { return exports.matchOrigin(1) }\n",
    }
    assert uses(files, "lib/cors.js", "matchOrigin") == {"lib/cors.js:2": "module attribute"}


def test_what_a_file_declares_is_used_where_the_file_beside_it_is() -> None:
    files = {
        "task/index.d.ts": "export function allTasks(): Promise<void>\n",
        "task/index.js": "export function allTasks() {}\n",
        "task/index.test.ts": "import { allTasks } from './index.js'\ntest('a', () => allTasks())\n",
    }
    index = MadeIndex(files)
    symbol = next(each for each in index.symbols("allTasks") if each.path == "task/index.d.ts")
    assert [each.line for each in find_usages(index, symbol).resolved] == [1, 2]
    assert find_impact(index, symbol).tests == ("task/index.test.ts",)
    assert find_impact(index, "task/index.d.ts").tests == ("task/index.test.ts",)
    assert [each.path for each in find_tests_for(index, "task/index.d.ts").found] == ["task/index.test.ts"]


def test_go_takes_the_value_of_a_name_before_a_colon_in_cases_slices_and_keys_of_maps() -> None:
    files = {
        "go.mod": "module example.org/a\n",
        "a.go": """package a

type retry int
type item struct{ limit int }

const limit = 3

var names = map[int]string{
\tlimit: "three",
}

func f(of any, list []int) {
\tswitch of.(type) {
\tcase int,
\t\tretry:
\t\tuse(list[limit:])
\tcase string:
\t}
\tuse(item{limit: 1})
\tuse([]item{{limit: 2}})
}
""",
    }
    assert list(uses(files, "a.go", "retry")) == ["a.go:15"]
    assert list(uses(files, "a.go", "limit")) == ["a.go:9", "a.go:16"]


def test_a_key_of_a_go_literal_is_a_use_of_the_field_of_its_type() -> None:
    files = {
        "go.mod": "module example.org/a\n",
        "a.go": """package a

type Options struct{ Prefix string }
type other struct{ Prefix int }
type names map[string]int

const plain = "x"

func f() {
\tuse(Options{Prefix: "a"})
\tuse([]*Options{{Prefix: "a"}, {
\t\tPrefix: "b",
\t}})
\tuse(map[string]Options{"k": {Prefix: "c"}})
\tuse(&other{Prefix: 1}, list[Prefix:])
\tuse([]struct{ Prefix int }{{Prefix: 1}})
\tuse([][]Options{{{Prefix: "d"}}})
}
""",
        "b/b.go": """package b

import "example.org/a"

var given = a.Options{
\tPrefix: "x",
}
""",
    }
    assert uses(files, "a.go", "Options.Prefix") == {
        "a.go:10": "constructor",
        "a.go:11": "constructor",
        "a.go:12": "constructor",
        "a.go:14": "constructor",
        "a.go:17?": "name alone",
        "b/b.go:6": "constructor",
    }


def test_an_attribute_that_a_class_only_ever_makes_with_one_class_is_of_it() -> None:
    files = {
        "a.js": """
            export class Index { add() {} }
            export class Fuse { add() {} }
            class Worker {
              constructor() { this._fuse = null }
              init() { this._fuse = new Fuse() }
              run() { this._fuse.add(1) }
            }
            class Other {
              init(index) { this.held = index ? new Fuse() : index; this.held = new Fuse() }
              run() { this.held.add(1) }
            }
        """
    }
    assert list(uses(files, "a.js", "Fuse.add")) == ["a.js:6", "a.js:10?"]
    assert list(uses(files, "a.js", "Index.add")) == ["a.js:10?"]


def test_a_bare_name_in_a_namespace_is_what_the_namespace_defines() -> None:
    files = {
        "a.ts": """
            export namespace Swagger {
                export interface Basic { type: string }
                export type All =
                    | Basic
                    | string
                function f(Basic: any) { Basic() }
            }
            const other: Basic = 1
        """
    }
    assert list(uses(files, "a.ts", "Swagger.Basic")) == ["a.ts:4"]


def test_a_member_that_is_unpacked_is_possible() -> None:
    files = {
        "a.js": "export class Remote {\n  installAddon() {}\n}\n",
        "b.js": "function f(runner) {\n const { installAddon } = runner.remote;\n  check(installAddon);\n}\n",
    }
    assert list(uses(files, "a.js", "Remote.installAddon")) == ["b.js:2?", "b.js:3?"]


def test_what_a_file_exports_of_its_own_is_no_import() -> None:
    files = {
        "a.ts": "const make = (a: number) => a;\nmake(1);\nexport default make;\n",
        "b.ts": "import make from './a.js';\nmake(2);\n",
    }
    index = MadeIndex(files)
    found = find_usages(index, index.symbols("make")[0])
    assert [(each.path, each.line, each.kind.value) for each in found.resolved] == [
        ("a.ts", 2, "call"),
        ("a.ts", 3, "export"),
        ("b.ts", 1, "import"),
        ("b.ts", 2, "call"),
    ]


@pytest.mark.parametrize(
    ("files", "name", "why"),
    [
        (
            {"a.go": 'package a\ntype Base struct{}\ntype Top struct {\n\t*Base `json:"b"`\n}\n'},
            "Base",
            "it is embedded",
        ),
        ({"a.go": "package a\ntype Base struct{}\ntype Top struct {\n\tbase Base\n}\n"}, "Base", ""),
        (
            {"a.ts": "export interface Options {\n  retry_limit: number;\n}\nsend({retry_limit: 1});\n"},
            "retry_limit",
            "objects have a key of its name",
        ),
        ({"a.ts": "class A {\n  run_all() {}\n}\nnew A().run_all();\n"}, "run_all", ""),
        (
            {"a.d.ts": "export class Help {}\n", "lib/a.js": "class Help {}\n"},
            "Help",
            "it is only declared here",
        ),
    ],
)
def test_uses_that_no_rule_leads_to_keep_an_answer_from_being_complete(
    files: dict[str, str], name: str, why: str
) -> None:
    index = MadeIndex(files)
    coverage = find_usages(index, index.symbols(name)[0]).coverage
    assert coverage.is_complete is (not why)
    assert why in " ".join(coverage.reasons)


def test_a_member_taken_from_what_is_required_is_an_import_of_it() -> None:
    files = {
        "object.js": "class Obj {}\nclass Other {}\nmodule.exports = { Obj, Other }\n",
        "parser.js": "var Obj = require('./object').Obj\nclass Parser extends Obj {}\n"
        "const { a } = require('./object').Other\n",
        "lexer.js": "const Kind = require('./object').Obj\nnew Kind()\n",
    }
    assert uses(files, "object.js", "Obj") == {
        "object.js:3": "scope",
        "parser.js:1": "import",
        "parser.js:2": "import",
        "lexer.js:1": "import",
        "lexer.js:2": "import",
    }


def test_a_type_called_t_of_another_package_is_no_type_parameter() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "log.go": "package a\n\ntype Log struct{}\n\nfunc (l *Log) Fatal(s string) {}\n",
        "log_test.go": 'package a\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {\n\tt.Fatal("no")\n}\n',
    }
    index = MadeIndex(files)
    found = find_usages(index, next(each for each in index.symbols("Fatal")))
    assert (found.resolved, found.possible) == ((), ())


def test_a_rare_name_that_objects_have_for_a_key_is_only_possible() -> None:
    files = {
        "compiler.js": "class Compiler {\n  waitMode() {}\n}\n",
        "builder.js": "build({ waitMode: 1 });\nthis._single.waitMode = 2;\n",
    }
    index = MadeIndex(files)
    found = find_usages(index, next(each for each in index.symbols("waitMode")))
    assert found.resolved == ()
    assert [(each.path, each.line) for each in found.possible] == [("builder.js", 2)]
    assert (found.account.resolved, found.account.possible) == (0, 1)


def test_programs_of_one_folder_each_use_their_own_names() -> None:
    files = {
        "go.mod": "module example.com/a\n",
        "a.go": "//go:build ignore\n\npackage main\n\nvar addr = 1\n\nfunc main() { use(addr) }\n",
        "b.go": "//go:build ignore\n\npackage main\n\nvar addr = 2\nvar _ = 3\n\nfunc main() { use(addr) }\n",
    }
    index = MadeIndex(files)
    mine = next(each for each in index.symbols("addr") if each.path == "a.go")
    assert [each.path for each in find_usages(index, mine).resolved] == ["a.go"]
    assert not list(index.symbols("_"))


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("a.go", "package a\n\ntype A struct{}\n\nfunc (a A) String() string { return `` }\n", "String"),
        ("a.py", "class A:\n    def __len__(self): return 1\n", "__len__"),
        ("a.js", "class A {\n  toString() {}\n}\n", "toString"),
    ],
)
def test_what_a_language_calls_by_itself_is_never_complete(path: str, text: str, name: str) -> None:
    index = MadeIndex({path: text})
    assert not find_usages(index, next(iter(index.symbols(name)))).coverage.is_complete


def test_a_variable_of_one_callback_is_not_used_in_another() -> None:
    one = "test(() => {\n  let a = () => {}\n  use(a)\n})\n"
    index = MadeIndex({"a.js": one * 2})
    both = sorted(index.symbols("a"), key=lambda each: each.definition.line)
    assert [[use.line for use in find_usages(index, each).resolved] for each in both] == [[3], [7]]
