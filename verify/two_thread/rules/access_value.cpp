// Rule accessValueMaintained: writes in the loop store one value, which the loop does not change.
#include <algorithm>
#include <optional>

#include "verify/symbolic/terms/operation.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

// Returns the value that the loop's write stores in each piece; nothing if it is not the same in all
// iterations.
std::optional<Term> one_value(const Head& head, const model::Site& site, std::uint32_t piece) {
  smt::TermStore& store = head.store();
  if (site.kind != model::AccessKind::Write || site.written.empty() || site.inside != model::kNone ||
      site.copy != model::kNone || piece > site.component_bytes)
    return std::nullopt;
  std::optional<Term> result;
  for (const model::ValueId written : site.written) {
    const Term component = symbolic::to_bits(store, head.values.value(written, head.body, 0));
    if (std::ranges::any_of(store.variables(component), [&](Term variable) {
          return head.values.is_within(head.values.made_in(variable), head.body);
        }))
      return std::nullopt;
    const Term whole = store.zext(component, std::max(component.width(), site.component_bytes * 8));
    for (std::uint32_t byte = 0; byte < site.component_bytes; byte += piece) {
      const Term part = store.extract(whole, byte * 8, piece * 8);
      if (result && *result != part) return std::nullopt;
      result = part;
    }
  }
  return result;
}

}  // namespace

void access_value(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const Head::HeadLog& log : head.logs) {
    if (log.kind != LogKind::Write || !log.at.value || head.setting.limits.strict || log.sites.empty())
      continue;
    std::optional<Term> value;
    for (const model::SiteId site : log.sites) {
      const auto stored =
          one_value(head, head.setting.kernel.sites[site], head.memory.region(log.region).piece);
      if (!stored || (value && *value != *stored)) {
        value.reset();
        break;
      }
      value = stored;
    }
    if (!value) continue;
    into.push_back({store.implies(log.set, store.or_(store.eq(log.at.value, *value), log.before))});
  }
}

}  // namespace launchproof::two_thread
