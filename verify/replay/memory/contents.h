// Inputs of a replay in addition to the launch facts: contents and limits.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::replay {

// The contents of buffers before the launch, and the values of scalars that the launch facts do not give.
struct Contents {
  // In 32-bit words. Iota: 0, 1, 2, …; Rising and Falling: the same number in all words of an object, larger
  // (smaller) than in the objects before it, both signed and unsigned.
  enum class Fill : std::uint8_t { Zero, Iota, Random, Rising, Falling };
  Fill fill = Fill::Random;
  std::uint64_t seed = 1;
  std::map<std::uint64_t, std::vector<std::uint8_t>> objects;  // by BufferArgument::object; the bytes from
                                                               // the object's start on
  std::set<std::uint64_t> chosen;  // objects in `objects` with made-up bytes, even if other bytes are given
  std::map<std::uint32_t, std::vector<std::uint8_t>> values;  // by parameter number: made-up values
  std::int64_t scalar = 4;                                    // value of every other scalar that is not given
  // Objects whose bytes are undefined before the launch: created without contents and never written. They are
  // filled like the others, but reads of bytes that no work-item wrote are reported.
  std::set<std::uint64_t> undefined;
};

// Returns the name of the fill for messages: "zeros".
const char* in_words(Contents::Fill fill);
// Returns the 32-bit word number `word` of an object for which `contents` gives no bytes.
std::uint32_t filled_word(const Contents& contents, std::uint64_t object, std::uint64_t word);
// Returns the value of a scalar argument of this type that neither the launch nor `contents` gives.
std::vector<std::uint8_t> filled_scalar(const Contents& contents, const std::string& type,
                                        std::uint64_t bytes);

// Returns the key in Contents::objects for a pointer argument that the launch facts do not give.
constexpr std::uint64_t object_of_unknown(std::uint32_t parameter) {
  return UINT64_MAX - parameter;
}

struct Options {
  std::vector<std::array<std::uint64_t, 3>> groups;  // run only these; empty: all
  std::uint64_t maximum_steps = 4'000'000'000;       // limit of compared accesses and loop iterations of a
                                                     // thread
  double seconds = 10;                               // of execution
  std::uint64_t maximum_memory = 1ULL << 30;         // limit of the bytes of contents, shadow and stacks
  bool keep_results = false;
  // Atomics and fences order accesses of different groups (happens_before.h). A race seen between two groups
  // is then a race of this execution; a race that is not seen may occur in another execution.
  bool follow_orders = false;
  // The memory objects (BufferArgument::object) for which Outcome::footprints are requested. Groups then run
  // one after the other.
  std::set<std::uint64_t> footprint;
  model::BarrierRule barrier_rule = model::BarrierRule::OpenCl;
  unsigned threads = 0;  // number of threads that run groups; 0: as many as the machine has processors, fewer
                         // for few work-items
};

}  // namespace launchproof::replay
