// A table keyed by terms, without hashing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Maps some terms to values, indexed by the term's number. Terms that were created one after the other are
// stored side by side, so that a walk touches little memory. The default value means that there is none.
template <typename Value>
class TermTable {
 public:
  // Returns the term's value, which is the default value until it is changed. The reference is valid until
  // the next call.
  Value& operator[](Term term) {
    const std::size_t page = term.id() / kPage;
    if (page >= d_pages.size()) d_pages.resize(page + 1, 0);
    if (d_pages[page] == 0) {
      d_values.emplace_back();
      d_pages[page] = static_cast<std::uint32_t>(d_values.size());
    }
    return d_values[d_pages[page] - 1][term.id() % kPage];
  }
  // Returns the term's value without allocating space for it.
  Value find(Term term) const {
    const std::size_t page = term.id() / kPage;
    if (page >= d_pages.size() || d_pages[page] == 0) return Value();
    return d_values[d_pages[page] - 1][term.id() % kPage];
  }

 private:
  static constexpr std::size_t kPage = 128;  // terms

  std::vector<std::uint32_t> d_pages;  // by number: index in `d_values`, from 1; 0: none
  std::deque<std::array<Value, kPage>> d_values;
};

}  // namespace launchproof::smt
