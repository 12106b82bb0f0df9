"""What the rows of a cell being typed must be: prompts, and the text wrapped to the terminal's width. Not a test itself."""
import unicodedata

from wcwidth import wcwidth


def graphemes(line):
    """Base characters with the combining ones that follow (no emoji sequences: tests do without them)."""
    parts = []
    for c in line:
        if parts and unicodedata.combining(c):
            parts[-1] += c
        else:
            parts.append(c)
    return parts


def indent_of(columns, n):
    wide = len(f"In [{n}]: ")
    return wide if columns >= wide + 10 else 2 if columns >= 12 else 0


def starts(columns, n):
    """The prompt of the first row, of a further line, and what stands before a wrapped row."""
    indent = indent_of(columns, n)
    if indent == 2:
        return "> ", ". ", "  "
    if indent == 0:
        return "", "", ""
    return f"In [{n}]: ", "...: ".rjust(indent), " " * indent


def rows_of(text, columns, n):
    """The rows, without blanks at the end."""
    width = max(columns - indent_of(columns, n) - 1, 1)
    first, more, wrapped = starts(columns, n)
    rows = []
    for number, line in enumerate(text.split("\n")):
        start, row, used = (first if number == 0 else more), "", 0
        for part in graphemes(line):
            wide = 4 - used % 4 if part == "\t" else max(wcwidth(part[0]), 0)
            if used and used + wide > width:
                rows.append(start + row)
                start, row, used = wrapped, "", 0
                wide = 4 - used % 4 if part == "\t" else wide
            row += " " * wide if part == "\t" else part
            used += wide
        rows.append(start + row)
    return [unicodedata.normalize("NFC", row).rstrip() for row in rows]


def shows(t, text, n):
    """Whether the terminal shows prompt n with exactly this text."""
    want, rows = rows_of(text, t.columns, n), [unicodedata.normalize("NFC", row) for row in t.rows()]
    first = want[0]
    for y in range(len(rows) - 1, -1, -1):
        if rows[y] == first or rows[y] == first.rstrip():
            return rows[y:y + len(want)] == want
    return not first and False
