#include "verify/equivalence/execution/memory.h"

#include <algorithm>
#include <array>

namespace launchproof::equivalence {
namespace {

constexpr std::uint64_t kMostBytes = 1ULL << 28;

}  // namespace

void Memory::fill(const std::vector<std::uint8_t>& bytes) {
  d_cells.assign(bytes.size() / d_granule, Word{});
  for (std::size_t i = 0; i < d_cells.size(); ++i)
    for (unsigned byte = 0; byte < d_granule; ++byte)
      d_cells[i].bits |= std::uint64_t{bytes[i * d_granule + byte]} << (8 * byte);
}

bool Memory::fits(std::uint64_t byte, unsigned bytes) const {
  if (bytes >= d_granule) return byte % d_granule == 0 && bytes % d_granule == 0;
  return byte / d_granule == (byte + bytes - 1) / d_granule;
}

bool Memory::holds(std::uint64_t byte, unsigned bytes) const {
  const std::uint64_t end = std::min(d_bytes.value_or(kMostBytes), kMostBytes);
  return byte <= end && bytes <= end - byte;
}

Word& Memory::touched(Graph& graph, std::size_t number) {
  if (number >= d_cells.size()) {
    const std::size_t wanted = std::max<std::size_t>(number + 1, d_cells.size() * 2);
    const std::size_t most =
        d_bytes ? static_cast<std::size_t>((*d_bytes + d_granule - 1) / d_granule) : wanted;
    d_cells.resize(std::max<std::size_t>(number + 1, std::min(wanted, most)), Word{0, kUntouched});
  }
  Word& there = d_cells[number];
  if (there.node == kUntouched)
    there = d_before == Before::Symbolic ? graph.initial(d_name, number * d_granule, d_granule * 8)
                                         : graph.undefined(d_granule * 8);
  return there;
}

Word Memory::cell(Graph& graph, std::size_t number) {
  return touched(graph, number);
}

Word Memory::read(Graph& graph, std::uint64_t byte, unsigned bytes) {
  const std::size_t first = byte / d_granule;
  if (bytes == d_granule) return touched(graph, first);
  if (bytes < d_granule)
    return graph.unary(model::Op::Extract, bytes * 8, d_granule * 8, touched(graph, first),
                       (byte % d_granule) * 8);
  std::array<Word, 8> parts;
  const unsigned count = bytes / d_granule;
  for (unsigned i = 0; i < count; ++i) parts[i] = touched(graph, first + i);
  return graph.concat({parts.data(), count}, d_granule * 8);
}

void Memory::write(Graph& graph, std::uint64_t byte, unsigned bytes, Word value, Word guard) {
  if (guard.is_false()) return;
  d_written = true;
  const std::size_t first = byte / d_granule;
  const unsigned width = d_granule * 8;
  const auto put = [&](std::size_t number, Word part) {
    if (guard.is_true() && number < d_cells.size()) {
      d_cells[number] = part;
      return;
    }
    Word& there = touched(graph, number);
    there = graph.select(width, guard, part, there);
  };
  if (bytes == d_granule) {
    put(first, value);
    return;
  }
  if (bytes > d_granule) {
    for (unsigned i = 0; i < bytes / d_granule; ++i)
      put(first + i, graph.unary(model::Op::Extract, width, bytes * 8, value, std::uint64_t{i} * width));
    return;
  }
  // Writes part of a cell: the bytes before and after it remain.
  const Word old = touched(graph, first);
  std::vector<Word> parts;
  for (unsigned i = 0; i < d_granule; ++i) {
    const auto at = static_cast<unsigned>(byte % d_granule);
    const bool inside = i >= at && i < at + bytes;
    parts.push_back(inside ? graph.unary(model::Op::Extract, 8, bytes * 8, value, std::uint64_t{i - at} * 8)
                           : graph.unary(model::Op::Extract, 8, width, old, std::uint64_t{i} * 8));
  }
  put(first, graph.concat(parts, 8));
}

}  // namespace launchproof::equivalence
