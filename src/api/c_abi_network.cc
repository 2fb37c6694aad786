// SPDX-License-Identifier: Apache-2.0
#include <hopveil/build_graph.h>
#include <hopveil/read_graph.h>

#include "api/c_abi.h"
#include "io/id_text.h"
#include "io/listed_users.h"
#include "io/user_files.h"

namespace hopveil::c {
namespace {

HeaderChoice parse_header(const std::string& text) {
  if (text == "yes") return HeaderChoice::kHeader;
  if (text == "no") return HeaderChoice::kNoHeader;
  throw InputError(fmt::format("{} does not say whether there is a header", io::shown(text)),
                   "give yes or no");
}

struct Reading {
  ReadOptions options;
  std::string users_file;
};

Reading parse_reading_options(const hopveil_option* options, std::size_t num_options) {
  Reading reading;
  for (auto& [name, value] : options_given(options, num_options)) {
    if (name == "format") {
      reading.options.format = std::move(value);
    } else if (name == "columns") {
      reading.options.edge_list.columns = std::move(value);
    } else if (name == "header") {
      reading.options.edge_list.header = parse_header(value);
    } else if (name == "id-attribute") {
      reading.options.id_attribute = std::move(value);
    } else if (name == "users") {
      reading.users_file = std::move(value);
    } else {
      throw InputError(fmt::format("reading has no option {}", io::shown(name)),
                       "there are format, columns, header, id-attribute and users");
    }
  }
  return reading;
}

ReadGraph read_with_list(const std::string& path, const Reading& reading) {
  ReadGraph read = read_graph(path, reading.options);
  if (reading.users_file.empty()) return read;
  const io::UserFile users = io::open_user_file(reading.users_file);
  try {
    io::add_listed_users(read, {.users = &users});
  } catch (InputError& error) {
    error.in_file(path);
    throw;
  }
  return read;
}

UserIds names_given(std::size_t num_users, const char* const* names) {
  if (num_users >= kNoNode) {
    throw InputError(fmt::format("{} users are too many", num_users),
                     fmt::format("up to {} can be held", kNoNode - 1));
  }
  if (names == nullptr) return numbered_users(static_cast<NodeId>(num_users));
  std::vector<std::string> texts;
  texts.reserve(num_users);
  for (std::size_t user = 0; user < num_users; ++user) {
    texts.push_back(text_given(names[user], fmt::format("name of user {}", user)));
  }
  return named_users(texts);
}

/// The rows' own memory.
struct Rows {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeId> targets;
};

hopveil_network handle_of(Graph graph) {
  const auto network = std::make_shared<Network>();
  network->graph = std::move(graph);
  return {network};
}

}  // namespace
}  // namespace hopveil::c

using namespace hopveil::c;  // NOLINT(google-build-using-namespace): the C side of the same thing

int hopveil_network_read(const char* path, const hopveil_option* options, size_t num_options,
                         hopveil_progress progress, void* context, hopveil_network** network) {
  return make_at_border(network, [&] {
    const std::string file = text_given(path, "path");
    Reading reading = parse_reading_options(options, num_options);
    const auto result = std::make_shared<Network>();
    run_watched(progress, context, [&](const Watch& watch) {
      reading.options.stop = watch.stop;
      hopveil::ReadGraph read = read_with_list(file, reading);
      result->graph = std::move(read.graph);
      result->format = read.summary.format;
      result->lists_everybody = read.summary.lists_everybody;
    });
    return hopveil_network{result};
  });
}

int hopveil_network_from_edges(size_t num_users, const char* const* names, size_t num_edges,
                               const uint32_t* from, const uint32_t* to, hopveil_network** network) {
  return make_at_border(network, [&] {
    return handle_of(hopveil::graph_from_edges(names_given(num_users, names),
                                               numbers_given(from, num_edges, "array from"),
                                               numbers_given(to, num_edges, "array to")));
  });
}

int hopveil_network_from_rows(size_t num_users, const char* const* names, const uint64_t* offsets,
                              const uint32_t* targets, size_t num_targets, hopveil_network** network) {
  return make_at_border(network, [&] {
    hopveil::UserIds users = names_given(num_users, names);
    const auto rows = std::make_shared<Rows>();
    const auto offsets_given = numbers_given(offsets, num_users + 1, "array offsets");
    const auto targets_given = numbers_given(targets, num_targets, "array targets");
    rows->offsets.assign(offsets_given.begin(), offsets_given.end());
    rows->targets.assign(targets_given.begin(), targets_given.end());
    return handle_of(hopveil::graph_from_rows(rows->offsets, rows->targets, std::move(users), rows));
  });
}

int hopveil_network_num_users(const hopveil_network* network, size_t* num_users) {
  return at_border([&] {
    given(num_users, "place for the result") = given(network, "network").shared->graph.num_nodes();
  });
}

int hopveil_network_num_edges(const hopveil_network* network, uint64_t* num_edges) {
  return at_border([&] {
    given(num_edges, "place for the result") = given(network, "network").shared->graph.num_edges();
  });
}

int hopveil_network_user_name(const hopveil_network* network, uint32_t user, char* buffer, size_t capacity,
                              size_t* length) {
  return at_border([&] {
    const hopveil::Graph& graph = given(network, "network").shared->graph;
    if (user >= graph.num_nodes()) {
      throw hopveil::InputError(fmt::format("user {} does not exist; there are {}", user, graph.num_nodes()));
    }
    copy_text(graph.ids().text(user), buffer, capacity, length);
  });
}

int hopveil_network_find_user(const hopveil_network* network, const char* name, uint32_t* user) {
  return at_border([&] {
    const Network& shared = *given(network, "network").shared;
    const std::string text = text_given(name, "name");
    const hopveil::NodeId found = shared.find(text);
    if (found == hopveil::kNoNode) {
      throw hopveil::InputError(fmt::format("there is no user {}", hopveil::io::shown(text)),
                                fmt::format("the network has {} users", shared.graph.num_nodes()));
    }
    given(user, "place for the result") = found;
  });
}

void hopveil_network_free(hopveil_network* network) {
  delete network;
}
