// DYN: executes the lock-step program for selected work-items with made-up inputs, and checks candidates in
// the states that are reached.
#include <algorithm>
#include <bit>

#include "verify/effort/clock.h"
#include "verify/two_thread/proof/instances.h"
#include "verify/two_thread/proof/refuters.h"
#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread {

using model::SiteId;
using smt::Term;

namespace {

constexpr std::string_view kHandedOut = "handedOut";  // the rule

struct Effort {
  unsigned runs = 5;
  unsigned places = 5;              // number of watched places in each run
  std::uint32_t iterations = 1000;  // of one loop
  std::uint32_t heads = 4000;       // of one run
};
constexpr Effort kFew{3, 3, 40, 200};
constexpr std::chrono::milliseconds kTimeOfFew{120};
constexpr std::size_t kAccesses = 256;  // number of accesses remembered for a region
constexpr unsigned kTries = 100;        // number of inputs tried to satisfy the preconditions
constexpr std::uint32_t kEach = 64;     // number of iterations that are all checked
constexpr smt::Work kFittingInputs = 500 * smt::kWorkPerMillisecond;

struct Access {
  SiteId site = model::kNone;
  model::ArrayId array = model::kNone;
  FrameId frame = kOutside;
  std::uint64_t address = 0;
};

// One run. The program is walked through once to find the accesses of the first work-item, and again for each
// choice of the watched memory.
class Run : public Observer {
 public:
  Run(const Refuting& what, const Effort& effort, Inputs& inputs)
      : d_what(what),
        d_effort(effort),
        d_store(what.setting.store),
        d_inputs(inputs),
        d_values(what.setting, what.pairing, items(what), Loops::Unwound, &inputs),
        d_memory(what.setting, what.pairing, d_values),
        d_accesses(d_memory.regions()) {}

  void execute() {
    const unsigned places = d_what.pairing == Pairing::One ? 1 : d_effort.places;
    if (d_what.pairing != Pairing::One) walk();
    d_looks = true;
    for (unsigned i = 0; i < places; ++i) {
      watch();
      walk();
    }
  }

  bool at_head(const IterationHead& head) override {
    if (++d_heads > d_effort.heads) return false;
    d_instances->at_head(head);
    if (!d_looks || (head.number > kEach && !std::has_single_bit(head.number))) return true;
    for (const CandidateId id : d_instances->of_loop(head.loop)) {
      if (d_what.pool.entry(id).why != Fall::None || is_of_all_calls(id)) continue;
      const auto formula = d_instances->of(id);
      if (formula && d_inputs.constant(*formula).is_false())
        d_what.pool.add(id, why_at(d_what, head.number), d_what.number);
    }
    return true;
  }

  // Which work-item got a value from a counter depends on all of its calls, but the two work-items make only
  // some of them.
  bool is_of_all_calls(CandidateId id) const {
    return rules()[d_what.problem.candidates[id].rule].tag == kHandedOut;
  }

  void behind(model::LoopId loop, FrameId parent, const std::vector<Log>& logs) override {
    d_instances->behind(loop, parent, logs);
  }

  void at_site(SiteId id, model::ArrayId array, FrameId frame, Term reached) override {
    if (d_looks || !reached.is_true()) return;
    const model::Site& site = d_what.setting.kernel.sites[id];
    const std::uint32_t region = d_memory.region_of(array);
    std::vector<Access>& seen = d_accesses[region];
    if (seen.size() == kAccesses) return;
    const Term offset = d_values.value(site.offset, frame, 0);
    if (!offset.is_constant()) return;
    const std::uint32_t piece = d_memory.region(region).piece;
    const std::uint64_t within = d_inputs.draw(std::max<std::uint64_t>(1, site.bytes / piece)) * piece;
    seen.push_back({id, array, frame,
                    static_cast<std::uint64_t>(offset->value) +
                        d_what.setting.regions.placement(array).origin + within});
  }

 private:
  static std::vector<symbolic::WorkItem> items(const Refuting& what) {
    std::vector<symbolic::WorkItem> result;
    result.reserve(what.values.items());
    for (unsigned who = 0; who < what.values.items(); ++who) result.push_back(what.values.item(who));
    return result;
  }

  void walk() {
    d_heads = 0;
    d_instances.emplace(d_what.setting, d_what.problem, d_what.values, d_values);
    Walker(d_what.setting, d_what.pairing, d_values, d_memory, Unwinding{d_effort.iterations, this}).run({});
  }

  void watch() {
    std::vector<std::uint32_t> accessed;
    for (std::uint32_t region = 0; region < d_accesses.size(); ++region)
      if (d_memory.region(region).is_watched && !d_accesses[region].empty()) accessed.push_back(region);
    if (accessed.empty()) return;
    if (const Term one = d_memory.watched_region()) {
      accessed = {accessed[d_inputs.draw(accessed.size())]};
      d_inputs.choose(one, accessed[0]);
    }
    for (const std::uint32_t region : accessed) watch(region);
  }

