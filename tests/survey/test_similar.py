"""Code that does something alike is found whatever its names, with the reasons why."""

from __future__ import annotations

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.similar.finding import find_similar, find_similar_lines, find_similar_words
from groundplan.survey.similar.shingles import SAMPLE, Tokens, likeness, sample, split_words

LOAD = """
    def load_users(path):
        \"\"\"Read the users of a file and leave out those without a mail address.\"\"\"
        with open_store(path) as handle:
            rows = read_rows(handle)
        found = []
        for row in rows:
            if row.mail and not row.is_gone:
                found.append(make_user(row.name, row.mail))
        return sorted(found, key=by_name)
    """
OTHER = """
    def total(numbers):
        result = 0
        while numbers:
            number = numbers.pop()
            if number > 3 or number < -3:
                result += number * number
            else:
                result -= 1
        return result
    """
FILES = {
    "shop/users.py": LOAD,
    "shop/clients.py": LOAD.replace("load_users", "fetch").replace("found", "kept").replace("row", "line"),
    "shop/async_users.py": LOAD.replace("def load", "async def load").replace("with", "async with"),
    "shop/total.py": OTHER,
    "tests/test_users.py": LOAD.replace("load_users", "test_load"),
}


def found_for(files: dict[str, str], name: str) -> dict[str, float]:
    index = MadeIndex(files)
    symbol = next(each for each in index.symbols(name) if each.path == "shop/users.py")
    return {each.at.path: each.score for each in find_similar(index, symbol)}


@pytest.mark.req("S1-10")
def test_renamed_copies_are_found_and_strangers_are_not() -> None:
    found = found_for(FILES, "load_users")
    assert set(found) == {"shop/clients.py", "shop/async_users.py"}
    assert found["shop/async_users.py"] > 0.9


def test_the_reasons_name_calls_and_count_nothing() -> None:
    index = MadeIndex(FILES)
    (symbol,) = [each for each in index.symbols("load_users") if each.path == "shop/users.py"]
    best = find_similar(index, symbol)[0]
    assert best.qualified == "load_users"
    assert best.reasons[0] == "pieces of code are equal but for names"
    assert "`make_user`" in best.reasons[1]
    assert best.reasons[2] == "has the same name"


def test_lines_of_a_file_can_be_asked_for() -> None:
    found = find_similar_lines(MadeIndex(FILES), "shop/users.py", 3, 9)
    assert [each.at.path for each in found][:2] == ["shop/async_users.py", "shop/clients.py"]


def test_tests_are_compared_with_tests_alone() -> None:
    index = MadeIndex({**FILES, "tests/test_more.py": LOAD.replace("load_users", "test_more")})
    (symbol,) = index.symbols("test_load")
    assert [each.at.path for each in find_similar(index, symbol)] == ["tests/test_more.py"]


def test_words_find_functions_by_name_calls_and_documentation() -> None:
    found = find_similar_words(MadeIndex(FILES), "reading users without mail addresses")
    assert found[0].at.path in {"shop/users.py", "shop/async_users.py"}
    assert "its documentation has words like reading, users, without, mail, addresses" in found[0].reasons
    assert find_similar_words(MadeIndex(FILES), "the of a") == ()


def test_the_documentation_of_the_next_function_is_not_this_ones() -> None:
    body = "{\n    let a = one(b, c);\n    let d = two(a, b, c, 1, 2, 3);\n    three(a, d, b, c)\n}\n"
    text = (
        f"/// Reads a file.\npub fn first(b: u8, c: u8) -> u8 {body}\n"
        f"/// Writes trailer headers.\npub fn second(b: u8, c: u8) -> u8 {body}"
        f"    /// Last trailer headers.\n    ///\n    /// More.\n    #[inline]\n"
        f"    pub fn third(b: u8, c: u8) -> u8 {body}"
    )
    found = find_similar_words(MadeIndex({"src/a.rs": text}), "trailer headers")
    assert sorted(each.qualified for each in found) == ["second", "third"]


def test_go_and_scripts_are_compared_within_their_language() -> None:
    go = """
        package shop

        func {name}(w http.ResponseWriter, r *http.Request) {{
            // {name} answers
            item, err := dbGet(chi.URLParam(r, "id"))
            if err != nil {{
                render.Render(w, r, ErrNotFound)
                return
            }}
            render.Render(w, r, NewResponse(item))
        }}
        """
    files = {"a.go": go.format(name="GetUser"), "b.go": go.format(name="GetOrder"), "c.py": LOAD}
    index = MadeIndex(files)
    (symbol,) = index.symbols("GetUser")
    (found,) = find_similar(index, symbol)
    assert (found.qualified, found.shape) == ("GetOrder", 1.0)


def test_a_sample_estimates_the_share_of_equal_pieces() -> None:
    one = [b"%d" % number for number in range(200)]
    half = one[:100] + [b"x%d" % number for number in range(100)]
    shared, of = likeness(sample(one), sample(half))
    assert of == SAMPLE
    assert 0.1 < shared / of < 0.6
    assert likeness(sample(one), sample(one)) == (SAMPLE, SAMPLE)
    assert likeness((), ()) == (0, 0)


def test_local_names_do_not_matter_and_calls_do() -> None:
    tokens = [Tokens("python", text).between(1, 1) for text in (b"a = f(b)", b"x = f(y)", b"a = g(b)")]
    assert tokens[0] == tokens[1] != tokens[2]


@pytest.mark.parametrize(
    ("name", "words"),
    [("getUserByID", "get user by id"), ("_load_all2", "load all 2"), ("HTTPServer", "http server")],
)
def test_identifiers_are_split_into_words(name: str, words: str) -> None:
    assert split_words(name) == tuple(words.split())


@pytest.mark.parametrize("piece", [b"(", b"'", b"/*", b"a"])
def test_hostile_text_is_cut_into_tokens_in_linear_time(piece: bytes) -> None:
    assert_linear(lambda count: Tokens("go", piece * count).normal, 40_001)
