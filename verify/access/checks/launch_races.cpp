#include "verify/access/checks/launch_races.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

#include "verify/access/checks/one_launch.h"
#include "verify/access/checks/session.h"
#include "verify/analysis/atomic_order.h"
#include "verify/effort/clock.h"

namespace launchproof::access {

using model::AccessKind;
using model::ArrayId;
using model::kNone;
using model::Site;
using model::SiteId;
using smt::Status;
using smt::Term;
using symbolic::Options;
using symbolic::WorkItem;
using verdict::Cause;

namespace {

constexpr const char* kPairOutOfTime = "the time of the pair of launches is used up";
constexpr unsigned kPlaceWidth = 64;

bool stores_at(const Site& site) {
  return site.kind == AccessKind::Write || (site.kind == AccessKind::Atomic && site.atomic_writes);
}

const model::BufferArgument* buffer_of(const RacingLaunch& launch, ArrayId array) {
  const std::uint32_t parameter = launch.kernel.arrays[array].parameter;
  if (parameter == kNone || parameter >= launch.facts.arguments.size()) return nullptr;
  return std::get_if<model::BufferArgument>(&launch.facts.arguments[parameter]);
}

bool is_program_variable(const RacingLaunch& launch, ArrayId array) {
  const model::Array& one = launch.kernel.arrays[array];
  return array != 0 && one.parameter == kNone && one.memory == model::Memory::Global;
}

// An access to one array, by an arbitrary work-item.
struct Reach {
  SiteId site = kNone;
  ArrayId array = kNone;
  std::vector<Term> conditions;  // conditions under which the access is made
  Term all;                      // of them
  Term place;                    // first byte of the access in the memory object
  std::array<Term, 3> group;     // of the work-item
  std::uint64_t bytes = 0;
};

// Arrays of the launch, by number, that the other launch may write as well, or whose contents one group may
// change for another.
std::vector<bool> arrays_of_both(const RacingLaunch& own, const RacingLaunch& other,
                                 const std::vector<std::pair<ArrayId, ArrayId>>& common, bool is_first) {
  std::set<ArrayId> written;
  for (const Site& site : other.kernel.sites)
    if (stores_at(site)) written.insert(site.arrays.begin(), site.arrays.end());
  std::vector<bool> result(own.kernel.arrays.size(), false);
  for (const auto& [first, second] : common)
    if (written.contains(is_first ? second : first)) result[is_first ? first : second] = true;
  // Groups that an atomic orders can pass stored values without a race.
  if (!analysis::has_order_between_groups(own.kernel)) return result;
  for (ArrayId array = 0; array < result.size(); ++array)
    if (own.kernel.arrays[array].memory != model::Memory::Local) result[array] = true;
  return result;
}

// Collects the accesses of one launch. Terms of the second launch have separate names, so that the two
// launches share only constants.
class Accesses {
 public:
  Accesses(const RacingLaunch& launch, smt::TermStore& store, smt::Solver& solver, const Options& options,
           effort::Clock::time_point deadline, const std::vector<bool>& of_both, bool is_first)
      : d_launch(launch),
        d_store(store),
        d_is_first(is_first),
        d_analysed(launch.kernel, launch.facts, store, options, deadline, nullptr, of_both),
        d_session(d_analysed.context(), solver, options, d_lessons, d_result) {}

  std::vector<Reach> to(const std::set<ArrayId>& arrays) {
    std::vector<Reach> all;
    for (SiteId id = 0; id < d_launch.kernel.sites.size(); ++id) {
      const Site& site = d_launch.kernel.sites[id];
      if (site.observes || site.is_elsewhere) continue;
      for (const ArrayId array : site.arrays)
        if (arrays.contains(array)) all.push_back(reach(id, site, array));
    }
    return all;
  }

  std::uint64_t questions() const { return d_session.queries.questions(); }
  std::uint64_t settled() const { return d_session.queries.settled(); }

 private:
  Reach reach(SiteId id, const Site& site, ArrayId array) {
    Evaluator& evaluator = d_session.s;
    if (d_analysed.context().is_over()) throw OutOfTime{};
    const EnvironmentId environment = evaluator.enter_all(site.block, kOutside, "s.k");
    const Side side{&evaluator, id, environment};
    Reach result;
    result.site = id;
    result.array = array;
    result.conditions = d_session.one();
    result.bytes = site.bytes;
    std::vector<Term>& conditions = result.conditions;
    conditions.push_back(evaluator.reach(site.block, environment));
    conditions.push_back(d_session.is_element(side));
    if (site.arrays.size() > 1) {
      const Term base = evaluator.value(site.base, environment);
      conditions.push_back(d_store.eq(base, d_store.bv(array, base.width())));
    }
    if (site.inside != kNone) conditions.push_back(evaluator.value(site.inside, environment));
    // The answer depends on accesses being in bounds.
    if (const auto bytes = d_analysed.context().launch.array_bytes(array); bytes && site.inside == kNone)
      conditions.push_back(d_store.not_(d_session.beyond(side, array, *bytes)));
    const Term offset = evaluator.value(site.offset, environment);
    result.place = d_store.zext(d_store.add(offset, d_store.bv(origin_of(d_launch, array), offset.width())),
                                kPlaceWidth);
    if (const model::BufferArgument* buffer = buffer_of(d_launch, array);
        buffer != nullptr && buffer->image && buffer->image->over_buffer)
      result.bytes = buffer->image->pixel_pitch;
    std::vector<Term> mentioned = conditions;
    mentioned.push_back(result.place);
    const std::vector<Term> more = evaluator.definitions(mentioned);
    conditions.insert(conditions.end(), more.begin(), more.end());
    add_division(conditions);
    for (Term& term : conditions) term = own_name(term);
    result.place = own_name(result.place);
    for (std::size_t i = 0; i < result.group.size(); ++i)
      result.group[i] = own_name(d_session.s.item().group_id[i]);
    result.all = d_store.and_(conditions);
    return result;
  }

