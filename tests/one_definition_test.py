#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No two types or functions of one name and namespace are defined in different files, tests' helpers included: a linker
takes either of them without a word, whatever their layouts are.

usage: one_definition_test.py SOURCE_FOLDER
"""
import collections
import re
import sys
from pathlib import Path

OPENS = re.compile(r"^namespace (?:(\w[\w:]*) )?\{")
CLOSES = re.compile(r"^\}  // namespace")
DECLARATIONS = re.compile(r"^namespace [\w:]+ \{\n(?:(?:class|struct|enum class) [^{}]*;.*\n)+\}\n", re.MULTILINE)  # closed by a bare }
TYPE = re.compile(r"^(?:template <.*> )?(?:class|struct|union|enum class) (\w+)(?: final)?(?: :.*)? ?\{")
FUNCTION = re.compile(r"^(?!static|template|TEST|RC_|INSTANTIATE|using|return|namespace|extern)[\w:<>,&*\[\] ]*[ &*](\w+)\((.*)")


def definitions_of(lines, header):
    """(namespace, name, kind of thing) for everything that other files could define, too."""
    inside = []
    for number, line in enumerate(lines):
        if opened := OPENS.match(line):
            inside.append(opened.group(1) or "")
        elif CLOSES.match(line) and inside:
            inside.pop()
        elif "" not in inside:
            if found := TYPE.match(line):
                yield "::".join(inside), found.group(1), ""
            elif header and line.startswith("inline ") and (found := FUNCTION.match(line)):
                text = line
                while not re.search(r"[{;]", text) and number + 1 < len(lines):
                    number += 1
                    text += lines[number].strip()
                yield "::".join(inside), found.group(1), text.split("(", 1)[1].split(")", 1)[0]  # overloads differ


def duplicates(files):
    places = collections.defaultdict(set)
    for name, text in files:
        for definition in definitions_of(DECLARATIONS.sub("", text).splitlines(), name.endswith(".h")):
            places[definition].add(name)
    return {definition: names for definition, names in places.items() if len(names) > 1}


def self_test():
    """The check can fail: a second type, and a second function with the same parameters, behind a type of another namespace."""
    first = "namespace b {\nclass D;\n}\nnamespace a {\nstruct S {\n};\ninline int f(int x) {\n}  // namespace a\nnamespace {\nstruct T {\n}  // namespace\n"
    second = "namespace a {\nclass S final {\n};\ninline int f(int x) {\ninline int f(long x) {\n}  // namespace a\nstruct T {\n"
    return sorted(name for _, name, _ in duplicates([("1.h", first), ("2.h", second)])) == ["S", "f"]


def main():
    root = Path(sys.argv[1])
    folders = ("src", "include", "tests", "bench", "fuzz", "python")
    files = [(str(path.relative_to(root)), path.read_text()) for folder in folders
             for path in sorted((root / folder).rglob("*")) if path.suffix in (".h", ".cc")
             and not {"compile_fail", "consumers", "node_modules"} & set(path.parts)]
    problems = [f"{space}::{name} is defined in {' and '.join(sorted(names))}"
                for (space, name, _), names in sorted(duplicates(files).items())]
    if not self_test():
        problems.append("this test does not find two definitions")
    print("\n".join(problems) or f"every name has one definition in {len(files)} files")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
