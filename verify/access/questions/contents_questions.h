// Asks questions again with the contents that arrays had when the launch began, as recorded.
//
// A question first treats such contents as a function of which nothing is known, so its model may disagree
// with them. When the question is asked again, it gets facts about the table step by step: facts about all
// entries (bounds, order, distinctness), then the entries that a model got wrong, and for short tables the
// whole table. Each fact is true of the contents. An answer "unsatisfiable" is therefore a proof for these
// contents, and a model that agrees with the table wherever it reads it is exact. If properties are stated in
// place of contents, the facts are these properties.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/questions/recorded_contents.h"
#include "verify/access/questions/stated_contents.h"
#include "verify/effort/clock.h"

namespace launchproof::access {

class ContentsQuestions {
 public:
  // Asks the solver a question, for at most the given time.
  using Check = std::function<smt::Answer(const std::vector<smt::Term>&, std::chrono::milliseconds)>;

  ContentsQuestions(Context& context, Check check);

  // Returns whether the question reads anything that is recorded or stated.
  bool concerns(const std::vector<smt::Term>& question);

  // Asks the question. Unsat: holds given the contents. Sat: the model agrees with the contents wherever they
  // are recorded, and with what is stated about them, except perhaps for values that are only operands of
  // functions of which nothing is known. Unknown: neither could be shown; the reason says why. `first` is a
  // model of the question without contents, if there is one.
  smt::Answer ask(const std::vector<smt::Term>& question, const smt::Model* first);

  // Returns whether every recorded value that the question reads is as recorded, and the other values satisfy
  // what is stated about them.
  bool keeps_to(const std::vector<smt::Term>& question, const smt::Model& model) {
    return fits(applications(question), model);
  }
  // Returns whether the value equals the recorded one.
  bool agrees(smt::Term term, const smt::Model& model) { return d_recorded.agrees(term, model); }
  // Sets `unknown` to what remains uncertain about a value that equals the recorded one: nothing, or that an
  // earlier race may have changed it.
  bool may_be_raced(smt::Term term, symbolic::Unknown& unknown);
  // Adds the reason why a value is unknown to its description.
  void explain(smt::Term term, const smt::Model& model, symbolic::Unknown& unknown);

  // Returns the stated properties of the contents that the question reads, as facts.
  std::vector<smt::Term> stated(const std::vector<smt::Term>& question);
  // Records that an answer depended on what is known of the contents that these terms read.
  void note(const std::vector<smt::Term>& terms);

  // Returns the contents on which an answer depended, as text.
  const std::set<std::string>& used() const { return d_used; }

 private:
  using Clock = effort::Clock;
  enum class Effort : std::uint8_t { Whole, Brief };  // brief: only the entries that a model got wrong

  bool knows(smt::Term application) { return d_stated.knows(application) || d_recorded.knows(application); }
  std::vector<smt::Term> applications(const std::vector<smt::Term>& question);
  // Returns the applications whose values the question uses other than as operands of functions of which
  // nothing is known (floats). The values of the remaining applications hardly ever decide the question.
  std::vector<smt::Term> exposed(const std::vector<smt::Term>& question);
  // Asks with facts about these reads only. Sat: the model agrees with the contents at them.
  smt::Answer search(const std::vector<smt::Term>& question, const std::vector<smt::Term>& reads,
                     Clock::time_point stop, Effort effort);
  bool fits(const std::vector<smt::Term>& reads, const smt::Model& model);
  // Returns facts that hold for all entries that these reads can access.
  std::vector<smt::Term> general_facts(const std::vector<smt::Term>& reads);
  smt::Term between(smt::Term read, std::uint64_t low, std::uint64_t high);
  // Returns a fact about the value of an entry: which of a few values it equals, or the bounds of many.
  smt::Term among(smt::Term read, const std::vector<std::uint64_t>& values);
  // Returns a fact about the values that the outer read can find, given the values of the inner read, which
  // alone decides the outer address. Returns true if no such fact is known.
  smt::Term chain_fact(smt::Term outer, smt::Term inner);
  void pair_facts(smt::Term x, smt::Term y, std::vector<smt::Term>& facts);
  smt::Term one_of(smt::Term address, const std::vector<std::uint64_t>& addresses);
  smt::Term inside(smt::Term read, const TablePart& part);
  // Returns corrections for the entries that the model got wrong; nothing if there are none. If properties of
  // contents are stated, the corrections include the facts that the model breaks.
  std::vector<smt::Term> corrections(const std::vector<smt::Term>& reads, const smt::Model& model);
  // Returns the question with all reads replaced by their tables; nothing if the tables are too large.
  std::vector<smt::Term> with_tables(const std::vector<smt::Term>& question,
                                     const std::vector<smt::Term>& reads);
  smt::Term table(smt::Term read, smt::Term index, const TablePart& part, std::size_t& nodes);
  // Completes the model with the recorded value for every read. Returns false if the model then no longer
  // satisfies the question.
  bool complete(const std::vector<smt::Term>& question, const std::vector<smt::Term>& reads,
                smt::Model& model);
  void note_reads(const std::vector<smt::Term>& reads);

  Context& d_context;
  smt::TermStore& d_store;
  Check d_check;
  RecordedContents d_recorded;
  StatedContents d_stated;
  std::set<std::string> d_used;
  std::set<std::vector<std::uint32_t>> d_refuted;
  std::map<std::uint32_t, smt::Term> d_chains;  // keyed by the outer read
  std::string d_problem;
};

}  // namespace launchproof::access
