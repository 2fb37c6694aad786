#pragma once

// The errors that hopveil throws. They end the command; only `main` catches them and turns them into exit
// codes. Expected outcomes (a refused budget, an audit's verdict) are return values, not errors.

#include <cstddef>
#include <stdexcept>
#include <string>

#include <hopveil/api.h>

namespace hopveil {

/// What every hopveil error is.
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
///     catch (InputError& error) { error.in_file(path); throw; }
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
class HOPVEIL_API SystemError final : public Error {
 public:
  SystemError(const std::string& action, const std::string& path, int error_number,
              const std::string& hint = "");
  /// For failures that have no errno: `reason` says it in words.
  SystemError(const std::string& action, const std::string& path, const std::string& reason,
              const std::string& hint = "");
};

/// hopveil itself is wrong (exit code 70).
class HOPVEIL_API BugError final : public Error {
 public:
  explicit BugError(const std::string& problem);
};

/// The caller asked through a std::stop_token that the work end early. Nothing was published; whether budget
/// was charged, the message says.
class HOPVEIL_API Cancelled final : public Error {
 public:
  explicit Cancelled(const std::string& message = "cancelled");
};

}  // namespace hopveil
