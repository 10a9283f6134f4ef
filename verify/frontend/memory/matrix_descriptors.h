// What a matrix descriptor of tensor cores names (PTX ISA 9.0, section 9.7.15.5.1.2): shared memory, by an
// integer that holds an address in units of 16 bytes, two strides and how rows are swizzled.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace launchproof::frontend {

struct MatrixDescriptor {
  // The address: a pointer, numbers (sign-extended) times factors, and a constant, in bytes.
  llvm::Value* pointer = nullptr;
  std::vector<std::pair<llvm::Value*, std::int64_t>> added;
  std::int64_t constant = 0;
  std::uint64_t leading = 0;  // strides in bytes
  std::uint64_t stride = 0;
  unsigned row = 16;  // bytes within which 16 bytes are swizzled: 16 (they are not), 32, 64 or 128
};

// Returns nothing where the number is not made of an address by shifts and masks, or where the other fields
// are not constant.
std::optional<MatrixDescriptor> matrix_descriptor(llvm::Value& number);

// Shared memory in runs of consecutive bytes: `counts[0]` times `counts[1]` of them.
struct MatrixRuns {
  std::array<std::uint64_t, 2> counts{1, 1};
  std::array<std::uint64_t, 2> strides{0, 0};
  std::uint64_t bytes = 0;     // of a run
  bool begins_at_row = false;  // they hold more than the matrix: whole rows from where the first one begins

  bool is_consecutive() const {
    return strides[0] == counts[1] * bytes && (counts[1] == 1 || strides[1] == bytes);
  }
};

// Returns the runs that hold a matrix of `extent` rows of 32 bytes (or, `across` the rows, of 16 rows of
// `extent` elements of 2 bytes). They are whole rows of the swizzled layout.
MatrixRuns matrix_runs(const MatrixDescriptor& of, std::uint64_t extent, bool across);

}  // namespace launchproof::frontend
