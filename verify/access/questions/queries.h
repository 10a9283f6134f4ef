// Puts questions to the solver: formulas whose models are defects.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/contents_questions.h"
#include "verify/access/questions/float_questions.h"
#include "verify/access/questions/lessons.h"
#include "verify/access/questions/prefix_sums.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

// An approximation that a model depends on, with the value that it needs, if that is a single value.
struct Needed {
  symbolic::Unknown unknown;
  smt::Term term;
  std::string value;  // in decimal; empty for markers
};

struct Outcome {
  smt::Status status = smt::Status::Unknown;
  smt::Model model;
  std::vector<Needed> needed;        // Sat: the approximations; empty when the question was exact
  std::vector<smt::Term> conjuncts;  // Sat: the formula that the model satisfies
  verdict::Cause cause{};            // Unknown
  std::string reason;                // Unknown
  bool exact() const { return status == smt::Status::Sat && needed.empty(); }
};

class Queries {
 public:
  Queries(Context& context, smt::Solver& solver, const symbolic::Options& options, Lessons& lessons);

  // Names the subject of the questions that follow, for lessons between launches.
  void about(verdict::Property property, std::initializer_list<std::uint32_t> what) {
    d_subject = {static_cast<std::uint32_t>(property)};
    d_subject.insert(d_subject.end(), what);
  }

  // Asks whether the conjunction is satisfiable, with exit counters constrained as the evaluators define. If
  // it has a model with approximations, looks for one without them first. Asks a question that has a model
  // again with the recorded contents of the arrays that it reads. Throws OutOfTime.
  Outcome ask(std::vector<smt::Term> conjuncts, std::initializer_list<Evaluator*> evaluators);

  // Looks for a model with small ids, groups and iterations (`terms`) and small unknown arguments and
  // contents, which is easier to read and quicker to replay. Asks at most four more questions. Leaves the
  // outcome as it is if there is no such model.
  void make_small(Outcome& outcome, std::vector<smt::Term> terms);
  // Asks a question about a family: can the conjunction be refuted without dropping a launch? Narrows the box
  // only if `narrow` says so. For one launch this is ask(). For a family, Sat comes without a model.
  enum class Narrow : std::uint8_t { No, Yes };
  bool possible(std::vector<smt::Term> conjuncts, std::initializer_list<Evaluator*> evaluators);
  Outcome probe(std::vector<smt::Term> conjuncts, std::initializer_list<Evaluator*> evaluators,
                Narrow narrow);

  // Returns whether a small amount of work, the same on every machine, refutes a question about one launch
  // without recorded contents. Returns nothing if the work did not suffice. Throws OutOfTime.
  std::optional<bool> is_refuted_briefly(std::vector<smt::Term> conjuncts,
                                         std::initializer_list<Evaluator*> evaluators);

  // Returns a prover for questions about loop-carried values of this work-item, which arise while another
  // question is being built.
  InductionProver induction(Evaluator& evaluator);

  // Limits the solver's memory for all questions that follow.
  void limit_memory(std::size_t mib) { d_memory_mib = mib; }

  std::uint64_t questions() const { return d_questions; }  // number of questions put to the solver
  std::uint64_t settled() const {
    return d_settled;
  }  // number of questions decided by simplification
     // alone, or asked before
  // Returns the recorded contents on which an answer depended, as text.
  const std::set<std::string>& used_contents() const { return d_contents.used(); }
  // Sets where prefix sums in local memory are known from, and returns those on which an answer depended.
  void look_for_sums(SumsOf sums_of) { d_sums.look_in(std::move(sums_of)); }
  const std::set<std::string>& used_sums() const { return d_sums.used(); }
  bool out_of_time() const { return d_context.is_over() || d_context.launch.has_enough(); }

 private:
  // The questions that one call of ask() may lead to.
  enum class Role : std::uint8_t { Whole, Strict, Contents, Floats, Small, Induction, Sums };
  // Asks the solver. `work` is a limit with the same effect on every machine; 0 stands for no limit but the
  // time.
  smt::Answer check(const std::vector<smt::Term>& conjuncts, Role role, smt::Work work = 0,
                    std::chrono::milliseconds most = std::chrono::milliseconds::max());
  // Does the same if sizes are left open; adds the constraints that the model satisfies to the conjuncts.
  smt::Answer check_open(std::vector<smt::Term>& conjuncts, std::initializer_list<Evaluator*> evaluators);
  // Returns false if the terms cannot all be at most `bound`, or if the solver did not decide it.
  bool make_small(Outcome& outcome, const std::vector<smt::Term>& terms, std::uint64_t bound);
  // Returns the question as a list of conjuncts, with the definitions that it depends on. Returns only
  // `false` if simplification settles it.
  std::vector<smt::Term> complete(std::vector<smt::Term> conjuncts,
                                  std::initializer_list<Evaluator*> evaluators);
  void add_divisions(std::vector<smt::Term>& conjuncts, std::initializer_list<Evaluator*> evaluators) const;
  std::vector<smt::Term> normalised(const std::vector<smt::Term>& conjuncts);
  Outcome failed(const smt::Answer& answer) const;
  // Returns the answer with the recorded contents that the question reads, or with the values of its floats.
  // Returns `answer` itself if these give no answer.
  smt::Answer with_contents(const std::vector<smt::Term>& conjuncts, smt::Answer answer);
  smt::Answer with_floats(const std::vector<smt::Term>& conjuncts, smt::Answer answer);
  // Asks again with what is known of prefix sums that the question reads, which is added to it. Returns
  // `answer` itself if nothing is known of them.
  smt::Answer with_sums(std::vector<smt::Term>& conjuncts, std::initializer_list<Evaluator*> evaluators,
                        smt::Answer answer);
  std::vector<Needed> needs(const std::vector<smt::Term>& conjuncts, const smt::Model& model);

  Context& d_context;
  smt::Solver& d_solver;
  const symbolic::Options& d_options;
  Lessons& d_lessons;
  Subject d_subject;                         // as about() said
  std::map<Subject, std::uint32_t> d_asked;  // questions about each
  Subject d_current;                         // of the question being asked
  std::uint32_t d_inductions = 0;            // questions of inductions
  bool d_is_paired = false;                  // the question is about two work-items
  ContentsQuestions d_contents;
  FloatQuestions d_floats;
  PrefixSums d_sums;
  std::size_t d_memory_mib;
  std::uint64_t d_questions = 0;
  std::uint64_t d_settled = 0;
};

std::string decimal(smt::Bits value);

// Returns the model's value of an unknown, printed in the type of its argument or of its buffer's elements.
std::string in_its_type(const Context& context, const symbolic::Unknown& unknown, smt::Term term,
                        const smt::Model& model);

}  // namespace launchproof::access
