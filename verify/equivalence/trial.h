// Executes both sides with the same contents of buffers, as a device would.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/equivalence/side.h"
#include "verify/replay/replay.h"

namespace launchproof::equivalence {

using Bytes = std::vector<std::uint8_t>;

// Contents of memory before the launches, by name of the memory, and by-value arguments that no launch gives,
// by name.
struct TrialContents {
  std::map<std::string, Bytes> memories;
  std::map<std::string, Bytes> arguments;
};

struct TrialOutcome {
  bool completed = false;
  std::string reason;                    // why not
  std::map<std::string, Bytes> outputs;  // by label
  bool has_open_floats = false;          // numbers that devices may treat otherwise came up
};

// Sizes in bytes of the memories that both sides need, by name.
using MemorySizes = std::map<std::string, std::uint64_t>;

class TrialSide {
 public:
  TrialSide(const Side& side, const MemorySizes& sizes) : d_side(side), d_sizes(sizes) {}

  TrialOutcome run(const TrialContents& contents, double seconds);

 private:
  // Returns the launch's facts with objects that are numbers of memories.
  model::LaunchFacts facts_of(const Launch& launch, const TrialContents& contents) const;

  const Side& d_side;
  const MemorySizes& d_sizes;
  std::vector<std::unique_ptr<replay::Kernel>> d_kernels;
};

// How contents are drawn: exact ones are small whole numbers, whose sums and products floats hold exactly.
enum class Draw : std::uint8_t { Exact, Moderate, Any };

// Draws contents for what no launch gives. `seed` decides them.
TrialContents draw_contents(const Side& left, const Side& right, const MemorySizes& sizes, Draw draw,
                            std::uint64_t seed);

}  // namespace launchproof::equivalence
