#include "verify/repair/barrier_calls.h"

#include <set>

namespace launchproof::repair {

using model::Memory;
using verdict::Finding;
using verdict::Property;

bool is_within_group(const Finding& finding) {
  return finding.property == Property::DataRace && finding.witness &&
         finding.witness->work_items.size() == 2 &&
         finding.witness->work_items[0].group_id == finding.witness->work_items[1].group_id;
}

bool is_barrier_call(std::string_view statement) {
  return statement.find("barrier") != std::string_view::npos ||
         statement.find("__sync") != std::string_view::npos;
}

std::vector<std::string> fences_for(const KernelFacts& facts, const Finding& finding) {
  std::set<std::string> needed;
  for (const verdict::WorkItem& item : finding.witness->work_items) {
    const KernelArray* array = array_of(facts, item.array);
    const Memory memory = array == nullptr ? Memory::Global : array->memory;
    if (memory == Memory::Local)
      needed.insert(kLocalFence);
    else
      needed.insert(memory == Memory::Image ? kImageFence : kGlobalFence);
  }
  return {needed.begin(), needed.end()};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " | ") + part;
  return text;
}

std::vector<std::string> barrier_calls(const SourceTree& tree, const KernelFacts& facts,
                                       const Finding& finding) {
  if (facts.language == model::Language::OpenCl)
    return {"barrier(" + joined(fences_for(facts, finding)) + ");"};
  const bool uses_warps = tree.text().find("__syncwarp") != std::string::npos;
  if (uses_warps) return {"__syncwarp();", "__syncthreads();"};
  return {"__syncthreads();", "__syncwarp();"};
}

}  // namespace launchproof::repair
