// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an experiment has done so far, on disk, so that interrupted work continues where it stopped.
//
// DIR/runs.jsonl (see journal_name): the first line describes the experiment, every further one is a finished
// UnitResult. A last line without its end (the program was killed while writing) is dropped and run again.

#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "evaluate/runner.h"

namespace hopveil::evaluation {

/// What must be equal for results to belong together: version, seed, lists, and the networks themselves
/// (by checksum). The number of runs may differ.
nlohmann::ordered_json describe_experiment(const ExperimentSpec& spec);

/// The name of a journal's file: runs.jsonl, or runs-<part>.jsonl of an experiment in several parts.
std::string journal_name(const std::string& part = "");
bool is_journal_name(const std::string& name);

class Journal {
 public:
  /// A new journal. Throws InputError when the file is there already.
  static Journal create(const std::string& path, const ExperimentSpec& spec);
  /// Goes on with the journal, or makes it when there is none. Throws InputError, saying what differs, when
  /// it is of another experiment.
  static Journal resume(const std::string& path, const ExperimentSpec& spec);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// What was done before.
  std::vector<UnitResult> take_done() { return std::move(done_); }
  /// Adds a line and hands it to the system. Throws SystemError.
  void add(const UnitResult& result);

 private:
  Journal(std::string path, std::FILE* file, std::vector<UnitResult> done);
  void write_line(const std::string& line);

  std::string path_;
  std::FILE* file_;
  std::vector<UnitResult> done_;
};

}  // namespace hopveil::evaluation
