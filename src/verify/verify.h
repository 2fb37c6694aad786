// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a table, its metadata, its signature and the ledger's entry belong together, for a person who got
// them from another one. docs/verify.md says what each check shows and what none can.

#include <optional>
#include <string>
#include <vector>

#include "release/protection.h"

namespace hopveil::verify {

struct VerifyRequest {
  std::string table;
  std::string ledger = {};  ///< empty: not looked at
  std::string key = {};     ///< a .pub or an allowed_signers file; empty: any key may have signed
};

struct VerifyFinding {
  enum class Outcome { kHolds, kFails, kNotChecked };
  std::string subject;  ///< "table", "reach", "metadata", "ledger", "signature"
  Outcome outcome;
  std::string text;
};

struct VerifyReport {
  std::vector<VerifyFinding> findings;
  /// What was promised, as the metadata says; nothing when the metadata cannot be believed.
  struct Statement {
    std::string mechanism;
    std::string status;
    std::string statement;
    std::vector<std::string> exceptions;
    release::Promise promise;
  };
  std::optional<Statement> promised;

  bool verified() const;
};

/// Throws InputError when something that was asked for cannot be used at all: no such table or metadata, a
/// key file without a key, a file that is not a ledger. Everything else is a finding.
VerifyReport verify_release(const VerifyRequest& request);

}  // namespace hopveil::verify
