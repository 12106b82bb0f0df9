#!/usr/bin/env python3
"""Shift-Tab in the middle of typing: launches, members, arguments. Asked through heddle --json, as notebooks ask the engine."""

import json
import os
import subprocess
import sys

DEFINITIONS = """struct P {
    int a; // how many
    // The weight,
    // in grams.
    float w;
    unsigned low : 3;
    float weight(float scale, int n) const { return w * scale; } // heavy
};
struct Q : P { double more; };
P p, *q = &p, ps[3]; Q r;
namespace box { int size = 3; }
// Scales all.
__global__ void k(float *x, float by, int n) {}
__device__ float f(float u, float v) { return u; }
"""

# The text up to the cursor, what is said, and what is not.
CASES = [
    ("k<<<1,", ["Here:      dim3 block", "<<<dim3 grid, dim3 block,", "Help:      Scales all."], []),
    ("k<<<1, 32, 4", ["Here:      size_t shared = 0"], []),
    ("k<<<1, 2>>>(", ["Here:      float *x", "Help:      Scales all."], ["grid"]),
    ("k<<<1, 2>>>(d, ", ["Here:      float by"], []),
    ("k<<<dim3(1, ", ["dim3(unsigned x", "Here:      unsigned y"], ["Scales"]),
    ("p.a", ["a (member of P)", "Type:      int", "Offset:    0 of", "Help:      how many"], []),
    ("q->w", ["w (member of P)", "Help:      The weight,\n           in grams."], []),
    ("ps[p.a].w", ["w (member of P)"], []),
    ("p.low", ["Type:      unsigned int : 3"], []),
    ("r.w", ["w (member of P)", "Type:      float"], []),
    ("p.weight", ["weight (member function of P)", "Help:      heavy"], []),
    ("p.weight(2, ", ["weight(float", "Here:      int"], []),
    ("p.nope", None, []),
    ("nope(3, ", None, []),
    ("box::size", ["size", "int", "Value:     3"], []),
    ("cudaMemcpy(d, s, ", ["Here:      size_t count", "Help:      Copies"], []),
    ("int i = 3; f(i", ["i (variable of this text)", "Type:      int", "Here:      float u  (the first argument of f)"], []),
    ("void g() { float row[2][3]; row", ["Type:      float [2][3]"], []),
    ("void g() { P all[4]; all[0].w", ["w (member of P)"], []),
    ("void g(P *pp) { pp->w", ["w (member of P)"], []),
    ("__global__ void h(int *o) { o[threadIdx.x", ["x (member of uint3)"], []),
    ("f(", ["Here:      float u", "__device__ float f"], []),
    ("f(1, 2)", None, []),
]


def main():
    session = subprocess.Popen([os.environ["HEDDLE"], "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(last, **request):
        session.stdin.write(json.dumps(request) + "\n")
        session.stdin.flush()
        while True:
            event = json.loads(session.stdout.readline())
            if event.get("event") == last:
                return event

    ask("done", op="execute", code=DEFINITIONS, id=1)
    failed = 0
    for text, wanted, unwanted in CASES:
        reply = ask("reply", op="inspect", code=text, cursor=len(text), id=2)
        said = reply.get("text", "")
        wrong = reply["found"] if wanted is None else not reply["found"] or any(part not in said for part in wanted)
        wrong |= any(part in said for part in unwanted)
        failed += wrong
        print("not ok" if wrong else "ok", "inspect", text.replace("#", ""), *([said] if wrong else []))
    # A name of our own headers is shown with its own text.
    said = ask("reply", op="inspect", code="std::sort", cursor=9, id=3)["text"]
    good = "template <typename P, typename F> void sort(P first, P last, F before)" in said
    print("ok" if good else "not ok", "templates of headers", *([] if good else [said]))
    # A library's function, whose header nobody has included.
    said = ask("reply", op="signature", code="nanosleep(", cursor=10, id=4)["text"]
    known = said.startswith("int nanosleep(const timespec *")
    print("ok" if known else "not ok", "signatures of libraries", *([] if known else [said]))
    good = good and known
    session.stdin.close()
    session.wait(20)
    sys.exit(bool(failed) or not good)


main()
