#include "verify/analysis/opaque_recurrences.h"

#include <cstddef>

namespace launchproof::analysis {
namespace {

using model::BlockId;
using model::LoopId;
using model::ValueId;

constexpr unsigned kTimes = 8;       // weight of an operation in an inner loop
constexpr unsigned kMostTimes = 64;  // largest weight in any loop

// Returns the weight of an operation at this loop depth.
unsigned times_at(unsigned depth) {
  unsigned result = 1;
  for (unsigned i = 0; i < depth && result < kMostTimes; ++i) result *= kTimes;
  return result;
}

struct Carried {
  const model::Phi* phi = nullptr;
  BlockId block = model::kNone;
};

class Search {
 public:
  explicit Search(const FlowGraph& graph)
      : d_graph(graph), d_kernel(graph.kernel()), d_phi_of(d_kernel.values.size()) {
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block)
      for (const model::Phi& phi : d_kernel.blocks[block].phis) d_phi_of[phi.value] = {&phi, block};
  }

  // Returns whether more than `most` functions are needed to compute the header phi's value in the next
  // iteration.
  bool exceeds(LoopId loop, const model::Phi& phi, unsigned most) const {
    const model::Block& header = d_kernel.blocks[d_kernel.loops[loop].header];
    std::vector<unsigned> times(d_kernel.values.size(), 0);  // weight with which a value was counted so far
    std::vector<ValueId> open;
    const auto add = [&](ValueId id, unsigned count) {
      if (id == model::kNone || times[id] >= count) return;
      times[id] = count;
      open.push_back(id);
    };
    for (std::size_t i = 0; i < header.predecessors.size(); ++i)
      if (d_graph.contains(loop, header.predecessors[i])) add(phi.incoming[i], 1);
    std::vector<unsigned> counted(d_kernel.values.size(), 0);
    unsigned functions = 0;
    while (!open.empty()) {
      const ValueId id = open.back();
      open.pop_back();
      const unsigned count = times[id];
      const Carried& at = d_phi_of[id];
      if (at.phi != nullptr) {
        // The values of its header and from outside are those at the start of the iteration.
        if (at.block == d_kernel.loops[loop].header || !d_graph.contains(loop, at.block)) continue;
        const model::Block& block = d_kernel.blocks[at.block];
        const bool is_header = d_kernel.loops[block.loop].header == at.block;
        const unsigned depth = d_kernel.loops[block.loop].depth - d_kernel.loops[loop].depth;
        for (std::size_t i = 0; i < block.predecessors.size(); ++i) {
          const bool again = is_header && d_graph.contains(block.loop, block.predecessors[i]);
          add(at.phi->incoming[i], is_header ? times_at(again ? depth : depth - 1) : count);
        }
        continue;
      }
      const model::Value& value = d_kernel.values[id];
      if (value.op == model::Op::Function) {
        functions += count - counted[id];
        counted[id] = count;
        if (functions > most) return true;
      }
      for (const ValueId operand : value.operands) add(operand, count);
      if (value.op == model::Op::Read) add(d_kernel.sites[value.index].offset, count);
    }
    return false;
  }

 private:
  const FlowGraph& d_graph;
  const model::KernelModel& d_kernel;
  std::vector<Carried> d_phi_of;  // by value
};

}  // namespace

std::vector<bool> opaque_recurrences(const FlowGraph& graph, unsigned most) {
  const model::KernelModel& kernel = graph.kernel();
  std::vector<bool> result(kernel.values.size(), false);
  if (kernel.loops.empty()) return result;
  const Search search(graph);
  for (LoopId loop = 0; loop < kernel.loops.size(); ++loop)
    for (const model::Phi& phi : kernel.blocks[kernel.loops[loop].header].phis)
      result[phi.value] = search.exceeds(loop, phi, most);
  return result;
}

}  // namespace launchproof::analysis
