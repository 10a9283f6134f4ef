#!/usr/bin/env python3
"""CUDA applications on a GPU with NVIDIA's driver, recorded by the library that stands before it.

    gpu_test.py --launchproof PROGRAM --apps FOLDER

Exit status: 0 when all went as expected, 1 when not, 77 when the machine has no NVIDIA driver.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Application, its case, the status of `run`, and how many launches have which verdict.
CASES = [
    ("app_cuda", "sum", 0, {"verified": 1}),
    ("app_cuda", "race", 10, {"defect": 1}),
    ("app_cuda", "structure", 0, {"verified": 1}),
    ("app_cuda", "variable", 11, {"unsupported": 1}),
    ("app_cuda_forwarded", "write", 0, {"verified": 1}),
    ("app_cuda_forwarded", "race", 10, {"defect": 1}),
    ("app_cuda_forwarded", "ways", 0, {"verified": 5}),
    ("app_cuda_forwarded", "threads", 0, {"verified": 8000}),
    ("app_cuda_forwarded", "graph", 0, {"verified": 9}),
    ("app_cuda_forwarded", "reused", 10, {"verified": 26, "defect": 25}),
    ("app_cuda_forwarded", "graph_memory", 0, {"verified": 3}),
    ("app_cuda_forwarded", "destroyed", 0, {"verified": 1}),
]
# Applications that are compiled with each of CUDA's runtimes, if nvcc is installed.
PROGRAM = r"""
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 1000;
  float *a, *b, *c, back[n];
  cudaMalloc(&a, n * 4), cudaMalloc(&b, n * 4), cudaMallocManaged(&c, n * 4);
  for (int i = 0; i < n; ++i) back[i] = i;
  cudaMemcpy(a, back, n * 4, cudaMemcpyHostToDevice), cudaMemcpy(b, back, n * 4, cudaMemcpyHostToDevice);
  add<<<4, 256>>>(a, b, c, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i) if (c[i] != 2 * i) return 2;
  return 0;
}
"""


def recorded(launchproof, folder, program):
    """Returns the status of `run`, its messages, the launches by verdict, and the contents of the capture."""
    capture = pathlib.Path(folder) / "run.lpcap"
    ran = subprocess.run([launchproof, "run", "-o", capture, "--cuda=on", "--", *program], capture_output=True, text=True, cwd=folder)
    counts = {}
    results = capture / "results.json"
    for row in json.loads(results.read_text())["results"] if results.exists() else []:
        launches = row.get("launches", 1)
        counts[row["verdict"]] = counts.get(row["verdict"], 0) + launches
    shown = subprocess.run([launchproof, "capture", "show", capture], capture_output=True, text=True).stdout
    return ran.returncode, ran.stdout + ran.stderr, counts, shown


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", required=True)
    parser.add_argument("--apps", required=True, type=pathlib.Path)
    given = parser.parse_args()
    if not any(os.path.exists(device) for device in ("/dev/nvidiactl", "/dev/dxg")):
        print("gpu_test: this machine has no NVIDIA driver")
        return 77
    failed = 0

    def check(name, program, status, counts):
        nonlocal failed
        with tempfile.TemporaryDirectory() as folder:
            ran, messages, found, shown = recorded(given.launchproof, folder, program)
        right = ran == status and found == counts and "(CUDA)" in shown and "processor device" not in shown
        print(f"{'ok' if right else 'FAILED':<7} {name}: status {ran}, launches {found}")
        if not right:
            failed += 1
            print(messages, shown, sep="\n")

    for app, case, status, counts in CASES:
        check(f"{app} {case}", [given.apps / app, case], status, counts)
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    for runtime in ("static", "shared") if nvcc else ():
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "add.cu"
            source.write_text(PROGRAM)
            subprocess.run([nvcc, "-lineinfo", "-cudart", runtime, "-o", f"{folder}/add", source], check=True)
            check(f"{runtime} runtime", [f"{folder}/add"], 0, {"verified": 1})
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
