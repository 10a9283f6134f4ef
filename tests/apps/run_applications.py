#!/usr/bin/env python3
"""Runs applications under `launchproof run` on the machine's OpenCL platform and compares what comes out.

    run_applications.py [options] access-flags | examples | call-site | contents | repro | svm | clblast-xdot | ffmpeg-avgblur

Exit status: 0 when everything is as expected, 1 when not, 2 for wrong usage, 77 when the application or a platform is
not installed (skipped).
"""

import argparse
import collections
import glob
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

SKIPPED = 77
DECIDED = {"verified", "defect"}
VERDICTS = DECIDED | {"possible-defect", "unknown", "unsupported", "error"}
STATUS_OF = {"verified": 0, "defect": 10}


class Skip(Exception):
    pass


class Place:
    """A folder of its own, with a fresh HOME for each run and a cache of PoCL for all of them: its own, or --pocl-cache.

    Nothing of ours is left over from an earlier test. Compiling for the device anew in each run takes more than half of the test's time.
    """

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="launchproof-apps-"))
        self.runs = 0
        self.compiled = options.pocl_cache or self.folder / "pocl"
        self.compiled.mkdir(parents=True, exist_ok=True)

    def close(self):
        if self.options.keep:
            print(f"kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, command):
        """Returns the status, standard output, standard error and the run's folder."""
        self.runs += 1
        here = self.folder / str(self.runs)
        here.mkdir()
        environment = dict(os.environ, HOME=str(here), POCL_CACHE_DIR=str(self.compiled))
        command = [word.replace("@HERE@", str(here)) for word in command]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=here, env=environment,
                              stdin=subprocess.DEVNULL, check=False)
        return done.returncode, done.stdout, done.stderr, here

    def run(self, application, solver=None, more=()):
        """Runs `launchproof run`. Returns the status, standard output, standard error, results and the
        capture's folder."""
        words = [self.options.launchproof, "run", "-o", "@HERE@/capture", *more]
        if solver:
            words.append(f"--solver={solver}")
        status, out, err, here = self.start([*words, "--", *application])
        capture = here / "capture"
        return status, out, err, read_results(capture), capture


def read_results(folder):
    try:
        return json.loads((folder / "results.json").read_text(encoding="utf-8"))["results"]
    except (OSError, ValueError, KeyError):
        return None


def require_application(name):
    if shutil.which(name) is None:
        raise Skip(f"{name} is not installed")


def require_platform():
    vendors = os.environ.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors")
    if not glob.glob(os.path.join(vendors, "*.icd")):
        raise Skip("no OpenCL platform is installed (no file in /etc/OpenCL/vendors)")


def last_lines(text, count=5):
    return "\n".join(text.strip().splitlines()[-count:])


def is_condition(finding, location):
    """A divergent barrier's finding also names the condition that keeps work-items away."""
    return finding["property"] == "barrier-divergence" and "barrier" not in location["role"]


def compare_example(example, status, results):
    """Returns the differences from examples/expectations.json, in words."""
    expected = example["verdict"]
    if results is None or len(results) != 1:
        return [f"expected one launch class, found {'no results' if results is None else len(results)}"]
    result = results[0]
    problems = []
    for name in ("kernel", "verdict"):
        if result[name] != example[name]:
            problems.append(f"expected {name} {example[name]}, found {result[name]} ({result.get('reason')})")
    if status != STATUS_OF[expected]:
        problems.append(f"expected exit status {STATUS_OF[expected]}, found {status}")
    if "property" not in example:
        return problems
    unconfirmed = [finding["confirmation"] for finding in result["findings"] if finding["confirmation"] != "confirmed"]
    if unconfirmed:
        problems.append(f"expected every finding to be confirmed by replay, found {unconfirmed}")
    found = [(finding["property"], sorted(location["line"] for location in finding["locations"]
                                          if not is_condition(finding, location)))
             for finding in result["findings"] if not finding.get("benign")]
    if (example["property"], sorted(example["lines"])) not in found:
        problems.append(f"expected {example['property']} at lines {example['lines']}, found {found}")
    return problems


def run_examples(place):
    expectations = json.loads((place.options.examples / "expectations.json").read_text(encoding="utf-8"))
    failed = 0
    for example in expectations["examples"]:
        program = place.options.programs / example["program"]
        status, out, err, results, _ = place.run([str(program)], place.options.solver)
        problems = compare_example(example, status, results)
        if problems:
            failed += 1
            print(f"{example['program']}: {'; '.join(problems)}\n{last_lines(out)}\n{last_lines(err)}")
    print(f"{len(expectations['examples']) - failed} examples as expected, {failed} not")
    return failed == 0


