#!/usr/bin/env python3
"""%device, %doctor, and each way in which a GPU cannot be used: one line that says what to do, and the CPU works."""

from harness import BUILD, STANDIN, check, finish, run

KERNEL = "__global__ void k(int *p) { *p = 42; }\nint v[1];\nk<<<1, 1, 0, cpu>>>(v);\nv[0]\n"

out, _ = run("1 + 1\n%device\n")
check("starts_on_the_gpu", out, "* gpu:0  Stand-in GPU, compute capability 9.0, 8.0 GiB, driver for CUDA 13.0", "  cpu  ")
check("says_so_once", out, "kernels run on gpu:0, Stand-in GPU (compute capability 9.0)")

out, _ = run("%device cpu\n%device\n%device gpu:1\n%device\n", "devices 2\n")
check("choosing", out, "kernels run on the CPU", "  gpu:0", "* cpu", "kernels run on gpu:1", "* gpu:1")

out, _ = run("%device\n", env={"HEDDLE_DEVICE": "cpu"})
check("environment_cpu", out, "  gpu:0", "* cpu", unwanted=["%device cpu runs them"])
out, _ = run("%device\n", "devices 2\n", env={"HEDDLE_DEVICE": "gpu:1"})
check("environment_gpu", out, "* gpu:1")

out, _ = run("%device gpu:5\n%device tpu\n")
check("no_such_device", out, "there is no gpu:5: this machine has 1 GPU", "`tpu` is no device; %device gpu")

for name, code, words in (
        ("no_device", 100, "no device is visible"), ("stub", 34, "toolkit's stub"), ("not_ready", 802, "fabric manager"),
        ("mismatch", 803, "do not match"), ("unknown", 999, "/dev/nvidia-uvm")):
    out, _ = run("%device gpu\n" + KERNEL, f"fail cuInit 0 {code}\n")
    check("start_" + name, out, "error: starting the GPU driver failed", words)
    check("start_" + name + "_cpu_works", out, "42")
out, _ = run("%device gpu\n", "fail cuInit 0 100\n", env={"CUDA_VISIBLE_DEVICES": ""})
check("hidden", out, "CUDA_VISIBLE_DEVICES hides them")

out, _ = run("%device gpu\n%doctor\n", "version 10020\n")
check("old_driver", out, "the GPU driver is for CUDA 10.2, and version 11.2 or newer is needed: update it")
out, _ = run("%device gpu\n", env={"HEDDLE_CUDA_DRIVER": "libz.so.1"})
check("too_few_functions", out, "is too old: it lacks cuInit")
out, _ = run("%device gpu\n", env={"HEDDLE_CUDA_DRIVER": "/nowhere/libcuda.so.1"})
check("library_missing", out, "HEDDLE_CUDA_DRIVER names `/nowhere/libcuda.so.1`, which cannot be opened")
out, _ = run("%device gpu\n%device\n", env={"HEDDLE_CUDA_DRIVER": ""})
check("no_driver", out, "no GPU was found on this machine", "* cpu")

for name, code, words in (("busy", 46, "the GPU is busy"), ("full", 2, "memory is full")):
    out, _ = run("%device gpu\n" + KERNEL, f"fail cuDevicePrimaryCtxRetain 0 {code}\n")
    check("context_" + name, out, "using `Stand-in GPU` failed: ", words, "42")
out, _ = run("%device gpu\n%device gpu:0\n" + KERNEL, "capability 6 1\n")
check("old_gpu", out, "compute capability 6.1, and Heddle's kernels need 7.5", "compute capability 6.1, and Heddle's kernels need 7.5", "42",
      unwanted=["kernels run on gpu"])
out, _ = run("%device gpu\n", "mode 2\n")
check("prohibited", out, "nvidia-smi -c 0 allows it")

out, _ = run("%doctor\n", "devices 2\nmode 3\nname Stand-in MIG 1g\n", env={"CUDA_VISIBLE_DEVICES": "0"})
check("doctor", out, "ok  driver", STANDIN, "CUDA 13.0, PTX up to 9.0", "kernel module", "/dev/nvidiactl", "CUDA_VISIBLE_DEVICES",
      "gpu:0", "a MIG slice", "exclusive (one process)", "gpu:1")
out, _ = run("%doctor\n", env={"HEDDLE_CUDA_DRIVER": ""})
check("doctor_without", out, "!!  driver", "not looked for", "none can be used: kernels run on the CPU", unwanted=["ok  driver"])
finish()
