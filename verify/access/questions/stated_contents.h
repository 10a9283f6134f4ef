// Stated properties of unknown contents (model::ContentsProperties) as facts about the reads of a question.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::access {

// A read that is an application "contents.REGION.BYTES" (see RecordedContents) of the elements' own width
// takes an element of the buffer, if its address is that of one. Of every other read nothing is stated. The
// values that a model gives to reads belong to some contents with the properties exactly if no fact below is
// broken: each property extends from any of a buffer's elements to all of them.
class StatedContents {
 public:
  explicit StatedContents(const Context& context);

  bool any() const { return !d_regions.empty(); }
  // Returns whether something is stated of the application's region that may concern it.
  bool knows(smt::Term application) const;

  // Returns the facts of each of the reads, and of each two of them.
  std::vector<smt::Term> facts(const std::vector<smt::Term>& reads) const;
  // Returns those of them that the model breaks.
  std::vector<smt::Term> broken(const std::vector<smt::Term>& reads, const smt::Model& model) const;

  // Returns what is stated, in words: "the int32 elements of `perm` are distinct and at least 0". Requires
  // knows().
  std::string in_words(smt::Term application) const;

 private:
  // A buffer's elements, in bytes from the start of its memory object.
  struct Piece {
    std::uint64_t start = 0, count = 0;
    std::uint32_t parameter = 0;
    model::ContentsProperties properties;
  };

  std::vector<Piece> pieces(smt::Term application) const;
  smt::Term inside(smt::Term read, const Piece& piece) const;
  // The number of the element, as wide as the address.
  smt::Term number(smt::Term read, const Piece& piece) const;
  void add_single(smt::Term read, const Piece& piece, std::vector<smt::Term>& facts) const;
  void add_pair(smt::Term x, smt::Term y, const Piece& piece, std::vector<smt::Term>& facts) const;

  const Context& d_context;
  smt::TermStore& d_store;
  std::map<std::uint32_t, std::vector<Piece>> d_regions;
};

}  // namespace launchproof::access
