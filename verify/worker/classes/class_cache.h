// Caches outcomes of launch classes for later runs (docs/cache.md).
//
// The key of an outcome covers everything that it depends on: this program and its libraries, the solvers,
// the program's sources and options, every file that its translation requested and what it found, the device,
// the launch facts, and the options that decide verdicts. Only lasting outcomes are kept (Outcome::lasting).
// Names, commands and call sites depend on the run, and are created again from the job.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/cache/fields.h"
#include "verify/cache/store.h"
#include "verify/worker/outcomes/job.h"
#include "verify/worker/outcomes/outcome.h"

namespace launchproof::worker {

// The kind of entries that hold an outcome, in cache::Store.
inline constexpr const char* kClassEntries = "classes";

class ClassCache {
 public:
  // Creates a cache. `identity` must be that of this program (cache::program_identity()). The store and all
  // jobs must outlive the cache.
  ClassCache(cache::Store& store, const std::string& identity);

  struct Found {
    std::vector<std::vector<Completed>> by_job;  // rows; an outcome of several jobs is stored with the first
                                                 // of them
    std::vector<bool> known;                     // by job
  };
  Found find(const std::vector<Job>& jobs);

  // Stores the outcome if it is lasting.
  void keep(const Job& job, const std::string& selector, const Outcome& outcome);
  // Stores what was proved for several jobs together, for each of them. `files`: those of their program.
  void keep_merged(const std::vector<Job>& jobs, const Outcome::Merged& merged,
                   const frontend::FileUses& files);

 private:
  struct KnownProgram {
    std::string key;  // key of sources, options and device
    bool loaded = false;
    std::vector<frontend::FileUses> files;  // files requested by earlier translations, as found now; latest
                                            // first
  };
  KnownProgram& program(const Program& program);
  void load_files(KnownProgram& known, const Program& program);
  std::string found_now(const Program& program, const frontend::FileUse& use);

  // Returns the folder where the relative paths of a source start.
  const std::string& base_of(const frontend::ProgramSource& source);

  // Returns the key, or an empty text if nothing can be cached.
  std::string key_of(const Job& job, const std::string& selector, const frontend::FileUses& files);
  const std::string& solvers_of(const Job& job);  // empty: a version cannot be determined
  std::optional<Outcome> entry(const Job& job, const std::string& selector);
  void put(const Job& job, const std::string& selector, const frontend::FileUses& files,
           const Outcome& outcome);
  bool outcomes_of(const Job& job, std::size_t number, std::vector<Completed>& rows);

  cache::Store& d_store;
  std::string d_identity;  // its digest
  std::map<const Program*, KnownProgram> d_programs;
  std::map<std::string, std::string> d_solvers;  // by name
  std::map<std::string, std::string> d_bases;    // by working directory
  std::map<std::string, std::string> d_found;    // digest or kind of a file, by kind of lookup and path
};

// The number of entries for each verdict in a store, including those of other versions of this program.
struct KeptVerdicts {
  std::map<std::string, std::uint64_t> verdicts;  // by name; "damaged": unreadable entries
};
KeptVerdicts kept_verdicts(cache::Store& store);

}  // namespace launchproof::worker
