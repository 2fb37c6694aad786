// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/answers.h"

#include <algorithm>
#include <numeric>

namespace hopveil::infer {
namespace {

std::vector<std::uint32_t> by_user(const query::PublicKnowledge& knowledge) {
  return std::vector<std::uint32_t>(knowledge.num_users(), query::kNobody);
}

/// Asks every private user of the bands for which `is_asked`, on its own; cells have yet to be set.
template <class IsAsked>
query::CountQuestion rows_asked(const query::PublicKnowledge& knowledge, const Bands& bands,
                                const IsAsked& is_asked) {
  query::CountQuestion question;
  question.pool_of_owner = by_user(knowledge);
  question.cell_of_partner = by_user(knowledge);
  const auto users = knowledge.roles().private_users();
  for (std::size_t row = 0; row < users.size(); ++row) {
    if (is_asked(bands.bands[bands.of_row[row]]))
      question.pool_of_owner[users[row]] = static_cast<std::uint32_t>(row);
  }
  question.num_pools = static_cast<std::uint32_t>(users.size());
  return question;
}

void look_at_public_users(const query::PublicKnowledge& knowledge, const PublicNetwork& network,
                          query::CountQuestion& question) {
  const auto users = knowledge.roles().public_users();
  for (std::size_t p = 0; p < users.size(); ++p) question.cell_of_partner[users[p]] = network.region_of[p];
}

/// Asks, and keeps the answers of those who were asked.
void ask_into(const query::PublicKnowledge& knowledge, const query::CountQuestion& question,
              query::AnswerSource& source, query::NoisyCounts& counts) {
  const query::NoisyCounts answers = source.ask(question);
  for (const NodeId user : knowledge.roles().private_users()) {
    const std::uint32_t row = question.pool_of_owner[user];
    if (row == query::kNobody) continue;
    for (std::uint32_t cell = 0; cell < question.num_cells; ++cell) counts(row, cell) = answers(row, cell);
  }
}

query::NoisyCounts ask_public_neighbours(const query::PublicKnowledge& knowledge,
                                         const PublicNetwork& network, const Bands& bands,
                                         query::AnswerSource& source) {
  query::NoisyCounts counts(static_cast<std::uint32_t>(bands.of_row.size()), network.num_regions);
  for (const bool tells_popularity : {false, true}) {
    query::CountQuestion question = rows_asked(knowledge, bands, [&](const Band& band) {
      return !band.counts_together && band.tells_popularity() == tells_popularity;
    });
    look_at_public_users(knowledge, network, question);
    question.num_cells = network.num_regions;
    if (tells_popularity) question.share = rest_of_popularity_share();
    ask_into(knowledge, question, source, counts);
  }
  return counts;
}

query::NoisyCounts ask_popularity(const query::PublicKnowledge& knowledge, const LocalAnswers& answers,
                                  query::AnswerSource& source) {
  query::CountQuestion question =
      rows_asked(knowledge, answers.bands, [](const Band& band) { return band.tells_popularity(); });
  const auto bands = static_cast<std::uint32_t>(answers.bands.bands.size());
  for (const NodeId user : knowledge.roles().private_users()) {
    std::uint32_t& pool = question.pool_of_owner[user];
    if (pool != query::kNobody) pool = answers.label_of_row[pool] * bands + answers.bands.of_row[pool];
  }
  question.num_pools = num_labels(answers.public_neighbours.num_cells()) * bands;
  const auto users = knowledge.roles().public_users();
  for (std::size_t p = 0; p < users.size(); ++p)
    question.cell_of_partner[users[p]] = static_cast<std::uint32_t>(p);
  question.num_cells = static_cast<std::uint32_t>(users.size());
  question.share = popularity_share();
  return source.ask(question);
}

/// A user is labelled with the region of most answers only when these are large enough to be no noise.
std::vector<std::uint32_t> label_rows(const LocalAnswers& answers, const DesignParameters& parameters) {
  const std::uint32_t regions = answers.public_neighbours.num_cells();
  std::vector<std::uint32_t> labels(answers.bands.of_row.size(), label_nowhere(regions));
  for (std::uint32_t row = 0; row < labels.size(); ++row) {
    const Band& band = answers.bands.bands[answers.bands.of_row[row]];
    if (band.epsilon < parameters.labelled_from) {
      labels[row] = label_unknown(regions);
      continue;
    }
    double most = std::max(0.5, parameters.label_scale / (band.epsilon * band.public_share()));
    for (std::uint32_t region = 0; region < regions; ++region) {
      const auto count = static_cast<double>(answers.public_neighbours(row, region));
      if (count > most) {
        most = count;
        labels[row] = region;
      }
    }
  }
  return labels;
}

query::NoisyCounts ask_private_neighbours(const query::PublicKnowledge& knowledge,
                                          const PublicNetwork& network, const LocalAnswers& answers,
                                          query::AnswerSource& source) {
  query::NoisyCounts counts(answers.public_neighbours.num_pools(), num_labels(network.num_regions));
  const auto users = knowledge.roles().private_users();
  for (const bool together : {false, true}) {
    query::CountQuestion question = rows_asked(
        knowledge, answers.bands, [&](const Band& band) { return band.counts_together == together; });
    for (std::size_t row = 0; row < users.size(); ++row)
      question.cell_of_partner[users[row]] = answers.label_of_row[row];
    if (together) look_at_public_users(knowledge, network, question);
    question.num_cells = counts.num_cells();
    ask_into(knowledge, question, source, counts);
  }
  return counts;
}

}  // namespace

std::vector<std::vector<double>> owned_shares(const LocalAnswers& answers) {
  const std::size_t bands = answers.bands.bands.size();
  std::vector<std::vector<double>> users(num_labels(answers.public_neighbours.num_cells()),
                                         std::vector<double>(bands, 0));
  for (std::size_t row = 0; row < answers.label_of_row.size(); ++row)
    ++users[answers.label_of_row[row]][answers.bands.of_row[row]];
  std::vector<std::vector<double>> shares = users;
  for (std::size_t label = 0; label < users.size(); ++label) {
    const double all = std::accumulate(users[label].begin(), users[label].end(), 0.0);
    double more_liberal = 0;
    for (std::size_t band = bands; band-- > 0;) {
      const double owned = more_liberal + users[label][band] / 2;
      shares[label][band] = all > 0 ? owned / all : answers.bands.bands[band].owned_share;
      more_liberal += users[label][band];
    }
  }
  return shares;
}

LocalAnswers ask_locally(const query::PublicKnowledge& knowledge, const PublicNetwork& network,
                         query::AnswerSource& source, const DesignParameters& parameters) {
  LocalAnswers answers;
  answers.bands = bands_of(knowledge, network.num_regions, parameters);
  answers.public_neighbours = ask_public_neighbours(knowledge, network, answers.bands, source);
  answers.label_of_row = label_rows(answers, parameters);
  answers.popularity = ask_popularity(knowledge, answers, source);
  answers.private_neighbours = ask_private_neighbours(knowledge, network, answers, source);
  return answers;
}

}  // namespace hopveil::infer
