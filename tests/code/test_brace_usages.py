from __future__ import annotations

import time

from made_index import MadeIndex

from groundplan.code.callers import find_callers
from groundplan.code.index import Symbol
from groundplan.code.resolution.brace_text import mask_braces
from groundplan.code.usages import find_usages

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
