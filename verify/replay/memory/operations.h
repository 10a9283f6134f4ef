// Operations that instrumented machine code asks of the hooks.
#pragma once

#include <cstdint>

namespace launchproof::replay {

// Operations of lp_atomic. Those below Load change memory to a function of the old value and the operand.
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
  CountUp,    // to the operand, then from 0 (atomicInc of CUDA)
  CountDown,  // to 0, then from the operand (atomicDec of CUDA)
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

// The exchange among the work-items of a sub-group that reach a function.
enum class ExchangeOp : std::uint8_t {
  Elect,
  Any,
  All,
  AllEqual,
  First,  // the value of the first of them
  From,   // of the one with a place that all of them name
  Shuffle,
  ShuffleXor,
  ShuffleUp,
  ShuffleDown,
  Rotate,
  Match,      // the places of those with the same value
  BallotLow,  // the first 64 bits of a ballot
  BallotHigh,
  Reduce,
  InclusiveScan,
  ExclusiveScan
};

enum class FoldOp : std::uint8_t { Add, Mul, Min, Max, And, Or, Xor, LogicalAnd, LogicalOr, LogicalXor };

// A value that a work-item computes by itself from a ballot of its sub-group.
enum class BallotOp : std::uint8_t {
  Own,  // the bit of its own place
  Extract,
  Count,
  InclusiveCount,  // of places up to its own
  ExclusiveCount,
  First,
  Last,
  EqualMask,  // `index`: which 64 bits
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
// Flags of a barrier of CUDA from here on: its number and one where it is not aligned, else 0
// (frontend/cuda/headers/synchronisation.h).
inline constexpr std::uint32_t kNumberOfBarrier = 8;

}  // namespace launchproof::replay
