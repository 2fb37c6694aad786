// SPDX-License-Identifier: Apache-2.0
/* include/hopveil/hopveil.h from real C99, against the shared library. Prints what fails; returns 1 then. */

#include "c_abi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

void expect_at(int line, const char* file, int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "%s:%d: %s (last error: %s)\n", file, line, what, hopveil_last_error());
  failures = 1;
}
void expect_refused_at(int line, const char* file, int status, const char* words) {
  if (status == HOPVEIL_WRONG_INPUT && strstr(hopveil_last_error(), words) != NULL) return;
  fprintf(stderr, "%s:%d: status %d, last error: %s; expected: %s\n", file, line, status,
          hopveil_last_error(), words);
  failures = 1;
}

static const char* folder = ".";
const char* in_folder(const char* name, char* buffer, size_t capacity) {
  snprintf(buffer, capacity, "%s/%s", folder, name);
  return buffer;
}

hopveil_network* path_network(void) {
  static const uint32_t from[] = {0, 1, 2, 3};
  static const uint32_t to[] = {1, 2, 3, 4};
  hopveil_network* network = NULL;
  EXPECT_OK(hopveil_network_from_edges(6, NULL, 4, from, to, &network));
  return network;
}

hopveil_users* path_users(void) {
  static const uint32_t public_users[] = {0};
  hopveil_network* network = path_network();
  hopveil_users* users = NULL;
  EXPECT_OK(hopveil_users_create(network, public_users, 1, &users));
  EXPECT_OK(hopveil_users_set_epsilon(users, "2"));
  hopveil_network_free(network); /* users do not need the handle */
  return users;
}

static void networks_are_made_from_edges_rows_and_files(void) {
  const uint64_t offsets[] = {0, 1, 3, 4};
  const uint32_t targets[] = {1, 0, 2, 1};
  const char* names[] = {"ann", "bob", "cid"};
  hopveil_network* network = NULL;
  size_t size = 0, length = 0;
  uint64_t edges = 0;
  uint32_t user = 0;
  char name[8], path[1024];
  FILE* file;

  EXPECT_OK(hopveil_network_from_rows(3, names, offsets, targets, 4, &network));
  EXPECT_OK(hopveil_network_num_users(network, &size));
  EXPECT_OK(hopveil_network_num_edges(network, &edges));
  EXPECT(size == 3 && edges == 2);
  EXPECT_OK(hopveil_network_find_user(network, "cid", &user));
  EXPECT(user == 2);
  EXPECT_OK(hopveil_network_user_name(network, 1, NULL, 0, &length));
  EXPECT(length == 3);
  EXPECT_OK(hopveil_network_user_name(network, 1, name, 4, NULL));
  EXPECT(strcmp(name, "bob") == 0);
  EXPECT_REFUSED(hopveil_network_user_name(network, 1, name, 3, &length), "room for 3 bytes; the text needs 4");
  EXPECT_REFUSED(hopveil_network_user_name(network, 99, name, 4, NULL), "user 99 does not exist; there are 3");
  EXPECT_REFUSED(hopveil_network_find_user(network, "dan", &user), "there is no user \"dan\"");
  hopveil_network_free(network);

  file = fopen(in_folder("edges.csv", path, sizeof path), "w");
  fputs("id,follower,followee\n1,ann,bob\n2,bob,cid\n", file);
  fclose(file);
  EXPECT_OK(hopveil_network_read(path, NULL, 0, NULL, NULL, &network));
  EXPECT_OK(hopveil_network_num_edges(network, &edges));
  EXPECT(edges == 2);
  hopveil_network_free(network);
  EXPECT_REFUSED(hopveil_network_read("/no/such/file", NULL, 0, NULL, NULL, &network), "/no/such/file");
  EXPECT(network == NULL);
}

static void what_a_network_does_not_know_is_an_exception_of_every_plan(void) {
  char path[1024], list[1024], text[512];
  hopveil_option everybody;
  hopveil_network* network = NULL;
  hopveil_users* users = NULL;
  hopveil_plan* plan = NULL;
  size_t count = 0;
  FILE* file = fopen(in_folder("edges.txt", path, sizeof path), "w");
  fputs("1 2\n2 3\n3 4\n", file);
  fclose(file);

  EXPECT_OK(hopveil_network_read(path, NULL, 0, NULL, NULL, &network));
  EXPECT_OK(hopveil_users_create_by_degree(network, "1", &users));
  EXPECT_OK(hopveil_users_add_exception(users, "who is a user was asked for on the telephone"));
  EXPECT_OK(hopveil_users_set_epsilon(users, "1"));
  EXPECT_OK(hopveil_plan_create(users, 2, NULL, NULL, NULL, 0, NULL, &plan));
  EXPECT_OK(hopveil_plan_status(plan, text, sizeof text, NULL));
  EXPECT(strcmp(text, "proved with exceptions") == 0);
  EXPECT_OK(hopveil_plan_num_exceptions(plan, &count));
  EXPECT(count == 3);
  EXPECT_OK(hopveil_plan_exception(plan, 1, text, sizeof text, NULL));
  EXPECT(strstr(text, "by degree") != NULL);
  EXPECT_REFUSED(hopveil_plan_exception(plan, 3, text, sizeof text, NULL), "exception 3 does not exist");
  hopveil_plan_free(plan);
  hopveil_users_free(users);
  hopveil_network_free(network);

  file = fopen(in_folder("everybody.txt", list, sizeof list), "w");
  fputs("1\n2\n3\n4\n5\n", file);
  fclose(file);
  everybody.name = "users";
  everybody.value = list;
  EXPECT_OK(hopveil_network_read(path, &everybody, 1, NULL, NULL, &network));
  EXPECT_OK(hopveil_network_num_users(network, &count));
  EXPECT(count == 5);
  EXPECT_OK(hopveil_users_create(network, NULL, 0, &users));
  EXPECT_OK(hopveil_users_set_epsilon(users, "1"));
  EXPECT_OK(hopveil_plan_create(users, 2, NULL, NULL, NULL, 0, NULL, &plan));
  EXPECT_OK(hopveil_plan_status(plan, text, sizeof text, NULL));
  EXPECT(strcmp(text, "proved") == 0);
  hopveil_plan_free(plan);
  hopveil_users_free(users);
  hopveil_network_free(network);
  everybody.name = "colour";
  EXPECT_REFUSED(hopveil_network_read(path, &everybody, 1, NULL, NULL, &network), "reading has no option \"colour\"");
}

