// Creates the accesses of asynchronous copies, for lower_copies().
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <string>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/memory/matrix_descriptors.h"

namespace launchproof::frontend {

// Metadata of the accesses of such copies.
inline constexpr const char* kInFlight = "launchproof.in_flight";

// The accesses of a copy that may still happen. A thread may know that what it copies has been read, and not
// that it has been written.
enum class CopyPart : std::uint8_t { Both, Source, Target };

// An atomic operation that combines each copied element with what is there.
struct Reduction {
  std::string operation;  // as OpenCL C names it, such as "fetch_add"; empty for a copy
  char letter = 0;        // the element's type, as in mangled names

  bool is_given() const { return !operation.empty(); }
  unsigned bytes() const { return letter == 'i' || letter == 'j' || letter == 'f' ? 4 : 8; }
};

struct CopiedBytes {
  llvm::DebugLoc location;
  llvm::Value* to = nullptr;
  llvm::Value* from = nullptr;
  llvm::Value* length = nullptr;
  CopyPart part = CopyPart::Both;
  Reduction reduction;
  llvm::Type* generic = nullptr;   // the type of pointers that atomic functions take
  std::optional<MatrixRuns> runs;  // the bytes are in runs, and `length` is their number
};

// A call that stands for an access to consecutive bytes: its place, their number, whether it writes.
inline constexpr const char* kBlockAccess = "launchproof.block_access.plain.";

// Creates the accesses of a copy of any number of bytes before `at`: to all of them where they are
// consecutive and their number is constant; otherwise to an arbitrary byte, or to each byte in turn where the
// kernel is executed. What a target without its source receives is not known, and an
// execution leaves it as it is.
void access_bytes(llvm::Instruction& at, const CopiedBytes& copied, Purpose purpose);

struct CopiedUnit {
  llvm::DebugLoc location;
  llvm::Value* to = nullptr;
  llvm::Value* from = nullptr;
  unsigned bytes = 0;            // 4, 8 or 16
  llvm::Value* given = nullptr;  // so many bytes are copied, and the rest becomes zeros; null: all are copied
  bool is_whole = false;         // all bytes are copied, or none
};

// Creates the accesses of a copy of one unit before `at`.
void access_unit(llvm::Instruction& at, const CopiedUnit& copied);

// Returns whether so many bytes are either none or at least `bytes`.
bool is_all_or_nothing(const llvm::Value& given, unsigned bytes);

}  // namespace launchproof::frontend
