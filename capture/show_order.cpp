#include <algorithm>
#include <map>
#include <set>

#include "capture/overlap.h"
#include "capture/printable.h"
#include "capture/show.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownPairs = 50;

// "argument 0", "arguments 0 and 2": those through which the launch gets one of the objects.
std::string show_places(const Launch& launch, const std::vector<ObjectId>& objects) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[i].value);
    const auto* image = std::get_if<ImageArgument>(&launch.arguments[i].value);
    ObjectId root = 0;
    if (buffer != nullptr) root = buffer->root;
    if (image != nullptr) root = image->root;
    if (std::ranges::find(objects, root) != objects.end()) numbers.push_back(std::to_string(i));
  }
  std::string text = numbers.size() == 1 ? "argument " : "arguments ";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += numbers[i];
  }
  return text;
}

std::string show_pair(const Capture& capture, const Overlap& pair, std::size_t first, std::size_t second) {
  const Launch& one = capture.launches[pair.first];
  const Launch& other = capture.launches[pair.second];
  std::string text = "  ";
  text += std::to_string(first + 1);
  text += ' ';
  text += printable(one.kernel);
  text += " and ";
  text += std::to_string(second + 1);
  text += ' ';
  text += printable(other.kernel);
  const std::vector<ObjectId> shared = shared_objects(one, other);
  if (shared.empty()) return text + ": no memory object in common\n";
  text += shared.size() == 1 ? ": one memory object in common, "
                             : ": " + std::to_string(shared.size()) + " memory objects in common, ";
  return text + show_places(one, shared) + " of the one and " + show_places(other, shared) +
         " of the other\n";
}

}  // namespace

std::string show_order(const Capture& capture, const std::vector<LaunchClass>& classes) {
  const Overlaps overlaps = find_overlaps(capture);
  if (overlaps.pairs.empty() && overlaps.limits.empty()) return {};
  std::map<std::size_t, std::size_t> class_of;
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (const std::size_t launch : classes[i].launches) class_of[launch] = i;
  // Of each two classes one pair, at best with memory in common.
  std::map<std::pair<std::size_t, std::size_t>, Overlap> by_class;
  for (Overlap pair : overlaps.pairs) {
    if (class_of[pair.first] > class_of[pair.second]) std::swap(pair.first, pair.second);
    const auto [known, is_new] = by_class.try_emplace({class_of[pair.first], class_of[pair.second]}, pair);
    const Overlap& before = known->second;
    if (!is_new && shared_objects(capture.launches[before.first], capture.launches[before.second]).empty())
      known->second = pair;
  }
  std::string text = "\nlaunches that may run at once: nothing that is recorded puts one before the other\n";
  std::size_t shown = 0;
  for (const auto& [key, pair] : by_class) {
    if (++shown > kShownPairs) break;
    text += show_pair(capture, pair, key.first, key.second);
  }
  if (by_class.size() > kShownPairs)
    text += "  and " + std::to_string(by_class.size() - kShownPairs) + " more pairs of classes\n";
  for (const std::string& limit : overlaps.limits) text += "  " + printable(limit) + '\n';
  return text;
}

}  // namespace launchproof::capture
