"""C's outline: declarators of any shape, declarations, macros, and both sides of an `#if`."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
#ifndef SHOP_H
#define SHOP_H
#include <stdio.h>
#include "stock.h"
#define MOST 3
#define SQUARE(x) ((x) * (x))

/* A shop. */
struct shop {
    int size, *counts;
    int (*sell)(int);
    struct { int wide; } door;
};

typedef struct item { int price; } item, *item_ptr;
typedef struct { int x; } point;
typedef int (*handler)(int);
enum state { OPEN, CLOSED = 2 };
enum { ANY };

// Sells one.
int sell(struct shop *shop, int count);
extern int total;
static const char *names[] = {"a"};
int count = 1;

#ifdef FAST
static int twice(int x) { return x + x; }
#else
static int twice(int x) { return SQUARE(x); }
#endif

char *load(const char *path)
{
    int local = 1;
    if (path && local)
        return shop->sell(path);
    return 0;
}

int (*pick(void))(int) { return 0; }
static inline int small(void) { return 1; }
API_EXPORT int exported(void) ANNOTATED(x) { return 1; }
#if 0
int dead(void) {}
#endif
#endif
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("c", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "5-5 constant MOST: public",
        "6-6 function SQUARE: public",
        "9-13 type shop: public, doc",
        "10-10 attribute shop.size: public",
        "10-10 attribute shop.counts: public",
        "11-11 attribute shop.sell: public",
        "12-12 attribute shop.door: public",
        "12-12 attribute shop.door.wide: public",
        "15-15 type item: public",
        "15-15 attribute item.price: public",
        "15-15 type item_ptr: public",
        "16-16 type point: public",
        "16-16 attribute point.x: public",
        "17-17 type handler: public",
        "18-18 enum state: public",
        "18-18 attribute state.OPEN: public",
        "18-18 attribute state.CLOSED: public",
        "19-19 constant ANY: public",
        "22-22 function sell: public, declared, doc",
        "23-23 constant total: public, declared",
        "24-24 constant names: private",
        "25-25 constant count: public",
        "28-28 function twice: private",
        "30-30 function twice: private",
        "33-39 function load: public, forks 2",
        "41-41 function pick: public",
        "42-42 function small: public",
        "43-43 function exported: public",
    ]
    assert list_imports(outline) == [
        "3 <stdio.h>: - as -",
        "4 stock.h: - as -",
    ]
    assert outline.calls == {
        "SQUARE": (30,),
        "shop.sell": (37,),
    }


def test_a_macro_between_fields_makes_no_method_of_a_function() -> None:
    text = b"""\
struct timer_s {
  HANDLE_FIELDS
  TIMER_FIELDS
};
EXTERN int timer_start(struct timer_s* handle);
struct outer { struct inner { int x; } y; };
"""
    found = {each.qualified: each.kind.value for each in read_with_grammar("c", text).definitions}
    assert found["timer_start"] == "function"
    assert found["inner"] == found["outer"]
