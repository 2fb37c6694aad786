#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which of its goals eli reaches, on any network.

usage: bench/goals.py [--setting NAME].. [--runs N] [--quick] [--hops C,..] [--hopveil PROGRAM] [--threads N] [--set STAGE.NAME=VALUE].. [NETWORK..]

For every network and setting a line: the errors of eli's two tables beside those of zeros, how many of its 90% intervals hold the
true count, how many of its expected errors are near the true ones, and which goals are missed. Without a network file: the
generated ones of bench/accuracy.py. The goals, each for every number of hops:

  zeros      the mean absolute error (MAE) is not above that of zeros, for no preference
  relative   with --optimise relative the mean relative error (MRE) is above neither that of the absolute table nor that of zeros,
             for no preference
  medians    with random public users: the MAE is below that of hop medians (the true median of each hop for every user)
  covered    of 200 users or more, 85% or more of the 90% intervals hold the true count, for each hop and preference
  rises      with one epsilon for every user, the MAE is not above that of the setting before
  exact      at 12 for every user, the MAE is below 5% of that of zeros

"above" is by more than 2% and by more than two standard errors of the runs. Cells that more than 97% of the intervals hold are
counted, not missed: where noise leaves one possible count, as at the first hop from epsilon 4 on, or no public user is at a hop,
the narrowest interval always holds the truth.
"""

import argparse
import csv
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import accuracy

SWEEP = ["1", "2", "4", "6", "8", "10", "12", "16"]
ENOUGH_USERS = 200
LEAST_COVERED, MOST_COVERED = 0.85, 0.97


def log_uniform(rng):
    return math.exp(rng.uniform(math.log(0.1), math.log(16)))


def five_percent_liberal(rng):
    return 16 if rng.random() < 0.05 else 1


# By name: the preferences (groups, or a function that draws one) and the public users (the share of the highest degree, or at random).
SETTINGS = {
    "1,4,16": ("1,4,16", "top"),
    **{f"all {epsilon}": (epsilon, "top") for epsilon in SWEEP},
    ".5,1,2": (".5,1,2", "top"),
    ".1,.5,1": (".1,.5,1", "top"),
    "continuous": (log_uniform, "top"),
    "5% liberal": (five_percent_liberal, "top"),
    "5% public": ("1,4,16", 0.05),
    "1% public": ("1,4,16", 0.01),
}


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Results:
    """What `evaluate` wrote: means and deviations, by table and key."""

    def __init__(self, folder, runs):
        self.runs = runs
        self.errors = {}
        self.levels = []
        for row in rows(folder / "errors.csv"):
            self.keep(row, "all")
        for row in rows(folder / "errors_by_level.csv"):
            self.keep(row, row["epsilon"])
            if row["epsilon"] not in self.levels:
                self.levels.append(row["epsilon"])
        self.hops = sorted({hops for _, hops, _, _ in self.errors})
        most = str(self.hops[-1])
        self.covered = [(int(row["hop"]), row["epsilon"], float(row["covered"]))
                        for row in rows(folder / "coverage_by_level.csv") if row["mechanism"] == "eli" and row["hops"] == most]
        self.ratios = [float(row["ratio"]) for row in rows(folder / "expected_error.csv")
                       if row["mechanism"] == "eli" and row["hops"] == most]

    def keep(self, row, level):
        for metric in ("mae", "mre"):
            self.errors[row["mechanism"], int(row["hops"]), metric, level] = (float(row[metric]), float(row[metric + "_sd"]))

    def of(self, table, hops, metric, level="all"):
        return self.errors[table, hops, metric, level][0]

    def above(self, table, other, hops, metric, level="all"):
        """Whether the table's error is above the other's by more than noise."""
        return is_above(self.errors[table, hops, metric, level], self.errors[other, hops, metric, level], self.runs)


def is_above(one, other, runs):
    noise = 2 * math.hypot(one[1], other[1] if other[1] else 0) / math.sqrt(runs) if runs > 1 else 0
    return one[0] - other[0] > max(0.02 * other[0], noise, 1e-4)


class Network:
    """A network and the files with its settings' public users and preferences."""

    def __init__(self, program, path, name, scratch):
        self.path, self.name, self.scratch = path, name, scratch
        plain = scratch / f"{name}.edges.txt"
        run([program, "convert", path, "-o", plain, "--overwrite"])
        lines = [line.split() for line in plain.read_text().splitlines() if line and line[0] not in "#%"]
        degree = {}
        for one, other, *_ in lines:
            for user in (one, other):
                degree[user] = degree.get(user, 0) + (one != other)
        self.users = sorted(degree, key=lambda user: (-degree[user], user))

    def options(self, setting):
        preferences, public = SETTINGS[setting]
        rng = random.Random(7)
        if isinstance(preferences, str) and public == "top":
            return ["--public-top", "5%", "--prefs-groups", preferences]
        number = max(1, round((0.05 if public == "top" else public) * len(self.users)))
        chosen = set(self.users[:number] if public == "top" else rng.sample(self.users, number))
        file = self.scratch / "public.txt"
        file.write_text("".join(f"{user}\n" for user in sorted(chosen)))
        options = ["--public", file]
        if isinstance(preferences, str):
            return options + ["--prefs-groups", preferences]
        drawn = self.scratch / "prefs.csv"
        drawn.write_text("".join(f"{user},{preferences(rng):.4g}\n" for user in self.users if user not in chosen))
        return options + ["--prefs", drawn]


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"goals: {' '.join(map(str, command))}\n{done.stderr}")


