#!/usr/bin/env python3
"""Arrays outlive engines that are killed at any moment, in and between statements that use them.

    tests/session/array_kills.py --kills 200 --seed N

`keep` and its view hold what they were given; `work` is remade, sorted and summed meanwhile, so that engines die while memory
of arrays is taken and given back. Prints `ok NAME` or `not ok NAME`."""
import argparse
import os
import random
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
BEGIN = ["auto keep = arange(200000).astype<double>();", "auto view = keep[::-2];", "auto work = zeros<double>(1);"]
CHURN = ["for (int i = 0; i < 400; i++) { work = keep[i:] * 2 + 1; work = sort(work[::-1]); }",
         "for (int i = 0; i < 4000; i++) work = cumsum(keep[:1000 + i]);",
         "{ auto t = work * 0; for (int i = 0; i < 3000; i++) t = view[i:] + 1; }"]
CHECK = "printf(\"%s %.17g %.17g %d\\n\", \"held\", sum(keep), sum(view), (int)all(keep[1:] - keep[:-1] == 1));"
HELD = "held 19999900000 10000000000 1"


def engines(parent):
    try:
        with open("/proc/%d/task/%d/children" % (parent, parent)) as f:
            return [int(word) for word in f.read().split()]
    except OSError:
        return []


def run(kills, seed):
    r = random.Random(seed)
    p = subprocess.Popen([HEDDLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def enter(line):
        p.stdin.write(line + "\n")
        p.stdin.flush()

    def held():
        enter(CHECK)
        for line in p.stdout:
            if line.startswith("held "):
                return line.strip()
        return "the session ended"

    for line in BEGIN:
        enter(line)
    if held() != HELD:
        return "wrong before any engine was killed"
    done = 0
    for k in range(kills):
        enter(r.choice(CHURN))
        time.sleep(r.random() * 0.08)
        for pid in engines(p.pid):
            os.kill(pid, 9)
            done += 1
        got = held()
        if got != HELD:
            p.kill()
            return "seed %d, kill %d: %s" % (seed, k, got)
    p.stdin.close()
    p.stdout.read()
    return None if p.wait() in (0, 1) and done >= kills // 2 else "status %s, %d engines killed" % (p.returncode, done)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--kills", type=int, default=10)
    a.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = a.parse_args()
    wrong = run(args.kills, args.seed)
    print("not ok array_kills: " + wrong if wrong else "ok array_kills: %d kills" % args.kills)
    sys.exit(1 if wrong else 0)


main()
