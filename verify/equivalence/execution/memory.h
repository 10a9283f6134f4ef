// One memory object during execution over a graph: cells of one size, each a word of the graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

// The contents of cells that nothing has written.
enum class Before : std::uint8_t {
  Symbolic,  // each cell is a node of its own, the same for both sides
  Undefined  // any value
};

class Memory {
 public:
  // Creates a memory. `name` is its name in the graph. Cells have `granule` bytes, at most 8. `bytes` is the
  // size if it is known.
  Memory(std::uint32_t name, unsigned granule, std::optional<std::uint64_t> bytes, Before before)
      : d_name(name), d_granule(granule), d_bytes(bytes), d_before(before) {}

  unsigned granule() const { return d_granule; }
  std::uint32_t name() const { return d_name; }
  std::optional<std::uint64_t> bytes() const { return d_bytes; }
  bool is_written() const { return d_written; }
  // Returns whether something was read at an unknown address.
  bool is_gathered() const { return d_gathered; }
  void note_gather() { d_gathered = true; }
  // Returns one more than the highest index of a touched cell.
  std::size_t cells() const { return d_cells.size(); }
  bool is_touched(std::size_t cell) const {
    return cell < d_cells.size() && d_cells[cell].node != kUntouched;
  }

  // Sets the initial bytes, from the start on, in place of nodes.
  void fill(const std::vector<std::uint8_t>& bytes);

  // Returns whether an access of this size at this byte covers whole cells, or lies within one cell.
  bool fits(std::uint64_t byte, unsigned bytes) const;
  // Returns whether the access lies within the memory's size and below the largest size that is kept.
  bool holds(std::uint64_t byte, unsigned bytes) const;

  // Requires fits() and holds().
  Word read(Graph& graph, std::uint64_t byte, unsigned bytes);
  // Writes if the guard (width 1) holds.
  void write(Graph& graph, std::uint64_t byte, unsigned bytes, Word value, Word guard);

  Word cell(Graph& graph, std::size_t number);

 private:
  static constexpr NodeId kUntouched = UINT32_MAX;

  Word& touched(Graph& graph, std::size_t number);

  std::uint32_t d_name;
  unsigned d_granule;
  std::optional<std::uint64_t> d_bytes;
  Before d_before;
  bool d_written = false;
  bool d_gathered = false;
  std::vector<Word> d_cells;
};

}  // namespace launchproof::equivalence
