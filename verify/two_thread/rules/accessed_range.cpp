// Rule accessedOffsetInRange: the logged offset is in the range that a bounded counter gives it, starting at
// the offset without the counter.
#include <algorithm>

#include "verify/two_thread/rules/offsets.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

// Returns the bound below which the counter stays in each iteration, as wide as addresses; null if the
// condition is of another kind, or if the loop changes the bound.
Term bound_of(const Head& head, const model::Phi& phi, model::ValueId condition, unsigned width) {
  using model::Op;
  smt::TermStore& store = head.store();
  const model::Value& compares = head.setting.kernel.values[condition];
  const bool is_signed = compares.op == Op::SLess || compares.op == Op::SLessEq;
  const bool is_less = is_signed || compares.op == Op::ULess || compares.op == Op::ULessEq;
  if (!is_less || compares.operands[0] != phi.value) return {};
  const Term bound = head.values.value(compares.operands[1], head.body, 0);
  if (without_heads(head, bound) != bound || bound.width() > width) return {};
  const Term wide = is_signed ? store.sext(bound, width) : store.zext(bound, width);
  const bool is_within = compares.op == Op::SLessEq || compares.op == Op::ULessEq;
  return is_within ? store.add(wide, store.bv(1, width)) : wide;
}

// Returns the growth of the address with the counter if everything else is 0; null if it is not constant.
Term scale_of(const Head& head, const model::Phi& phi, Term address) {
  smt::TermStore& store = head.store();
  const Term now = head.now(phi.value, 0);
  const std::vector<Term> variables = store.variables(address);
  const auto with = [&](unsigned number) {
    return store.substitute(address, [&](Term part) {
      if (part.width() == 0 || std::ranges::find(variables, part) == variables.end()) return Term();
      return store.bv(part == now ? number : 0, part.width());
    });
  };
  const Term scale = store.sub(with(1), with(0));
  return scale.is_constant() && scale->value != 0 ? scale : Term();
}

}  // namespace

void accessed_range(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  const model::KernelModel& kernel = head.setting.kernel;
  for (const Head::HeadLog& log : head.logs)
    for (const model::SiteId site : log.sites) {
      const auto logged = logged_offset(head, site);
      if (!logged) continue;
      for (const model::Phi& phi : head.phis()) {
        if (head.width(phi) < 8) continue;
        const Term scale = scale_of(head, phi, logged->address);
        if (!scale) continue;
        for (const analysis::ExitEdge& exit : head.setting.graph.exits(head.loop)) {
          const model::ValueId condition = kernel.blocks[exit.from].condition;
          if (condition == model::kNone) continue;
          const Term bound = bound_of(head, phi, condition, scale.width());
          if (!bound) continue;
          const Term low = without_heads(head, logged->address), watched = log.at.address;
          const Term high = store.add(low, store.mul(bound, scale));
          into.push_back(
              {store.implies(log.set, store.and_(store.sle(low, watched), store.slt(watched, high)))});
        }
      }
    }
}

}  // namespace launchproof::two_thread
