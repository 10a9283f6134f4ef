// Iterative walks over the graph of a term that visit each node once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Visits all nodes reachable from `roots`, operands before users. `seen` carries over between calls.
template <typename Seen, typename Visit>
void visit_operands_first(Term root, Seen&& seen, Visit&& visit) {
  std::vector<std::pair<Term, std::size_t>> stack;
  if (seen(root)) return;
  stack.emplace_back(root, 0);
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next < term->operands.size()) {
      const Term operand = term->operands[next++];
      if (!seen(operand)) stack.emplace_back(operand, 0);
    } else {
      const Term done = term;
      stack.pop_back();
      visit(done);
    }
  }
}

// For one walk: marks a node and returns whether it was already marked.
class Marks {
 public:
  bool operator()(Term term) {
    const std::size_t page = term.id() / kPage;
    if (page >= d_pages.size()) d_pages.resize(page + 1, 0);
    if (d_pages[page] == 0) {
      d_words.emplace_back();
      d_pages[page] = static_cast<std::uint32_t>(d_words.size());
    }
    std::uint64_t& word = d_words[d_pages[page] - 1][term.id() % kPage / kWord];
    const std::uint64_t bit = std::uint64_t{1} << term.id() % kWord;
    const bool was_marked = (word & bit) != 0;
    word |= bit;
    return was_marked;
  }

 private:
  static constexpr std::size_t kWord = 64, kPage = 8 * kWord;  // terms

  std::vector<std::uint32_t> d_pages;  // by number: index in `d_words`, from 1; 0: none
  std::vector<std::array<std::uint64_t, kPage / kWord>> d_words;
};

// Returns the number of nodes in the terms; shared nodes count once.
inline std::size_t nodes_of(std::span<const Term> terms) {
  std::size_t count = 0;
  Marks marks;
  for (const Term term : terms) visit_operands_first(term, marks, [&](Term) { ++count; });
  return count;
}

// Returns whether the term has more than `most` nodes. Visits no more than that.
inline bool has_more_nodes(Term term, std::size_t most) {
  std::size_t count = 0;
  Marks marks;
  std::vector<Term> open{term};
  marks(term);
  while (!open.empty()) {
    if (++count > most) return true;
    const Term next = open.back();
    open.pop_back();
    for (const Term operand : next->operands)
      if (!marks(operand)) open.push_back(operand);
  }
  return false;
}

}  // namespace launchproof::smt
