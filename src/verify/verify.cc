// SPDX-License-Identifier: Apache-2.0
#include "verify/verify.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/plural.h"
#include "base/sha256.h"
#include "ledger/ledger.h"
#include "mechanism/registry.h"
#include "release/release_files.h"
#include "release/status.h"
#include "sign/sshsig.h"
#include "verify/metadata_reading.h"

namespace hopveil::verify {
namespace {

using Json = nlohmann::ordered_json;
using Outcome = VerifyFinding::Outcome;

constexpr std::size_t kMetadataLimit = std::size_t{16} << 20;
constexpr std::size_t kSignatureLimit = std::size_t{1} << 20;
constexpr std::size_t kTableLimit = std::size_t{16} << 30;

std::string sha256_of(std::string_view text) {
  Sha256 checksum;
  checksum.update(text);
  return checksum.hex();
}

std::string read_input(const std::string& path, std::size_t limit, const std::string& hint) {
  if (!std::filesystem::is_regular_file(path)) {
    InputError error("there is no such file", hint);
    error.in_file(path);
    throw error;
  }
  return sign::read_small_file(path, limit);
}

/// One release on its way through the checks.
class Verification {
 public:
  explicit Verification(const VerifyRequest& request)
      : request_(request),
        table_(read_input(request.table, kTableLimit, "verify needs a table made by `hopveil release`")),
        metadata_text_(read_input(release::metadata_path(request.table), kMetadataLimit,
                                  request.table.ends_with(".meta.json")
                                      ? "give the table, not its metadata, which stands beside it"
                                      : "the metadata of a release stands beside its table")) {}

  VerifyReport run() {
    metadata_ = read_metadata(metadata_text_);
    if (!metadata_.problems.empty()) {
      for (const std::string& problem : metadata_.problems) find("metadata", Outcome::kFails, problem);
    } else {
      find("metadata", Outcome::kHolds, "conforms to its schema, version 1, and agrees with itself");
      const Json& guarantee = metadata_.json.at("guarantee");
      report_.promised = {metadata_.json.at("mechanism"), guarantee.at("status"), guarantee.at("statement"),
                          guarantee.at("exceptions"), metadata_.promise};
      check_guarantee();
      check_table_file();
      check_reach_file();
    }
    check_signature();
    check_ledger();
    return std::move(report_);
  }

 private:
  void find(std::string subject, Outcome outcome, std::string text) {
    report_.findings.push_back({std::move(subject), outcome, std::move(text)});
  }

  /// What this program knows about the mechanism itself, whatever the metadata says.
  void check_guarantee() {
    const Json& guarantee = metadata_.json.at("guarantee");
    const Json& parameters = metadata_.json.at("parameters");
    mechanism::MechanismOptions options;
    options.hops = metadata_.terms.hops;
    try {
      const mechanism::MechanismInfo& mechanism =
          mechanism::find_mechanism(metadata_.json.at("mechanism").get<std::string>());
      for (const mechanism::ParameterInfo& row : mechanism.parameters) {
        if (parameters.contains(row.name)) row.parse(options, parameters.at(row.name).get<std::string>());
      }
      const release::ReleaseStatus expected = release::release_status(
          mechanism.guarantee(options), guarantee.at("exceptions").get<std::vector<std::string>>());
      if (expected.text() != guarantee.at("status").get<std::string>()) {
        find("metadata", Outcome::kFails,
             fmt::format("{} with these parameters is {}, not {}", mechanism.name, expected.text(),
                         guarantee.at("status").get<std::string>()));
      }
    } catch (const InputError& error) {
      find("metadata", Outcome::kFails, error.what());
    }
  }

  void check_table_file() {
    table_sha256_ = sha256_of(table_);
    if (table_sha256_ != metadata_.table_sha256) {
      find("table", Outcome::kFails, "its SHA-256 is not the one in its metadata: one of them was changed");
    }
    checked_ = check_table(table_, metadata_.terms);
    for (const std::string& problem : checked_.problems) find("table", Outcome::kFails, problem);
    if (table_sha256_ == metadata_.table_sha256 && checked_.problems.empty()) {
      find("table", Outcome::kHolds,
           fmt::format("{}, {}; SHA-256, columns and ranges as its metadata says",
                       plural(checked_.users.size(), "row"),
                       plural(metadata_.terms.columns.size(), "column")));
    }
  }

  /// The reach of public users, which stands beside the table.
  void check_reach_file() {
    if (!metadata_.reach) return;
    const MetadataReading::Reach& reach = *metadata_.reach;
    const std::string path =
        reach.file.empty() ? release::default_reach_path(request_.table)
                           : (std::filesystem::path(request_.table).parent_path() / reach.file).string();
    if (!std::filesystem::is_regular_file(path)) {
      return find("reach", Outcome::kNotChecked,
                  fmt::format("{} is not there; the release has a table of reach", path));
    }
    const std::string text = sign::read_small_file(path, kTableLimit);
    const bool same = sha256_of(text) == reach.sha256;
    if (!same) {
      find("reach", Outcome::kFails, "its SHA-256 is not the one in the metadata: one of them was changed");
    }
    const TableCheck checked = check_table(text, reach.terms);
    for (const std::string& problem : checked.problems) find("reach", Outcome::kFails, problem);
    if (same && checked.problems.empty()) {
      find("reach", Outcome::kHolds,
           fmt::format("{} rows, {} columns; SHA-256, columns and ranges as the metadata says",
                       checked.users.size(), reach.terms.columns.size()));
    }
  }