def run_call_site(place):
    """Returns the function, file and line of the launch, in a position-independent executable and in one
    at a fixed address."""
    good = True
    for name in ("app_call_site", "app_call_site_fixed"):
        program = place.options.apps / name
        # The executable is started by a bare name, so the loader knows no path for it.
        os.environ["PATH"] = f"{place.options.apps}:{os.environ['PATH']}"
        source = place.options.sources / "call_site.c"
        line = next(number for number, text in enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
                        if "clEnqueueNDRangeKernel(with" in text)
        status, _, err, results, capture = place.run([program.name])
        site = results[0]["call_site"] if results else "no results"
        wanted = f"enqueue_fill at {source}:{line} ({program}+0x"
        if not site.startswith(wanted):
            print(f"{name}: status {status}: expected a call site that begins `{wanted}`, found `{site}`")
            good = False
        if f"launched by {wanted}" not in err:
            print(f"{name}: the summary does not name the call site:\n{err}")
            good = False
        if wanted not in (capture / "report.html").read_text(encoding="utf-8"):
            print(f"{name}: report.html does not name the call site")
            good = False
    return good


def judge_xdot(results, solver):
    """Expects all 144 launches, a verdict for each class, and at least four fifths decided."""
    if results is None:
        print(f"{solver}: no results")
        return False
    counts = collections.Counter(result["verdict"] for result in results)
    launches = sum(result["launches"] for result in results)
    print(f"{solver}: {launches} launches, {len(results)} classes: {dict(counts)}")
    good = launches == 144 and set(counts) <= VERDICTS
    good = good and all(result["reason"] for result in results if result["verdict"] not in DECIDED)
    decided = sum(counts[verdict] for verdict in DECIDED)
    return good and decided >= 0.8 * len(results)


def run_clblast_xdot(place):
    require_application("clblast_test_xdot")
    application = ["clblast_test_xdot", "-platform", "0", "-device", "0"]
    plain_status, plain_out, plain_err, _ = place.start(application)
    if plain_status != 0:
        raise Skip(f"clblast_test_xdot fails by itself with status {plain_status}: {last_lines(plain_err)}")
    status, out, err, results, capture = place.run(application)
    good = judge_xdot(results, "z3")
    undecided = any(result["verdict"] not in DECIDED for result in results or [])
    if status not in ({0, 10, 11} if undecided else {0, 10}):
        print(f"exit status {status}:\n{last_lines(err)}")
        good = False
    if sorted(line for line in out.splitlines() if "passed" in line) != \
            sorted(line for line in plain_out.splitlines() if "passed" in line):
        print(f"the application's output is not the same as without Launchproof:\n{plain_out}\n{out}")
        good = False
    second = capture.parent / "cvc5"
    place.start([place.options.launchproof, "verify", "--solver=cvc5", "-o", str(second), str(capture)])
    return judge_xdot(read_results(second), "cvc5") and good


def run_ffmpeg_avgblur(place):
    require_application("ffmpeg")
    # The frames' checksums are the application's output.
    application = ["ffmpeg", "-v", "error", "-init_hw_device", "opencl=ocl:0.0", "-filter_hw_device", "ocl",
                   "-f", "lavfi", "-i", "testsrc=s=128x96:d=1:r=5", "-vf",
                   "format=yuv420p,hwupload,avgblur_opencl=3,hwdownload,format=yuv420p", "-f", "framemd5", "-"]
    plain_status, plain_out, plain_err, _ = place.start(application)
    if plain_status != 0:
        raise Skip(f"ffmpeg fails by itself with status {plain_status}: {last_lines(plain_err)}")
    status, out, err, results, _ = place.run(application)
    good = True
    if out != plain_out:
        print(f"the application's output is not the same as without Launchproof:\n{plain_out}\n{out}")
        good = False
    if status not in {0, 11}:
        print(f"exit status {status}:\n{last_lines(err)}")
        good = False
    launches = sum(result["launches"] for result in results or [])
    if launches != 30:
        print(f"expected 30 launches, found {launches}")
        good = False
    for result in results or []:
        if result["verdict"] == "unsupported" and not result["reason"]:
            print(f"{result['kernel']} is unsupported without a reason")
            good = False
        lines = [cause["location"]["line"] for property_ in result.get("property_details", {}).values()
                 for cause in property_.get("causes", []) if cause.get("location", {}).get("line")]
        if result["verdict"] == "unsupported" and not lines:
            print(f"{result['kernel']} is unsupported, and no line is named")
            good = False
        if result["verdict"] not in {"unsupported", "verified"}:
            print(f"{result['kernel']}: {result['verdict']} ({result['reason']})")
            good = False
    return good


