#include "capture/overlap.h"

#include <set>

#include "capture/reading/order_walk.h"

namespace launchproof::capture {
namespace {

// Returns whether launches of the process can run at the same time at all.
bool may_overlap(const Capture& capture, const Process& process) {
  std::size_t queues = 0;
  bool out_of_order = false;
  for (const Queue& queue : capture.queues) {
    if (queue.process != process.tag) continue;
    ++queues;
    out_of_order = out_of_order || queue.out_of_order;
  }
  return queues > 1 || out_of_order;
}

}  // namespace

Overlaps find_overlaps(const Capture& capture) {
  std::set<Overlap> pairs;
  Overlaps found;
  for (const Process& process : capture.processes) {
    if (!may_overlap(capture, process)) continue;
    const std::string of = "process " + process.tag + ": ";
    if (process.order.is_cut_off)
      found.limits.push_back(of + "the order of its later launches is not recorded");
    OrderWalk walk(capture, pairs);
    walk.run(process);
    if (walk.lost_some())
      found.limits.push_back(of +
                             "so many launches were under way at once that not all pairs were looked at");
    if (walk.lacks_launches() || process.order.lacks_moved)
      found.limits.push_back(of + "launches whose contents were known only later were not looked at");
  }
  found.pairs.assign(pairs.begin(), pairs.end());
  return found;
}

}  // namespace launchproof::capture
