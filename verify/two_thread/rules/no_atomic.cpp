// Rules r12 and r13, noatomic: a barrier has ordered the atomics of earlier iterations.
#include "verify/two_thread/rules/not_logged.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

void no_atomic(const Head& head, std::vector<Guess>& into) {
  guess_not_logged(head, LogKind::Atomic, into);
}

}  // namespace launchproof::two_thread
