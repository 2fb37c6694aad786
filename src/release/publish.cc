// SPDX-License-Identifier: Apache-2.0
#include "release/publish.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/harmless_text.h"
#include "base/random_id.h"
#include "base/sha256.h"
#include "release/release_files.h"

namespace hopveil::release {
namespace {

constexpr const char* kMemory = "(memory)";

std::string sha256_of(std::string_view bytes) {
  Sha256 checksum;
  checksum.update(bytes);
  return checksum.hex();
}

/// What is known before anything is charged.
ReleaseFacts facts_before(const ReleasePlan& plan, const PublishOptions& options) {
  ReleaseFacts facts;
  facts.release_id = random_id();
  facts.started = options.started.empty() ? utc_now() : options.started;
  facts.table = options.table;
  facts.status = plan.status(options.table.order);
  facts.promise = promise_to(plan.request().preferences, plan.request().share);
  return facts;
}

void check_accepted(const ReleasePlan& plan, const ReleaseStatus& status, const PublishOptions& options) {
  if (status.kind != StatusKind::kRefuted || options.accept_refuted) return;
  const unsigned hops = plan.request().options.hops;
  throw InputError(fmt::format("{} does not keep its promise with {} {}: {}", plan.mechanism().name, hops,
                               hops == 1 ? "hop" : "hops", status.reason),
                   "whoever gets such a table may learn more about single connections than the preferences "
                   "allow",
                   "Use --mechanism eli, whose promise is proved, or --accept-refuted.");
}

LedgerFacts facts_of(const ledger::Ledger& ledger, const ledger::ChargeGranted& granted) {
  LedgerFacts facts;
  facts.path = ledger.path();
  facts.id = ledger.id().value_or("");
  facts.release = granted.release_id;
  facts.most_spent_nanos = granted.most_spent_nanos;
  if (granted.num_refuted_before == 0) return facts;
  for (const ledger::ReleaseRecord& record : ledger.history()) {
    if (record.id < granted.release_id && record.refuted()) facts.refuted_releases.push_back(record.id);
  }
  return facts;
}

void write_table(const ReleasePlan& plan, const ReleasedCounts& counts, const ReleaseTableFormat& format,
                 const io::TextSink& out) {
  write_released_table(plan.request().graph.ids(), plan.request().roles.private_users(), counts, format, out);
}

std::string reach_path(const PublishOptions& options, bool with_reach) {
  if (!with_reach) return "";
  return options.reach.empty() ? default_reach_path(options.output) : options.reach;
}

bool is_utf8(std::string_view text) {
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    length = utf8_length(text);
    if (length == 0) return false;
  }
  return true;
}

/// The metadata name it, and are JSON.
void check_name_of_reach(const std::string& path) {
  if (is_utf8(std::filesystem::path(path).filename().string())) return;
  throw InputError("the name of the file for reach is not UTF-8", "the metadata, which hold it, are",
                   "Give it another name.")
      .in_file(path);
}

void write_reach(const ReleasePlan& plan, const ReleasedCounts& reach, const ReleaseTableFormat& format,
                 const io::TextSink& out) {
  write_released_table(plan.request().graph.ids(), plan.request().roles.public_users(), reach, format, out);
}

/// Calls `charge`. When the disk fails in its last step, the charge may be there although it throws; nothing
/// is drawn then, and the message says where to look.
template <class Charge>
ledger::ChargeResult or_doubt(const ledger::Ledger& ledger, Charge&& charge) {
  try {
    return charge();
  } catch (const SystemError& error) {
    throw SystemError("charge", ledger.path(), error.what(),
                      fmt::format("Nothing was drawn; `hopveil ledger history {}` says whether the charge is "
                                  "there.",
                                  ledger.path()));
  }
}

/// The ledger's word that a charged table is out. The table is there whatever happens here.
void complete(ledger::Ledger& ledger, const ReleaseFacts& facts, std::string_view metadata,
              const std::string& output) {
  try {
    ledger.complete(facts.ledger->release, facts.table_sha256, sha256_of(metadata));
  } catch (const SystemError& error) {
    throw SystemError(
        "complete the entry of release", fmt::to_string(facts.ledger->release), error.what(),
        fmt::format("{} is whole and charged; only the ledger's note that it was published is missing.",
                    output));
  }
}

}  // namespace

