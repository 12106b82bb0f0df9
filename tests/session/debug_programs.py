#!/usr/bin/env python3
"""Programs under the debugger, stepped at random in both directions, print what they print by themselves.

    debug_programs.py [--seed N] [--steps N] [FILE...]

`stepBack` behind a `next` leads to the line before, from which the same `next` and `stepBack` lead to the same places and variables."""

import argparse
import importlib.util
import os
import random
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
spec = importlib.util.spec_from_file_location("dap", os.path.join(HERE, "dap.py"))
dap = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dap)
SHORT = ["tests/programs/histogram.cu", "tests/programs/host_sum.cu", "tests/programs/prefix_sum.cu"]


class Over(Exception):
    pass


class Session(dap.Client):
    def __init__(self, path):
        super().__init__()
        self.ask("initialize", adapterID="heddle")
        self.event("initialized")
        self.ask("launch", program=path, args=[], stopOnEntry=True)
        self.ask("configurationDone")
        self.status = None

    def wait(self):
        while True:
            event = self.events.get(timeout=dap.PATIENCE)
            if event["event"] == "exited":
                self.status = event["body"]["exitCode"]
            if event["event"] == "terminated":
                raise Over
            if event["event"] == "stopped":
                return event["body"]

    def go(self, command):
        self.ask(command, threadId=1)
        return self.wait()

    def state(self):
        frames = self.ask("stackTrace", threadId=1)["stackFrames"]
        scopes = self.ask("scopes", frameId=1)["scopes"]
        variables = self.ask("variables", variablesReference=scopes[0]["variablesReference"])["variables"]
        return [(f["name"], f["line"]) for f in frames], {v["name"]: v["value"] for v in variables}


def check(path, seed, steps):
    rng = random.Random(seed)
    plain = subprocess.run([dap.HEDDLE, path], capture_output=True, text=True, timeout=120)
    s = Session(path)
    said, moves = [], 0
    try:
        s.wait()
        for _ in range(steps):
            command = rng.choice(["stepIn"] * 4 + ["next"] * 5 + ["stepOut"] + ["stepBack"] * 3 + ["both"] * 2 + ["reverseContinue"])
            if command == "reverseContinue" and rng.random() < 0.7:
                continue
            moves += 1
            said.append(command)
            if command != "both":
                try:
                    s.go(command)
                except AssertionError as e:
                    if "stepBack" not in command and "reverse" not in command:
                        raise
                    said.append(str(e)[-200:])
                continue
            stack, variables = s.state()
            s.go("next")
            after, _ = s.state()
            said.append((stack[0], after[0]))
            if len(after) == len(stack) and [f[0] for f in after] == [f[0] for f in stack] and after[0][1] > stack[0][1]:
                try:
                    s.go("stepBack")
                except AssertionError as e: # what cannot be done twice
                    said.append(str(e)[-100:])
                    continue
                line = s.state()
                s.go("next")
                there = s.state()
                s.go("stepBack")
                again = s.state()
                if line[0][0] != stack[0] or there[0] != after or again != line:
                    print(f"{path}, seed {seed}: at {stack[0]}, `next` to {after[0]}, `stepBack` to {line}, `next` to {there}, `stepBack` to {again}")
                    return False
        while True:
            said.append("continue")
            s.go("continue")
    except Over:
        pass
    except Exception as e:
        print(f"{path}, seed {seed}: {type(e).__name__} {e} after {said[-12:]}")
        return False
    finally:
        s.process.kill()
    if s.output != plain.stdout + plain.stderr and s.output != plain.stdout or s.status != plain.returncode:
        print(f"{path}, seed {seed}: status {s.status}, not {plain.returncode}; printed\n{s.output[-1500:]}\nnot\n{plain.stdout[-1500:]}\nafter {said[-12:]}")
        return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    good = True
    for path in args.files or [os.path.join(ROOT, f) for f in SHORT]:
        good = check(path, args.seed, args.steps) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
