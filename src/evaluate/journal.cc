// SPDX-License-Identifier: Apache-2.0
#include "evaluate/journal.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/sha256.h"
#include "base/version.h"
#include "infer/registry.h"

namespace hopveil::evaluation {
namespace {

using Json = nlohmann::ordered_json;

std::string checksum(const ExperimentGraph& graph) {
  Sha256 hash;
  const auto add = [&](const void* data, std::size_t size) {
    hash.update({static_cast<const char*>(data), size});
  };
  for (NodeId node = 0; node < graph.graph.num_nodes(); ++node) {
    const auto neighbours = graph.graph.neighbours(node);
    const std::uint64_t degree = neighbours.size();
    add(&degree, sizeof degree);
    add(neighbours.data(), neighbours.size_bytes());
  }
  add(graph.roles.public_users().data(), graph.roles.public_users().size_bytes());
  if (graph.preferences) {
    for (const Epsilon epsilon : graph.preferences->by_row()) {
      const std::uint64_t nanos = epsilon.nanos();
      add(&nanos, sizeof nanos);
    }
  }
  return hash.hex();
}

Json configuration_json(const Configuration& line) {
  return {line.mechanism, line.hops, line.options};
}

Json errors_json(const ErrorsOfRun& errors) {
  return {errors.mae_by_hop,      errors.mre_by_hop,        errors.mae_by_level,
          errors.mre_by_level,    errors.published,         errors.covered,
          errors.expected_by_hop, errors.expected_by_level, errors.covered_by_level};
}

ErrorsOfRun errors_from(const Json& json) {
  ErrorsOfRun errors;
  json.at(0).get_to(errors.mae_by_hop);
  json.at(1).get_to(errors.mre_by_hop);
  json.at(2).get_to(errors.mae_by_level);
  json.at(3).get_to(errors.mre_by_level);
  json.at(4).get_to(errors.published);
  json.at(5).get_to(errors.covered);
  json.at(6).get_to(errors.expected_by_hop);
  json.at(7).get_to(errors.expected_by_level);
  json.at(8).get_to(errors.covered_by_level);
  return errors;
}

Json reach_json(const ReachOfRun& reach) {
  const ReachErrors& errors = reach.errors;
  return {reach.estimate,
          errors.mae,
          errors.mre,
          errors.rank_correlation,
          errors.mae_within,
          errors.mre_within,
          errors.rank_correlation_within,
          errors.covered};
}

ReachOfRun reach_from(const Json& json) {
  ReachOfRun reach;
  ReachErrors& errors = reach.errors;
  json.at(0).get_to(reach.estimate);
  json.at(1).get_to(errors.mae);
  json.at(2).get_to(errors.mre);
  json.at(3).get_to(errors.rank_correlation);
  json.at(4).get_to(errors.mae_within);
  json.at(5).get_to(errors.mre_within);
  json.at(6).get_to(errors.rank_correlation_within);
  json.at(7).get_to(errors.covered);
  return reach;
}

std::string line_of(const UnitResult& result) {
  Json json = {{"graph", result.graph},
               {"prefs", result.prefs},
               {"run", result.run},
               {"counts", result.counts_made},
               {"levels", result.levels}};
  Json errors = Json::array();
  for (const ErrorsOfRun& one : result.errors) errors.push_back(errors_json(one));
  json["errors"] = std::move(errors);
  for (const ReachOfRun& one : result.reach) json["reach"].push_back(reach_json(one));
  return json.dump();
}

UnitResult result_of(const std::string& line) {
  const Json json = Json::parse(line);
  UnitResult result;
  json.at("graph").get_to(result.graph);
  json.at("prefs").get_to(result.prefs);
  json.at("run").get_to(result.run);
  json.at("counts").get_to(result.counts_made);
  json.at("levels").get_to(result.levels);
  for (const Json& errors : json.at("errors")) result.errors.push_back(errors_from(errors));
  if (json.contains("reach")) {
    for (const Json& reach : json.at("reach")) result.reach.push_back(reach_from(reach));
  }
  return result;
}

/// Complete lines only.
std::vector<std::string> complete_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw SystemError("read", path, errno);
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(file, line)) {
    if (file.eof()) break;  // no newline behind it
    lines.push_back(line);
  }
  return lines;
}

void require_equal(const Json& there, const Json& here) {
  for (const auto& [key, value] : here.items()) {
    if (there.contains(key) && there.at(key) == value) continue;
    const std::string found = there.contains(key) ? there.at(key).dump() : "nothing";
    const std::string now = value.dump();
    constexpr std::size_t kShort = 60;
    throw InputError(
        "--resume: the results there are of another experiment" +
            (found.size() + now.size() < 2 * kShort ? fmt::format(" ({} was {}, now {})", key, found, now)
                                                    : fmt::format(" (other {})", key)),
        "give the options of the first call (only --runs may differ), or another folder");
  }
}

/// Whether a result has a number for each hop and level that its configuration has.
bool fits(const ErrorsOfRun& errors, const Configuration& line, std::size_t levels) {
  return errors.mae_by_hop.size() == line.hops && errors.mre_by_hop.size() == line.hops &&
         errors.published.size() == line.hops && errors.mae_by_level.size() == levels &&
         errors.mre_by_level.size() == levels &&
         (errors.covered.empty() || errors.covered.size() == line.hops) &&
         errors.covered_by_level.size() == errors.covered.size() * levels;
}

