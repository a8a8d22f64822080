from __future__ import annotations

from textwrap import dedent

import pytest
from growth import assert_linear

from groundplan.survey.where.corpus import sketch_definitions


def _sketch(path: str, text: str) -> list[tuple[str, int, int]]:
    found = sketch_definitions(path, dedent(text).lstrip("\n").encode())
    return [(each.qualified, each.first, each.last) for each in found]


def test_rust_methods_stand_in_the_type_they_are_written_for() -> None:
    text = """
    pub struct Cart {
        items: Vec<Item>,
    }

    impl Total for Cart {
        pub(crate) fn add(&mut self, item: Item) {
            self.items.push(item);
        }
    }
    """
    assert _sketch("cart.rs", text) == [("Cart", 1, 3), ("Cart", 5, 9), ("Cart.add", 6, 8)]


def test_java_methods_are_found_by_their_types() -> None:
    text = """
    public class Cart extends Shop {
        public List<Item> items(int from) {
            if (from > 0) {
                return rest(from);
            }
            return all;
        }
    }
    """
    assert _sketch("Cart.java", text) == [("Cart", 1, 8), ("Cart.items", 2, 7)]


def test_ruby_ends_with_end() -> None:
    text = """
    module Shop
      class Cart
        def empty?
          @items.none?
        end
      end
    end
    """
    assert _sketch("cart.rb", text) == [("Shop", 1, 7), ("Shop.Cart", 2, 6), ("Shop.Cart.empty?", 3, 5)]


def test_c_functions_may_open_their_brace_on_the_next_line() -> None:
    text = """
    static int add(struct cart *cart, int item)
    {
        return push(cart, item);
    }

    int total(struct cart *cart);
    """
    assert _sketch("cart.c", text) == [("add", 1, 4)]


@pytest.mark.parametrize("path", ["notes.txt", "cart.sql", "Makefile"])
def test_other_texts_have_no_sketch(path: str) -> None:
    assert _sketch(path, "class Cart\n") == []


def test_hostile_lines_are_sketched_in_linear_time() -> None:
    for piece in ("a ", "a&", "pub ", "a<", "a::", "class ", "{", "a*"):
        line = piece * 2_000 + "\n"
        assert_linear(lambda count, line=line: sketch_definitions("a.cpp", line.encode() * count), 12)
        assert_linear(
            lambda count, piece=piece: sketch_definitions("a.cpp", (piece * count).encode()), 20_000
        )
