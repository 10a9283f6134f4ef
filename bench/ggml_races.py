#!/usr/bin/env python3
"""Checks kernels of ggml before and after commits that repair a race in them.

REPOSITORY is a clone of https://github.com/ggml-org/ggml with its history. The kernels include headers of the CUDA
toolkit, which must be installed. Each one is to be a `defect` in the parent of its commit and `verified` in the commit.

Exit status: 0 when all are.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Without CUB, whose host code Clang does not take.
SSM_SCAN = """#include "common.cuh"
#undef CUDART_VERSION
#define CUDART_VERSION 11000
#include "ssm-scan.cu"
template __global__ void ssm_scan_f32<128, 16, 0>(
    const float *, const float *, const float *, const float *, const float *, const float *, const int32_t *, float *,
    const int, const int, const int, const int, const int, const int, const int, const int, const int, const int, const int,
    const int64_t, const int64_t, const int64_t);
"""

# Commit, file, what is checked in its place, options.
RACES = [
    ("391d7449", "cumsum.cu", None,
     "--kernel=cumsum_kernel<float> --blockDim=256 --gridDim=4,2,1 --dynamic-shared=1064 --arg ne00=3000 --arg ne01=4 --arg ne02=2 "
     "--arg ne03=1 --arg s00=1 --arg s01=3000 --arg s02=12000 --arg s03=24000 --arg s0=1 --arg s1=3000 --arg s2=12000 "
     "--arg s3=24000 --buffer src=96000 --buffer dst=96000"),
    ("b1712969", "cpy.cu", None,
     "--kernel=cpy_scalar_transpose<float> --blockDim=32,8 --gridDim=3,4,3 --arg ne=140000 --arg ne00=100 --arg ne01=70 "
     "--buffer cx=560000 --buffer cdst=560000"),
    ("a9172a93", "ssm-scan.cu", SSM_SCAN,
     "--kernel=ssm_scan_f32<128ul,_16ul,_0ul> --blockDim=128 --gridDim=2,12 --arg src0_nb2=64 --arg src0_nb3=98304 "
     "--arg src1_nb2=6144 --arg src1_nb3=61440 --arg src2_nb1=6144 --arg src2_nb2=61440 --arg src3_nb1=64 --arg src4_nb2=64 "
     "--arg src4_nb3=640 --arg src5_nb2=64 --arg src5_nb3=640 --arg s_off=122880 --arg d_inner=1536 --arg L_param=10"),
]


def sources(repository, revision, folder):
    archive = subprocess.run(["git", "-C", repository, "archive", revision, "include", "src"], check=True,
                             stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def verdict_of(launchproof, folder, file, text, options, timeout):
    kernels = pathlib.Path(folder) / "src/ggml-cuda"
    path = kernels / file
    if text is not None:
        path = kernels / f"checked-{file}"
        path.write_text(text)
    command = [launchproof, "check", "-q", "--fixes=off", f"--timeout={timeout}", path, "-std=c++17",
               *(word.replace(",_", ", ") for word in options.split())]
    for included in (f"{folder}/include", f"{folder}/src", kernels):
        command += ["-I", included]
    before = processor_seconds()
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    verdict = {0: "verified", 10: "defect"}.get(done.returncode, f"exit status {done.returncode}: {done.stdout}{done.stderr}"[:300])
    return verdict, processor_seconds() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--launchproof", type=pathlib.Path, default=ROOT / "build/bin/launchproof")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one check")
    options = parser.parse_args()
    as_expected = True
    for commit, file, text, launch in RACES:
        for revision, expected in ((f"{commit}^", "defect"), (commit, "verified")):
            with tempfile.TemporaryDirectory() as folder:
                sources(options.repository, revision, folder)
                verdict, seconds = verdict_of(options.launchproof, folder, file, text, launch, options.timeout)
            as_expected &= verdict == expected
            print(f"{revision:10} {file:12} {verdict:10} {seconds:5.1f} s of processor time" +
                  ("" if verdict == expected else f"; expected {expected}"), flush=True)
    return 0 if as_expected else 1


if __name__ == "__main__":
    sys.exit(main())
