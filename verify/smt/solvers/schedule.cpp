#include "verify/smt/solvers/schedule.h"

#include <algorithm>
#include <list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "verify/effort/clock.h"
#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/cases.h"
#include "verify/smt/questions/drawn_values.h"
#include "verify/smt/questions/halves.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/questions/small_domains.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

using Clock = effort::Clock;
using std::chrono::milliseconds;

constexpr Work kFirstSlice = 20 * kWorkPerMillisecond;
constexpr Work kGrowth = 4;
constexpr Work kLargestSlice = Work{1} << 40;
// A part that is still open after its second slice is divided into halves, recursively up to this depth.
constexpr unsigned kMostHalvings = 3;
// A question with a small limit goes directly to the first solver, with the whole limit.
constexpr Work kUndivided = 2'000 * kWorkPerMillisecond;
// The clock ends a slice after this multiple of the usual time for its work: solvers do not count all steps,
// and their speed depends on the question and on the load of the processor.
constexpr int kSlack = 15;

bool is_of_slice(const std::string& reason) {
  return reason.find(kOutOfWork) != std::string::npos || reason.find("timeout") != std::string::npos;
}

std::string names_of(const std::vector<std::unique_ptr<Solver>>& solvers) {
  std::string all;
  for (const auto& solver : solvers) all += (all.empty() ? "" : ",") + solver->name();
  return all;
}

std::vector<Term> with(std::vector<Term> conjuncts, Term one) {
  if (one.kind() == Kind::And)
    conjuncts.insert(conjuncts.end(), one->operands.begin(), one->operands.end());
  else
    conjuncts.push_back(one);
  return conjuncts;
}

bool equates(Term term) {
  return term.kind() == Kind::Eq && term->operands[0].width() > 0;
}

// Returns whether each part of the disjunction states a value, as for accesses that an annotation mentions.
bool is_choice(Term conjunct) {
  return conjunct.kind() == Kind::Or && std::ranges::all_of(conjunct->operands, [](Term way) {
           return equates(way) || (way.kind() == Kind::And && std::ranges::any_of(way->operands, equates));
         });
}

// A question or one of its parts, and the result of asking it.
struct Part {
  std::vector<Term> conjuncts;
  std::vector<std::string> gave_up;  // reasons for giving up, by solver; empty: it will be asked again
  std::vector<Work> in_vain;         // by solver: the largest slice that it used without an answer
  Work slice;                        // the next one
  unsigned halvings = 0;             // number of divisions that led to it

  bool is_stuck() const {
    return std::ranges::none_of(gave_up, [](const std::string& reason) { return reason.empty(); });
  }
};

// The solver that refuted most of the recent questions that took more than a slice, the slice that it had for
// the last one, and how many nodes that question had.
struct Leader {
  std::size_t solver = 0;
  Work slice = 0;
  std::size_t nodes = 0;
  unsigned left_out = 0;  // questions that it is not asked first, as it failed before
  unsigned in_vain = 0;   // left_out after the last time
  unsigned failures = 0;  // first slices in a row that decided nothing
  // Counts refuted questions by solver, in units of 1/256. Each later question reduces a count by a quarter.
  std::vector<unsigned> wins;

  // Returns the first solver to ask: the leader, if the question is about as large as one that was hard for
  // the others.
  std::size_t first(std::size_t nodes_asked) {
    if (solver == 0 || 2 * nodes_asked < nodes) return 0;
    if (left_out == 0) return solver;
    --left_out;
    return 0;
  }
  // Returns whether to skip the first slice because the last ones decided nothing. One in eight is tried
  // anyway.
  bool skips_first(std::size_t nodes_asked) {
    constexpr unsigned kEnough = 3, kTried = 8;
    if (failures < kEnough || 2 * nodes_asked < nodes) return false;
    return ++failures % kTried != 0;
  }
  void was_first(std::size_t who, bool has_decided) {
    constexpr unsigned kMost = 31;
    failures = has_decided ? 0 : failures + 1;
    if (who == 0) return;
    in_vain = has_decided ? 0 : std::min(2 * in_vain + 1, kMost);
    left_out = in_vain;
  }
  void decided(std::size_t by, Work with, std::size_t nodes_asked) {
    constexpr unsigned kWin = 256;
    if (wins.size() <= by) wins.resize(by + 1);
    if (wins.size() <= solver) wins.resize(solver + 1);
    for (unsigned& one : wins) one -= one / 4;
    wins[by] += kWin;
    if (by != solver && wins[by] <= wins[solver]) return;
    if (by != solver) left_out = in_vain = 0;
    solver = by;
    slice = with;
    nodes = nodes_asked;
  }
};

