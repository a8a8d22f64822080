"""Java's outline: records, enumerations, annotations, overloads, and what `public` means."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
package com.example.shop;

import java.util.List;
import static com.example.Prices.sum;
import com.example.web.*;

/** Sells things. */
@Service("not public class Hidden")
public class Shop<T> extends Base<T> implements Open, Closed {
    private static final int LOW = 1, HIGH = 2;
    public @Nullable String name;

    /** Opens. */
    public Shop() {
        super();
    }

    Shop(int size) {}

    @Override
    public List<T> sell(int count) throws IOException {
        if (count > LOW && open()) {
            this.stock.take(count);
        }
        return new Basket<T>(Prices.of(count)).all();
    }

    public List<T> sell(long count) {
        Runnable run = new Runnable() {
            public void run() {}
        };
        return null;
    }

    interface Listener extends EventListener {
        void sold(int count);

        int MOST = 3;
    }

    enum State implements Named {
        OPEN,
        CLOSED("x") {
            @Override
            void ring() {}
        };

        int bell;
    }

    public record Price(int amount, String currency) {
        public Price {}
    }

    @interface Slow {
        int seconds() default 1;
    }
}
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("java", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "8-58 class Shop: public, doc, bases Base Open Closed, decorators Service",
        "10-10 attribute Shop.LOW: private",
        "10-10 attribute Shop.HIGH: private",
        "11-11 attribute Shop.name: public, decorators Nullable",
        "14-16 method Shop.Shop: public, doc",
        "18-18 method Shop.Shop: private",
        "20-26 method Shop.sell: public, forks 2, decorators Override",
        "28-33 method Shop.sell: public",
        "30-30 method Shop.sell.run: private",
        "35-39 interface Shop.Listener: private, bases EventListener",
        "36-36 method Shop.Listener.sold: private",
        "38-38 attribute Shop.Listener.MOST: private",
        "41-49 enum Shop.State: private, bases Named",
        "42-42 attribute Shop.State.OPEN: private",
        "43-46 attribute Shop.State.CLOSED: private",
        "44-45 method Shop.State.CLOSED.ring: private, decorators Override",
        "48-48 attribute Shop.State.bell: private",
        "51-53 class Shop.Price: public",
        "51-51 attribute Shop.Price.amount: public",
        "51-51 attribute Shop.Price.currency: public",
        "52-52 method Shop.Price.Price: public",
        "55-57 interface Shop.Slow: private",
        "56-56 method Shop.Slow.seconds: private",
    ]
    assert list_imports(outline) == [
        "3 java.util: List as List",
        "4 com.example.Prices: sum as sum",
        "5 com.example.web: * as -",
    ]
    assert outline.calls == {
        "open": (22,),
        "this.stock.take": (23,),
        "Basket": (25,),
        "Prices.of": (25,),
        ".all": (25,),
        "Runnable": (29,),
    }