static void exact_counts_are_by_row(void) {
  hopveil_users* users = path_users();
  hopveil_exact_counts* counts = NULL;
  hopveil_limits limits;
  uint32_t rows[5], at_two[5];
  size_t size = 0;
  limits.memory = 0;
  limits.threads = 1;
  EXPECT_OK(hopveil_users_num_private(users, &size));
  EXPECT(size == 5);
  EXPECT_OK(hopveil_users_private(users, rows, 5));
  EXPECT(rows[0] == 1 && rows[4] == 5);
  EXPECT_OK(hopveil_count_exact(users, 3, &limits, NULL, NULL, &counts));
  EXPECT_OK(hopveil_exact_counts_hop(counts, 2, at_two, 5));
  EXPECT(at_two[0] == 0 && at_two[1] == 1 && at_two[2] == 0);
  EXPECT_REFUSED(hopveil_exact_counts_hop(counts, 4, at_two, 5), "hop 4 was not counted; hops are 1 .. 3");
  EXPECT_REFUSED(hopveil_exact_counts_hop(counts, 1, at_two, 4), "room for 4 numbers; there are 5");
  hopveil_exact_counts_free(counts);
  EXPECT_REFUSED(hopveil_count_exact(users, 0, NULL, NULL, NULL, &counts), "from 1 to 100");
  EXPECT(counts == NULL);
  hopveil_users_free(users);
}

static void epsilons_come_from_texts_numbers_and_files(void) {
  const double by_row[] = {1, 0.5, 0.1, 2, 4};
  const double wrong[] = {1, 1, 1, 1, -1};
  hopveil_users* users = path_users();
  hopveil_plan* plan = NULL;
  uint64_t nanos[5];
  char path[1024];
  FILE* file;
  EXPECT_OK(hopveil_users_set_epsilons(users, by_row, 5));
  EXPECT_OK(hopveil_plan_create(users, 1, NULL, "0.5", NULL, 0, NULL, &plan));
  EXPECT_OK(hopveil_plan_to_spend(plan, nanos, 5));
  EXPECT(nanos[0] == 500000000 && nanos[2] == 50000000);
  hopveil_plan_free(plan);
  EXPECT_REFUSED(hopveil_users_set_epsilons(users, by_row, 4), "4 preferences for 5 private users");
  EXPECT_REFUSED(hopveil_users_set_epsilons(users, wrong, 5), "user \"5\"");
  EXPECT_REFUSED(hopveil_users_set_epsilon(users, "much"), "much");

  file = fopen(in_folder("prefs.csv", path, sizeof path), "w");
  fputs("user,epsilon\n1,0.25\n", file);
  fclose(file);
  EXPECT_OK(hopveil_users_read_epsilons(users, path, "3"));
  EXPECT_OK(hopveil_plan_create(users, 1, NULL, NULL, NULL, 0, NULL, &plan));
  EXPECT_OK(hopveil_plan_to_spend(plan, nanos, 5));
  EXPECT(nanos[0] == 250000000 && nanos[4] == UINT64_C(3000000000));
  hopveil_plan_free(plan);
  EXPECT_REFUSED(hopveil_users_read_epsilons(users, path, NULL), "prefs.csv");
  hopveil_users_free(users);
}

static void mechanisms_and_their_options_are_listed(void) {
  size_t length = 0;
  EXPECT_OK(hopveil_mechanisms(NULL, 0, &length));
  char* text = malloc(length + 1);
  EXPECT_OK(hopveil_mechanisms(text, length + 1, NULL));
  EXPECT(strlen(text) == length);
  EXPECT(strstr(text, "\"name\": \"eli\"") != NULL);
  EXPECT(strstr(text, "\"name\": \"intervals\"") != NULL);
  EXPECT(strstr(text, "\"default\": \"none\"") != NULL);
  EXPECT_REFUSED(hopveil_mechanisms(text, 1, NULL), "buffer");
  free(text);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  folder = argv[1];
  EXPECT(strlen(hopveil_version()) > 0);
  EXPECT(strcmp(hopveil_last_error(), "") == 0);
  mechanisms_and_their_options_are_listed();
  networks_are_made_from_edges_rows_and_files();
  what_a_network_does_not_know_is_an_exception_of_every_plan();
  exact_counts_are_by_row();
  epsilons_come_from_texts_numbers_and_files();
  test_releases();
  test_null_pointers();
  if (failures == 0) puts("hopveil.h: everything holds");
  return failures;
}
