#!/usr/bin/env python3
"""Large variables that fit one by one but not together: the one too many is refused with the figures, cells that were taken
back count for nothing, and what is given back can be promised again."""

import os
import re
import subprocess
import sys

HEDDLE = os.environ.get("HEDDLE", "heddle")


def main():
    with open("/proc/meminfo") as file:
        free = int(re.search(r"MemAvailable: *(\d+)", file.read()).group(1)) * 1024
    try:
        with open("/sys/fs/cgroup/memory.max") as most, open("/sys/fs/cgroup/memory.current") as used:
            free = min(free, int(most.read()) - int(used.read()))
    except (OSError, ValueError):
        pass
    size = max(free * 55 // 100, 64 << 20)
    cells = [f"char one[{size}], two[{size}];", "1 + 1", f"char one[{size}];", f"char two[{size}];", "%reset one",
             f"char two[{size}];", "two[99] = 4;", f"char two[{size + 1}];", "two[99] + 8"]
    done = subprocess.run([HEDDLE, "-"], input="\n".join(cells) + "\n", capture_output=True, text=True, timeout=60)
    wrong = re.findall(r"In\[(\d+)\]:.*error: (.*)", done.stderr)
    refused = [cell for cell, text in wrong if re.match(r"`two` takes .* are promised to other variables; .* are free", text)]
    ok = refused == ["1", "4"] and len(wrong) == 2 and re.findall(r": (\d+)", done.stdout) == ["2", "8"]
    print("ok several_large" if ok else f"not ok several_large: {done.stdout} {done.stderr}")
    return not ok


if __name__ == "__main__":
    sys.exit(main())