  void add_division(std::vector<Term>& conditions) const {
    const WorkItem& item = d_session.s.item();
    if (!item.division) return;
    const auto& own = item.division->constraints;
    conditions.insert(conditions.end(), own.begin(), own.end());
  }

  Term own_name(Term term) {
    if (d_is_first) return term;
    return d_store.substitute(term, [this](Term part) { return renamed(part); });
  }

  Term renamed(Term part) {
    const smt::Kind kind = part.kind();
    if (kind != smt::Kind::BoolVar && kind != smt::Kind::BvVar && kind != smt::Kind::Apply) return {};
    if (const auto known = d_renamed.find(part); known != d_renamed.end()) return known->second;
    const std::string name = "other." + part->name;
    Term result;
    if (kind == smt::Kind::BoolVar) {
      result = d_store.bool_var(name);
    } else if (kind == smt::Kind::BvVar) {
      result = d_store.bv_var(name, part.width());
    } else {
      std::vector<Term> operands;
      for (const Term operand : part->operands) operands.push_back(own_name(operand));
      result = d_store.apply(name, operands, part.width());
    }
    d_renamed.emplace(part, result);
    return result;
  }

  const RacingLaunch& d_launch;
  smt::TermStore& d_store;
  bool d_is_first;
  Lessons d_lessons;
  verdict::ClassResult d_result;
  OneLaunch d_analysed;
  Session d_session;
  std::unordered_map<Term, Term> d_renamed;
};

// Returns whether the two touch a common byte.
Term overlap_of(smt::TermStore& store, const Reach& a, const Reach& b) {
  const Term distance = store.sub(b.place, a.place);
  const unsigned zeros = std::min(store.trailing_zeros(a.place), store.trailing_zeros(b.place));
  const std::uint64_t grain = std::uint64_t{1} << std::min(zeros, 7U);
  if (grain >= a.bytes && grain >= b.bytes) return store.eq(a.place, b.place);
  return store.or_(store.ult(distance, store.bv(a.bytes, kPlaceWidth)),
                   store.ult(store.neg(distance), store.bv(b.bytes, kPlaceWidth)));
}

ReadValues reads_of(const RacingLaunch& launch) {
  const analysis::MemoryRegions regions(launch.kernel, launch.facts);
  const std::vector<bool> decides = analysis::deciding_values(launch.kernel, false);
  ReadValues result;
  for (model::ValueId id = 0; id < launch.kernel.values.size(); ++id) {
    const model::Value& value = launch.kernel.values[id];
    if (value.op != model::Op::Read || !decides[id]) continue;
    result.any = true;
    for (const ArrayId array : launch.kernel.sites[value.index].arrays) {
      const std::uint32_t region = regions.placement(array).region;
      const bool is_private = launch.kernel.arrays[array].memory == model::Memory::Private;
      if (!is_private && region != kNone && regions.is_written(region)) result.own = true;
    }
  }
  return result;
}

class Pairs {
 public:
  Pairs(const RacingLaunch& first, const RacingLaunch& second, smt::TermStore& store, smt::Solver& solver,
        const LaunchRaceOptions& options, effort::Clock::time_point deadline)
      : d_first(first),
        d_second(second),
        d_store(store),
        d_solver(solver),
        d_options(options),
        d_deadline(deadline),
        d_scope(options.same_device ? model::AtomicScope::Device : model::AtomicScope::AllDevices) {}

