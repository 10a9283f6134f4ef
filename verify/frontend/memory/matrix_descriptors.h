// What a matrix descriptor of tensor cores names (PTX ISA 9.0, section 9.7.15.5.1.2): shared memory, by an
// integer that holds an address in units of 16 bytes, two strides and how rows are swizzled.
#pragma once

#include <llvm/IR/Instructions.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace launchproof::frontend {

struct MatrixDescriptor {
  // The address: a pointer, numbers (sign-extended) times factors, and a constant, in bytes. It is right
  // where it is in shared memory before and after the last bytes are added: it has 18 bits there, and no
  // other field is touched.
  llvm::Value* pointer = nullptr;
  std::vector<std::pair<llvm::Value*, std::int64_t>> added;
  std::int64_t constant = 0;
  std::int64_t last = 0;      // of the constant, what is added to the address in units
  std::uint64_t leading = 0;  // strides in bytes
  std::uint64_t stride = 0;
  unsigned row = 16;  // bytes within which 16 bytes are swizzled: 16 (they are not), 32, 64 or 128
};

// Returns nothing where the number is not made of an address by shifts and masks, or where the other fields
// are not constant or not known.
std::optional<MatrixDescriptor> matrix_descriptor(llvm::Value& number);

// Shared memory in runs of consecutive bytes: `counts[0]` times `counts[1]` of them.
struct MatrixRuns {
  std::array<std::uint64_t, 2> counts{1, 1};
  std::array<std::uint64_t, 2> strides{0, 0};
  std::uint64_t bytes = 0;  // of a run
  bool is_partial = false;  // only some bytes of each row are read

  bool is_consecutive() const {
    return (counts[0] == 1 || strides[0] == counts[1] * bytes) && (counts[1] == 1 || strides[1] == bytes);
  }

  // Returns the number of bytes from the first one to the last.
  std::uint64_t extent() const { return (counts[0] - 1) * strides[0] + (counts[1] - 1) * strides[1] + bytes; }
};

// Returns the runs that hold a matrix of `rows` rows, a multiple of 8, of 32 bytes, each of which lies along
// memory. They are whole rows of the swizzled layout. Returns nothing where rows of the layout would not
// begin at multiples of its patterns.
std::optional<MatrixRuns> matrix_runs(const MatrixDescriptor& of, std::uint64_t rows);

}  // namespace launchproof::frontend