// One question being asked.
class Run {
 public:
  Run(TermStore& store, std::vector<std::unique_ptr<Solver>>& solvers, Leader& leader,
      std::span<const Term> conjuncts, const Limits& limits)
      : d_store(store),
        d_solvers(solvers),
        d_leader(leader),
        d_limits(limits),
        d_deadline(Clock::now() + limits.time) {
    add_part(d_open.end(), {conjuncts.begin(), conjuncts.end()}, d_first);
    d_skips_first = d_first == kFirstSlice && d_leader.skips_first(nodes_of(conjuncts));
  }

  Answer answer() {
    if (d_skips_first) {
      if (const std::optional<Answer> drawn = draw(d_open.front())) return finished(*drawn);
      divide(d_open.begin());
    }
    while (!is_over()) {
      for (auto part = d_open.begin(); part != d_open.end() && !is_over();) {
        const std::optional<Answer> decided = ask(*part, part->slice);
        const bool is_refuted = decided && decided->status == Status::Unsat;
        if (decided && (!is_refuted || d_open.size() == 1)) return finished(*decided);
        if (!decided && part->slice == kFirstSlice) {
          if (std::optional<Answer> drawn = draw(*part)) return finished(*drawn);
        }
        if (!decided && part->is_stuck()) return finished(unknown(reasons(*part), names()));
        if (is_refuted)
          part = d_open.erase(part);
        else if (!is_over())
          part = part->slice == kFirstSlice ? divide(part) : halve(part);
      }
    }
    return finished(unknown(d_reason, names()));
  }

 private:
  using Parts = std::list<Part>;

  void add_part(Parts::iterator before, std::vector<Term> conjuncts, Work slice, unsigned halvings = 0) {
    d_open.insert(before, {std::move(conjuncts), std::vector<std::string>(d_solvers.size()),
                           std::vector<Work>(d_solvers.size(), 0), slice, halvings});
  }

  // Asks about the small conjuncts only, and draws random values for what they leave open. Returns nothing if
  // that fails.
  std::optional<Answer> draw(const Part& question) {
    const std::vector<Term> small = small_conjuncts(question.conjuncts);
    if (small.empty()) return std::nullopt;
    Answer answer = d_solvers.front()->check(small, share_of(kFirstSlice));
    d_spent += answer.work;
    if (answer.status != Status::Sat)
      return answer.status == Status::Unsat ? std::optional(answer) : std::nullopt;
    std::optional<Model> model = draw_values(question.conjuncts, small, answer.model);
    if (!model) return std::nullopt;
    answer.model = std::move(*model);
    return answer;
  }

  // Replaces the question by its parts. Returns the position after them.
  Parts::iterator divide(Parts::iterator question) {
    const auto next = std::next(question);
    const Work slice = kFirstSlice * kGrowth;
    question->slice = slice;
    question->conjuncts = plain_small_domains(d_store, question->conjuncts);
    std::vector<std::vector<Term>> all{question->conjuncts};
    if (const std::vector<Term> by_case = cases(d_store, all.front()); !by_case.empty()) {
      const std::vector<Term> whole = std::move(all.front());
      all.clear();
      for (const Term one : by_case) all.push_back(with(whole, one));
    }
    if (all.size() == 1 && std::ranges::none_of(all.front(), is_choice)) return next;
    for (std::vector<Term>& part : all) {
      const auto choice = std::ranges::find_if(part, is_choice);
      if (choice == part.end()) {
        add_part(question, plain_small_domains(d_store, part), slice);
        continue;
      }
      const std::vector<Term> ways = (*choice)->operands;
      part.erase(choice);
      for (const Term way : ways) add_part(question, plain_small_domains(d_store, with(part, way)), slice);
    }
    d_open.erase(question);
    return next;
  }

  // Replaces a part by its halves, which get the same slice again. Returns the position after them.
  Parts::iterator halve(Parts::iterator part) {
    const auto next = std::next(part);
    if (part->halvings < kMostHalvings) {
      if (std::optional<Halves> two = halves(d_store, part->conjuncts)) {
        add_part(part, std::move(two->with), part->slice, part->halvings + 1);
        add_part(part, std::move(two->without), part->slice, part->halvings + 1);
        d_open.erase(part);
        return next;
      }
      part->halvings = kMostHalvings;
    }
    part->slice = std::min(part->slice * kGrowth, kLargestSlice);
    return next;
  }

