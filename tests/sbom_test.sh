#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The bill of materials names what scripts/packages and the lock files name, each once, and says what users run.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/sbom | python3 -c '
import json, re, sys
bill = json.load(sys.stdin)
found = {entry["purl"].split("@")[0]: entry for entry in bill["components"]}
refs = [entry["bom-ref"] for entry in bill["components"]]
assert len(refs) == len(set(refs)), "something is listed twice"
packages = [line.split(":")[1].split() for line in open("scripts/packages") if line[0] != "#"]
for name in {name for names in packages for name in names}:
    assert "pkg:deb/debian/" + name in found, name
for lock in ["python/requirements.lock", "python/peers.lock"]:
    for name in re.findall(r"^([a-z0-9-]+)==", open(lock).read(), re.MULTILINE):
        assert found["pkg:pypi/" + name]["hashes"], name
assert any(purl.startswith("pkg:npm/") for purl in found)
assert found["pkg:deb/debian/libfmt-dev"]["scope"] == "required"
assert found["pkg:deb/debian/clang"]["scope"] == "excluded"
print(len(found), "components")'
