#include "verify/access/evaluator/family_prover.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "verify/access/evaluator/evaluator.h"
#include "verify/effort/clock.h"
#include "verify/smt/arithmetic/given_bounds.h"
#include "verify/smt/limits/meter.h"
#include "verify/smt/questions/flattened.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::access {

using smt::Bits;
using smt::Status;
using smt::Term;
using smt::Work;
using std::chrono::milliseconds;
using symbolic::LaunchTerms;
using Clock = effort::Clock;

namespace {

constexpr Work kFirst = 6 * smt::kWorkPerMillisecond;      // work of a solver that must do without any fact
constexpr Work kShortest = 50 * smt::kWorkPerMillisecond;  // work of a solver when a fact is freed
constexpr Work kLongest = 250 * smt::kWorkPerMillisecond;
constexpr Work kLongestSpanning = 2'000 * smt::kWorkPerMillisecond;  // work for all launches together
constexpr Work kWorkOfArithmetic = smt::kWorkOfQuestion / 8;         // charged for what is decided without a
                                                                     // solver
constexpr Work kTimesLonger = 4;                                     // limit relative to the proof with the
                                                                     // fact
constexpr std::size_t kMostFailures = 6;  // tuples in a row that may fail before the search stops
constexpr std::size_t kMostModels = 12;   // models that are tried on other questions
constexpr std::size_t kMostPatterns = 3;  // generalisations that are tried on the next launch

bool inside(Bits key, const Interval128& interval) {
  return interval.low <= key && key <= interval.high;
}

}  // namespace

FamilyProver::FamilyProver(smt::TermStore& store, smt::Solver& solver, const LaunchTerms& launch,
                           std::size_t launches, DomainOf domain_of, const Limits& limits)
    : d_store(store),
      d_solver(solver),
      d_launch(launch),
      d_domain_of(std::move(domain_of)),
      d_limits(limits),
      d_alive(launches) {
  std::iota(d_alive.begin(), d_alive.end(), std::size_t{0});
}

void FamilyProver::meet_new_variables() {
  for (std::size_t i = d_domains.size(); i < d_launch.variables().size(); ++i) {
    d_domains.push_back(d_domain_of(d_launch.variables()[i]));
    d_box.push_back(everything(i));
  }
}

Interval128 FamilyProver::everything(std::size_t variable) const {
  return {0, smt::mask(d_launch.variables()[variable].fact.width)};
}

// Order of the variable's values as unsigned numbers.
Bits FamilyProver::key(std::size_t variable, Bits value) const {
  return d_domains[variable].is_signed ? value ^ smt::sign_bit(d_launch.variables()[variable].fact.width)
                                       : value;
}

void FamilyProver::keep_limits() const {
  if (Clock::now() >= d_limits.deadline || left() == 0) throw OutOfTime{};
}

Work FamilyProver::left() const {
  return d_limits.work - std::min(d_spent, d_limits.work);
}

Work FamilyProver::minimising_limit() const {
  return std::min(d_limits.minimise - std::min(d_spent, d_limits.minimise), kLongest);
}

// One proof for all launches is worth a large part of the remaining work.
Work FamilyProver::spanning_limit() const {
  return std::clamp(left(), kLongest, kLongestSpanning);
}

std::vector<std::size_t> FamilyProver::variables_of(const std::vector<Term>& question) const {
  std::set<std::size_t> found;
  for (const Term conjunct : question)
    for (const Term variable : d_store.variables(conjunct))
      if (const auto index = d_launch.variable(variable)) found.insert(*index);
  return {found.begin(), found.end()};
}

FamilyProver::Box FamilyProver::hull() const {
  Box box = d_box;
  for (std::size_t i = 0; i < box.size(); ++i) {
    const std::vector<Bits>& values = d_launch.variables()[i].values;
    Interval128 span{key(i, values[d_alive.front()]), key(i, values[d_alive.front()])};
    for (const std::size_t launch : d_alive) {
      span.low = std::min(span.low, key(i, values[launch]));
      span.high = std::max(span.high, key(i, values[launch]));
    }
    box[i] = span;
  }
  return box;
}

