# SPDX-License-Identifier: Apache-2.0
"""Prints README's table of errors from what `hopveil reproduce` wrote, and draws its picture.

usage: python3 bench/readme_figures.py FOLDER-OF-REPRODUCE PICTURE.svg
"""

import collections
import csv
import pathlib
import sys

GRAPHS = ("Polblogs", "Facebook", "CondMat")
HOPS = ("4", "7")
PAPER = ("uniform", "exponential", "deba", "duba-lf")
# The colours of the pages (src/report/series_style.h): reference grey, the paper's, eli's.
BARS = (("publishing zeros", "zeros", "#6b7280"),
        ("the paper's best mechanism", "paper", "#c07a24"),
        ("hopveil's eli", "eli", "#1478cc"))


def rows(folder, name):
    with open(folder / name, newline="") as file:
        return list(csv.DictReader(file))


def errors(folder):
    """The mean absolute and relative errors of each setting: {(graph, hops): {name: (mae, mre)}}."""
    table = collections.defaultdict(dict)
    for row in rows(folder, "errors.csv"):
        if row["prefs"] != "1/4/16":
            continue
        name, value = row["mechanism"], (float(row["mae"]), float(row["mre"]))
        if name in PAPER:
            name = "paper" if row["postprocess"] == "none" else "clamped"
        cell = table[row["graph"], row["hops"]]
        cell[name] = tuple(map(min, value, cell.get(name, value)))
    return table


def print_table(table):
    settings = [(graph, hops) for graph in GRAPHS for hops in HOPS if (graph, hops) in table]
    print("| MAE | " + " | ".join(f"{graph}, {hops} hops" for graph, hops in settings) + " |")
    print("|---|" + "---:|" * len(settings))
    for title, name, place in (("zeros for every user", "zeros", 0), ("the paper's best, as published", "paper", 0),
                               ("the paper's best, clamped", "clamped", 0), ("**eli**", "eli", 0),
                               ("MRE: zeros", "zeros", 1), ("MRE: **eli**, `--optimise relative`", "eli-relative", 1)):
        cells = [f"{table[setting][name][place]:.3g}" if name in table[setting] else "" for setting in settings]
        print(f"| {title} | " + " | ".join(cells) + " |")


def print_claims(folder):
    """Each claim once, by the best of its readings."""
    ranks = ("holds", "holds in direction only", "does not hold")
    best = {}
    for row in rows(folder, "claims.csv"):
        claim, rank = (row["figure"], row["claim"]), ranks.index(row["verdict"])
        best[claim] = min(rank, best.get(claim, rank))
    counts = collections.Counter(best.values())
    print(f"{len(best)} claims, under the reading that suits each best: " +
          ", ".join(f"{counts[rank]} {verdict}" for rank, verdict in enumerate(ranks)))


def picture(table):
    """Horizontal bars of the mean absolute error, 4 hops, as a share of that of zeros."""
    left, width, bar, gap = 190, 420, 20, 30
    parts, y = [], 64
    for graph in GRAPHS:
        cell = table.get((graph, "4"))
        if not cell:
            continue
        parts.append(f'<text x="20" y="{y + 1.5 * bar + 5}" class="ink" font-weight="600">{graph}</text>')
        for _, name, colour in BARS:
            share = cell[name][0] / cell["zeros"][0]
            length = min(share, 1.25) * width / 1.25
            parts.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{bar - 4}" rx="2" fill="{colour}"/>')
            parts.append(f'<text x="{left + length + 6:.1f}" y="{y + 12}" class="soft" font-size="12">'
                         f'off by {cell[name][0]:.3g}</text>')
            y += bar
        y += gap
    legend = []
    x = left
    for title, _, colour in BARS:
        legend.append(f'<rect x="{x}" y="36" width="12" height="12" rx="2" fill="{colour}"/>'
                      f'<text x="{x + 17}" y="46" class="ink" font-size="12">{title}</text>')
        x += 34 + 8 * len(title)
    head = ('<text x="20" y="24" class="ink" font-size="15" font-weight="600">How far a published count is from the truth, '
            "on average (shorter is better)</text>")
    style = ("<style>text{font-family:system-ui,sans-serif;font-size:14px}.ink{fill:#24292f}.soft{fill:#57606a}"
             "@media(prefers-color-scheme:dark){.ink{fill:#e7eaee}.soft{fill:#a5aeba}}</style>")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 {y}" role="img" aria-label="Mean absolute error of '
            f'a published count: zeros, the best mechanism of the paper, eli">{style}{head}' + "".join(legend + parts) + "</svg>\n")


def main():
    folder, target = map(pathlib.Path, sys.argv[1:])
    table = errors(folder)
    print_table(table)
    print_claims(folder)
    target.write_text(picture(table))


if __name__ == "__main__":
    main()
