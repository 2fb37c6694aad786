#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether eli is still as accurate as it was: errors on generated networks beside stored ones.

usage: bench/accuracy.py [--check | --update | --ablation [NAME..]] [--quick] [--hopveil PROGRAM] [--inference NAME] [--set STAGE.NAME=VALUE].. [--runs N] [--jobs N]

Eight kinds of networks, four settings of preferences, the same seeds each time. For every cell (network, setting) the mean
absolute error, the mean relative error of 4 hops, and how often 90% intervals hold the true count. bench/accuracy.json has what
was measured when it was last updated, with the spread between runs. --check fails (1) when a cell is worse than that by more
than 3 standard errors; without it the table is printed with ratios, which for --set is an ablation. --quick: one run of every
second network only, for ctest, stored apart: after a change of the inference, --update and then --update --quick. The stored numbers are of this script's own networks: nothing is tuned on real ones here.

--ablation switches off one rule of the inference after the other (the column "off" of docs/mechanisms/eli-parameters.md), or the
named ones, and prints by how much the error of 4 and 7 hops changes: MAE, and for the relative objective (loss.*) MRE. Means are
geometric, over the networks and numbers of hops of a setting; "all" is over those that the rule changes at all.
"""

import argparse
import collections
import csv
import json
import math
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STORED = HERE / "accuracy.json"
SETTINGS = ["1,4,16", "1", "4", "8"]
RUNS = 4
QUICK_RUNS = 1
ABLATION_RUNS = 2
METRICS = ["mae", "mre", "covered"]


def geometric(rng):
    """Users in a square, linked to who is near."""
    places = [(rng.random(), rng.random()) for _ in range(700)]
    return [(a, b) for a in range(700) for b in range(a) if math.dist(places[a], places[b]) < 0.068]


def bipartite(rng):
    """Users know groups, and hardly each other."""
    edges = [(user, 600 + rng.randrange(100)) for user in range(600) for _ in range(rng.randint(1, 6))]
    return edges + [(rng.randrange(600), rng.randrange(600)) for _ in range(60)]


def core_periphery(rng):
    """A dense core, and users who know one to three of it."""
    core = [(a, b) for a in range(80) for b in range(a) if rng.random() < 0.25]
    return core + [(user, rng.randrange(80)) for user in range(80, 800) for _ in range(rng.randint(1, 3))]


def small_components(rng):
    """Many small communities without links between them."""
    edges, first = [], 0
    while first < 700:
        size = rng.randint(3, 40)
        for user in range(first, first + size):
            edges += [(user, rng.randrange(first, first + size)) for _ in range(3)]
        first += size
    return edges


def with_isolated(rng):
    """A random network in which a third of the users know no other."""
    return [(rng.randrange(500), rng.randrange(500)) for _ in range(1500)] + [(user, user) for user in range(500, 750)]


def generated(kind, nodes, edges):
    return lambda program, path: subprocess.run(
        [program, "generate", kind, "--nodes", str(nodes), "--edges", str(edges), "--seed", "3", "-o", path],
        check=True, capture_output=True)


def written(make):
    def write(_, path):
        edges = {(min(edge), max(edge)) for edge in make(random.Random(3))}
        path.write_text("".join(f"{a} {b}\n" for a, b in sorted(edges)))
    return write


NETWORKS = {
    "community": generated("community", 800, 6000),
    "geometric": written(geometric),
    "powerlaw": generated("powerlaw", 900, 3600),
    "bipartite": written(bipartite),
    "rmat": generated("rmat", 800, 4000),
    "core_periphery": written(core_periphery),
    "small_components": written(small_components),
    "with_isolated": written(with_isolated),
}


def evaluate(options, path, setting, runs, folder):
    """By metric: a list with the value of every run, and the mean."""
    command = [options.hopveil, "evaluate", path, "--public-top", "5%", "--mechanism", "eli", "--prefs-groups", setting,
               "--hops", "4", "--intervals", "90", "--runs", str(runs), "--seed", "1", "--quiet", "-o", folder]
    for assignment in options.set:
        command += ["--set", assignment]
    command += ["--inference", options.inference, "--threads", str(options.jobs)]
    subprocess.run([str(part) for part in command], check=True, capture_output=True)
    cell = {}
    with open(folder / "errors.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["mechanism"] == "eli":
                cell["mae"] = [float(row["mae"]), float(row["mae_sd"])]
                cell["mre"] = [float(row["mre"]), float(row["mre_sd"])]
    with open(folder / "coverage.csv", newline="") as file:
        hops = [(float(row["covered"]), float(row["covered_sd"])) for row in csv.DictReader(file)]
    cell["covered"] = [sum(mean for mean, _ in hops) / len(hops), max(sd for _, sd in hops)]
    return cell


def measure(options):
    names = list(NETWORKS)[:: 2 if options.quick else 1]
    runs = options.runs or (QUICK_RUNS if options.quick else RUNS)
    cells = {}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name in names:
            path = scratch / f"{name}.txt"
            NETWORKS[name](options.hopveil, path)
            for setting in SETTINGS:
                folder = scratch / f"{name}-{setting.replace(',', '-')}"
                cells[f"{name} {setting}"] = evaluate(options, path, setting, runs, folder)
    return cells, runs


def deviation(cells, key, metric):
    """The standard deviation between the runs of a cell, relative to the mean (of coverage: absolute); at least that of all
    networks together, since a few runs may happen to agree."""
    def relative(cell):
        mean, sd = cell[metric]
        return sd / (1 if metric == "covered" else max(mean, 1e-9))

    setting = key.split(" ")[1]
    alike = [relative(cell) ** 2 for other, cell in cells.items() if other.endswith(" " + setting)]
    return max(relative(cells[key]), math.sqrt(sum(alike) / len(alike)))


def loss(stored, cells, key, metric, now, runs):
    """How many standard errors worse than `stored`, the same number of runs; deviations are those of `cells`, of several runs."""
    before = stored[key][metric][0]
    worse = (before - now if metric == "covered" else now - before)
    scale = 1 if metric == "covered" else max(before, 1e-9)
    error = scale * deviation(cells, key, metric) * math.sqrt(2 / runs)
    return worse / max(error, 1e-3 * scale)


def errors_of(options, paths, metric, assignments, scratch):
    """By network, setting and hops: the mean error of eli's table for that metric."""
    objective = "relative" if metric == "mre" else "absolute"
    found = {}
    for name, path in paths.items():
        for setting in SETTINGS:
            folder = scratch / "ablation"
            shutil.rmtree(folder, ignore_errors=True)
            command = [options.hopveil, "evaluate", path, "--public-top", "5%", "--mechanism", "eli", "--prefs-groups", setting,
                       "--hops", "4,7", "--optimise", objective, "--runs", options.runs or ABLATION_RUNS, "--seed", "1",
                       "--quiet", "--threads", options.jobs, "-o", folder]
            for assignment in assignments:
                command += ["--set", assignment]
            subprocess.run([str(part) for part in command], check=True, capture_output=True)
            with open(folder / "errors.csv", newline="") as file:
                for row in csv.DictReader(file):
                    if row["mechanism"].startswith("eli"):  # eli-relative is the other table
                        found[name, setting, row["hops"]] = float(row[metric])
    return found


