#include "verify/worker/classes/partial_answers.h"

#include <utility>

namespace launchproof::worker {

void PartialAnswers::begin(const Outcome& known) {
  d_is_open = d_send != nullptr;
  if (!d_is_open) return;
  d_known = known;
  d_send(d_known);
}

void PartialAnswers::tell(const verdict::ClassResult& result) {
  if (!d_is_open) return;
  Outcome so_far = d_known;
  so_far.result = result;
  so_far.result.properties.insert(d_known.result.properties.begin(), d_known.result.properties.end());
  so_far.result.kernel = d_known.result.kernel;
  so_far.result.source = d_known.result.source;
  so_far.result.launch = d_known.result.launch;
  so_far.result.grid = d_known.result.grid;
  so_far.result.launches = d_known.result.launches;
  so_far.result.call_site = d_known.result.call_site;
  so_far.result.repro = d_known.result.repro;
  d_send(so_far);
}

}  // namespace launchproof::worker
