"""PHP's outline: traits, enumerations, promoted parameters, constants, and what is hidden."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
<?php
namespace App\\Orders;

use App\\Base;
use App\\Stock\\{Shelf, Item as Thing};
use function App\\sum;

/** Sells things. */
#[Service('x')]
abstract class Orders extends Base implements Countable
{
    use Logs;

    public const MOST = 3, LEAST = 1;
    private ?int $size = 1;

    /** Makes one. */
    public function __construct(private Shelf $shelf, int $count) {
        $this->shelf->take($count);
    }

    abstract protected static function load(string $path): static;

    function sell(int $count) {
        if ($count > 0 && self::open()) {
            return new Item(sum($count));
        }
        return Shelf::all($count ?? 1);
    }
}

interface Countable extends Named { const ALL = 1; public function count(): int; }

trait Logs { protected function log() { require __DIR__ . '/log.php'; } }

enum Suit: string { case Hearts = 'H'; public function label(): string { return ''; } }

function total(array $items) { $local = fn() => 1; return $local; }

const TOP = 1;
define('LIMIT', 2);
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("php", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "9-30 class Orders: public, doc, bases Base Countable, decorators Service",
        "14-14 attribute Orders.MOST: public",
        "14-14 attribute Orders.LEAST: public",
        "15-15 attribute Orders.size: private",
        "18-20 method Orders.__construct: public, doc",
        "18-18 attribute Orders.shelf: private",
        "22-22 method Orders.load: private",
        "24-29 method Orders.sell: public, forks 3",
        "32-32 interface Countable: public, bases Named",
        "32-32 attribute Countable.ALL: public",
        "32-32 method Countable.count: public",
        "34-34 class Logs: public",
        "34-34 method Logs.log: private",
        "36-36 enum Suit: public",
        "36-36 attribute Suit.Hearts: public",
        "36-36 method Suit.label: public",
        "38-38 function total: public",
        "40-40 constant TOP: public",
        "41-41 constant LIMIT: public",
    ]
    assert list_imports(outline) == [
        "4 App: Base as Base",
        "5 App\\Stock: Shelf as Shelf",
        "5 App\\Stock: Item as Thing",
        "6 App: sum as sum",
        "34 /log.php: - as -",
    ]
    assert outline.calls == {
        "$this.shelf.take": (19,),
        "self.open": (25,),
        "Item": (26,),
        "sum": (26,),
        "Shelf.all": (28,),
        "define": (41,),
    }
