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

// Stated properties apply to an application "contents.REGION.BYTES" (see RecordedContents) that reads exactly
// one element of the buffer: it has the elements' width and the address of an element. Nothing is stated
// about any other read. The values that a model gives to reads belong to contents with the properties if and
// only if the values break no fact below: each property extends from any of a buffer's elements to all of
// them.
class StatedContents {
 public:
  explicit StatedContents(const Context& context);

  bool any() const { return !d_regions.empty(); }
  // Returns whether a stated property may concern the application.
  bool knows(smt::Term application) const;

  // Returns the facts about each of the reads and about each pair of them.
  std::vector<smt::Term> facts(const std::vector<smt::Term>& reads) const;
  // Returns the facts that the model breaks.
  std::vector<smt::Term> broken(const std::vector<smt::Term>& reads, const smt::Model& model) const;

  // Returns the stated properties as text: "the int32 elements of `perm` are distinct and at least 0".
  // Requires knows().
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
