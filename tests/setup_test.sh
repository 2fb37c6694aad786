#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/setup waits for a package manager that is busy instead of failing. A stand-in for apt-get is locked twice.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/scripts" "$folder/bin"
cp "$repository/scripts/setup" "$folder/scripts/"
echo "build: a-package-that-is-missing" >"$folder/scripts/packages"
cat >"$folder/bin/apt-get" <<'APT'
#!/usr/bin/env bash
echo "$*" >>"$CALLS"
case "$*" in
  *update*)
    [ "$(grep -c update "$CALLS")" -gt 2 ] && exit 0
    echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)" >&2
    exit 100 ;;
esac
APT
cat >"$folder/bin/dpkg-query" <<'DPKG'
#!/usr/bin/env bash
exit 1
DPKG
printf '#!/usr/bin/env bash\n"$@"\n' >"$folder/bin/sudo"
chmod +x "$folder"/bin/*
export CALLS=$folder/calls
PATH="$folder/bin:$PATH" "$folder/scripts/setup" build >"$folder/out" 2>&1 || { cat "$folder/out" >&2; exit 1; }
grep -q "Waiting" "$folder/out"
grep -q "DPkg::Lock::Timeout=600 install" "$CALLS"

# It does not wait for ever, nor for what is no lock.
: >"$CALLS"
! HOPVEIL_SETUP_PATIENCE=1 PATH="$folder/bin:$PATH" "$folder/scripts/setup" build >"$folder/out" 2>&1
grep -q "Could not get lock" "$folder/out"
echo "scripts/setup waits"
