// An independent implementation of SMT-LIB 2 bit-vectors: expression trees that are never simplified, their
// values computed on bits by schoolbook arithmetic, and the same trees built in a store.
#pragma once

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt::reference {

using Digits = std::vector<bool>;  // lowest first; a Boolean is one digit

struct Tree {
  std::string op;      // name in SMT-LIB; "var", "const", "apply"
  unsigned width = 0;  // 0: Boolean
  std::vector<std::shared_ptr<Tree>> x;
  std::string name;  // var, apply
  Digits literal;    // const
  unsigned low = 0;  // extract
};
using TreePtr = std::shared_ptr<Tree>;

struct Assignment {
  std::map<std::string, Digits> variables;
  std::uint64_t function_seed = 0;  // functions are a hash of their arguments, reduced to few distinct values
};

Bits to_bits(const Digits& digits);
Digits to_digits(Bits value, unsigned width);
Digits value(const Tree& tree, const Assignment& assignment);
Term build(TermStore& store, const Tree& tree);

struct Options {
  std::vector<unsigned> widths{1, 3, 8, 32, 64, 128};
  unsigned variables = 3;  // per width
  bool functions = true;
  bool divisions = true;
};

// Returns a random tree with this width (0: Boolean) and depth, rich in the forms that rules look for.
TreePtr random_tree(std::mt19937_64& random, const Options& options, unsigned width, unsigned depth);
Assignment random_assignment(std::mt19937_64& random, const Tree& tree);
// Returns the assignment as a model. Function tables contain the arguments that occur in `tree`.
Model to_model(TermStore& store, const Tree& tree, const Assignment& assignment);
std::string text(const Tree& tree);

}  // namespace launchproof::smt::reference
