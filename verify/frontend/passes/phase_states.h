// Follows barriers in two steps along the paths of a kernel: which arrivals a thread has still to wait for,
// and what it has accessed since.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace launchproof::frontend {

// Names of the functions of headers/phases.h.
inline constexpr const char* kPhasePrefix = "launchproof.phase.";
inline constexpr const char* kPhaseInit = "launchproof.phase.init";
inline constexpr const char* kPhaseEnd = "launchproof.phase.end";
inline constexpr const char* kPhaseArrive = "launchproof.phase.arrive";
inline constexpr const char* kPhaseWait = "launchproof.phase.wait";
inline constexpr const char* kPhaseTest = "launchproof.phase.test";
inline constexpr const char* kPhaseParity = "launchproof.phase.parity";
inline constexpr const char* kPhaseDrop = "launchproof.phase.drop";
inline constexpr const char* kPhaseCopy = "launchproof.phase.copy";
// Barriers whose phases a thread waits for in the order of its arrivals, as those of a pipeline are.
inline constexpr const char* kPhaseFree = "launchproof.phase.free";  // an arrival as the pipeline is made
inline constexpr const char* kPhasePush = "launchproof.phase.push";
inline constexpr const char* kPhaseNext = "launchproof.phase.next";

// Where a barrier stands: at a constant offset in an object, or where a pointer points.
struct PhasePlace {
  const llvm::Value* object = nullptr;
  std::optional<std::uint64_t> offset;
  const llvm::Value* pointer = nullptr;  // null: not known any more

  bool operator==(const PhasePlace&) const = default;
};

struct PhaseFacts {
  // Why the barriers are not followed, and where. Empty: they are.
  std::string refused;
  const llvm::Instruction* refused_at = nullptr;
  // By wait: the accesses that the thread may have made since it arrived.
  std::map<const llvm::CallInst*, std::set<llvm::Instruction*>> unordered;
  // By wait: for how many later arrivals that made a group of copies the thread has still to wait.
  std::map<const llvm::CallInst*, unsigned> later;
};

PhasePlace phase_place(const llvm::Value& barrier, const llvm::DataLayout& layout);

// Returns whether the barriers are certainly one.
bool is_same(const PhasePlace& one, const PhasePlace& other);

// `copies` says that each arrival that a token tells of makes a group of copies.
PhaseFacts follow_phases(llvm::Function& kernel, bool copies);

// Executes what the first thread of a block does up to its first arrival. Returns which barriers it
// initialises there, as objects and offsets; where a branch is not decided, what follows both sides counts.
std::set<std::pair<const llvm::Value*, std::uint64_t>> initialised_phases(llvm::Function& kernel);

}  // namespace launchproof::frontend
