"""JavaScript's outline: modules of both kinds, prototypes, and the scripts in single-file components."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

POINT = b"""\
'use strict'
const fs = require('fs'), { join, resolve: absolute } = require('path')
var later = function () { return require('./later') }

/** A place. */
function Point(x) { this.x = x }
Point.prototype.move = function (by) { return by ? this.x : by || 1 }
exports.run = async function run() {}

class Shape extends mixin(Base) {
  #secret = 1
  static count = 0
  area = () => 2
  constructor() { super(); this.own = 1 }
  get size() { return 1 }
  static async make() {}
}
module.exports = { Point, make: Shape.make, helper() { return fs.readFileSync('a') }, other: a => a }
"""


def test_a_file_of_the_old_kind_is_read_whole() -> None:
    outline = read_with_grammar("javascript", POINT)
    assert list_definitions(outline) == [
        "3-3 function later: private",
        "6-6 function Point: public, doc",
        "7-7 method Point.move: public, forks 2",
        "8-8 function run: public, async",
        "10-17 class Shape: private, bases mixin",
        "11-11 attribute Shape.#secret: private",
        "12-12 attribute Shape.count: private",
        "13-13 method Shape.area: private",
        "14-14 method Shape.constructor: private",
        "14-14 attribute Shape.own: private",
        "15-15 method Shape.size: private",
        "16-16 method Shape.make: private, async",
        "18-18 method helper: public",
        "18-18 method other: public",
    ]
    assert list_imports(outline) == [
        "2 fs: - as fs",
        "2 path: join as join",
        "2 path: resolve as absolute",
        "3 ./later: - as - (inner)",
    ]
    assert outline.exports == ("Point", "helper", "other", "run")


def test_a_class_that_is_given_several_names_is_known_by_the_last() -> None:
    code = b"""\
exports = module.exports = own.Route = class extends Base {
  lookup(path) { return path }
}
exports.a = exports.b = function () {}
own.Empty = class {
  end() {}
}
"""
    outline = read_with_grammar("javascript", code)
    assert list_definitions(outline) == [
        "1-3 class own.Route: public, bases Base",
        "2-2 method own.Route.lookup: public",
        "4-4 function b: public",
        "5-7 class own.Empty: private",
        "6-6 method own.Empty.end: private",
    ]
    assert outline.exports == ("b",)


def test_in_a_script_without_imports_and_exports_all_names_are_for_others() -> None:
    outline = read_with_grammar("javascript", b"function open() {}\nvar state = 1\n")
    assert all(each.is_exported for each in outline.definitions)
    assert outline.exports is None


def test_what_a_module_gives_without_a_name_is_its_default() -> None:
    outline = read_with_grammar("javascript", b"export default { data() { return 1 } }\n")
    assert list_definitions(outline) == ["1-1 constant default: public", "1-1 method default.data: public"]
    named = read_with_grammar("javascript", b"export default function run() {}\n")
    assert list_imports(named) == ["1 itself: run as default (given on)"]


def test_a_default_may_be_given_on_under_a_name_and_a_name_as_the_default() -> None:
    outline = read_with_grammar(
        "javascript", b"export { default as Bar } from './bar'\nexport { b as default }\n"
    )
    assert [(each.module, each.name, each.alias) for each in outline.imports] == [
        ("./bar", "default", "Bar"),
        ("", "b", "default"),
    ]
    assert outline.exports == ("Bar", "default")


def test_the_scripts_of_a_component_keep_their_lines() -> None:
    text = (
        b"<template>\n  <p @click='go()'>it's</p>\n</template>\n"
        b"<script lang=\"ts\">\nexport default { name: 'a' }\n</script>\n"
        b"<script setup lang=\"ts\">\nimport { ref } from 'vue'\n"
        b"const open = (a: number): void => {}\n</script>\n<style>a{}</style>\n"
    )
    outline = read_with_grammar("vue", text)
    assert outline.language == "vue"
    assert outline.lines == 11
    assert [(each.name, each.line) for each in outline.definitions] == [("default", 5), ("open", 9)]
    assert [(each.module, each.line) for each in outline.imports] == [("vue", 8)]
    assert not outline.is_broken


def test_a_component_without_a_script_has_an_empty_outline() -> None:
    outline = read_with_grammar("svelte", b"<h1>hello</h1>\n<!-- <script>gone()</script> -->\n")
    assert outline.definitions == ()
    assert outline.calls == {}
    assert outline.lines == 2


def test_calls_are_listed_in_the_order_of_the_text() -> None:
    names = [f"call{number * 7919 % 101}" for number in range(101)]
    text = "\n".join(f"{name}(1); {name}(2)" for name in reversed(names))
    outline = read_with_grammar("javascript", text.encode())
    assert list(outline.calls) == names[::-1]
    assert list(outline.calls.values()) == [(line, line) for line in range(1, 102)]
