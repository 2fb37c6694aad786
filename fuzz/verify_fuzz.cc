// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as a release's metadata, its table, a signature or a key file: findings or an InputError.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "release/release_names.h"
#include "scratch_file.h"
#include "sign/sshsig.h"
#include "verify/metadata_reading.h"
#include "verify/table_check.h"

namespace hopveil {
namespace {

/// As it stands, and as hopveil would write the same values: other spaces are refused before anything else.
void read_metadata(std::string_view text) {
  verify::read_metadata(text);
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_discarded()) verify::read_metadata(json.dump(2) + "\n");
}

/// A release that is written over has metadata, which may come from anywhere: its reach lies beside it.
void find_reach(std::string_view text) {
  static const ScratchFile file("verify-fuzz.meta.json");
  file.write(text);
  const auto reach = release::reach_named_by(file.path());
  const auto folder = [](const std::string& path) { return std::filesystem::path(path).parent_path(); };
  if (reach && folder(reach->path) != folder(file.path())) std::abort();
}

void read_all(std::string_view text) {
  read_metadata(text);
  find_reach(text);
  verify::TableTerms terms{
      .columns = verify::expected_columns(2, true, true), .rows = 2, .hops = 2, .with_intervals = true};
  terms.in_range = terms.sums_in_range = true;
  terms.other_users = 3;
  verify::check_table(text, terms);
  terms.is_json = true;
  verify::check_table(text, terms);
}

template <typename Work>
void refuse_or(const Work& work) {
  try {
    work();
  } catch (const InputError&) {
    // refused
  }
}

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hopveil;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_all(text);
  refuse_or([&] { sign::signer_of(text, sign::kReleaseNamespace, "message"); });
  refuse_or([&] { sign::SigningKey::parse(text); });
  refuse_or([&] { sign::parse_trusted_keys(text, sign::kReleaseNamespace); });
  return 0;
}
