"""An answer costs what its model says, else what the price list says, else nobody knows."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from groundplan.models.api import api
from groundplan.models.asking import SPENT, Allowed, Asker
from groundplan.models.model import Answer, ModelFailed, Prompt
from groundplan.models.prices import estimate, price

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.models.model import Watch

# A price list of one model: a dollar for a thousand tokens in, two for a thousand out.
LIST = """\
from dataclasses import dataclass
from decimal import Decimal


@dataclass
class Usage:
    input_tokens: int
    output_tokens: int


@dataclass
class Price:
    total_price: Decimal


def calc_price(usage, *, model_ref):
    if model_ref != "known":
        raise LookupError(model_ref)
    return Price(Decimal(usage.input_tokens + 2 * usage.output_tokens) / 1000)
"""


class Answering:
    name, reads_code = "answering", False

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)

    def ask(self, prompt: Prompt, watch: Watch) -> Answer:
        return self._answers.pop(0)


@pytest.fixture
def price_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "genai_prices.py").write_text(LIST)
    before = sys.modules.pop("genai_prices", None)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("genai_prices", None)
    if before is not None:
        sys.modules["genai_prices"] = before


@pytest.mark.usefixtures("price_list")
def test_an_answer_is_priced_where_its_model_says_nothing() -> None:
    asker = Asker(Answering(Answer("a", "known", 1000, 500), Answer("b", "known", 1000, 500, dollars=0.5)))

    assert asker.ask(Prompt("one")).dollars == 2.0
    assert asker.ask(Prompt("two")).dollars == 0.5
    assert asker.spent.dollars == 2.5


@pytest.mark.usefixtures("price_list")
@pytest.mark.parametrize(
    "answer", [Answer("a", "other", 1000, 500), Answer("a", "", 1000, 500), Answer("a", "known")]
)
def test_a_price_that_nobody_knows_stays_unknown(answer: Answer) -> None:
    asker = Asker(Answering(answer))

    assert asker.ask(Prompt("one")).dollars is None
    assert asker.spent.dollars is None


@pytest.mark.usefixtures("price_list")
def test_no_model_is_asked_beyond_the_dollars_that_were_reckoned() -> None:
    asker = Asker(Answering(Answer("a", "known", 1000)), allowed=Allowed(dollars=1.0))
    asker.ask(Prompt("one"))

    with pytest.raises(ModelFailed) as caught:
        asker.ask(Prompt("two"))

    assert caught.value.why == SPENT


@pytest.mark.usefixtures("price_list")
def test_what_a_prompt_will_cost_is_estimated_from_its_letters() -> None:
    prompt = Prompt("word" * 1000)

    assert Asker(api("it", "openai", "known")).estimate(prompt, 500) == 2.0
    assert Asker(api("it", "openai", "other")).estimate(prompt) is None
    assert Asker(Answering()).estimate(prompt) is None


def test_without_a_list_prices_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)

    assert price("known", 1000, 500) is None
    assert estimate("known", 4000, 500) is None


def test_the_list_that_comes_with_the_extra_knows_models_and_needs_no_network() -> None:
    pytest.importorskip("genai_prices", reason="the extra `llm` is not installed")

    assert price("claude-sonnet-4-5", 1000, 500) == 0.0105
    assert price("a-model-of-my-own", 1000, 500) is None
