// Walks over the graph of a term: iterative, each node once.
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// All nodes reachable from `roots`, operands before users; `seen` carries over between calls.
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

// For a walk of its own: marks and tells whether it was marked.
class Marks {
 public:
  bool operator()(Term term) { return !d_marked.insert(term.id()).second; }

 private:
  std::unordered_set<std::uint32_t> d_marked;
};

// Returns how many nodes the terms are made of; what they share counts once.
inline std::size_t nodes_of(std::span<const Term> terms) {
  std::size_t count = 0;
  Marks marks;
  for (const Term term : terms) visit_operands_first(term, marks, [&](Term) { ++count; });
  return count;
}

}  // namespace launchproof::smt
