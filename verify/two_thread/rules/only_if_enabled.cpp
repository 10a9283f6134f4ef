// Rule r4, accessOnlyIfEnabledInEnclosingScopes: an access is logged only by an enabled work-item.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

// "entered" means that an enclosing condition held, whichever condition it is.
void only_if_enabled(const Head& head, std::vector<Guess>& into) {
  if (head.entered[0].is_true()) return;
  for (const Head::HeadLog& log : head.logs)
    if (!log.sites.empty()) into.push_back({head.store().implies(log.set, head.entered[0])});
}

}  // namespace launchproof::two_thread
