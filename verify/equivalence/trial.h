// Executes both sides with the same contents of buffers, the way a device does.
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

// Initial contents of memories, and by-value arguments that no launch gives, by name.
struct TrialContents {
  std::map<std::string, Bytes> memories;
  std::map<std::string, Bytes> arguments;
};

struct TrialOutcome {
  bool completed = false;
  std::string reason;                    // why not
  std::map<std::string, Bytes> outputs;  // by label
  bool has_open_floats = false;          // floats occurred that devices may treat differently
};

// Sizes in bytes, by name, of the memories that both sides need.
using MemorySizes = std::map<std::string, std::uint64_t>;

class TrialSide {
 public:
  TrialSide(const Side& side, const MemorySizes& sizes) : d_side(side), d_sizes(sizes) {}

  TrialOutcome run(const TrialContents& contents, double seconds);

 private:
  // Returns the launch's facts, with objects numbered by memory.
  model::LaunchFacts facts_of(const Launch& launch, const TrialContents& contents) const;

  const Side& d_side;
  const MemorySizes& d_sizes;
  std::vector<std::unique_ptr<replay::Kernel>> d_kernels;
};

// How contents are drawn. Exact: small whole numbers, whose sums and products floats represent exactly.
enum class Draw : std::uint8_t { Exact, Moderate, Any };

// Draws contents that no launch gives. `seed` determines them.
TrialContents draw_contents(const Side& left, const Side& right, const MemorySizes& sizes, Draw draw,
                            std::uint64_t seed);

}  // namespace launchproof::equivalence
