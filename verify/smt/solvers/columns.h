// Values of terms under many assignments at once, a row for each assignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// The values of one term. Terms of more than 64 bits also have a high half for each row.
struct Column {
  std::vector<std::uint64_t> low, high;

  std::size_t rows() const { return low.size(); }
  Bits at(std::size_t row) const {
    return high.empty() ? Bits{low[row]} : (Bits{high[row]} << 64U) | low[row];
  }
  void clear() {
    low.clear();
    high.clear();
  }
  // Appends a row of another column of the same width.
  void append(const Column& from, std::size_t row) {
    low.push_back(from.low[row]);
    if (!from.high.empty()) high.push_back(from.high[row]);
  }
  // Keeps the given rows, which ascend.
  void keep(std::span<const std::uint32_t> chosen);
  // Makes all rows equal.
  void fill(Bits value, unsigned width, std::size_t rows);
};

// Computes the operation of the node for each row, as operation_value() does (bits.h). `operands` are the
// columns of its operands, of at least `rows` rows. Not for variables and Apply.
void compute(const Node& node, std::span<const Column* const> operands, std::size_t rows, Column& result);

// Returns the effort of the operation in one row, in additions.
unsigned effort_of_row(const Node& node);

}  // namespace launchproof::smt