def finding_key(finding):
    """Returns the properties of a finding that are the same after export: property, kind, lines."""
    lines = sorted(location["line"] for location in finding["locations"])
    return finding["property"], finding["kind"], lines, finding["confirmation"]


def repro_problems(place, capture, finding, folder, more=()):
    """Replays the finding, exports it, compiles the program and runs it under launchproof, with options `more`."""
    status, out, err, _ = place.start(shlex.split(finding["repro"].replace("launchproof", place.options.launchproof, 1)) +
                                      ["--format=json"])
    replayed = [finding_key(one) for result in json.loads(out)["results"] for one in result["findings"]]
    if status != 10 or replayed != [finding_key(finding)]:
        return f"`{finding['repro']}` gives {status} and {replayed}: {last_lines(err)}"
    words = shlex.split(finding["export_repro"].replace("launchproof", place.options.launchproof, 1))
    status, _, err, _ = place.start([*words[:-1], str(folder)])
    if status != 0 or words[-2] != "-o":
        return f"`{finding['export_repro']}` gives {status}: {last_lines(err)}"
    for path in folder.rglob("*"):
        text = path.read_bytes() if path.is_file() else b""
        if any(word in text for word in (str(place.folder).encode(), str(place.options.programs).encode(),
                                         os.uname().nodename.encode())):
            return f"{path.name} names something of this machine"
    built = subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "host.c", "-o", "host", "-lOpenCL"], cwd=folder,
                           capture_output=True, text=True, check=False)
    if built.returncode != 0:
        return f"host.c does not compile: {last_lines(built.stderr)}"
    status, _, err, _ = place.start(["env", "-C", str(folder), place.options.launchproof, "run", "-o", str(folder / "again"),
                                     *more, "--", "./host"])
    again = [finding_key(one) for result in read_results(folder / "again") or [] for one in result["findings"]]
    if status != 10 or finding_key(finding) not in again:
        return f"the exported program gives {status} and {again}: {last_lines(err)}"
    return None


def run_repro(place):
    """The command of each defect in the examples replays it, and the exported program shows it again."""
    if shutil.which("cc") is None:
        raise Skip("no C compiler is installed")
    good, count = True, 0
    expectations = json.loads((place.options.examples / "expectations.json").read_text(encoding="utf-8"))
    for example in expectations["examples"]:
        if example["verdict"] != "defect":
            continue
        _, _, _, results, capture = place.run([str(place.options.programs / example["program"])])
        for finding in [finding for result in results or [] for finding in result["findings"]]:
            count += 1
            problem = repro_problems(place, capture, finding, place.folder / f"repro-{count}")
            if problem:
                good = False
                print(f"{example['program']}: {problem}")
    for words in (["replay", str(capture), "--class", "9"], ["replay", str(capture), "--launch", "99"],
                  ["replay", str(capture), "--finding", "none"], ["replay", "no-such-folder"],
                  ["export-repro", "none", str(capture)], ["export-repro", "none"]):
        status, _, err, _ = place.start([place.options.launchproof, *words])
        if status != 2 or len(err.strip().splitlines()) != 1:
            good = False
            print(f"{' '.join(words)}: expected status 2 and one line, found {status}: {err}")
    print(f"{count} findings replayed and exported")
    return good and count >= 6


# The verdict of each launch of app_svm, and how it is reached.
SVM_CASES = {
    "disjoint": "verified",
    "overlap": ("data-race", "read-write"),
    "past": ("out-of-bounds", "past the end"),
    "back": "verified",
    "before": ("out-of-bounds", "before the start"),
    "buffer": "verified",
    "alias": ("data-race", "read-write"),
    "pointers": "unsupported",
}


