"""What a header of C++'s library declares in namespace std, for tools/embed.py.

A reading of its text that knows just enough of C++ to find the names: comments and directives are dropped, braces are
matched, and each item between them is asked for what it declares. Too many names cost a header that is read in vain; one
too few is a name that is not found, which tests/unit/test_waiting.c would see.
"""

import re

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|::|->|\.\.\.|\S")
NAME = re.compile(r"[A-Za-z_]\w*$")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')", re.S)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?(.*)$", re.M)
CLOSES = {"(": ")", "[": "]", "{": "}"}
TAGS = {"struct", "class", "union", "enum"}
KEYWORDS = set("auto bool char class const constexpr double enum false float inline int long short signed struct template true typename union"
               " unsigned void volatile".split())
SIDES = {"__host__", "__device__", "__forceinline__"}
WITH_PARENS = {"__attribute__", "alignas", "decltype", "noexcept", "explicit"}


def without_comments(text: str) -> str:
    text = COMMENT.sub(lambda m: m[1] or " ", text)
    return text.replace("\\\n", " ")


def closing(tokens: list[str], at: int) -> int:
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i] in CLOSES) - (tokens[i] in CLOSES.values())
        if depth == 0:
            return i
    return len(tokens) - 1


def behind_angles(tokens: list[str], at: int) -> int:
    depth = 0
    while at < len(tokens):
        if tokens[at] in CLOSES:
            at = closing(tokens, at)
        depth += (tokens[at] == "<") - (tokens[at] == ">")
        at += 1
        if depth == 0:
            return at
    return at


def item_end(tokens: list[str], at: int) -> int:
    """Behind the item that begins at `at`: its `;`, or the `}` of a function's body."""
    start, is_type = at, False
    while at < len(tokens):
        t = tokens[at]
        if t == "template" and at + 1 < len(tokens) and tokens[at + 1] == "<":
            at = behind_angles(tokens, at + 1)
            start = at
            continue
        if at == start:
            is_type = t in TAGS or t in ("typedef", "using")
        if t == ";":
            return at + 1
        if t in CLOSES:
            at = closing(tokens, at)
            if t == "{" and not is_type and (at + 1 >= len(tokens) or tokens[at + 1] not in ("{", ",", ";")):
                return at + 1
        at += 1
    return at


def enumerators(tokens: list[str]) -> set[str]:
    return {tokens[i] for i in range(len(tokens)) if NAME.match(tokens[i]) and tokens[i - 1] in ("{", ",")}


def tag_names(item: list[str]) -> set[str]:
    at, scoped = 1, False
    while at < len(item) and (item[at] in TAGS or item[at] in WITH_PARENS):
        scoped = item[at] in TAGS
        at = closing(item, at + 1) + 1 if item[at] in WITH_PARENS else at + 1
    names = set()
    if NAME.match(item[at]) and item[at + 1] != "<": # no specialisation
        names.add(item[at])
    if item[0] == "enum" and not scoped and "{" in item:
        names |= enumerators(item[item.index("{"):])
    return names


def declared(item: list[str]) -> set[str]:
    """The names that one item declares."""
    while item and item[0] == "template" and len(item) > 1 and item[1] == "<":
        item = item[behind_angles(item, 1):]
    while item and item[0] in ("inline", "constexpr", "static", "extern", "[") and len(item) > 1:
        item = item[closing(item, 0) + 1 if item[0] == "[" else 1:] # [[noreturn]]
    for i, t in enumerate(item[:-2]):
        if t == "operator" and item[i + 1] == '""' and item[0] != "using":
            return {'operator""' + item[i + 2]} # a literal says no other name
    if not item or item[0] in ("static_assert", ";") or "operator" in item[:item.index("{") if "{" in item else len(item)]:
        return set()
    if item[0] in TAGS and ("{" in item or len(item) < 4):
        return tag_names(item)
    if item[0] == "using":
        if item[1] == "namespace":
            return set()
        return {item[1]} if item[2] == "=" else {item[item.index(";") - 1]}
    names, at, last = set(), 0, ""
    while at < len(item):
        t = item[at]
        if (t in WITH_PARENS or (t.startswith("__") and not last)) and at + 1 < len(item) and item[at + 1] == "(":
            at = closing(item, at + 1) + 1
            continue
        if t == "<" and last:
            at = behind_angles(item, at)
            continue
        if t == "(" and at + 2 < len(item) and item[at + 1] == "*": # typedef void (*name)();
            return {item[at + 2]}
        if t in ("(", "=", "{", ";", "[", ",", ":"):
            if last:
                names.add(last)
            if t != ",":
                return names
        if t == "::" and at > 0 and item[at - 1] == last:
            last = ""
        elif NAME.match(t) and t not in KEYWORDS | SIDES:
            last = "" if at > 0 and item[at - 1] == "::" and item[0] != "typedef" and item[at + 1] == "(" else t
        at += 1
    return names


