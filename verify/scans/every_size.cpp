#include "verify/scans/every_size.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "verify/access/checks/session.h"
#include "verify/effort/clock.h"
#include "verify/scans/parts.h"
#include "verify/scans/shape.h"
#include "verify/smt/terms/shifts.h"
#include "verify/symbolic/terms/operation.h"

namespace launchproof::scans {

using access::EnvironmentId;
using model::AccessKind;
using model::BlockId;
using model::kNone;
using model::LoopId;
using model::Op;
using model::SiteId;
using model::ValueId;
using smt::Status;
using smt::Term;

namespace {

constexpr std::array<std::uint64_t, 3> kSizes{4, 8, 32};  // sizes of runs; the last one is only used for
                                                          // checking
constexpr std::uint64_t kSteps = 5'000'000;
constexpr unsigned kSizeBits = 31;
constexpr std::size_t kMostShapes = 4;  // number of shapes that are tried for a loop

// A stretch as terms, and the condition that it is valid.
struct Joined {
  Term begin, end, is_one;
};

class Prover {
 public:
  Prover(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
         smt::Solver& solver, const symbolic::Options& options, const model::ScanClaim& claim,
         const std::vector<SiteId>& once)
      : d_kernel(kernel),
        d_facts(facts),
        d_store(store),
        d_claim(claim),
        d_once(once),
        d_analysed(kernel, facts, store, options, effort::Clock::now() + options.time),
        d_context(d_analysed.context()),
        d_session(d_context, solver, options, d_lessons, d_result),
        d_s(d_session.s) {}

  EverySize run() {
    EverySize result;
    try {
      d_parts = parts_of_scan(d_context, d_claim);
      run_sizes();
      result.join = d_join;
      result.each = d_each;
      prove();
      result.is_shown = true;
    } catch (const Open& open) {
      result.why = open.why;
      result.where = open.where;
    }
    result.questions = d_session.queries.questions();
    return result;
  }

 private:
  std::uint32_t region_of(SiteId id) const {
    return d_context.regions.placement(d_kernel.sites[id].arrays[0]).region;
  }

  // ---- runs

  void run_sizes() {
    for (const std::uint64_t size : kSizes) {
      const model::LaunchFacts facts = with_size(d_facts, size);
      const analysis::MemoryRegions regions(d_kernel, facts);
      symbolic::LaunchTerms launch(d_store, d_kernel, facts);
      std::vector<LoopState> states;
      const RunResult run =
          run_over_intervals(d_kernel, facts, regions, launch, d_store, d_claim, kSteps, &states);
      if (run.verdict != RunVerdict::Shown)
        throw Open{"with " + std::to_string(size) + " work-items " + run.text, run.where};
      if (d_join && run.join && *d_join != *run.join) throw Open{"another operator at another size"};
      if (run.join) d_join = run.join;
      if (run.elements % size != 0)
        throw Open{"the number of elements is not a multiple of the number of work-items"};
      const std::uint64_t each = run.elements / size;
      if (d_each != 0 && d_each != each)
        throw Open{"work-items write another number of elements at another size"};
      d_each = each;
      d_runs.push_back({size, std::move(states)});
    }
    if (!d_join) throw Open{"nothing is joined"};
  }

  std::vector<ValueId> carried(LoopId loop) const {
    std::vector<ValueId> result;
    for (const model::Phi& phi : d_kernel.blocks[d_kernel.loops[loop].header].phis) {
      const bool is_number = std::ranges::all_of(d_runs, [&](const auto& run) {
        return std::ranges::all_of(run.second, [&](const LoopState& state) {
          return state.loop != loop || state.carried.contains(phi.value);
        });
      });
      if (is_number && d_context.uniformity.is_uniform(phi.value)) result.push_back(phi.value);
    }
    return result;
  }

  std::vector<Sample> samples(LoopId loop) const {
    std::vector<Sample> result;
    for (const auto& [size, states] : d_runs)
      for (const LoopState& state : states) {
        if (state.loop != loop) continue;
        Place at;
        at.count = d_store.bv(smt::Bits{size} * d_each, 64);
        for (const ValueId id : carried(loop)) at.carried.push_back(d_store.bv(state.carried.at(id), 64));
        for (const auto& [cell, content] : state.cells) {
          if (cell.first != d_parts.state) continue;
          Sample one;
          at.element = d_store.bv(cell.second / d_parts.element_bytes, 64);
          one.at = at;
          one.is_empty = content.known == Known::Number;
          if (content.known != Known::Stretch && !one.is_empty)
            throw Open{"an element that is not a stretch"};
          one.begin = content.first;
          one.end = content.last + 1;
          result.push_back(one);
        }
      }
    return result;
  }

