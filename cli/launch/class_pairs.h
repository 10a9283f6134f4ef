// Which launch class of one capture corresponds to which class of another.
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
  std::string sizes;                           // of the launch, in words
  std::array<std::uint64_t, 3> global_size{};  // in work-items; zeros: not known
  // By the name of the parameter: the value, or the size and the origin of the buffer, in words. What is not
  // known, and the sizes of local memory, are missing.
  std::map<std::string, std::string> arguments;
};

struct ClassPairs {
  using Pair = std::pair<std::size_t, std::size_t>;  // numbers of the old and of the new class, from 0
  std::vector<Pair> same;       // the same program and launch: there is nothing to compare
  std::vector<Pair> different;  // in the order of the new classes
  std::vector<std::size_t> only_old;
  std::vector<std::size_t> only_new;
};

// Pairs the classes of one kernel whose arguments of equal names agree: first those of equal keys, then those
// of equal sizes, then those of equal global sizes, then the rest, each class once and in the order of the
// captures.
ClassPairs pair_classes(const std::vector<DescribedClass>& old_classes,
                        const std::vector<DescribedClass>& new_classes);

}  // namespace launchproof::cli
