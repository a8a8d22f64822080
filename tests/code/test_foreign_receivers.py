"""What stands before a name, or is around it, shows that it is another's: then it is no possible use."""

from __future__ import annotations

import pytest
from found_uses import uses_of

RUST = "pub struct A;\nimpl A {\n  pub fn run(&self) {}\n}\n"
CS = "class A : I {\n  public static readonly A Instance = new A();\n  public void Run() {}\n}\n"
PHP = "<?php\nclass A extends Z {\n  public function run() {}\n}\n"
CPP = "class A {\npublic:\n  void run();\n  int size;\n};\n"


@pytest.mark.parametrize(
    ("definition", "others", "expected"),
    [
        pytest.param(
            ("a.rs", "A.run", RUST),
            "pub struct B;\nimpl B {\n  pub fn run(&self) { self.run() }\n"
            "  fn f(&self) { (&*self).run(); Self::run(self) }\n  fn g(&self, a: &A) { a.run() }\n}\n"
            "fn h() { B::run(&b); Vec::run(); A::run(&a); T::run(); run(); }\n",
            [5, 7, 7],
            id="rust",
        ),
        pytest.param(
            ("a.rs", "run", "pub fn run() {}\n"),
            "struct B;\nfn f(b: B) { b.run(); }\nfn g() { B::run(); }\nfn h() { a::run(); run(); }\n",
            [4, 4],
            id="a function of rust",
        ),
        pytest.param(
            ("A.cs", "A.Instance", CS),
            "class B {\n  void f() { Flags.Instance(); }\n  void g() { A.Instance.f(); }\n}\n",
            [3],
            id="what is static in c#",
        ),
        pytest.param(
            ("A.cs", "A.Run", CS),
            "class B {\n  void f() { Regex.Run(); }\n  Shop Till { get; }\n"
            "  void g() { Till.Run(); a.Run(); }\n}\n"
            "class C {\n  public void Run() {}\n  void f() { this.Run(); Run(); }\n}\n",
            [4, 4],
            id="c#",
        ),
        pytest.param(
            ("A.java", "A.run", "class A {\n  void run() {}\n}\n"),
            "class B {\n  void run() {}\n  void f() { this.run(); run(); }\n}\nclass C extends A {\n"
            "  void run() { super.run(); }\n}\nclass D extends B {\n  void run() { super.run(); }\n}\n"
            "class E {\n  void f(A a) { a.run(); D.run(); }\n}\n",
            [6, 12],
            id="java",
        ),
        pytest.param(
            ("A.java", "A.run", "class A extends Base {\n  void run() {}\n}\n"),
            "class Base {\n  void run() {}\n  void f() { run(); this.run(); }\n}\n",
            [3, 3],
            id="an override that java may call",
        ),
        pytest.param(
            ("A.java", "A.NONE", "class A {\n  static int NONE = 1;\n}\n"),
            "class B {\n  int NONE = 2;\n  int f() { return NONE; }\n}\n",
            [],
            id="a field of java",
        ),
        pytest.param(
            ("A.php", "A.run", PHP),
            "<?php\nclass B extends Error {\n  function run() { parent::run(); $this->run(); self::run(); }\n"
            "  function f($a) { $a->run(); run(); Other::run(); }\n}\n"
            "class C extends A {\n  function run() { parent::run(); }\n}\n",
            [4, 7],
            id="php",
        ),
        pytest.param(
            ("A.php", "run", "<?php\nfunction run() {}\n"),
            "<?php\nfunction f($a) { $a->run(); A::run(); }\nfunction g() { return 'a' . run(); }\n",
            [3],
            id="a function of php",
        ),
        pytest.param(
            ("a.rb", "A.run", "class A\n  def run; end\nend\n"),
            "class B\n  def run; end\n  def f\n    run\n    self.run\n  end\nend\ndef g(a)\n  a.run\nend\n",
            [9],
            id="ruby",
        ),
        pytest.param(
            ("a.cpp", "run", "static int run(int a) { return a; }\n"),
            "",
            [],
            id="a function of c++ in one file",
        ),
        pytest.param(
            ("a.h", "A.run", CPP),
            "void f(A* a) { a->run(); }\nint g() { return run(1); }\n",
            [1],
            id="a method of c++",
        ),
        pytest.param(
            ("a.h", "A.run", CPP),
            "void f(A* a) { Names run; use(run); }\nvoid g(A* a, Names& run) { use(run); a->run(); }\n",
            [2],
            id="a variable of c++",
        ),
        pytest.param(
            ("a.h", "A.size", CPP),
            "int f(A* a) { int size = a->size; return size; }\nint g(int size) { return size; }\n",
            [1],
            id="a field of c++",
        ),
    ],
)
def test_a_place_that_shows_another_receiver_is_no_possible_use(
    definition: tuple[str, str, str], others: str, expected: list[int]
) -> None:
    path, qualified, text = definition
    other = {"h": "other.cpp"}.get(path.rpartition(".")[2], f"Other.{path.rpartition('.')[2]}")
    known, possible = uses_of({path: text, other: others}, path, qualified)
    lines = [int(each.rpartition(":")[2]) for each in (*known, *possible) if each.startswith(other)]
    assert sorted(lines) == expected
