// Follows barriers in memory that threads arrive at and wait for in roles of their own: which threads arrive
// where, and whether all arrivals and waits are in turn.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "verify/frontend/phases/queue_phases.h"

namespace launchproof::frontend {

// Token: waits for the phase of an arrival of the thread itself. Parity: for the phase of this parity. Drop:
// arrives for the last time.
enum class RoleStep : std::uint8_t { Init, Arrive, Drop, Token, Parity };

struct RoleCall {
  llvm::CallInst* call = nullptr;
  RoleStep step = RoleStep::Init;
};

// Arrivals of a thread at a queue of `slots` barriers, and its waits there, have numbers. Number n is about
// barrier n % slots and the phase n / slots - 1 of it, so that a thread's first arrival has the number
// `slots`. Numbers below stand for a phase that has ended before the barriers are initialised, as a wait for
// the parity 1 takes it.
struct RoleQueue {
  BarrierQueue barriers;
  std::set<std::uint64_t> arriving;  // threads, by local id
  std::set<std::uint64_t> early;     // threads that wait for number 0 first
  std::set<const llvm::CallInst*> steps;
};

struct RoleFacts {
  std::string refused;
  const llvm::Instruction* refused_at = nullptr;
  std::vector<RoleQueue> queues;
  // A block has to have so many threads, so that there are those that initialise the barriers, and of each
  // role one on which the order depends.
  std::uint64_t needed_threads = 1;
  // Signed divisions that choose barriers, whose dividends are taken for not negative.
  std::set<const llvm::Instruction*> divisions;
};

// Follows the threads of blocks in one line. Shows, where not refused:
// - each barrier is initialised once, by one thread of the block, before that thread takes a step;
// - each thread takes its steps at the barriers of a queue in turn;
// - a thread of `arriving` certainly arrives, unless a loop of the kernel has no iteration for any thread;
// - where each phase expects as many arrivals as threads of `arriving` are in the block, and each of these
//   arrives as often as others wait: each arrival belongs to the phase of its number, a wait ends when all
//   arrivals of its number have been made, and no threads wait for each other in a circle.
RoleFacts follow_roles(const llvm::Function& kernel, const std::vector<RoleCall>& steps);

}  // namespace launchproof::frontend
