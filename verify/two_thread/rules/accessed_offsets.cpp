// Rule r1, accessedOffsetsSatisfyPredicates: the logged offset is congruent to that of an access, modulo its
// step.
#include <algorithm>

#include "verify/two_thread/rules/offsets.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {
constexpr unsigned kLowBits = 32;
}  // namespace

void accessed_offsets(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const Head::HeadLog& log : head.logs) {
    std::vector<Term> places;
    for (const model::SiteId site : log.sites) {
      const auto logged = logged_offset(head, site);
      if (!logged) {
        places.clear();
        break;
      }
      const Term first = at_first(head, logged->address);
      // Compares only low bits: over all bits, a counter may be sign-extended.
      const unsigned width = std::min(first.width(), kLowBits);
      const Term distance =
          store.sub(store.trunc(stepped(head, logged->address), width), store.trunc(first, width));
      const Term from_first = store.sub(log.at.address, first);
      const unsigned kept =
          distance.is_constant() && distance->value == 0 ? width : store.trailing_zeros(distance);
      if (kept == 0 || kept > width) {
        places.clear();
        break;
      }
      const Term low = store.trunc(from_first, kept == width ? first.width() : kept);
      if (kept < 32 && logged->bytes >= (1U << kept)) {
        places.clear();
        break;
      }
      places.push_back(store.ult(low, store.bv(logged->bytes, low.width())));
    }
    if (places.empty()) continue;
    into.push_back({store.implies(log.set, store.or_(store.or_(places), log.before))});
  }
}

}  // namespace launchproof::two_thread