  // ---- terms

  Term wide(Term term) const { return d_store.zext(symbolic::to_bits(d_store, term), 64); }

  Place place_at(LoopId loop, EnvironmentId environment, Term element) {
    Place result{element, d_count, {}};
    for (const ValueId id : carried(loop)) result.carried.push_back(wide(d_s.value(id, environment)));
    return result;
  }

  EnvironmentId iteration(LoopId loop, Term counter) {
    return d_context.environments.enter(access::kOutside, loop, counter);
  }
  EnvironmentId exit(LoopId loop) { return iteration(loop, d_s.exit_counter(loop, access::kOutside)); }

  // Returns the element of its array that the access touches.
  Term element(SiteId site, EnvironmentId environment) {
    const Term bytes = d_s.address(site, environment);
    const std::uint32_t of = d_kernel.sites[site].component_bytes;
    return of == 1 ? bytes : d_store.udiv(bytes, d_store.bv(of, bytes.width()));
  }
  // Returns the condition that the access certainly touches the element, at its start.
  Term touches(SiteId site, EnvironmentId environment, Term which) {
    const Term bytes = d_s.address(site, environment);
    return d_store.eq(bytes,
                      d_store.mul(which, d_store.bv(d_kernel.sites[site].component_bytes, bytes.width())));
  }

  // Returns the condition that the work-item reaches the site; in a loop, given that its iteration happens.
  Term comes(SiteId site, EnvironmentId environment) {
    return arrives(d_kernel.sites[site].block, environment);
  }

  Term arrives(BlockId block, EnvironmentId environment) {
    const bool is_detached = d_detached != access::kOutside && environment == d_detached;
    return is_detached ? d_s.arrive(block, environment) : d_s.reach(block, environment);
  }

  // Returns the condition, which must be exact.
  Term exact(Term condition) const {
    for (const Term variable : d_store.variables(condition))
      if (d_context.unknowns.marker(variable) != nullptr)
        throw Open{"whether a work-item comes to an access is not known exactly"};
    return condition;
  }

  // Returns the state of memory when the site reads it: in a loop, that at the head; otherwise that after the
  // last loop.
  Joined read(SiteId site, EnvironmentId environment) {
    const Term at = element(site, environment);
    const std::uint32_t region = region_of(site);
    if (region != d_parts.state) {
      if (region != d_parts.input) return {at, at, d_store.false_()};
      return {at, d_store.add(at, d_store.bv(1, 64)), d_store.true_()};
    }
    const LoopId loop = d_parts.loop_of.at(site);
    const LoopId of = loop == kNone ? d_parts.order.back() : loop;
    const EnvironmentId when = loop == kNone ? exit(of) : environment;
    const Bounds bounds = bounds_of(d_store, d_shapes.at(of), place_at(of, when, at));
    Joined result{bounds.begin, bounds.end, d_store.ult(at, d_count)};
    for (const SiteId earlier : d_parts.before.at(site)) {
      const Term own =
          exact(d_store.and_(comes(earlier, environment),
                             d_store.eq(d_s.address(earlier, environment), d_s.address(site, environment))));
      if (!is_refuted({comes(site, environment), own}))
        result = either(own, stored(earlier, environment), result);
    }
    return result;
  }

  Joined either(Term condition, const Joined& one, const Joined& other) {
    return {d_store.ite(condition, one.begin, other.begin), d_store.ite(condition, one.end, other.end),
            d_store.ite(condition, one.is_one, other.is_one)};
  }

  Joined none() {
    const Term zero = d_store.bv(0, 64);
    return {zero, zero, d_store.false_()};
  }

