// Questions asked again with the recorded contents of arrays, as the launch found them.
//
// A question in which such contents stand as a function of which nothing is known has a model that the
// contents may not have. Asked again, it gets facts of the table step by step: what holds of all its entries
// (bounds, order, that none repeats), the entries that a model got wrong, and for short tables all of it.
// Each is true of the contents, so an answer "unsatisfiable" is a proof given these contents; a model that
// agrees with the table wherever it reads is exact. Where properties of contents are stated in their place,
// the facts are these.
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

  // Asks the question. Unsat: given the contents. Sat: the model agrees with the contents wherever they are
  // recorded, and with what is stated of them, except perhaps for values that only go into functions of which
  // nothing is known. Unknown:
  // neither could be shown; the reason says why. `first` is a model of the question without contents, if
  // there is one.
  smt::Answer ask(const std::vector<smt::Term>& question, const smt::Model* first);

  // Returns whether every recorded value that the question reads is as recorded, and the other values satisfy
  // what is stated about them.
  bool keeps_to(const std::vector<smt::Term>& question, const smt::Model& model) {
    return fits(applications(question), model);
  }
  // Returns whether the value equals the recorded one.
  bool agrees(smt::Term term, const smt::Model& model) { return d_recorded.agrees(term, model); }
  // Sets what remains open about a value that is as recorded: nothing, or that an earlier race may have
  // changed it.
  bool may_be_raced(smt::Term term, symbolic::Unknown& unknown);
  // Adds to the description of an unknown value why it is not known.
  void explain(smt::Term term, const smt::Model& model, symbolic::Unknown& unknown);

  // Returns what is stated of the contents that the question reads, as facts.
  std::vector<smt::Term> stated(const std::vector<smt::Term>& question);
  // Adds what is known of the contents that these terms read to what an answer depended on.
  void note(const std::vector<smt::Term>& terms);

  // Returns contents on which an answer rested, in words.
  const std::set<std::string>& used() const { return d_used; }

 private:
  using Clock = effort::Clock;
  enum class Effort : std::uint8_t {
    Whole,
    Brief
  };  // brief: the entries that a model got wrong, and no more

  bool knows(smt::Term application) { return d_stated.knows(application) || d_recorded.knows(application); }
  std::vector<smt::Term> applications(const std::vector<smt::Term>& question);
  // Returns the applications whose values the question uses other than in functions of which nothing is known
  // (floats). The values of the others hardly ever decide it.
  std::vector<smt::Term> exposed(const std::vector<smt::Term>& question);
  // Asks with facts of these reads alone. Sat: the model agrees with the contents at them.
  smt::Answer search(const std::vector<smt::Term>& question, const std::vector<smt::Term>& reads,
                     Clock::time_point stop, Effort effort);
  bool fits(const std::vector<smt::Term>& reads, const smt::Model& model);
  // Returns facts that hold for all entries that these reads can name.
  std::vector<smt::Term> general_facts(const std::vector<smt::Term>& reads);
  smt::Term between(smt::Term read, std::uint64_t low, std::uint64_t high);
  // Returns which of few values an entry has, or between which of many it lies.
  smt::Term among(smt::Term read, const std::vector<std::uint64_t>& values);
  // Returns which values the outer read finds, given the values that the inner read, which alone decides its
  // address, can have. Returns true where that is not known.
  smt::Term chain_fact(smt::Term outer, smt::Term inner);
  void pair_facts(smt::Term x, smt::Term y, std::vector<smt::Term>& facts);
  smt::Term one_of(smt::Term address, const std::vector<std::uint64_t>& addresses);
  smt::Term inside(smt::Term read, const TablePart& part);
  // Returns the entries that the model got wrong; nothing when there are none.
  // Where contents are stated, the facts that the model breaks are among them.
  std::vector<smt::Term> corrections(const std::vector<smt::Term>& reads, const smt::Model& model);
  // Returns the question with all reads replaced by their tables; nothing when that is too much.
  std::vector<smt::Term> with_tables(const std::vector<smt::Term>& question,
                                     const std::vector<smt::Term>& reads);
  smt::Term table(smt::Term read, smt::Term index, const TablePart& part, std::size_t& nodes);
  // Completes the model with the recorded value for every read. Returns false when it then no longer fits the
  // question.
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
  std::map<std::uint32_t, smt::Term> d_chains;  // by the outer read
  std::string d_problem;
};

}  // namespace launchproof::access
