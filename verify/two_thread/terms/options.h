// Options of the two-thread engine.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace launchproof::two_thread {

enum class RefuterKind : std::uint8_t {
  Base,    // SBASE: what does not hold when its loop is entered
  Step,    // SSTEP: what an iteration does not maintain
  Loops,   // LU(k): what does not hold at the start or after the first k iterations of each loop
  Dynamic  // DYN: what concrete executions break
};

struct Refuter {
  RefuterKind kind = RefuterKind::Base;
  std::uint32_t iterations = 0;  // Loops

  bool operator==(const Refuter&) const = default;
};

// Returns the name as --refute has it: "SBASE", "LU(2)".
std::string name_of(const Refuter& refuter);

// Engines that look for candidates that fall, besides Houdini. None of them proves anything.
struct Refutation {
  bool is_parallel = false;  // concurrent with Houdini; else one after the other, before it
  std::vector<Refuter> refuters;
};

// Returns "seq:DYN,SBASE" or "par:LU(2)"; throws std::invalid_argument, whose text says what is wrong.
Refutation parse_refutation(const std::string& text);

// The part of the first work-item's accesses that is remembered.
enum class Instrumentation : std::uint8_t {
  Original,         // of each memory region and kind the latest one that a free choice picks, with its place
  WatchdogSingle,   // which kinds reached one arbitrary piece of all memory
  WatchdogMultiple  // which kinds reached an arbitrary piece of each memory region
};

// Parses the argument of --race-instrumenter. Throws std::invalid_argument, whose text says what is wrong.
Instrumentation parse_instrumentation(const std::string& text);
std::string name_of(Instrumentation instrumentation);

// The usual number of loop iterations in bug-finding mode, and the maximum.
inline constexpr std::uint32_t kUsualUnwinding = 2;
inline constexpr std::uint32_t kMostUnwinding = 64;

// Parses the argument of --loop-unwind. Throws std::invalid_argument, whose text says what is wrong.
std::uint32_t parse_unwinding(const std::string& text);

inline constexpr std::uint32_t kMostInductionDepth = 16;

// Parses the argument of --k-induction-depth. Throws std::invalid_argument, whose text says what is wrong.
std::uint32_t parse_induction_depth(const std::string& text);

// Optimisations, which can be left out (--omit-optimisation). optimisations.def lists them.
enum class Optimisation : std::uint8_t {
#define OPTIMISATION(enumerator, name, paper, meaning) enumerator,
#include "verify/two_thread/terms/optimisations.def"
#undef OPTIMISATION
};

// Throws std::invalid_argument, whose text says what is wrong.
Optimisation parse_optimisation(const std::string& text);
std::string name_of(Optimisation optimisation);
std::vector<std::string> optimisation_names();
// Returns the text of docs/optimisations.md.
std::string optimisations_page();

struct Options {
  std::vector<std::string> omitted;  // tags of rules that make no candidates
  std::vector<std::string> only;     // not empty: no other rules make candidates
  Refutation refutation;
  std::string dump;  // a file to which what became of the candidates is appended; empty: none
  // Bug-finding mode: unrolls each loop up to this many times from its start, and guesses no invariants. 0:
  // loops are cut and proved with invariants.
  std::uint32_t unwinding = 0;
  // Candidates are proved by k-induction with this k; 1: by plain induction.
  std::uint32_t induction_depth = 1;
  // Adversarial abstraction: every read of memory that the launch writes finds an arbitrary value. Otherwise
  // a read finds one value per address and barrier interval if only a data race could change it.
  bool is_adversarial = false;
  // The same of what is read from these arrays, by name, alone.
  std::set<std::string> adversarial_arrays;
  // Verifies functions with contracts separately, and their calls by contract (KernelModel::modular).
  bool is_modular = false;
  Instrumentation instrumentation = Instrumentation::WatchdogMultiple;
  std::set<Optimisation> left_out;

  bool uses(Optimisation optimisation) const { return !left_out.contains(optimisation); }
};

}  // namespace launchproof::two_thread
