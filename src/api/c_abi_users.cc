// SPDX-License-Identifier: Apache-2.0
#include <hopveil/build_users.h>

#include "api/c_abi.h"
#include "io/user_files.h"

namespace hopveil::c {
namespace {

hopveil_users users_of(const hopveil_network& network, std::vector<NodeId> public_users) {
  const Network& shared = *network.shared;
  hopveil_users users{network.shared, UserRoles(shared.graph.num_nodes(), std::move(public_users)), {}, {}};
  if (!shared.lists_everybody) users.exceptions.push_back(users_are_not_listed());
  return users;
}

}  // namespace
}  // namespace hopveil::c

using namespace hopveil::c;  // NOLINT(google-build-using-namespace): the C side of the same thing

int hopveil_users_create(const hopveil_network* network, const uint32_t* public_users, size_t num_public,
                         hopveil_users** users) {
  return make_at_border(users, [&] {
    const auto numbers = numbers_given(public_users, num_public, "array of public users");
    return users_of(given(network, "network"), {numbers.begin(), numbers.end()});
  });
}

int hopveil_users_create_by_degree(const hopveil_network* network, const char* share, hopveil_users** users) {
  return make_at_border(users, [&] {
    const auto top = hopveil::TopShare::from_text(text_given(share, "share"));
    hopveil_users made = users_of(given(network, "network"),
                                  highest_degree_users(given(network, "network").shared->graph, top));
    made.exceptions.push_back(hopveil::public_users_by_degree());
    return made;
  });
}

int hopveil_users_add_exception(hopveil_users* users, const char* sentence) {
  return at_border([&] {
    std::string text = text_given(sentence, "sentence");
    if (text.empty()) throw hopveil::InputError("the exception is empty", "give a sentence");
    given(users, "users handle").exceptions.push_back(std::move(text));
  });
}

int hopveil_users_num_private(const hopveil_users* users, size_t* num_private) {
  return at_border([&] {
    given(num_private, "place for the result") = given(users, "users handle").roles.private_users().size();
  });
}

int hopveil_users_private(const hopveil_users* users, uint32_t* buffer, size_t capacity) {
  return at_border(
      [&] { copy_numbers(given(users, "users handle").roles.private_users(), buffer, capacity); });
}

int hopveil_users_set_epsilon(hopveil_users* users, const char* epsilon) {
  return at_border([&] {
    hopveil_users& handle = given(users, "users handle");
    const auto value = hopveil::Epsilon::from_text(text_given(epsilon, "epsilon"));
    handle.preferences = equal_preferences(handle.roles, value);
  });
}

int hopveil_users_set_epsilons(hopveil_users* users, const double* by_row, size_t num_rows) {
  return at_border([&] {
    hopveil_users& handle = given(users, "users handle");
    handle.preferences = preferences_from_values(handle.network->graph, handle.roles,
                                                 numbers_given(by_row, num_rows, "array of epsilons"));
  });
}

int hopveil_users_read_epsilons(hopveil_users* users, const char* path, const char* otherwise) {
  return at_border([&] {
    hopveil_users& handle = given(users, "users handle");
    std::optional<hopveil::Epsilon> default_epsilon;
    if (otherwise != nullptr) default_epsilon = hopveil::Epsilon::from_text(otherwise);
    handle.preferences = hopveil::io::read_preferences(text_given(path, "path"), handle.network->graph,
                                                       handle.roles, default_epsilon);
  });
}

void hopveil_users_free(hopveil_users* users) {
  delete users;
}

int hopveil_count_exact(const hopveil_users* users, unsigned hops, const hopveil_limits* limits,
                        hopveil_progress progress, void* context, hopveil_exact_counts** counts) {
  return make_at_border(counts, [&] {
    const hopveil_users& handle = given(users, "users handle");
    hopveil::CountOptions options;
    if (limits != nullptr) {
      options.threads = limits->threads;
      options.memory_limit = limits->memory;
    }
    hopveil_exact_counts result;
    run_watched(progress, context, [&](const Watch& watch) {
      options.progress = watch.progress;
      options.stop = watch.stop;
      result.counts = count_fingerprints(handle.network->graph, handle.roles, hops, options);
    });
    return result;
  });
}

int hopveil_exact_counts_hop(const hopveil_exact_counts* counts, unsigned hop, uint32_t* buffer,
                             size_t capacity) {
  return at_border([&] {
    const hopveil::ExactCounts& exact = given(counts, "counts handle").counts;
    if (hop < 1 || hop > exact.hops()) {
      throw hopveil::InputError(fmt::format("hop {} was not counted; hops are 1 .. {}", hop, exact.hops()));
    }
    copy_numbers(exact.hop(hop), buffer, capacity);
  });
}

void hopveil_exact_counts_free(hopveil_exact_counts* counts) {
  delete counts;
}
