#include "verify/two_thread/rules/offsets.h"

#include <algorithm>

#include "verify/smt/terms/bits.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

// Returns the variables of the first work-item's ids.
std::vector<Term> id_variables(const Head& head) {
  const symbolic::WorkItem& item = head.values.item(0);
  std::vector<Term> result;
  for (unsigned d = 0; d < 3; ++d)
    for (const Term id : {item.local_id[d], item.group_id[d]}) {
      const std::vector<Term> variables = head.store().variables(id);
      result.insert(result.end(), variables.begin(), variables.end());
    }
  return result;
}

bool is_among(const std::vector<Term>& terms, Term term) {
  return std::ranges::find(terms, term) != terms.end();
}

}  // namespace

std::optional<LoggedOffset> logged_offset(const Head& head, model::SiteId id) {
  const model::KernelModel& kernel = head.setting.kernel;
  const model::Site& site = kernel.sites[id];
  if (site.arrays.size() != 1 || kernel.blocks[site.block].loop != head.loop) return std::nullopt;
  const Term offset = head.values.value(site.offset, head.body, 0);
  const std::uint64_t origin = head.setting.regions.placement(site.arrays[0]).origin;
  return LoggedOffset{head.store().add(offset, head.store().bv(origin, offset.width())), site.bytes};
}

Term with_heads(const Head& head, Term term, Term (*replacement)(const Head&, const model::Phi&)) {
  return head.store().substitute(term, [&](Term part) {
    for (const model::Phi& phi : head.phis())
      if (head.now(phi.value, 0) == part) return replacement(head, phi);
    return Term();
  });
}

Term without_heads(const Head& head, Term term) {
  return with_heads(head, term, [](const Head& at, const model::Phi& phi) {
    return at.width(phi) == 1 ? Term() : at.store().bv(0, at.width(phi));
  });
}

Term at_first(const Head& head, Term term) {
  return with_heads(head, term, [](const Head& at, const model::Phi& phi) { return at.initial(phi, 0); });
}

Term stepped(const Head& head, Term term) {
  return with_heads(head, term, [](const Head& at, const model::Phi& phi) {
    smt::TermStore& store = at.store();
    const unsigned width = at.width(phi);
    if (width == 1) return Term();
    const Term step = store.sub(at.values.value(at.next(phi), at.body, 0), at.now(phi.value, 0));
    if (!step.is_constant()) return Term();
    const Term count = store.bv_var("steps." + std::to_string(phi.value), width);
    return store.add(at.initial(phi, 0), store.mul(step, count));
  });
}

std::optional<IdFactor> factor_of_id(const Head& head, Term term, Term id) {
  smt::TermStore& store = head.store();
  const std::vector<Term> variables = store.variables(id);
  if (variables.size() != 1) return std::nullopt;
  const auto with = [&](unsigned number, const std::vector<Term>& none) {
    return store.substitute(term, [&](Term part) {
      if (part == variables[0]) return store.bv(number, part.width());
      return is_among(none, part) ? store.bv(0, part.width()) : Term();
    });
  };
  const Term without = with(0, {}), factor = store.sub(with(1, {}), without);
  if (factor.is_constant())
    return smt::to_signed(factor->value, factor.width()) > 0 ? std::optional(IdFactor{factor, without})
                                                             : std::nullopt;
  const std::vector<Term> ids = id_variables(head);
  const Term alone = store.sub(with(1, ids), with(0, ids));
  // Returns whether the term depends on no work-item and no iteration.
  const bool is_of_launch =
      !alone.is_constant() && std::ranges::none_of(store.variables(alone), [&](Term variable) {
        return head.values.all_made_in().contains(variable);
      });
  return is_of_launch ? std::optional(IdFactor{alone, without}) : std::nullopt;
}

}  // namespace launchproof::two_thread