  Joined joined(const Joined& one, const Joined& other) {
    const Term one_empty = d_store.eq(one.begin, one.end), other_empty = d_store.eq(other.begin, other.end);
    const bool may_overlap = is_idempotent(*d_join);
    const auto meets = [&](const Joined& low, const Joined& high) {
      const Term touch = d_store.eq(low.end, high.begin);
      return may_overlap ? d_store.and_(d_store.ule(low.begin, high.begin), d_store.ule(high.begin, low.end))
                         : touch;
    };
    const Term follows = meets(one, other), precedes = meets(other, one);
    const auto largest = [&](Term a, Term b) {
      return may_overlap ? d_store.ite(d_store.ult(a, b), b, a) : b;
    };
    const Joined forward{one.begin, largest(one.end, other.end), follows};
    const Joined backward{other.begin, largest(other.end, one.end), precedes};
    Joined result = either(one_empty, other, either(other_empty, one, either(follows, forward, backward)));
    result.is_one = d_store.and_(
        std::array<Term, 3>{one.is_one, other.is_one,
                            d_store.or_(std::array<Term, 4>{one_empty, other_empty, follows, precedes})});
    return result;
  }

  // Returns the value that the site stores: the result of its operation on the values read.
  Joined stored(SiteId site, EnvironmentId environment) {
    return of_value(d_kernel.sites[site].written.front(), environment, site);
  }

  // Computed as in the model; choices by control flow use the term of the condition.
  Joined of_value(ValueId id, EnvironmentId environment, SiteId at) {
    const auto key = std::pair{id, environment};
    if (const auto found = d_values.find(key); found != d_values.end()) return found->second;
    if (d_depth > 64) return none();
    ++d_depth;
    const Joined result = evaluated(id, environment, at);
    --d_depth;
    d_values.emplace(key, result);
    return result;
  }

  Joined evaluated(ValueId id, EnvironmentId environment, SiteId at) {
    const model::Value& value = d_kernel.values[id];
    const auto operand = [&](std::size_t i) { return of_value(value.operands[i], environment, at); };
    const unsigned bits = d_parts.element_bytes * 8;
    switch (value.op) {
      case Op::Read:
        return d_kernel.sites[value.index].observes || value.width != bits ? none()
                                                                           : read(value.index, environment);
      case Op::Constant: {
        const Content probe = Content::element(0, bits);
        const Content number = Content::of(d_store.bv(value.literal, value.width));
        if (value.width != bits || scans::joined(*d_join, probe, number).known != Known::Stretch)
          return none();
        const Term zero = d_store.bv(0, 64);
        return {zero, zero, d_store.true_()};
      }
      case Op::Select: {
        if (join_of(d_kernel, value) == d_join) {
          const Joined result = joined(operand(1), operand(2));
          if (!result.is_one.is_false()) return result;
        }
        if (depends_on_elements(value.operands[0])) return none();
        return either(d_s.value(value.operands[0], environment), operand(1), operand(2));
      }
      case Op::Phi:
        return merged(value, id, environment, at);
      default:
        break;
    }
    if (value.width == bits && join_of(d_kernel, value) == d_join) return joined(operand(0), operand(1));
    return none();
  }

  bool depends_on_elements(ValueId id) const {
    std::vector<ValueId> open{id};
    std::map<ValueId, bool> seen;
    while (!open.empty()) {
      const ValueId one = open.back();
      open.pop_back();
      if (!seen.emplace(one, true).second) continue;
      const model::Value& value = d_kernel.values[one];
      if (value.op == Op::Read) return true;
      open.insert(open.end(), value.operands.begin(), value.operands.end());
    }
    return false;
  }

  // Returns the value after two joining paths, selected by the branch that separates them.
  Joined merged(const model::Value& value, ValueId id, EnvironmentId environment, SiteId at) {
    const model::Block& block = d_kernel.blocks[value.block];
    if (block.loop != kNone && d_kernel.loops[block.loop].header == value.block) return none();
    for (const model::Phi& phi : block.phis) {
      if (phi.value != id) continue;
      Joined result = none();
      for (std::size_t i = 0; i < phi.incoming.size(); ++i) {
        const BlockId from = block.predecessors[i];
        std::uint32_t successor = 0;
        while (d_kernel.blocks[from].successors[successor] != value.block) ++successor;
        if (d_kernel.blocks[from].successors.size() == 2 &&
            d_kernel.blocks[from].successors[0] == d_kernel.blocks[from].successors[1])
          return none();
        const Term comes =
            exact(d_store.and_(arrives(from, environment), d_s.edge(from, successor, environment)));
        result = either(comes, of_value(phi.incoming[i], environment, at), result);
      }
      return result;
    }
    return none();
  }

  // ---- the questions

