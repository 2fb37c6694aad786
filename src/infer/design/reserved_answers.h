#pragma once

#include "query/questions.h"

namespace hopveil {

/// Answers with what a first look has left over: every share is reduced to 99 hundredths.
class ReservedAnswers final : public AnswerSource {
 public:
  static Rational first_look() { return {1, 100}; }
  /// What is left of a share of 1.
  static Rational left() { return {99, 100}; }
  /// `answers` outlive it.
  explicit ReservedAnswers(AnswerSource& answers) : answers_(answers) {}

  NoisyCounts ask(const CountQuestion& question) override { return answers_.ask(reduced(question)); }
  NoisyEdges ask(const PairQuestion& question) override { return answers_.ask(reduced(question)); }

 private:
  template <class Question>
  static Question reduced(Question question) {
    question.share = Rational::rounded_down(Uint128{question.share.numerator()} * 99,
                                            Uint128{question.share.denominator()} * 100);
    return question;
  }
  AnswerSource& answers_;
};

}  // namespace hopveil