  // Watches one of the places that the first work-item accesses in this region, and the value that it stores
  // there.
  void watch(std::uint32_t region) {
    const Access& access = d_accesses[region][d_inputs.draw(d_accesses[region].size())];
    if (d_memory.is_original()) {
      for (const Access& one : d_accesses[region])
        d_inputs.choose(d_memory.choose(one.site, one.array, one.frame).choice, 0);
      d_inputs.choose(d_memory.choose(access.site, access.array, access.frame).choice, 1);
      return;
    }
    const Piece& watched = d_memory.region(region).at;
    for (const Term variable : d_store.variables(watched.address))
      d_inputs.choose(variable, access.address >> (watched.address.width() - variable.width()));
    if (d_memory.kind(access.site) != LogKind::Write) return;
    const Term stored = d_memory.stored(access.site, access.array, access.frame, 0, watched.address);
    if (!stored) return;
    const Term value = d_inputs.constant(stored);
    if (!value.is_constant()) return;
    for (const Term variable : d_store.variables(watched.value)) d_inputs.choose(variable, value->value);
  }

  const Refuting& d_what;
  const Effort& d_effort;
  smt::TermStore& d_store;
  Inputs& d_inputs;
  Values d_values;
  Memory d_memory;
  std::optional<Instances> d_instances;
  std::vector<std::vector<Access>> d_accesses;  // accesses of the first work-item, by region
  std::uint32_t d_heads = 0;
  bool d_looks = false;
};

void choose_id(const Refuting& what, Inputs& inputs, Term id, std::uint64_t count) {
  for (const Term variable : what.setting.store.variables(id)) inputs.choose(variable, inputs.draw(count));
}

void choose_ids(const Refuting& what, Inputs& inputs) {
  const model::LaunchFacts& facts = what.setting.facts;
  for (unsigned who = 0; who < what.values.items(); ++who)
    for (unsigned d = 0; d < 3; ++d) {
      const symbolic::WorkItem& item = what.values.item(who);
      choose_id(what, inputs, item.local_id[d], facts.local_size[d]);
      choose_id(what, inputs, item.group_id[d], symbolic::group_count(facts, d));
    }
}

bool fits(const Refuting& what, Inputs& inputs) {
  return std::ranges::all_of(what.problem.entry, [&](Term term) { return inputs.constant(term).is_true(); });
}

// Converts the values to the form that a solver's model has.
bool take_model(const Refuting& what, Inputs& inputs) {
  const smt::Answer answer = what.prover.ask(what.problem.entry, kFittingInputs);
  if (answer.status != smt::Status::Sat) return false;
  smt::TermStore& store = what.setting.store;
  inputs.clear();
  const auto constant = [&](Term term) {
    const smt::Bits value = answer.model.evaluate(term);
    return term.width() == 0 ? store.boolean(value != 0) : store.bv(value, term.width());
  };
  for (const Term term : what.problem.entry) {
    for (const Term variable : store.variables(term))
      inputs.choose(variable, answer.model.evaluate(variable));
    for (const Term application : store.applications(term)) {
      std::vector<Term> arguments;
      arguments.reserve(application->operands.size());
      for (const Term operand : application->operands) arguments.push_back(constant(operand));
      inputs.choose(store.apply(application->name, arguments, application.width()),
                    answer.model.evaluate(application));
    }
  }
  return fits(what, inputs);
}

bool choose_inputs(const Refuting& what, Inputs& inputs) {
  for (unsigned i = 0; i < kTries; ++i) {
    inputs.clear();
    choose_ids(what, inputs);
    if (fits(what, inputs)) return true;
  }
  return take_model(what, inputs);
}

void execute(const Refuting& what, const Effort& effort) {
  for (unsigned number = 0; number < effort.runs; ++number) {
    Inputs inputs(what.setting.store, number);
    if (!choose_inputs(what, inputs)) return;
    Run(what, effort, inputs).execute();
  }
}

}  // namespace

void refute_by_execution(const Refuting& what) {
  execute(what, {});
}

void refute_by_few_executions(const Refuting& what) {
  const auto end = effort::Clock::now() + kTimeOfFew;
  Setting setting = what.setting;
  setting.deadline = std::min(setting.deadline, end);
  Prover prover = what.prover.within(setting);
  try {
    execute({setting, what.pairing, what.values, what.problem, prover, what.pool, what.number}, kFew);
  } catch (const OutOfTime&) {
    return;  // refutations found so far are in the pool
  }
}

}  // namespace launchproof::two_thread