  void check_signature() {
    const std::string path = release::signature_path(request_.table);
    std::vector<sign::TrustedKey> trusted;
    if (!request_.key.empty()) trusted = sign::load_trusted_keys(request_.key, sign::kReleaseNamespace);
    if (!std::filesystem::exists(path)) {
      if (trusted.empty()) return find("signature", Outcome::kNotChecked, "there is none");
      return find("signature", Outcome::kFails, fmt::format("a key was given, and {} does not exist", path));
    }
    try {
      const sign::PublicKey signer =
          sign::signer_of(read_input(path, kSignatureLimit, ""), sign::kReleaseNamespace, metadata_text_);
      judge_signer(signer, trusted);
    } catch (const InputError& error) {
      find("signature", Outcome::kFails, error.what());
    }
  }

  void judge_signer(const sign::PublicKey& signer, const std::vector<sign::TrustedKey>& trusted) {
    const std::string name = signer.fingerprint();
    if (trusted.empty()) {
      return find("signature", Outcome::kNotChecked,
                  fmt::format("the metadata is signed by {}; whose key that is only --key can say", name));
    }
    const auto known =
        std::ranges::find_if(trusted, [&](const sign::TrustedKey& entry) { return entry.key == signer; });
    if (known == trusted.end()) {
      return find("signature", Outcome::kFails,
                  fmt::format("signed by {}, which is not in {}", name, request_.key));
    }
    find("signature", Outcome::kHolds,
         fmt::format("by {}{}{}", known->owner, known->owner.empty() ? "" : ", ", name));
  }

  void check_ledger() {
    const bool readable = metadata_.problems.empty();
    const bool booked = readable && !metadata_.json.at("ledger").is_null();
    if (request_.ledger.empty()) {
      if (!readable) return;
      return find("ledger", Outcome::kNotChecked,
                  booked ? fmt::format("release {} of ledger {}, which was not given",
                                       metadata_.json.at("ledger").at("release").get<std::int64_t>(),
                                       metadata_.json.at("ledger").at("id").get<std::string>())
                         : "the release was made without one: promises of several releases add up");
    }
    const ledger::Ledger ledger = ledger::Ledger::open(request_.ledger, ledger::Ledger::Access::kRead);
    if (!readable) return;
    if (!booked) return find("ledger", Outcome::kFails, "the release was made without a ledger");
    compare_with(ledger, metadata_.json.at("ledger"));
  }

  void compare_with(const ledger::Ledger& ledger, const Json& booked) {
    const auto id = ledger.id();
    if (!id || *id != booked.at("id").get<std::string>()) {
      return find(
          "ledger", Outcome::kFails,
          fmt::format("the release belongs to ledger {}, this one is {}", booked.at("id").get<std::string>(),
                      id.value_or("of version 1, without an id")));
    }
    const auto number = booked.at("release").get<std::int64_t>();
    const std::vector<ledger::ReleaseRecord> history = ledger.history();
    const auto entry = std::ranges::find(history, number, &ledger::ReleaseRecord::id);
    if (entry == history.end()) {
      return find(
          "ledger", Outcome::kFails,
          fmt::format("it has no release {} (its last is {}): it is a copy or a backup from before that "
                      "release, and has forgotten what was spent since",
                      number, history.size()));
    }
    const std::size_t before = report_.findings.size();
    compare_entry(*entry);
    compare_users(ledger);
    if (report_.findings.size() == before) {
      find("ledger", Outcome::kHolds,
           fmt::format("release {}, charged {} to {}, a share of {}", number, entry->charged_at,
                       plural(entry->num_users, "user"), entry->share.text()));
    }
  }

  void compare_entry(const ledger::ReleaseRecord& entry) {
    const Json& json = metadata_.json;
    const auto expect = [&](bool holds, const char* what) {
      if (holds) return;
      find("ledger", Outcome::kFails,
           fmt::format(
               "the {} of its release {} differs: this table is another one, or the ledger was put back "
               "from a backup and charged again",
               what, entry.id));
    };
    if (!entry.completed()) {
      find("ledger", Outcome::kFails,
           fmt::format("its release {} was charged and never completed", entry.id));
    } else {
      expect(entry.output_sha256 == table_sha256_, "table");
      expect(!entry.metadata_sha256 || *entry.metadata_sha256 == sha256_of(metadata_text_), "metadata");
    }
    expect(entry.mechanism == json.at("mechanism").get<std::string>(), "mechanism");
    expect(Json::parse(entry.parameters, nullptr, false) == json.at("parameters"), "parameters");
    expect(entry.guarantee == json.at("guarantee").at("status").get<std::string>(), "guarantee");
    expect(entry.share.text() == json.at("budget_share").get<std::string>(), "share");
    expect(entry.num_users == metadata_.promise.users, "number of users");
  }

  void compare_users(const ledger::Ledger& ledger) {
    std::unordered_set<std::string_view> missing(checked_.users.begin(), checked_.users.end());
    ledger.for_each_user([&](const ledger::UserAccount& account) { missing.erase(account.id); });
    if (!missing.empty()) {
      find("ledger", Outcome::kFails,
           fmt::format("{} of the table's users have no budget in it", missing.size()));
    }
  }

  const VerifyRequest& request_;
  std::string table_;
  std::string metadata_text_;
  std::string table_sha256_;
  MetadataReading metadata_;
  TableCheck checked_;
  VerifyReport report_;
};

}  // namespace

bool VerifyReport::verified() const {
  return std::ranges::none_of(findings,
                              [](const VerifyFinding& one) { return one.outcome == Outcome::kFails; });
}

VerifyReport verify_release(const VerifyRequest& request) {
  return Verification(request).run();
}

}  // namespace hopveil::verify
