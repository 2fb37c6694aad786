// SPDX-License-Identifier: Apache-2.0
#pragma once

// hopveil for C and for every language that calls C (R, Julia, Go): libhopveil's functions with C linkage.
//
// Handles are opaque. A function that makes one gives it through its last argument, null when it fails; the
// caller frees it, in any order: a handle never needs another one that is freed. Freeing null does nothing.
// Arguments are copied before a call returns; numbers and texts are copied into memory of the caller.
//
// Functions return a status, equal to the program's exit codes. hopveil_last_error has the words for it. A
// null pointer, a user that does not exist or a buffer that is too small is HOPVEIL_WRONG_INPUT. No C++
// exception leaves a function.
//
// Several threads may call at once, also with the same handle, as long as none of them changes or frees it;
// one hopveil_plan is for one thread at a time.
//
// What is exact and what may be given away are different handles: hopveil_exact_counts is NOT PRIVATE, a
// hopveil_release is made by hopveil_plan_publish only, which charges the ledger, draws from the operating
// system's generator and writes, in this order. There is no seed anywhere.
//
// docs/library.md has a whole program.

#include <stddef.h>
#include <stdint.h>

#include <hopveil/api.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a call came to.
enum hopveil_status {
  HOPVEIL_OK = 0,
  HOPVEIL_WRONG_INPUT = 2,     ///< arguments or files are wrong; nothing was charged
  HOPVEIL_BUDGET_REFUSED = 3,  ///< some user has too little budget left; nothing was charged or drawn
  HOPVEIL_SYSTEM_FAILED = 4,   ///< disk, memory, permissions; the text says what stays charged
  HOPVEIL_BUG = 70,            ///< a mistake of hopveil's
  HOPVEIL_CANCELLED = 130      ///< the progress function said so; the text says what stays charged
};

/// The version of the library that is running: "1.0.0-rc1". Never null; lives for ever.
HOPVEIL_API const char* hopveil_version(void);

/// What the last call of this thread that did not return HOPVEIL_OK had to say; "" when there was none. Never
/// null; valid until the next such call of this thread.
HOPVEIL_API const char* hopveil_last_error(void);

/// Gets told of long work, by the thread that called for it: once before it begins, then about ten times a
/// second. `total` is 0 while it is not known. Anything but 0 cancels: the call returns HOPVEIL_CANCELLED
/// within about a second. It must return, neither throw nor jump.
typedef int (*hopveil_progress)(void* context, uint64_t done, uint64_t total);

/// A name and a value, both texts as on the command line without dashes: {"intervals", "90"}.
typedef struct hopveil_option {
  const char* name;
  const char* value;
} hopveil_option;

/// What work may use. A null pointer where one is expected means all zero.
typedef struct hopveil_limits {
  uint64_t memory;   ///< bytes that counting may hold besides network and result; 0: half of the machine's
  unsigned threads;  ///< 0: as many as there are processors
} hopveil_limits;

typedef struct hopveil_network hopveil_network;
typedef struct hopveil_users hopveil_users;
typedef struct hopveil_exact_counts hopveil_exact_counts;
typedef struct hopveil_ledger hopveil_ledger;
typedef struct hopveil_plan hopveil_plan;
typedef struct hopveil_release hopveil_release;

// Texts are copied into `buffer`, which holds `capacity` bytes, with a zero at the end; *length gets their
// number of bytes without it (`length` may be null). A null buffer of capacity 0 asks for *length only.

// ---- networks ------------------------------------------------------------------------------------------

/// Reads a network in any format that the program reads. Options: "format" (else recognised), "columns",
/// "header" ("yes" or "no"), "id-attribute", and "users", a file that lists everybody who exists. Without
/// that list, an edge list does not know users without a connection; what is planned on such a network says
/// so in its exceptions.
HOPVEIL_API int hopveil_network_read(const char* path, const hopveil_option* options, size_t num_options,
                                     hopveil_progress progress, void* context, hopveil_network** network);

/// The network of the users 0 .. num_users-1 in which, for every i, from[i] and to[i] are connected.
/// Directions, repeats and self-loops are dropped. `names` has a name per user; null: their numbers.
HOPVEIL_API int hopveil_network_from_edges(size_t num_users, const char* const* names, size_t num_edges,
                                           const uint32_t* from, const uint32_t* to,
                                           hopveil_network** network);

