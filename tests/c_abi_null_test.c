// SPDX-License-Identifier: Apache-2.0
/* Null pointers, and handles that lack what a function needs. */

#include "c_abi_test.h"

void test_null_pointers(void) {
  hopveil_network* network = path_network();
  hopveil_users* users = path_users();
  hopveil_users* bare = NULL;
  hopveil_plan* plan = NULL;
  hopveil_ledger* ledger = NULL;
  hopveil_release* release = NULL;
  hopveil_exact_counts* counts = NULL;
  hopveil_network* made = NULL;
  hopveil_account account;
  hopveil_option unnamed = {NULL, "1"};
  const char* names[] = {"ann", NULL};
  size_t size = 0;
  uint64_t edges = 0;
  uint32_t user = 0;
  int64_t signed_numbers[5];
  uint32_t numbers[5];
  char text[16];

  EXPECT_REFUSED(hopveil_network_read(NULL, NULL, 0, NULL, NULL, &made), "the path is a null pointer");
  EXPECT_REFUSED(hopveil_network_read("x", NULL, 1, NULL, NULL, &made), "array of options");
  EXPECT_REFUSED(hopveil_network_read("x", &unnamed, 1, NULL, NULL, &made), "name of an option");
  EXPECT_REFUSED(hopveil_network_read("x", NULL, 0, NULL, NULL, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_network_from_edges(2, NULL, 1, NULL, numbers, &made), "array from");
  EXPECT_REFUSED(hopveil_network_from_edges(2, NULL, 1, numbers, NULL, &made), "array to");
  EXPECT_REFUSED(hopveil_network_from_edges(2, names, 0, NULL, NULL, &made), "name of user 1");
  EXPECT_REFUSED(hopveil_network_from_edges(SIZE_MAX, NULL, 0, NULL, NULL, &made), "too many");
  EXPECT_REFUSED(hopveil_network_from_edges(2, NULL, 0, NULL, NULL, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_network_from_rows(2, NULL, NULL, NULL, 0, &made), "array offsets");
  EXPECT_REFUSED(hopveil_network_num_users(NULL, &size), "the network is a null pointer");
  EXPECT_REFUSED(hopveil_network_num_users(network, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_network_num_edges(NULL, &edges), "the network is a null pointer");
  EXPECT_REFUSED(hopveil_network_num_edges(network, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_network_user_name(NULL, 0, text, sizeof text, NULL), "the network is a null pointer");
  EXPECT_REFUSED(hopveil_network_user_name(network, 0, NULL, 0, NULL), "the buffer is a null pointer");
  EXPECT_REFUSED(hopveil_network_find_user(NULL, "1", &user), "the network is a null pointer");
  EXPECT_REFUSED(hopveil_network_find_user(network, NULL, &user), "the name is a null pointer");
  EXPECT_REFUSED(hopveil_network_find_user(network, "1", NULL), "place for the result");

  EXPECT_REFUSED(hopveil_users_create(NULL, NULL, 0, &bare), "the network is a null pointer");
  EXPECT_REFUSED(hopveil_users_create(network, NULL, 1, &bare), "array of public users");
  EXPECT_REFUSED(hopveil_users_create_by_degree(network, NULL, &bare), "the share is a null pointer");
  EXPECT_REFUSED(hopveil_users_create_by_degree(NULL, "1", &bare), "the network is a null pointer");
  EXPECT_REFUSED(hopveil_users_add_exception(NULL, "x"), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_users_add_exception(users, NULL), "the sentence is a null pointer");
  EXPECT_REFUSED(hopveil_users_add_exception(users, ""), "empty");
  EXPECT_REFUSED(hopveil_users_num_private(NULL, &size), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_users_num_private(users, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_users_private(NULL, numbers, 5), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_users_private(users, NULL, 5), "the buffer is a null pointer");
  EXPECT_REFUSED(hopveil_users_set_epsilon(NULL, "1"), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_users_set_epsilon(users, NULL), "the epsilon is a null pointer");
  EXPECT_REFUSED(hopveil_users_set_epsilons(NULL, NULL, 0), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_users_set_epsilons(users, NULL, 5), "array of epsilons");
  EXPECT_REFUSED(hopveil_users_read_epsilons(NULL, "x", NULL), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_users_read_epsilons(users, NULL, NULL), "the path is a null pointer");

  EXPECT_REFUSED(hopveil_count_exact(NULL, 1, NULL, NULL, NULL, &counts), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_count_exact(users, 1, NULL, NULL, NULL, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_exact_counts_hop(NULL, 1, numbers, 5), "the counts handle is a null pointer");
  EXPECT_OK(hopveil_count_exact(users, 1, NULL, NULL, NULL, &counts));
  EXPECT_REFUSED(hopveil_exact_counts_hop(counts, 1, NULL, 5), "the buffer is a null pointer");

  EXPECT_REFUSED(hopveil_ledger_create(NULL, users, &ledger), "the path is a null pointer");
  EXPECT_REFUSED(hopveil_ledger_create("x.db", NULL, &ledger), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_ledger_open(NULL, &ledger), "the path is a null pointer");
  EXPECT_REFUSED(hopveil_ledger_open("x.db", NULL), "place for the result");
  EXPECT_REFUSED(hopveil_ledger_account(NULL, "1", &account), "the ledger is a null pointer");

  EXPECT_REFUSED(hopveil_plan_create(NULL, 1, NULL, NULL, NULL, 0, NULL, &plan), "the users handle is a null pointer");
  EXPECT_REFUSED(hopveil_plan_create(users, 1, NULL, NULL, NULL, 0, NULL, NULL), "place for the result");
  EXPECT_OK(hopveil_users_create(network, NULL, 0, &bare));
  EXPECT_REFUSED(hopveil_plan_create(bare, 1, NULL, NULL, NULL, 0, NULL, &plan), "the users have no epsilons");
  EXPECT_REFUSED(hopveil_ledger_create("x.db", bare, &ledger), "the users have no epsilons");
  EXPECT_REFUSED(hopveil_plan_status(NULL, text, sizeof text, NULL), "the plan is a null pointer");
  EXPECT_REFUSED(hopveil_plan_guarantee(NULL, text, sizeof text, NULL), "the plan is a null pointer");
  EXPECT_REFUSED(hopveil_plan_num_exceptions(NULL, &size), "the plan is a null pointer");
  EXPECT_REFUSED(hopveil_plan_exception(NULL, 0, text, sizeof text, NULL), "the plan is a null pointer");
  EXPECT_REFUSED(hopveil_plan_to_spend(NULL, &edges, 1), "the plan is a null pointer");
  EXPECT_REFUSED(hopveil_plan_publish(NULL, NULL, NULL, 0, NULL, NULL, &release), "the plan is a null pointer");
  EXPECT_OK(hopveil_plan_create(users, 1, NULL, NULL, NULL, 0, NULL, &plan));
  EXPECT_REFUSED(hopveil_plan_publish(plan, NULL, NULL, 0, NULL, NULL, NULL), "place for the result");
  EXPECT_REFUSED(hopveil_plan_publish(plan, NULL, "", 0, NULL, NULL, &release), "output is empty");
  EXPECT_REFUSED(hopveil_plan_num_exceptions(plan, NULL), "place for the result");

  EXPECT_REFUSED(hopveil_release_shape(NULL, &size, NULL, NULL), "the release is a null pointer");
  EXPECT_REFUSED(hopveil_release_user_name(NULL, 0, text, sizeof text, NULL), "the release is a null pointer");
  EXPECT_REFUSED(hopveil_release_hop(NULL, 1, signed_numbers, 5), "the release is a null pointer");
  EXPECT_REFUSED(hopveil_release_intervals(NULL, 1, signed_numbers, signed_numbers, 5), "the release is a null pointer");
  EXPECT_REFUSED(hopveil_release_metadata(NULL, text, sizeof text, NULL), "the release is a null pointer");
  EXPECT_REFUSED(hopveil_release_save(NULL, "x", 0), "the release is a null pointer");
  EXPECT_OK(hopveil_plan_publish(plan, NULL, NULL, 0, NULL, NULL, &release));
  EXPECT_REFUSED(hopveil_release_save(release, NULL, 0), "the path is a null pointer");
  EXPECT_REFUSED(hopveil_release_save(release, "x", 2), "flags 2 are not known");
  EXPECT_REFUSED(hopveil_release_intervals(release, 1, signed_numbers, signed_numbers, 5), "no intervals");

  hopveil_release_free(release);
  hopveil_plan_free(plan);
  hopveil_exact_counts_free(counts);
  hopveil_users_free(bare);
  hopveil_users_free(users);
  hopveil_network_free(network);
  hopveil_network_free(NULL);
  hopveil_users_free(NULL);
  hopveil_exact_counts_free(NULL);
  hopveil_ledger_free(NULL);
  hopveil_plan_free(NULL);
  hopveil_release_free(NULL);
}
