#!/usr/bin/env python3
"""Replays whole launches of PolyBench/GPU's OpenCL programs and compares with Oclgrind's race detector.

Needs Oclgrind, PoCL, and a checkout of github.com/sgrauerg/polybenchGpu (--polybench) or installed applications
(--application). Each PolyBench program is built in a temporary folder with its arrays' extent set to --extent and asking
for any device. Programs are recorded on PoCL, replayed, and run under `oclgrind --data-races`. Oclgrind's time is the processor time of the program under it, less that of the program
on a driver that executes nothing; replay's is that of compiling and running all launches.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import measured

# Extents at which the slowest programs take minutes; the others use --extent.
EXTENTS = {"2DCONV": 1024, "3DCONV": 64, "ATAX": 1024, "BICG": 1024, "GESUMMV": 1024, "MVT": 1024, "GEMVER": 1024,
           "CORR": 192, "COVAR": 192, "FDTD-2D": 320, "LU": 176, "JACOBI1D": 262144, "JACOBI2D": 448, "GRAMSCHM": 128}
# Sizes are hard-coded in its kernels, which access memory out of bounds with any other size.
LEFT_OUT = {"ADI"}
LONGEST = 300  # seconds that one program may take under Oclgrind


def build(folder, source, extent):
    shutil.copytree(source / "OpenCL" / folder.name, folder)
    for path in list(folder.glob("*.c")) + list(folder.glob("*.h")):
        text = path.read_text(errors="replace").replace("CL_DEVICE_TYPE_GPU", "CL_DEVICE_TYPE_ALL")
        text = re.sub(r"(#\s*define\s+(?:N|NI|NJ|NK|NL|NM|NX|NY|M|LENGTH)\s+)\d+", rf"\g<1>{extent}", text)
        text = re.sub(r"(#\s*define\s+(?:TMAX|TSTEPS)\s+)\d+", r"\g<1>4", text)
        path.write_text(text)
    program = folder / "program"
    done = subprocess.run(["gcc", "-O2", "-w", "-DCL_TARGET_OPENCL_VERSION=120", "-o", str(program),
                           *map(str, folder.glob("*.c")), "-lOpenCL", "-lm"], capture_output=True, text=True, check=False)
    return program if done.returncode == 0 else None


def oclgrind_races(text):
    """Kernels with races, and the lines of their entities."""
    found = {}
    for report in re.split(r"\n(?=\S[^\n]*data race)", text):
        kernel = re.search(r"Kernel: (\S+)", report)
        if "data race" in report and kernel:
            found.setdefault(kernel.group(1), set()).update(re.findall(r"At line (\d+)", report))
    return found


def measure_polybench(name, options, scratch):
    extent = EXTENTS.get(name, options.extent)
    folder = scratch / "OpenCL" / name
    program = build(folder, options.polybench, extent)
    return f"{name:20} does not build" if program is None else measure(name, extent, [program], folder, options, scratch)


def measure(name, extent, command, folder, options, scratch):
    how = {"cwd": folder, "env": os.environ | {"POCL_CACHE_DIR": str(scratch / "cache")}}
    capture = folder / "run.lpcap"
    measured.timed([options.launchproof, "record", "-o", capture, "--", *command], **how)
    stub = options.launchproof.parent.parent / "tests/stub_icd"
    how["env"] = os.environ | {"OCL_ICD_VENDORS": f"{stub}/"}
    _, _, host = measured.timed(command, **how)
    how["env"] = os.environ
    try:
        grind, _, oclgrind = measured.timed(["oclgrind", "--data-races", "--uniform-writes", *command], timeout=LONGEST,
                                             **how)
        races = oclgrind_races(grind.stdout + grind.stderr)
    except subprocess.TimeoutExpired:
        races, oclgrind = {}, float(LONGEST)
    replayed, _, _ = measured.timed([options.launchproof.parent / "replay_driver", "capture", capture], **how)
    rows = [line.split("\t") for line in replayed.stdout.splitlines()]
    if not rows:
        return f"{name:20} was not replayed: {replayed.stderr.strip()[:100]}"
    seconds = sum(float(row[3]) for row in rows)
    unfinished = {f"{row[0]}: {row[5]}" for row in rows if row[4] != "0"}
    seen = {}
    for row in rows:
        for what in row[8:]:
            if what.startswith("data-race"):
                seen.setdefault(row[0], set()).add(what)
    missed = sorted(set(races) - set(seen))
    shadow = max((int(row[7]) / max(int(row[6]), 1) for row in rows), default=0)
    oclgrind = max(oclgrind - host, 0.001)
    measure.ratios.append((oclgrind, oclgrind / seconds))
    return (f"{name:20} {extent:>6} {len(rows):6} {sum(int(row[2]) for row in rows):10} {oclgrind:10.2f} {seconds:9.3f} "
            f"{oclgrind / seconds:8.1f} {shadow:6.1f}  {','.join(sorted(races)) or '-'} / {','.join(sorted(seen)) or '-'}"
            + (f"  MISSED {missed}" if missed else "") + (f"  unfinished {unfinished}" if unfinished else ""))


measure.ratios = []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launchproof", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof")
    parser.add_argument("--polybench", type=pathlib.Path, help="checkout of sgrauerg/polybenchGpu")
    parser.add_argument("--application", action="append", default=[], metavar="COMMAND", help="an installed program")
    parser.add_argument("--extent", type=int, default=160, help="extent of the arrays (default: 160)")
    parser.add_argument("--only", nargs="*", help="folders to run")
    options = parser.parse_args()
    options.launchproof = options.launchproof.resolve()
    if not options.polybench and not options.application:
        parser.error("nothing to measure: give --polybench or --application")
    names = []
    if options.polybench:
        options.polybench = options.polybench.resolve()
        names = options.only or sorted(path.name for path in (options.polybench / "OpenCL").iterdir()
                                       if path.is_dir() and path.name not in LEFT_OUT)
    print(measured.machine())
    print(f"{'program':20} {'extent':>6} {'launch':>6} {'work-items':>10} {'oclgrind/s':>10} {'replay/s':>9} {'ratio':>8} "
          f"{'shadow':>6}  "
          "kernels with races: oclgrind / replay")
    with tempfile.TemporaryDirectory() as scratch:
        if options.polybench:
            shutil.copytree(options.polybench / "common", pathlib.Path(scratch) / "common")
        for name in names:
            print(measure_polybench(name, options, pathlib.Path(scratch)), flush=True)
        for number, command in enumerate(options.application):
            words = shlex.split(command)
            folder = pathlib.Path(scratch) / str(number)
            folder.mkdir()
            print(measure(words[0], "", words, folder, options, pathlib.Path(scratch)), flush=True)
    slow = [ratio for seconds, ratio in measure.ratios if seconds > 5]
    if slow:
        print(f"median ratio of the {len(slow)} where oclgrind needs over 5 s: {measured.percentile(slow, 0.5):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
