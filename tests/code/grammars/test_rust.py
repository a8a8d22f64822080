"""Rust's outline: impls by their type, traits, macros, modules in a file, and what `pub` means."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
//! Shapes and how they are shown.

use std::{fmt, io::{self as sio, Read}};
pub use crate::paint::Colour as Color;
use super::prelude::*;
mod paint;

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> {
    pub x: i32,
    y: T,
}

struct Unit(i32);

pub enum Shape {
    Dot,
    Line(i32),
    Rect { wide: u8 },
}

impl<T> fmt::Display for Point<T> {
    fn fmt(&self) -> fmt::Result {
        if self.x > 0 && self.ok() {
            write!(f, "no fn hidden() here")
        }
        paint::brush(self.y.load::<u8>())
    }
}

impl Point<i32> {
    pub const ORIGIN: u8 = 1;
    pub(crate) async fn shift(&self) {
        const LOCAL: u8 = 2;
        fn inner() {}
    }
}

pub trait Draw: fmt::Debug + Send {
    type Canvas;
    fn draw(&self);
    fn twice(&self) {}
}

/// Makes points.
#[macro_export]
macro_rules! points {
    () => {};
}

static COUNT: u8 = 1;
pub type Pair = (u8, u8);

#[cfg(test)]
mod tests {
    #[test]
    // with a comment between
    fn draws() {}
}
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("rust", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "9-13 type Point: public, doc, decorators derive",
        "11-11 attribute Point.x: public",
        "12-12 attribute Point.y: private",
        "15-15 type Unit: private",
        "17-21 enum Shape: public",
        "18-18 attribute Shape.Dot: public",
        "19-19 attribute Shape.Line: public",
        "20-20 attribute Shape.Rect: public",
        "20-20 attribute Shape.Rect.wide: public",
        "24-29 method Point.fmt: public, forks 2",
        "33-33 attribute Point.ORIGIN: public",
        "34-37 method Point.shift: private, async",
        "36-36 function Point.shift.inner: private",
        "40-44 interface Draw: public, bases fmt.Debug Send",
        "41-41 type Draw.Canvas: public",
        "42-42 method Draw.draw: public",
        "43-43 method Draw.twice: public",
        "47-50 function points: public, doc, decorators macro_export",
        "52-52 constant COUNT: private",
        "53-53 type Pair: public",
        "55-60 module tests: private, decorators cfg(test)",
        "57-59 function tests.draws: private, decorators test",
    ]
    assert list_imports(outline) == [
        "3 std: fmt as fmt",
        "3 std: io as sio",
        "3 std::io: Read as Read",
        "4 crate::paint: Colour as Color (given on)",
        "5 super::prelude: * as -",
        "6 paint: - as paint",
    ]
    assert outline.calls == {
        "self.ok": (25,),
        "write": (26,),
        "paint.brush": (28,),
        "self.y.load": (28,),
    }
