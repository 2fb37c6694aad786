/* include/hopveil/hopveil.h from real C99, against the shared library. Prints what fails; returns 1 then. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hopveil/hopveil.h>

static int failures = 0;

static void expect_at(int line, int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "c_abi_test.c:%d: %s (last error: %s)\n", line, what, hopveil_last_error());
  failures = 1;
}
#define EXPECT(condition) expect_at(__LINE__, (condition), #condition)
#define EXPECT_STATUS(call, status) expect_at(__LINE__, (call) == (status), #call " is not " #status)
#define EXPECT_OK(call) EXPECT_STATUS(call, HOPVEIL_OK)

/* The call is refused as wrong input, in these words. */
static void expect_refused_at(int line, int status, const char* words) {
  if (status == HOPVEIL_WRONG_INPUT && strstr(hopveil_last_error(), words) != NULL) return;
  fprintf(stderr, "c_abi_test.c:%d: status %d, last error: %s; expected: %s\n", line, status,
          hopveil_last_error(), words);
  failures = 1;
}
#define EXPECT_REFUSED(call, words) expect_refused_at(__LINE__, (call), (words))

/* A file in the folder that the test was given. */
static const char* folder = ".";
static const char* in_folder(const char* name, char* buffer, size_t capacity) {
  snprintf(buffer, capacity, "%s/%s", folder, name);
  return buffer;
}

/* The path 0-1-2-3-4 and user 5 without a connection. */
static hopveil_network* path_network(void) {
  static const uint32_t from[] = {0, 1, 2, 3};
  static const uint32_t to[] = {1, 2, 3, 4};
  hopveil_network* network = NULL;
  EXPECT_OK(hopveil_network_from_edges(6, NULL, 4, from, to, &network));
  return network;
}