void FamilyProver::add_box(std::vector<Term>& question, const std::vector<std::size_t>& variables,
                           const Box& box) {
  for (const std::size_t i : variables) {
    const LaunchTerms::Variable& variable = d_launch.variables()[i];
    const Interval128& interval = box[i];
    if (interval == everything(i)) continue;
    const auto constant = [&](Bits bits) { return d_store.bv(key(i, bits), variable.fact.width); };
    if (interval.low == interval.high) {
      question.push_back(d_store.eq(variable.term, constant(interval.low)));
    } else if (d_domains[i].is_signed) {
      question.push_back(d_store.sle(constant(interval.low), variable.term));
      question.push_back(d_store.sle(variable.term, constant(interval.high)));
    } else {
      question.push_back(d_store.ule(constant(interval.low), variable.term));
      question.push_back(d_store.ule(variable.term, constant(interval.high)));
    }
  }
}

std::vector<Term> FamilyProver::spanned(std::vector<Term> question) {
  meet_new_variables();
  if (d_alive.empty()) throw NothingLeft{};
  add_box(question, variables_of(question), hull());
  return question;
}

FamilyProver::Try FamilyProver::check(const std::vector<Term>& question,
                                      const std::vector<std::size_t>& variables, const Box& box, Work limit) {
  keep_limits();
  std::vector<Term> all(question);
  add_box(all, variables, box);
  const Work before = d_spent;
  const auto ask = [&](const std::vector<Term>& asked) {
    // The time limit is the last resort, for solvers that do not respect their work limit.
    smt::Limits limits;
    limits.time = std::min(d_limits.question,
                           std::chrono::duration_cast<milliseconds>(d_limits.deadline - Clock::now()));
    limits.time = std::max(limits.time, milliseconds{1});
    limits.work = limit == 0 ? left() : std::min(limit, left());
    limits.work = std::max<Work>(limits.work, 1);
    limits.memory_mib = d_limits.memory_mib;
    ++d_questions;
    smt::Answer answer = d_solver.check(asked, limits);
    d_spent += answer.work + (answer.solver.empty() ? kWorkOfArithmetic : smt::kWorkOfQuestion);
    return answer;
  };
  Try result;
  smt::Answer answer;
  const smt::Refuter refuted = [&](const std::vector<Term>& easier) {
    return ask(easier).status == Status::Unsat;
  };
  if (smt::refute_flattened(d_store, all, refuted))
    answer.status = Status::Unsat;
  else
    answer = ask(all);
  result.status = answer.status;
  if (answer.status == Status::Sat) {
    d_models.push_front(answer.model);
    if (d_models.size() > kMostModels) d_models.pop_back();
  }
  result.took = d_spent - before;
  return result;
}

bool FamilyProver::has_model(const std::vector<Term>& question, const std::vector<std::size_t>& variables,
                             const Box& box) {
  for (auto model = d_models.begin(); model != d_models.end(); ++model) {
    const bool fits =
        std::ranges::all_of(variables,
                            [&](std::size_t i) {
                              return inside(key(i, model->evaluate(d_launch.variables()[i].term)), box[i]);
                            }) &&
        std::ranges::all_of(question, [&](Term conjunct) { return model->evaluate(conjunct) != 0; });
    if (!fits) continue;
    std::rotate(d_models.begin(), model, std::next(model));  // move the most recently useful model to the
                                                             // front
    return true;
  }
  return false;
}

bool FamilyProver::refuted(const std::vector<Term>& question, const std::vector<std::size_t>& variables,
                           const Box& box, Work limit) {
  if (has_model(question, variables, box)) return false;
  return check(question, variables, box, limit).status == Status::Unsat;
}

