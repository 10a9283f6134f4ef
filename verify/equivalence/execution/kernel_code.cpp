#include "verify/equivalence/execution/kernel_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace launchproof::equivalence {

using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;

KernelCode::KernelCode(const model::KernelModel& kernel, Graph& graph, const std::string& side)
    : d_kernel(&kernel),
      d_blocks(kernel.blocks.size()),
      d_result_used(kernel.sites.size()),
      d_results(kernel.sites.size()) {
  for (ValueId id = 0; id < kernel.values.size(); ++id) {
    const model::Value& value = kernel.values[id];
    if (value.op == Op::Read) {
      d_result_used[value.index] = true;  // values without uses were pruned
      auto& results = d_results[value.index];
      if (results.size() <= value.literal) results.resize(value.literal + 1, kNone);
      results[value.literal] = id;
    }
    if (value.block == kNone && value.op != Op::Phi && value.op != Op::Read)
      d_leaves.push_back(instruction_of(id));
  }
  for (BlockId id = 0; id < kernel.blocks.size(); ++id) lay_out(id);
  find_joins();
  find_live();
  name_functions(graph, side);
}

Instruction KernelCode::instruction_of(ValueId id) {
  const model::Value& value = d_kernel->values[id];
  Instruction made{.op = value.op,
                   .width = value.width,
                   .target = id,
                   .first = static_cast<std::uint32_t>(d_operands.size()),
                   .count = static_cast<std::uint32_t>(value.operands.size()),
                   .index = value.index,
                   .literal = value.literal};
  if (!value.operands.empty()) made.operand_width = d_kernel->values[value.operands[0]].width;
  d_operands.insert(d_operands.end(), value.operands.begin(), value.operands.end());
  return made;
}

void KernelCode::lay_out(BlockId id) {
  const model::Block& block = d_kernel->blocks[id];
  BlockCode& code = d_blocks[id];
  std::vector<ValueId> own;
  std::vector<bool> done(d_kernel->values.size(), true);
  for (ValueId value = 0; value < d_kernel->values.size(); ++value) {
    const model::Value& item = d_kernel->values[value];
    if (item.block != id || item.op == Op::Phi || item.op == Op::Read) continue;
    own.push_back(value);
    done[value] = false;
  }
  // Operands first.
  const auto compute = [&](ValueId root) {
    std::vector<ValueId> open{root};
    while (!open.empty()) {
      const ValueId value = open.back();
      bool ready = true;
      for (const ValueId operand : d_kernel->values[value].operands)
        if (!done[operand]) {
          open.push_back(operand);
          ready = false;
        }
      if (!ready) continue;
      open.pop_back();
      if (done[value]) continue;
      done[value] = true;
      code.steps.push_back({Step::Kind::Compute, static_cast<std::uint32_t>(d_instructions.size())});
      d_instructions.push_back(instruction_of(value));
    }
  };
  for (const model::Event& event : block.events) {
    switch (event.kind) {
      case model::Event::Kind::Site: {
        const model::Site& site = d_kernel->sites[event.index];
        for (const ValueId value : {site.base, site.offset, site.operand, site.inside})
          if (value != kNone && !done[value]) compute(value);
        for (const ValueId value : site.written)
          if (!done[value]) compute(value);
        code.steps.push_back({Step::Kind::Access, event.index});
        break;
      }
      case model::Event::Kind::Barrier:
        code.steps.push_back({Step::Kind::Barrier, event.index});
        break;
      case model::Event::Kind::Fence:
      case model::Event::Kind::Call:
        code.steps.push_back({Step::Kind::Fence, event.index});
        break;
    }
  }
  for (const ValueId value : own)
    if (!done[value]) compute(value);
  std::map<BlockId, std::uint32_t> seen;
  for (const BlockId successor : block.successors) {
    std::uint32_t skip = seen[successor]++;
    const auto& predecessors = d_kernel->blocks[successor].predecessors;
    for (std::uint32_t edge = 0; edge < predecessors.size(); ++edge)
      if (predecessors[edge] == id && skip-- == 0) code.edges.push_back(edge);
  }
}

