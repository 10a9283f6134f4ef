// Terms as numbers of a sequence in equal steps: an address of a field in an array of structures, for one.
#pragma once

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// The term is offset + stride * index as an integer, all unsigned; offset < stride, and index as wide as the
// term.
struct Strided {
  Bits stride = 1;  // at least 1
  Bits offset = 0;
  Term index;
};

// Returns the largest stride that the term's form shows, at least 1. The stride of a constant is 1.
Strided strided(TermStore& store, Term term);

}  // namespace launchproof::smt