def run_svm(place):
    """Kernels over shared virtual memory: proofs and confirmed defects, as over buffers."""
    program = str(place.options.apps / "app_svm")
    status, _, err, _ = place.start([program, "disjoint"])
    if status == 3:
        raise Skip(f"the platform has no shared virtual memory: {last_lines(err)}")
    good = True
    for mode, expected in SVM_CASES.items():
        _, _, err, results, _ = place.run([program, mode])
        found = [result["verdict"] for result in results or []]
        seen = [(one["property"], one["kind"], one["confirmation"]) for result in results or [] for one in result["findings"]]
        verdict, findings = (expected, []) if isinstance(expected, str) else ("defect", [(*expected, "confirmed")])
        if found != [verdict] or seen != findings:
            good = False
            print(f"{mode}: expected {verdict} {findings}, found {found} {seen}: {last_lines(err)}")
    print(f"{len(SVM_CASES)} launches over shared virtual memory")
    return good


def contents_problem(place, name, arguments, contents, expected, launch=None):
    """Runs app_contents; `launch`: the one that the confirmed race is in."""
    more = [f"--contents={contents}", "--timeout=100"]
    status, out, err, results, capture = place.run([str(place.options.apps / "app_contents"), *arguments], more=more)
    plain = place.start([str(place.options.apps / "app_contents"), *arguments])[1]
    if out != plain:
        return f"the application prints {out!r} instead of {plain!r}"
    found = [result["verdict"] for result in results or []]
    wanted_status = 10 if "defect" in expected else 0
    if found != [expected] or status != wanted_status:
        return f"expected {expected} and status {wanted_status}, found {found} and {status}: {last_lines(err)}"
    if launch is None:
        return None
    findings = results[0]["findings"]
    if [(one["property"], one["confirmation"], one["launch"]) for one in findings] != \
            [("data-race", "confirmed", launch)]:
        return f"expected one confirmed race in launch {launch}, found {findings}"
    return repro_problems(place, capture, findings[0], place.folder / f"repro-{name}", more)


def run_contents(place):
    """Recorded contents decide properties that the launch facts leave open, separately for each launch."""
    cases = {
        # Unrecorded contents may have any value.
        "without": (["1", "0"], "none", "defect"),
        "distinct": (["1", "0"], "arguments", "verified"),
        "repeated": (["1", "1"], "arguments", "defect", 0),
        "all-distinct": (["3", "0"], "all", "verified"),
        "third": (["3", "3"], "all", "defect", 3),
        # Nothing is recorded for the second and third launch.
        "first-alone": (["3", "0"], "arguments", "defect"),
    }
    good = True
    # `take` writes to the buffer as well, after it has read it.
    for kernel in ["scatter", "take"]:
        for name, (arguments, contents, expected, *launch) in cases.items():
            name = f"{kernel}-{name}"
            problem = contents_problem(place, name, [kernel, *arguments], contents, expected, *launch)
            if problem:
                good = False
                print(f"{name}: {problem}")
    return good


# Returns the verdict of each kernel of app_access_flags, or nothing for a kernel whose memory kernels may
# read and write.
ACCESS_CASES = {
    "kept": "verified",
    "stored": ("store into read-only memory", "in"),
    "part": ("store into read-only memory", "part_of_table"),
    "narrowed": ("store into read-only memory", "narrowed_part"),
    "counted": ("load from write-only memory", "counter"),
    "of_host": None,
}


def run_access_flags(place):
    """The access flags that the host sets for a buffer are recorded, inherited by its sub-buffers, and
    checked for each launch."""
    status, _, err, results, capture = place.run([str(place.options.apps / "app_access_flags")])
    good = status == 10
    for kernel, expected in ACCESS_CASES.items():
        one = next((result for result in results or [] if result["kernel"] == kernel), None)
        verdict = one and one["properties"].get("access-flags")
        found = [(finding["kind"], finding["witness"]["work_items"][0]["array"], finding["confirmation"])
                 for finding in (one["findings"] if one else []) if finding["property"] == "access-flags"]
        is_finding = isinstance(expected, tuple)
        if one is None or verdict != ("defect" if is_finding else expected) or \
                found != ([(*expected, "confirmed")] if is_finding else []):
            good = False
            print(f"{kernel}: expected {expected}, found {verdict} {found}: {last_lines(err)}")
    for number, result in enumerate(results or []):
        for finding in result["findings"]:
            problem = repro_problems(place, capture, finding, place.folder / f"repro-flags-{number}")
            if problem:
                good = False
                print(f"{result['kernel']}: {problem}")
    print(f"{len(ACCESS_CASES)} launches with access flags")
    return good


