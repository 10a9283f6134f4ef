// Proves that both sides keep equal contents in local memory that their loops leave from one iteration to the
// next.
//
// The proof is by induction over the iterations, which both sides begin and end together. Suppose that the
// contents are equal before an iteration. For one arbitrary address, each side has two cases: some work-item
// is the last one to write it, or none writes it and the contents are unchanged. A work-item that writes is a
// fresh one, and that none writes is used only for a few work-items that could be the writer: if that does
// not suffice, nothing is proved.
//
// A value that each work-item keeps in a register is equal on both sides, or is what local memory holds at an
// address of the work-item, which is an induction of the same kind.
//
// The contents are compared only at addresses that were written before the loop, and each read must be at one
// of these.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verify/equivalence/execution/effects.h"
#include "verify/equivalence/questions.h"

namespace launchproof::equivalence {

class StateProof {
 public:
  // `facts`: what is known of the arbitrary work-item and the sizes.
  StateProof(Graph& graph, const OpenItem& item, unsigned address_bits, Questions& questions,
             std::vector<Word> facts)
      : d_graph(graph),
        d_item(item),
        d_bits(address_bits),
        d_questions(questions),
        d_facts(std::move(facts)) {}

  // Proves it for all loops. Values that both sides carry get the names of the left side on the right side,
  // too.
  bool prove(Effects& left, Effects& right);

  const std::string& why() const { return d_why; }  // it was not proved
  // Returns the given facts, and what holds after the loops.
  const std::vector<Word>& facts() const { return d_facts; }
  // Returns what the proof compared.
  const std::vector<Word>& values() const { return d_values; }

 private:
  // One of the ways in which the contents of an address are computed.
  struct Case {
    std::vector<Word> given;
    bool is_written = false;
    Word value;  // if it is written
  };

  bool prove_loop(std::size_t number, Effects& left, Effects& right);
  void share_names(const StateLoop& left, Effects& right, std::size_t number);
  bool own_values_agree(const StateLoop& left, const StateLoop& right, std::span<const Word> given);
  // A value of single work-items that may be what the memory holds at the address.
  struct Guess {
    std::size_t value = 0, memory = 0;
    Word address;
  };
  // Returns those that are right before the loop.
  std::vector<Guess> held_before(const StateLoop& loop, std::size_t number);
  // Replaces values by reads of memory that are right in every iteration.
  void find_held(Effects& side, std::size_t number, const std::vector<Guess>& guesses,
                 std::span<const Word> given);
  Replacements reads_of(const StateLoop& loop, std::size_t number, const Guess& guess);
  bool is_content(Word value, Word address, std::span<const Effect> events, const std::optional<Held>& base,
                  unsigned bytes, std::span<const Word> given);
  void find_invariants(const StateLoop& left, const StateLoop& right);
  std::vector<Word> guesses(const LoopValue& value);
  void find_powers(const StateLoop& left);
  bool contents_agree(std::span<const Effect> left, std::span<const Effect> right,
                      const std::optional<Held>& base, unsigned bytes, std::span<const Word> given);
  bool has_contents(Word word);
  bool is_alike(Word a, Word b, unsigned width, std::span<const Word> given, unsigned depth);
  bool agree(Word a, Word b, unsigned width, std::span<const Word> given);
  Word domain_of(const StateMemory& left);
  std::vector<Case> cases_of(std::span<const Effect> events, const std::string& side);
  // Returns work-items that may write the arbitrary address by this effect.
  std::vector<Words> candidates(const Effect& effect);
  Words spread(Word number);
  Word writes(const Effect& effect, const Words& ids);
  Replacements ids_to(const Words& ids) const;
  Words fresh_ids(const std::string& side);
  Word at(const Effect& effect, std::uint64_t id);
  bool are_aligned(const StateLoop& loop);
  bool fail(const std::string& why);
  Word wide(Word word, unsigned width);
  Word equal(Word a, Word b, unsigned width) { return d_graph.binary(model::Op::Equal, 1, width, a, b); }
  std::vector<Word> with(std::span<const Word> more) const;

  Graph& d_graph;
  const OpenItem& d_item;
  unsigned d_bits;
  Questions& d_questions;
  std::vector<Word> d_facts;
  std::vector<Word> d_values;
  std::vector<Word> d_invariants;                                     // of the loop at hand
  std::vector<std::pair<Word, unsigned>> d_counts;                    // its uniform values, with their widths
  std::map<std::pair<std::uint32_t, std::uint32_t>, Word> d_domains;  // by loop and memory
  Word d_address;                                                     // arbitrary
  std::map<NodeId, bool> d_have_contents;
  std::string d_why;
};

}  // namespace launchproof::equivalence
