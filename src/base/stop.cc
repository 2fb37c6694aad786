// SPDX-License-Identifier: Apache-2.0
#include "base/stop.h"

#include <hopveil/errors.h>

namespace hopveil {
namespace {

thread_local const std::stop_token* innermost = nullptr;

}  // namespace

const std::stop_token& current_stop_token() {
  static const std::stop_token never;
  return innermost != nullptr ? *innermost : never;
}

StopScope::StopScope(std::stop_token token) : token_(std::move(token)), outer_(innermost) {
  if (token_.stop_possible()) innermost = &token_;
}

StopScope::~StopScope() {
  innermost = outer_;
}

void stop_if_asked() {
  if (current_stop_token().stop_requested()) throw Cancelled();
}

}  // namespace hopveil
