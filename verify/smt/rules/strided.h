// Represents terms as numbers in an arithmetic sequence, such as the address of a field in an array of
// structures.
#pragma once

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// As an integer, the term is offset + stride * index, all unsigned; offset < stride, and index is as wide as
// the term.
struct Strided {
  Bits stride = 1;  // at least 1
  Bits offset = 0;
  Term index;
};

// Returns the form with the largest stride that the term's structure shows, at least 1. The stride of a
// constant is 1.
Strided strided(TermStore& store, Term term);

}  // namespace launchproof::smt
