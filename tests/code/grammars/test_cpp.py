"""C++'s outline: namespaces, templates, members defined outside their class, sections, operators."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
#include <vector>

namespace shop::orders {
namespace {
int hidden() { return 1; }
}  // namespace

// A queue.
template <typename T>
class SHOP_EXPORT Queue : public Base<T>, private util::List {
 public:
  Queue();
  explicit Queue(int size) : size_(size) {}
  virtual ~Queue() = default;
  int sell(int count) const override { return this->take(count); }
  virtual void close() = 0;
  bool operator==(const Queue& other) const;
  operator bool() const;
  using Item = T;
  enum class State : int { Open, Closed };
  struct Node { int next; };
  friend class Other;

 protected:
  int low_ GUARDED_BY(mutex_);

 private:
  static constexpr int kMost = 3;
  int size_;
};

template <typename T>
Queue<T>::Queue() : size_(1) {}

template <typename T>
bool Queue<T>::operator==(const Queue& other) const { return true; }

static int local() { return std::max(1, make<int>(2)); }
constexpr int kLeast = 1;
auto trailing() -> int { return 1; }
Queue<int>& ref();
template <> struct hash<Item> { size_t operator()(int) const; };
}  // namespace shop::orders

extern "C" {
int plain(void);
}
TEST(QueueTest, Sells) { EXPECT_EQ(1, 2); }
DEFINE_THING(x) { }
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("cpp", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "3-43 module shop.orders: public",
        "5-5 function shop.orders.hidden: private",
        "9-30 class shop.orders.Queue: public, doc, bases Base util.List",
        "12-12 method shop.orders.Queue.Queue: public, declared",
        "13-13 method shop.orders.Queue.Queue: public",
        "14-14 method shop.orders.Queue.~Queue: public",
        "15-15 method shop.orders.Queue.sell: public",
        "16-16 method shop.orders.Queue.close: public",
        "17-17 method shop.orders.Queue.operator==: public, declared",
        "18-18 method shop.orders.Queue.operator bool: public, declared",
        "19-19 type shop.orders.Queue.Item: public",
        "20-20 enum shop.orders.Queue.State: public",
        "20-20 attribute shop.orders.Queue.State.Open: public",
        "20-20 attribute shop.orders.Queue.State.Closed: public",
        "21-21 class shop.orders.Queue.Node: public",
        "21-21 attribute shop.orders.Queue.Node.next: public",
        "25-25 attribute shop.orders.Queue.low_: private",
        "28-28 attribute shop.orders.Queue.kMost: private",
        "29-29 attribute shop.orders.Queue.size_: private",
        "32-33 method shop.orders.Queue.Queue: public",
        "35-36 method shop.orders.Queue.operator==: public",
        "38-38 function shop.orders.local: private",
        "39-39 constant shop.orders.kLeast: public",
        "40-40 function shop.orders.trailing: public",
        "41-41 function shop.orders.ref: public, declared",
        "42-42 class shop.orders.hash: public",
        "42-42 method shop.orders.hash.operator(): public, declared",
        "46-46 function plain: public, declared",
        "48-48 function QueueTest.Sells: public, decorators TEST",
    ]
    assert list_imports(outline) == [
        "1 <vector>: - as -",
    ]
    assert outline.calls == {
        "this.take": (15,),
        "std.max": (38,),
        "make": (38,),
        "EXPECT_EQ": (48,),
    }


def test_an_unknown_macro_before_a_type_is_no_part_of_the_owner() -> None:
    text = b"namespace cli {\nINLINE cli::App_p App::get_ptr(int index) const {\n    return 1;\n}\n}\n"
    names = [each.qualified for each in read_with_grammar("cpp", text).definitions if each.name == "get_ptr"]
    assert names == ["cli.App.get_ptr"]


def test_a_namespace_in_one_of_its_own_name_is_the_same() -> None:
    text = b"namespace shop {\nnamespace shop {\nclass Cart {\n  void add() {}\n};\n}\n}\n"
    found = read_with_grammar("cpp", text).definitions
    assert [each.qualified for each in found] == ["shop", "shop", "shop.Cart", "shop.Cart.add"]


def test_a_macro_with_a_body_is_read_whole_and_what_cannot_be_read_is_not() -> None:
    test = 'TEST_CASE("it sells" * suite("shop")) {\n  Shop shop;\n  SECTION("twice") { shop.sell(); }\n}\n'
    assert not read_with_grammar("cpp", test.encode()).is_broken
    for lost in (
        "int f( { return 1; }\n",
        "struct A { int a }\n",
        "int f() own_mark(1) { return 1; }\n",
        'TEST_CASE("a") { f(1 }\n',
    ):
        assert read_with_grammar("cpp", (test + lost).encode()).is_broken
