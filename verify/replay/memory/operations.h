// Operations that instrumented machine code requests from the hooks.
#pragma once

#include <cstdint>

namespace launchproof::replay {

// Operations of lp_atomic. Those before Load replace the value in memory by a function of the old value and
// the operand.
enum class AtomicOp : std::uint8_t {
  Add,
  Sub,
  Exchange,
  CompareExchange,
  SignedMin,
  SignedMax,
  UnsignedMin,
  UnsignedMax,
  And,
  Or,
  Xor,
  AddFloat,   // of 32 or 64 bits, rounded to nearest
  CountUp,    // counts up to the operand, then restarts at 0 (atomicInc of CUDA)
  CountDown,  // counts down to 0, then restarts at the operand (atomicDec of CUDA)
  Load,
  Store
};

enum class CollectiveOp : std::uint8_t {
  All,
  Any,
  Broadcast,
  ReduceAdd,
  ReduceMin,
  ReduceMax,
  InclusiveAdd,
  InclusiveMin,
  InclusiveMax,
  ExclusiveAdd,
  ExclusiveMin,
  ExclusiveMax
};

// The exchange between the work-items of a sub-group that reach a function.
enum class ExchangeOp : std::uint8_t {
  Elect,
  Any,
  All,
  AllEqual,
  First,  // the value of the first work-item
  From,   // the value of the work-item at the place that all of them name
  Shuffle,
  ShuffleXor,
  ShuffleUp,
  ShuffleDown,
  Rotate,
  Match,      // the places of the work-items with the same value
  BallotLow,  // the first 64 bits of a ballot
  BallotHigh,
  Reduce,
  InclusiveScan,
  ExclusiveScan
};

enum class FoldOp : std::uint8_t { Add, Mul, Min, Max, And, Or, Xor, LogicalAnd, LogicalOr, LogicalXor };

// A value that a work-item computes from a ballot of its sub-group, without communication.
enum class BallotOp : std::uint8_t {
  Own,  // the bit at its own place
  Extract,
  Count,
  InclusiveCount,  // counts places up to its own
  ExclusiveCount,
  First,
  Last,
  EqualMask,  // `index` selects one 64-bit half
  AtLeastMask,
  AboveMask,
  AtMostMask,
  BelowMask
};

enum class Query : std::uint8_t {
  GlobalId,
  LocalId,
  GroupId,  // from here to GlobalOffset as in GroupNumbers
  LocalSize,
  EnqueuedLocalSize,
  NumGroups,
  GlobalSize,
  GlobalOffset,
  WorkDim,
  GlobalLinearId,
  LocalLinearId,
  SubGroupLocalId,
  SubGroupId,
  SubGroupSize,
  SubGroupCount,
  MaximumSubGroupSize,
  EnqueuedSubGroupCount
};

inline constexpr std::uint32_t kLocalFence = 1;   // CLK_LOCAL_MEM_FENCE
inline constexpr std::uint32_t kGlobalFence = 2;  // CLK_GLOBAL_MEM_FENCE
inline constexpr std::uint32_t kImageFence = 4;   // CLK_IMAGE_MEM_FENCE
inline constexpr std::uint32_t kEveryFence = kLocalFence | kGlobalFence | kImageFence;
// From here on, flags of a CUDA barrier: its number plus one if it is not aligned, otherwise 0
// (frontend/cuda/headers/synchronisation.h).
inline constexpr std::uint32_t kNumberOfBarrier = 8;
inline constexpr std::uint32_t kBarrierOfGrid = 17;  // in place of that: a barrier of the whole launch

}  // namespace launchproof::replay
