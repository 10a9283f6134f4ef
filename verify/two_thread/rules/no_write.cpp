// Rules r12 and r13, nowrite: a barrier has ordered the writes of earlier iterations.
#include "verify/two_thread/rules/not_logged.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

void no_write(const Head& head, std::vector<Guess>& into) {
  guess_not_logged(head, LogKind::Write, into);
}

}  // namespace launchproof::two_thread
