// SPDX-License-Identifier: Apache-2.0
#include "audit/subjects.h"

#include "audit/asked_questions.h"
#include "mechanism/registry.h"

namespace hopveil::audit {
namespace {

/// The mechanism whose noisy questions can be asked alone.
constexpr std::string_view kAskingMechanism = "eli";

void add_mechanism(const mechanism::MechanismInfo& info, std::vector<AuditSubject>& subjects) {
  AuditSubject subject;
  subject.label = subject.mechanism = info.name;
  subject.has_threshold = mechanism::has_parameter(info, "threshold");
  subject.make = info.make;
  subject.options.reach = info.infers_reach;
  subjects.push_back(subject);
  if (!mechanism::has_parameter(info, "reading")) return;
  subject.label += ", literal";
  subject.options.reading = mechanism::Reading::kLiteral;
  subjects.push_back(subject);
}

void add_questions(std::vector<AuditSubject>& subjects) {
  const std::string name(kAskingMechanism);
  const auto part = [&](const char* what, std::unique_ptr<mechanism::Mechanism> (*ask)()) {
    subjects.push_back({.label = name + what,
                        .mechanism = name,
                        .options = {},
                        .is_part = true,
                        .make = [ask](const mechanism::MechanismOptions&) { return ask(); }});
  };
  part(", counts asked", ask_for_counts);
  part(", pairs asked", ask_for_pairs);
}

}  // namespace

std::unique_ptr<mechanism::Mechanism> AuditSubject::with_hops(unsigned hops) const {
  mechanism::MechanismOptions chosen = options;
  chosen.hops = hops;
  return make(chosen);
}

std::unique_ptr<mechanism::Mechanism> AuditSubject::with_hops_and_threshold(unsigned hops,
                                                                            dp::Threshold threshold) const {
  mechanism::MechanismOptions chosen = options;
  chosen.hops = hops;
  chosen.threshold = threshold;
  return make(chosen);
}

std::vector<AuditSubject> audit_subjects(std::string_view mechanism) {
  std::vector<AuditSubject> subjects;
  for (const mechanism::MechanismInfo& info : mechanism::mechanisms()) {
    if (mechanism == "all" || mechanism == info.name) add_mechanism(info, subjects);
  }
  if (mechanism == "all" || mechanism == kAskingMechanism) add_questions(subjects);
  if (subjects.empty()) mechanism::find_mechanism(mechanism);  // throws, and lists them
  return subjects;
}

}  // namespace hopveil::audit
