#!/usr/bin/env python3
"""Grades one answer to an exercise: grader.py ANSWER.cu (or - for standard input).

The exercise is `saxpy`. The answer is checked, then defined, and run with a few inputs; a kernel that goes wrong or does not end costs
only its own test. All that is needed of Heddle is `heddle --json` (doc/json.md).
"""

import json
import os
import subprocess
import sys
import threading

SECONDS = float(os.environ.get("GRADER_SECONDS", "10"))
TESTS = [(1, 1, 32), (100, 4, 32), (1000, 8, 128)]  # elements, blocks, threads


class Heddle:
    def __init__(self):
        command = [os.environ.get("HEDDLE", "heddle"), "--json"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0

    def send(self, op, **members):
        self.number += 1
        print(json.dumps({"id": self.number, "op": op, **members}), file=self.process.stdin, flush=True)
        return self.number

    def request(self, op, **members):
        """All events that answer a request. One that takes too long is interrupted."""
        number, events = self.send(op, **members), []
        timer = threading.Timer(SECONDS, self.send, ["interrupt"])
        timer.start()
        for line in self.process.stdout:
            event = json.loads(line)
            if event.get("id") == number:
                events.append(event)
                if event["event"] in ("done", "reply"):
                    break
        timer.cancel()
        return events


def main():
    answer = sys.stdin.read() if sys.argv[1] == "-" else open(sys.argv[1]).read()
    heddle = Heddle()
    heddle.request("execute", code="%device cpu")
    for d in heddle.request("check", code=answer)[-1]["diagnostics"]:
        if d["severity"] == "error":
            print(f"The answer does not compile: line {d['line']}: {d['message']}")
            return 1
    heddle.request("execute", code=answer)
    right = 0
    for n, blocks, threads in TESTS:
        events = heddle.request("execute", code=f"""{{
            static float x[{n}], y[{n}];
            for (int i = 0; i < {n}; i++) {{ x[i] = i; y[i] = 1; }}
            saxpy<<<{blocks}, {threads}>>>({n}, 2, x, y);
            int wrong = 0;
            for (int i = 0; i < {n}; i++) wrong += y[i] != 2.0f * i + 1;
            if (wrong) {{ printf("%d of {n} elements are wrong\\n", wrong); exit(1); }}
        }}""")
        status = events[-1]["status"]
        right += status == "ok"
        for event in events:
            if event["event"] == "output":
                print(f"n = {n}: {event['text']}", end="")
            elif event["event"] == "error" and status == "interrupted":
                print(f"n = {n}: it took longer than {SECONDS:g} seconds")
            elif event["event"] == "error" and event["kind"] != "exit":
                print(f"n = {n}: {event['message']}")
    print(f"{right} of {len(TESTS)} tests passed")
    return 0 if right == len(TESTS) else 1


if __name__ == "__main__":
    sys.exit(main())
