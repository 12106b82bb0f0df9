"""Plain C programs: heddle FILE.c against gcc -O2 on the same source.

Each program in host/ times its own work with clock_gettime (so that start and compilation are not in the figure) and prints
a line "seconds check"; the best of 5 to 25 runs counts (the shorter, the more), the tools alternate, and the checks must agree.
"""
import os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))


def run(command):
    out = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if out.returncode != 0:
        raise SystemExit("%s failed: %s" % (command, out.stderr))
    seconds, check = out.stdout.split()[:2]
    return float(seconds), check


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    worst = 0
    print("%-16s%12s%12s%10s" % ("seconds", "heddle", "gcc -O2", "ratio"))
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(os.listdir(os.path.join(HERE, "host"))):
            if not name.endswith(".c") or wanted not in name:
                continue
            source = os.path.join(HERE, "host", name)
            binary = os.path.join(folder, name[:-2])
            subprocess.run(["gcc", "-O2", "-o", binary, source, "-lm"], check=True)
            ours, theirs = [], []
            while len(ours) < 5 or (len(ours) < 25 and sum(s for s, _ in ours) < 1.5):
                ours.append(run([HEDDLE, source]))
                theirs.append(run([binary]))
            if len({check for _, check in ours + theirs}) != 1:
                raise SystemExit("%s: results differ: %s %s" % (name, ours[0][1], theirs[0][1]))
            a, b = min(s for s, _ in ours), min(s for s, _ in theirs)
            worst = max(worst, a / b)
            print("%-16s%12.4f%12.4f%10.2f" % (name[:-2], a, b, a / b))
    print("worst ratio %.2f" % worst)


main()
