#include "cli/launch/class_pairs.h"

#include <algorithm>
#include <functional>

namespace launchproof::cli {
namespace {

bool agree_in_arguments(const DescribedClass& one, const DescribedClass& other) {
  return std::ranges::all_of(one.arguments, [&](const auto& argument) {
    const auto same = other.arguments.find(argument.first);
    return same == other.arguments.end() || same->second == argument.second;
  });
}

bool correspond(const DescribedClass& one, const DescribedClass& other) {
  return one.kernel == other.kernel && agree_in_arguments(one, other);
}

}  // namespace

ClassPairs pair_classes(const std::vector<DescribedClass>& old_classes,
                        const std::vector<DescribedClass>& new_classes) {
  ClassPairs result;
  std::vector<bool> is_taken(old_classes.size(), false);
  std::vector<bool> is_paired(new_classes.size(), false);
  using Fits = std::function<bool(const DescribedClass&, const DescribedClass&)>;
  const auto pair = [&](const Fits& fits, std::vector<ClassPairs::Pair>& pairs) {
    for (std::size_t now = 0; now < new_classes.size(); ++now) {
      if (is_paired[now]) continue;
      for (std::size_t before = 0; before < old_classes.size(); ++before) {
        if (is_taken[before] || !fits(old_classes[before], new_classes[now])) continue;
        is_taken[before] = is_paired[now] = true;
        pairs.emplace_back(before, now);
        break;
      }
    }
  };
  pair([](const auto& one, const auto& other) { return one.key == other.key; }, result.same);
  pair([](const auto& one, const auto& other) { return correspond(one, other) && one.sizes == other.sizes; },
       result.different);
  pair([](const auto& one,
          const auto& other) { return correspond(one, other) && one.global_size == other.global_size; },
       result.different);
  pair(correspond, result.different);
  std::ranges::sort(result.different, {}, &ClassPairs::Pair::second);
  for (std::size_t i = 0; i < old_classes.size(); ++i)
    if (!is_taken[i]) result.only_old.push_back(i);
  for (std::size_t i = 0; i < new_classes.size(); ++i)
    if (!is_paired[i]) result.only_new.push_back(i);
  return result;
}

}  // namespace launchproof::cli
