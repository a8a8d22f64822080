"""Prose is told from code, and English from other languages, before any word is judged."""

from __future__ import annotations

import pytest
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st

from groundplan.rules.language import is_english
from groundplan.rules.prose import MASK, mask_code_spans, paragraphs, read_prose, split_lines

ENGLISH = [
    "Add retry",
    "Retry uploads 3 times.",
    "Improve performance of the grades endpoint without unnecessary infrastructure.",
    "The café serves naïve résumés to those who ask for it in the morning.",
    "Register an listener in event bus. Handle graceful shutdown via cancellation token. Document rationale.",
    "- Set up JWT library\n- Create feature flag\n- Design token schema\n- Update API docs draft",
]
OTHERS = [
    # German
    "Die Anfrage wird dreimal wiederholt, wenn der Server nicht antwortet.",
    "Fehler werden protokolliert und an den Benutzer gemeldet.",
    # French
    "La requête est répétée trois fois lorsque le serveur ne répond pas.",
    "Ajouter un cache",
    "Ajouter un cache pour les notes des étudiants dans le service.",
    # Spanish, Portuguese, Italian
    "La petición se repite tres veces cuando el servidor no responde.",
    "Adicionar um cache para as notas dos alunos no servidor, etc.",
    "Aggiungere una cache per i voti degli studenti nel server.",
    # Dutch, Swedish, Polish, Turkish
    "Het verzoek wordt drie keer herhaald als de server niet antwoordt.",
    "Begäran upprepas tre gånger om servern inte svarar och felet loggas.",
    "Żądanie jest powtarzane trzy razy, gdy serwer nie odpowiada.",
    "Sunucu yanıt vermezse istek üç kez tekrarlanır ve hata kaydedilir.",
    # Chinese, Japanese, Korean, Russian, Arabic
    "如果服务器没有响应，请求将重试三次。",
    "サーバーが応答しない場合、リクエストを3回再試行します。TBD",
    "서버가 응답하지 않으면 요청을 세 번 재시도합니다.",
    "Запрос повторяется три раза, если сервер не отвечает.",
    "يتم تكرار الطلب ثلاث مرات إذا لم يستجب الخادم.",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_known(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize("text", OTHERS)
def test_other_languages_are_known(text: str) -> None:
    assert not is_english(text)


def test_english_that_quotes_a_foreign_sentence_stays_english() -> None:
    assert is_english("The page says “Die Anfrage wird wiederholt” when the server does not answer in time.")


def test_nothing_is_no_language() -> None:
    assert not is_english("")
    assert not is_english("123 → 456 `x`".replace("x", "7"))


def test_code_blocks_spans_links_and_comments_are_no_prose() -> None:
    text = (
        "One `two` three\n<!-- four -->\n```py\nfive\n```\nsix [seven](https://eight) https://nine\n\n"
        "    ten\n\n~~~\neleven\n~~~\n> ```\n> twelve\n> ```\n<!--\nthirteen\n-->\n"
        "fourteen <!-- fifteen --> end\n"
    )
    words = read_prose(text).words
    for shown in ("One", "three", "six", "seven", "fourteen", "end"):
        assert shown in words
    for hidden in (
        "two",
        "four -",
        "five",
        "eight",
        "nine",
        "ten\n",
        "eleven",
        "twelve",
        "thirteen",
        "fifteen",
    ):
        assert hidden not in words
    assert [(fence.language, fence.code) for fence in read_prose(text).fences] == [
        ("py", "five"),
        ("", "ten\n"),
        ("", "eleven"),
        ("", "twelve"),
    ]


def test_lines_and_columns_stay_those_of_the_document() -> None:
    prose = read_prose("a `bb` TBD\r\n\r\n```\nx\n```\rTBD\n", first_line=10)
    assert [(line.number, line.masked.find("TBD")) for line in prose.lines] == [(10, 7), (15, 0)]


def test_a_fence_inside_a_list_loses_its_indentation() -> None:
    fence = read_prose("- item\n  ```python\n  def f():\n      ...\n  ```\n").fences[0]
    assert (fence.language, fence.code, fence.line) == ("python", "def f():\n    ...", 3)


def test_an_unclosed_fence_runs_to_the_end() -> None:
    prose = read_prose("a\n```go\nfunc f() {\nTBD")
    assert prose.words == "a"
    assert prose.fences[0].code == "func f() {\nTBD"


def test_indented_text_in_a_list_is_prose() -> None:
    assert "more" in read_prose("- item\n\n    more\n").words


def test_a_comment_sign_in_code_hides_nothing() -> None:
    assert "shown" in read_prose("Use `<!--` here.\nshown\n").words


def test_lines_that_read_on_are_one_paragraph() -> None:
    prose = read_prose("one\ntwo\n\n- three\n  four\n- five\n| six |\n| seven |\n# eight\nnine\n")
    assert [[line.raw.strip() for line in p.lines] for p in paragraphs(prose.lines)] == [
        ["one", "two"], ["- three", "four"], ["- five"], ["| six |"], ["| seven |"], ["# eight"], ["nine"],
    ]  # fmt: skip


@given(st.text(alphabet="`a \n~-<!>[]()x", max_size=60))
def test_masking_never_moves_a_character(text: str) -> None:
    lines = split_lines(text)
    for line in read_prose(text).lines:
        assert line.raw == lines[line.number - 1]
        assert len(line.masked) == len(line.raw)
        assert all(new in (old, MASK) for old, new in zip(line.raw, line.masked, strict=True))
    assert len(mask_code_spans(text)) == len(text)


@pytest.mark.parametrize(
    "piece", ["`", "` `` ``` ", "<!-- ", "x <!-- ", "](a(b)", "[", "```\n", "~~~x\n", "> - ", "\n\n    a"]
)
def test_a_hostile_text_is_read_in_linear_time(piece: str) -> None:
    assert_linear(lambda count: read_prose("x " + piece * count), 4_000)