/// The same from compressed sparse rows: the neighbours of user u are targets[offsets[u] .. offsets[u+1]-1],
/// ascending, without u, and every connection stands in the rows of both its ends. `offsets` has num_users+1
/// entries.
HOPVEIL_API int hopveil_network_from_rows(size_t num_users, const char* const* names, const uint64_t* offsets,
                                          const uint32_t* targets, size_t num_targets,
                                          hopveil_network** network);

HOPVEIL_API int hopveil_network_num_users(const hopveil_network* network, size_t* num_users);
/// NOT PRIVATE.
HOPVEIL_API int hopveil_network_num_edges(const hopveil_network* network, uint64_t* num_edges);
HOPVEIL_API int hopveil_network_user_name(const hopveil_network* network, uint32_t user, char* buffer,
                                          size_t capacity, size_t* length);
/// The number of the user of this name.
HOPVEIL_API int hopveil_network_find_user(const hopveil_network* network, const char* name, uint32_t* user);
HOPVEIL_API void hopveil_network_free(hopveil_network* network);

// ---- users: who is public, and everybody else's epsilon ------------------------------------------------
//
// A private user's place among the private users, in the order of their numbers, is the user's *row*.

/// The users of a network, of whom `public_users` are public. No user has an epsilon yet.
HOPVEIL_API int hopveil_users_create(const hopveil_network* network, const uint32_t* public_users,
                                     size_t num_public, hopveil_users** users);
/// The users of most connections are public: `share` is "61" or "5%". That choice looks at protected edges;
/// what is planned on it says so in its exceptions.
HOPVEIL_API int hopveil_users_create_by_degree(const hopveil_network* network, const char* share,
                                               hopveil_users** users);
/// Notes, as a sentence, another choice of the caller's that looked at protected edges.
HOPVEIL_API int hopveil_users_add_exception(hopveil_users* users, const char* sentence);

HOPVEIL_API int hopveil_users_num_private(const hopveil_users* users, size_t* num_private);
/// The numbers of the private users, by row.
HOPVEIL_API int hopveil_users_private(const hopveil_users* users, uint32_t* buffer, size_t capacity);

/// Gives every private user the same epsilon, a decimal number such as "0.5".
HOPVEIL_API int hopveil_users_set_epsilon(hopveil_users* users, const char* epsilon);
/// Gives the private users their epsilons, by row; each is rounded down to a billionth.
HOPVEIL_API int hopveil_users_set_epsilons(hopveil_users* users, const double* by_row, size_t num_rows);
/// Reads them from a table `user,epsilon`. Who is not listed has `otherwise`; null: everybody must be.
HOPVEIL_API int hopveil_users_read_epsilons(hopveil_users* users, const char* path, const char* otherwise);
HOPVEIL_API void hopveil_users_free(hopveil_users* users);

// ---- exact counts, NOT PRIVATE -------------------------------------------------------------------------

/// For every private user, how many public users are exactly 1, 2, .. hops hops away. Needs no epsilons.
HOPVEIL_API int hopveil_count_exact(const hopveil_users* users, unsigned hops, const hopveil_limits* limits,
                                    hopveil_progress progress, void* context, hopveil_exact_counts** counts);
/// The counts at `hop` hops, by row.
HOPVEIL_API int hopveil_exact_counts_hop(const hopveil_exact_counts* counts, unsigned hop, uint32_t* buffer,
                                         size_t capacity);
HOPVEIL_API void hopveil_exact_counts_free(hopveil_exact_counts* counts);

// ---- ledgers: the files that remember what every private user has spent ---------------------------------

/// Makes a new ledger in which every private user has its epsilon as its budget. The file appears whole or
/// not at all.
HOPVEIL_API int hopveil_ledger_create(const char* path, const hopveil_users* users, hopveil_ledger** ledger);
/// Checks that the file is a sound ledger. The handle holds its name: the file is opened anew by each call.
HOPVEIL_API int hopveil_ledger_open(const char* path, hopveil_ledger** ledger);

/// Exact decimal numbers.
typedef struct hopveil_account {
  char budget[40];
  char spent[40];
  char left[40];
} hopveil_account;

