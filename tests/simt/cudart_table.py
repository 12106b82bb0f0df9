#!/usr/bin/env python3
"""No call of the runtime API is missing in cudart_calls.cu and cudart_arguments.cu, and each of its arguments is wrong there in
a row that is like another, right one but for that argument."""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "core", "run", "cudart", "cudart.def")
FILES = ("cudart_calls.cu", "cudart_arguments.cu", "cudart_arrays.cu", "cudart_graphs.cu", "cudart_graph_calls.cu", "cudart_pools.cu", "textures_old.cu")
ELSEWHERE = {"cudaGetLastError", "cudaPeekAtLastError"}  # each row asks them
ANY = "any value is right"
REFUSED = ("cudaIpcGetMemHandle", "cudaIpcOpenMemHandle", "cudaIpcCloseMemHandle", "cudaIpcGetEventHandle", "cudaIpcOpenEventHandle",
           "cudaDeviceGetP2PAttribute")  # no call of these is right: there are no other programs and devices
HARMLESS = {  # (call, argument): why it cannot be wrong
    ("cudaDeviceGetStreamPriorityRange", 0): "may be NULL", ("cudaDeviceGetStreamPriorityRange", 1): "may be NULL",
    ("cudaDeviceEnablePeerAccess", 0): "there is no peer", ("cudaDeviceEnablePeerAccess", 1): "there is no peer",
    ("cudaDeviceDisablePeerAccess", 0): "there is no peer", ("cudaDeviceSetLimit", 1): ANY,
    ("cudaGetErrorName", 0): ANY, ("cudaGetErrorString", 0): ANY, ("cudaPointerGetAttributes", 1): ANY,
    ("cudaMemset", 1): ANY, ("cudaMemsetAsync", 1): ANY, ("cudaMemset2D", 2): ANY, ("cudaMemset2DAsync", 2): ANY,
    ("cudaMemset3D", 1): ANY, ("cudaMemset3DAsync", 1): ANY, ("cudaStreamCreateWithPriority", 2): "is clamped",
    ("cudaStreamAddCallback", 2): ANY, ("cudaLaunchHostFunc", 2): ANY,
    ("cudaMemPoolTrimTo", 1): ANY,
    ("cudaGraphAddDependencies", 4): "may be NULL", ("cudaGraphAddNode", 3): "edges that only order", ("cudaGraphGetEdges", 3): "may be NULL",
    ("cudaGraphConditionalHandleCreate", 2): ANY, ("cudaGraphDebugDotPrint", 2): "all is written",
    ("cudaGraphKernelNodeGetAttribute", 1): ANY, ("cudaGraphKernelNodeSetAttribute", 1): ANY,
    ("cudaGraphNodeGetDependencies", 1): "may be NULL", ("cudaGraphNodeGetDependencies", 2): "may be NULL",
    ("cudaGraphNodeGetDependentNodes", 1): "may be NULL", ("cudaGraphNodeGetDependentNodes", 2): "may be NULL",
    ("cudaGraphNodeSetEnabled", 2): ANY, ("cudaUserObjectCreate", 1): ANY,
    ("cudaGraphRemoveDependencies", 3): "may be NULL", ("cudaStreamBeginCaptureToGraph", 3): "may be NULL",
    ("cudaStreamUpdateCaptureDependencies", 2): "may be NULL",
    ("cudaGraphGetNodes", 1): "may be NULL", ("cudaGraphGetRootNodes", 1): "may be NULL",
    ("cudaLaunchCooperativeKernel", 4): "a launch that is too large",
    ("cudaOccupancyMaxActiveBlocksPerMultiprocessor", 3): ANY,
    ("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 3): ANY,
    ("cudaOccupancyMaxPotentialBlockSize", 4): ANY, ("cudaOccupancyMaxPotentialBlockSizeWithFlags", 4): ANY}


def arguments(text, start):
    """Those of the call whose parenthesis is before `start`."""
    found, depth, at = [], 0, start
    for i in range(start, len(text)):
        c = text[i]
        if (c == "," and depth == 0) or (c == ")" and depth == 0):
            found.append(" ".join(text[at:i].split()))
            at = i + 1
            if c == ")":
                return [] if found == [""] else found
        depth += (c in "([{") - (c in ")]}")
    return found


def rows(text):
    """Call -> [(whether it is right, its arguments)]."""
    found = {}
    for m in re.finditer(r"\bT\((\w+), (cuda\w+)\(", text):
        found.setdefault(m.group(2), []).append((m.group(1) == "OK", arguments(text, m.end())))
    return found


def wrong_alone(calls, i):
    """Whether a failing row differs from a right one in argument i only."""
    return any(len(bad) == len(ok) and [k for k in range(len(ok)) if ok[k] != bad[k]] == [i]
               for is_ok, bad in calls if not is_ok for was_ok, ok in calls if was_ok)


def main():
    with open(TABLE) as file:
        calls = [re.sub("_(location|log|node|edges|linear|rows|reference)$", "", m) for m in re.findall(r"^HD_CUDART(?:_ANSWER)?\((\w+)", file.read(), re.M)]
    text = ""
    for name in FILES:
        with open(os.path.join(HERE, name)) as file:
            text += file.read()
    missing = [c for c in calls if c not in ELSEWHERE and not re.search(rf"\b{c}\(", text)]
    by_call = rows(text)
    never = [f"argument {i + 1} of {c}" for c in dict.fromkeys(calls)
             for i in range(max((len(a) for _, a in by_call.get(c, [])), default=0))
             if (c, i) not in HARMLESS and c not in REFUSED and not wrong_alone(by_call[c], i)]
    if missing:
        print("not called:", ", ".join(missing))
    if never:
        print("never wrong alone:", ", ".join(never))
    bad = bool(missing or never or len(calls) < 100)
    print("not ok calls" if bad else "ok calls")
    return bad


if __name__ == "__main__":
    sys.exit(main())
