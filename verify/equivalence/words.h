// Finds what the words of a graph depend on, and which contents they need.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verify/equivalence/graph/graph.h"
#include "verify/equivalence/side.h"
#include "verify/equivalence/trial.h"
#include "verify/verdict/results.h"

namespace launchproof::equivalence {

// The inputs on which a word depends.
struct Cone {
  bool has_floats = false;
  bool has_inexact_floats = false;  // operations other than +, -, *, comparisons and conversions occur
  bool has_functions = false;       // of the library
  bool has_undefined = false;
};

Cone cone_of(const Graph& graph, std::span<const Word> words);
Cone cone_of(const Graph& graph, Word a, Word b);

// Returns the bits of a leaf in these contents, from this byte on.
std::optional<std::uint64_t> bits_at(const Graph& graph, const Node& leaf, std::uint64_t byte,
                                     const TrialContents& contents);
void put_bits(const Graph& graph, const Node& leaf, std::uint64_t bits, TrialContents& contents);

// Returns the first few contents that the two words read. `types`: the element types, by name of the memory.
std::vector<verdict::NamedValue> inputs_of(const Graph& graph, Word a, Word b, const TrialContents& contents,
                                           const std::map<std::string, std::string>& types);

// Returns a place at which the side writes the memory.
std::optional<verdict::SourceLocation> written_at(const Side& side, const std::string& memory,
                                                  const std::string& role);

// Returns whether two floats of 32 or 64 bits differ by no more than a long chain of roundings can explain.
bool is_close(std::uint64_t left, std::uint64_t right, unsigned width);

std::string finding_id(const std::string& pair, const verdict::Finding& finding);

}  // namespace launchproof::equivalence
