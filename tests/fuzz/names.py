#!/usr/bin/env python3
"""Random redefinition of nested names: a session's answers are those of a model of C++'s lookup.

    tests/fuzz/names.py                            a few seconds with another seed each time: what the tests run
    tests/fuzz/names.py --sessions 200             the long run; --seed N: where it starts (one seed is one session)
    tests/fuzz/names.py --seed N --show            one session's inputs, with what was expected

A session defines and defines again variables, functions, structs (with members, enumerators, nested structs), enums, aliases,
using declarations and directives, and macros, in nested, inline and reopened namespaces, from a pool of names that is small enough
for them to hide each other. Bodies name each other qualified and unqualified. Between cells, cells with an error in them
are tried, which must change nothing, and the engine is killed, which must lose nothing. After each cell some names are
asked for. The model holds the latest definition of each name and evaluates by lookup from where the text stands; where it finds nothing, two
things, or another kind of thing than the text was written for, the session has to refuse.
Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
NAMES = ["p", "q", "r", "s", "t", "u"]  # a body names only later ones, so nothing is circular
STRUCTS = ["P", "Q", "R", "S", "T", "U"]
SPACES = ["", "A", "A::B", "A::B::C", "D", "D::A", "E"]  # in D, A is D::A
INLINE = {"A::I": "A"}  # inline namespace I of A


class Refused(Exception):
    """The program is not valid."""


class Ambiguous(Refused):
    """A name means two things."""


class Unclear(Exception):
    """Functions of several spaces overload each other: not asked for."""


def parent(space):
    return space.rpartition("::")[0]


def join(space, name):
    return f"{space}::{name}" if space else name


class Entity:
    """kind: var, func, struct, enum, alias (using declaration), space. `value` of what is known, `terms` else."""

    def __init__(self, kind, space, name, constant=0, terms=(), members=None, target=None):
        self.kind, self.space, self.name, self.constant = kind, space, name, constant
        self.terms, self.members, self.target = list(terms), members or {}, target


class Term:
    """A name as written, and what it was written for: `A::p()` for a function, `q` for a variable, `S::k`, `S().get()`."""

    def __init__(self, rooted, path, kind, member=None):
        self.rooted, self.path, self.kind, self.member = rooted, path, kind, member

    def text(self):
        name = ("::" if self.rooted else "") + "::".join(self.path)
        return {"var": name, "func": name + "()", "struct": f"{name}::{self.member}" if self.member == "k" else
                f"{name}::{self.member}()" if self.member == "fixed" else f"{name}().{self.member}" if self.member == "v" else
                f"{name}().{self.member}()" if self.member == "get" else f"{name}::Inner().w"}[self.kind]


class Model:
    def __init__(self):
        self.entities = {}     # (space, name): Entity
        self.spaces = {""}
        self.aliases = {}      # (space, name): the space that a namespace alias means
        self.directives = {}   # space: spaces
        self.macros = {}

    def copy(self):
        m = Model()
        m.entities, m.spaces, m.aliases = dict(self.entities), set(self.spaces), dict(self.aliases)
        m.directives, m.macros = {k: list(v) for k, v in self.directives.items()}, dict(self.macros)
        return m

    # ---- lookup ([basic.lookup.unqual], [namespace.qual], [namespace.udir]) ----

    def own(self, space, name, spaces_only=False):
        """What a space itself declares, with its inline namespaces: entities, or ("space", path)."""
        found = []
        for place in [space] + [i for i, outer in INLINE.items() if outer == space and i in self.spaces]:
            entity = self.entities.get((place, name))
            if entity and not spaces_only:
                found.append(entity)
            if join(place, name) in self.spaces and join(place, name):
                found.append(("space", join(place, name)))
            if (place, name) in self.aliases:
                found.append(("space", self.aliases[place, name]))
        return found

    def resolved(self, found, seen=()):
        """Using declarations followed; the same thing twice is one."""
        things = []
        for one in found:
            if isinstance(one, Entity) and one.kind == "alias":
                if (one.space, one.name) in seen:
                    raise Unclear  # a new declaration that leads back to itself takes the place of the old one
                rooted, path = one.target
                try:
                    one = self.qualified("", path, seen=seen + ((one.space, one.name),))
                except Ambiguous:
                    raise Unclear from None  # what it meant before is as good
            if one not in things:
                things.append(one)
        if len(things) > 1:
            raise Unclear if all(isinstance(t, Entity) and t.kind == "func" for t in things) else Ambiguous
        return things[0] if things else None

    def closure(self, space, done=None):
        """Spaces nominated by directives in `space`, and in those."""
        done = done if done is not None else set()
        for place in [space] + [i for i, outer in INLINE.items() if outer == space]:
            for nominated in self.directives.get(place, []):
                if nominated not in done:
                    done.add(nominated)
                    self.closure(nominated, done)
        return done

    def qualified_in(self, space, name, spaces_only, seen, visited=None):
        visited = visited if visited is not None else set()
        if space in visited:
            return []
        visited.add(space)
        found = self.own(space, name, spaces_only)
        if found:
            return found
        for place in [space] + [i for i, outer in INLINE.items() if outer == space]:
            for nominated in self.directives.get(place, []):
                found += self.qualified_in(nominated, name, spaces_only, seen, visited)
        return found

    def qualified(self, start, path, spaces_only=False, seen=()):
        space = start
        for i, name in enumerate(path):
            last = i == len(path) - 1
            thing = self.resolved(self.qualified_in(space, name, not last or spaces_only, seen), seen)
            if thing is None:
                raise Refused
            if last:
                return thing
            space = thing[1]
        raise Refused

    def unqualified(self, start, name, spaces_only=False):
        nominated = set()
        chain, space = [], start
        while True:
            chain.append(space)
            if not space:
                break
            space = parent(space)
        appears = {}  # where what a directive brings in is as if it stood
        for place in chain:
            for source in [place] + [i for i, outer in INLINE.items() if outer == place]:
                for target in self.directives.get(source, []):
                    for other in {target} | self.closure(target):
                        common = place
                        while common and not (other == common or other.startswith(common + "::")):
                            common = parent(common)
                        appears.setdefault(common, set()).add(other)
        for place in chain:
            found = self.own(place, name, spaces_only)
            for other in appears.get(place, ()):
                found += self.own(other, name, spaces_only)
            if found:
                return self.resolved(found)
        raise Refused

    def find(self, term, space):
        path = term.path
        if term.rooted:
            return self.qualified("", path)
        if len(path) == 1:
            return self.unqualified(space, path[0])
        first = self.unqualified(space, path[0], spaces_only=True)
        return self.qualified(first[1], path[1:])

    # ---- values ----

    def value(self, term, space):
        if not term.rooted and term.kind in ("var", "func", "struct"):
            for word in term.path:
                if word in self.macros:
                    raise Refused  # not made: see Session.term
        thing = self.find(term, space)
        if not isinstance(thing, Entity) or thing.kind != term.kind:
            raise Refused
        if thing.kind == "var":
            return thing.constant
        if thing.kind == "func":
            return self.total(thing)
        return self.member(thing, term.member)

    def total(self, entity):
        return entity.constant + sum(self.value(t, entity.space) for t in entity.terms)

    def member(self, entity, member):
        if member in ("k", "v", "inner"):
            return entity.constant + {"k": 0, "v": 1, "inner": 4}[member]
        return self.total(entity) + {"get": 2, "fixed": 3}[member]


class Session:
    def __init__(self, seed, show=False):
        self.chance, self.model, self.show = random.Random(seed), Model(), show
        self.process = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.errors, self.log, self.asked = [], [], 0
        self.send('void zz_show(int question, int value) { printf("<%d %d>\\n", question, value); }')
        self.send("namespace A { inline namespace I { } }")
        self.model.spaces |= {"A", "A::I"}
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()

    def send(self, text):
        self.log.append(text)
        if self.show:
            print(text)
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def lines(self):
        """What is printed up to an end mark that is sent now."""
        self.asked += 1
        self.process.stdin.write(f'puts("end {self.asked}"); fflush(stdout);\n'.encode())
        self.process.stdin.flush()
        out = []
        while (line := self.process.stdout.readline().decode().strip()) != f"end {self.asked}":
            if not line and self.process.poll() is not None:
                raise SystemExit("the session ended")
            out.append(line)
        return out

    # ---- making text ----

    def pick(self, among):
        return self.chance.choice(list(among))

    def term(self, level, space):
        """A name that may mean something where `space` is: mostly one that exists."""
        model = self.model
        later = NAMES[level:] + STRUCTS[level:]
        candidates = [e for (s, n), e in model.entities.items() if n in later]
        if not candidates:
            return None
        entity = self.pick(candidates)
        seen = entity
        if entity.kind == "alias":
            try:
                seen = model.resolved([entity])
            except (Refused, Unclear):
                return None
            if not isinstance(seen, Entity):
                return None
        if seen.kind not in ("var", "func", "struct"):
            return None
        full = join(entity.space, entity.name).split("::")
        cut = self.chance.randrange(len(full))
        rooted = self.chance.random() < 0.15
        path = full if rooted else full[cut:]
        member = self.pick(["k", "v", "get", "fixed", "inner"]) if seen.kind == "struct" else None
        return Term(rooted, path, seen.kind, member)

    def terms(self, level, space):
        found = [self.term(level + 1, space) for _ in range(self.chance.randrange(4))]
        return [t for t in found if t]

    def sum(self, constant, terms):
        return " + ".join([str(constant)] + [t.text() for t in terms])

    def definition(self):
        """(text, what it does to a model)"""
        chance, model = self.chance, self.model
        space = self.pick(SPACES + list(INLINE))
        level, constant = chance.randrange(len(NAMES)), chance.randrange(1000)
        kind = self.pick(["var", "var", "func", "func", "func", "struct", "struct", "alias", "directive", "namespace_alias"])
        name = STRUCTS[level] if kind == "struct" else NAMES[level]
        terms = self.terms(level, space) if kind in ("func", "struct") else []
        entity = None
        if kind == "var":
            text = f"{self.pick(['const int', 'int', 'constexpr int', 'static int'])} {name} = {constant};"
            entity = Entity("var", space, name, constant)
        elif kind == "func":
            body = self.sum(constant, terms)
            shadow = self.pick(NAMES)
            if chance.random() < 0.3 and all(shadow not in t.path or (t.rooted and len(t.path) > 1) for t in terms):
                body = f"{body} + {shadow} - {shadow}"
                text = f"{self.pick(['int', 'static int', 'inline int'])} {name}() {{ int {shadow} = 7; return {body}; }}"
            else:
                text = f"{self.pick(['int', 'inline int', 'auto'])} {name}() {{ return {body}; }}"
            entity = Entity("func", space, name, constant, terms)
        elif kind == "struct":
            # Members have other names than the pool's, so they hide nothing.
            body = self.sum(constant, terms)
            text = (f"struct {name} {{ enum {{ k = {constant} }}; static int total() {{ return {body}; }} "
                    f"struct Inner {{ int w = {name}::k + 4; }}; int v = k + 1; "
                    f"int get() const {{ return total() + 2; }} static int fixed() {{ return {body} + 3; }} }};")
            entity = Entity("struct", space, name, constant, terms)
        elif kind == "alias":
            sources = [(s, n) for (s, n), e in model.entities.items() if e.kind != "alias" and s != space and
                       INLINE.get(s) != space and INLINE.get(space) != s and s]
            functions = {n for (s, n), e in model.entities.items() if s == space and e.kind == "func"}
            sources = [(s, n) for s, n in sources if n not in functions] # refused: both would be one set in C++
            if not sources:
                return None
            s, name = self.pick(sources)
            text, entity = f"using ::{join(s, name)};", Entity("alias", space, name, target=(True, join(s, name).split("::")))
        elif kind == "directive":
            target = self.pick([s for s in sorted(model.spaces) if s and s != space and s not in INLINE] or [None])
            if not target or len(model.directives.get(space, [])) > 1:
                return None
            text, name = f"using namespace ::{target};", f"using {target}"

            def apply(m):
                m.directives.setdefault(space, [])
                if target not in m.directives[space]:
                    m.directives[space].append(target)
        else:
            target = self.pick([s for s in sorted(model.spaces) if s] or [None])
            if not target:
                return None
            alias = name = "Z" + self.pick("xy")
            text = f"namespace {alias} = ::{target};"

            def apply(m):
                m.aliases[space, alias] = target
        if entity:
            def apply(m):
                m.entities[space, name] = entity
        for part in reversed(space.split("::") if space else []):
            text = f"{'inline ' if part == 'I' else ''}namespace {part} {{ {text} }}"

        def open_spaces(m):
            place = ""
            for part in space.split("::") if space else []:
                place = join(place, part)
                m.spaces.add(place)
            apply(m)
        return text, open_spaces, entity, space, name

    # ---- a step ----

    def accepted(self, model, entity):
        """Whether the definition is valid where it is made."""
        if entity is None:
            return True
        try:
            if entity.kind == "alias":
                thing = model.resolved([entity])
                if isinstance(thing, Entity) and thing.kind == "func":
                    model.total(thing)
            else:
                model.total(entity)
        except Refused:
            return False
        return True

    def cell(self):
        chance = self.chance
        after, texts, valid, defined = self.model.copy(), [], True, set()
        kept = self.model
        broken = chance.random() < 0.15
        # One definition a cell: in C++ what stands above knows nothing of what comes below it.
        for _ in range(chance.choice([1, 2, 3]) if broken else 1):
            self.model = after
            made = self.definition()
            self.model = kept
            if not made:
                continue
            text, apply, entity, space, name = made
            if (space, name) in defined:
                continue  # twice in one cell is refused
            defined.add((space, name))
            tried = after.copy()
            apply(tried)
            try:
                valid = self.accepted(tried, entity)
            except Unclear:
                continue
            texts.append(text)
            after = tried
            if not valid:
                break
        if not texts:
            return
        if broken:
            texts.append("no_such_name_anywhere;")
        self.send(" ".join(texts) + ("" if valid and not broken else "  // refused"))
        if valid and not broken:
            self.model = after

    def check(self, count):
        expected, self.model = {}, self.model
        for _ in range(count):
            term = self.term(0, "")
            if not term:
                continue
            term.rooted = term.rooted or self.chance.random() < 0.7
            number = len(self.log)
            try:
                value = self.model.value(term, "")
                expected[number] = f"<{number} {value}>"
            except Refused:
                expected[number] = None
            except Unclear:
                continue
            self.send(f'zz_show({number}, {term.text()});  // {expected[number]}')
        wanted = [text for text in expected.values() if text]
        got = self.lines()
        if got != wanted:
            for number, text in expected.items():
                if (text and text not in got) or (not text and any(g.startswith(f"<{number} ") for g in got)):
                    return f"{self.log[number]}: expected {text or 'an error'}, got {[g for g in got if g.startswith(f'<{number} ')]}"
            return f"expected {wanted}, got {got}"
        return None

    def kill_engine(self):
        self.lines()
        if self.show:
            print("# the engine is killed")
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/stat") as stat:
                        if int(stat.read().rsplit(")", 1)[1].split()[1]) == self.process.pid:
                            os.kill(int(entry), signal.SIGKILL)
                except OSError:
                    continue

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--cells", type=int, default=60)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--kills", type=float, default=0.02, help="how likely one is after a cell")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    start = options.seed if options.seed is not None else random.randrange(1 << 30)
    count = 1 if options.seed is not None and options.sessions == 3 else options.sessions
    failed = asked = 0
    for seed in range(start, start + count):
        session, problem = Session(seed, options.show), None
        for step in range(options.cells):
            session.cell()
            if session.chance.random() < options.kills:
                session.kill_engine()
            problem = session.check(4)
            asked += 4
            if problem:
                break
        session.close()
        if problem:
            failed += 1
            print(f"# --seed {seed} --show, cell {step}: {problem}")
            if options.show:
                print(b"".join(session.errors[-12:]).decode("utf-8", "replace"))
    print(f"# {count} sessions from seed {start}, {asked} questions")
    print(f"{'not ok' if failed else 'ok'} names", flush=True)
    sys.exit(failed > 0)


main()
