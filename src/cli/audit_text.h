#pragma once

#include <string>

#include "audit/audit.h"

namespace hopveil {

/// The result for a terminal. Colours are escape sequences: only for terminals.
std::string audit_text(const AuditResult& result, bool colours);

/// The named pairs with their drawings.
std::string pairs_text();

/// Of each subject the row that says most: a violation before anything else, then the largest share of what
/// was promised.
std::vector<const AuditRow*> worst_rows(const AuditResult& result);

/// "0.945", "32.5", "-" for none.
std::string epsilon_text(const std::optional<double>& epsilon);

}  // namespace hopveil
