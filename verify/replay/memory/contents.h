// Inputs of a replay besides the launch facts: contents, and its limits.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::replay {

// The contents of buffers before the launch, and the value of a scalar that the launch facts do not give.
struct Contents {
  // In 32-bit words. Iota: 0, 1, 2, …; Rising and Falling: one number for all words of an object, which is
  // larger (smaller) than that of the objects before it, signed and unsigned.
  enum class Fill : std::uint8_t { Zero, Iota, Random, Rising, Falling };
  Fill fill = Fill::Random;
  std::uint64_t seed = 1;
  std::map<std::uint64_t, std::vector<std::uint8_t>> objects;  // by BufferArgument::object, from its start
  std::set<std::uint64_t> chosen;  // of `objects`: some bytes are made up, however many are given
  std::map<std::uint32_t, std::vector<std::uint8_t>> values;  // by parameter number; made up
  std::int64_t scalar = 4;                                    // each other scalar that is not given
  // Objects whose bytes are undefined before the launch: created without contents and never written. They are
  // filled like the others, and reads of bytes that no work-item wrote are noted.
  std::set<std::uint64_t> undefined;
};

// Returns the fill in words: "zeros".
const char* in_words(Contents::Fill fill);
// Returns the 32-bit word number `word` of an object where `contents` gives none.
std::uint32_t filled_word(const Contents& contents, std::uint64_t object, std::uint64_t word);
// Returns a scalar argument of this type that neither the launch nor `contents` gives.
std::vector<std::uint8_t> filled_scalar(const Contents& contents, const std::string& type,
                                        std::uint64_t bytes);

// The object of a pointer argument that the launch facts do not give, in Contents::objects.
constexpr std::uint64_t object_of_unknown(std::uint32_t parameter) {
  return UINT64_MAX - parameter;
}

struct Options {
  std::vector<std::array<std::uint64_t, 3>> groups;  // run these only; empty: all
  std::uint64_t maximum_steps = 4'000'000'000;       // compared accesses and loop iterations, of a thread
  double seconds = 10;                               // of execution
  std::uint64_t maximum_memory = 1ULL << 30;         // bytes of contents, shadow and stacks
  bool keep_results = false;
  // Atomics and fences order accesses of different groups (happens_before.h). A race seen between two groups
  // is then a race of this execution. A race that is not seen may occur in another one.
  bool follow_orders = false;
  // The memory objects (BufferArgument::object) for which Outcome::footprints are wanted. Groups then run one
  // after the other.
  std::set<std::uint64_t> footprint;
  model::BarrierRule barrier_rule = model::BarrierRule::OpenCl;
  unsigned threads =
      0;  // that run groups; 0: as many as the machine has processors, fewer for few work-items
};

}  // namespace launchproof::replay