# The answer for each mode of app_launch_pairs where nothing orders the two launches, and the kind of the race.
PAIR_CASES = {
    "same": ("defect", "write-write"),
    "halves": ("verified", None),
    "halves_off": ("defect", "write-write"),
    "reads": ("verified", None),
    "read_write": ("defect", "read-write"),
    "atomics": ("verified", None),
    "atomic_plain": ("defect", "atomic-write"),
    "parts": ("verified", None),
    "parts_off": ("defect", "write-write"),
    "gather": ("verified", None),
    "gather_off": ("defect", "read-write"),
    "mostly_equal": ("defect", "write-write"),
    "stored_twice": ("unknown", None),
    "busy": ("defect", "write-write"),
    "constants": ("defect", "write-write"),
    "twice": ("verified", "write-write"),
    "image": ("defect", "read-write"),
    "image_apart": ("verified", None),
    "large": ("defect", "write-write"),
    "svm": ("defect", "write-write"),
    "svm_apart": ("verified", None),
}


def pair_problem(place, mode, order, verdict, kind):
    """Runs app_launch_pairs. If `verdict` is None, nothing is asked, because the launches are ordered."""
    status, _, err, results, _ = place.run([str(place.options.apps / "app_launch_pairs"), mode, order],
                                           more=["--contents=all", "--timeout=100"])
    pairs = [result for result in results or [] if "launch-race" in result["properties"]]
    others = [result["verdict"] for result in results or [] if "launch-race" not in result["properties"]]
    if any(other != "verified" for other in others):
        return f"the launches by themselves are {others}: {last_lines(err)}"
    wanted = [] if verdict is None else [verdict]
    if [pair["properties"]["launch-race"] for pair in pairs] != wanted:
        return f"expected {wanted}, found {[(pair['properties'], pair['reason']) for pair in pairs]}: {last_lines(err)}"
    if status != {"defect": 10, "unknown": 11}.get(verdict, 0):
        return f"status {status}: {last_lines(err)}"
    # Benign races are listed with the others.
    shown = [one for pair in pairs for one in pair["findings"] if verdict == "verified" or not one["benign"]]
    findings = [(one["property"], one["kind"], one["confirmation"]) for one in shown]
    if any(one["benign"] != (verdict == "verified") for one in shown):
        return f"benign or not: {findings}"
    if findings != ([("launch-race", kind, "confirmed")] if kind else []):
        return f"found {findings}"
    missing = "out of order" if order == "unordered" else "in different queues"
    if kind and not all(missing in one["explanation"] for one in shown):
        return f"the missing order is not named: {shown[0]['explanation']}"
    return None


def run_launch_pairs(place):
    """Tests launches that may run concurrently: races between them, and proofs that there are none."""
    good = True
    for mode, (verdict, kind) in PAIR_CASES.items():
        # Queues in order run what is enqueued twice one after the other only where it is one queue.
        for order, expected in {"unordered": verdict, "queues": verdict, "event": None}.items():
            problem = pair_problem(place, mode, order, expected, kind if expected else None)
            if problem:
                good = False
                print(f"{mode} {order}: {problem}")
    print(f"{len(PAIR_CASES)} pairs of launches in three orders")
    return good


SUITES = {"launch-pairs": run_launch_pairs, "access-flags": run_access_flags, "contents": run_contents, "svm": run_svm, "repro": run_repro, "examples": run_examples, "call-site": run_call_site, "clblast-xdot": run_clblast_xdot,
          "ffmpeg-avgblur": run_ffmpeg_avgblur}


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof", help="path of the launchproof program")
    parser.add_argument("--programs", type=pathlib.Path, help="folder of the example programs")
    parser.add_argument("--apps", type=pathlib.Path, default="build/tests/apps", help="folder of the test applications")
    parser.add_argument("--solver", help="for the examples")
    parser.add_argument("--pocl-cache", type=lambda text: pathlib.Path(text).resolve(), help="folder that PoCL keeps what it compiles in, for other tests too")
    parser.add_argument("--keep", action="store_true", help="keep the captures and name their folder")
    parser.add_argument("suite", choices=SUITES)
    options = parser.parse_args()
    options.launchproof = os.path.abspath(options.launchproof)
    options.programs = (options.programs or pathlib.Path(options.launchproof).parent / "examples").resolve()
    options.apps = options.apps.resolve()
    options.sources = here
    options.examples = here.parent.parent / "examples"
    if not os.access(options.launchproof, os.X_OK):
        print(f"{options.launchproof} is not a program; build the target `launchproof` first", file=sys.stderr)
        return 2
    place = Place(options)
    try:
        require_platform()
        return 0 if SUITES[options.suite](place) else 1
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    finally:
        place.close()


if __name__ == "__main__":
    sys.exit(main())
