// SPDX-License-Identifier: Apache-2.0
/* Releases, and long work that is watched and cancelled. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c_abi_test.h"

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

void test_releases(void) {
  a_release_charges_the_ledger_until_it_is_used_up();
  a_refuted_promise_must_be_accepted();
  the_progress_function_is_asked_and_may_cancel();
  long_work_is_cancelled_while_it_runs();
}
