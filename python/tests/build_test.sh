#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the package twice from its sources against an installed libhopveil, and uses it with NumPy alone:
#   by pip, with the pybind11 and NumPy that python/requirements.lock pins, into a fresh environment;
#   by CMake, with Debian's own Python, pybind11 and NumPy (skipped where they are not installed).
# scripts/wheel builds the library anew as well.
# usage: build_test.sh SOURCE_FOLDER BUILD_FOLDER PYTHON
set -euo pipefail
source=$1
build=$2
python=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }; }

quietly cmake --install "$build" --prefix "$work/prefix"
LD_LIBRARY_PATH=$(dirname "$work"/prefix/lib*/libhopveil.so)
export LD_LIBRARY_PATH

quietly "$python" -m pip wheel --no-build-isolation --no-deps --no-index --wheel-dir "$work/wheel" "$source" \
  --config-settings build-dir="$work/build" --config-settings cmake.define.HOPVEIL_INSTALLED_LIBRARY=ON \
  --config-settings cmake.define.CMAKE_PREFIX_PATH="$work/prefix"
quietly "$python" -m venv --without-pip "$work/venv"
quietly "$python" -m pip --python "$work/venv/bin/python" install --no-index --no-deps "$work"/wheel/hopveil-*.whl
numpy=$("$python" -c 'import numpy, pathlib; print(pathlib.Path(numpy.__file__).parent.parent)')
mkdir "$work/alone"
ln -s "$numpy"/numpy "$numpy"/numpy.libs "$work/alone"
PYTHONPATH=$work/alone "$work/venv/bin/python" "$source/python/tests/smoke.py"

debian=/usr/bin/python3
if ! "$debian" -c 'import numpy' 2>/dev/null || ! [ -e /usr/include/pybind11/pybind11.h ]; then
  echo "Debian's own pybind11 and NumPy are not here (scripts/setup python): not tried"
  exit 0
fi
quietly cmake -S "$source" -B "$work/debian" -G Ninja -DHOPVEIL_INSTALLED_LIBRARY=ON -DHOPVEIL_BUILD_TESTS=OFF \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DPython_EXECUTABLE="$debian" -Dpybind11_DIR=/usr/lib/cmake/pybind11
quietly cmake --build "$work/debian"
echo "Debian's pybind11 is $(sed -n 's/^#define PYBIND11_VERSION_M.* //p' /usr/include/pybind11/detail/common.h | paste -sd.)"
PYTHONPATH=$work/debian/python PYTHONDONTWRITEBYTECODE=1 "$debian" "$source/python/tests/smoke.py"
