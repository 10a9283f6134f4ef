#!/usr/bin/env python3
"""Compares Launchproof with the oracle over the PTX of CUDA kernel cases.

A FILE is a kernel case (docs/kernel-cases.md); a folder stands for its `.cu` and `.ptx` files. CUDA is compiled by nvcc where it is
installed, or by Clang 19, at each --level. The launch is the case's `oracle-launch` or `launch`, by the numbers of parameters. Both
sides read the same PTX, without its `.loc`, so that they name lines of the PTX. What a contradiction is says `compare.py`; beyond it
a defect of Launchproof is one where the oracle finds the kernel clean.

Exit status: 1 if there is a contradiction, or if the oracle judged fewer than --least kernels.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import shlex
import shutil
import sys
import tempfile

import compare
import judges
import operations_ptx
import operators_ptx

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import ptx_agreement  # pylint: disable=wrong-import-position


def launch_of(path):
    """Returns the words of the launch that both sides can judge, or None, as where the case says that the oracle skips more than its source."""
    found = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines()[:20]:
        key, colon, value = line.removeprefix("// ").partition(": ")
        if line.startswith("// ") and colon:
            found.setdefault(key, value)
    skipped = found.get("oracle", "").startswith("skip") and not found.get("oracle", "").startswith("skip source")
    text = None if skipped else found.get("oracle-launch", found.get("launch"))
    return None if text is None else shlex.split(text)


def write_case(target, words, text):
    """Returns the PTX with its launch in the header. Source lines are not used, since each corresponds to
    several lines of PTX."""
    # Launchproof accepts no buffer for a parameter that is never loaded.
    words = [word for word in words if not (given := re.match(r"--buffer=(\d+)=", word)) or re.search(rf"\[\w+_param_{given.group(1)}[]+]", text)]
    lines = ["" if re.match(r"\s*\.loc\s", line) else line for line in text.splitlines()]
    target.write_text("\n".join([f"// launch: {shlex.join(words)}", "", *lines, ""]), encoding="utf-8")


def make_cases(options, folder):
    """Returns the paths of cases, and the number of omitted cases."""
    paths, left_out = [], 0
    files = [file for path in options.files for file in ([path] if path.is_file() else sorted([*path.rglob("*.cu"), *path.rglob("*.ptx")]))]
    include = folder / "annotations.h"
    ignored = "#pragma once\n" + "".join(f"#define __{word}(...)\n" for word in ptx_agreement.ANNOTATIONS)
    if options.compiler == "nvcc":
        ignored = "#include <cuda_runtime.h>\n#include <assert.h>\n" + ignored.replace("#define __assert(...)\n", "")
    include.write_text(ignored, encoding="utf-8")
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, path in enumerate(files):
            words = launch_of(path)
            if words is None:
                left_out += 1
            elif path.suffix == ".ptx":
                paths.append(folder / f"{path.stem}.ptx")
                write_case(paths[-1], words, path.read_text(encoding="utf-8"))
            else:
                jobs += [pool.submit(make_case, options, folder, path, words, number, level) for level in options.level]
    for job in jobs:
        case = job.result()
        left_out += case is None
        paths += [case] if case else []
    return paths, left_out


def make_case(options, folder, path, words, number, level):
    file = ptx_agreement.File(path.resolve(), words)
    numbered = ptx_agreement.launch_for_ptx(options, file)
    if numbered is None:
        return None
    inner = folder / level
    inner.mkdir(exist_ok=True)
    shutil.copy(folder / "annotations.h", inner / "annotations.h")
    made = ptx_agreement.compile_file(options, file, inner, number, level)
    if made is None:
        return None
    target = folder / f"{path.stem}.{options.compiler}.{level}.ptx"
    write_case(target, numbered, pathlib.Path(made).read_text(encoding="utf-8"))
    return target


def make_chains(folder, templates, count, length, seed):
    """Returns kernels of random instructions of these forms."""
    paths = []
    for number in range(seed, seed + count):
        paths.append(folder / f"chain_{length}_{number}.ptx")
        paths[-1].write_text(operations_ptx.kernel(number, templates, length), encoding="utf-8")
    return paths


def make_singles(options, folder):
    """Returns kernels that use one form of instruction each, by form."""
    return {template: make_chains(folder, [template], options.each, 3, options.seed + 100000 + number * options.each)
            for number, template in enumerate(operations_ptx.operations())}


def make_mutants(options, folder, paths):
    made = []
    for path in paths:
        for name, text in operators_ptx.mutants(path.read_text(encoding="utf-8"), options.mutants, f"{options.seed}/{path.name}"):
            made.append(folder / f"{path.stem}.{name}.ptx")
            made[-1].write_text(text, encoding="utf-8")
    return made


class Tally:
    def __init__(self, options):
        self.options = options
        self.pairs = collections.Counter()
        self.left_out = self.wrong = 0

    def compare(self, paths):
        """Judges the paths, prints contradictions, and returns the verdicts of Launchproof."""
        options, verdicts = self.options, []
        results = judges.verify(options.launchproof, paths, options.jobs, options.timeout)
        judgements = judges.judge(options.oracle, paths, options.jobs)
        for path, result, judgement in zip(paths, results, judgements):
            verdict = "no result" if result is None else result["verdict"]
            verdicts.append(verdict)
            if verdict == "error":  # no kernel, or none of the name given, or a register of another width
                self.left_out += 1
                if options.verbose:
                    print(f"{path.name}: left out: {result['reason']}")
                continue
            self.pairs[(verdict, judgement["verdict"])] += 1
            for kind, detail in contradictions(result, judgement):
                # The oracle tries some of the values that the launch leaves open. Other values may show the
                # defect.
                if kind == "wrong defect" and shows_with_chosen_values(options, path, result):
                    continue
                known = path.name.split(".")[0] in options.may_contradict
                self.wrong += not known
                print(f"{path.name}: {kind}: {detail}{' (known)' if known else ''}", flush=True)
            if options.verbose and judgement["verdict"] == "cannot-judge":
                print(f"{path.name}: the oracle cannot judge: {judgement['reason']}")
            if options.verbose and verdict not in ("verified", "defect"):
                print(f"{path.name}: {verdict}: {result['reason'] if result else ''}")
        return verdicts

    @property
    def judged(self):
        return sum(count for (_, answer), count in self.pairs.items() if answer != "cannot-judge")

    def print(self):
        for (verdict, answer), count in sorted(self.pairs.items()):
            print(f"{count:5} launchproof {verdict}, oracle {answer}")
        print(f"{sum(self.pairs.values())} kernels, {self.judged} judged by the oracle, {self.left_out} left out; {self.wrong} contradictions")


def shows_with_chosen_values(options, path, result):
    """Returns whether the oracle sees a defect with the parameter values that the confirmed findings name."""
    chosen = {}
    for finding in result.get("findings", []):
        if finding["confirmation"] == "confirmed" and finding.get("witness"):
            chosen |= {one["parameter"]: one["value"] for one in finding["witness"].get("chosen", []) if not one["contents"]}
    if not chosen:
        return False
    words = launch_of(path) + [f"--arg={number}={value}" for number, value in sorted(chosen.items())]
    target = path.with_name(f"{path.stem}.chosen.ptx")
    launch = f"// launch: {shlex.join(words)}"
    text = re.sub(r"^// launch: .*$", lambda _: launch, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    target.write_text(text, encoding="utf-8")
    return judges.judge(options.oracle, [target], 1)[0]["verdict"] == "defect"


def contradictions(result, judgement):
    found = compare.contradictions(result, judgement)
    if result is not None and result["verdict"] == "defect" and judgement["verdict"] == "clean" and not found:
        found.append(("wrong defect", "the oracle finds it clean"))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--oracle", default="build/bin/launchproof-oracle")
    parser.add_argument("--compiler", choices=["nvcc", "clang"], help="default: nvcc where it is installed")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--level", action="append", help="of optimisation; may be given several times (default O3)")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=int, default=0, metavar="N", help="fails where the oracle judges fewer kernels")
    parser.add_argument("--may-contradict", action="append", default=[], metavar="CASE", help="a case whose contradiction is known")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave the cases there")
    parser.add_argument("--verbose", action="store_true", help="also say what each side cannot answer")
    parser.add_argument("--chains", type=int, default=0, metavar="N", help="kernels of random instructions, too")
    parser.add_argument("--length", type=int, default=12, help="instructions of each")
    parser.add_argument("--mutants", type=int, default=0, metavar="N", help="so many edits of each case, too")
    parser.add_argument("--mutants-only", action="store_true", help="not the cases themselves")
    parser.add_argument("--each", type=int, default=0, metavar="N", help="so many kernels for each form of instruction alone; chains are of those that Launchproof decides")
    parser.add_argument("--seed", type=int, default=1, help="of the first of those; each next one has the next")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    options.level = options.level or ["O3"]
    if options.compiler is None:
        options.compiler = "nvcc" if shutil.which("nvcc") else "clang"
    tally = Tally(options)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.keep:
            folder = options.keep
            folder.mkdir(parents=True, exist_ok=True)
        cases, tally.left_out = make_cases(options, folder)
        if not options.mutants_only:
            tally.compare(cases)
        if options.mutants:
            tally.compare(make_mutants(options, folder, cases))
        templates = operations_ptx.operations()
        if options.each:
            singles = make_singles(options, folder)
            verdicts = iter(tally.compare([path for paths in singles.values() for path in paths]))
            decided = {template: [next(verdicts) in ("verified", "defect") for _ in paths] for template, paths in singles.items()}
            templates = [template for template, each in decided.items() if all(each)]
            print(f"{len(templates)} of {len(singles)} forms of instructions are decided")
        if options.chains:
            tally.compare(make_chains(folder, templates, options.chains, options.length, options.seed))
    tally.print()
    return 1 if tally.wrong or tally.judged < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
