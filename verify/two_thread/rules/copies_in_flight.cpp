// Rule copyInFlight: guesses where copies in flight at the head were started.
//
// A copy that the loop starts was started in the previous iteration or in an earlier one. A copy that the
// loop only waits for is in flight while the counters have their initial values.
#include <optional>

#include "verify/two_thread/rules/offsets.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

// Returns the contiguous range that the copy touches in this iteration.
struct Range {
  Term begin, bytes;
};

std::optional<Range> range_of(const Head& head, model::SiteId id) {
  smt::TermStore& store = head.store();
  const model::Site& site = head.setting.kernel.sites[id];
  const auto accessed = logged_offset(head, id);
  if (!accessed) return std::nullopt;
  const Term element = head.values.value(site.element, head.body, 0);
  const auto with = [&](unsigned number) {
    return store.substitute(accessed->address, [&](Term part) {
      return part == element ? store.bv(number, part.width()) : Term();
    });
  };
  const Term begin = with(0), apart = store.sub(with(1), begin);
  if (!apart.is_constant() || apart->value != site.bytes) return std::nullopt;
  return Range{begin, store.mul(head.values.value(site.elements, head.body, 0), apart)};
}

// Returns the term in the previous iteration, provided that the head's values in it have constant steps.
Term before(const Head& head, Term term) {
  return with_heads(head, term, [](const Head& at, const model::Phi& phi) {
    smt::TermStore& store = at.store();
    if (at.width(phi) == 1) return Term();
    const Term now = at.now(phi.value, 0);
    const Term step = store.sub(at.values.value(at.next(phi), at.body, 0), now);
    return step.is_constant() ? store.sub(now, step) : Term();
  });
}

}  // namespace

void copies_in_flight(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const Head::InFlight& flight : head.copies) {
    const Term is_there = store.and_(flight.set, store.or_(head.enabled));
    const Term watched = head.memory.region(flight.key.first).at.address;
    if (!flight.is_begun) {
      for (const model::Phi& phi : head.phis())
        if (head.width(phi) >= 8 && head.guards(phi))
          into.push_back({store.implies(is_there, store.eq(head.now(phi.value, 0), head.initial(phi, 0)))});
      continue;
    }
    for (const model::SiteId site : flight.sites) {
      const auto range = range_of(head, site);
      if (!range) continue;
      const Term last = before(head, range->begin), first = at_first(head, range->begin);
      into.push_back(
          {store.implies(is_there, store.ult(store.sub(watched, last), before(head, range->bytes)))});
      into.push_back(
          {store.implies(is_there, store.ult(store.sub(watched, first), store.sub(range->begin, first)))});
    }
  }
}

}  // namespace launchproof::two_thread
