#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of scripts/package into a small Debian of their own (a temporary root, removed at the end), uses the program and
# the library there, and removes the packages again: nothing of them may stay. Needs the network and root, or user namespaces.
# usage: package_test.sh FOLDER_OF_THE_PACKAGES
set -euo pipefail
cannot() { echo "not tried: $1"; exit 77; }  # for ctest and for people: nothing was shown either way
command -v mmdebstrap >/dev/null || cannot "mmdebstrap is not installed (scripts/setup package)"
getent hosts deb.debian.org >/dev/null || [ -n "${http_proxy:-}" ] || cannot "there is no way to deb.debian.org"
packages=$(realpath "$1")
ls "$packages"/*.deb >/dev/null 2>&1 || { echo "$packages holds no packages; scripts/package makes them" >&2; exit 2; }
tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/packages"
cp "$packages"/*.deb "$work/packages"
cp "$tests/consumers/consumer.cc" "$work/packages"

cat >"$work/packages/use" <<'SCRIPT'
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
cd /packages
files() { find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /packages -o -path /var \) -prune -o -print | sort; }
apt-get -qq install -y --no-install-recommends g++ pkg-config libexpat1-dev libfmt-dev libhwy-dev libsqlite3-dev libssl-dev \
  libzstd-dev zlib1g-dev libcurl4 libzip4 >/dev/null 2>&1
files >/tmp/before

apt-get -qq install -y --no-install-recommends ./hopveil_*.deb ./libhopveil0_*.deb ./libhopveil-dev_*.deb >/dev/null
hopveil --version
cd /tmp
hopveil generate community --nodes 300 --seed 1 -o network.txt
seq 0 29 >public.txt
seq 30 299 | sed 's/$/,1/' >prefs.csv
hopveil release network.txt --public public.txt --prefs prefs.csv --hops 2 -o released.csv
hopveil verify released.csv
for page in /usr/share/man/man1/hopveil.1.gz /usr/share/man/man1/hopveil-release.1.gz /usr/share/zsh/vendor-completions/_hopveil \
  /usr/share/bash-completion/completions/hopveil /usr/share/fish/vendor_completions.d/hopveil.fish; do
  [ -s "$page" ] || { echo "$page is missing" >&2; exit 1; }
done
printf '0 1\n1 2\n2 3\n' >path.txt
g++ -std=c++20 /packages/consumer.cc -o consumer $(pkg-config --cflags --libs hopveil)
./consumer path.txt

apt-get -qq purge -y hopveil libhopveil0 libhopveil-dev >/dev/null
files >/tmp/after
diff /tmp/before /tmp/after || { echo "removed packages leave or take files" >&2; exit 1; }
[ ! -e /usr/bin/hopveil ]
echo "installed, used and removed"
SCRIPT

mmdebstrap --quiet --variant=apt --include=ca-certificates \
  --customize-hook="copy-in $work/packages /" --customize-hook='chroot "$1" bash /packages/use' \
  bookworm "$work/root.tar" http://deb.debian.org/debian
