// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one way to make a release, for the program, its demo and every other door to the library. Nothing else
// can charge a plan or draw from it.
//
//   1 outputs are opened              a place that cannot be written costs nothing
//   2 the ledger is charged           on the disk before the first random bit; whatever fails later stays
//                                     charged
//   3 the counts are drawn            from the operating system's secure generator
//   4 metadata, signature, reach of public users (if it was asked for) and table are put on the disk, and
//     then renamed in this order
//   5 the ledger's entry is completed with the table's SHA-256
//
// What can wait (pages, pictures) is the caller's business afterwards. So there is never a table without a
// charge, half a table, or a completed entry without a table; a charge without a table is what a failure
// between 2 and 4 leaves.

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/progress.h"
#include "ledger/ledger.h"
#include "release/metadata.h"
#include "release/release_plan.h"
#include "release/released_counts.h"
#include "release/released_table.h"

namespace hopveil::release {

/// Gets the bytes of the metadata file, which hold the table's checksum, and returns those of its signature
/// file, not empty. Called between drawing and writing; what it throws leaves the charge and no file.
using Signer = std::function<std::string(std::string_view metadata)>;

/// What a publication has done so far. It may be read from any thread while `publish` runs in another:
/// whoever is asked to end the program (a signal) can say what that costs.
class PublishSteps {
 public:
  struct Done {
    std::optional<std::int64_t> charged_release;  ///< the ledger's number of it; nothing: no charge
    std::string ledger;
    std::size_t charged_users = 0;
    std::string share;
    std::vector<std::string> files;  ///< visible and whole, in the order in which they appeared
    bool completed = false;          ///< all files are there, and the ledger, if there is one, says so

    bool anything() const { return charged_release || !files.empty(); }

    /// "release 3 of budget.db is charged to 4 users (a share of 0.5); no table was written". A sentence
    /// without its full stop.
    std::string text() const;
  };

  /// Calls `look(done)` and lets no further step begin before it returns. Waits for a charge or for files
  /// that are just becoming visible.
  template <class Look>
  void between_steps(Look&& look) const {
    const std::lock_guard lock(mutex_);
    look(done_);
  }

 private:
  friend std::variant<Published, ledger::ChargeRefused> publish(ReleasePlan& plan,
                                                                const PublishOptions& options);
  mutable std::mutex mutex_;
  Done done_;
};

struct PublishOptions {
  /// Where the table goes; metadata and signature stand beside it. Empty: into memory
  /// (Published::table_text), to be saved by Published::save. The ledger's entry then says "(memory)" and is
  /// completed when the caller gets the table: from then on it is out.
  std::string output = {};
  /// Where the reach of public users goes, in the folder of the output; empty: default_reach_path. Only for
  /// plans that ask for reach.
  std::string reach = {};
  bool overwrite = false;  ///< also a release that was paid for
  ReleaseTableFormat table = {};
  ledger::Ledger* ledger = nullptr;  ///< opened for charging; nullptr: there is none
  bool accept_refuted = false;       ///< publish although the promise is known not to be kept
  std::string started = {};          ///< UTC, when the command began; empty: now
  Signer sign = {};                  ///< empty: no signature
  Progress progress = {};            ///< of the drawing
  PublishSteps* steps = nullptr;
};

/// A release that was made.
struct Published {
  ReleasedCounts counts;
  ReleaseFacts facts;
  std::string metadata_text;   ///< the bytes of the metadata file
  std::string signature_text;  ///< empty: not signed
  std::string table_text;      ///< the bytes of the table, when it was published into memory
  std::string reach_text;      ///< the same of the table of reach; empty when it was not asked for
  std::string table_path;      ///< empty when it was published into memory

  /// Writes a release from memory: table, metadata, signature, and reach at default_reach_path, as publish
  /// would have; `sign` makes another signature than that of the publication, or the first one. Neither
  /// charges nor draws; may be called again with another name. Throws as ReleaseFiles and `sign` do.
  void save(const std::string& path, bool overwrite = false, const Signer& sign = {}) const;
};

/// Publishes. Each call charges and draws anew. Returns ChargeRefused when some user has too little budget
/// left: no user was charged and nothing was drawn or written.
///
/// Throws InputError, before anything is charged, when the promise is refuted and that was not accepted, when
/// the ledger does not fit the plan, or when a release would be written over; SystemError when the disk
/// fails: `steps` then shows what had happened.
std::variant<Published, ledger::ChargeRefused> publish(ReleasePlan& plan, const PublishOptions& options);

}  // namespace hopveil::release