FamilyProver::Box FamilyProver::relax(const std::vector<Term>& question,
                                      const std::vector<std::size_t>& variables, Box strong, const Box& weak,
                                      Work took) {
  const Work limit = std::clamp(took * kTimesLonger, kShortest, kLongest);
  std::vector<std::size_t> open;
  for (const std::size_t i : variables)
    if (strong[i] != weak[i]) open.push_back(i);
  // Groups of variables that must still be freed together.
  std::vector<std::vector<std::size_t>> work;
  const auto halve = [&](const std::vector<std::size_t>& group) {
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    work.emplace_back(middle, group.end());
    work.emplace_back(group.begin(), middle);
  };
  if (open.size() == 1)
    work.push_back(open);
  else if (!open.empty())
    halve(open);
  while (!work.empty()) {
    const std::vector<std::size_t> group = work.back();
    work.pop_back();
    const Work left = minimising_limit();
    if (left == 0) {
      for (const std::size_t i : group) d_not_minimised.insert(i);
      continue;
    }
    const auto attempt = [&](const auto& widen) {
      Box candidate = strong;
      for (const std::size_t i : group) widen(i, candidate[i]);
      bool wider = false;
      for (const std::size_t i : group) wider = wider || candidate[i] != strong[i];
      if (!wider || !refuted(question, variables, candidate, std::min(limit, left))) return false;
      strong = std::move(candidate);
      return true;
    };
    if (attempt([&](std::size_t i, Interval128& interval) { interval = weak[i]; })) continue;
    if (group.size() > 1) {
      halve(group);
      continue;
    }
    const std::size_t only = group.front();
    if (!d_domains[only].ordered) continue;
    const auto at_least = [&](std::size_t i, Interval128& interval) {
      interval.high = std::max(interval.high, std::min(weak[i].high, d_domains[i].top));
    };
    const auto at_most = [&](std::size_t i, Interval128& interval) {
      interval.low = std::min(interval.low, std::max(weak[i].low, d_domains[i].bottom));
    };
    const auto both = [&](std::size_t i, Interval128& interval) {
      at_least(i, interval);
      at_most(i, interval);
    };
    if (attempt(both)) continue;
    if (d_domains[only].grows ? attempt(at_least) : attempt(at_most)) continue;
    if (!d_domains[only].grows) attempt(at_least);
  }
  return strong;
}

void FamilyProver::narrow(const std::vector<std::size_t>& variables, const Box& box) {
  for (const std::size_t i : variables) {
    d_box[i].low = std::max(d_box[i].low, box[i].low);
    d_box[i].high = std::min(d_box[i].high, box[i].high);
  }
}

std::optional<Term> FamilyProver::least(Term variable) {
  meet_new_variables();
  const auto index = d_launch.variable(variable);
  if (!index || d_alive.size() != 1 || !d_domains[*index].grows) return std::nullopt;
  const Bits value = d_launch.variables()[*index].values[d_alive.front()];
  return d_store.bv(value, variable.width());
}

void FamilyProver::keep_at_least(Term variable) {
  const std::size_t index = *d_launch.variable(variable);
  d_box[index].low = std::max(d_box[index].low, d_launch.variables()[index].values[d_alive.front()]);
}

void FamilyProver::give_up() {
  d_alive.clear();
  throw NothingLeft{};
}

bool FamilyProver::holds_already(const std::vector<Term>& question) {
  meet_new_variables();
  const std::vector<std::size_t> variables = variables_of(question);
  Work limit = minimising_limit();
  if (d_alive.size() > 1) limit = std::min(limit, kShortest);  // a failure loses nothing
  return limit > 0 && refuted(question, variables, d_box, limit);
}

bool FamilyProver::possible(const std::vector<Term>& question) {
  meet_new_variables();
  const std::vector<std::size_t> variables = variables_of(question);
  return !refuted(question, variables, hull(), kLongest);
}

bool FamilyProver::holds(const std::vector<Term>& question) {
  meet_new_variables();
  const std::vector<std::size_t> variables = variables_of(question);
  const Work limit = minimising_limit();
  if (limit > 0 && refuted(question, variables, d_box, limit)) return true;
  if (variables.empty()) return false;
  const Box wide = hull();
  const Try strongest = check(question, variables, wide, 0);
  if (strongest.status != Status::Unsat) return false;
  narrow(variables, relax(question, variables, wide, d_box, strongest.took));
  return true;
}

