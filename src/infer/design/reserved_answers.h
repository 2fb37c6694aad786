// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/questions.h"

namespace hopveil::infer {

/// Answers with what a first look has left over: every share is reduced to 99 hundredths.
class ReservedAnswers final : public query::AnswerSource {
 public:
  static dp::Rational first_look() { return {1, 100}; }
  /// What is left of a share of 1.
  static dp::Rational left() { return {99, 100}; }
  /// `answers` outlive it.
  explicit ReservedAnswers(query::AnswerSource& answers) : answers_(answers) {}

  query::NoisyCounts ask(const query::CountQuestion& question) override {
    return answers_.ask(reduced(question));
  }
  query::NoisyEdges ask(const query::PairQuestion& question) override {
    return answers_.ask(reduced(question));
  }

 private:
  template <class Question>
  static Question reduced(Question question) {
    question.share = dp::Rational::rounded_down(Uint128{question.share.numerator()} * 99,
                                                Uint128{question.share.denominator()} * 100);
    return question;
  }
  query::AnswerSource& answers_;
};

}  // namespace hopveil::infer
