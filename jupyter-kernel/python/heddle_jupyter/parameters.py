"""Papermill's parameters as C++. Papermill reads its plugins' entry points for engines only, so this module is one: an engine like its own, and
loading it tells papermill how to write CUDA.

A parameter keeps the type that the notebook's own cell gives it: `float alpha = 0.5f;` is followed by `decltype(alpha) alpha = 2;`.
"""

import math
import re

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

# `const float alpha = 0.5f; // the step` and `int sizes[2] = {1, 2};`: type, name, value
DECLARED = re.compile(r"([A-Za-z_][\w:<>, ]*?(?:\s|[*&])\s*[*&\s]*)([A-Za-z_]\w*)\s*((?:\[[^]]*\])*)\s*=\s*(.+)", re.S)


class CudaTranslator(Translator):
    @classmethod
    def translate_none(cls, val):
        return "nullptr"

    @classmethod
    def translate_bool(cls, val):
        return "true" if val else "false"

    @classmethod
    def translate_int(cls, val):
        if not -2**63 <= val < 2**64:
            raise ValueError(f"{val} fits no integer type of C++")
        return f"{val}ull" if val >= 2**63 else "(-9223372036854775807 - 1)" if val == -2**63 else str(val)

    @classmethod
    def translate_float(cls, val):
        if math.isfinite(val):
            return repr(val)
        return "NAN" if math.isnan(val) else "INFINITY" if val > 0 else "-INFINITY"

    @classmethod
    def translate_str(cls, val):
        escaped = "".join("\\" + c if c in '\\"' else f"\\{ord(c):03o}" if ord(c) < 32 or ord(c) == 127 else c for c in val)
        return f'"{escaped}"'

    @classmethod
    def translate_list(cls, val):
        return "{" + ", ".join(cls.translate(item) for item in val) + "}"

    @classmethod
    def translate_dict(cls, val):
        raise ValueError("a dictionary is no parameter for C++: give its values one by one")

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()

    @classmethod
    def assign(cls, name, str_val):
        return f"decltype({name}) {name} = {str_val};"

    @classmethod
    def inspect(cls, parameters_cell):
        """What the cell tagged `parameters` declares, for `papermill --help-notebook` and its warnings."""
        found = []
        for line in parameters_cell["source"].splitlines():
            code, _, comment = line.partition("//")
            for statement in code.split(";"):
                match = DECLARED.fullmatch(statement.strip())
                if match:
                    found.append(Parameter(name=match[2], inferred_type_name=(match[1].strip() + match[3]).strip(),
                                           default=match[4].strip(), help=comment.strip()))
        return found


class HeddleEngine(NBClientEngine):
    pass


papermill_translators.register("cuda", CudaTranslator)
papermill_translators.register("heddle", CudaTranslator)