def rules():
    """By parameter: its value when the rule is switched off, as the documentation's table has it."""
    lines = (HERE.parent / "docs" / "mechanisms" / "eli-parameters.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `")]
    return {row[0].split("`")[1]: row[2] for row in rows if row[2]}


def change(before, now, keys):
    """In percent, of the geometric mean; nothing without keys."""
    logs = [math.log(max(now[key], 1e-9) / max(before[key], 1e-9)) for key in keys]
    return f"{100 * math.expm1(sum(logs) / len(logs)):+.1f}%" if logs else ""


def ablation(options):
    off = rules()
    unknown = [name for name in options.ablation if name not in off]
    if unknown:
        sys.exit(f"accuracy: no rule to switch off: {', '.join(unknown)}; there are {', '.join(off)}")
    print("| rule off | error | all | " + " | ".join(SETTINGS) + " |")
    print("|---|---|---:|" + "---:|" * len(SETTINGS))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        paths = {name: scratch / f"{name}.txt" for name in list(NETWORKS)[:: 2 if options.quick else 1]}
        for name, path in paths.items():
            NETWORKS[name](options.hopveil, path)
        before = {}
        for name in options.ablation or off:
            metric = "mre" if name.startswith("loss.") else "mae"
            if metric not in before:
                before[metric] = errors_of(options, paths, metric, options.set, scratch)
            now = errors_of(options, paths, metric, options.set + [f"{name}={off[name]}"], scratch)
            changed = [key for key in now if now[key] != before[metric][key]]
            texts = [change(before[metric], now, changed)]
            texts += [change(before[metric], now, [key for key in changed if key[1] == setting]) for setting in SETTINGS]
            print(f"| `{name}={off[name]}` | {metric.upper()} | " + " | ".join(texts) + " |", flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--ablation", nargs="*", metavar="NAME")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--hopveil", default=HERE.parent / "build" / "release" / "hopveil")
    parser.add_argument("--inference", default="eli")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--runs", type=int, help=f"instead of {RUNS}, or {QUICK_RUNS} with --quick")
    options = parser.parse_args()
    if options.ablation is not None:
        return ablation(options)
    cells, runs = measure(options)
    part = "quick" if options.quick else "cells"
    if options.update:
        memory = json.loads(STORED.read_text()) if STORED.exists() else {}
        STORED.write_text(json.dumps(memory | {part: cells}, indent=1) + "\n")
        return 0
    if not STORED.exists():
        sys.exit(f"accuracy: {STORED} does not exist; --update measures and writes it")
    memory = json.loads(STORED.read_text())
    stored = memory[part]
    print("| network, preferences | MAE | of stored | MRE | of stored | in 90% interval | stored |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    ratios, failed = collections.defaultdict(list), []
    for key, cell in cells.items():
        if key not in stored:
            print(f"| {key} | not stored |")
            continue
        texts = []
        for metric in METRICS:
            before, now = stored[key][metric][0], cell[metric][0]
            if metric == "covered":
                texts.append(f"{now:.0%} | {before:.0%}")
            else:
                ratios[metric].append(now / max(before, 1e-9))
                texts.append(f"{now:.3g} | {now / max(before, 1e-9):.3f}")
            errors = loss(stored, memory["cells"], key, metric, now, runs)
            if errors > 3:
                failed.append(f"{key}: {metric} is {now:.4g}, was {before:.4g}: worse by {errors:.1f} standard errors")
        print(f"| {key} | " + " | ".join(texts) + " |")
    for metric, values in ratios.items():
        print(f"{metric}: {math.exp(sum(map(math.log, values)) / len(values)):.4f} of stored (geometric mean of {len(values)})")
    for line in failed:
        print(line)
    return 1 if options.check and failed else 0


if __name__ == "__main__":
    sys.exit(main())
