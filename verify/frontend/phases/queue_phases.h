// Follows barriers in memory (mbarrier of PTX) through their phases: which waits are certainly for the phase
// that comes next for the thread, and which copies belong to which phase.
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

inline constexpr std::uint64_t kBarrierBytes = 8;
inline constexpr unsigned kMostBarriers = 16;  // in a queue

// A few barriers of 8 bytes, one behind the other in an object. A thread waits for them in turn, from the
// first one on: its wait number n is for barrier n % slots, and for the phase n / slots of that.
struct BarrierQueue {
  const llvm::Value* object = nullptr;
  std::uint64_t begin = 0;  // in bytes
  unsigned slots = 1;
};

enum class BarrierStep : std::uint8_t { Init, Expect, Copy, Wait, End };

struct QueueFacts {
  // Why the queue is not followed, and where. Empty: it is.
  std::string refused;
  const llvm::Instruction* refused_at = nullptr;
  // Waits that are sometimes, and sometimes not, for the phase that is next for the thread.
  std::set<const llvm::CallInst*> met, missed;
  // By copy: the number of its phase, counted from the waits that its thread has come through.
  std::map<const llvm::CallInst*, unsigned> ahead;
  // By copy and barrier: the bytes.
  std::map<const llvm::CallInst*, std::uint64_t> bytes;
  // By copy, and instruction before which it may go on: how many of its instances at most.
  std::map<const llvm::CallInst*, std::map<const llvm::Instruction*, unsigned>> going_on;
};

// Returns the local id in dimension 0 of the only thread that gets to the block, if its branches say it.
std::optional<std::uint64_t> only_thread(const llvm::BasicBlock& block);

// Returns the bytes from the object's start to where the pointer points; nothing if they are not constant.
std::optional<std::uint64_t> constant_offset(const llvm::Value& pointer, const llvm::DataLayout& layout);

// Returns false if the thread of this local id in dimension 0 certainly does not go from the one block to the
// other.
bool may_go(const llvm::BasicBlock& from, const llvm::BasicBlock& to, std::uint64_t thread);

// Explores all states of the queue's phases. `thread` starts the copies. `steps` are the calls that are about
// the queue's object.
QueueFacts follow_queue(const llvm::Function& kernel, const BarrierQueue& queue,
                        const std::map<const llvm::CallInst*, BarrierStep>& steps, std::uint64_t thread);

}  // namespace launchproof::frontend
