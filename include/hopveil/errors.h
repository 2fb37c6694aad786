// SPDX-License-Identifier: Apache-2.0
#pragma once

// The errors that hopveil throws. In the program they end the command, with the exit code given here.
// Expected outcomes (a refused budget, an audit's verdict) are return values, not errors.

#include <cstddef>
#include <stdexcept>
#include <string>

#include <hopveil/api.h>

namespace hopveil {

/// What every hopveil error is.
///
///     try {
///       read_graph(path);
///     } catch (const Error& error) {
///       std::cerr << error.what() << '\n';
///     }
class HOPVEIL_API Error : public std::exception {
 public:
  const char* what() const noexcept override { return message_.c_str(); }

 protected:
  std::string message_;
};

/// The input is wrong (exit code 2). Reads `file:line:column: found; expected. hint`.
///
/// Code that meets the mistake throws without a place; each layer on the way up adds the part it knows, once:
///
///     try {
///       Epsilon::from_text("-1");
///     } catch (InputError& error) {
///       std::cerr << error.in_file("prefs.csv").at_line(17).what() << '\n';
///     }
class HOPVEIL_API InputError final : public Error {
 public:
  /// `found` says what is wrong (`epsilon "-1" is not a positive number`), `expected` what would be right
  /// (`every preference must be > 0`), `hint` is a further sentence on what to try.
  explicit InputError(std::string found, std::string expected = "", std::string hint = "");

  /// These set their part of the place unless a layer below has set it already. Lines and columns count
  /// from 1.
  InputError& in_file(const std::string& file);
  InputError& at_line(std::size_t line);
  InputError& at_column(std::size_t column);

  const std::string& file() const { return file_; }
  std::size_t line() const { return line_; }
  std::size_t column() const { return column_; }

 private:
  void compose();

  std::string file_;
  std::size_t line_ = 0;
  std::size_t column_ = 0;
  std::string found_;
  std::string expected_;
  std::string hint_;
};

/// The system failed: disk, memory, permissions (exit code 4). Reads `cannot <action> <path>: <reason>.
/// hint`.
///
///     try {
///       plan.publish({.output = "/full/disk.csv"});
///     } catch (const SystemError& error) {
///       std::cerr << error.what() << '\n';  // also what stays charged, with a ledger
///     }
class HOPVEIL_API SystemError final : public Error {
 public:
  SystemError(const std::string& action, const std::string& path, int error_number,
              const std::string& hint = "");
  /// For failures that have no errno: `reason` says it in words.
  SystemError(const std::string& action, const std::string& path, const std::string& reason,
              const std::string& hint = "");
};

/// hopveil itself is wrong (exit code 70): no argument of a caller's leads here.
///
///     try {
///       count_fingerprints(graph, roles, 4);
///     } catch (const BugError& error) {
///       std::cerr << "please report: " << error.what() << '\n';
///     }
class HOPVEIL_API BugError final : public Error {
 public:
  explicit BugError(const std::string& problem);
};

/// The caller asked through a std::stop_token that the work end early. Nothing was published; whether budget
/// was charged, the message says.
///
///     std::stop_source stop;
///     stop.request_stop();
///     try {
///       plan.publish({.stop = stop.get_token()});
///     } catch (const Cancelled& error) {
///       std::cerr << error.what() << '\n';
///     }
class HOPVEIL_API Cancelled final : public Error {
 public:
  explicit Cancelled(const std::string& message = "cancelled");
};

}  // namespace hopveil