  bool is_refuted(std::vector<Term> question) {
    try {
      refute(std::move(question), "", kNone);
      return true;
    } catch (const Open&) {
      return false;
    }
  }

  // Numbers that the loop carries and that are powers of two in every iteration.
  void find_powers(LoopId loop, EnvironmentId now) {
    attach();
    std::vector<Term> conditions{d_s.reach(d_kernel.loops[loop].latch, now)};
    for (const SiteId site : d_parts.loop_stores[loop])
      conditions.push_back(d_s.reach(d_kernel.sites[site].block, now));
    smt::Powers found;
    for (const ValueId id : carried(loop)) {
      const Term value = d_s.value(id, now);
      const Term zero = d_store.bv(0, value.width()), one = d_store.bv(1, value.width());
      const Term is_none = d_store.or_(d_store.eq(value, zero),
                                       d_store.distinct(d_store.bvand(value, d_store.sub(value, one)), zero));
      try {
        refute({d_store.or_(conditions), is_none}, "", kNone);
        const Term logarithm =
            d_store.bv_var("scan.power." + std::to_string(id) + "." + std::to_string(now), 6);
        found.emplace_back(value, logarithm);
      } catch (const Open&) {
        continue;  // it remains a number like others
      }
    }
    d_powers = std::move(found);
    if (d_powers.size() == carried(loop).size()) detach(loop, now);
  }

  // From here on, the iteration is any one in which the carried values are powers of two with the distances
  // found. The number of the iteration, and how control got there, are ignored.
  void detach(LoopId loop, EnvironmentId now) {
    d_relations.clear();
    const Term happens = d_s.reach(d_kernel.loops[loop].latch, now);
    const auto eight = [&](Term exponent) { return d_store.zext(exponent, 8); };
    const Term size = eight(d_exponent);
    std::vector<Term> relations;
    const auto look = [&](Term relation) {
      try {
        refute({happens, d_store.not_(relation)}, "", kNone);
        relations.push_back(relation);
        return true;
      } catch (const Open&) {
        return false;
      }
    };
    // The evaluator has replaced some products by shifts by the iteration number.
    const Term counter = d_context.environments.counter_in(now, loop);
    const bool is_small = look(d_store.ult(counter, d_store.bv(64, counter.width())));
    for (std::size_t i = 0; i < d_powers.size(); ++i) {
      const Term one = eight(d_powers[i].second);
      const Term number = d_store.trunc(counter, 8), single = d_store.bv(1, 8);
      for (unsigned apart = 0; is_small && apart < 3; ++apart)
        if (look(d_store.eq(one, d_store.add(number, d_store.bv(apart, 8)))) ||
            look(d_store.eq(d_store.add(d_store.add(one, number), single),
                            d_store.add(size, d_store.bv(apart, 8)))))
          break;
      for (unsigned most = 0; most < 3; ++most)
        if (look(d_store.ule(one, d_store.add(size, d_store.bv(most, 8))))) break;
      for (std::size_t j = 0; j < i; ++j)
        for (unsigned apart = 0; apart < 4; ++apart)
          if (look(d_store.eq(d_store.add(d_store.add(one, eight(d_powers[j].second)), d_store.bv(1, 8)),
                              d_store.add(size, d_store.bv(apart, 8)))))
            break;
    }
    d_relations = std::move(relations);
    d_detached = now;
  }

  void attach() {
    d_powers.clear();
    d_relations.clear();
    d_detached = access::kOutside;
    d_values.clear();
  }

  // Requires that the question is refuted; otherwise the claim is not shown.
  void refute(std::vector<Term> question, const std::string& what, model::LocationId where) {
    const std::vector<Term> base = d_session.one();
    question.insert(question.end(), base.begin(), base.end());
    question.push_back(d_is_power);
    for (Term& one : question) one = smt::by_shifts(d_store, one, d_powers);
    for (const auto& [power, logarithm] : d_powers)
      if (d_detached == access::kOutside)
        question.push_back(d_store.eq(power, smt::shifted_one(d_store, power.width(), logarithm)));
    if (d_detached != access::kOutside)
      question.insert(question.end(), d_relations.begin(), d_relations.end());
    const access::Outcome outcome = d_session.queries.ask(std::move(question), {&d_s});
    if (outcome.status == Status::Unsat) return;
    throw Open{what + (outcome.status == Status::Unknown ? " (" + outcome.reason + ")" : ""), where};
  }

