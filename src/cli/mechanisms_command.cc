// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "mechanism/mechanisms_json.h"
#include "mechanism/registry.h"

namespace hopveil::cli {
namespace {

mechanism::Guarantee guarantee_for(const mechanism::MechanismInfo& info, unsigned hops) {
  mechanism::MechanismOptions options;
  options.hops = hops;
  return info.guarantee(options);
}

void print_mechanism(const mechanism::MechanismInfo& info) {
  fmt::print("{}\n  {}\n  from      {}\n", info.name, info.summary, info.source);
  const mechanism::Guarantee one = guarantee_for(info, 1);
  const mechanism::Guarantee more = guarantee_for(info, 2);
  fmt::print("  promises  {}\n", one.statement);
  if (one.status == more.status) {
    fmt::print("  {:<9} {}\n", mechanism::status_text(one.status), one.reason);
  } else {
    fmt::print("  1 hop     {}: {}\n", mechanism::status_text(one.status), one.reason);
    fmt::print("  2 or more {}: {}\n", mechanism::status_text(more.status), more.reason);
  }
  for (const mechanism::ParameterInfo& parameter : info.parameters) {
    fmt::print("  --{} {} (default {}): {}\n", parameter.name, parameter.values, parameter.default_value,
               parameter.meaning);
  }
}

void run_mechanisms(bool json) {
  if (json) {
    fmt::print("{}\n", mechanism::mechanisms_json());
    return;
  }
  fmt::print("{:<13}{:<9}{:<11}{}\n", "mechanism", "1 hop", "2 or more", "what it does");
  for (const mechanism::MechanismInfo& info : mechanism::mechanisms()) {
    fmt::print("{:<13}{:<9}{:<11}{}\n", info.name, mechanism::status_text(guarantee_for(info, 1).status),
               mechanism::status_text(guarantee_for(info, 2).status), info.summary);
  }
  for (const mechanism::MechanismInfo& info : mechanism::mechanisms()) {
    fmt::print("\n");
    print_mechanism(info);
  }
}

}  // namespace

void add_mechanisms_command(CLI::App& app, ExitCode&) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("mechanisms", "The table of mechanisms and what each guarantees");
  command->add_flag("--json", *json, "print JSON");
  command->callback([json] { run_mechanisms(*json); });
}

}  // namespace hopveil::cli
