// Adds the fact that counters return different values to any two work-items.
//
// Two calls that add the same constant to one address find different values when nothing writes there in
// between and there are fewer calls than the count has values. Plain writes in between can be ignored if they
// race with one of the calls: as for analysis::StableReads, all accesses before the first race may be assumed
// to be free of races.
//   - Nothing writes the memory but such calls: any two calls. Writes to other bytes of the memory object
//   that never touch what the calls do (settle_counters()) are left out here and below.
//   - No plain write may come after a call, on whatever path: any two calls. For such a write between two
//   calls by
//     s and t would be ordered after the call of s by a barrier, or be by s itself, which gives such a path.
//   - Else: calls of one group in one barrier interval. A write in between that is ordered with both calls
//   has a
//     barrier before the second one.
#include <bit>

#include "verify/access/checks/race_questions.h"

namespace launchproof::access {

using analysis::Counter;
using model::ArrayId;
using model::kNone;
using model::SiteId;
using smt::Bits;
using smt::Term;
using symbolic::LaunchTerms;

namespace {

constexpr unsigned kByteBits = 8;
constexpr std::uint32_t kOfCounters = 4;  // subject of questions that are not about pairs of races

}  // namespace

// Returns the condition that the number of calls that may touch one address does not exceed the number of
// values of the count. `most` receives the number of calls if it is fixed.
Term RaceQuestions::comes_not_round(const Counter& counter, std::optional<Bits>& most) {
  const Bits values =
      Bits{1} << (kByteBits * counter.bytes - static_cast<unsigned>(std::countr_zero(counter.step)));
  const std::optional<Bits> calls = d_session.s.calls_of_group(counter);
  if (!calls || *calls > values) return d_store.false_();
  most = calls;
  if (counter.memory == model::Memory::Local || *calls == 0) return d_store.true_();
  LaunchTerms& launch = d_session.context.launch;
  for (unsigned d = 0; d < 3 && most; ++d) {
    if (!launch.groups(d).is_constant())
      most = std::nullopt;
    else if (*most <= values)
      *most *= launch.largest_groups(d);
  }
  Bits left = values / *calls;  // groups
  unsigned open = 3;            // a dimension whose number of groups is a variable
  std::vector<Term> parts;
  for (unsigned d = 0; d < 3; ++d) {
    const Term groups = launch.groups(d);
    const Bits largest = launch.largest_groups(d);
    if (groups.is_constant() || open < 3) {
      parts.push_back(d_store.ule(groups, d_store.bv(largest, groups.width())));
      left /= largest;
    } else {
      open = d;
    }
  }
  if (left == 0) return d_store.false_();
  if (open < 3) {
    const Term groups = launch.groups(open);
    const Bits top = (Bits{1} << groups.width()) - 1;
    parts.push_back(d_store.ule(groups, d_store.bv(std::min(left, top), groups.width())));
  }
  return d_store.and_(parts);
}

// Returns the condition that the values of two calls, by s and by the other work-item, differ; `true` if that
// is unknown.
Term RaceQuestions::differ_by_count(const Meeting& meeting, const Evaluator::Call& a,
                                    const Evaluator::Call& b, Term first, Term second) {
  const Context& context = d_session.context;
  const Counter* counter = context.counters.of(a.site);
  if (counter == nullptr || counter != context.counters.of(b.site) || a.number != b.number)
    return d_store.true_();
  // A work-item that runs in lock step with others, or that waits for their arrivals, may write between their
  // calls without a race.
  if (counter->written && (d_session.options.warp_sync > 1 || model::uses_numbered_phases(d_kernel)))
    return d_store.true_();
  const bool local = counter->memory == model::Memory::Local;
  const model::AtomicScope needed =
      meeting.same_group ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
  if ((local && !meeting.same_group) || counter->scope < needed) return d_store.true_();
  std::optional<Bits> most;
  std::vector<Term> when{comes_not_round(*counter, most)};
  if (counter->renewed) {
    if (!meeting.same_group || context.stable.interval(a.site) != context.stable.interval(b.site))
      return d_store.true_();
    const auto counted = [&](const Evaluator::Call& call) {
      std::vector<std::pair<model::LoopId, Term>> result;
      for (EnvironmentId e = call.environment; e != kOutside; e = context.environments.at(e).parent) {
        const Environment& here = context.environments.at(e);
        if (context.stable.counts(here.loop, call.site)) result.emplace_back(here.loop, here.counter);
      }
      return result;
    };
    const auto x = counted(a), y = counted(b);
    if (x.size() != y.size()) return d_store.true_();
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i].first != y[i].first) return d_store.true_();
      when.push_back(d_store.eq(x[i].second, y[i].second));
    }
  }
  Evaluator& other = *meeting.b.evaluator;
  const Term from = d_session.s.address(a.site, a.environment);
  const Term to = other.address(b.site, b.environment);
  const auto aligned = static_cast<unsigned>(std::countr_zero(counter->bytes));
  if (d_store.trailing_zeros(from) < aligned || d_store.trailing_zeros(to) < aligned) return d_store.true_();
  when.push_back(d_store.eq(from, to));
  when.push_back(d_session.s.reach(d_kernel.sites[a.site].block, a.environment));
  when.push_back(other.reach(d_kernel.sites[b.site].block, b.environment));
  const Term known = a.number ? d_store.distinct(first, second) : apart(*counter, most, first, second);
  return d_store.or_(d_store.not_(d_store.and_(when)), known);
}

