"""Writes the page of bench/applications.py: one row for each application of the table, then the findings."""

import collections
import textwrap

VERDICTS = ["verified", "defect", "possible-defect", "unknown", "unsupported", "error"]
INTRODUCTION = """\
# Public applications

Written by `bench/applications.py --page docs/applications.md`, from the table `bench/applications.toml`: the commands, and how to get
the programs. Each ran in a fresh home and working directory under `launchproof run` on PoCL 3.1, a CPU device of Debian 12. To see it again:

    python3 bench/applications.py --page docs/applications.md                    all that is installed
    python3 bench/applications.py clblast-tuner-copy-fast                        one of them
    python3 bench/applications.py --build --sources FOLDER                       build the repositories in FOLDER
    python3 bench/applications.py --sources FOLDER --page docs/applications.md   with them

*Decided* are classes that are verified or a defect. *Overhead* is the time of the whole application with `launchproof record` divided by the time
without, the least of two runs each, in turns; *compiled before* is the same with one PoCL cache, so that no kernel is compiled, and what Launchproof remembers from earlier runs. Where *same* says yes, exit status, output and written
files are as without Launchproof, both while recording and under `run`, and launches and classes are as many as the table expects. In a fresh home the device's compiler is asked for its macros, which builds two tiny programs; that is remembered, and takes nothing
from the second run of any application on. An application that insists on a GPU runs, without Launchproof, under a layer of the OpenCL loader that shows one and does nothing else.
"""


def classes(count):
    return f"{count} class" + ("" if count == 1 else "es")


def decided(kept):
    return kept["verdicts"].get("verified", 0) + kept["verdicts"].get("defect", 0)


def line(name, kept):
    """Describes one application in one line, for the terminal."""
    if "missing" in kept:
        return f"{name}: {kept['missing']}"
    text = f"{name}: "
    if "verdicts" in kept:
        counts = ", ".join(f"{kept['verdicts'][verdict]} {verdict}" for verdict in VERDICTS if kept["verdicts"].get(verdict))
        text += f"{kept['launches']} launches, {classes(kept['classes'])}: {counts or 'none'}; "
    return text + f"overhead {overhead(kept)}" + "".join(f"; DIFFERS: {problem}" for problem in kept["problems"])


def overhead(kept):
    return " | ".join(f"{kept[which]:.2f}" if kept[which] else "" for which in ("overhead", "warm_overhead"))


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def row(name, kept):
    if "missing" in kept:
        return f"| {name} | {cell(kept['missing'])} |" + " |" * (len(VERDICTS) + 5)
    if "verdicts" not in kept:
        return f"| {name} | no results |" + " |" * (len(VERDICTS) + 2) + f" {overhead(kept)} | no |"
    counts = " | ".join(str(kept["verdicts"].get(verdict, 0) or "") for verdict in VERDICTS)
    share = f"{100 * decided(kept) / kept['classes']:.0f} %" if kept["classes"] else ""
    same = "no" if kept["problems"] else "yes"
    return f"| {name} | {kept['launches']} | {kept['classes']} | {counts} | {share} | {overhead(kept)} | {same} |"


def found(kept):
    """Returns the findings of one application as lines: findings of the same kernel and kind together, and
    each reason for an open property."""
    lines = []
    for kernel in kept.get("kernels", []):
        alike = {}
        for finding in kernel["findings"]:
            tag = "benign" if finding["benign"] else finding["confirmation"]
            causes = f" ({', '.join(finding['causes'])})" if finding["causes"] else ""
            alike.setdefault((finding["property"], finding["kind"], tag + causes), []).append(finding)
        for (_, _, tag), findings in alike.items():
            places = f", {len(findings)} places, the first" if len(findings) > 1 else ""
            lines.append(f"- `{kernel['kernel']}`, {classes(max(one['classes'] for one in findings))}, {tag}{places}: {findings[0]['message']}")
        for reason, count in sorted(kernel["reasons"].items()):
            if not reason.startswith("possible-defect") or not any(not finding["benign"] for finding in kernel["findings"]):
                lines.append(f"- `{kernel['kernel']}`, {classes(count)}: {reason}")
    merged = collections.Counter(lines)
    return [text + (f" (in {count} programs)" if count > 1 else "") for text, count in merged.items()]


def totals(entries, results):
    ran = [results[entry["name"]] for entry in entries if "verdicts" in results.get(entry["name"], {})]
    count = sum(kept["classes"] for kept in ran)
    settled = sum(decided(kept) for kept in ran)
    share = f"{settled} of {count} classes ({100 * settled / count:.1f} %) are decided" if count else "no class was found"
    dates = sorted({kept["date"] for kept in ran})
    revisions = sorted({kept["revision"] for kept in ran})
    enough = sum(kept["classes"] > 0 and decided(kept) >= 0.9 * kept["classes"] for kept in ran)
    return (f"{len(ran)} of {len(entries)} applications ran, {sum(kept['launches'] for kept in ran)} launches; {share}; in {enough} applications "
            f"at least nine of ten. {'–'.join(dict.fromkeys([dates[0], dates[-1]])) if dates else ''}, "
            f"revision {', '.join(revisions)}.")


def repositories(sources):
    """Returns a line for each."""
    lines = []
    for name, source in sources.items():
        origin = f"`{source['url']}` at {source['revision'][:10]}" if "url" in source else name
        lines.append(f"- {origin}. {source.get('note', '')}".rstrip())
    return lines


def page(sources, entries, results):
    kept_of = {entry["name"]: results.get(entry["name"], {"missing": "not run"}) for entry in entries}
    text = [INTRODUCTION, totals(entries, results), "",
            "| application | launches | classes | " + " | ".join(VERDICTS) + " | decided | overhead | compiled before | same |",
            "|" + "---|" * (len(VERDICTS) + 7)]
    text += [row(entry["name"], kept_of[entry["name"]]) for entry in entries]
    text += ["", "## What was found", ""]
    for entry in entries:
        kept = kept_of[entry["name"]]
        body = [f"- Differs: {problem}" for problem in kept.get("problems", [])] + found(kept)
        if "varies" in entry:
            body.insert(0, f"- Files that it writes are compared with those of several runs without Launchproof: {entry['varies']}")
        if "note" in entry or body:
            text += [f"**{entry['name']}**", ""]
            text += [*textwrap.wrap(entry["note"].strip(), 140), ""] if "note" in entry else []
            text += [*body, ""] if body else []
    text += ["## Commands", "", "| application | from | command | environment |", "|---|---|---|---|"]
    for entry in entries:
        environment = " ".join(f"`{key}={value}`" for key, value in entry.get("environment", {}).items())
        environment += f" `--device-type-as={entry['shown_as']}`" if "shown_as" in entry else ""
        options = f" (with `{' '.join(entry['options'])}`)" if "options" in entry else ""
        text.append(f"| {entry['name']} | {entry.get('package') or entry['source']} | `{cell(entry.get('command', '—'))}`{options} | {environment} |")
    text += ["", "Repositories:", ""] + repositories(sources)
    return "\n".join(text) + "\n"
