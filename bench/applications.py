#!/usr/bin/env python3
"""Runs real applications under `launchproof run`, compares them with themselves without it, and writes a page of what was found.

    applications.py [options] [NAME...]

NAME: an application of the table, or the beginning of one; without any, all of them run. What comes out is kept in a JSON file
(--results), one entry for each application, so that a few can be run again; --page writes the page from all entries.

Each run has a fresh HOME, working directory and PoCL cache. An application runs twice without and with `launchproof record` in turns, which
gives the overhead of recording, `--rounds` times more with one PoCL cache and one of what Launchproof remembers, which gives it for programs that were compiled before, and once
under `launchproof run`. Its exit status, output and the files named by
`compare` must be the same each time, where the table's `mask` (regular expressions) covers what differs anyway, such as times,
and lines that it covers whole are left out. Of those that the table expects to launch so often, and in so many classes, other numbers
are a difference too.

--cuda: the CUDA programs of cuda_applications.toml (cuda_applications.py), on a machine without a GPU; without nvcc those are left out that are not built.

--sources: the folder that holds copies of the public repositories that the table names; --build builds them there.

Exit status: 0 when all that ran did so as without Launchproof, 1 when not, 2 for wrong usage.
"""

import argparse
import collections
import datetime
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

import applications_page
import cuda_applications
import measured

INSTALLED, MISSING = "ran", "not installed"
OURS = {0, 10, 11, 12}  # exit statuses of `run` for an application that returned 0
CAPTURE = "capture.lpcap"
PATIENCE = 12  # further runs without Launchproof of an application that varies
COUNTED = ("launches", "classes")
LAYER = "bench/liblaunchproof_device_type_layer.so"  # in the build folder