  // Returns whether the limits are used up; if so, sets the reason.
  bool is_over() {
    if (d_limits.cancellation != nullptr && d_limits.cancellation->cancelled())
      d_reason = "cancelled";
    else if (d_limits.work != 0 && d_spent >= d_limits.work)
      d_reason = kOutOfWork;
    else if (Clock::now() >= d_deadline)
      d_reason = "timeout";
    return !d_reason.empty();
  }

  // Only one solver gets the first slice. Every solver gets each later one, until one of them decides. The
  // leader goes first, and directly gets the slice of the next round if it needed that much the last time.
  std::optional<Answer> ask(Part& part, Work slice) {
    if (slice == d_first) {
      const std::size_t first = d_leader.first(nodes_of(part.conjuncts));
      auto decided = ask(part, first, slice);
      d_leader.was_first(first, decided.has_value());
      return decided;
    }
    const std::size_t leader = d_leader.solver;
    const Work usual = std::clamp(d_leader.slice, slice, slice * kGrowth);
    if (auto decided = ask(part, leader, usual)) {
      d_leader.decided(leader, usual, nodes_of(part.conjuncts));
      return decided;
    }
    for (std::size_t i = 0; i < d_solvers.size(); ++i) {
      if (i == leader) continue;
      auto decided = ask(part, i, slice);
      if (!decided) continue;
      // A solver that finds a model quickly is seldom the one to refute the next question.
      if (decided->status == Status::Unsat) d_leader.decided(i, slice, nodes_of(part.conjuncts));
      return decided;
    }
    return std::nullopt;
  }

  Limits share_of(Work slice) const {
    Limits share = d_limits;
    share.work = d_limits.work == 0 ? slice : std::min(slice, d_limits.work - d_spent);
    const auto left = std::chrono::duration_cast<milliseconds>(d_deadline - Clock::now());
    share.time = std::min(milliseconds(kSlack * (slice / kWorkPerMillisecond)), left + milliseconds(1));
    return share;
  }

  std::optional<Answer> ask(Part& part, std::size_t solver, Work slice) {
    if (!part.gave_up[solver].empty() || part.in_vain[solver] >= slice || is_over()) return std::nullopt;
    Answer answer = d_solvers[solver]->check(part.conjuncts, share_of(slice));
    d_spent += answer.work;
    if (answer.status != Status::Unknown) return answer;
    part.in_vain[solver] = slice;
    if (!is_of_slice(answer.reason) || slice == kLargestSlice)
      part.gave_up[solver] = answer.reason.empty() ? "no answer" : answer.reason;
    return std::nullopt;
  }

  Answer finished(Answer answer) const {
    answer.work = d_spent;
    if (answer.solver.empty() && d_spent > 0) answer.solver = names();
    return answer;
  }

  std::string names() const { return names_of(d_solvers); }

  std::string reasons(const Part& part) const {
    if (d_solvers.size() == 1) return part.gave_up.front();
    std::string all;
    for (std::size_t i = 0; i < d_solvers.size(); ++i)
      all += (i == 0 ? "" : "; ") + d_solvers[i]->name() + ": " + part.gave_up[i];
    return all;
  }

  TermStore& d_store;
  std::vector<std::unique_ptr<Solver>>& d_solvers;
  Leader& d_leader;
  const Limits& d_limits;
  // The first slice.
  const Work d_first =
      d_limits.work != 0 && d_limits.work <= kUndivided && !d_limits.in_slices ? d_limits.work : kFirstSlice;
  Clock::time_point d_deadline;
  Work d_spent = 0;
  std::string d_reason;
  bool d_skips_first = false;
  Parts d_open;  // refuted is the question when all of them are
};

class Schedule : public Solver {
 public:
  Schedule(TermStore& store, std::vector<std::unique_ptr<Solver>> solvers)
      : d_store(store), d_solvers(std::move(solvers)) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override {
    return Run(d_store, d_solvers, d_leader, conjuncts, limits).answer();
  }

  std::string name() const override { return names_of(d_solvers); }

 private:
  TermStore& d_store;
  std::vector<std::unique_ptr<Solver>> d_solvers;
  Leader d_leader;
};

}  // namespace

std::unique_ptr<Solver> make_schedule(TermStore& store, std::vector<std::unique_ptr<Solver>> solvers) {
  if (solvers.empty()) throw std::invalid_argument("a schedule needs a solver");
  return std::make_unique<Schedule>(store, std::move(solvers));
}

}  // namespace launchproof::smt
