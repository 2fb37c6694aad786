#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every test and script that the threat model names exists: a row whose test was renamed or dropped shows nothing.

usage: threat_model_test.py SOURCE_FOLDER
"""
import fnmatch
import re
import sys
from pathlib import Path

TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\((\w+),\s*(\w+)", re.MULTILINE)
PYTHON_TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
ADDED = re.compile(r"add_test\(NAME (\S+)")
CODE = re.compile(r"`([^`\n]+)`")
NAMES_A_TEST = re.compile(r"test_[\w*]+|[A-Za-z_]\w*\.[A-Z*][\w*.]*|[A-Z]\w*\*")


def tests_of(root):
    names = []
    for folder in ("src", "tests"):
        for path in (root / folder).rglob("*_test.cc"):
            names += [f"{suite}.{name}" for suite, name in TEST.findall(path.read_text())]
        for path in (root / folder).rglob("CMakeLists.txt"):
            names += ADDED.findall(path.read_text())
    for path in (root / "python/tests").rglob("test_*.py"):
        names += PYTHON_TEST.findall(path.read_text())
    return names


def problems_of(text, tests, root):
    problems = []
    for code in CODE.findall(text):
        if code.startswith("scripts/"):
            if not (root / code.split()[0]).exists():
                problems.append(f"there is no {code.split()[0]}")
        elif NAMES_A_TEST.fullmatch(code):
            if not fnmatch.filter(tests, code):
                problems.append(f"no test is called {code}")
    return problems


def main():
    root = Path(sys.argv[1])
    tests = tests_of(root)
    problems = []
    for name in ("docs/threat-model.md", "SECURITY.md"):
        problems += [f"{name}: {problem}" for problem in problems_of((root / name).read_text(), tests, root)]
    # The check itself must be able to fail.
    if len(problems_of("`NoSuchSuite.NoSuchTest`, `NoSuchSuite*`, `test_no_such*`, `scripts/no-such-script`", tests, root)) != 4:
        problems.append("this test finds nothing wrong with names that do not exist")
    print("\n".join(problems) or f"all names exist among {len(tests)} tests")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