def evaluate(options, network, setting):
    folder = network.scratch / "results"
    command = [options.hopveil, "evaluate", network.path, *network.options(setting), "--mechanism", "eli", "--hops", options.hops,
               "--intervals", "90", "--optimise", "absolute,relative", "--runs", options.runs, "--seed", "1", "--quiet",
               "--threads", options.threads, "-o", folder]
    for assignment in options.set:
        command += ["--set", assignment]
    run(["rm", "-rf", folder])
    run(command)
    return Results(folder, options.runs)


def missed(results, setting, before, num_private):
    """The goals that a line misses; by name, what."""
    found = {}

    def miss(goal, text):
        found.setdefault(goal, []).append(text)

    for hops in results.hops:
        for level in ["all", *results.levels] if len(results.levels) > 1 else ["all"]:
            where = f"c{hops}" + (f" at {level}" if level != "all" else "")
            if results.above("eli", "zeros", hops, "mae", level):
                miss("zeros", where)
            for other in ("zeros", "eli"):
                if results.above("eli-relative", other, hops, "mre", level):
                    miss("relative", f"{where} above {'absolute' if other == 'eli' else other}")
        if SETTINGS[setting][1] != "top" and results.above("eli", "hop-median", hops, "mae"):
            miss("medians", f"c{hops}")
        if before and is_above(results.errors["eli", hops, "mae", "all"], before.errors["eli", hops, "mae", "all"], results.runs):
            miss("rises", f"c{hops}")
        if setting == "all 12" and results.of("eli", hops, "mae") > 0.05 * results.of("zeros", hops, "mae"):
            miss("exact", f"c{hops}")
    if num_private >= ENOUGH_USERS * len(results.levels):
        for hop, level, covered in results.covered:
            if covered < LEAST_COVERED:
                miss("covered", f"hop {hop}" + (f" at {level}" if len(results.levels) > 1 else "") + f" {covered:.0%}")
    return found


def line(network, setting, results, found):
    def pair(table, metric):
        return " / ".join(f"{results.of(table, hops, metric):.3g}" for hops in results.hops)

    covered = [share for _, _, share in results.covered]
    wide = sum(share > MOST_COVERED for share in covered)
    near = sum(1 / 1.5 <= ratio <= 1.5 for ratio in results.ratios)
    text = "; ".join(f"{goal}: {', '.join(where)}" for goal, where in found.items())
    return (f"| {network.name} | {setting} | {pair('eli', 'mae')} | {pair('zeros', 'mae')} | {pair('hop-median', 'mae')} | "
            f"{pair('eli', 'mre')} | {pair('eli-relative', 'mre')} | {pair('zeros', 'mre')} | {min(covered):.0%} to "
            f"{max(covered):.0%}, {wide} of {len(covered)} wide | {near} of {len(results.ratios)} | {text} |")


HEAD = """| network | setting | MAE | zeros | hop medians | MRE | with relative | zeros | in 90% intervals | expected errors near | missed |
|---|---|---:|---:|---:|---:|---:|---:|---|---:|---|"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", metavar="NETWORK")
    parser.add_argument("--setting", action="append", choices=SETTINGS)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--hops", default="4,7")
    parser.add_argument("--hopveil", default=accuracy.HERE.parent / "build" / "release" / "hopveil")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--quick", action="store_true", help="every second of the generated networks")
    options = parser.parse_args()
    settings = [name for name in SETTINGS if name in (options.setting or SETTINGS)]
    lines, near, cells, misses = 0, 0, 0, {}
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        paths = [pathlib.Path(path).resolve() for path in options.networks]
        if not paths:
            for name in list(accuracy.NETWORKS)[:: 2 if options.quick else 1]:
                paths.append(scratch / f"{name}.txt")
                accuracy.NETWORKS[name](options.hopveil, paths[-1])
        for path in paths:
            network = Network(options.hopveil, path, path.name.split(".")[0], scratch)
            before = None
            for setting in settings:
                results = evaluate(options, network, setting)
                in_sweep = setting.startswith("all ")
                found = missed(results, setting, before if in_sweep else None, 0.95 * len(network.users))
                before = results if in_sweep else None
                print(line(network, setting, results, found), flush=True)
                lines += 1
                near += sum(1 / 1.5 <= ratio <= 1.5 for ratio in results.ratios)
                cells += len(results.ratios)
                for goal in found:
                    misses[goal] = misses.get(goal, 0) + 1
    goals = ", ".join(f"{goal} {misses.get(goal, 0)}" for goal in ("zeros", "relative", "medians", "covered", "rises", "exact"))
    print(f"\nLines that miss a goal, of {lines}: {goals}. Expected errors within a factor of 1.5 of the true ones: {near} of "
          f"{cells} cells (a hop, or a preference).")


if __name__ == "__main__":
    sys.exit(main())
