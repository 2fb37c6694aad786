#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often the ranges of `hopveil plan` hold the true error, and how wide they are.

On the networks of bench/plan_networks.py: the plan is made from the lists and the connections between public users alone,
the truth by `hopveil evaluate` (one run). Numbers of src/plan were chosen by looking at the networks marked as tuned.
--store puts the errors of the real networks into src/plan/measured_errors.inc, which `hopveil plan` shows.
--truths FILE keeps true errors, which take most of the time, and uses those it has; --plans FOLDER keeps the plans.
usage: bench/plan_calibration.py PROGRAM [--quick] [--without-public-edges] [--store] [--truths FILE] [--plans FOLDER] [NETWORK..]
"""
import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import tempfile
from pathlib import Path

from plan_networks import NETWORKS, ROOT, pairs_of

HOPS = 4
RUNS = 1


def measured(program, folder):
    """MAE of eli and of zeros, as `hopveil evaluate` measures them."""
    output = folder / "errors"
    subprocess.run(
        [program, "evaluate", folder / "network.txt", "--public", folder / "public.txt", "--prefs", folder / "prefs.csv",
         "--hops", str(HOPS), "--mechanism", "eli", "--runs", str(RUNS), "--seed", "1", "-o", output, "--quiet"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(output / "errors.csv", encoding="utf8") as lines:
        rows = {row["mechanism"]: float(row["mae"]) for row in csv.DictReader(lines)}
    return rows["eli"], rows["zeros"]


def write_lists(folder, pairs, preferences):
    """The files of one case; returns how many users there are."""
    degree = {}
    for a, b in {tuple(sorted(pair)) for pair in pairs}:
        degree[a] = degree.get(a, 0) + (a != b)
        degree[b] = degree.get(b, 0) + (a != b)
    users = sorted(degree)
    public = set(sorted(users, key=lambda user: -degree[user])[:max(1, len(users) // 20)])
    (folder / "network.txt").write_text("".join(f"{a} {b}\n" for a, b in pairs))
    (folder / "public.txt").write_text("".join(f"{user}\n" for user in sorted(public)))
    (folder / "public-edges.txt").write_text(
        "".join(f"{a} {b}\n" for a, b in pairs if a in public and b in public) or "# none\n")
    private = [user for user in users if user not in public]
    levels = preferences.split("/")
    dealt = [levels[i % len(levels)] for i in range(len(private))]
    random.Random(preferences).shuffle(dealt)
    (folder / "prefs.csv").write_text("".join(f"{u},{e}\n" for u, e in zip(private, dealt)))
    return len(users)


def planned(program, folder, options):
    """The plan, as JSON."""
    command = [program, "plan", "--public", folder / "public.txt", "--prefs", folder / "prefs.csv", "--hops", str(HOPS),
               "--json", "--quiet"]
    command += ["--quick"] if options.quick else []
    if not options.without_public_edges:
        command += ["--public-edges", folder / "public-edges.txt"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Tally:
    """How many ranges held, and how wide they are."""

    def __init__(self):
        self.held, self.widths = 0, []

    def add(self, holds, width):
        self.held += holds
        self.widths.append(width)

    def text(self, what):
        if not self.widths:
            return f"{what}: none"
        return (f"{what}: held in {self.held} of {len(self.widths)} cases; "
                f"median width a factor of {statistics.median(self.widths):.2f}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("networks", nargs="*", help="default: all that are there")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--without-public-edges", action="store_true")
    parser.add_argument("--store", action="store_true")
    parser.add_argument("--truths", type=Path)
    parser.add_argument("--plans", type=Path)
    options = parser.parse_intermixed_args()
    options.program = os.path.abspath(options.program)
    options.networks = options.networks or [name for name, network in NETWORKS.items() if network.there()]
    return options


def main():
    options = arguments()
    truths = json.loads(options.truths.read_text()) if options.truths and options.truths.exists() else {}
    tuned, held_out, stored = Tally(), Tally(), []
    print("| network | users | preferences | true MAE | zeros | plan's range | holds | width |")
    print("|---|---:|---|---:|---:|---|---|---:|")
    for name in options.networks:
        network = NETWORKS[name]
        for preferences in network.preferences:
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                users = write_lists(folder, pairs_of(options.program, name, folder), preferences)
                plan = planned(options.program, folder, options)
                key = f"{name} {preferences}"
                if key not in truths:
                    truths[key] = measured(options.program, folder)
                    if options.truths:
                        options.truths.write_text(json.dumps(truths, indent=1))
                truth, zeros = truths[key]
            if options.plans:
                options.plans.mkdir(parents=True, exist_ok=True)
                (options.plans / f"{name}_{preferences.replace('/', '-')}.json").write_text(json.dumps(plan))
            if network.file:
                stored.append(f'{{"{name}", {users}, "{preferences}", {truth:.3g}, {zeros:.3g}}},\n')
            mae = plan["expected"]["everybody"]["all_hops"]["mae"]
            holds = mae["low"] <= truth <= mae["high"]
            width = mae["high"] / max(mae["low"], 1e-9)
            (tuned if network.tuned else held_out).add(holds, width)
            print(f"| {name}{'' if network.tuned else ' *'} | {users} | {preferences} | {truth:.3g} | {zeros:.3g} | "
                  f"{mae['low']:.3g} to {mae['high']:.3g} | {'yes' if holds else 'no'} | {width:.2f} |", flush=True)
    print()
    print(held_out.text("networks that no number was chosen by (*)"))
    print(tuned.text("the others"))
    if options.store:
        (ROOT / "src" / "plan" / "measured_errors.inc").write_text("".join(stored))


if __name__ == "__main__":
    main()