def of_tokens(tokens: list[str], macros: dict[str, list[str]]) -> set[str]:
    names, at = set(), 0
    while at < len(tokens):
        head = at + (tokens[at] == "inline")
        if tokens[at] == "extern" and tokens[at + 1].startswith('"') and tokens[at + 2] == "{":
            end = closing(tokens, at + 2)
            names |= of_tokens(tokens[at + 3:end], macros)
            at = end + 1
            continue
        if head < len(tokens) and tokens[head] == "namespace":
            brace = next(i for i in range(head, len(tokens)) if tokens[i] in ("{", ";"))
            if tokens[brace] == ";":
                names.add(tokens[head + 1])
                at = brace + 1
                continue
            end = closing(tokens, brace)
            names.add(tokens[head + 1])
            if head > at:
                names |= of_tokens(tokens[brace + 1:end], macros)
            at = end + 1
        elif tokens[at] in macros or (tokens[at].isupper() and tokens[at].startswith("__") and tokens[at + 1] == "("):
            # what a macro is given may be declared, with what it appends
            end = closing(tokens, at + 1)
            given = {t for t in tokens[at + 2:end] if NAME.match(t)}
            names |= given | {name + suffix for name in given for suffix in macros.get(tokens[at], [])}
            at = end + 1
        else:
            end = item_end(tokens, at)
            names |= declared(tokens[at:end])
            at = end
    return names


LIBRARIES = {"thrust", "cub", "cooperative_groups", "nvcuda", "cuda"} # namespaces whose names bring their header along
WITHIN = {"thrust", "cub"} # of these, where a namespace within stands in one header: `thrust::placeholders`


def of_library(space: str, tokens: list[str], macros: dict[str, list[str]]) -> set[str]:
    """What the body of a library's namespace declares, as `cub::BlockScan`, `cuda::std::span`; a namespace within is one of WITHIN's names only."""
    found, at, within = set(), 0, set()
    while at + 2 < len(tokens):
        if tokens[at] == "namespace" and tokens[at + 2] == "{":
            end = closing(tokens, at + 2)
            found |= of_library(f"{space}::{tokens[at + 1]}", tokens[at + 3:end], macros)
            within.add(tokens[at + 1])
            at = end
        at += 1
    own = of_tokens(tokens, macros)
    if space.split("::")[0] not in WITHIN:
        own -= within
    return found | {f"{space}::{name}" for name in own if not name.startswith("__") and name not in KEYWORDS}


class Header:
    """What embed.py says of a header.

    waits: it may be read when a name of it is looked up, for all that it declares is in std, and it says nothing that
    depends on macros and leaves none behind.
    library: what it declares in the namespaces of LIBRARIES, as `thrust::sort`, `nvcuda::wmma::fragment`.
    """

    def __init__(self, text: str):
        text = without_comments(text)
        self.includes = re.findall(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', text, re.M)
        directives = set(re.findall(r"^[ \t]*#[ \t]*(\w+)", text, re.M))
        macros = {m[1]: re.findall(r"##(\w+)", m[3]) for m in DEFINE.finditer(text)}
        tokens = TOKEN.findall(re.sub(r"(?m)^[ \t]*#.*$", "", text))
        self.names: set[str] = set()
        self.library: set[str] = set()
        others: list[str] = []
        at = 0
        while at < len(tokens):
            if tokens[at] == "namespace" and tokens[at + 1] in LIBRARIES and tokens[at + 2] == "{":
                self.library |= of_library(tokens[at + 1], tokens[at + 3:closing(tokens, at + 2)], macros)
            if tokens[at:at + 3] == ["namespace", "std", "{"]:
                end = closing(tokens, at + 2)
                self.names |= of_tokens(tokens[at + 3:end], macros)
                at = end + 1
            elif tokens[at:at + 3] == ["namespace", "std", "::"]:
                self.names.add(tokens[at + 3])
                at = closing(tokens, tokens.index("{", at)) + 1
            else:
                others.append(tokens[at])
                at += 1
        own = all(name.startswith("__") for name in (of_tokens(others, macros) | set(macros)) - KEYWORDS)
        asked = any(not m[2] and not m[3].strip() for m in DEFINE.finditer(text)) # for an #ifdef of the program
        self.waits = own and not asked and directives <= {"include", "define", "undef", "pragma"} and bool(self.names or self.includes)
        self.names -= KEYWORDS # also those with two underscores: a header that is read at once may ask for another's
