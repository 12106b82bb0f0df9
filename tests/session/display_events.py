#!/usr/bin/env python3
"""What the events of display, imshow and plot carry: the engine is spoken to directly, as core/session/protocol.md says."""

import base64
import json
import os
import re
import socket
import struct
import subprocess
import zlib

ENGINE = os.path.join(os.path.dirname(os.path.abspath(os.environ["HEDDLE"])), "heddle-engine")


class Engine:
    def __init__(self):
        ours, theirs = socket.socketpair()
        memory = os.memfd_create("store")
        os.ftruncate(memory, 1 << 36)
        null = os.open(os.devnull, os.O_RDWR)

        def arrange():
            a, b, c = os.dup2(theirs.fileno(), 60), os.dup2(memory, 61), os.dup2(null, 62)
            os.dup2(a, 3), os.dup2(b, 4), os.dup2(c, 0), os.dup2(c, 1)
            for fd in (a, b, c):
                os.close(fd)

        self.process = subprocess.Popen([ENGINE], preexec_fn=arrange, close_fds=False)
        theirs.close()
        self.socket, self.last = ours, 0
        assert self.read()["event"] == "ready"

    def read(self):
        data = b""
        length = 4
        while len(data) < length:
            piece = self.socket.recv(length - len(data))
            assert piece, "the engine has gone"
            data += piece
            if length == 4 and len(data) == 4:
                length, data = struct.unpack("<I", data)[0], b""
                while len(data) < length:
                    data += self.socket.recv(length - len(data))
        return json.loads(data)

    def send(self, request):
        text = json.dumps(request).encode()
        self.socket.sendall(struct.pack("<I", len(text)) + text)

    def run(self, code, **members):
        """The events of one cell, `done` last."""
        self.last += 1
        self.send({"op": "execute", "id": self.last, "code": code, **members})
        events = []
        while not events or events[-1]["event"] != "done":
            event = self.read()
            if "sync" in event:
                self.send({"op": "ack", "sync": event["sync"]})
            else:
                events.append(event)
        return events

    def shown(self, code, **members):
        """The `display` events of a cell that succeeds."""
        events = self.run(code, **members)
        assert events[-1]["status"] == "ok", events
        return [e for e in events if e["event"] in ("display", "update_display", "clear_output", "result")]


def png_rows(data):
    """Width, height, colour type and the unfiltered rows of a PNG of 8-bit samples, and its palette."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body, head, palette, alpha = 8, b"", None, b"", b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + size]
        at += size + 12
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", chunk)
        elif kind == b"IDAT":
            body += chunk
        elif kind == b"PLTE":
            palette = chunk
        elif kind == b"tRNS":
            alpha = chunk
    width, height, depth, color = head[:4]
    raw = zlib.decompress(body)
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    line = (width * depth * channels + 7) // 8
    step = max(1, depth * channels // 8)
    rows, before = [], bytearray(line)
    for y in range(height):
        kind, row = raw[y * (line + 1)], bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
        for i in range(line):
            left, up, corner = row[i - step] if i >= step else 0, before[i], before[i - step] if i >= step else 0
            if kind == 4:
                p = left + up - corner
                best = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            else:
                best = [0, left, up, (left + up) // 2][kind]
            row[i] = row[i] + best & 255
        if depth < 8:
            row = bytearray(row[x * depth // 8] >> (8 - depth - x * depth % 8) & (1 << depth) - 1 for x in range(width))
        rows.append(row)
        before = row if depth == 8 else bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
    return width, height, color, rows, [palette[i:i + 3] for i in range(0, len(palette), 3)], alpha


def test(name, condition):
    print(("ok " if condition else "not ok ") + name.replace(" ", "_"), flush=True)


def lightness(rgb):
    """L* of an sRGB colour."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * (y ** (1 / 3) if y > 0.008856 else 7.787 * y + 16 / 116) - 16


def oklab(rgb):
    """A space in which equal distances look equally different."""
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)]
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)


engine = Engine()

