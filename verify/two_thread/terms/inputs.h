// Made-up inputs for one concrete execution: ids, arguments and contents of memory.
#pragma once

#include <random>
#include <unordered_map>

#include "verify/smt/terms/term.h"

namespace launchproof::two_thread {

class Inputs {
 public:
  Inputs(smt::TermStore& store, std::uint64_t seed) : d_store(store), d_random(seed) {}

  // Returns the term with a constant in place of each variable and each application of a function. The
  // constants are always the same.
  smt::Term constant(smt::Term term);
  void choose(smt::Term variable, smt::Bits value);
  // Forgets all choices.
  void clear() { d_chosen.clear(); }
  // Returns a pseudo-random number below `count`.
  std::uint64_t draw(std::uint64_t count);

 private:
  smt::Term choice(smt::Term term);

  smt::TermStore& d_store;
  std::mt19937_64 d_random;
  std::unordered_map<smt::Term, smt::Term> d_chosen;
};

}  // namespace launchproof::two_thread