def load(path):
    """Returns the table, with one entry for each word of an entry's `each` or `arguments`. Values that an
    entry with `like` omits are filled in, as are the expected results and the notes."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = {}
    for entry in table["application"]:
        arguments = entry.pop("arguments", {})
        for word in list(arguments) or entry.pop("each", [None]):
            made = json.loads(json.dumps(entry).replace("{each}", word).replace("{arguments}", arguments.get(word, ""))) if word else entry
            if "like" in made:
                made = {**{name: value for name, value in entries[made["like"]].items() if name != "note"}, **made}
            entries[made["name"]] = made
    for name, counts in table.get("expected", {}).items():
        if name not in entries:
            sys.exit(f"{path}: something is expected of {name}, which is not an application of the table")
        if not 0 < len(counts) <= len(COUNTED):
            sys.exit(f"{path}: {len(counts)} numbers are expected of {name}; it can be {' and '.join(COUNTED)}")
        entries[name]["expected"] = dict(zip(COUNTED, counts))  # without classes, where these depend on the processor
    for member, values in table.get("of", {}).items():
        for name, value in values.items():
            if name not in entries:
                sys.exit(f"{path}: {member} is given of {name}, which is not an application of the table")
            entries[name][member] = value
    return table.get("sources", {}), list(entries.values())


def missing(entry, sources):
    """Returns the reason why the application cannot run here, or an empty text if it can."""
    if "not_run" in entry:
        return entry["not_run"]
    program = shlex.split(entry["command"])[0]
    if "copy" in entry:
        if not (sources and (sources / entry["copy"]).is_dir()):
            return f"{MISSING}: no folder {entry['copy']}"
        return "" if (sources / entry["copy"] / program).exists() else f"{MISSING}: {program} is not built"
    needs = shlex.split(entry.get("needs", ""))
    if shutil.which(program) and (not needs or subprocess.run(needs, capture_output=True, check=False).returncode == 0):
        return ""
    return f"{MISSING}: package {entry['package']}"


class Outcome:
    def __init__(self, status, output, seconds, folder):
        self.status, self.output, self.seconds, self.folder = status, output, seconds, folder


class Runner:
    def __init__(self, entry, options):
        self.entry, self.options = entry, options
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="launchproof-application-"))
        self.runs = 0
        self.written = set()  # without Launchproof, as digests

    def folder(self, cache):
        """Creates a fresh home, and a working directory with the files that the application needs."""
        self.runs += 1
        here = self.place / str(self.runs)
        if "copy" in self.entry:
            shutil.copytree(self.options.sources / self.entry["copy"], here / "work", symlinks=True)
        (here / "work").mkdir(parents=True, exist_ok=True)
        (here / "home").mkdir()
        if cache:  # what Launchproof remembers across runs is there as well
            (cache / "launchproof").mkdir(exist_ok=True)
            (here / "home/launchproof").symlink_to(cache / "launchproof")
        for command in self.entry.get("prepare", []):
            subprocess.run(command, shell=True, cwd=here / "work", check=True, stdin=subprocess.DEVNULL)
        return here

    def start(self, before=(), cache=None):
        """Runs the application, with `before` in front of its command; `@` in it stands for the capture's
        folder. Without Launchproof, a layer shows the devices that the application insists on. An
        application with `again` has run before in the same home and working directory."""
        here = self.folder(cache)
        if "again" in self.entry:
            self.run_once((), cache, here)
        return self.run_once(before, cache, here)

    def run_once(self, before, cache, here):
        environment = {**os.environ, "HOME": str(here / "home"), "POCL_CACHE_DIR": str(cache or here / "home"),
                       "XDG_CACHE_HOME": str(here / "home"), **self.entry.get("environment", {})}
        if "shown_as" in self.entry and not before:
            environment["OPENCL_LAYERS"] = str(self.options.launchproof.parents[1] / LAYER)
        command = [word.replace("@", str(here / CAPTURE)) for word in before] + shlex.split(self.entry["command"])
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   errors="replace", cwd=here / "work", env=environment, start_new_session=True)
        try:
            out, err = process.communicate(timeout=self.options.timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return Outcome(None, self.comparable(out, err), time.monotonic() - begin, here)
        except BaseException:  # interrupted, or ended: the application cannot continue alone
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        return Outcome(process.returncode, self.comparable(out, err), time.monotonic() - begin, here)

    def comparable(self, out, err):
        lines = out.splitlines() + [line for line in err.splitlines() if not line.startswith("launchproof: ")]
        for pattern in self.entry.get("mask", []):
            lines = [re.sub(pattern, "_", line) for line in lines]
        lines = [line for line in lines if line != "_"]
        return sorted(lines) if self.entry.get("unordered") else lines

    def files(self, outcome):
        """Returns digests of the files that the application wrote."""
        paths = [outcome.folder / "work" / name for name in self.entry.get("compare", [])]
        return [hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "missing" for path in paths]

    def writes_as_without(self, plain, other):
        """Returns whether `other` wrote the same files as `plain` or, for an application that varies, as
        another run without Launchproof."""
        self.written.add(tuple(self.files(plain)))
        for _ in range(PATIENCE if "varies" in self.entry else 0):
            if tuple(self.files(other)) in self.written:
                break
            self.written.add(tuple(self.files(self.start())))
        return tuple(self.files(other)) in self.written

    def close(self):
        if self.options.keep:
            print(f"kept: {self.place}", file=sys.stderr)
        else:
            shutil.rmtree(self.place, ignore_errors=True)


def status_as_shown(status):
    """Returns the status as a shell shows it: 128 + N for signal N."""
    return status if status is None or status >= 0 else 128 - status


def differences(runner, plain, other, statuses):
    """Returns, in words, how the application behaved differently from a run without Launchproof."""
    if runner.entry.get("crashes"):
        return [f"exit status {one.status} of an application that crashes" for one in (plain, other)
                if one.status is not None and status_as_shown(one.status) <= 128]
    problems = []
    if status_as_shown(other.status) not in statuses:
        problems.append(f"exit status {other.status} instead of {plain.status}" if other.status is not None else "time limit")
    if other.output != plain.output:
        changed = [line for line in other.output if line not in plain.output] + [line for line in plain.output if line not in other.output]
        problems.append(f"output: {(changed or ['order of lines'])[0][:160]}")
    if not runner.writes_as_without(plain, other):
        problems.append("files that it writes")
    return problems


def shown(finding):
    return {"property": finding["property"], "kind": finding["kind"], "confirmation": finding["confirmation"],
            "message": finding["message"], "benign": finding["benign"],
            "lines": sorted({location["line"] for location in finding["locations"]}),
            "causes": sorted({one["cause"] for one in finding["approximations"]})}


def summary(results):
    """Returns the parts of results.json that the page shows."""
    kernels = {}
    for result in results:
        kernel = kernels.setdefault(f"{result['kernel']}/{result['source']}", {"kernel": result["kernel"], "verdicts": collections.Counter(),
                                                                              "findings": {}, "reasons": collections.Counter()})
        together = result["classes"]
        kernel["verdicts"][result["verdict"]] += together
        if result["verdict"] not in ("verified", "defect"):
            kernel["reasons"][f"{result['verdict']}: {result['reason']}"] += together
        for finding in result["findings"]:
            kept = kernel["findings"].setdefault(finding["id"], dict(shown(finding), classes=0))
            kept["classes"] += together
    verdicts = collections.Counter()
    for result in results:
        verdicts[result["verdict"]] += result["classes"]
    return {"launches": sum(result["launches"] for result in results), "classes": sum(verdicts.values()), "verdicts": verdicts,
            "seconds": sum(result["seconds"] for result in results),
            "kernels": [dict(kernel, findings=list(kernel["findings"].values())) for kernel in kernels.values()]}


def miscounted(entry, kept):
    """Returns, in words, how the launches differ from those that the table always expects."""
    return [f"{kept[what]} {what} instead of {number}" for what, number in entry.get("expected", {}).items() if kept[what] != number]


def ratio(pairs):
    """Returns the least seconds without Launchproof and the ratio of the least seconds with it, over
    completed runs. Returns zeros if there are none."""
    ended = [(plain.seconds, other.seconds) for plain, other in pairs if plain.status is not None and other.status is not None]
    if not ended:
        return 0, 0
    seconds = min(plain for plain, _ in ended)
    return seconds, min(other for _, other in ended) / seconds


def measure(entry, options):
    """Returns everything that is kept about one application."""
    runner = Runner(entry, options)
    tool = str(options.launchproof)
    shown = [f"--device-type-as={entry['shown_as']}"] if "shown_as" in entry else []
    record = [tool, "record", "-q", "-o", "@", *shown, "--"]
    cache = runner.place / "cache"
    cache.mkdir()
    try:
        if options.rounds:
            runner.start(record, cache)
        cold = [(runner.start(), runner.start(record)) for _ in range(2)]
        warm = [(runner.start(cache=cache), runner.start(record, cache)) for _ in range(options.rounds)]
        pairs, plain = cold + warm, cold[0][0]
        kept = {"status": plain.status, "problems": [], "shown_as": entry.get("shown_as", "")}
        again = [problem for other, _ in pairs[1:] for problem in differences(runner, plain, other, {status_as_shown(plain.status)})]
        if again:
            kept["problems"].append(f"differs from run to run without Launchproof: {again[0]}")
        for _, recorded in pairs:
            kept["problems"] += differences(runner, plain, recorded, {status_as_shown(plain.status)})
        kept["seconds"], kept["overhead"] = ratio(cold)
        kept["warm_seconds"], kept["warm_overhead"] = ratio(warm)
        words = [tool, "run", "-q", "-o", "@", *shown, *options.run, *entry.get("options", []), "--"]
        checked = runner.start(words)
        kept["problems"] += differences(runner, plain, checked, OURS if plain.status == 0 else {status_as_shown(plain.status)})
        kept["problems"] = sorted(set(kept["problems"]))
        results = checked.folder / CAPTURE / "results.json"
        if results.exists():
            document = json.loads(results.read_text(encoding="utf-8"))
            kept.update(summary(document["results"]), notes=document["notes"])
            kept["problems"] += miscounted(entry, kept)
        elif not kept["problems"]:
            kept["problems"] = ["no results"]
        return kept
    finally:
        runner.close()


def measure_cuda(entry, options):
    runner = Runner(entry, options)
    try:
        return cuda_applications.measure(runner, summary, miscounted)
    finally:
        runner.close()


def build(sources, entries, folder):
    """Runs the build commands of each repository in its copy. `COPIES` are the folders of it that entries
    name."""
    for name, source in sources.items():
        copy = folder / name
        if "url" not in source:
            copy.mkdir(parents=True, exist_ok=True)
        if not copy.is_dir():
            print(f"{copy} is missing: git clone {source['url']} {copy}; git -C {copy} checkout {source['revision']}", file=sys.stderr)
            continue
        if shutil.which(source.get("compiler", "bash")) is None:
            print(f"{source['compiler']} is not installed, and the programs of {name} are not built", file=sys.stderr)
            continue
        copies = {entry["copy"].partition("/")[2] for entry in entries if entry.get("source") == name and "copy" in entry}
        subprocess.run(["bash", "-euo", "pipefail", "-c", source["build"]], cwd=copy, check=False, stdin=subprocess.DEVNULL,
                       env=dict(os.environ, BENCH=str(measured.ROOT / "bench"), COPIES=" ".join(sorted(copies))))


def parsed():
    here = pathlib.Path(__file__).resolve().parent
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--cuda", action="store_true", help="the CUDA programs, on the processor device")
    parser.add_argument("--table", type=pathlib.Path, help="default: applications.toml, or cuda_applications.toml")
    parser.add_argument("--results", type=pathlib.Path, help="default: a file in the cache")
    parser.add_argument("--page", type=pathlib.Path, help="write this page from all that is in --results")
    parser.add_argument("--only-page", action="store_true", help="write the page, and run nothing")
    parser.add_argument("--sources", type=pathlib.Path, help="folder with copies of the public repositories")
    parser.add_argument("--build", action="store_true", help="build the repositories in --sources, and run nothing")
    parser.add_argument("--launchproof", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof")
    parser.add_argument("--rounds", type=int, default=3, help="runs with and without recording, programs compiled before; 0: none (default: 3)")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for one run, verification included (default: 600)")
    parser.add_argument("--run", action="append", default=[], metavar="OPTION", help="an option for `launchproof run`; may be repeated")
    parser.add_argument("--keep", action="store_true", help="keep the captures and name their folder")
    parser.add_argument("--list", action="store_true", help="name the applications, and run nothing")
    options = parser.parse_args()
    kind = "cuda_applications" if options.cuda else "applications"
    options.table = options.table or here / f"{kind}.toml"
    options.results = options.results or cache / f"launchproof/{kind}.json"
    options.launchproof = options.launchproof.resolve()
    options.sources = options.sources.resolve() if options.sources else None
    if not os.access(options.launchproof, os.X_OK):
        parser.error(f"{options.launchproof} is not a program; build the target `launchproof` first")
    return parser, options


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    parser, options = parsed()
    sources, entries = load(options.table)
    if options.build:
        if not options.sources:
            parser.error("--build needs --sources")
        build(sources, entries, options.sources)
        return 0
    chosen = [entry for entry in entries if not options.names or any(entry["name"].startswith(name) for name in options.names)]
    if options.list:
        print("\n".join(entry["name"] for entry in chosen))
        return 0
    if not chosen:
        parser.error("no application of the table is named so: " + ", ".join(options.names))
    results = json.loads(options.results.read_text(encoding="utf-8")) if options.results.exists() else {}
    revision = subprocess.run(["git", "-C", str(measured.ROOT), "describe", "--always"], capture_output=True, text=True,
                              check=False).stdout.strip()
    failed = 0
    for entry in [] if options.only_page else chosen:
        why = (cuda_applications if options.cuda else sys.modules[__name__]).missing(entry, options.sources)
        if why and entry["name"] in results and not options.names:
            continue  # measured where it is installed
        kept = {"missing": why} if why else (measure_cuda if options.cuda else measure)(entry, options)
        results[entry["name"]] = dict(kept, date=str(datetime.date.today()), revision=revision)
        failed += bool(kept.get("problems"))
        print((cuda_applications if options.cuda else applications_page).line(entry["name"], kept), flush=True)
        options.results.parent.mkdir(parents=True, exist_ok=True)
        options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if options.page:
        options.page.write_text((cuda_applications if options.cuda else applications_page).page(sources, entries, results), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
