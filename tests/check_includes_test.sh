#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/check-includes must refuse an include that breaks the map, in a source and in a public header, and inference
# that could see the network, or whose units or subfolders include each other.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -r "$repository/src" "$repository/include" "$tree"

"$repository/scripts/check-includes" "$tree" >/dev/null
for breach in 'src/base/check.h "graph/builder.h"' 'src/dp/rational.h <hopveil/count.h>' 'src/infer/infer_counts.h "query/query_layer.h"' 'src/infer/registry.cc "infer/infer_counts_testing.h"' 'include/hopveil/graph.h <hopveil/read_graph.h>'; do
  read -r file header <<<"$breach"
  cp "$tree/$file" "$tree/kept"
  echo "#include $header" >>"$tree/$file"
  if "$repository/scripts/check-includes" "$tree" >/dev/null 2>"$tree/message"; then
    echo "not found: $breach" >&2
    exit 1
  fi
  grep -q "^$file:" "$tree/message"
  cp "$tree/kept" "$tree/$file"
done

echo '#include "infer/loss/estimates.h"' >>"$tree/src/infer/inference.h"
if "$repository/scripts/check-includes" "$tree" >/dev/null 2>"$tree/message"; then
  echo "a cycle of includes was not found" >&2
  exit 1
fi
grep -q 'units include each other:.*src/infer/loss/estimates' "$tree/message"
sed -i '$d' "$tree/src/infer/inference.h"

# No cycle of units, but design and mixed include each other.
echo '#include "infer/mixed/mixed_inference.h"' >>"$tree/src/infer/design/reserved_answers.h"
if "$repository/scripts/check-includes" "$tree" >/dev/null 2>"$tree/message"; then
  echo "a cycle of folders was not found" >&2
  exit 1
fi
grep -q 'folders include each other:.*src/infer/design' "$tree/message"
