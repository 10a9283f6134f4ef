#!/usr/bin/env python3
"""The public benchmark of barrier invariants (github.com/nafe/oopsla13), unmodified: what is verified, and how fast.

    bench/barrier_invariants.py --benchmark oopsla13 --launchproof build/bin/launchproof --threads 2,4,8

Each stage of each folder is verified, and once more with FORCE_FAIL, where it must be refuted. Prints a table in
Markdown; the exit status is 1 where a stage is not as it must be."""

import argparse
import resource
import subprocess
import sys

STAGES = {
    "race": ["INC_UPSWEEP", "INC_DOWNSWEEP", "CHECK_RACE", "CHECK_BI_ACCESS"],
    "upsweep": ["INC_UPSWEEP", "CHECK_BI"],
    "downsweep": ["INC_DOWNSWEEP", "CHECK_BI"],
    "endspec": ["INC_ENDSPEC", "SPEC_THREADWISE", "CHECK_BI"],
}


def scan_jobs(folder, threads, operators, widths):
    for count in threads:
        for operator in operators:
            for width in widths:
                for stage, macros in STAGES.items():
                    options = ["-I", "specs", "-D", f"N={2 * count}", "-D", "dwidth=32", "-D", f"rwidth={width}",
                               "-D", f"BINOP_{operator.upper()}", "--only-intra-group"]
                    for macro in macros:
                        options += ["-D", macro]
                    yield folder, stage, operator, width, count, options, "verified"


def jobs(arguments):
    operators, widths = arguments.operators.split(","), arguments.widths.split(",")
    threads = [int(count) for count in arguments.threads.split(",")]
    for count in arguments.large.split(","):
        yield "1-compact", "race", "-", "-", int(count), [], "refuted"
        yield "2-compact-modular", "all", "-", "-", int(count), [], "verified"
        yield "5-kogge-stone", "all", "add", "32", int(count), [], "verified"
    for folder in ("3-blelloch", "4-brent-kung"):
        yield from scan_jobs(folder, threads, operators, widths)


def run(arguments, folder, count, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([arguments.launchproof, "check", "--no-cache", "--quiet", "--timeout", arguments.timeout, "--local-size",
                           str(count), "--num-groups", "1", *options, "kernel.cl"],
                          cwd=f"{arguments.benchmark}/{folder}", capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    words = {0: "verified", 10: "refuted", 11: "unknown"}
    return words.get(done.returncode, f"status {done.returncode}"), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launchproof", required=True)
    parser.add_argument("--benchmark", required=True, help="a clone of the benchmark")
    parser.add_argument("--threads", default="2,4,8")
    parser.add_argument("--large", default="64,1024", help="work-items of the kernels without sizes of their own")
    parser.add_argument("--operators", default="add,max,or")
    parser.add_argument("--widths", default="32")
    parser.add_argument("--timeout", default="60")
    arguments = parser.parse_args()
    print("| folder | stage | operator | bits | work-items | result | seconds | with FORCE_FAIL |")
    print("|---|---|---|---|---|---|---|---|")
    wrong = 0
    for folder, stage, operator, width, count, options, expected in jobs(arguments):
        result, seconds = run(arguments, folder, count, options)
        failing = "-" if folder == "1-compact" else run(arguments, folder, count, [*options, "-D", "FORCE_FAIL"])[0]
        is_right = result == expected and failing in ("-", "refuted")
        wrong += not is_right
        print(f"| {folder} | {stage} | {operator} | {width} | {count} | {result} | {seconds:.2f} | {failing} |"
              + ("" if is_right else " **not as it must be**"), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
