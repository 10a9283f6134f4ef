// Rules r12 and r13, noread: a barrier has ordered the reads of earlier iterations.
#include "verify/two_thread/rules/not_logged.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

void no_read(const Head& head, std::vector<Guess>& into) {
  guess_not_logged(head, LogKind::Read, into);
}

}  // namespace launchproof::two_thread
