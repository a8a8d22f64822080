"""TypeScript's outline, told by one file that has everything and by the cases that are easily got wrong."""

from __future__ import annotations

import pytest
from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar
from groundplan.code.outline import Kind

SERVICE = b"""\
import axios, { type AxiosInstance, isAxiosError as isFault } from 'axios'
import type { User } from './types'
import * as log from '../log.js'
import fs = require('node:fs')
import './polyfill'
export * from './errors'
export * as formats from './formats'
export { parse as parseUser, type Shape } from './parse'

/** How long to wait. */
export const TIMEOUT = 30_000, RETRIES = 3
const { base: root, port } = settings()

/** Talks to the server. */
@Injectable({ scope: 'request' })
export class UserService<T> extends Service<T> implements Loader, types.Closer {
  @Input() private readonly cache: Map<string, User> = new Map()
  static count = 0
  #token = ''
  onChange = async (user: User) => { await this.save(user) }

  constructor(private client: AxiosInstance, name: string) {
    super(name)
    this.started = Date.now()
  }

  /** Loads one. */
  @Cached()
  @log.traced
  public async load(id: string): Promise<User | undefined> {
    if (!id || id === 'x') return undefined
    for (const each of this.sources) {
      try { return await each.get(id) } catch (fault) { log.warn(fault?.message ?? 'no') }
    }
    return id.length > 3 ? this.cache.get(id)! : undefined
  }

  protected abstract check(): void
}

export interface Loader extends Base<User>, types.Named {
  readonly size: number
  load(id: string): Promise<User>
}

export enum Role { Admin = 'admin', Guest }
type Result = { ok: boolean; value?: User }

export async function* pages(limit: number) {
  function step() { return limit }
  yield step()
}

const later = () => import('./later')
export const api = {
  get(id: string) { return axios.get(id).then(r => r.data) },
  post: async (user: User) => user,
} as const

declare global { interface Window { app: App } }
namespace Inner { export const deep = () => 1 }
export default UserService
export { later as lazily, root }
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("typescript", SERVICE)
    assert list_definitions(outline) == [
        "11-11 constant TIMEOUT: public, doc",
        "11-11 constant RETRIES: public, doc",
        "12-12 constant root: public",
        "12-12 constant port: private",
        "15-39 class UserService: public, doc, bases Service Loader types.Closer, decorators Injectable",
        "17-17 attribute UserService.cache: private, decorators Input",
        "18-18 attribute UserService.count: public",
        "19-19 attribute UserService.#token: private",
        "20-20 method UserService.onChange: public, async",
        "22-25 method UserService.constructor: public",
        "22-22 attribute UserService.client: private",
        "24-24 attribute UserService.started: public",
        "28-36 method UserService.load: public, async, doc, forks 6, decorators Cached log.traced",
        "38-38 method UserService.check: private",
        "41-44 interface Loader: public, bases Base types.Named",
        "42-42 attribute Loader.size: public",
        "43-43 method Loader.load: public",
        "46-46 enum Role: public",
        "46-46 attribute Role.Admin: public",
        "46-46 attribute Role.Guest: public",
        "47-47 type Result: private",
        "47-47 attribute Result.ok: private",
        "47-47 attribute Result.value: private",
        "49-52 function pages: public, async",
        "50-50 function pages.step: private",
        "54-54 function later: public",
        "55-58 constant api: public",
        "56-56 method api.get: public",
        "57-57 method api.post: public, async",
        "60-60 interface Window: private",
        "60-60 attribute Window.app: private",
        "61-61 class Inner: private",
        "61-61 function Inner.deep: private",
    ]
    assert list_imports(outline) == [
        "1 axios: default as axios",
        "1 axios: AxiosInstance as AxiosInstance (types)",
        "1 axios: isAxiosError as isFault",
        "2 ./types: User as User (types)",
        "3 ../log.js: - as log",
        "4 node:fs: - as fs",
        "5 ./polyfill: - as -",
        "6 ./errors: * as - (given on)",
        "7 ./formats: - as formats (given on)",
        "8 ./parse: parse as parseUser (given on)",
        "8 ./parse: Shape as Shape (types, given on)",
        "54 ./later: - as - (inner)",
        "62 itself: UserService as default (given on)",
        "63 itself: later as lazily (given on)",
    ]
    assert outline.exports == (
        *("Loader", "RETRIES", "Role", "Shape", "TIMEOUT", "UserService", "api", "default", "formats"),
        *("lazily", "pages", "parseUser", "root"),
    )
    assert outline.calls["this.save"] == (20,)
    assert outline.calls["log.warn"] == (33,)
    assert outline.calls[".then"] == (56,)
    assert outline.calls["Map"] == (17,)
    assert "import" not in outline.calls
    assert outline.lines == 63
    assert not outline.is_broken


def test_headers_are_the_declaration_as_written_on_one_line() -> None:
    text = b"export async function load<T>(\n  id: string,\n  more = {},\n): Promise<T> {\n}\n"
    text += b"export class A\n  extends B {}\n"
    headers = [each.header for each in read_with_grammar("typescript", text).definitions]
    assert headers == [
        "export async function load<T>( id: string, more = {}, ): Promise<T>",
        "export class A extends B",
    ]


def test_a_header_is_never_longer_than_300_characters() -> None:
    text = b"export const table = [" + b"1234567, " * 1000 + b"]\n"
    (table,) = read_with_grammar("typescript", text).definitions
    assert len(table.header) == 300


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"a?.b!.c<string>(1)", "a.b.c"),
        (b"a\n  .b\n  .c()", "a.b.c"),
        (b"get().save()", ".save"),
        (b"list[0].save()", ".save"),
        (b"(await x).save()", ".save"),
        (b"new forms.Field(1)", "forms.Field"),
        (b"this.#check()", "this.#check"),
        (b"html`<p>`", "html"),
        (b"super.run()", "super.run"),
    ],
)
def test_the_words_of_a_call_are_the_chain_before_the_bracket(text: bytes, words: str) -> None:
    assert words in read_with_grammar("typescript", text).calls


def test_what_is_awaited_with_type_arguments_is_called() -> None:
    outline = read_with_grammar("typescript", b"await load<Row>(1)\nawait db.load<Row>(2)\nawait load(3)\n")
    assert outline.calls == {"load": (1, 3), "db.load": (2,)}


def test_a_call_stands_on_the_line_of_its_last_word() -> None:
    calls = read_with_grammar("typescript", b"first()\n  .second()\n  .third()\n").calls
    assert calls == {"first": (1,), ".second": (2,), ".third": (3,)}


def test_each_call_on_a_line_counts() -> None:
    assert read_with_grammar("typescript", b"f(f(1))\nf(2)\n").calls == {"f": (1, 1, 2)}


def test_methods_of_an_object_that_is_no_name_at_the_top_are_not_definitions() -> None:
    outline = read_with_grammar(
        "typescript", b"run({ data() { return 1 } })\nfunction f() { return { g() {} } }\n"
    )
    assert [each.qualified for each in outline.definitions] == ["f"]


def test_the_options_of_a_decorator_are_no_members_of_the_class() -> None:
    outline = read_with_grammar("typescript", b"@Component({ data() { return 1 } })\nclass A { run() {} }\n")
    assert [each.qualified for each in outline.definitions] == ["A", "A.run"]


def test_an_export_under_another_name_is_had_only_under_that() -> None:
    outline = read_with_grammar("typescript", b"function a() {}\nfunction b() {}\nexport { a as c, b }\n")
    assert outline.exports == ("b", "c")


def test_a_function_that_is_returned_may_be_asynchronous() -> None:
    outline = read_with_grammar("typescript", b"function wrap() {\n  return async function run() {}\n}\n")
    assert [(each.name, each.is_async) for each in outline.definitions] == [("wrap", False), ("run", True)]


def test_the_access_of_a_method_is_heeded_where_it_is_only_declared() -> None:
    outline = read_with_grammar(
        "typescript", b"export declare class A {\n  protected a(): void\n  async(): void\n}\n"
    )
    assert [(each.name, each.is_exported, each.is_async) for each in outline.definitions] == [
        ("A", True, False),
        ("a", False, False),
        ("async", True, False),
    ]


def test_overloads_are_several_definitions_of_one_name() -> None:
    text = b"export function f(a: string): void\nexport function f(a: number): void\n"
    text += b"export function f(a: any) {}\n"
    assert len(read_with_grammar("typescript", text).find("f")) == 3


def test_elements_call_their_components() -> None:
    text = b"export const View = () => <Form.Row><Button kind='main' /><div /></Form.Row>\n"
    outline = read_with_grammar("tsx", text)
    assert outline.calls == {"Form.Row": (1,), "Button": (1,)}
    assert outline.definitions[0].kind is Kind.FUNCTION


@pytest.mark.parametrize(
    "first",
    [
        b"// @generated by protoc\n",
        b"/* eslint-disable */\n/**\n * This file was automatically generated.\n */\n",
    ],
)
def test_a_file_that_a_program_wrote_says_so_in_its_first_lines(first: bytes) -> None:
    assert read_with_grammar("typescript", first + b"export const a = 1\n").is_generated


def test_the_word_generated_in_code_says_nothing() -> None:
    assert not read_with_grammar("typescript", b"const a = '@generated'\n").is_generated


def test_a_broken_file_keeps_what_can_be_read() -> None:
    outline = read_with_grammar(
        "typescript", b"export function a() {}\nconst = = 3\nexport function b() {}\n"
    )
    assert outline.is_broken
    assert {"a", "b"} <= {each.name for each in outline.definitions}