// Immediate post-dominators by iteration over the reversed graph (Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm", 2001). Every block that returns leads to one common place after the end.
void KernelCode::find_joins() {
  const auto end = static_cast<BlockId>(d_blocks.size());
  std::vector<BlockId> order;  // post-order of the graph: successors before predecessors, except in loops
  std::vector<std::uint32_t> place(d_blocks.size() + 1, kNone);
  std::vector<std::pair<BlockId, std::size_t>> open{{0, 0}};
  std::vector<bool> seen(d_blocks.size());
  seen[0] = true;
  while (!open.empty()) {
    auto& [block, next] = open.back();
    const auto& successors = d_kernel->blocks[block].successors;
    if (next < successors.size()) {
      const BlockId successor = successors[next++];
      if (!seen[successor]) {
        seen[successor] = true;
        open.emplace_back(successor, 0);
      }
      continue;
    }
    order.push_back(block);
    open.pop_back();
  }
  place[end] = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i + 1;
  std::vector<BlockId> join(d_blocks.size() + 1, kNone);
  join[end] = end;
  const auto meet = [&](BlockId a, BlockId b) {
    while (a != b) {
      while (place[a] > place[b]) a = join[a];
      while (place[b] > place[a]) b = join[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const BlockId block : order) {
      const auto& successors = d_kernel->blocks[block].successors;
      BlockId found = successors.empty() && !d_kernel->blocks[block].ends_unreachable ? end : kNone;
      for (const BlockId successor : successors)
        if (join[successor] != kNone) found = found == kNone ? successor : meet(found, successor);
      if (found == kNone || join[block] == found) continue;
      join[block] = found;
      changed = true;
    }
  }
  for (BlockId block = 0; block < d_blocks.size(); ++block)
    d_blocks[block].join = join[block] == end ? kNone : join[block];
}

void KernelCode::find_live() {
  const std::size_t count = d_kernel->values.size();
  const auto is_local = [&](ValueId id) { return id != kNone && d_kernel->values[id].block != kNone; };
  std::vector<std::vector<bool>> in(d_blocks.size(), std::vector<bool>(count));
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId id = static_cast<BlockId>(d_blocks.size()); id-- > 0;) {
      const model::Block& block = d_kernel->blocks[id];
      std::vector<bool> live(count);
      for (std::size_t s = 0; s < block.successors.size(); ++s) {
        const BlockId successor = block.successors[s];
        std::vector<bool> behind = in[successor];
        for (const model::Phi& phi : d_kernel->blocks[successor].phis) behind[phi.value] = false;
        for (const model::Phi& phi : d_kernel->blocks[successor].phis) {
          const ValueId incoming = phi.incoming[d_blocks[id].edges[s]];
          if (is_local(incoming)) behind[incoming] = true;
        }
        for (ValueId value = 0; value < count; ++value)
          if (behind[value]) live[value] = true;
      }
      const auto use = [&](ValueId value) {
        if (is_local(value)) live[value] = true;
      };
      // All uses of the block are added before its definitions are removed.
      use(block.condition);
      std::vector<ValueId> defined;
      for (const Step& step : d_blocks[id].steps) {
        if (step.kind == Step::Kind::Compute) {
          const Instruction& instruction = d_instructions[step.index];
          for (const ValueId operand : operands(instruction)) use(operand);
          defined.push_back(instruction.target);
        } else if (step.kind == Step::Kind::Access) {
          const model::Site& site = d_kernel->sites[step.index];
          for (const ValueId value : {site.base, site.offset, site.operand, site.inside}) use(value);
          for (const ValueId value : site.written) use(value);
          for (const ValueId value : d_results[step.index])
            if (value != kNone) defined.push_back(value);
        }
      }
      for (const ValueId value : defined) live[value] = false;
      for (const model::Phi& phi : block.phis) live[phi.value] = true;
      if (live != in[id]) {
        in[id] = std::move(live);
        changed = true;
      }
    }
  }
  for (BlockId id = 0; id < d_blocks.size(); ++id)
    for (ValueId value = 0; value < count; ++value)
      if (in[id][value]) d_blocks[id].live.push_back(value);
}

// All comparisons are reduced to six, sums drop the information whether they may be contracted, and functions
// that belong to one place of one program get the side added to their name.
void KernelCode::name_functions(Graph& graph, const std::string& side) {
  struct Rewritten {
    std::string_view from, to;
    bool swaps, negates;
  };
  constexpr std::array kComparisons{
      Rewritten{"ogt", "olt", true, false}, Rewritten{"oge", "ole", true, false},
      Rewritten{"une", "oeq", false, true}, Rewritten{"ult", "ole", true, true},
      Rewritten{"ule", "olt", true, true},  Rewritten{"ugt", "ole", false, true},
      Rewritten{"uge", "olt", false, true}, Rewritten{"ueq", "one", false, true},
      Rewritten{"ord", "uno", false, true}};
  d_functions.resize(d_kernel->functions.size());
  std::vector<std::uint32_t> operand_counts(d_functions.size());
  for (const model::Value& value : d_kernel->values)
    if (value.op == Op::Function)
      operand_counts[value.index] = static_cast<std::uint32_t>(value.operands.size());
  for (std::size_t i = 0; i < d_functions.size(); ++i) {
    const model::Function& function = d_kernel->functions[i];
    FunctionCode& code = d_functions[i];
    std::string name = function.name;
    code.commutative = function.commutative;
    code.operands = operand_counts[i];
    if (name.starts_with("float.add.") || name.starts_with("float.sub.")) {
      if (code.operands > 2) {
        name = name.substr(0, name.find('.', std::string_view("float.add.").size()));
        if (function.name.ends_with(".any")) name += ".any";
        code.may_contract = true;
      }
      code.commutative = name.starts_with("float.add.");
      code.operands = 2;
    } else if (name.starts_with("relaxed.") || name.starts_with("mad.") ||
               name.starts_with("float.special.")) {
      name += "@" + side;
    }
    for (const Rewritten& one : kComparisons) {
      const std::string from = "float." + std::string(one.from) + ".";
      if (!name.starts_with(from)) continue;
      name = "float." + std::string(one.to) + "." + name.substr(from.size());
      code.swaps = one.swaps;
      code.negates = one.negates;
      code.commutative = one.to == "oeq" || one.to == "one" || one.to == "uno";
      break;
    }
    code.name = graph.name(name);
  }
}

}  // namespace launchproof::equivalence
