// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "base/harmless_text.h"
#include "cli/command.h"
#include "cli/release_text.h"
#include "cli/terminal.h"
#include "verify/verify.h"

namespace hopveil::cli {
namespace {

const char* outcome_text(verify::VerifyFinding::Outcome outcome) {
  switch (outcome) {
    case verify::VerifyFinding::Outcome::kHolds:
      return "holds";
    case verify::VerifyFinding::Outcome::kFails:
      return "FAILS";
    case verify::VerifyFinding::Outcome::kNotChecked:
      break;
  }
  return "not checked";
}

void print_promise(const verify::VerifyReport::Statement& promised, bool verified) {
  fmt::print("\n{} {}: {}: {}\n", verified ? "promised with" : "claimed with", harmless(promised.mechanism),
             promised.status, harmless(promised.statement));
  for (const std::string& exception : promised.exceptions)
    fmt::print("not covered by the guarantee: {}\n", harmless(exception));
  const bool colour = verified && wants_colours(STDOUT_FILENO);  // no green for what is only claimed
  fmt::print("{}", promise_text(promised.promise, promised.status == "refuted", colour));
}

void run_verify(const verify::VerifyRequest& request, ExitCode& exit_code) {
  const verify::VerifyReport report = verify::verify_release(request);
  for (const verify::VerifyFinding& finding : report.findings) {
    fmt::print("{:<10} {:<12} {}\n", finding.subject, outcome_text(finding.outcome), harmless(finding.text));
  }
  if (report.promised) print_promise(*report.promised, report.verified());
  if (report.verified()) {
    fmt::print("\n{}: verified, as far as it was checked\n", harmless(request.table));
  } else {
    fmt::print("\n{}: NOT VERIFIED\n", harmless(request.table));
    exit_code = ExitCode::kNotVerified;
  }
}

}  // namespace

void add_verify_command(CLI::App& app, ExitCode& exit_code) {
  const auto request = std::make_shared<verify::VerifyRequest>();
  CLI::App* command = app.add_subcommand(
      "verify", "Whether a released table, its metadata, signature and ledger entry belong together");
  command->add_option("TABLE", request->table, "the released table; its metadata stands beside it")
      ->required();
  command->add_option("--ledger", request->ledger, "the ledger that was charged");
  command->add_option("--key", request->key, "who may have signed: a .pub or an allowed_signers file");
  command->callback([request, &exit_code] { run_verify(*request, exit_code); });
}

}  // namespace hopveil::cli
