#!/usr/bin/env python3
"""Arrays in files, both ways, against NumPy's own: .npy of every type, order and shape, .npz (also deflated), lines of
numbers, bytes alone, PNG (read back by a decoder in here), and what is said of files that do not fit."""
import os
import struct
import subprocess
import sys
import tempfile
import zlib

try:
    import numpy as np
except ImportError:
    print("ok array files: there is no NumPy to compare with")
    sys.exit(0)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
TYPES = {"bool": "?", "signed char": "i1", "unsigned char": "u1", "short": "i2", "unsigned short": "u2", "int": "i4",
         "unsigned int": "u4", "long": "i8", "unsigned long": "u8", "half": "f2", "float": "f4", "double": "f8",
         "float _Complex": "c8", "double _Complex": "c16"}
failed = 0


def check(name, ok, why=""):
    global failed
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} {name}{': ' + str(why)[:600] if not ok else ''}")


def run(folder, text):
    path = os.path.join(folder, "program.cu")
    with open(path, "w") as f:
        f.write("#include <cstdio>\nint main() {\n" + text + "\nreturn 0;\n}\n")
    r = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=120, cwd=folder)
    return r.stdout, r.stderr


def values(t, shape):
    r = np.random.default_rng(len(shape) + ord(t[0]))
    v = r.integers(0, 2 if t == "?" else 100, shape)
    return (v + 1j * (v + 1)).astype(t) if t[0] == "c" else (v / 4 if t[0] == "f" else v).astype(t)


