// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the shared library exports; everything else stays inside of it.
#define HOPVEIL_API __attribute__((visibility("default")))
