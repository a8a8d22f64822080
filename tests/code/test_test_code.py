"""Which files are tests, and which definitions are tests where they stand beside what they test."""

from __future__ import annotations

import pytest

from groundplan.code.extracting import extract
from groundplan.code.test_paths import is_test, is_test_code


@pytest.mark.parametrize(
    "path",
    [
        "tests/cli.rs",
        "src/parser/tests.rs",
        "src/test/java/com/example/Shop.java",
        "core/ShopTest.java",
        "core/ShopTests.java",
        "core/TestShop.java",
        "core/ShopIT.java",
        "shop/src/commonTest/kotlin/Shop.kt",
        "core/ShopTest.kt",
        "Shop.Tests/Making.cs",
        "ShopTests/Making.cs",
        "src/ShopTests.cs",
        "spec/shop_spec.rb",
        "lib/shop_spec.rb",
        "test/test_shop.rb",
        "lib/shop_test.rb",
        "src/ShopTest.php",
        "src/test_shop.c",
        "src/shop_test.cc",
        "src/shop_unittest.cc",
    ],
)
def test_files_that_test_runners_look_for_are_tests(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/contest.rs",
        "src/main/java/com/example/Shop.java",
        "core/Latest.java",
        "core/Contest.kt",
        "core/SPLIT.java",
        "core/Audit.java",
        "Shop.Testing.Contracts/Shop.cs",
        "lib/attestation.rb",
        "src/Attest.php",
        "src/latest.c",
        "src/unittest_support.cc",
    ],
)
def test_files_whose_names_only_sound_so_are_none(path: str) -> None:
    assert not is_test(path)


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("src/shop.rs", "#[test]\nfn sells() {}\n", "sells"),
        ("src/shop.rs", "#[tokio::test]\nasync fn sells() {}\n", "sells"),
        ("src/shop.rs", "#[cfg(test)]\nmod tests {\n    fn helper() {}\n}\n", "helper"),
        ("Shop.java", "class Shop {\n    @Test\n    void sells() {}\n}\n", "sells"),
        ("Shop.java", 'class Shop {\n    @ParameterizedTest(name = "a")\n    void sells() {}\n}\n', "sells"),
        ("Shop.kt", "class Shop {\n    @Test\n    fun sells() {}\n}\n", "sells"),
        ("Shop.cs", "class Shop {\n    [Fact]\n    public void Sells() {}\n}\n", "Sells"),
        ("Shop.cs", "class Shop {\n    [Slow, TestMethod]\n    public void Sells() {}\n}\n", "Sells"),
        ("Shop.php", "<?php\nclass Shop {\n    #[Test]\n    public function sells() {}\n}\n", "sells"),
        ("shop.cc", "TEST_F(ShopTest, Sells) {\n}\n", "Sells"),
    ],
)
def test_a_mark_makes_a_test(path: str, text: str, name: str) -> None:
    outline = extract(path, text.encode())
    assert outline is not None
    assert [is_test_code(path, each) for each in outline.definitions if each.name == name] == [True]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/shop.rs", "#[inline]\nfn test() {}\n"),
        ("src/shop.rs", "#[cfg(feature)]\nmod shop {\n    fn helper() {}\n}\n"),
        ("Shop.java", "class Shop {\n    @Override\n    void test() {}\n}\n"),
        ("Shop.cs", "class Shop {\n    [Testable]\n    public void Sells() {}\n}\n"),
        ("shop.cc", "int TEST_COUNT(int a, int b) {\n}\n"),
    ],
)
def test_other_marks_and_names_make_none(path: str, text: str) -> None:
    outline = extract(path, text.encode())
    assert outline is not None
    assert outline.definitions
    assert not any(is_test_code(path, each) for each in outline.definitions)


def test_a_ruby_file_for_those_who_test_is_no_test() -> None:
    assert not is_test("lib/sidekiq/test_api.rb")
