#!/usr/bin/env python3
"""`check` with a group of 2^5 and of 2^31 work-items: the time must not depend on the group's size. The two alternate, so
that both see the same machine.

Exit status: 0 when no kernel's ratio of fastest times leaves 1 by more than the noise that two equal runs show, 1 when not.
"""

import json
import sys

import measured

SIZES = (2**5, 2**31)
ALLOWED = 1.25  # noise that is always granted


def class_seconds(options, kernel, size):
    done, _, _ = measured.timed([options.launchproof, "check", "--format=json", "--jobs=1", f"--local-size={size}",
                                 "--num-groups=4", kernel])
    results = json.loads(done.stdout)["results"]
    if [result["verdict"] for result in results] != ["verified"]:
        sys.exit(f"{kernel.name} with a group of {size}: {results[0]['verdict']}")
    return results[0]["seconds"]


def main():
    options = measured.options_of(__doc__.splitlines()[0], rounds=(15, "runs of each size"))
    print(f"machine: {measured.machine()}")
    print(f"{'kernel':14} {'2^5/ms':>9} {'2^31/ms':>9} {'ratio':>7} {'noise':>7}")
    held = True
    for kernel in sorted((measured.ROOT / "bench/kernels").glob("*.cl")):
        small, large, again = [], [], []
        for _ in range(options.rounds):
            small.append(class_seconds(options, kernel, SIZES[0]))
            large.append(class_seconds(options, kernel, SIZES[1]))
            again.append(class_seconds(options, kernel, SIZES[0]))
        best = [min(values) for values in (small, large, again)]  # what remains when the machine does not interfere
        noise = max(best[0] / best[2], best[2] / best[0])
        # Both rows of small runs have the small size.
        ratio = 2 * best[1] / (best[0] + best[2])
        equal = max(ratio, 1 / ratio) <= max(noise, ALLOWED)
        held = held and equal
        print(f"{kernel.stem:14} {1000 * best[0]:9.1f} {1000 * best[1]:9.1f} {ratio:7.2f} {noise:7.2f}"
              f"{'' if equal else '  not equal'}")
    print(f"limit: equal within noise or a factor of {ALLOWED}: {'held' if held else 'NOT held'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