# Tables, escaped.
result = engine.shown("struct item { int id; const char *name; } v[2] = {{1, \"<b>\"}, {2, \"$x$\"}}; v")[0]
html = result["data"]["text/html"]
test("an array of structs is a table", "<th>id</th><th>name</th>" in html and "<td>1</td>" in html)
test("text in tables is escaped", "&lt;b&gt;" in html and "<b>" not in html and "$" not in html)
test("a struct is a table", "<th>id</th><td>1</td>" in engine.shown("v[0]")[0]["data"]["text/html"])
html = engine.shown("float m[100][200]; m[99][199] = 7; m")[0]["data"]["text/html"]
test("a large array is cut", html.count("<tr>") < 30 and "<td>7.0</td>" in html and "float [100][200]" in html)
rows = [int(i) for i in re.findall(r"<tr><th>(\d+)</th>", html)]
columns = [int(i) for i in re.findall(r"<th>(\d+)</th>", html.split("</thead>")[0])]
test("its rows are the first and the last ones, each once", rows == [*range(len(rows) // 2), *range(100 - len(rows) // 2, 100)])
test("and its columns", columns == [*range(len(columns) // 2), *range(200 - len(columns) // 2, 200)])
test("a number is no table", "text/html" not in engine.shown("42")[0]["data"])
test("a text is no table", "text/html" not in engine.shown("char word[8] = \"abc\"; word")[0]["data"])

# Pictures.
event = engine.shown("float ramp[1][254]; for (int i = 0; i < 254; i++) ramp[0][i] = i; imshow(ramp);")[0]
width, height, color, rows, palette, alpha = png_rows(base64.b64decode(event["data"]["image/png"]))
test("imshow is a PNG with a palette", (width, height, color) == (354, 120, 3))
colors = [palette[i] for i in rows[0][:254]]
light = [lightness(c) for c in colors]
test("the colours grow lighter all the way", all(b > a - 0.2 for a, b in zip(light, light[1:])) and light[-1] - light[0] > 60)
steps = [sum((p - q) ** 2 for p, q in zip(oklab(a), oklab(b))) ** 0.5 for a, b in zip(colors[::8], colors[8::8])]
test("equal steps look equally large", max(steps) < 1.35 * min(steps))
test("a picture has text beside it", event["data"]["text/plain"] == "ramp: float, 1 x 254, 0 to 253")
test("and is described to those who do not see it", event["metadata"]["image/png"]["alt"] == event["data"]["text/plain"])
bar = [row[254 + 12 + 8] for row in rows[3:-3]]
test("beside it is a bar of all colours", bar[0] == 253 and bar[-1] == 0 and bar == sorted(bar, reverse=True))
numbers = [bytes(row[254 + 36:]) for row in rows]
test("with numbers from the lowest to the highest", 255 in numbers[-4] and 255 in numbers[2 + 3] and len(set(b"".join(numbers))) == 2)
test("no pixels unless they are asked for", "pixels" not in event)
event = engine.shown("double odd[2][2] = {NAN, -INFINITY, INFINITY, 3}; imshow(odd);")[0]
width, height, color, rows, palette, alpha = png_rows(base64.b64decode(event["data"]["image/png"]))
test("a small array is scaled up by a whole factor", (width, height) == (356, 256) and len(set(bytes(rows[0][:256]))) == 2)
nan, low, high = rows[0][0], rows[0][200], rows[200][0]
test("NaN is transparent, and nothing else", alpha[nan] == 0 and (low >= len(alpha) or alpha[low] == 255))
test("infinities have the colours of the ends", lightness(palette[low]) < 25 and lightness(palette[high]) > 80)
event = engine.shown("imshow(m, 100, 200);", pictures={"width": 80, "height": 40})[0]
pixels = event["pixels"]
test("pixels fit what was asked for", pixels["width"] <= 80 and pixels["height"] <= 40 and
     len(base64.b64decode(pixels["rgb"])) == pixels["width"] * pixels["height"] * 3)
event = engine.shown("static float large[3000][2000]; large[2999][1999] = 1; imshow(large);")[0]
width, height = png_rows(base64.b64decode(event["data"]["image/png"]))[:2]
test("a large array is averaged", (width, height) == (1100, 1500))
test("and says so", event["data"]["text/plain"].endswith(", shown smaller: averages of 2 x 2"))
for kind in ("bool", "char", "unsigned char", "short", "int", "unsigned", "long long", "unsigned long", "float", "double",
             "long double", "__int128"):
    text = engine.shown("%s a[2][2]; a[0][1] = (%s)1.0f; imshow(a);" % (kind, kind))[0]["data"]["text/plain"]
    test("imshow of " + kind, text.endswith("2 x 2, 0 to 1"))

# Elements that are colours.
for code in ("uchar3 c[2][2] = {{{255, 0, 0}, {0, 255, 0}}, {{0, 0, 255}, {9, 9, 9}}}; imshow(c);",
             "unsigned char d[2][2][3] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9}; imshow(d);",
             "auto e = zeros<unsigned char>(2, 2, 3); e[0, 0, 0] = 255; e[0, 1, 1] = 255; e[1, 0, 2] = 255; e[1, 1] = 9; imshow(e);",
             "auto f = zeros(2, 2, 3); f[0, 0, 0] = 7; f[0, 1, 1] = 1; f[1, 0, 2] = 1; f[1, 1] = 9 / 255.0f; imshow(f);"):
    event = engine.shown(code)[0]
    width, height, color, rows, palette, alpha = png_rows(base64.b64decode(event["data"]["image/png"]))
    at = lambda y, x: tuple(rows[y][3 * x:3 * x + 3])
    test("imshow of colours " + code.split()[1], color == 2 and (width, height) == (256, 256) and
         [at(0, 0), at(0, 255), at(255, 0), at(255, 255)] == [(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9)])
event = engine.shown("auto g = zeros<unsigned char>(2000, 8, 4); g[::2] = 200; imshow(g)")[0]
width, height, color, rows, palette, alpha = png_rows(base64.b64decode(event["data"]["image/png"]))
test("a large picture is averaged and says so", (width, height, color) == (4 * 64, 1000 * 64, 6) or
     set(rows[0]) == {100} and "averages of 2 x 2" in event["data"]["text/plain"])

# Pixels and files.
code = "unsigned char px[2][3][%d]; for (int i = 0; i < sizeof px; i++) ((unsigned char *)px)[i] = 40 * i; display_png(px, 3, 2, %d);"
for channels, kind in ((1, 0), (3, 2), (4, 6)):
    event = engine.shown(code % (channels, channels))[0]
    data = base64.b64decode(event["data"]["image/png"])
    width, height, color, rows, palette, alpha = png_rows(data)
    test("display_png with %d channels" % channels, (width, height) == (3, 2) and
         (color != kind or bytes(rows[0]) == bytes(40 * i & 255 for i in range(3 * channels))))
event = engine.shown("unsigned char glass[] = {255, 0, 0, 255, 0, 255, 0, 0, 10, 20, 30, 128, 0, 0, 0, 51}; "
                     "display_png(glass, 2, 2, 4);", pictures={"width": 80, "height": 40})[0]
test("pixels with opacity stand on white", list(base64.b64decode(event["pixels"]["rgb"])) ==
     [255, 0, 0, 255, 255, 255, 132, 137, 142, 204, 204, 204])
listed = ",".join(str(b) for b in data)
event = engine.shown("unsigned char file[] = {%s}; display_png(file, sizeof file);" % listed)[0]
test("display_png of a file gives the file", base64.b64decode(event["data"]["image/png"]) == data)
import tempfile
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.png")
    open(path, "wb").write(data)
    event = engine.shown("display_png(\"%s\");" % path)[0]
    test("display_png of a file's name", base64.b64decode(event["data"]["image/png"]) == data)
    test("its alternative text has the name", event["data"]["text/plain"].startswith(path + ": picture, "))
    path = os.path.join(folder, "a.svg")
    event = engine.shown("float w[3] = {1, 2, 4}; plot(w, {.file = \"%s\"})" % path)[0]
    test("a chart is written to a file", open(path).read() == event["data"]["image/svg+xml"])
    path = os.path.join(folder, "chart.png")
    said = engine.run("float w[3] = {1, 2, 4}; plot(w, {.width = 300, .height = 200, .file = \"%s\"})" % path)
    made = os.path.exists(path) and open(path, "rb").read()
    test("a chart is written to a PNG, or what is missing is named", made[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(made[16:20], "big") > 600
         if made else "apt install librsvg2-2" in str(said))

# Texts of other types.
for call, mime in (("markdown", "text/markdown"), ("latex", "text/latex"), ("svg", "image/svg+xml")):
    test("display_" + call, engine.shown("display_%s(\"<x>\");" % call)[0]["data"] == {mime: "<x>", "text/plain": "<x>"})
test("display_json", engine.shown("display_json(\"[1, {}]\");")[0]["data"]["application/json"] == [1, {}])
test("display_mime", engine.shown("display_mime(\"text/csv\", \"a,b\");")[0]["data"]["text/csv"] == "a,b")
test("display_mime of JSON", engine.shown("display_mime(\"application/geo+json\", \"{}\");")[0]["data"]["application/geo+json"] == {})

# Plots.
event = engine.shown("double y[5] = {1, 4, NAN, 16, 25}; plot(y);")[0]
chart, svg = event["data"]["application/vnd.vegalite.v5+json"], event["data"]["image/svg+xml"]
test("plot has Vega-Lite", [p["y"] for p in chart["data"]["values"]] == [1, 4, None, 16, 25] and
     chart["encoding"]["y"]["title"] == "y")
test("plot has an SVG with a gap at NaN", svg.startswith("<svg") and svg.count("M") >= 2 and svg.count("<circle") == 4)
event = engine.shown("float many[300000]; for (int i = 0; i < 300000; i++) many[i] = i == 12345 ? 9 : 0; plot(many);")[0]
values = event["data"]["application/vnd.vegalite.v5+json"]["data"]["values"]
test("many points are thinned out, not their outliers", len(values) < 4000 and max(p["y"] for p in values) == 9)
event = engine.shown("float c[9], s[9]; for (int i = 0; i < 9; i++) c[i] = cosf(i), s[i] = sinf(i); plot(c, s, 9);")[0]
test("a curve is drawn in the order of its points",
     event["data"]["application/vnd.vegalite.v5+json"]["encoding"]["order"]["field"] == "i")
for kind in ("bool", "char", "short", "unsigned", "long", "float", "double", "long double"):
    values = engine.shown("%s a[3]; a[1] = a[2] = (%s)1.0f; plot(a);" % (kind, kind))[0]["data"]["application/vnd.vegalite.v5+json"]
    test("plot of " + kind, [p["y"] for p in values["data"]["values"]] == [0, 1, 1])
VEGA = "application/vnd.vegalite.v5+json"
def chart_of(code):
    event = engine.shown(code)[0]
    return event["data"][VEGA], event["data"]["image/svg+xml"], event["data"]["text/plain"]
engine.shown("float px1[4] = {1, 10, 100, 1000}, py1[4] = {1, 2, 3, 4}, py2[4] = {8, 6, 4, -2}; display(0);")
chart, svg, text = chart_of("plot(px1, py1, \"up\", py2, {.title = \"A & B\", .xlabel = \"t\", .ylabel = \"u\", .logx = true, .ymax = 5})")
rows = chart["data"]["values"]
test("several series share x", [(p["x"], p["y"], p["s"]) for p in rows] ==
     [*zip([1, 10, 100, 1000], [1, 2, 3, 4], ["up"] * 4), *zip([1, 10, 100, 1000], [8, 6, 4, -2], ["py2"] * 4)])
test("titles and labels", chart["title"] == "A & B" and chart["encoding"]["x"]["title"] == "t" and chart["encoding"]["y"]["title"] == "u" and
     "A &amp; B</text>" in svg and text.startswith("A & B\nu\n1 up, 2 py2\n"))
test("a logarithmic axis", chart["encoding"]["x"]["scale"]["type"] == "log" and all(">%d</text>" % n in svg for n in (1, 10, 100, 1000)))
places = [float(x) for x in re.findall(r"<circle cx=\"([\d.]+)", svg)][:4]
test("its powers of ten are equally far", len({round(b - a) for a, b in zip(places, places[1:])}) == 1)
test("an end that is given", chart["encoding"]["y"]["scale"]["domain"] == [-2, 5])
test("what is beyond an end that is given is cut off", chart["mark"]["clip"] is True)
test("a chart is described", "Line chart of up and py2 over t: 4 points each" in chart["description"] and chart["description"].replace("&", "&amp;") in svg)
chart, svg, text = chart_of("scatter(py1, py2)")
low, high = chart["encoding"]["x"]["scale"]["domain"]
test("points at the ends are drawn whole", low < 1 and high > 4 and chart["encoding"]["y"]["scale"]["domain"][0] < -2 and chart["mark"]["clip"] is False)
chart, svg, text = chart_of("plot(px1, py2, {.logy = true})")
test("what has no logarithm is a gap", [p["y"] for p in chart["data"]["values"]] == [8, 6, 4, None])
chart, svg, text = chart_of("scatter(px1, py1)")
test("scatter has points", chart["mark"]["type"] == "circle" and svg.count("<circle") == 4)
chart, svg, text = chart_of("bar(py1, py2)")
test("bar has bars from 0", [(round(p["x"] + p["x2"], 9), p["y"], p["b"]) for p in chart["data"]["values"]] ==
     [(2, 8, 0), (4, 6, 0), (6, 4, 0), (8, -2, 0)])
chart, svg, text = chart_of("bar(py1, py2, py1)")
sides = sorted((p["x"], p["x2"]) for p in chart["data"]["values"])
test("bars of several series are side by side", len(sides) == 8 and all(a[1] <= b[0] + 1e-9 for a, b in zip(sides, sides[1:])))
chart, svg, text = chart_of("double hv[9] = {0, 0, 1, 2, 2, 2, NAN, 4, 4}; hist(hv, 4)")
test("hist counts as NumPy does", [(p["x"], p["x2"], p["y"]) for p in chart["data"]["values"]] == [(0, 1, 2), (1, 2, 1), (2, 3, 3), (3, 4, 2)])
chart, svg, text = chart_of("errorbar(px1, py1, py2)")
test("errorbar has both ends", [(p["a"], p["b"]) for p in chart["data"]["values"]] == [(-7, 9), (-4, 8), (-1, 7), (2, 6)] and
     [layer["mark"]["type"] for layer in chart["layer"]] == ["rule", "circle"])
chart, svg, text = chart_of("auto ax = linspace(0, 1, 5); plot(ax, ax * ax, \"square\", sqrt(ax), \"root\")")
test("expressions of arrays", [p["y"] for p in chart["data"]["values"]][:5] == [0, 0.0625, 0.25, 0.5625, 1])
chart, svg, text = chart_of("plot(ax, ax * ax, \"square\", ax, sqrt(ax), \"root\")")
test("x named again is x of the next curve", svg.count("<polyline") + svg.count("<path") >= 2 and text.splitlines()[0] == "1 square, 2 root")
chart, svg, text = chart_of("plot(ax, ax * ax, ax)")
test("x at the end is a curve", text.splitlines()[0] == "1 ax * ax, 2 ax")

# Ids.
first = engine.shown("int id = display(1); int other = display(2);")
ids = [e["transient"]["display_id"] for e in first]
test("each display has its own id", len(set(ids)) == 2)
second = engine.shown("update_display(id, 3); update_display(other, plot(y)); display(4);")
test("an update has the id of what it replaces", [e["event"] for e in second] == ["update_display"] * 2 + ["display"] and
     [e["transient"]["display_id"] for e in second[:2]] == ids and second[2]["transient"]["display_id"] not in ids)
test("what is replaced may be of another kind", "image/svg+xml" in second[1]["data"])
cleared = engine.shown("clear_output(); clear_output(true);")
test("clear_output waits if it is told to", [e["wait"] for e in cleared] == [False, True])
test("html is passed on", engine.shown("display_html(\"<b>x</b>\");")[0]["data"] == {"text/html": "<b>x</b>", "text/plain": "x"})
events = engine.run("imshow(m, 100, 201);")
test("a bad argument is one error", [e["event"] for e in events if e["event"] != "journal"] == ["started", "error", "done"] and
     events[1]["kind"] == "display")
engine.process.kill()
engine.process.wait()
