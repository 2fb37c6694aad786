// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include "api/c_abi.h"
#include "mechanism/mechanisms_json.h"

namespace hopveil::c {
namespace {

PlanOptions plan_options(const hopveil_users& users, unsigned hops, const char* mechanism,
                         const char* share) {
  PlanOptions options;
  options.hops = hops;
  if (mechanism != nullptr) options.mechanism = mechanism;
  if (share != nullptr) options.share = share;
  options.exceptions = users.exceptions;
  options.source_format = users.network->format;
  return options;
}

void check_flags(unsigned flags, unsigned allowed) {
  if ((flags & ~allowed) != 0) {
    throw InputError(fmt::format("the flags {} are not known", flags & ~allowed),
                     fmt::format("known here are {}", allowed));
  }
}

PublishSettings publish_settings(const hopveil_ledger* ledger, const char* output, unsigned flags) {
  check_flags(flags, HOPVEIL_OVERWRITE | HOPVEIL_ACCEPT_REFUTED);
  PublishSettings settings;
  if (ledger != nullptr) settings.ledger = ledger->path;
  if (output != nullptr) {
    settings.output = output;
    if (settings.output.empty()) {
      throw InputError("the name of the output is empty", "a null pointer publishes into memory");
    }
  }
  settings.overwrite = (flags & HOPVEIL_OVERWRITE) != 0;
  settings.accept_refuted = (flags & HOPVEIL_ACCEPT_REFUTED) != 0;
  return settings;
}

const std::string& checked_exception(const hopveil_plan& plan, std::size_t index) {
  const auto& exceptions = plan.guarantee.exceptions;
  if (index >= exceptions.size()) {
    throw InputError(fmt::format("exception {} does not exist; there are {}", index, exceptions.size()));
  }
  return exceptions[index];
}

}  // namespace
}  // namespace hopveil::c

using namespace hopveil::c;  // NOLINT(google-build-using-namespace): the C side of the same thing

int hopveil_plan_create(const hopveil_users* users, unsigned hops, const char* mechanism, const char* share,
                        const hopveil_option* options, size_t num_options, const hopveil_limits* limits,
                        hopveil_plan** plan) {
  return make_at_border(plan, [&] {
    const hopveil_users& handle = given(users, "users handle");
    if (!handle.preferences) {
      throw hopveil::InputError("the users have no epsilons", "see hopveil_users_set_epsilon");
    }
    hopveil::PlanOptions settings = plan_options(handle, hops, mechanism, share);
    for (auto& [name, value] : options_given(options, num_options)) settings.options[name] = std::move(value);
    if (limits != nullptr) {
      settings.threads = limits->threads;
      settings.memory_limit = limits->memory;
    }
    hopveil::Plan made(handle.network->graph, handle.roles, *handle.preferences, settings);
    hopveil::GuaranteeText guarantee = made.guarantee();
    return hopveil_plan{std::move(made), std::move(guarantee)};
  });
}

int hopveil_mechanisms(char* buffer, size_t capacity, size_t* length) {
  return at_border([&] { copy_text(hopveil::mechanism::mechanisms_json(), buffer, capacity, length); });
}

int hopveil_plan_status(const hopveil_plan* plan, char* buffer, size_t capacity, size_t* length) {
  return at_border([&] { copy_text(given(plan, "plan").guarantee.status, buffer, capacity, length); });
}

int hopveil_plan_guarantee(const hopveil_plan* plan, char* buffer, size_t capacity, size_t* length) {
  return at_border([&] {
    const hopveil::GuaranteeText& guarantee = given(plan, "plan").guarantee;
    copy_text(fmt::format("{}: {}", guarantee.statement, guarantee.reason), buffer, capacity, length);
  });
}

int hopveil_plan_num_exceptions(const hopveil_plan* plan, size_t* num_exceptions) {
  return at_border([&] {
    given(num_exceptions, "place for the result") = given(plan, "plan").guarantee.exceptions.size();
  });
}

int hopveil_plan_exception(const hopveil_plan* plan, size_t exception, char* buffer, size_t capacity,
                           size_t* length) {
  return at_border(
      [&] { copy_text(checked_exception(given(plan, "plan"), exception), buffer, capacity, length); });
}

int hopveil_plan_to_spend(const hopveil_plan* plan, uint64_t* billionths, size_t capacity) {
  return at_border([&] {
    std::vector<std::uint64_t> nanos;
    const hopveil::Preferences spent = given(plan, "plan").plan.to_spend();
    for (const hopveil::Epsilon epsilon : spent.by_row()) nanos.push_back(epsilon.nanos());
    copy_numbers(std::span<const std::uint64_t>(nanos), billionths, capacity);
  });
}

void hopveil_plan_free(hopveil_plan* plan) {
  delete plan;
}

int hopveil_plan_publish(hopveil_plan* plan, const hopveil_ledger* ledger, const char* output, unsigned flags,
                         hopveil_progress progress, void* context, hopveil_release** release) {
  return make_at_border(release, [&] {
    hopveil_plan& handle = given(plan, "plan");
    hopveil::PublishSettings settings = publish_settings(ledger, output, flags);
    std::optional<std::variant<hopveil::Release, hopveil::BudgetRefusal>> result;
    run_watched(progress, context, [&](const Watch& watch) {
      settings.progress = watch.progress;
      settings.stop = watch.stop;
      result.emplace(handle.plan.publish(settings));
    });
    if (const auto* refused = std::get_if<hopveil::BudgetRefusal>(&*result)) {
      throw RefusedBudget(refused->message);
    }
    auto& released = std::get<hopveil::Release>(*result);
    std::vector<std::string> users = released.users();
    return hopveil_release{std::move(released), std::move(users)};
  });
}

int hopveil_release_shape(const hopveil_release* release, size_t* rows, unsigned* hops, int* with_intervals) {
  return at_border([&] {
    const hopveil::Release& table = given(release, "release").release;
    if (rows != nullptr) *rows = table.rows();
    if (hops != nullptr) *hops = table.hops();
    if (with_intervals != nullptr) *with_intervals = table.with_intervals() ? 1 : 0;
  });
}

int hopveil_release_user_name(const hopveil_release* release, size_t row, char* buffer, size_t capacity,
                              size_t* length) {
  return at_border([&] {
    const std::vector<std::string>& users = given(release, "release").users;
    if (row >= users.size()) {
      throw hopveil::InputError(fmt::format("row {} does not exist; there are {}", row, users.size()));
    }
    copy_text(users[row], buffer, capacity, length);
  });
}

int hopveil_release_hop(const hopveil_release* release, unsigned hop, int64_t* buffer, size_t capacity) {
  return at_border([&] { copy_numbers(given(release, "release").release.hop(hop), buffer, capacity); });
}

int hopveil_release_intervals(const hopveil_release* release, unsigned hop, int64_t* low, int64_t* high,
                              size_t capacity) {
  return at_border([&] {
    const hopveil::Release& table = given(release, "release").release;
    copy_numbers(table.low(hop), low, capacity);
    copy_numbers(table.high(hop), high, capacity);
  });
}

int hopveil_release_metadata(const hopveil_release* release, char* buffer, size_t capacity, size_t* length) {
  return at_border(
      [&] { copy_text(given(release, "release").release.metadata(), buffer, capacity, length); });
}

int hopveil_release_save(const hopveil_release* release, const char* path, unsigned flags) {
  return at_border([&] {
    const hopveil::Release& table = given(release, "release").release;
    check_flags(flags, HOPVEIL_OVERWRITE);
    table.save(text_given(path, "path"), flags != 0);
  });
}

void hopveil_release_free(hopveil_release* release) {
  delete release;
}
