// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as the plan that a release follows (`release --recipe`): a recipe, or an InputError.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <hopveil/errors.h>

#include "plan/spending_plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hopveil;
  try {
    const plan::Recipe recipe = plan::read_recipe({reinterpret_cast<const char*>(data), size});
    if (recipe.hops == 0 || recipe.sha256.size() != 64) std::abort();
  } catch (const InputError&) {
    // refused
  }
  return 0;
}
