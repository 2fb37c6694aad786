// SPDX-License-Identifier: Apache-2.0
#pragma once

/* What the files of c_abi_test share: checks that print what fails, and a small network. */

#include <stddef.h>

#include <hopveil/hopveil.h>

void expect_at(int line, const char* file, int holds, const char* what);
#define EXPECT(condition) expect_at(__LINE__, __FILE__, (condition), #condition)
#define EXPECT_STATUS(call, status) \
  expect_at(__LINE__, __FILE__, (call) == (status), #call " is not " #status)
#define EXPECT_OK(call) EXPECT_STATUS(call, HOPVEIL_OK)

/* The call is refused as wrong input, in these words. */
void expect_refused_at(int line, const char* file, int status, const char* words);
#define EXPECT_REFUSED(call, words) expect_refused_at(__LINE__, __FILE__, (call), (words))

/* A file in the folder that the test was given. */
const char* in_folder(const char* name, char* buffer, size_t capacity);

/* The path 0-1-2-3-4 and user 5 without a connection. */
hopveil_network* path_network(void);

/* Of it, user 0 is public; the others have the epsilon 2. */
hopveil_users* path_users(void);

void test_releases(void);
void test_null_pointers(void);
