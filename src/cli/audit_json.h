// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "cli/audit_text.h"

namespace hopveil::cli {

nlohmann::ordered_json audit_json(const audit::AuditResult& result, const AuditView& view);

}  // namespace hopveil::cli
