"""Reads a header of core/front/headers as programs see it: declarations are written once for all
element types.

    @each S D C Z
    cublasStatus_t cublas$Lgemv(cublasHandle_t handle, int m, const $T *A, $R *norm);
    @end

stands for four declarations. $L is the word, $l the same in lower case; $T and $R are the element
type that its first letter names and the type of its real numbers; $sy and $or are the first letters
of names that complex matrices change (sy, he; or, un). `@each wide S D` has each also with 64-bit
sizes, by a name that ends in _64; so has a block `@wide`, whose declarations have no words. With
`v2` each is also called cublasSgemv_v2 (cublasSgemv_v2_64).
"""

import re

REAL = {"S": "float", "D": "double", "C": "float", "Z": "double"}
TYPE = REAL | {"C": "cuComplex", "Z": "cuDoubleComplex", "H": "__half"}
DECLARED_ONLY = "Declared only" # begins the end of a header: functions that the CPU does not have
FLAGS = ("each", "wide", "v2")
DECLARATION = re.compile(r"\b(cu(?:blas|fft|rand|sparse|solver)\w+)\s*\(([^(){};]*)\)\s*;")
BLOCK = re.compile(r"^@((?:each|wide)\b[^\n]*)\n(.*?)^@end\n", re.S | re.M)


def for_word(text: str, word: str) -> str:
    kind, wide = word[0], word[0] in "CZ"
    values = {"L": word, "l": word.lower(), "T": TYPE[kind], "R": REAL.get(kind, TYPE[kind]),
              "sy": "he" if wide else "sy", "or": "un" if wide else "or"}
    return re.sub(r"\$(sy|or|[LlTR])", lambda m: values[m[1]], text)


def widened(declaration: str) -> str:
    """The same with 64-bit sizes."""
    return re.sub(r"\bint\b", "int64_t", re.sub(r"(\w+)\(", r"\1_64(", declaration, count=1))


def second_name(declaration: str) -> str:
    """NVIDIA's own name of a function that had an older one of that name."""
    name = re.search(r"(\w+)\(", declaration)[1]
    return f"#define {name.removesuffix('_64')}_v2{'_64' if name.endswith('_64') else ''} {name}\n"


def expand(block: re.Match) -> str:
    words, out = block[1].split(), ""
    wide = "wide" in words
    for declaration in re.findall(r"[^;]*;\n", block[2]):
        for word in [w for w in words if w not in FLAGS] or [""]:
            one = for_word(declaration, word) if word else declaration
            for form in [one, widened(one)] if wide else [one]:
                out += form + (second_name(form) if "v2" in words else "")
    return out


def expanded(text: str) -> str:
    return BLOCK.sub(expand, text)


def read_header(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return expanded(file.read())


def declarations(text: str):
    """(function, [(type, name of the parameter)]) for each function that the header of a library declares."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^\s*#.*?(?<!\\)$", " ", text, flags=re.S | re.M)
    for function, parameters in DECLARATION.findall(text):
        found = []
        for parameter in parameters.split(","):
            parameter = " ".join(parameter.split())
            if parameter not in ("void", ""):
                name = re.search(r"(\w+)\s*(\[\])?$", parameter)
                kind = parameter[:name.start(1)].strip() + (name.group(2) or "")
                found.append((kind, name.group(1)))
        yield function, found
