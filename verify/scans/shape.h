// Describes how an element's stretch depends on the element's position, on the numbers that a loop carries,
// and on the number of elements: `guard ? one : other`. A shape is fitted to runs and then proved.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::scans {

// Terms of 64 bits: numbers for runs, variables for proofs.
struct Place {
  smt::Term element, count;
  std::vector<smt::Term> carried;
};

// The stretch from one element up to, but not including, another. If the two are equal, nothing is joined.
struct Bounds {
  smt::Term begin, end;
};

// Identifies, by number, the conditions and terms of a shape.
struct Choice {
  std::size_t guard = 0, one = 0, other = 0;
};

struct Shape {
  Choice begin, end;
};

Bounds bounds_of(smt::TermStore& store, const Shape& shape, const Place& at);

// The stretch of one element in a run.
struct Sample {
  Place at;
  bool is_empty = false;  // it joins no elements
  std::uint64_t begin = 0, end = 0;
};

// Returns some shapes that fit all samples, simplest first; possibly none.
std::vector<Shape> fitting(smt::TermStore& store, const std::vector<Sample>& samples);

}  // namespace launchproof::scans
