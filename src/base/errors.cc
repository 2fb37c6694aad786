// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/harmless_text.h"

namespace hopveil {
namespace {

/// Texts that quote another error have its full stop already.
void end_sentence(std::string& text) {
  const bool ended = text.ends_with('?') || (text.ends_with('.') && !text.ends_with(".."));
  if (!ended) text += ".";
}

}  // namespace

InputError::InputError(std::string found, std::string expected, std::string hint)
    : found_(std::move(found)), expected_(std::move(expected)), hint_(std::move(hint)) {
  compose();
}

InputError& InputError::in_file(const std::string& file) {
  if (file_.empty()) file_ = file;
  compose();
  return *this;
}

InputError& InputError::at_line(std::size_t line) {
  if (line_ == 0) line_ = line;
  compose();
  return *this;
}

InputError& InputError::at_column(std::size_t column) {
  if (column_ == 0) column_ = column;
  compose();
  return *this;
}

void InputError::compose() {
  message_.clear();
  if (!file_.empty()) message_ += harmless(file_) + ":";
  if (line_ != 0) message_ += fmt::format("{}:", line_);
  if (line_ != 0 && column_ != 0) message_ += fmt::format("{}:", column_);
  if (!message_.empty()) message_ += " ";
  message_ += found_;
  if (!expected_.empty()) message_ += "; " + expected_;
  end_sentence(message_);
  if (!hint_.empty()) message_ += " " + hint_;
  message_ = harmless(message_, true);
}

SystemError::SystemError(const std::string& action, const std::string& path, int error_number,
                         const std::string& hint)
    : SystemError(action, path, std::strerror(error_number), hint) {}

SystemError::SystemError(const std::string& action, const std::string& path, const std::string& reason,
                         const std::string& hint) {
  message_ = fmt::format("cannot {} {}: {}", action, harmless(path), reason);
  end_sentence(message_);
  if (!hint.empty()) message_ += " " + hint;
}

BugError::BugError(const std::string& problem) {
  message_ = fmt::format("{}. This is a mistake in hopveil, not in your input; please report it.", problem);
}

Cancelled::Cancelled(const std::string& message) {
  message_ = message;
}

}  // namespace hopveil
