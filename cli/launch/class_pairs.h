// Pairs the launch classes of two captures that correspond to each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace launchproof::cli {

struct DescribedClass {
  std::string key;                             // equal in captures of the same launches of the same programs
  std::string kernel;                          // as reports name it
  std::string sizes;                           // describes the sizes of the launch
  std::array<std::uint64_t, 3> global_size{};  // in work-items; zeros: unknown
  // Maps each parameter's name to a description of the value, or of the buffer's size and origin. Unknown
  // values and the sizes of local memory are omitted.
  std::map<std::string, std::string> arguments;
};

struct ClassPairs {
  using Pair = std::pair<std::size_t, std::size_t>;  // numbers of the old and of the new class, from 0
  std::vector<Pair> same;       // the same program and launch, so nothing needs to be compared
  std::vector<Pair> different;  // in the order of the new classes
  std::vector<std::size_t> only_old;
  std::vector<std::size_t> only_new;
};

// Pairs classes of the same kernel whose arguments with equal names agree. Classes with equal keys are paired
// first, then those with equal sizes, then those with equal global sizes, then the rest. Each class is used
// once, in the order of the captures.
ClassPairs pair_classes(const std::vector<DescribedClass>& old_classes,
                        const std::vector<DescribedClass>& new_classes);

}  // namespace launchproof::cli
