"""Writes files as C arrays: embed.py OUTPUT NAME=FILE..."""

import sys

with open(sys.argv[1], "w") as out:
    for argument in sys.argv[2:]:
        name, path = argument.split("=", 1)
        with open(path, "rb") as file:
            data = file.read()
        out.write(f"static const unsigned char {name}[] = {{\n")
        for at in range(0, len(data), 24):
            out.write("    " + ",".join(str(byte) for byte in data[at:at + 24]) + ",\n")
        out.write("};\n")