void FamilyProver::prove(const std::vector<Term>& question) {
  meet_new_variables();
  if (d_alive.empty()) throw NothingLeft{};
  std::vector<std::uint32_t> name;
  name.reserve(question.size());
  for (const Term conjunct : question) name.push_back(conjunct.id());
  std::sort(name.begin(), name.end());
  if (d_known.contains(name)) return;
  const std::vector<std::size_t> variables = variables_of(question);
  // First tries without any fact. That may be hard, and relax() reaches the same result, so a single launch
  // gets little time for it.
  Work first = variables.empty() ? std::max<Work>(left(), 1) : minimising_limit();
  if (!variables.empty() && d_alive.size() == 1) first = std::min(first, kFirst);
  // Products of unrestricted facts can keep a solver busy indefinitely.
  const bool multiplies = d_alive.size() > 1 && smt::has_products(question);
  if (multiplies && !variables.empty()) first = 0;
  if (first > 0 && refuted(question, variables, d_box, first)) {
    d_known.insert(std::move(name));
    return;
  }
  d_failed_with = variables;
  if (variables.empty()) give_up();
  const Box wide = hull();
  const bool one = std::all_of(variables.begin(), variables.end(),
                               [&](std::size_t i) { return wide[i].low == wide[i].high; });
  std::set<std::size_t> done;
  if (multiplies && !one) done = refuted_by_bounds(question, variables, wide);
  bool shown = done.size() == d_alive.size();
  if (done.empty()) {
    const Try spanned = check(question, variables, wide, one ? 0 : spanning_limit());
    shown = spanned.status == Status::Unsat;
    if (shown) narrow(variables, relax(question, variables, wide, d_box, spanned.took));
    if (!shown && one) give_up();
    if (!shown && !multiplies) done = refuted_by_bounds(question, variables, wide);
  }
  if (!shown && done.size() < d_alive.size()) prove_one_by_one(question, variables, wide, done);
  d_failed_with.clear();
  d_known.insert(std::move(name));
}

std::set<std::size_t> FamilyProver::refuted_by_bounds(const std::vector<Term>& question,
                                                      const std::vector<std::size_t>& variables,
                                                      const Box& wide) {
  smt::GivenBounds bounds(d_store, question, [&](Term term) { return d_launch.variable(term).has_value(); });
  std::set<std::size_t> done;
  std::map<std::vector<Bits>, bool> answers;
  for (const std::size_t launch : d_alive) {
    keep_limits();
    std::vector<Bits> values;
    values.reserve(variables.size());
    for (const std::size_t i : variables) values.push_back(d_launch.variables()[i].values[launch]);
    const auto [answer, is_new] = answers.try_emplace(values, false);
    if (is_new) {
      smt::Model model;
      for (std::size_t p = 0; p < values.size(); ++p)
        model.set(d_launch.variables()[variables[p]].term, values[p]);
      d_spent += kWorkOfArithmetic;
      answer->second = bounds.refutes(model);
    }
    if (answer->second) done.insert(launch);
  }
  for (const auto& [id, term] : bounds.used()) {
    const std::size_t i = *d_launch.variable(term);
    if (wide[i].low != wide[i].high) d_as_launched.insert(i);
    narrow({i}, wide);
  }
  return done;
}