/* Of it, user 0 is public; the others have the epsilon 2. */
static hopveil_users* path_users(void) {
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

static void a_release_charges_the_ledger_until_it_is_used_up(void) {
  hopveil_option intervals;
  hopveil_users* users = path_users();
  hopveil_ledger* ledger = NULL;
  hopveil_plan* plan = NULL;
  hopveil_release* release = NULL;
  hopveil_account account;
  size_t rows = 0, length = 0;
  unsigned hops = 0;
  int with_intervals = 0, row;
  int64_t counts[5], low[5], high[5];
  char path[1024], table[1024], name[8];
  char* metadata;
  intervals.name = "intervals";
  intervals.value = "90";

  EXPECT_OK(hopveil_ledger_create(in_folder("budget.db", path, sizeof path), users, &ledger));
  EXPECT_OK(hopveil_plan_create(users, 2, "eli", "0.75", &intervals, 1, NULL, &plan));
  hopveil_users_free(users);
  in_folder("released.csv", table, sizeof table);
  EXPECT_OK(hopveil_plan_publish(plan, ledger, table, 0, NULL, NULL, &release));
  EXPECT_OK(hopveil_release_shape(release, &rows, &hops, &with_intervals));
  EXPECT(rows == 5 && hops == 2 && with_intervals == 1);
  EXPECT_OK(hopveil_release_hop(release, 2, counts, 5));
  EXPECT_OK(hopveil_release_intervals(release, 2, low, high, 5));
  for (row = 0; row < 5; ++row) EXPECT(low[row] <= high[row]);
  EXPECT_OK(hopveil_release_user_name(release, 4, name, sizeof name, NULL));
  EXPECT(strcmp(name, "5") == 0);
  EXPECT_REFUSED(hopveil_release_user_name(release, 5, name, sizeof name, NULL), "row 5 does not exist");
  EXPECT_REFUSED(hopveil_release_hop(release, 3, counts, 5), "hop 3 was not released");
  EXPECT_OK(hopveil_release_metadata(release, NULL, 0, &length));
  metadata = malloc(length + 1);
  EXPECT_OK(hopveil_release_metadata(release, metadata, length + 1, NULL));
  EXPECT(strlen(metadata) == length && strstr(metadata, "\"eli\"") != NULL);
  free(metadata);
  EXPECT_REFUSED(hopveil_release_save(release, table, 0), "released.csv");
  hopveil_release_free(release);

  EXPECT_OK(hopveil_ledger_account(ledger, "3", &account));
  EXPECT(strcmp(account.budget, "2") == 0 && strcmp(account.spent, "1.5") == 0 &&
         strcmp(account.left, "0.5") == 0);
  EXPECT_REFUSED(hopveil_ledger_account(ledger, "0", &account), "0");
  EXPECT_STATUS(hopveil_plan_publish(plan, ledger, NULL, 0, NULL, NULL, &release), HOPVEIL_BUDGET_REFUSED);
  EXPECT(release == NULL && strlen(hopveil_last_error()) > 0);
  hopveil_ledger_free(ledger);
  EXPECT_OK(hopveil_ledger_open(path, &ledger));
  EXPECT_OK(hopveil_ledger_account(ledger, "3", &account));
  EXPECT(strcmp(account.spent, "1.5") == 0);
  hopveil_ledger_free(ledger);
  EXPECT_REFUSED(hopveil_plan_publish(plan, NULL, table, 0, NULL, NULL, &release), "released.csv");
  EXPECT_OK(hopveil_plan_publish(plan, NULL, table, HOPVEIL_OVERWRITE, NULL, NULL, &release));
  hopveil_release_free(release);
  EXPECT_REFUSED(hopveil_plan_publish(plan, NULL, NULL, 4, NULL, NULL, &release), "flags 4 are not known");
  hopveil_plan_free(plan);
  EXPECT_REFUSED(hopveil_ledger_open(table, &ledger), "released.csv");
}

static void a_refuted_promise_must_be_accepted(void) {
  hopveil_users* users = path_users();
  hopveil_plan* plan = NULL;
  hopveil_release* release = NULL;
  char text[2048], path[1024];
  EXPECT_OK(hopveil_plan_create(users, 2, "uniform", NULL, NULL, 0, NULL, &plan));
  EXPECT_OK(hopveil_plan_status(plan, text, sizeof text, NULL));
  EXPECT(strcmp(text, "refuted") == 0);
  EXPECT_OK(hopveil_plan_guarantee(plan, text, sizeof text, NULL));
  EXPECT_REFUSED(hopveil_plan_publish(plan, NULL, NULL, 0, NULL, NULL, &release), "does not keep its promise");
  EXPECT_OK(hopveil_plan_publish(plan, NULL, NULL, HOPVEIL_ACCEPT_REFUTED, NULL, NULL, &release));
  EXPECT_OK(hopveil_release_save(release, in_folder("memory.csv", path, sizeof path), 0));
  EXPECT_REFUSED(hopveil_release_save(release, path, 0), "memory.csv");
  EXPECT_OK(hopveil_release_save(release, path, HOPVEIL_OVERWRITE));
  hopveil_release_free(release);
  hopveil_plan_free(plan);
  EXPECT_REFUSED(hopveil_plan_create(users, 2, "magic", NULL, NULL, 0, NULL, &plan), "no mechanism \"magic\"");
  EXPECT_REFUSED(hopveil_plan_create(users, 2, NULL, "2", NULL, 0, NULL, &plan), "2");
  hopveil_users_free(users);
}

struct watcher {
  int calls;
  int cancel_at; /* 0: never */
};
static int watch(void* context, uint64_t done, uint64_t total) {
  struct watcher* watcher = context;
  (void)done;
  (void)total;
  return ++watcher->calls == watcher->cancel_at;
}

static void the_progress_function_is_asked_and_may_cancel(void) {
  struct watcher watcher = {0, 0};
  hopveil_users* users = path_users();
  hopveil_plan* plan = NULL;
  hopveil_exact_counts* counts = NULL;
  hopveil_release* release = NULL;
  hopveil_ledger* ledger = NULL;
  hopveil_account account;
  char path[1024];
  EXPECT_OK(hopveil_count_exact(users, 2, NULL, watch, &watcher, &counts));
  EXPECT(watcher.calls >= 1);
  hopveil_exact_counts_free(counts);
  EXPECT_OK(hopveil_plan_create(users, 2, NULL, NULL, NULL, 0, NULL, &plan));
  EXPECT_OK(hopveil_ledger_create(in_folder("cancelled.db", path, sizeof path), users, &ledger));
  watcher.calls = 0;
  watcher.cancel_at = 1;
  EXPECT_STATUS(hopveil_plan_publish(plan, ledger, NULL, 0, watch, &watcher, &release), HOPVEIL_CANCELLED);
  EXPECT(release == NULL);
  EXPECT_OK(hopveil_ledger_account(ledger, "3", &account));
  EXPECT(strcmp(account.spent, "0") == 0);
  hopveil_ledger_free(ledger);
  hopveil_plan_free(plan);
  hopveil_users_free(users);
}

/* Half of 300,000 users in a ring with chords are public: counting takes far longer than the tenth of a second
   after which the progress function is called again. */
static void long_work_is_cancelled_while_it_runs(void) {
  enum { USERS = 300000 };
  static uint32_t from[2 * USERS], to[2 * USERS];
  struct watcher watcher = {0, 2};
  hopveil_network* network = NULL;
  hopveil_users* users = NULL;
  hopveil_exact_counts* counts = NULL;
  uint32_t i;
  for (i = 0; i < USERS; ++i) {
    from[2 * i] = from[2 * i + 1] = i;
    to[2 * i] = (i + 1) % USERS;
    to[2 * i + 1] = (uint32_t)((UINT64_C(7919) * i + 13) % USERS);
  }
  EXPECT_OK(hopveil_network_from_edges(USERS, NULL, 2 * USERS, from, to, &network));
  EXPECT_OK(hopveil_users_create_by_degree(network, "50%", &users));
  EXPECT_STATUS(hopveil_count_exact(users, 100, NULL, watch, &watcher, &counts), HOPVEIL_CANCELLED);
  EXPECT(counts == NULL && watcher.calls >= 2);
  hopveil_users_free(users);
  hopveil_network_free(network);
}

static void null_pointers_are_wrong_input(void) {
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
  a_release_charges_the_ledger_until_it_is_used_up();
  a_refuted_promise_must_be_accepted();
  the_progress_function_is_asked_and_may_cancel();
  long_work_is_cancelled_while_it_runs();
  null_pointers_are_wrong_input();
  if (failures == 0) puts("hopveil.h: everything holds");
  return failures;
}
