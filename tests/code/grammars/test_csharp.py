"""C#'s outline: properties, operators, records, local functions, and what `public` means."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
using System;
using static System.Math;
using Text = System.Text;

namespace Shop.Orders;

/// <summary>Orders things.</summary>
[Serializable, Obsolete("not public")]
public partial class Orders<T> : Base<T>, IOrders where T : class
{
    public int Count { get; private set; }
    public int Twice => Count * 2;
    private readonly int _low = 1, _high;
    internal const int Most = 3;
    public event EventHandler Sold;

    public Orders(int size) : base(size) { }
    ~Orders() { }

    /// <summary>Sells.</summary>
    public async Task<int> Sell(int count)
    {
        if (count > 0 && IsOpen()) await _stock.Take<int>(count);
        void Log() { }
        return new Basket(count).All?.Sum() ?? 0;
    }

    protected void Close() { }
    public static Orders<T> operator +(Orders<T> a, Orders<T> b) => a;
    public static implicit operator int(Orders<T> a) => 1;
    public int this[int at] => at;
    public delegate void Handler(int x);
}

public record Price(int Amount, string Currency);

internal interface IOrders
{
    int Sell(int count);
    int Count { get; }
}

public enum State { Open, Closed = 2 }

public struct Size { public int Width; }
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("csharp", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "8-33 class Orders: public, doc, bases Base IOrders, decorators Serializable Obsolete",
        "11-11 attribute Orders.Count: public",
        "12-12 attribute Orders.Twice: public",
        "13-13 attribute Orders._low: private",
        "13-13 attribute Orders._high: private",
        "14-14 attribute Orders.Most: private",
        "15-15 attribute Orders.Sold: public",
        "17-17 method Orders.Orders: public",
        "18-18 method Orders.~Orders: private",
        "21-26 method Orders.Sell: public, async, doc, forks 3",
        "24-24 function Orders.Sell.Log: private",
        "28-28 method Orders.Close: private",
        "29-29 method Orders.operator+: public",
        "30-30 method Orders.operator int: public",
        "31-31 method Orders.this: public",
        "32-32 type Orders.Handler: public",
        "35-35 class Price: public",
        "35-35 attribute Price.Amount: public",
        "35-35 attribute Price.Currency: public",
        "37-41 interface IOrders: private",
        "39-39 method IOrders.Sell: private",
        "40-40 attribute IOrders.Count: private",
        "43-43 enum State: public",
        "43-43 attribute State.Open: public",
        "43-43 attribute State.Closed: public",
        "45-45 class Size: public",
        "45-45 attribute Size.Width: public",
    ]
    assert list_imports(outline) == [
        "1 System: * as -",
        "2 System.Math: * as -",
        "3 System: Text as Text",
    ]
    assert outline.calls == {
        "IsOpen": (23,),
        "_stock.Take": (23,),
        "Basket": (25,),
        ".Sum": (25,),
    }


def test_a_body_or_none_by_a_condition_is_one_method() -> None:
    text = b"interface A {\n    void F()\n#if X\n    {\n    }\n#else\n    ;\n#endif\n    void G();\n}\n"
    found = read_with_grammar("csharp", text).definitions
    assert [each.qualified for each in found] == ["A", "A.F", "A.G"]


def test_a_header_begins_behind_directives_and_remarks() -> None:
    text = b"/// <summary>x</summary>\n#if !NET\n[Serializable]\n#endif\n// old\npublic class Broken\n{\n}\n"
    (broken,) = read_with_grammar("csharp", text).definitions
    assert broken.header == "public class Broken"
