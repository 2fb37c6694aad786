#pragma once

#include <nlohmann/json.hpp>

#include "audit/audit.h"

namespace hopveil {

nlohmann::ordered_json audit_json(const AuditResult& result);

}  // namespace hopveil
