// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/release.h>

#include "base/stop.h"
#include "io/id_text.h"
#include "mechanism/option_names.h"
#include "plan/forecast.h"
#include "release/publish.h"
#include "sign/sshsig.h"

namespace hopveil {
namespace {

mechanism::MechanismOptions parse_options(const mechanism::MechanismInfo& info, const PlanOptions& given) {
  if (given.hops < 1 || given.hops > kMaxHops) {
    throw InputError(fmt::format("counts at up to {} hops are asked for", given.hops),
                     fmt::format("give a number from 1 to {}", kMaxHops));
  }
  mechanism::MechanismOptions options;
  options.hops = given.hops;
  std::vector<std::string> names;
  for (const auto& [name, value] : given.options) names.push_back(name);
  mechanism::check_options_apply(info, names);
  for (const auto& [name, value] : given.options) mechanism::set_option(options, name, value);
  return options;
}

release::ReleaseRequest make_request(Graph graph, UserRoles roles, Preferences preferences,
                                     const PlanOptions& options) {
  if (preferences.size() != roles.private_users().size()) {
    throw InputError(fmt::format("there are {} preferences for {} private users", preferences.size(),
                                 roles.private_users().size()));
  }
  if (roles.private_users().size() + roles.public_users().size() != graph.num_nodes()) {
    throw InputError(fmt::format("the network has {} users, and {} are public or private", graph.num_nodes(),
                                 roles.private_users().size() + roles.public_users().size()));
  }
  release::ReleaseRequest request;
  const mechanism::MechanismInfo& info = mechanism::find_mechanism(options.mechanism);
  request.mechanism = info.name;
  request.options = parse_options(info, options);
  request.options.reach = options.reach;
  request.share = ledger::BudgetShare::from_text(options.share);
  request.graph = std::move(graph);
  request.roles = std::move(roles);
  request.preferences = std::move(preferences);
  request.counting.threads = options.threads;
  request.counting.memory_limit = options.memory_limit;
  request.stream_edges = options.stream_edges;
  request.outside = options.outside;
  request.network_counter = options.network_counter;
  request.source.format = options.source_format;
  request.exceptions = options.exceptions;
  return request;
}

/// What to add to an error that came when something was charged or written already.
std::string done_so_far(const release::PublishSteps& steps) {
  std::string text;
  steps.between_steps([&](const release::PublishSteps::Done& done) {
    if (done.anything()) text = done.text();
  });
  return text;
}

BudgetRefusal refusal(const ledger::ChargeRefused& refused) {
  BudgetRefusal result{refused.text(), refused.num_exhausted, {}};
  for (const ledger::UserAccount& account : refused.exhausted) result.users.push_back(account.id);
  return result;
}

ExpectedError expected_error(const plan::LevelForecast& level, unsigned hop,
                             const plan::ExpectedErrors& errors) {
  ExpectedError line;
  line.level = level.name;
  line.users = level.users;
  line.hop = hop;
  line.mae_low = errors.mae.low;
  line.mae = errors.mae.middle;
  line.mae_high = errors.mae.high;
  line.mre_low = errors.mre.low;
  line.mre = errors.mre.middle;
  line.mre_high = errors.mre.high;
  line.of_zeros_low = errors.of_zeros.low;
  line.of_zeros = errors.of_zeros.middle;
  line.of_zeros_high = errors.of_zeros.high;
  return line;
}

void add_level(const plan::LevelForecast& level, std::vector<ExpectedError>& lines) {
  if (!level.simulated) return;
  for (unsigned hop = 1; hop <= level.by_hop.size(); ++hop)
    lines.push_back(expected_error(level, hop, level.by_hop[hop - 1]));
  lines.push_back(expected_error(level, 0, level.all));
}

}  // namespace

std::string users_are_not_listed() {
  return "edges only: a user without any connection is not known, so who has a row can depend on protected "
         "edges; "
         "list all users";
}

std::string public_users_by_degree() {
  return "who is public was chosen by degree, which depends on protected edges";
}

struct Release::Impl {
  release::Published published;
  std::vector<std::string> users, public_users;
};

struct Plan::Impl {
  explicit Impl(release::ReleaseRequest request) : plan(std::move(request)) {}
  release::ReleasePlan plan;
};

std::size_t Release::rows() const {
  return impl_->published.counts.rows();
}
unsigned Release::hops() const {
  return impl_->published.counts.hops();
}
std::vector<std::string> Release::users() const {
  return impl_->users;
}

namespace {

void check_hop(unsigned hop, unsigned hops) {
  if (hop >= 1 && hop <= hops) return;
  throw InputError(fmt::format("hop {} was not released; hops are 1 .. {}", hop, hops));
}

void check_intervals(bool with_intervals) {
  if (!with_intervals) {
    throw InputError("this release has no intervals",
                     "plan it with the option intervals, such as 90 percent");
  }
}

const release::ReleasedCounts& reach_of(const release::Published& published) {
  if (published.counts.reach() == nullptr)
    throw InputError("this release has no reach of public users", "ask for it in the plan");
  return *published.counts.reach();
}

}  // namespace

std::span<const std::int64_t> Release::hop(unsigned hop) const {
  check_hop(hop, hops());
  return impl_->published.counts.hop(hop);
}
bool Release::with_intervals() const {
  return impl_->published.counts.with_intervals();
}
std::span<const std::int64_t> Release::low(unsigned hop) const {
  check_intervals(with_intervals());
  check_hop(hop, hops());
  return impl_->published.counts.low(hop);
}
std::span<const std::int64_t> Release::high(unsigned hop) const {
  check_intervals(with_intervals());
  check_hop(hop, hops());
  return impl_->published.counts.high(hop);
}
bool Release::with_reach() const {
  return impl_->published.counts.reach() != nullptr;
}
std::vector<std::string> Release::public_users() const {
  return impl_->public_users;
}
std::span<const std::int64_t> Release::reach(unsigned hop) const {
  check_hop(hop, hops());
  return reach_of(impl_->published).hop(hop);
}
std::span<const std::int64_t> Release::reach_low(unsigned hop) const {
  check_intervals(with_intervals());
  check_hop(hop, hops());
  return reach_of(impl_->published).low(hop);
}
std::span<const std::int64_t> Release::reach_high(unsigned hop) const {
  check_intervals(with_intervals());
  check_hop(hop, hops());
  return reach_of(impl_->published).high(hop);
}
const std::string& Release::metadata() const {
  return impl_->published.metadata_text;
}
void Release::save(const std::string& path, bool overwrite, const std::string& sign) const {
  if (path.empty()) throw InputError("the file for the table has no name");
  const std::string& table = impl_->published.table_path;
  if (!table.empty()) {
    throw InputError(fmt::format("this release was written to {} when it was published", io::shown(table)),
                     "copy that file and its metadata; only a release in memory is saved");
  }
  impl_->published.save(path, overwrite, sign::release_signer(sign));
}

Plan::Plan(Graph graph, UserRoles roles, Preferences preferences, const PlanOptions& options)
    : impl_([&] {
        const StopScope scope(options.stop);
        stop_if_asked();
        return std::make_unique<Impl>(
            make_request(std::move(graph), std::move(roles), std::move(preferences), options));
      }()) {}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

GuaranteeText Plan::guarantee() const {
  const release::ReleaseStatus status = impl_->plan.status(release::RowOrder::kId);
  return {status.text(), status.statement, status.reason, status.exceptions};
}

Preferences Plan::to_spend() const {
  const release::ReleaseRequest& request = impl_->plan.request();
  std::vector<Epsilon> spent;
  spent.reserve(request.preferences.size());
  for (const Epsilon preference : request.preferences.by_row()) spent.push_back(request.share.of(preference));
  return Preferences(std::move(spent));
}

const Graph& Plan::graph() const {
  return impl_->plan.request().graph;
}
const UserRoles& Plan::roles() const {
  return impl_->plan.request().roles;
}

std::vector<ExpectedError> Plan::expected(
    bool quick, const std::function<void(std::uint64_t done, std::uint64_t total)>& progress,
    std::stop_token stop) const {
  const release::ReleaseRequest& request = impl_->plan.request();
  if (request.roles.private_users().empty() || request.roles.public_users().empty()) return {};
  const StopScope scope(std::move(stop));
  const plan::Forecast forecast_of = plan::forecast(
      {plan::public_facts(request.graph, request.roles), impl_->plan.preferences_to_spend(),
       request.mechanism, request.options},
      quick ? plan::Detail::quick() : plan::Detail::full(), request.counting.threads, progress);
  std::vector<ExpectedError> lines;
  add_level(forecast_of.everybody, lines);
  for (const plan::LevelForecast& level : forecast_of.by_level) add_level(level, lines);
  return lines;
}

std::variant<Release, BudgetRefusal> Plan::publish(const PublishSettings& settings) {
  const StopScope scope(settings.stop);
  std::optional<ledger::Ledger> ledger;
  if (!settings.ledger.empty())
    ledger = ledger::Ledger::open(settings.ledger, ledger::Ledger::Access::kCharge);
  release::PublishSteps steps;
  release::PublishOptions options;
  options.output = settings.output;
  options.reach = settings.reach;
  if (!settings.reach.empty() && !(impl_->plan.request().options.reach && !settings.output.empty())) {
    throw InputError("a file for reach is given, and none will be written",
                     "plan with reach, and give the table a file as well");
  }
  options.overwrite = settings.overwrite;
  options.ledger = ledger ? &*ledger : nullptr;
  options.sign = sign::release_signer(settings.sign);
  options.accept_refuted = settings.accept_refuted;
  options.progress = settings.progress;
  options.steps = &steps;
  try {
    stop_if_asked();  // the last moment at which that costs nothing
    auto result = hopveil::release::publish(impl_->plan, options);
    if (const auto* refused = std::get_if<ledger::ChargeRefused>(&result)) return refusal(*refused);
    auto released = std::make_shared<Release::Impl>(
        Release::Impl{std::get<release::Published>(std::move(result)), {}, {}});
    for (const NodeId node : roles().private_users()) released->users.push_back(graph().ids().text(node));
    for (const NodeId node : roles().public_users())
      released->public_users.push_back(graph().ids().text(node));
    return Release(std::move(released));
  } catch (const Cancelled&) {
    const std::string done = done_so_far(steps);
    throw Cancelled(done.empty() ? "cancelled; nothing was charged" : "cancelled; " + done);
  } catch (const SystemError& error) {
    const std::string done = done_so_far(steps);
    if (done.empty()) throw;
    throw SystemError("finish the release", settings.output, error.what(), done + ".");
  }
}

}  // namespace hopveil
