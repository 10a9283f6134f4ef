// Translates the integer form to Z3 expressions. Z3's types do not leave the z3_* files.
#pragma once

#include <z3.h>

#include <vector>

#include "verify/smt/arithmetic/integer_form.h"

namespace launchproof::smt {

// Holds a reference to each expression while this object exists.
class Z3Integers {
 public:
  Z3Integers(Z3_context context, const IntegerForm& form);
  ~Z3Integers();
  Z3Integers(const Z3Integers&) = delete;
  Z3Integers& operator=(const Z3Integers&) = delete;

  // Returns null if Z3 failed; the context has the error.
  Z3_ast at(std::uint32_t node) const { return d_nodes[node]; }

 private:
  Z3_ast build(const IntegerNode& node);

  Z3_context d_context;
  std::vector<Z3_ast> d_nodes;
};

}  // namespace launchproof::smt
