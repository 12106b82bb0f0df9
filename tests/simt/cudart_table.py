#!/usr/bin/env python3
"""No call of the runtime API is missing in cudart_calls.cu, which says what each returns when an argument is wrong, and
each is wrong there at least once if it can be."""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "core", "run", "cudart", "cudart.def")
ELSEWHERE = {"cudaGetLastError", "cudaPeekAtLastError"}  # each row asks them
HARMLESS = {  # without an argument that could be wrong
    "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaDeviceReset", "cudaThreadExit", "cudaProfilerStart", "cudaProfilerStop",
    "cudaCtxResetPersistingL2Cache", "cudaDeviceGetStreamPriorityRange", "cudaGetErrorName", "cudaGetErrorString"}


def main():
    with open(TABLE) as file:
        calls = [m.replace("_location", "") for m in re.findall(r"^HD_CUDART(?:_ANSWER)?\((\w+)", file.read(), re.M)]
    with open(os.path.join(HERE, "cudart_calls.cu")) as file:
        text = file.read()
    missing = [c for c in calls if c not in ELSEWHERE and not re.search(rf"\b{c}\(", text)]
    never_wrong = [c for c in calls if c not in ELSEWHERE | HARMLESS and not re.search(rf"T\((?!OK)\w+, {c}\(", text)]
    if missing:
        print("not called:", ", ".join(missing))
    if never_wrong:
        print("never called with a wrong argument:", ", ".join(never_wrong))
    print("not ok calls" if missing or never_wrong or len(calls) < 100 else "ok calls")
    return bool(missing or never_wrong)


if __name__ == "__main__":
    sys.exit(main())