  Term differs(const Bounds& one, const Bounds& other) {
    const Term both_empty = d_store.and_(d_store.eq(one.begin, one.end), d_store.eq(other.begin, other.end));
    const Term same = d_store.and_(d_store.eq(one.begin, other.begin), d_store.eq(one.end, other.end));
    return d_store.not_(d_store.or_(both_empty, same));
  }

  // Returns work-items that may be the one that writes the element, as if addresses were computed from its id
  // and from carried values by shifts.
  std::vector<Term> writers(const std::vector<Term>& carried) {
    const Term one = d_store.bv(1, 64), next = d_store.add(d_element, one);
    std::vector<Term> result{d_element, d_store.bv(0, 64)};
    const auto add = [&](Term shift) {
      for (const Term from : {d_element, next}) {
        const Term high = d_store.lshr(from, shift);
        result.push_back(high);
        result.push_back(d_store.sub(high, one));
      }
    };
    add(one);
    for (const Term p : carried) {
      const Term shift = logarithm(p);
      add(shift);
      add(d_store.add(shift, one));
    }
    return result;
  }

  // Returns the logarithm of a power of two. The result for any other number does not matter.
  Term logarithm(Term power) {
    for (const auto& [known, exponent] : d_powers)
      if (wide(known) == power) return d_store.zext(exponent, 64);
    const Term result =
        d_store.zext(d_store.bv_var("scan.logarithm." + std::to_string(d_logarithms.size()), 6), 64);
    const auto [known, fresh] = d_logarithms.try_emplace(power, result);
    return known->second;
  }

  // Returns the definitions of the logarithms, provided that the terms are powers of two.
  std::vector<Term> meanings() {
    std::vector<Term> result;
    const Term one = d_store.bv(1, 64), zero = d_store.bv(0, 64);
    for (const auto& [power, logarithm] : d_logarithms) {
      const Term is_power = d_store.and_(d_store.distinct(power, zero),
                                         d_store.eq(d_store.bvand(power, d_store.sub(power, one)), zero));
      result.push_back(d_store.implies(is_power, d_store.eq(d_store.shl(one, logarithm), power)));
    }
    return result;
  }

  // Returns the condition that the work-item with this local id does not store to the element.
  Term does_not_write(SiteId site, EnvironmentId environment, Term id) {
    const Term does = d_store.and_(comes(site, environment), touches(site, environment, d_element));
    for (const Term variable : d_store.variables(exact(does)))
      if (d_context.unknowns.value(variable) != nullptr)
        throw Open{"an address that depends on what is not known"};
    if (!d_store.applications(does).empty()) throw Open{"an address that depends on what is not known"};
    const std::string local = d_s.item().tag + ".local.x";
    const Term of = d_store.substitute(does, [&](Term part) -> Term {
      return part.kind() == smt::Kind::BvVar && part->name == local ? d_store.trunc(id, part.width())
                                                                    : Term();
    });
    return d_store.not_(d_store.and_(d_store.ult(id, d_size), of));
  }

  Term is_element() { return d_store.ult(d_element, d_count); }

  void nobody_writes(const std::vector<SiteId>& stores, EnvironmentId environment,
                     const std::vector<Term>& who, std::vector<Term>& into) {
    for (const SiteId site : stores)
      for (const Term id : who) into.push_back(does_not_write(site, environment, id));
    const std::vector<Term> known = meanings();
    into.insert(into.end(), known.begin(), known.end());
  }

  // Shows that the stores in one section of the code result in the shape `after`.
  void writes_fit(const std::vector<SiteId>& stores, EnvironmentId environment, const Bounds& after) {
    for (std::size_t i = 0; i < stores.size(); ++i) {
      const model::Site& site = d_kernel.sites[stores[i]];
      std::vector<Term> question{comes(stores[i], environment), touches(stores[i], environment, d_element),
                                 is_element()};
      for (std::size_t j = i + 1; j < stores.size(); ++j)
        question.push_back(d_store.not_(
            exact(d_store.and_(comes(stores[j], environment), touches(stores[j], environment, d_element)))));
      const Joined value = stored(stores[i], environment);
      const Term is_none =
          d_store.and_(d_store.eq(value.begin, value.end), d_store.eq(after.begin, after.end));
      // Each part is easier on its own.
      for (const Term wrong :
           {d_store.not_(value.is_one),
            d_store.and_(d_store.distinct(value.begin, after.begin), d_store.not_(is_none)),
            d_store.and_(d_store.distinct(value.end, after.end), d_store.not_(is_none))}) {
        std::vector<Term> part = question;
        part.push_back(wrong);
        refute(std::move(part), "not shown: what is stored has the shape that runs have", site.location);
      }
      // Shows that nothing is written elsewhere.
      refute({comes(stores[i], environment),
              d_store.not_(d_store.ult(element(stores[i], environment), d_count))},
             "not shown: only elements of the scan are written", site.location);
    }
  }

