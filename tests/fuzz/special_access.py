#!/usr/bin/env python3
"""Who may make, copy, assign, destroy and convert an object: each kind of special member function (empty, defaulted, deleted, with code)
that is public, protected or private, in each context that uses one: variables, members, bases, arrays, new, temporaries, results,
arguments, captures, conversions; outside, in friends, members and derived classes. What g++ refuses is refused, and no more (cases in which C++17 and C++20 are of two minds
are left out).

    tests/fuzz/special_access.py                   a tenth of all cases, another one with each --seed
    tests/fuzz/special_access.py --all             all of them (a minute)
    tests/fuzz/special_access.py --only KIND/CONTEXT --show
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.environ.get("HEDDLE_ENGINE", os.path.join(ROOT, "build", "heddle-engine"))
REFUSED = 12  # in one file: after 20 errors no more are shown

# What stands in E under the access, and what else it has.
KINDS = {
    "default-empty": ("E() {}", "E(int, int) {}"),
    "default-defaulted": ("E() = default;", "int v;"),
    "default-defaulted-alone": ("E() = default;", ""),
    "default-deleted": ("E() = delete;", "int v;"),
    "default-code": ("E() : v(1) {}", "int v;"),
    "default-declared": ("E();", "E(int, int);"),
    "default-argument": ("E(int n = 0) {}", "int v;"),
    "default-template": ("template <class... A> E(A... a) {}", "int v;"),
    "copy-empty": ("E(const E &) {}", "E() {}"),
    "copy-defaulted": ("E(const E &) = default;", "E() = default; int v;"),
    "copy-code": ("E(const E &o) : v(o.v) {}", "E() {} int v;"),
    "copy-deleted": ("E(const E &) = delete;", "E() {} int v;"),
    "move-defaulted": ("E(E &&) = default;", "E() {} E(const E &) = default; E &operator=(const E &) = default;"),
    "move-code": ("E(E &&o) : v(o.v) {}", "E() {} int v;"),
    "copy-assign-defaulted": ("E &operator=(const E &) = default;", "int v;"),
    "copy-assign-code": ("E &operator=(const E &o) { v = o.v; return *this; }", "int v;"),
    "move-assign-defaulted": ("E &operator=(E &&) = default;", "E() {} E(const E &) = default; E &operator=(const E &) = default; int v;"),
    "move-assign-code": ("E &operator=(E &&o) { v = o.v; return *this; }", "E() {} E(const E &) = default; int v;"),
    "destructor-empty": ("~E() {}", "int v;"),
    "destructor-defaulted": ("~E() = default;", "int v;"),
    "destructor-code": ("~E() { v = 0; }", "int v;"),
    "destructor-deleted": ("~E() = delete;", "int v;"),
    "destructor-virtual": ("virtual ~E() {}", "int v;"),
    "converting": ("E(int) {}", "E() {} E(int, int) {}"),
    "converting-explicit": ("explicit E(int) {}", "E() {} int v;"),
    "conversion": ("operator int() const { return 1; }", "int v;"),
    "conversion-template": ("template <class T> operator T() const { return 1; }", "int v;"),
    "new": ("void *operator new(std::size_t); void *operator new[](std::size_t);", "int v;"),
    "delete": ("void operator delete(void *); void operator delete[](void *);", "int v;"),
    "data": ("int v;", ""),
    "data-first": ("int v;", "int w;"),
    "data-initialised": ("int v = 3;", "int w;"),
    "data-reference": ("const int &v = 3;", "int w;"),
    "base": None,
}

# "{...}" is the body of a function, which may stand in several places; "W" a class with an E.
BODIES = {
    "local": "E e;", "local-braces": "E e{};", "local-list": "E e = {};", "local-static": "static E e;", "local-array": "E e[2];",
    "local-array-list": "E e[2] = {};", "local-array-some": "E e[2] = {ref()};", "local-from-temporary": "E e = E();",
    "local-auto": "auto e = E();", "local-copy": "E e = ref();", "local-copy-parens": "E e(ref());", "local-copy-braces": "E e{ref()};",
    "local-move": "E e = static_cast<E &&>(ref());", "local-auto-copy": "auto e = ref();", "local-reference": "auto &e = ref();",
    "new": "new E;", "new-parens": "new E();", "new-braces": "new E{};", "new-array": "new E[2];", "new-array-braces": "new E[2]{};",
    "new-copy": "new E(ref());", "delete": "delete &ref();", "delete-array": "delete[] &ref();", "destroy": "ref().~E();",
    "temporary": "E();", "temporary-braces": "E{};", "temporary-bound": "const E &r = E();", "temporary-bound-move": "E &&r = E();",
    "call": "take(ref());", "call-temporary": "take(E());", "call-braces": "take({});", "call-number": "take(1);", "call-list": "take({1});",
    "call-reference": "look(ref());", "call-reference-number": "look(1);", "call-reference-list": "look({});", "call-moved": "take(static_cast<E &&>(ref()));",
    "call-result": "give();", "call-result-local": "E e = give();", "call-result-bound": "const E &e = give();", "call-result-type": "decltype(give()) *p;",
    "call-result-member": "give().nothing();",
    "assign": "ref() = ref();", "assign-moved": "ref() = static_cast<E &&>(ref());", "assign-list": "ref() = {};", "assign-number": "ref() = 1;",
    "assign-result": "ref() = give();", "assign-temporary": "ref() = E();",
    "capture": "E &e = ref(); auto l = [e] {};", "capture-init": "auto l = [x = ref()] {};", "capture-reference": "E &e = ref(); auto l = [&e] {};",
    "capture-all": "E &e = ref(); auto l = [=] { return &e; };", "lambda-local": "auto l = [] { E e; };", "lambda-parameter": "auto l = [](E e) {};",
    "throw": "throw ref();", "throw-temporary": "throw E();", "catch": "try { } catch (E e) { }", "catch-reference": "try { } catch (E &e) { }",
    "condition": "E e = yes ? ref() : E();", "condition-same": "E &e = yes ? ref() : ref();", "comma": "E e = (yes, ref());", "range": "E *a[1]; for (E e : *(E(*)[2])a) { }",
    "binding": "auto [a] = ref();", "binding-reference": "auto &[a] = ref();",
    "to-int": "int n = ref();", "to-int-condition": "if (ref()) { }", "to-int-sum": "ref() + 1;", "to-int-cast": "static_cast<int>(ref());", "to-long": "long n = ref();",
    "cast": "(void)(E)1;", "cast-static": "static_cast<E>(1);", "cast-call": "E(1);", "from-int": "E e = 1;", "from-int-parens": "E e(1);",
    "from-int-braces": "E e{1};", "from-int-list": "E e = {1};", "from-int-bound": "const E &e = 1;", "from-two": "E e(1, 2);", "from-two-braces": "E e{1, 2};",
    "from-two-list": "E e = {1, 2};", "from-two-temporary": "E(1, 2);",
    "sizeof": "(void)sizeof(E(), 1);", "noexcept": "(void)noexcept(E());", "decltype": "decltype(E()) *p;", "member": "ref().v = 1;", "placement": "::new (&ref()) E;",
    "constructible": "static_assert(__is_constructible(E));", "constructible-copy": "static_assert(__is_constructible(E, const E &));",
    "constructible-move": "static_assert(__is_constructible(E, E &&));", "constructible-int": "static_assert(__is_constructible(E, int));",
    "assignable": "static_assert(__is_assignable(E &, const E &));", "assignable-move": "static_assert(__is_assignable(E &, E &&));",
    "sfinae": "static_assert(sizeof(can_make<E>(0)) == sizeof(int));", "sfinae-copy": "static_assert(sizeof(can_copy<E>(0)) == sizeof(int));",
    "template": "make<E>();", "template-copy": "copy<E>(ref());", "template-drop": "drop<E>(ref());",
    "discard-condition": "yes ? E() : E();", "discard-comma": "(E(), yes);", "nested": "struct W { E e; } w;", "nested-unused": "struct W { E e; };",
    "nested-list": "struct W { E e; } w = {};", "nested-given": "struct W { E e; } w = {ref()};", "return-lambda": "auto l = [] { return E(); };",
    "return-lambda-copy": "auto l = []() -> E { return ref(); };",
}
TOPS = {
    "global": "E e;", "global-braces": "E e{};", "global-list": "E e = {};", "global-copy": "E e = ref();", "global-array": "E e[2];", "global-static": "static E e;",
    "global-temporary": "E e = E();", "global-reference": "const E &e = E();", "global-extern": "extern E e;", "global-call": "E e = give();", "global-inline": "inline E e;",
    "global-pointer": "E *e = new E;", "global-const": "const E e{};", "global-array-list": "E e[2] = {};",
    "function-declared": "E f(E);", "function-parameter": "void f(E e) {}", "return-temporary": "E f() { return E(); }", "return-list": "E f() { return {}; }",
    "return-copy": "E f() { return ref(); }", "return-move": "E f() { return static_cast<E &&>(ref()); }", "return-parameter": "E f(E e) { return e; }",
    "return-local": "E f() { E e; return e; }", "return-call": "E f() { return give(); }", "return-number": "E f() { return 1; }", "default-argument": "void f(E e = E());",
    "default-argument-used": "void f(E e = E()); void g() { f(); }", "return-condition": "E f() { return yes ? ref() : ref(); }",
    "member": "struct W { E e; }; W w;", "member-unused": "struct W { E e; };", "member-braces": "struct W { E e; }; W w{};", "member-list": "struct W { E e; }; W w = {};",
    "member-given": "struct W { E e; }; W w = {ref()};", "member-temporary": "struct W { E e; }; W w = {E()};", "member-result": "struct W { E e; }; W w = {give()};",
    "member-constructor": "struct W { E e; W() {} };", "member-constructor-init": "struct W { E e; W() : e() {} };", "member-constructor-copy": "struct W { E e; W(E &o) : e(o) {} };",
    "member-constructor-braces": "struct W { E e; W() : e{} {} };", "member-constructor-int": "struct W { E e; W() : e(1) {} };",
    "member-constructor-result": "struct W { E e; W() : e(give()) {} };", "member-delegating": "struct W { E e; W(); W(int) : W() {} };",
    "member-default": "struct W { E e{}; }; W w;", "member-default-unused": "struct W { E e{}; };", "member-default-copy": "struct W { E e = ref(); }; W w;", "member-default-empty": "struct W { E e = {}; };",
    "member-constructor-defaulted": "struct W { E e; W() = default; };", "member-constructor-defaulted-used": "struct W { E e; W() = default; }; W w;",
    "member-array": "struct W { E e[2]; }; W w;", "member-array-copy": "struct W { E e[2]; }; W &wr(); void f() { W x = wr(); }",
    "member-array-list": "struct W { E e[2]; }; W w = {};", "member-copy": "struct W { E e; int n; }; W &wr(); void f() { W x = wr(); }",
    "member-move": "struct W { E e; int n; }; W &wr(); void f() { W x = static_cast<W &&>(wr()); }", "member-copy-argument": "struct W { E e; }; W &wr(); void g(W); void f() { g(wr()); }",
    "member-assign": "struct W { E e; }; W &wr(); void f() { wr() = wr(); }", "member-assign-move": "struct W { E e; }; W &wr(); void f() { wr() = static_cast<W &&>(wr()); }",
    "member-destructor": "struct W { E e; W(); ~W() {} };", "member-destructor-defaulted": "struct W { E e; ~W() = default; };", "member-destructor-used": "struct W { E e; }; W &wr(); void f() { wr().~W(); }",
    "member-delete": "struct W { E e; }; void f(W *w) { delete w; }", "member-new": "struct W { E e; }; W *f() { return new W; }", "member-new-array": "struct W { E e; }; W *f() { return new W[3]; }",
    "member-copy-defaulted": "struct W { E e; W(const W &) = default; };", "member-copy-defaulted-used": "struct W { E e; W(const W &) = default; }; W &wr(); void f() { W x = wr(); }",
    "member-copy-constructor": "struct W { E e; W(const W &o) : e(o.e) {} };", "member-copy-constructor-none": "struct W { E e; W(const W &o) {} };",
    "member-move-defaulted": "struct W { E e; W(W &&) = default; }; W &wr(); void f() { W x = static_cast<W &&>(wr()); }",
    "member-assign-defaulted": "struct W { E e; W &operator=(const W &) = default; }; W &wr(); void f() { wr() = wr(); }",
    "member-static": "struct W { static E e; };", "member-static-inline": "struct W { inline static E e; };", "member-static-defined": "struct W { static E e; }; E W::e;",
    "member-result-lambda": "struct W { E e; }; auto l = [] { return W(); };", "member-two": "struct V { E e; }; struct W { V v; }; W w;", "member-two-copy": "struct V { E e; }; struct W { V v; }; W &wr(); void f() { W x = wr(); }",
    "member-two-constructor": "struct V { E e; }; struct W { V v; W() {} };", "member-extra": "struct W { int n; E e; }; W w = {1};", "member-extra-none": "struct W { E e; int n; }; W f() { return W(); }",
    "member-constructible": "struct W { E e; }; static_assert(__is_constructible(W));", "member-constructible-copy": "struct W { E e; }; static_assert(__is_constructible(W, const W &));",
    "member-assignable": "struct W { E e; }; static_assert(__is_assignable(W &, const W &));", "member-pointer": "struct W { E *e; }; W w; void f() { W x = w; }", "member-reference": "struct W { E &e; }; W w = {ref()}; void f() { W x = w; }",
    "base": "struct D : E { }; D d;", "base-unused": "struct D : E { };", "base-braces": "struct D : E { }; D d{};", "base-list": "struct D : E { int n; }; D d = {};", "base-given": "struct D : E { int n; }; D d = {ref(), 1};",
    "base-constructor": "struct D : E { D() {} };", "base-constructor-init": "struct D : E { D() : E() {} };", "base-constructor-int": "struct D : E { D() : E(1) {} };", "base-constructor-copy": "struct D : E { D(E &o) : E(o) {} };",
    "base-constructor-defaulted": "struct D : E { D() = default; }; D d;", "base-destructor": "struct D : E { D(); ~D() {} };", "base-destructor-defaulted": "struct D : E { ~D() = default; };",
    "base-copy": "struct D : E { int n; }; D &dr(); void f() { D x = dr(); }", "base-move": "struct D : E { int n; }; D &dr(); void f() { D x = static_cast<D &&>(dr()); }", "base-assign": "struct D : E { int n; }; D &dr(); void f() { dr() = dr(); }",
    "base-assign-move": "struct D : E { int n; }; D &dr(); void f() { dr() = static_cast<D &&>(dr()); }", "base-using": "struct D : E { using E::E; }; D d;", "base-using-two": "struct D : E { using E::E; }; D d(1, 2);", "base-using-int": "struct D : E { using E::E; }; D d(1);",
    "base-private": "struct D : private E { }; D d;", "base-slice": "struct D : E { D(); }; D &dr(); void f() { E e = dr(); }", "base-slice-call": "struct D : E { D(); }; D &dr(); void f() { take(dr()); }", "base-slice-reference": "struct D : E { D(); }; D &dr(); void f() { E &e = dr(); }",
    "base-delete": "struct D : E { }; void f(D *d) { delete d; }", "base-new": "struct D : E { }; D *f() { return new D; }", "base-copy-constructor": "struct D : E { D(const D &o) : E(o) {} };", "base-copy-constructor-none": "struct D : E { D(const D &o) {} };",
    "base-copy-defaulted": "struct D : E { D(const D &) = default; }; D &dr(); void f() { D x = dr(); }", "base-assign-written": "struct D : E { D &operator=(const D &o) { E::operator=(o); return *this; } };",
    "base-two": "struct C : E { }; struct D : C { }; D d;", "base-two-constructor": "struct C : E { }; struct D : C { D() {} };", "base-two-copy": "struct C : E { }; struct D : C { }; D &dr(); void f() { D x = dr(); }",
    "base-member": "struct C : E { }; struct D { C c; }; D d;", "base-constructible": "struct D : E { }; static_assert(__is_constructible(D));", "base-constructible-copy": "struct D : E { }; static_assert(__is_constructible(D, const D &));",
    "base-assignable": "struct D : E { }; static_assert(__is_assignable(D &, const D &));", "base-local": "struct D : E { D(); void f() { E e; } };", "base-own-local": "struct D : E { void f() { D d; } };", "base-own-new": "struct D : E { D(); E *f() { return new E; } };",
    "base-own-delete": "struct D : E { D(); void f(E *e) { delete e; } };", "base-own-delete-own": "struct D : E { void f(D *d) { delete d; } };", "base-own-copy": "struct D : E { D(); void f() { E e = *this; } };", "base-own-assign": "struct D : E { D(); void f(E &e) { e = *this; } };",
    "base-own-assign-own": "struct D : E { D(); void f(E &e) { E::operator=(e); } };", "base-own-convert": "struct D : E { D(); int f() { return *this; } };", "base-own-convert-other": "struct D : E { D(); int f(E &e) { return e; } };",
    "base-second": "struct A { }; struct D : A, E { }; D d;", "base-conversion": "struct D : E { D(); }; D &dr(); int f() { return dr(); }",
    "union": "union U { E e; int n; }; U u;", "union-unused": "union U { E e; int n; };", "union-constructor": "union U { E e; int n; U() {} ~U() {} };", "union-constructor-init": "union U { E e; int n; U() : e() {} ~U() {} };", "union-copy": "union U { E e; int n; }; U &ur(); void f() { U x = ur(); }",
    "template-variable": "template <class T> T tv; void f() { (void)tv<E>; }", "template-member": "template <class T> struct W { T t; }; W<E> w;", "template-member-unused": "template <class T> struct W { T t; void f() { T x; } }; W<E> *w;",
    "template-base": "template <class T> struct W : T { }; W<E> w;", "template-member-used": "template <class T> struct W { void f() { T x; } }; void g(W<E> &w) { w.f(); }", "template-argument": "template <class T> void f(T t) { } void g() { f(ref()); }",
    "template-forward": "template <class T, class U> void f(U &&u) { T t(static_cast<U &&>(u)); } void g() { f<E>(ref()); }",
    "explicit-instantiation": "template <class T> struct W { T t; }; template struct W<E>;",
}
PLACES = {
    "free": "void here() { %s }", "friend": "void pal() { %s }", "friend-class": "struct Pal { void here() { %s } };", "friend-static": "struct Pal { static void here() { auto l = [] { %s }; } };",
    "member": "void E::in() { %s }", "nested": "struct E::In { void here() { %s } };", "derived": "struct Derived : E { Derived(); ~Derived(); void here() { %s } };",
    "template": "template <class T> void all() { %s } void go() { all<int>(); }",
}
ABOUT = """E &ref(); void take(E); void look(const E &); E give(); extern bool yes;
template <class T> auto can_make(int) -> decltype(T(), 1); template <class T> char can_make(...);
template <class T> auto can_copy(int) -> decltype(T(*(T *)0), 1); template <class T> char can_copy(...);
template <class T> void make() { T t; } template <class T> void copy(T &t) { T u = t; } template <class T> void drop(T &t) { t.~T(); }"""


def class_text(kind, access):
    head = "class E { friend void pal(); friend struct Pal; public: struct In; void in(); void nothing(); "
    if kind == "base":
        return f"struct B {{ int v; }}; class E : {access} B {{ friend void pal(); friend struct Pal; public: struct In; void in(); void nothing(); }};"
    limited, rest = KINDS[kind]
    return head + rest + f" {access}: {limited} }};"


# A deleted destructor of what is thrown; a virtual destructor that is out of reach for the class derived; and the destructors and
# functions `operator delete` that are needed only should a constructor throw, are not asked for.
# g++ lets these pass: it takes no constructor where copying is bytes (catch).
# Heddle has no name for the assignment of a class that declares none (E::operator=), and copies a base's part by what copies the base.
# Questions about types are asked from outside of all classes, as by <type_traits>; g++ asks its built-in ones where they stand.
LEFT_OUT = re.compile(r"^base/protected/member@derived|^(destructor|move)-defaulted/.*/base-given$|^destructor-deleted/.*/throw@|/member-delegating$|^delete/.*(new|pointer)|^new/.*/base-new$|^destructor-virtual/.*/(base|member-default-empty)|(constructible|assignable)[a-z-]*@(?!free)|^copy-defaulted/.*/catch@|/base-assign-written$|/base-own-assign-own$|^default-template/.*/base-(slice|slice-call|own-copy)$")


def cases():
    for kind in KINDS:
        for access in ("public", "protected", "private"):
            for name, text in TOPS.items():
                yield f"{kind}/{access}/{name}", class_text(kind, access), text
            for name, text in BODIES.items():
                for place, around in PLACES.items():
                    yield f"{kind}/{access}/{name}@{place}", class_text(kind, access), around % text


def program(some):
    lines, where = ["typedef unsigned long size_t; namespace std { using ::size_t; } inline void *operator new(std::size_t, void *p) noexcept { return p; }"], {}
    for i, (name, e, text) in enumerate(some):
        first = len(lines) + 1
        lines += [f"namespace n{i} {{ {e}", *ABOUT.split("\n"), text, "}"]
        for n in range(first, len(lines) + 1):
            where[n] = i
    return "\n".join(lines) + "\n", where


def refused(command, some, folder, name):
    text, where = program(some)
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    said = subprocess.run(command + [path], capture_output=True, text=True, timeout=300)
    out = said.stdout + said.stderr
    errors = {int(m.group(1)) for m in re.finditer(re.escape(name) + r":(\d+):\d+: (?:fatal |internal compiler )?error", out)}
    if said.returncode not in (0, 1):
        out += f"\nexit status {said.returncode}"
    return {where[n] for n in errors if n in where}, out


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--part", type=int, default=10)
    options.add_argument("--all", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--show", action="store_true")
    options.add_argument("--most", type=int, default=10**9)
    options.add_argument("--max", type=int, default=30)
    args = options.parse_args()
    every = [c for c in cases() if re.search(args.only, c[0]) and not LEFT_OUT.search(c[0])]
    random.Random(args.seed).shuffle(every)
    every = every[:args.most]
    if not args.all and not args.only:
        every = every[:len(every) // args.part]
        print(f"--seed {args.seed}")
    bad = []
    count = {False: 0, True: 0}
    with tempfile.TemporaryDirectory() as folder:
        gxx = ["g++", "-w", "-fsyntax-only", "-fmax-errors=0", "-x", "c++", "-std=c++17"]
        for at in range(0, len(every), 800):
            some = every[at:at + 800]
            want, out = refused(gxx, some, folder, "all.cu")
            newer, _ = refused(gxx[:-1] + ["-std=c++20"], some, folder, "all.cu")
            some = [case for i, case in enumerate(some) if (i in want) == (i in newer)]
            want, out = refused(gxx, some, folder, "all.cu")
            if args.show:
                print(out)
            groups, group, n = [], [], 0
            for i, case in enumerate(some):
                group.append(i)
                n += i in want
                if n == REFUSED or len(group) == 200:
                    groups.append(group)
                    group, n = [], 0
            groups.append(group)
            for group in groups:
                have, said = refused([ENGINE, "--check"], [some[i] for i in group], folder, "some.cu")
                if args.show:
                    print(said)
                if len(have) > 18:  # some may not have been shown: one at a time
                    have = set()
                    for k, i in enumerate(group):
                        if refused([ENGINE, "--check"], [some[i]], folder, "one.cu")[0]:
                            have.add(k)
                for k, i in enumerate(group):
                    count[i in want] += 1
                    if (k in have) != (i in want):
                        bad.append((some[i], i in want))
    bad.sort()
    for (name, e, text), want in bad[:args.max]:
        print(f"not ok {name}: g++ {'refuses' if want else 'takes'} it\n    {e}\n    {text}")
    if bad:
        print(f"{len(bad)} of {sum(count.values())} cases differ")
    if not args.only and min(count.values()) < 100:
        print(f"not ok too few cases: {count}")
        return 1
    if not bad:
        print(f"ok special_access: {count[True]} refused and {count[False]} taken by both")
    return 1 if bad else 0


sys.exit(main())
