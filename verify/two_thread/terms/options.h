// Options of the two-thread engine.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace launchproof::two_thread {

enum class RefuterKind : std::uint8_t {
  Base,    // SBASE: candidates that do not hold when their loop is entered
  Step,    // SSTEP: candidates that an iteration does not maintain
  Loops,   // LU(k): candidates that do not hold at the start or after the first k iterations of each loop
  Dynamic  // DYN: candidates that concrete executions violate
};

struct Refuter {
  RefuterKind kind = RefuterKind::Base;
  std::uint32_t iterations = 0;  // Loops

  bool operator==(const Refuter&) const = default;
};

// Returns the name in the syntax of --refute: "SBASE", "LU(2)".
std::string name_of(const Refuter& refuter);

// Engines, besides Houdini, that look for candidates that fall. None of them proves anything.
struct Refutation {
  bool is_parallel = false;  // concurrent with Houdini; otherwise one after the other, before it
  std::vector<Refuter> refuters;
};

// Parses "seq:DYN,SBASE" or "par:LU(2)". Throws std::invalid_argument with a description of the error.
Refutation parse_refutation(const std::string& text);

// What is remembered of the first work-item's accesses.
enum class Instrumentation : std::uint8_t {
  Original,         // for each memory region and kind, the latest access that a free choice selects, with its
                    // place
  WatchdogSingle,   // the kinds of accesses to one arbitrary piece of all memory
  WatchdogMultiple  // the kinds of accesses to an arbitrary piece of each memory region
};

// Parses the argument of --race-instrumenter. Throws std::invalid_argument with a description of the error.
Instrumentation parse_instrumentation(const std::string& text);
std::string name_of(Instrumentation instrumentation);

// The default number of loop iterations in bug-finding mode, and the maximum.
inline constexpr std::uint32_t kUsualUnwinding = 2;
inline constexpr std::uint32_t kMostUnwinding = 64;

// Parses the argument of --loop-unwind. Throws std::invalid_argument with a description of the error.
std::uint32_t parse_unwinding(const std::string& text);

inline constexpr std::uint32_t kMostInductionDepth = 16;

// Parses the argument of --k-induction-depth. Throws std::invalid_argument with a description of the error.
std::uint32_t parse_induction_depth(const std::string& text);

// Optimisations, which can be switched off (--omit-optimisation). optimisations.def lists them.
enum class Optimisation : std::uint8_t {
#define OPTIMISATION(enumerator, name, paper, meaning) enumerator,
#include "verify/two_thread/terms/optimisations.def"
#undef OPTIMISATION
};

// Parses the name of an optimisation. Throws std::invalid_argument with a description of the error.
Optimisation parse_optimisation(const std::string& text);
std::string name_of(Optimisation optimisation);
std::vector<std::string> optimisation_names();
// Returns the text of docs/optimisations.md.
std::string optimisations_page();

struct Options {
  std::vector<std::string> omitted;  // tags of rules that are not used
  std::vector<std::string> only;     // if not empty, only these rules are used
  Refutation refutation;
  std::string dump;  // file to which the fate of the candidates is appended; empty: none
  // Bug-finding mode: unrolls each loop up to this many times from its start, and guesses no invariants. 0:
  // loops are cut and proved with invariants.
  std::uint32_t unwinding = 0;
  // Candidates are proved by k-induction with this k; 1 is plain induction.
  std::uint32_t induction_depth = 1;
  // Adversarial abstraction: every read of memory that the launch writes finds an arbitrary value. Otherwise
  // a read finds one value per address and barrier interval if only a data race could change it.
  bool is_adversarial = false;
  // The same, but only for values read from these arrays, by name.
  std::set<std::string> adversarial_arrays;
  // Verifies functions with contracts separately, and their calls by contract (KernelModel::modular).
  bool is_modular = false;
  Instrumentation instrumentation = Instrumentation::WatchdogMultiple;
  std::set<Optimisation> left_out;

  bool uses(Optimisation optimisation) const { return !left_out.contains(optimisation); }
};

}  // namespace launchproof::two_thread