  void ask(const Reach& a, const Reach& b, LaunchRaceAnswer& answer) {
    const Site& one = d_first.kernel.sites[a.site];
    const Site& other = d_second.kernel.sites[b.site];
    if (!stores_at(one) && !stores_at(other)) return;
    ++answer.pairs;
    std::vector<Term> question = a.conditions;
    question.insert(question.end(), b.conditions.begin(), b.conditions.end());
    question.push_back(overlap_of(d_store, a, b));
    const bool are_atomic = one.kind == AccessKind::Atomic && other.kind == AccessKind::Atomic &&
                            one.scope >= d_scope && other.scope >= d_scope && one.bytes == other.bytes;
    if (are_atomic) question.push_back(d_store.distinct(a.place, b.place));
    const Term all = d_store.and_(question);
    const auto [known, is_new] = d_known.try_emplace(all);
    if (is_new) known->second = decide(all, answer);
    const smt::Answer& found = known->second;
    if (found.status == Status::Unsat) return;
    OpenAccesses open;
    open.first = a.site;
    open.second = b.site;
    open.is_satisfiable = found.status == Status::Sat;
    open.reason = found.reason;
    if (open.is_satisfiable) {
      for (std::size_t i = 0; i < open.first_group.size(); ++i) {
        open.first_group[i] = static_cast<std::uint64_t>(found.model.evaluate(a.group[i]));
        open.second_group[i] = static_cast<std::uint64_t>(found.model.evaluate(b.group[i]));
      }
    } else {
      open.cause = Cause::SolverFailure;
      if (found.reason.find("timeout") != std::string::npos) open.cause = Cause::SolverTimeout;
      if (effort::Clock::now() >= d_deadline) open.cause = Cause::ClassTimeout;
    }
    answer.open.push_back(std::move(open));
  }

 private:
  smt::Answer decide(Term all, LaunchRaceAnswer& answer) {
    smt::Answer found;
    if (all.is_false()) {
      ++answer.settled;
      found.status = Status::Unsat;
      return found;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(d_deadline - effort::Clock::now());
    smt::Limits limits;
    limits.time = std::min(left, d_options.engine.question_time);
    limits.memory_mib = d_options.engine.memory_mib;
    limits.cancellation = d_options.engine.cancellation;
    if (limits.time.count() <= 0) {
      found.reason = kPairOutOfTime;
      return found;
    }
    const std::vector<Term> conjuncts = all.kind() == smt::Kind::And ? all->operands : std::vector<Term>{all};
    found = d_solver.check(conjuncts, limits);
    ++(found.solver.empty() && found.status != Status::Unknown ? answer.settled : answer.questions);
    return found;
  }

  const RacingLaunch& d_first;
  const RacingLaunch& d_second;
  smt::TermStore& d_store;
  smt::Solver& d_solver;
  const LaunchRaceOptions& d_options;
  effort::Clock::time_point d_deadline;
  model::AtomicScope d_scope;
  std::unordered_map<Term, smt::Answer> d_known;
};

}  // namespace

std::uint64_t origin_of(const RacingLaunch& launch, ArrayId array) {
  const model::BufferArgument* buffer = buffer_of(launch, array);
  return buffer == nullptr ? 0 : buffer->origin;
}

std::vector<std::pair<ArrayId, ArrayId>> common_arrays(const RacingLaunch& first, const RacingLaunch& second,
                                                       bool same_program) {
  std::vector<std::pair<ArrayId, ArrayId>> result;
  for (ArrayId x = 1; x < first.kernel.arrays.size(); ++x)
    for (ArrayId y = 1; y < second.kernel.arrays.size(); ++y) {
      const model::BufferArgument* one = buffer_of(first, x);
      const model::BufferArgument* other = buffer_of(second, y);
      const bool is_variable = same_program && is_program_variable(first, x) &&
                               is_program_variable(second, y) &&
                               first.kernel.arrays[x].name == second.kernel.arrays[y].name;
      if (is_variable || (one != nullptr && other != nullptr && one->object == other->object))
        result.emplace_back(x, y);
    }
  return result;
}

LaunchRaceAnswer ask_launch_races(const RacingLaunch& first, const RacingLaunch& second,
                                  smt::TermStore& store, smt::Solver& solver,
                                  const LaunchRaceOptions& options) {
  LaunchRaceAnswer answer;
  const auto common = common_arrays(first, second, options.same_program);
  std::set<ArrayId> of_first, of_second;
  for (const auto& [x, y] : common) {
    of_first.insert(x);
    of_second.insert(y);
  }
  const effort::Clock::time_point deadline = effort::Clock::now() + options.engine.time;
  answer.first_reads = reads_of(first);
  answer.second_reads = reads_of(second);
  try {
    Accesses one(first, store, solver, options.engine, deadline, arrays_of_both(first, second, common, true),
                 true);
    Accesses other(second, store, solver, options.engine, deadline,
                   arrays_of_both(second, first, common, false), false);
    const std::vector<Reach> here = one.to(of_first);
    const std::vector<Reach> there = other.to(of_second);
    Pairs pairs(first, second, store, solver, options, deadline);
    for (const Reach& a : here)
      for (const Reach& b : there)
        if (std::ranges::find(common, std::pair(a.array, b.array)) != common.end()) pairs.ask(a, b, answer);
    answer.questions += one.questions() + other.questions();
    answer.settled += one.settled() + other.settled();
  } catch (const OutOfTime&) {
    OpenAccesses all;
    all.cause = Cause::ClassTimeout;
    all.reason = kPairOutOfTime;
    answer.open.push_back(std::move(all));
  }
  return answer;
}

}  // namespace launchproof::access
