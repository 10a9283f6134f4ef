#include "capture/class_overlap.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "capture/reading/buffers.h"

namespace launchproof::capture {
namespace {

constexpr std::uint64_t kReadOnlyMemory = 4;  // CL_MEM_READ_ONLY

// A range of a memory object that a launch may reach.
struct Stretch {
  ObjectId root = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  bool may_be_written = true;
};

std::vector<Stretch> stretches_of(const ArgumentValue& value, bool is_const) {
  std::vector<Stretch> stretches;
  const auto add = [&](Stretch stretch, std::uint64_t flags) {
    stretch.may_be_written = !is_const && (flags & kReadOnlyMemory) == 0;
    stretches.push_back(stretch);
  };
  for_each_buffer(value, [&](const BufferArgument& buffer) {
    Stretch stretch;
    stretch.root = buffer.root;
    stretch.begin = buffer.origin - std::min(buffer.before.value_or(0), buffer.origin);
    if (buffer.bytes) stretch.end = buffer.origin + *buffer.bytes;
    add(stretch, buffer.flags);
  });
  if (const auto* image = std::get_if<ImageArgument>(&value)) {
    Stretch stretch;
    stretch.root = image->root;
    stretch.begin = image->origin;
    add(stretch, image->flags);
  }
  return stretches;
}

struct Reached {
  Stretch stretch;
  std::optional<std::size_t> argument;  // none: through pointers in memory
};

std::vector<Reached> reached_by(const Launch& launch) {
  std::vector<Reached> all;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    for (const Stretch& stretch : stretches_of(launch.arguments[i].value, launch.arguments[i].is_const))
      all.push_back({stretch, i});
  for (const ArgumentValue& value : launch.reach.memory)
    for (const Stretch& stretch : stretches_of(value, false)) all.push_back({stretch, std::nullopt});
  return all;
}

void add(MemoryPath& path, const Reached& reached) {
  if (!reached.argument)
    path.by_pointers = true;
  else if (std::ranges::find(path.arguments, *reached.argument) == path.arguments.end())
    path.arguments.push_back(*reached.argument);
}

auto rank(const CommonMemory& memory) {
  return std::tuple(memory.may_be_written, memory.objects != 0);
}

}  // namespace

CommonMemory common_memory(const Launch& first, const Launch& second) {
  CommonMemory common;
  std::set<ObjectId> objects;
  for (const Reached& one : reached_by(first)) {
    for (const Reached& other : reached_by(second)) {
      if (one.stretch.root != other.stretch.root || one.stretch.begin >= other.stretch.end ||
          other.stretch.begin >= one.stretch.end)
        continue;
      objects.insert(one.stretch.root);
      add(common.first, one);
      add(common.second, other);
      if (one.stretch.may_be_written || other.stretch.may_be_written) common.may_be_written = true;
    }
  }
  std::ranges::sort(common.second.arguments);
  common.objects = objects.size();
  return common;
}

std::vector<ClassOverlap> class_overlaps(const Capture& capture, const Overlaps& overlaps,
                                         const std::vector<LaunchClass>& classes) {
  std::map<std::size_t, std::size_t> class_of;
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (const std::size_t launch : classes[i].launches) class_of[launch] = i;
  std::map<std::pair<std::size_t, std::size_t>, ClassOverlap> by_class;
  for (Overlap pair : overlaps.pairs) {
    if (class_of[pair.first] > class_of[pair.second]) std::swap(pair.first, pair.second);
    const auto key = std::pair(class_of[pair.first], class_of[pair.second]);
    const ClassOverlap found{key.first, key.second, pair,
                             common_memory(capture.launches[pair.first], capture.launches[pair.second])};
    const auto [known, is_new] = by_class.try_emplace(key, found);
    if (!is_new && rank(known->second.memory) < rank(found.memory)) known->second = found;
  }
  std::vector<ClassOverlap> all;
  all.reserve(by_class.size());
  for (const auto& [key, overlap] : by_class) all.push_back(overlap);
  return all;
}

namespace {

// The memory that two launches share: the numbers of their ranges, and the distance between the two starts.
using Sharing = std::vector<std::tuple<std::size_t, std::size_t, std::uint64_t>>;

Sharing sharing_of(const Launch& first, const Launch& second) {
  Sharing result;
  const std::vector<Reached> here = reached_by(first), there = reached_by(second);
  for (std::size_t i = 0; i < here.size(); ++i)
    for (std::size_t k = 0; k < there.size(); ++k)
      if (here[i].stretch.root == there[k].stretch.root)
        result.emplace_back(i, k, there[k].stretch.begin - here[i].stretch.begin);
  return result;
}

}  // namespace

std::vector<LaunchPair> launch_pairs(const Capture& capture, const Overlaps& overlaps,
                                     const std::vector<LaunchClass>& classes) {
  std::map<std::size_t, std::size_t> class_of;
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (const std::size_t launch : classes[i].launches) class_of[launch] = i;
  // Launches of one class may belong to different programs with the same text, whose variables differ, and to
  // different devices, between which atomics have another scope.
  std::map<std::tuple<std::size_t, std::size_t, bool, bool, Sharing>, LaunchPair> all;
  for (Overlap pair : overlaps.pairs) {
    if (class_of[pair.first] > class_of[pair.second]) std::swap(pair.first, pair.second);
    const Launch& first = capture.launches[pair.first];
    const Launch& second = capture.launches[pair.second];
    const std::size_t one = class_of[pair.first], other = class_of[pair.second];
    const auto [entry, is_new] = all.try_emplace({one, other, first.program == second.program,
                                                  first.device == second.device, sharing_of(first, second)});
    if (is_new) entry->second = {one, other, pair, 0, common_memory(first, second)};
    ++entry->second.count;
  }
  std::vector<LaunchPair> result;
  result.reserve(all.size());
  for (const auto& [key, pair] : all) result.push_back(pair);
  return result;
}

std::string show_path(const MemoryPath& path) {
  std::string text;
  for (std::size_t i = 0; i < path.arguments.size(); ++i) {
    if (i != 0) text += i + 1 == path.arguments.size() ? " and " : ", ";
    text += std::to_string(path.arguments[i]);
  }
  if (!text.empty()) text = (path.arguments.size() == 1 ? "argument " : "arguments ") + text;
  if (!path.by_pointers) return text;
  return text.empty() ? "pointers in memory" : text + " and pointers in memory";
}

}  // namespace launchproof::capture
