// How the stretch that an element holds depends on where the element is, on the numbers that a loop carries,
// and on how many elements there are: `guard ? one : other`, fitted to runs and then to be proved.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::scans {

// As terms of 64 bits: of numbers for runs, of variables for proofs.
struct Place {
  smt::Term element, count;
  std::vector<smt::Term> carried;
};

// The stretch from one element up to, and without, another one. Equal: nothing is joined.
struct Bounds {
  smt::Term begin, end;
};

// By number: of the conditions and terms that shapes are made of.
struct Choice {
  std::size_t guard = 0, one = 0, other = 0;
};

struct Shape {
  Choice begin, end;
};

Bounds bounds_of(smt::TermStore& store, const Shape& shape, const Place& at);

// The stretch that a run has shown of one element.
struct Sample {
  Place at;
  bool is_empty = false;  // nothing is joined in it
  std::uint64_t begin = 0, end = 0;
};

// Returns some shapes that fit all samples, those first that are made of less; there may be none.
std::vector<Shape> fitting(smt::TermStore& store, const std::vector<Sample>& samples);

}  // namespace launchproof::scans
