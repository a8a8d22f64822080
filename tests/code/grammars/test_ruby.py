"""Ruby's outline: singleton methods, methods that calls define, and sections of visibility."""

from __future__ import annotations

from outline_listing import list_definitions, list_imports

from groundplan.code.grammars.reading import read_with_grammar

SHOP = b"""\
# frozen_string_literal: true

require "set"
require_relative "../shop"

module Shop
  # Sells things.
  class Orders::Queue < Base::List
    include Enumerable
    MOST = 3
    attr_reader :size, :name

    # Sells one.
    def sell(count)
      return unless count > 0 && open?
      stock.take(count)
      save!
    end

    def self.build = new

    class << self
      def load(path) = File.read(path)

      private

      def parse; end
    end

    define_method(:each) { |x| x }
    alias_method :sell_one, :sell
    alias take sell

    def close; end
    private :close

    private

    def log; end
    LEAST = 1

    public

    def ==(other); end
    private def hidden?; end
  end

  Point = Struct.new(:x) do
    def shift; end
  end

  module_function

  def total; end
end

def run
  describe "no def inside a string" do
  end
end
"""


def test_a_file_with_everything_is_read_whole() -> None:
    outline = read_with_grammar("ruby", SHOP)
    assert not outline.is_broken
    assert list_definitions(outline) == [
        "6-55 module Shop: public",
        "8-46 class Shop.Orders.Queue: public, doc, bases Base.List",
        "10-10 attribute Shop.Orders.Queue.MOST: public",
        "11-11 attribute Shop.Orders.Queue.size: public",
        "11-11 attribute Shop.Orders.Queue.name: public",
        "14-18 method Shop.Orders.Queue.sell: public, doc, forks 2",
        "20-20 method Shop.Orders.Queue.build: public",
        "23-23 method Shop.Orders.Queue.load: public",
        "27-27 method Shop.Orders.Queue.parse: private",
        "30-30 method Shop.Orders.Queue.each: public",
        "31-31 method Shop.Orders.Queue.sell_one: public",
        "32-32 method Shop.Orders.Queue.take: public",
        "34-34 method Shop.Orders.Queue.close: private",
        "39-39 method Shop.Orders.Queue.log: private",
        "40-40 attribute Shop.Orders.Queue.LEAST: public",
        "44-44 method Shop.Orders.Queue.==: public",
        "45-45 method Shop.Orders.Queue.hidden?: private",
        "48-50 class Shop.Point: public",
        "49-49 method Shop.Point.shift: public",
        "54-54 method Shop.total: public",
        "57-60 function run: public",
    ]
    assert list_imports(outline) == [
        "3 set: - as -",
        "4 ../shop: - as -",
    ]
    assert outline.calls == {
        "require": (3,),
        "require_relative": (4,),
        "include": (9,),
        "attr_reader": (11,),
        "open?": (15,),
        "stock.take": (16,),
        "save!": (17,),
        "File.read": (23,),
        "define_method": (30,),
        "alias_method": (31,),
        "private": (35, 45),
        "Struct.new": (48,),
        "describe": (58,),
    }