HOPVEIL_API int hopveil_ledger_account(const hopveil_ledger* ledger, const char* user,
                                       hopveil_account* account);
/// The file stays.
HOPVEIL_API void hopveil_ledger_free(hopveil_ledger* ledger);

// ---- mechanisms -----------------------------------------------------------------------------------------

/// All mechanisms as JSON: name, summary, source, guarantee, and their options (name, values, default,
/// meaning), which a plan takes by name. What `hopveil mechanisms --json` prints.
HOPVEIL_API int hopveil_mechanisms(char* buffer, size_t capacity, size_t* length);

// ---- plans: a release with everything checked; nothing is charged or drawn -----------------------------

/// `mechanism` null: the default, whose guarantee is proved. `share` of everybody's epsilon, a decimal number
/// above 0 and up to 1; null: all of it. `options` of the mechanism; what is left out has its default.
HOPVEIL_API int hopveil_plan_create(const hopveil_users* users, unsigned hops, const char* mechanism,
                                    const char* share, const hopveil_option* options, size_t num_options,
                                    const hopveil_limits* limits, hopveil_plan** plan);
/// "proved", "proved with exceptions" or "refuted".
HOPVEIL_API int hopveil_plan_status(const hopveil_plan* plan, char* buffer, size_t capacity, size_t* length);
/// What is promised, and why that holds or fails.
HOPVEIL_API int hopveil_plan_guarantee(const hopveil_plan* plan, char* buffer, size_t capacity,
                                       size_t* length);
/// What the guarantee does not cover, a sentence each: exception 0 .. *num_exceptions - 1.
HOPVEIL_API int hopveil_plan_num_exceptions(const hopveil_plan* plan, size_t* num_exceptions);
HOPVEIL_API int hopveil_plan_exception(const hopveil_plan* plan, size_t exception, char* buffer,
                                       size_t capacity, size_t* length);
/// The epsilon that each private user would spend, by row, in billionths.
HOPVEIL_API int hopveil_plan_to_spend(const hopveil_plan* plan, uint64_t* billionths, size_t capacity);
HOPVEIL_API void hopveil_plan_free(hopveil_plan* plan);

// ---- releases: tables that may be given away -----------------------------------------------------------

enum hopveil_publish_flag {
  HOPVEIL_OVERWRITE = 1,      ///< also a release that was paid for
  HOPVEIL_ACCEPT_REFUTED = 2  ///< publish although the promise is known not to be kept
};

/// Charges, draws and writes; each call does so anew. `ledger` null: none is kept. `output` is the table's
/// file, with its metadata beside it; null: only in memory. `flags` are added up. What is cancelled or fails
/// after the charge stays charged, and the text says so. HOPVEIL_BUDGET_REFUSED: the text names users.
HOPVEIL_API int hopveil_plan_publish(hopveil_plan* plan, const hopveil_ledger* ledger, const char* output,
                                     unsigned flags, hopveil_progress progress, void* context,
                                     hopveil_release** release);
/// Any of the three pointers may be null.
HOPVEIL_API int hopveil_release_shape(const hopveil_release* release, size_t* rows, unsigned* hops,
                                      int* with_intervals);
HOPVEIL_API int hopveil_release_user_name(const hopveil_release* release, size_t row, char* buffer,
                                          size_t capacity, size_t* length);
/// The published numbers at `hop` hops, by row.
HOPVEIL_API int hopveil_release_hop(const hopveil_release* release, unsigned hop, int64_t* buffer,
                                    size_t capacity);
/// The ends of their intervals, for a plan with the option intervals.
HOPVEIL_API int hopveil_release_intervals(const hopveil_release* release, unsigned hop, int64_t* low,
                                          int64_t* high, size_t capacity);
/// The text of the metadata file (JSON, docs/formats/metadata.md).
HOPVEIL_API int hopveil_release_metadata(const hopveil_release* release, char* buffer, size_t capacity,
                                         size_t* length);
/// Writes a release that was published into memory: table and metadata, whole or not at all. Neither charges
/// nor draws. Of the flags, HOPVEIL_OVERWRITE.
HOPVEIL_API int hopveil_release_save(const hopveil_release* release, const char* path, unsigned flags);
HOPVEIL_API void hopveil_release_free(hopveil_release* release);

#ifdef __cplusplus
}
#endif
