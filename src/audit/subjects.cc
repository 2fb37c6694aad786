#include "audit/subjects.h"

#include "audit/asked_questions.h"
#include "mechanism/registry.h"

namespace hopveil {
namespace {

/// The mechanism whose noisy questions can be asked alone.
constexpr std::string_view kAskingMechanism = "eli";

void add_mechanism(const MechanismInfo& info, std::vector<AuditSubject>& subjects) {
  AuditSubject subject;
  subject.label = subject.mechanism = info.name;
  subject.has_threshold = has_parameter(info, "threshold");
  subject.make = info.make;
  subject.options.reach = info.infers_reach;
  subjects.push_back(subject);
  if (!has_parameter(info, "reading")) return;
  subject.label += ", literal";
  subject.options.reading = Reading::kLiteral;
  subjects.push_back(subject);
}

void add_questions(std::vector<AuditSubject>& subjects) {
  const std::string name(kAskingMechanism);
  const auto part = [&](const char* what, std::unique_ptr<Mechanism> (*ask)()) {
    subjects.push_back({.label = name + what,
                        .mechanism = name,
                        .options = {},
                        .is_part = true,
                        .make = [ask](const MechanismOptions&) { return ask(); }});
  };
  part(", counts asked", ask_for_counts);
  part(", pairs asked", ask_for_pairs);
}

}  // namespace

std::unique_ptr<Mechanism> AuditSubject::with_hops(unsigned hops) const {
  MechanismOptions chosen = options;
  chosen.hops = hops;
  return make(chosen);
}

std::unique_ptr<Mechanism> AuditSubject::with_hops_and_threshold(unsigned hops, Threshold threshold) const {
  MechanismOptions chosen = options;
  chosen.hops = hops;
  chosen.threshold = threshold;
  return make(chosen);
}

std::vector<AuditSubject> audit_subjects(std::string_view mechanism) {
  std::vector<AuditSubject> subjects;
  for (const MechanismInfo& info : mechanisms()) {
    if (mechanism == "all" || mechanism == info.name) add_mechanism(info, subjects);
  }
  if (mechanism == "all" || mechanism == kAskingMechanism) add_questions(subjects);
  if (subjects.empty()) find_mechanism(mechanism);  // throws, and lists them
  return subjects;
}

}  // namespace hopveil