std::string PublishSteps::Done::text() const {
  std::string text = "nothing was charged";
  if (charged_release) {
    text = fmt::format("release {} of {} is charged to {} {} (a share of {})", *charged_release, ledger,
                       charged_users, charged_users == 1 ? "user" : "users", share);
  }
  if (files.empty()) return text + "; no table was written";
  text += fmt::format("; written: {}", fmt::join(files, ", "));
  if (charged_release && !completed) text += "; the ledger's entry is not completed";
  return text;
}

void Published::save(const std::string& path, bool overwrite, const Signer& sign) const {
  check(table_path.empty(), "a release that stands in a file is saved from memory");
  const std::string signature = sign ? sign(metadata_text) : signature_text;
  ReleaseFiles files({path, !signature.empty(), overwrite, facts.reach ? default_reach_path(path) : ""});
  files.write_table(table_text);
  check(files.finish_table() == facts.table_sha256, "a release in memory has changed");
  if (facts.reach) {
    files.write_reach(reach_text);
    check(files.finish_reach() == facts.reach->sha256, "reach in memory has changed");
  }
  std::vector<std::string> visible;
  files.commit(metadata_text, signature, visible);
}

std::variant<Published, ledger::ChargeRefused> publish(ReleasePlan& plan, const PublishOptions& options) {
  const ReleaseRequest& request = plan.request();
  ReleaseFacts facts = facts_before(plan, options);
  check(options.reach.empty() || (request.options.reach && !options.output.empty()),
        "a place for reach that is not written");
  check_accepted(plan, facts.status, options);
  if (options.ledger != nullptr) plan.check_bookable();
  plan.check_edges();
  std::optional<ReleaseFiles> files;
  if (!options.output.empty()) {
    check_name_of_reach(reach_path(options, request.options.reach));
    files.emplace(ReleaseFiles::Target{options.output, options.sign != nullptr, options.overwrite,
                                       reach_path(options, request.options.reach)});
  }
  const std::string output = files ? options.output : kMemory;
  PublishSteps unwatched;
  PublishSteps& steps = options.steps != nullptr ? *options.steps : unwatched;

  if (options.ledger != nullptr) {
    const std::lock_guard step(steps.mutex_);
    ledger::ChargeResult result =
        or_doubt(*options.ledger, [&] { return plan.charge(*options.ledger, facts.status, output); });
    if (auto* refused = std::get_if<ledger::ChargeRefused>(&result)) return std::move(*refused);
    const ledger::ChargeGranted& granted = std::get<ledger::ChargeGranted>(result);
    steps.done_ = {
        granted.release_id, options.ledger->path(), request.preferences.size(), request.share.text(), {}};
    facts.ledger = facts_of(*options.ledger, granted);
    facts.total_promise =
        promise_to(request.preferences, ledger::BudgetShare::from_nanos(facts.ledger->most_spent_nanos));
  }

  Published published{plan.draw(options.progress), std::move(facts), {}, {}, {}, {}, options.output};
  if (files) {
    write_table(plan, published.counts, options.table,
                [&](std::string_view text) { files->write_table(text); });
    published.facts.table_sha256 = files->finish_table();
    if (const ReleasedCounts* const reach = published.counts.reach()) {
      write_reach(plan, *reach, options.table, [&](std::string_view text) { files->write_reach(text); });
      published.facts.reach = {std::filesystem::path(reach_path(options, true)).filename(),
                               files->finish_reach()};
    }
  } else {
    write_table(plan, published.counts, options.table,
                [&](std::string_view text) { published.table_text += text; });
    published.facts.table_sha256 = sha256_of(published.table_text);
    if (const ReleasedCounts* const reach = published.counts.reach()) {
      write_reach(plan, *reach, options.table, [&](std::string_view text) { published.reach_text += text; });
      published.facts.reach = {"", sha256_of(published.reach_text)};
    }
  }
  published.metadata_text = release_metadata(plan, published.counts, published.facts);
  if (options.sign) published.signature_text = options.sign(published.metadata_text);

  const std::lock_guard step(steps.mutex_);
  if (files) files->commit(published.metadata_text, published.signature_text, steps.done_.files);
  if (options.ledger != nullptr) complete(*options.ledger, published.facts, published.metadata_text, output);
  steps.done_.completed = true;
  return published;
}

}  // namespace hopveil::release