  void prove() {
    d_size = d_context.launch.local_size(0);
    d_count = d_store.mul(d_size, d_store.bv(d_each, 64));
    d_element = d_store.zext(d_store.bv_var("scan.element", kSizeBits + 1), 64);
    d_exponent = d_store.bv_var("scan.exponent", 5);
    d_is_power = d_store.eq(d_store.shl(d_store.bv(1, 64), d_store.zext(d_exponent, 64)), d_size);
    if (d_parts.order.empty()) throw Open{"there is no loop"};
    look_at_sizes();
    look_at_inputs();
    for (std::size_t i = 0; i < d_parts.order.size(); ++i) prove_loop(i);
    prove_output();
  }

  // Two sites that a work-item comes to read different elements.
  void look_at_inputs() {
    for (std::size_t i = 0; i < d_once.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        refute(
            {comes(d_once[i], access::kOutside), comes(d_once[j], access::kOutside),
             d_store.eq(d_s.address(d_once[i], access::kOutside), d_s.address(d_once[j], access::kOutside))},
            "not shown: each element is stored once from elsewhere", d_kernel.sites[d_once[i]].location);
  }

  // No other sizes are left open.
  void look_at_sizes() {
    const SiteId last =
        d_parts.outputs.empty() ? d_parts.loop_stores[d_parts.order.back()].front() : d_parts.outputs.front();
    const EnvironmentId where = d_parts.outputs.empty()
                                    ? d_s.enter_all(d_kernel.sites[last].block, access::kOutside, "s.k")
                                    : access::kOutside;
    const Term power = d_is_power;
    d_is_power = d_store.true_();
    const Term other =
        d_store.distinct(d_store.bvand(d_size, d_store.sub(d_size, d_store.bv(1, 64))), d_store.bv(0, 64));
    refute({d_s.reach(d_kernel.sites[last].block, where), other},
           "not shown of sizes that are no power of two; they are left out by "
           "__requires(__is_pow2(get_local_size(0)))",
           kNone);
    d_is_power = power;
  }

  void prove_loop(std::size_t number) {
    const LoopId loop = d_parts.order[number];
    const std::vector<Shape> shapes = fitting(d_store, samples(loop));
    const model::LocationId where = d_kernel.loops[loop].location;
    if (shapes.empty()) throw Open{"no shape was found that all runs have at the head of this loop", where};
    std::optional<Open> first;
    for (std::size_t i = 0; i < shapes.size() && i < kMostShapes; ++i) {
      d_shapes[loop] = shapes[i];
      attach();
      try {
        prove_entry(number);
        prove_iteration(loop);
        return;
      } catch (const Open& open) {
        if (!first) first = open;
      }
    }
    attach();
    throw Open{*first};
  }

  void prove_entry(std::size_t number) {
    const LoopId loop = d_parts.order[number];
    const EnvironmentId begin = iteration(loop, d_store.bv(0, 64));
    const Bounds at_entry = bounds_of(d_store, d_shapes[loop], place_at(loop, begin, d_element));
    const std::vector<SiteId>& stores = d_parts.segment_stores[number];
    writes_fit(stores, access::kOutside, at_entry);
    std::vector<Term> question{is_element()};
    nobody_writes(stores, access::kOutside, writers({}), question);
    const model::LocationId where = d_kernel.loops[loop].location;
    if (number == 0) {
      refute(std::move(question), "not shown: each element is written before the first loop", where);
      return;
    }
    const LoopId before = d_parts.order[number - 1];
    question.push_back(
        differs(bounds_of(d_store, d_shapes[before], place_at(before, exit(before), d_element)), at_entry));
    refute(std::move(question), "not shown: elements have the shape that runs have when this loop begins",
           where);
  }

  void prove_iteration(LoopId loop) {
    const model::Loop& of = d_kernel.loops[loop];
    const EnvironmentId now = d_s.enter_all(of.header, access::kOutside, "s.k");
    Place next{d_element, d_count, {}};
    for (const ValueId id : carried(loop)) next.carried.push_back(wide(d_s.value(next_of(loop, id), now)));
    const Place here = place_at(loop, now, d_element);
    const Bounds before = bounds_of(d_store, d_shapes[loop], here);
    const Bounds after = bounds_of(d_store, d_shapes[loop], next);
    find_powers(loop, now);
    writes_fit(d_parts.loop_stores[loop], now, after);
    const Term happens = d_detached == now ? d_s.arrive(of.latch, now) : d_s.reach(of.latch, now);
    std::vector<Term> question{is_element(), happens};
    nobody_writes(d_parts.loop_stores[loop], now, writers(here.carried), question);
    question.push_back(differs(before, after));
    refute(std::move(question),
           "not shown: an element that no work-item writes keeps the shape that runs have", of.location);
    attach();
  }

  // Returns the value selected by the head in the next iteration, as the loop computes it.
  ValueId next_of(LoopId loop, ValueId selected) const {
    const model::Block& head = d_kernel.blocks[d_kernel.loops[loop].header];
    const auto back =
        std::ranges::find(head.predecessors, d_kernel.loops[loop].latch) - head.predecessors.begin();
    for (const model::Phi& phi : head.phis)
      if (phi.value == selected) return phi.incoming[static_cast<std::size_t>(back)];
    return selected;
  }

  // Proves the claim about the array that should hold the scan.
  void prove_output() {
    const Bounds claimed{d_store.bv(0, 64),
                         d_claim.is_exclusive ? d_element : d_store.add(d_element, d_store.bv(1, 64))};
    const LoopId last = d_parts.order.back();
    if (!d_parts.segment_stores[d_parts.order.size()].empty())
      throw Open{"the array is written behind all loops",
                 d_kernel.sites[d_parts.segment_stores[d_parts.order.size()].front()].location};
    if (d_parts.output == d_parts.state) {
      refute({is_element(),
              differs(bounds_of(d_store, d_shapes[last], place_at(last, exit(last), d_element)), claimed)},
             "not shown: elements are what is claimed when the last loop has ended",
             d_kernel.loops[last].location);
      return;
    }
    if (d_parts.outputs.empty()) throw Open{"nothing is written to the output"};
    d_values.clear();
    writes_fit(d_parts.outputs, access::kOutside, claimed);
    std::vector<Term> question{is_element()};
    nobody_writes(d_parts.outputs, access::kOutside, writers({}), question);
    refute(std::move(question), "not shown: each element of the output is written",
           d_kernel.sites[d_parts.outputs.front()].location);
  }

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  smt::TermStore& d_store;
  const model::ScanClaim& d_claim;
  const std::vector<SiteId>& d_once;
  access::Lessons d_lessons;
  verdict::ClassResult d_result;
  access::OneLaunch d_analysed;
  access::Context& d_context;
  access::Session d_session;
  access::Evaluator& d_s;

  ScanParts d_parts;

  std::vector<std::pair<std::uint64_t, std::vector<LoopState>>> d_runs;
  std::optional<Join> d_join;
  std::uint64_t d_each = 0;  // number of elements for each work-item
  std::map<LoopId, Shape> d_shapes;
  std::map<std::pair<ValueId, EnvironmentId>, Joined> d_values;
  std::unordered_map<Term, Term> d_logarithms;
  smt::Powers d_powers;  // powers of two in the current question, with logarithms of 6
                         // bits
  unsigned d_depth = 0;
  std::vector<Term> d_relations;
  EnvironmentId d_detached = access::kOutside;  // an iteration with no other known facts
  Term d_size, d_count, d_element, d_is_power, d_exponent;
};

}  // namespace

EverySize prove_for_every_size(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                               smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options,
                               const model::ScanClaim& claim, const std::vector<SiteId>& once) {
  return Prover(kernel, facts, store, solver, options, claim, once).run();
}

model::LaunchFacts with_size(model::LaunchFacts facts, std::uint64_t size) {
  facts.open = {};
  facts.local_size = {size, 1, 1};
  facts.global_size = {size, 1, 1};
  return facts;
}

}  // namespace launchproof::scans
