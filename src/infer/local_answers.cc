#include "infer/local_answers.h"

#include <algorithm>
#include <numeric>

namespace hopveil {
namespace {

const Rational kPublicShare{9, 10};
const Rational kPopularityShare{1, 10};
/// A user is labelled with the region of most answers only when these are so many times the noise's scale.
constexpr double kLabelScale = 1.5;
/// Users that would have to answer more than that to be labelled are of unknown label.
constexpr double kMostToAskFor = 5;

std::vector<std::uint32_t> by_user(const PublicKnowledge& knowledge) {
  return std::vector<std::uint32_t>(knowledge.num_users(), kNobody);
}

CountQuestion each_row_asked(const PublicKnowledge& knowledge) {
  CountQuestion question;
  question.pool_of_owner = by_user(knowledge);
  question.cell_of_partner = by_user(knowledge);
  const auto users = knowledge.roles().private_users();
  for (std::size_t row = 0; row < users.size(); ++row)
    question.pool_of_owner[users[row]] = static_cast<std::uint32_t>(row);
  question.num_pools = static_cast<std::uint32_t>(users.size());
  return question;
}

NoisyCounts ask_public_neighbours(const PublicKnowledge& knowledge, const PublicNetwork& network,
                                  AnswerSource& source) {
  CountQuestion question = each_row_asked(knowledge);
  const auto users = knowledge.roles().public_users();
  for (std::size_t p = 0; p < users.size(); ++p) question.cell_of_partner[users[p]] = network.region_of[p];
  question.num_cells = network.num_regions;
  question.share = kPublicShare;
  return source.ask(question);
}

NoisyCounts ask_popularity(const PublicKnowledge& knowledge, const LocalAnswers& answers,
                           AnswerSource& source) {
  CountQuestion question = each_row_asked(knowledge);
  const auto bands = static_cast<std::uint32_t>(answers.bands.bands.size());
  for (const NodeId user : knowledge.roles().private_users()) {
    const NodeId row = knowledge.roles().row(user);
    question.pool_of_owner[user] = answers.label_of_row[row] * bands + answers.bands.of_row[row];
  }
  question.num_pools = num_labels(answers.public_neighbours.num_cells()) * bands;
  const auto users = knowledge.roles().public_users();
  for (std::size_t p = 0; p < users.size(); ++p)
    question.cell_of_partner[users[p]] = static_cast<std::uint32_t>(p);
  question.num_cells = static_cast<std::uint32_t>(users.size());
  question.share = kPopularityShare;
  return source.ask(question);
}

std::vector<std::uint32_t> label_rows(const LocalAnswers& answers) {
  const std::uint32_t regions = answers.public_neighbours.num_cells();
  std::vector<std::uint32_t> labels(answers.bands.of_row.size(), label_nowhere(regions));
  for (std::uint32_t row = 0; row < labels.size(); ++row) {
    const double epsilon = answers.bands.bands[answers.bands.of_row[row]].epsilon * answers.public_share;
    double most = std::max(0.5, kLabelScale / epsilon);
    if (most > kMostToAskFor) {
      labels[row] = label_unknown(regions);
      continue;
    }
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

NoisyCounts ask_private_neighbours(const PublicKnowledge& knowledge, const LocalAnswers& answers,
                                   AnswerSource& source) {
  CountQuestion question = each_row_asked(knowledge);
  const auto users = knowledge.roles().private_users();
  for (std::size_t row = 0; row < users.size(); ++row)
    question.cell_of_partner[users[row]] = answers.label_of_row[row];
  question.num_cells = num_labels(answers.public_neighbours.num_cells());
  return source.ask(question);
}

}  // namespace

Bands bands_of(const PublicKnowledge& knowledge) {
  const auto users = knowledge.roles().private_users();
  std::vector<NodeId> order(users.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  const auto epsilon = [&](NodeId row) { return knowledge.preference(users[row]); };
  std::sort(order.begin(), order.end(),
            [&](NodeId a, NodeId b) { return epsilon(a) != epsilon(b) ? epsilon(a) < epsilon(b) : a < b; });
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i == 0 || epsilon(order[i]) != epsilon(order[i - 1])) ++distinct;
  const std::size_t fewest = distinct <= kMaxBands ? 1 : (order.size() + kMaxBands - 1) / kMaxBands;

  Bands result;
  result.of_row.resize(users.size());
  const double others = std::max(1.0, static_cast<double>(users.size()) - 1);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && (end - begin < fewest || epsilon(order[end]) == epsilon(order[end - 1]))) {
      ++end;
    }
    Band band;
    for (std::size_t i = begin; i < end; ++i) {
      band.epsilon += epsilon(order[i]).value() / static_cast<double>(end - begin);
      result.of_row[order[i]] = static_cast<std::uint32_t>(result.bands.size());
    }
    // Everybody behind the band is owned, and of the pairs inside it one half.
    const auto inside = static_cast<double>(end - begin - 1);
    band.owned_share = (static_cast<double>(order.size() - end) + inside / 2) / others;
    result.bands.push_back(band);
    begin = end;
  }
  return result;
}

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

LocalAnswers ask_locally(const PublicKnowledge& knowledge, const PublicNetwork& network,
                         AnswerSource& source) {
  LocalAnswers answers;
  answers.bands = bands_of(knowledge);
  answers.public_share = kPublicShare.value();
  answers.popularity_share = kPopularityShare.value();
  answers.public_neighbours = ask_public_neighbours(knowledge, network, source);
  answers.label_of_row = label_rows(answers);
  answers.popularity = ask_popularity(knowledge, answers, source);
  answers.private_neighbours = ask_private_neighbours(knowledge, answers, source);
  return answers;
}

}  // namespace hopveil