bool is_whole(const ReachErrors& errors) {
  const std::size_t hops = errors.mae.size();
  return errors.mre.size() == hops && errors.rank_correlation.size() == hops &&
         errors.mae_within.size() == hops && errors.mre_within.size() == hops &&
         errors.rank_correlation_within.size() == hops &&
         (errors.covered.empty() || errors.covered.size() == hops);
}

bool fits(const UnitResult& result, const std::vector<Configuration>& lines) {
  if (result.errors.size() != lines.size()) return false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!fits(result.errors[i], lines[i], result.levels.size())) return false;
  }
  return std::ranges::all_of(result.reach, [](const ReachOfRun& reach) { return is_whole(reach.errors); });
}

std::tuple<std::string, std::size_t, std::size_t> shape_of(const ReachOfRun& reach) {
  return {reach.estimate, reach.errors.mae.size(), reach.errors.covered.size()};
}

/// Whether runs that are averaged over belong together: as many levels, and intervals in all of them or none.
bool fits(const UnitResult& result, const UnitResult& other) {
  if (result.graph != other.graph || result.prefs != other.prefs) return true;
  return result.levels.size() == other.levels.size() &&
         std::ranges::equal(result.reach, other.reach, {}, shape_of, shape_of) &&
         std::ranges::equal(
             result.errors, other.errors, {}, [](const ErrorsOfRun& errors) { return errors.covered.size(); },
             [](const ErrorsOfRun& errors) { return errors.covered.size(); });
}

/// Everything but the header.
std::vector<UnitResult> read_results(const std::vector<std::string>& lines,
                                     const std::vector<Configuration>& configurations) {
  std::vector<UnitResult> results;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    try {
      results.push_back(result_of(lines[i]));
    } catch (const nlohmann::json::exception&) {
      throw InputError("this line is not a result of hopveil",
                       "remove it, and --resume will run it again, or choose another folder")
          .at_line(i + 1);
    }
    const UnitResult& last = results.back();
    if (!fits(last, configurations) ||
        !std::ranges::all_of(results, [&](const UnitResult& earlier) { return fits(last, earlier); })) {
      throw InputError("this line holds results of another shape than the experiment's",
                       "remove it, and --resume will run it again")
          .at_line(i + 1);
    }
  }
  return results;
}

std::FILE* open_file(const std::string& path, const char* mode) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  if (file == nullptr) throw SystemError("write", path, errno);
  return file;
}

}  // namespace

Json describe_experiment(const ExperimentSpec& spec) {
  Json graphs = Json::array();
  for (const ExperimentGraph& graph : spec.graphs) graphs.push_back({graph.name, checksum(graph)});
  Json prefs = Json::array();
  for (const PreferenceGroups& groups : spec.prefs) prefs.push_back(groups_text(groups));
  Json lines = Json::array();
  for (const Configuration& line : configurations(spec)) lines.push_back(configuration_json(line));
  Json json = {{"hopveil", kVersion},
               {"seed", spec.seed},
               {"graphs", graphs},
               {"prefs", prefs},
               {"inference", spec.inference ? spec.inference->text() : ""},
               {"configurations", lines}};
  json["reach"] = spec.reach;
  return json;
}

std::string journal_name(const std::string& part) {
  return part.empty() ? "runs.jsonl" : "runs-" + part + ".jsonl";
}

bool is_journal_name(const std::string& name) {
  return name.starts_with("runs") && name.ends_with(".jsonl");
}

Journal::Journal(std::string path, std::FILE* file, std::vector<UnitResult> done)
    : path_(std::move(path)), file_(file), done_(std::move(done)) {}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, nullptr)),
      done_(std::move(other.done_)) {}

Journal::~Journal() {
  if (file_ != nullptr) std::fclose(file_);
}

Journal Journal::create(const std::string& path, const ExperimentSpec& spec) {
  if (std::filesystem::exists(path)) {
    throw InputError("there are results already",
                     "--resume goes on with them; for new ones choose another folder")
        .in_file(path);
  }
  Journal journal(path, open_file(path, "wb"), {});
  journal.write_line(describe_experiment(spec).dump());
  return journal;
}

Journal Journal::resume(const std::string& path, const ExperimentSpec& spec) {
  if (!std::filesystem::exists(path)) return create(path, spec);
  const std::vector<std::string> lines = complete_lines(path);
  if (lines.empty()) {
    std::filesystem::remove(path);
    return create(path, spec);
  }
  try {
    const Json header = Json::parse(lines.front(), nullptr, false);
    if (!header.is_object())
      throw InputError("this is not a journal of hopveil", "choose another folder").at_line(1);
    require_equal(header, describe_experiment(spec));
    std::vector<UnitResult> done = read_results(lines, configurations(spec));
    std::uint64_t bytes = 0;
    for (const std::string& line : lines) bytes += line.size() + 1;
    std::filesystem::resize_file(path, bytes);  // cuts off an unfinished line
    return Journal(path, open_file(path, "ab"), std::move(done));
  } catch (InputError& error) {
    error.in_file(path);
    throw;
  }
}

void Journal::write_line(const std::string& line) {
  if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fputc('\n', file_) == EOF ||
      std::fflush(file_) != 0) {
    throw SystemError("write", path_, errno);
  }
}

void Journal::add(const UnitResult& result) {
  write_line(line_of(result));
}

}  // namespace hopveil::evaluation