// Returns the condition that the values of two out of at most `most` calls are some steps apart.
Term RaceQuestions::apart(const Counter& counter, std::optional<Bits> most, Term first, Term second) {
  const auto zeros = static_cast<unsigned>(std::countr_zero(counter.step));
  const unsigned width = first.width() - zeros;
  const Term low = zeros == 0
                       ? d_store.true_()
                       : d_store.eq(d_store.extract(first, 0, zeros), d_store.extract(second, 0, zeros));
  const Term steps = d_store.extract(d_store.sub(first, second), zeros, width);
  const Term none = d_store.bv(0, width);
  const Bits odd = counter.step >> zeros;  // modulo 2^width
  const Bits all = (Bits{1} << width) - 1;
  if (!most || *most > all / 2 || (odd != 1 && odd != all))
    return d_store.and_(low, d_store.distinct(steps, none));
  const Term bound = d_store.bv(*most, width);
  const Term near = d_store.or_(d_store.ult(steps, bound), d_store.ult(d_store.neg(steps), bound));
  return d_store.and_(low, d_store.and_(near, d_store.distinct(steps, none)));
}

bool RaceQuestions::may_meet(SiteId call, SiteId write) {
  const model::Site& a = d_kernel.sites[call];
  const model::Site& b = d_kernel.sites[write];
  const ArrayId x = a.arrays.front();
  // The writer of global memory may be any work-item of any group, including the caller itself.
  const bool local = d_kernel.arrays[x].memory == model::Memory::Local;
  Evaluator& other = local ? d_session.t : d_session.u;
  const Side first{&d_session.s, call, d_session.s.enter_all(a.block, kOutside, "s.k")};
  const Side second{&other, write, other.enter_all(b.block, kOutside, local ? "t.k" : "u.k")};
  std::vector<Term> both = d_session.one();
  both.insert(both.end(), other.item().constraints.begin(), other.item().constraints.end());
  both.push_back(d_session.s.reach(a.block, first.environment));
  both.push_back(other.reach(b.block, second.environment));
  both.push_back(d_session.is_element(second));
  for (const ArrayId y : b.arrays) {
    if (d_session.context.regions.placement(x).region != d_session.context.regions.placement(y).region)
      continue;
    std::vector<Term> question = both;
    question.push_back(touch(first, second, x, y).overlap);
    d_session.queries.about(verdict::Property::DataRace, {call, write, x, y, kOfCounters});
    if (d_session.queries.probe(question, {&d_session.s, &other}, Queries::Narrow::Yes).status !=
        smt::Status::Unsat)
      return true;
  }
  return false;
}

void RaceQuestions::add_counts(const Meeting& meeting, std::vector<Term>& question) {
  if (!meeting.two_items || meeting.b.evaluator == meeting.a.evaluator) return;
  std::vector<std::pair<Term, Evaluator::Call>> mine, others;
  std::unordered_set<Term> seen;
  for (const Term conjunct : question)
    for (const Term variable : d_store.variables(conjunct)) {
      if (!seen.insert(variable).second) continue;
      if (const auto* call = meeting.a.evaluator->call(variable)) mine.emplace_back(variable, *call);
      if (const auto* call = meeting.b.evaluator->call(variable)) others.emplace_back(variable, *call);
    }
  for (const auto& [first, a] : mine)
    for (const auto& [second, b] : others) {
      const Term known = differ_by_count(meeting, a, b, first, second);
      if (!known.is_true()) question.push_back(known);
    }
}

}  // namespace launchproof::access
