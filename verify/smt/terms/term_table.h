// A table by terms, without hashing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// A value for each of some terms, found by the term's number. Terms that were made one after the other lie
// side by side, so that a walk touches little memory and hashes nothing. The default value stands for none.
template <typename Value>
class TermTable {
 public:
  // Returns the value of the term, which is the default one until it is changed. The reference holds until
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
  // Returns the value of the term without making room for it.
  Value find(Term term) const {
    const std::size_t page = term.id() / kPage;
    if (page >= d_pages.size() || d_pages[page] == 0) return Value();
    return d_values[d_pages[page] - 1][term.id() % kPage];
  }

 private:
  static constexpr std::size_t kPage = 128;  // terms

  std::vector<std::uint32_t> d_pages;  // by number: the place in `d_values`, from 1; 0: none
  std::deque<std::array<Value, kPage>> d_values;
};

}  // namespace launchproof::smt
