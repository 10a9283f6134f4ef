#include "verify/access/questions/open_sizes.h"

#include <algorithm>

namespace launchproof::access {

using smt::Term;
using symbolic::LaunchTerms;

namespace {

constexpr std::uint64_t kMostWorkItems = 0x7fffffff;  // largest number in a dimension (model::OpenSizes)

}  // namespace

std::optional<model::LaunchSizes> sizes_of(const Context& context, const smt::Model& model) {
  const model::LaunchFacts& facts = context.facts;
  model::LaunchSizes sizes;
  for (unsigned d = 0; d < 3; ++d) {
    sizes.local[d] = static_cast<std::uint64_t>(model.evaluate(context.launch.local_size(d)));
    sizes.groups[d] = static_cast<std::uint64_t>(model.evaluate(context.launch.groups(d)));
    // Variables that are not in the model are 0.
    sizes.local[d] = std::max<std::uint64_t>(sizes.local[d], 1);
    sizes.groups[d] = std::max<std::uint64_t>(sizes.groups[d], 1);
    const bool is_open = facts.open.local[d] != 0 || facts.open.groups[d] != 0;
    if (!is_open) continue;
    // If a model does not include the product, the product may be too large.
    if (sizes.local[d] > kMostWorkItems / sizes.groups[d]) return std::nullopt;
    if (facts.open.global[d]) continue;
    if (facts.global_size[d] % sizes.local[d] != 0) return std::nullopt;
    sizes.groups[d] = facts.global_size[d] / sizes.local[d];
  }
  return sizes;
}

std::vector<Term> open_sizes(LaunchTerms& launch, const model::OpenSizes& open) {
  std::vector<Term> result;
  for (unsigned d = 0; d < 3; ++d) {
    if (open.local[d] != 0) result.push_back(launch.local_size(d));
    if (open.groups[d] != 0) result.push_back(launch.groups(d));
  }
  return result;
}

}  // namespace launchproof::access
