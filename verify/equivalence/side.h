// One of the two sides of a comparison: a sequence of launches, and what they leave in memory.
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

// Prepares the program of a launch for execution. Called at most once for each launch.
using Prepare = std::function<frontend::PreparedProgram()>;

struct SideLaunch {
  Launch launch;
  Prepare prepare;
};

struct Side {
  std::string name;  // "left" or "right"; `words` is its name in messages
  std::string words;
  std::vector<SideLaunch> launches;
  // By label: the memory that is compared under the label.
  std::map<std::string, std::string> outputs;
  std::vector<std::string> unused;  // given names that no launch of the side has
};

struct Executed {
  Memories memories;
  Granted granted;
  std::optional<Stop> stop;  // why execution stopped before the end
  std::uint64_t work_items = 0;
};

// Returns the copies of memory in all launches of the side, and the memory that each is a copy of
// (Launch::copies).
std::map<std::string, std::string> copies_of(const Side& side);

// Adds the cell sizes that launches of the side need.
void add_granules(const Side& side, Granules& granules);

// Executes the launches over the graph. Throws Misaligned.
Executed execute(const Side& side, Graph& graph, const Granules& granules, Budget& budget);

// Returns the memory object of this name among the launch's arguments and its start; nothing if the launch
// has none.
std::optional<std::uint64_t> object_of(const Launch& launch, const std::string& memory);

}  // namespace launchproof::equivalence