void FamilyProver::prove_one_by_one(const std::vector<Term>& question,
                                    const std::vector<std::size_t>& variables, const Box& wide,
                                    const std::set<std::size_t>& done) {
  using Tuple = std::vector<Bits>;
  // Sizes come first, in ascending order: what holds for a small array holds for a larger one.
  std::vector<std::size_t> order;
  for (const bool grows : {true, false})
    std::ranges::copy_if(variables, std::back_inserter(order),
                         [&](std::size_t i) { return d_domains[i].grows == grows; });
  std::map<Tuple, std::vector<std::size_t>> open;
  for (const std::size_t launch : d_alive) {
    if (done.contains(launch)) continue;
    Tuple tuple;
    tuple.reserve(order.size());
    for (const std::size_t i : order) tuple.push_back(key(i, d_launch.variables()[i].values[launch]));
    open[tuple].push_back(launch);
  }
  enum class Reach : std::uint8_t { Wide, Exact, AtLeast, AtMost };
  using Pattern = std::vector<Reach>;  // indexed by position in `order`
  std::vector<Pattern> patterns;       // last found last
  const auto instance = [&](const Pattern& pattern, const Tuple& tuple) {
    Box box = wide;
    for (std::size_t p = 0; p < order.size(); ++p) {
      Interval128& interval = box[order[p]];
      if (pattern[p] == Reach::Exact || pattern[p] == Reach::AtLeast) interval.low = tuple[p];
      if (pattern[p] == Reach::Exact || pattern[p] == Reach::AtMost) interval.high = tuple[p];
    }
    return box;
  };
  const auto cover = [&](const Box& box) {
    for (const std::size_t i : order)
      if (box[i] != wide[i]) d_as_launched.insert(i);
    std::erase_if(open, [&](const auto& entry) {
      for (std::size_t p = 0; p < order.size(); ++p)
        if (!inside(entry.first[p], box[order[p]])) return false;
      return true;
    });
  };
  std::set<std::size_t> failed;
  std::size_t failures = 0;
  bool any = !done.empty();
  Work usual = kShortest;
  while (!open.empty()) {
    const Tuple tuple = open.begin()->first;
    bool covered = false;
    for (auto pattern = patterns.rbegin(); pattern != patterns.rend() && !covered; ++pattern) {
      const Box box = instance(*pattern, tuple);
      covered = refuted(question, order, box, std::clamp(usual * kTimesLonger, kShortest, kLongest));
      if (covered) cover(box);
    }
    if (covered) {
      failures = 0;
      continue;
    }
    const Box exact = instance(Pattern(order.size(), Reach::Exact), tuple);
    const Try strongest = check(question, order, exact, 0);
    if (strongest.status != Status::Unsat) {
      const std::vector<std::size_t>& lost = open.begin()->second;
      failed.insert(lost.begin(), lost.end());
      open.erase(open.begin());
      if (++failures >= kMostFailures && !any) give_up();
      continue;
    }
    any = true;
    failures = 0;
    usual = strongest.took;
    const Box general = relax(question, order, exact, wide, strongest.took);
    Pattern pattern;
    for (std::size_t p = 0; p < order.size(); ++p) {
      const bool low = general[order[p]].low == wide[order[p]].low;
      const bool high = general[order[p]].high == wide[order[p]].high;
      Reach side = Reach::Exact;
      if (low && high)
        side = Reach::Wide;
      else if (low)
        side = Reach::AtMost;
      else if (high)
        side = Reach::AtLeast;
      pattern.push_back(side);
    }
    if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) patterns.push_back(pattern);
    if (patterns.size() > kMostPatterns) patterns.erase(patterns.begin());
    cover(general);
  }
  narrow(variables, wide);
  if (failed.empty()) return;
  std::erase_if(d_alive, [&](std::size_t launch) { return failed.contains(launch); });
  if (d_alive.empty()) throw NothingLeft{};
}

bool FamilyProver::admits(std::size_t launch) const {
  for (std::size_t i = 0; i < d_box.size(); ++i)
    if (!inside(key(i, d_launch.variables()[i].values[launch]), d_box[i])) return false;
  return true;
}

FamilyProver::Need FamilyProver::need(std::size_t index) const {
  Need result;
  if (index >= d_box.size()) return result;
  const Domain& domain = d_domains[index];
  const Interval128 all = everything(index);
  result.interval = {key(index, d_box[index].low), key(index, d_box[index].high)};
  result.as_launched = d_as_launched.contains(index);
  result.any = result.as_launched || d_box[index] != all;
  result.minimised = !d_not_minimised.contains(index);
  result.from_bottom = d_box[index].low == std::max(all.low, domain.bottom);
  result.to_top = d_box[index].high == std::min(all.high, domain.top) || d_box[index].high == all.high;
  return result;
}

}  // namespace launchproof::access
