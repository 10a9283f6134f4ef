#include <algorithm>

#include "capture/class_overlap.h"
#include "capture/printable.h"
#include "capture/show.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownPairs = 50;

std::string show_pair(const Capture& capture, const ClassOverlap& pair) {
  std::string text = "  ";
  text += std::to_string(pair.first + 1);
  text += ' ';
  text += printable(capture.launches[pair.launches.first].kernel);
  text += " and ";
  text += std::to_string(pair.second + 1);
  text += ' ';
  text += printable(capture.launches[pair.launches.second].kernel);
  if (pair.memory.objects == 0) return text + ": no memory in common\n";
  text += pair.memory.objects == 1
              ? ": one memory object in common, "
              : ": " + std::to_string(pair.memory.objects) + " memory objects in common, ";
  text += show_path(pair.memory.first) + " of the one and " + show_path(pair.memory.second) + " of the other";
  return text + (pair.memory.may_be_written ? "\n" : ", declared to be read only\n");
}

}  // namespace

std::string show_order(const Capture& capture, const std::vector<LaunchClass>& classes) {
  const Overlaps overlaps = find_overlaps(capture);
  if (overlaps.pairs.empty() && overlaps.limits.empty()) return {};
  const std::vector<ClassOverlap> pairs = class_overlaps(capture, overlaps, classes);
  std::string text = "\nlaunches that may run at once: nothing that is recorded puts one before the other\n";
  for (std::size_t i = 0; i < std::min(pairs.size(), kShownPairs); ++i) text += show_pair(capture, pairs[i]);
  if (pairs.size() > kShownPairs)
    text += "  and " + std::to_string(pairs.size() - kShownPairs) + " more pairs of classes\n";
  for (const std::string& limit : overlaps.limits) text += "  " + printable(limit) + '\n';
  return text;
}

}  // namespace launchproof::capture
