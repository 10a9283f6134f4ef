"""CUDA programs under `launchproof run` on the processor device: what bench/applications.py --cuda measures, and the page of it.

There is no run without Launchproof to compare with, as the machine has no GPU. A program has come to its end when its exit status is 0, and its
own check says whether what it computed is right: its output must hold the table's `passes` and nothing of `fails`.
"""

import json
import re
import shutil
import textwrap

import applications_page
from applications_page import VERDICTS, cell, classes, decided, found

PASSED, FAILED, NONE = "passes", "fails", "has none"
INTRODUCTION = """\
# Public CUDA programs

Written by `bench/applications.py --cuda --page docs/cuda-programs.md`, from the table `bench/cuda_applications.toml`: the commands, and how to get
the programs. Each is built by nvcc 13 with `-cudart shared -lineinfo`, and ran in a fresh working directory under `launchproof run` on a machine without a GPU, so
that its kernels were executed on the processor. To see it again where nvcc is installed:

    python3 bench/applications.py --cuda --build --sources FOLDER     build the repositories in FOLDER
    python3 bench/applications.py --cuda --sources FOLDER --page docs/cuda-programs.md
    python3 bench/applications.py --cuda --sources FOLDER adam        one of them

*Decided* are classes that are verified or a defect. *Its own check* is what the program says of its results. *Not executed* are kernels that use what
the processor device cannot execute: their launches are recorded and proved, and their results are missing. *Seconds* are those of the whole run, verification included.
"""


def check_of(entry, output):
    """Returns the result of the program's own check."""
    text = "\n".join(output)
    if re.search(entry.get("fails", "FAIL"), text):
        return FAILED
    return PASSED if re.search(entry.get("passes", "PASS"), text) else NONE


def not_executed(notes):
    """Returns the constructs because of which kernels were not executed."""
    found_in = (re.search(r"launched and not executed, so memory is as before: (.*)", json.dumps(note)) for note in notes)
    return sorted({match.group(1).strip('"}') for match in found_in if match})


def missing(entry, sources):
    """Returns the reason why the program cannot run here, or an empty text if it can."""
    if "not_run" in entry:
        return entry["not_run"]
    program = entry["command"].split()[0]
    if sources and (sources / entry["copy"] / program).exists():
        return ""
    return "not installed: nvcc" if shutil.which("nvcc") is None else f"not installed: {entry['copy']} is not built"


def measure(runner, summary, miscounted):
    """Returns everything that is kept about one program."""
    entry, options = runner.entry, runner.options
    words = [str(options.launchproof), "run", "-q", "--cuda=on", "-o", "@", *options.run, *entry.get("options", []), "--"]
    ran = runner.start(words)
    results = ran.folder / "capture.lpcap/results.json"
    kept = {"status": ran.status, "problems": [], "wall": ran.seconds, "check": check_of(entry, ran.output)}
    if not results.exists():
        kept["problems"].append("time limit" if ran.status is None else "no results")
        return kept
    document = json.loads(results.read_text(encoding="utf-8"))
    application = document.get("application", {})
    kept.update(summary(document["results"]), notes=document["notes"], not_executed=not_executed(document["notes"]), application=application)
    if ran.status not in {0, 10, 11, 12}:
        kept["problems"].append(f"exit status {ran.status}")
    if kept["check"] == FAILED and not entry.get("is_wrong"):
        kept["problems"].append("its own check fails")
    kept["problems"] += miscounted(entry, kept)
    return kept


def line(name, kept):
    """Describes one program in one line, for the terminal."""
    if "missing" in kept:
        return f"{name}: {kept['missing']}"
    counts = ", ".join(f"{kept['verdicts'][verdict]} {verdict}" for verdict in VERDICTS if kept.get("verdicts", {}).get(verdict))
    text = f"{name}: {kept.get('launches', 0)} launches, {classes(kept.get('classes', 0))}: {counts or 'none'}; its own check {kept['check']}"
    return text + "".join(f"; {problem}" for problem in kept["problems"])


def row(name, kept):
    if "verdicts" not in kept:
        return f"| {name} | {cell(kept.get('missing') or ', '.join(kept['problems']))} |" + " |" * (len(VERDICTS) + 4)
    counts = " | ".join(str(kept["verdicts"].get(verdict, 0) or "") for verdict in VERDICTS)
    share = f"{100 * decided(kept) / kept['classes']:.0f} %" if kept["classes"] else ""
    check = kept["check"] + (", kernels not executed" if kept["not_executed"] else "")
    return f"| {name} | {kept['launches']} | {kept['classes']} | {counts} | {share} | {check} | {kept['wall']:.0f} |"


def totals(kept_of):
    ran = [kept for kept in kept_of.values() if "missing" not in kept]
    whole = [kept for kept in ran if "verdicts" in kept and not any("exit status" in one for one in kept["problems"])]
    right = sum(kept["check"] != FAILED and not kept["not_executed"] for kept in whole)
    count = sum(kept["classes"] for kept in whole)
    settled = sum(decided(kept) for kept in whole)
    verdicts = {verdict: sum(kept["verdicts"].get(verdict, 0) for kept in whole) for verdict in VERDICTS}
    words = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items() if number)
    share = f"{settled} of {count} classes ({100 * settled / count:.1f} %) are decided" if count else "no class was found"
    dates = sorted({kept["date"] for kept in ran})
    revisions = ", ".join(sorted({kept["revision"] for kept in ran}))
    return (f"{len(ran)} of {len(kept_of)} programs ran. {len(whole)} came to their end, {right} of them with every kernel executed and no check of their own that fails. "
            f"{sum(kept['launches'] for kept in whole)} launches were recorded; {share} ({words}). "
            f"{'–'.join(dict.fromkeys([dates[0], dates[-1]])) if dates else ''}, revision {revisions}.")


def page(sources, entries, results):
    kept_of = {entry["name"]: results.get(entry["name"], {"missing": "not run"}) for entry in entries}
    text = [INTRODUCTION, totals(kept_of), "",
            "| program | launches | classes | " + " | ".join(VERDICTS) + " | decided | its own check | seconds |",
            "|" + "---|" * (len(VERDICTS) + 6)]
    text += [row(entry["name"], kept_of[entry["name"]]) for entry in entries]
    text += ["", "## What was found", ""]
    for entry in entries:
        kept = kept_of[entry["name"]]
        body = [f"- Not executed: {cell(reason)}" for reason in kept.get("not_executed", [])] + found(kept)
        if "note" not in entry and not body:
            continue
        text += [f"**{entry['name']}**", ""]
        text += [*textwrap.wrap(entry["note"].strip(), 140), ""] if "note" in entry else []
        text += [*body, ""] if body else []
    text += ["## Commands", "", "| program | folder | command |", "|---|---|---|"]
    for entry in entries:
        options = f" (`run` with `{' '.join(entry['options'])}`)" if "options" in entry else ""
        text.append(f"| {entry['name']} | {entry.get('copy', '')} | `{cell(entry.get('command', '—'))}`{options} |")
    text += ["", "Repositories:", ""] + applications_page.repositories(sources)
    whole = "\n".join(text) + "\n"
    # Sources are named by their paths in their repositories.
    return re.sub(rf"[\w./-]+/({'|'.join(map(re.escape, sources))})/", r"\1/", whole) if sources else whole