def png(path):
    """A PNG file of 8 bits without interlacing as an array."""
    with open(path, "rb") as f:
        data = f.read()
    at, body, head = 8, b"", None
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + n]
        head, body = (struct.unpack(">IIBBBBB", chunk), body) if kind == b"IHDR" else (head, body + chunk * (kind == b"IDAT"))
        at += 12 + n
    w, h, bits, color = head[:4]
    assert bits == 8
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    raw, rows, before = zlib.decompress(body), [], [0] * (w * channels)
    for y in range(h):
        line = list(raw[y * (w * channels + 1):(y + 1) * (w * channels + 1)])
        kind, line = line[0], line[1:]
        for x in range(len(line)):
            a = line[x - channels] if x >= channels else 0
            b, c = before[x], before[x - channels] if x >= channels else 0
            p = a + b - c
            near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[x] = line[x] + [0, a, b, (a + b) // 2, near][kind] & 255
        rows.append(line)
        before = line
    return np.array(rows, np.uint8).reshape((h, w, channels) if channels > 1 else (h, w))


def npy(folder):
    text, wanted = [], []
    for k, (name, t) in enumerate(TYPES.items()):
        for j, (shape, order, end) in enumerate([((3,), "C", "<"), ((2, 3), "F", "<"), ((2, 1, 3), "C", ">"), ((0, 4), "C", "<"),
                                                 ((), "C", "<"), ((2, 3, 4), "F", ">")]):
            v = values(t, shape)
            stored = np.asarray(v.astype(v.dtype.newbyteorder(end)), order=order)
            np.save(f"{folder}/in{k}_{j}.npy", stored)
            text.append(f'{{ auto a = load<{name}, {len(shape)}>("in{k}_{j}.npy"); save("out{k}_{j}.npy", a);')
            text.append(f'save("view{k}_{j}.npy", a.T); tofile("raw{k}_{j}", a); }}')
            wanted.append((k, j, v))
    out, err = run(folder, "\n".join(text))
    check("npy: nothing is said", not err, err)
    for k, j, v in wanted:
        try:
            back, view = np.load(f"{folder}/out{k}_{j}.npy"), np.load(f"{folder}/view{k}_{j}.npy")
            raw = np.fromfile(f"{folder}/raw{k}_{j}", v.dtype)
        except (OSError, ValueError) as e:
            check(f"npy {v.dtype} {v.shape}", False, e)
            continue
        same = back.dtype == v.dtype and back.shape == v.shape and np.array_equal(back, v)
        if not (same and np.array_equal(view, v.T) and np.array_equal(raw, v.ravel())):
            check(f"npy {v.dtype} {v.shape}", False, back)
    check("npy: all types, orders and shapes", True)


def npz(folder):
    a, b = np.arange(12.0).reshape(3, 4), np.arange(100000, dtype=np.int32) % 7
    np.savez(f"{folder}/plain.npz", a=a, b=b)
    np.savez_compressed(f"{folder}/small.npz", a=a, b=b)
    _, err = run(folder, '''
        auto a = load<double, 2>("plain.npz", "a"), c = load<double, 2>("small.npz", "a");
        auto b = load<int, 1>("plain.npz", "b"), d = load<int, 1>("small.npz", "b");
        savez("out.npz", "a", a, "b", b, "c", c[1:, ::2], "d", d);''')
    check("npz: nothing is said", not err, err)
    with np.load(f"{folder}/out.npz") as z:
        check("npz: written and read", sorted(z.files) == list("abcd") and np.array_equal(z["a"], a) and
              np.array_equal(z["b"], b) and np.array_equal(z["c"], a[1:, ::2]) and np.array_equal(z["d"], b))


def text(folder):
    v = np.random.default_rng(5).normal(size=(20, 3)) * 10.0 ** np.arange(-5, 10, 5)
    np.savetxt(f"{folder}/in.csv", v, delimiter=",", header="x,y,z")
    np.savetxt(f"{folder}/blank.txt", v)
    with open(f"{folder}/plain.csv", "w") as f:
        f.write("name; n\r\n1; 2\r\n\r\n-3 ;4\r\n")
    _, err = run(folder, '''
        auto a = loadtxt<double, 2>("in.csv"), b = loadtxt<double, 2>("blank.txt");
        savetxt("out.csv", a); savetxt("out.txt", b, " ", "# p q r"); savetxt("floats.csv", a.astype<float>());
        savetxt("ints.csv", loadtxt<int, 2>("plain.csv", ";", 1)); savetxt("row.csv", loadtxt<double, 1>("out.csv")[:2]);''')
    check("text: a table is no row", "has 20 lines of 3 numbers: read it with rank 2" in err, err)
    check("text: the same numbers", np.array_equal(np.loadtxt(f"{folder}/out.csv", delimiter=","), v) and
          np.array_equal(np.loadtxt(f"{folder}/out.txt"), v) and
          np.array_equal(np.loadtxt(f"{folder}/floats.csv", delimiter=",", dtype=np.float32), v.astype(np.float32)))
    with open(f"{folder}/ints.csv") as f:
        check("text: integers", f.read() == "1,2\n-3,4\n")


def pictures(folder):
    _, err = run(folder, '''
        auto y = arange<float>(7)[:, newaxis] / 6.0f, x = arange<float>(5) / 4.0f;
        imsave("grey.png", y * x); imsave("bits.png", y > x);
        auto c = zeros<unsigned char>(7, 5, 3);
        c[:, :, 0] = (y * 255).astype<unsigned char>(); c[..., 2] = (x * 200).astype<unsigned char>();
        imsave("colour.png", c); imsave("again.png", imread("colour.png"));
        auto p = zeros<uchar3>(7, 5); p[2, 3] = make_uchar3(1, 2, 3); imsave("struct.png", p);
        save("back.npy", imread<float, 3>("colour.png")); save("light.npy", imread<unsigned char, 2>("grey.png"));''')
    check("pictures: nothing is said", not err, err)
    y, x = np.arange(7, dtype=np.float32)[:, None] / np.float32(6), np.arange(5, dtype=np.float32) / np.float32(4)
    grey = np.floor((y * x).astype(np.float64) * 255 + 0.5).astype(np.uint8)
    colour = np.zeros((7, 5, 3), np.uint8)
    colour[..., 0], colour[..., 2] = (y * 255).astype(np.uint8), (x * 200).astype(np.uint8)
    check("pictures: brightness", np.array_equal(png(f"{folder}/grey.png"), grey) and
          np.array_equal(np.load(f"{folder}/light.npy"), grey))
    check("pictures: a mask", np.array_equal(png(f"{folder}/bits.png"), (y > x) * np.uint8(255)))
    check("pictures: colours", np.array_equal(png(f"{folder}/colour.png"), colour) and
          np.array_equal(png(f"{folder}/again.png"), colour))
    check("pictures: uchar3", png(f"{folder}/struct.png")[2, 3].tolist() == [1, 2, 3])
    check("pictures: as floats", np.allclose(np.load(f"{folder}/back.npy"), colour / 255.0))


def refusals(folder):
    np.save(f"{folder}/i.npy", np.arange(6).reshape(2, 3))
    np.save(f"{folder}/s.npy", np.array(["a", "b"]))
    np.savez(f"{folder}/z.npz", u=np.arange(3), v=np.arange(2))
    with open(f"{folder}/i.npy", "rb") as f:
        data = f.read()
    for name, bytes in (("cut.npy", data[:-5]), ("odd.npy", data[:9]), ("no.npy", b"hello world, this is text")):
        with open(f"{folder}/{name}", "wb") as f:
            f.write(bytes)
    for name, lines in (("bad.csv", "1,2\n3,x4\n"), ("ragged.csv", "1,2\n3\n"), ("big.csv", "300\n")):
        with open(f"{folder}/{name}", "w") as f:
            f.write(lines)
    for call, said in [
            ('load<float, 1>("i.npy")', "i.npy holds elements of `long`, shape (2, 3): read it as `load<long, 2>`"),
            ('load<float, 1>("s.npy")', "s.npy holds elements of NumPy's type <U1"),
            ('load<long, 1>("z.npz", "w")', "z.npz has no array `w`; it holds u, v"),
            ('load<long, 1>("z.npz")', "z.npz: which array? it holds u, v"),
            ('load<long, 1>("none.npy")', "none.npy cannot be read: No such file or directory"),
            ('load<long, 2>("cut.npy")', "cut.npy ends early: 43 of 48 bytes of elements are there"),
            ('load<long, 2>("odd.npy")', "odd.npy is no .npy file"),
            ('load<long, 2>("no.npy")', "no.npy is no .npy file"),
            ('load("i.npy")', "`load` needs the type of the elements and the rank"),
            ('loadtxt<double, 2>("bad.csv")', "bad.csv, line 2: `x4` is no number"),
            ('loadtxt<double, 2>("ragged.csv")', "ragged.csv, line 2 has 1 numbers, those before have 2"),
            ('loadtxt<unsigned char, 1>("big.csv")', "big.csv, line 1: `300` is no unsigned char"),
            ('imread("i.npy")', "i.npy is no PNG file"),
            ('imsave("x.png", arange(4))', "a picture has shape (height, width)"),
            ('save("no/such/x.npy", arange(4))', "no/such/x.npy cannot be written: No such file or directory"),
            ('save(arange(4), "x.npy")', "argument 1 of `save` is the file's name, a text, not `ndarray<int, 1>`"),
            ('fromfile<double>("big.csv")', "big.csv has 4 bytes: these are no whole elements of 8 bytes"),
            ('fromfile<int>("i.npy", 1000)', "elements of that shape take 4000")]:
        _, err = run(folder, call + ";")
        check(call, said in err, err)


def by_name(folder):
    out, err = run(folder, """save("n.png", eye(3)); save("n.CSV", eye(3)); save("n.dat", eye(3));
    auto p = load<unsigned char, 2>("n.png"); auto c = load<float, 2>("n.CSV"); auto d = load<float, 2>("n.dat");
    printf("%d %d %g %g\\n", p[1, 1], p[0, 1], c[2, 2], d[0, 1]);""")
    check("a file is what its name says", out == "255 0 1 0\n" and (png(f"{folder}/n.png").reshape(3, 3) == np.eye(3) * 255).all() and
          (np.loadtxt(f"{folder}/n.CSV", delimiter=",") == np.eye(3)).all() and (np.load(f"{folder}/n.dat") == np.eye(3)).all(), out + err)


with tempfile.TemporaryDirectory() as folder:
    for test in (npy, npz, text, pictures, by_name, refusals):
        test(folder)
sys.exit(failed > 0)
