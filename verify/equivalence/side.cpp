#include "verify/equivalence/side.h"

#include "verify/replay/memory/contents.h"

namespace launchproof::equivalence {

std::map<std::string, std::string> copies_of(const Side& side) {
  std::map<std::string, std::string> all;
  for (const SideLaunch& one : side.launches) all.insert(one.launch.copies.begin(), one.launch.copies.end());
  return all;
}

void add_granules(const Side& side, Granules& granules) {
  for (const SideLaunch& one : side.launches) add_granules(one.launch, granules);
}

Executed execute(const Side& side, Graph& graph, const Granules& granules, Budget& budget) {
  Executed result;
  try {
    for (const SideLaunch& one : side.launches) {
      const Granted granted = execute(one.launch, side.name, graph, result.memories, granules, budget);
      result.granted.contracts = result.granted.contracts || granted.contracts;
      result.granted.divides = result.granted.divides || granted.divides;
      const auto& size = one.launch.facts.global_size;
      result.work_items += size[0] * size[1] * size[2];
      // Program variables live on from launch to launch only if all launches use one program, which is not
      // known.
      std::erase_if(result.memories, [](const auto& entry) { return entry.first.starts_with("array "); });
    }
  } catch (const Stop& stop) {
    result.stop = stop;
  }
  return result;
}

std::optional<std::uint64_t> object_of(const Launch& launch, const std::string& memory) {
  for (std::uint32_t i = 0; i < launch.names.size(); ++i) {
    if (launch.names[i] != memory) continue;
    if (const auto* buffer = std::get_if<model::BufferArgument>(&launch.facts.arguments[i]))
      return buffer->object;
    if (launch.kernel.parameters[i].array != model::kNone) return replay::object_of_unknown(i);
  }
  return std::nullopt;
}

}  // namespace launchproof::equivalence
