"""Kotlin's outline: extensions, objects, companions, properties, and names of locals left out."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
package com.example.shop

import com.example.Base
import com.example.Price as Cost
import com.example.web.*

/** Sells things. */
@Service("not private")
open class Shop<T>(val name: String, private var size: Int, count: Int) : Base<T>(1), Open {
    val low: Int = 1
    private val (left, right) = pair()
    lateinit var late: String

    constructor(size: Int) : this("", size, 1)

    /** Sells one. */
    override suspend fun sell(count: Int): Int {
        val local = 1
        if (count > 0 && open()) stock.take(count)
        fun inner() {}
        return Basket(count)?.all() ?: 0
    }

    companion object {
        const val MOST = 3
        fun build() = Shop<Int>(1)
    }

    object Nested

    init {
        val hidden = 1
    }
}

data class Price(val amount: Int)

enum class State(val bell: Int) {
    OPEN(1),
    CLOSED(2) {
        override fun ring() {}
    };

    abstract fun ring()
}

internal interface Listener { fun sold() }

fun String.shout(): String = map { val c = it; c }.join()
val String.half: Int get() = 1
private typealias Pair = Int
val maker = object : Maker {
    override fun make() {}
}

@Test
fun `sells one`() {}
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("kotlin", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "8-34 class Shop: public, doc, bases Base Open, decorators Service",
        "9-9 attribute Shop.name: public",
        "9-9 attribute Shop.size: private",
        "10-10 attribute Shop.low: public",
        "11-11 attribute Shop.left: private",
        "11-11 attribute Shop.right: private",
        "12-12 attribute Shop.late: public",
        "14-14 method Shop.constructor: public",
        "17-22 method Shop.sell: public, async, doc, forks 3",
        "20-20 function Shop.sell.inner: private",
        "25-25 attribute Shop.MOST: public",
        "26-26 method Shop.build: public",
        "29-29 class Shop.Nested: public",
        "36-36 class Price: public",
        "36-36 attribute Price.amount: public",
        "38-45 enum State: public",
        "38-38 attribute State.bell: public",
        "39-39 attribute State.OPEN: public",
        "40-42 attribute State.CLOSED: public",
        "41-41 method State.CLOSED.ring: public",
        "44-44 method State.ring: public",
        "47-47 interface Listener: private",
        "47-47 method Listener.sold: private",
        "49-49 function String.shout: public",
        "50-50 constant String.half: public",
        "51-51 type Pair: private",
        "52-54 constant maker: public",
        "53-53 method maker.make: public",
        "56-57 function sells one: public, decorators Test",
    ]
    assert list_imports(outline) == [
        "3 com.example: Base as Base",
        "4 com.example: Price as Cost",
        "5 com.example.web: * as -",
    ]
    assert outline.calls == {
        "pair": (11,),
        "open": (19,),
        "stock.take": (19,),
        "Basket": (21,),
        ".all": (21,),
        "Shop": (26,),
        "map": (49,),
        ".join": (49,),
    }


def test_a_header_has_an_annotation_as_a_whole_or_not_at_all() -> None:
    text = b'class W {\n  @Throws(A::class, B::class)\n  @Old("x", With("f()"))\n  public fun save() {}\n}\n'
    (save,) = [each for each in read_with_grammar("kotlin", text).definitions if each.name == "save"]
    assert (save.first, save.decorators, save.header) == (2, ("Throws", "Old"), "public fun save()")
