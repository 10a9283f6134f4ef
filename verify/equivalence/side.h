// One of the two things that are compared: launches, one after the other, and what they leave in memory.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/equivalence/execution/execution.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/execution/stop.h"
#include "verify/frontend/prepared.h"

namespace launchproof::equivalence {

// Makes the program of a launch ready to be executed; called at most once for each launch.
using Prepare = std::function<frontend::PreparedProgram()>;

struct SideLaunch {
  Launch launch;
  Prepare prepare;
};

struct Side {
  std::string name;  // "left", "right"; as messages name it: `words`
  std::string words;
  std::vector<SideLaunch> launches;
  // The memory that holds what is compared under a label, by label.
  std::map<std::string, std::string> outputs;
  std::vector<std::string> unused;  // names that were given and no launch of the side has
};

struct Executed {
  Memories memories;
  Granted granted;
  std::optional<Stop> stop;  // why it was not followed to its end
  std::uint64_t work_items = 0;
};

// Returns the copies of memory of all launches of the side, and what they are copies of (Launch::copies).
std::map<std::string, std::string> copies_of(const Side& side);

// Adds what the launches of the side need.
void add_granules(const Side& side, Granules& granules);

// Executes the launches over the graph. Throws Misaligned.
Executed execute(const Side& side, Graph& graph, const Granules& granules, Budget& budget);

// Returns the object of the memory of this name among the launch's arguments, and where it begins; nothing
// where the launch has none.
std::optional<std::uint64_t> object_of(const Launch& launch, const std::string& memory);

}  // namespace launchproof::equivalence
