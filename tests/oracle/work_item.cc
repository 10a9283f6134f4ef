#include "tests/oracle/work_item.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <cstring>

#include "tests/oracle/errors.h"
#include "tests/oracle/execution.h"

namespace launchproof::oracle {

namespace {

using Op = llvm::Instruction;
constexpr std::size_t kDeepestCall = 200;
constexpr std::size_t kMostDecisions = 4096;

}  // namespace

WorkItem::Frame& WorkItem::push(const Code& code, std::uint32_t stack) {
  if (d_depth == kDeepestCall) throw CannotJudge{"recursion in " + code.name};
  if (d_depth == d_frames.size()) d_frames.emplace_back();
  Frame& frame = d_frames[d_depth++];
  frame.code = &code;
  frame.block = 0;
  frame.next = 0;
  frame.stack = stack;
  frame.lanes.assign(code.lanes, 0);
  frame.iterations.assign(code.loop_count, 0);
  return frame;
}

void WorkItem::pop() {
  Frame& frame = d_frames[--d_depth];
  for (const ObjectId variable : frame.variables) d_execution.d_memory.release(variable);
  frame.variables.clear();
}

void WorkItem::start(const Code& code, const std::vector<std::vector<std::uint64_t>>& arguments) {
  Frame& frame = push(code, 0);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::copy(arguments[i].begin(), arguments[i].end(), frame.lanes.begin() + code.parameters[i].lane);
  }
}

WorkItem::Stop WorkItem::run(std::uint64_t budget, bool stop_at_shared, std::uint64_t& steps) {
  d_shared = false;
  for (steps = 0; steps < budget;) {
    ++steps;
    step();
    while ((d_left_out || d_ended) && d_depth > 0) pop();
    if (d_depth == 0) return Stop::Finished;
    if (d_at_barrier) return Stop::Barrier;
    if (d_shared && stop_at_shared) return Stop::SharedAccess;
  }
  return Stop::Budget;
}

const std::uint64_t* WorkItem::lanes_of(const Frame& frame, Operand operand) const {
  return (operand.constant ? d_group.pool.data() : frame.lanes.data()) + operand.index;
}

void WorkItem::step() {
  Frame& frame = d_frames[d_depth - 1];
  const Instruction& instruction = frame.code->instructions[frame.next++];
  d_place = instruction.place;
  switch (instruction.opcode) {
    case Op::Alloca: {
      const ObjectId id = d_execution.d_memory.allocate(MemoryKind::Private, instruction.numbers[0],
                                                        &instruction.name, false);
      d_execution.d_memory.object(id).item = d_number;
      frame.variables.push_back(id);
      frame.lanes[instruction.result] = Memory::address_of(id);
      return;
    }
    case Op::Load:
    case Op::Store:
      execute_memory(instruction, frame);
      return;
    case Op::AtomicRMW:
    case Op::AtomicCmpXchg:
      execute_atomic(instruction, frame);
      return;
    case Op::Fence:
      return;
    case Op::GetElementPtr: {
      std::uint64_t address = *lanes_of(frame, instruction.operands[0]) + instruction.numbers[0];
      for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
        const std::uint64_t index = *lanes_of(frame, instruction.operands[i]);
        const auto width = static_cast<unsigned>(instruction.numbers[2 * i]);
        address += static_cast<std::uint64_t>(sign_extended(index, width)) * instruction.numbers[2 * i - 1];
      }
      frame.lanes[instruction.result] = address;
      return;
    }
    case Op::Br: {
      if (d_depth == 1) d_returned = instruction.returns;
      if (instruction.operands.empty()) {
        jump(frame, instruction.numbers[0]);
        return;
      }
      const std::uint64_t target =
          instruction.numbers[*lanes_of(frame, instruction.operands[0]) != 0 ? 0 : 1];
      if (d_decisions.size() < kMostDecisions) d_decisions.push_back({current_site(), target});
      jump(frame, target);
      return;
    }
    case Op::Switch: {
      const std::uint64_t value = *lanes_of(frame, instruction.operands[0]);
      std::uint64_t target = instruction.numbers[0];
      for (std::size_t i = 1; i < instruction.numbers.size(); i += 2) {
        if (instruction.numbers[i] == value) target = instruction.numbers[i + 1];
      }
      if (d_decisions.size() < kMostDecisions) d_decisions.push_back({current_site(), target});
      jump(frame, target);
      return;
    }
    case Op::Ret:
      execute_return(instruction);
      return;
    case Op::Call:
      execute_call(instruction, frame);
      return;
    case Op::Unreachable:
      throw CannotJudge{"an unreachable place was reached"};
    default:
      break;
  }
  std::array<const std::uint64_t*, 4> operands{};
  if (instruction.operands.size() > operands.size()) throw CannotJudge{"an instruction with many operands"};
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    operands[i] = lanes_of(frame, instruction.operands[i]);
  }
  std::uint64_t* result = frame.lanes.data() + instruction.result;
  if (instruction.opcode == Op::ICmp && instruction.numbers[1] != 0 && instruction.lanes == 1) {
    // Two pointers into one object are equal if their offsets are, even if they come from different
    // arguments.
    const std::uint64_t a = d_execution.d_memory.canonical(*operands[0]);
    const std::uint64_t b = d_execution.d_memory.canonical(*operands[1]);
    operands = {&a, &b};
    evaluate(instruction, operands.data(), result, *this);
    return;
  }
  std::uint64_t place = 0;
  if (instruction.opcode == Op::PtrToInt && instruction.lanes == 1) {
    // The same holds for integers that are made from such pointers.
    place = d_execution.d_memory.canonical(*operands[0]);
    operands[0] = &place;
  }
  if (!evaluate(instruction, operands.data(), result, *this)) {
    throw CannotJudge{std::string("an instruction that the interpreter does not know: ") +
                      Op::getOpcodeName(instruction.opcode)};
  }
}

void WorkItem::jump(Frame& frame, std::uint64_t target) {
  const std::uint32_t from = frame.block;
  const Block& block = frame.code->blocks[target];
  if (block.heads >= 0) {
    const auto loop = static_cast<std::uint32_t>(block.heads);
    const std::vector<std::uint32_t>& around = frame.code->blocks[from].loops;
    const bool again = std::find(around.begin(), around.end(), loop) != around.end();
    frame.iterations[loop] = again ? frame.iterations[loop] + 1 : 0;
  }
  frame.block = static_cast<std::uint32_t>(target);
  frame.next = block.first;
  // All phis of a block are read before any of them is written.
  std::vector<std::uint64_t> values;
  std::uint32_t phi = block.first;
  for (; frame.code->instructions[phi].opcode == Op::PHI; ++phi) {
    const Instruction& instruction = frame.code->instructions[phi];
    for (std::size_t i = 0; i < instruction.numbers.size(); ++i) {
      if (instruction.numbers[i] != from) continue;
      const std::uint64_t* value = lanes_of(frame, instruction.operands[i]);
      values.insert(values.end(), value, value + instruction.lanes);
      break;
    }
  }
  std::size_t used = 0;
  for (std::uint32_t i = block.first; i < phi; ++i) {
    const Instruction& instruction = frame.code->instructions[i];
    for (std::uint32_t lane = 0; lane < instruction.lanes; ++lane) {
      frame.lanes[instruction.result + lane] = values[used++];
    }
  }
  frame.next = phi;
}

void WorkItem::load(const Layout& layout, std::uint64_t address, std::uint64_t* result) {
  d_bytes.resize(layout.bytes);
  read(address, static_cast<std::uint32_t>(layout.bytes), d_bytes.data());
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, d_bytes.data() + layout.fields[i].offset, layout.fields[i].bytes);
    result[i] = word;
  }
}

void WorkItem::store(const Layout& layout, std::uint64_t address, const std::uint64_t* value) {
  d_bytes.assign(layout.bytes, 0);
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    std::memcpy(d_bytes.data() + layout.fields[i].offset, &value[i], layout.fields[i].bytes);
  }
  write(address, static_cast<std::uint32_t>(layout.bytes), d_bytes.data());
}

void WorkItem::execute_memory(const Instruction& instruction, Frame& frame) {
  if (instruction.numbers[0] != 0) {
    execute_atomic(instruction, frame);
    return;
  }
  if (!instruction.subscripts.empty())
    check_subscripts(instruction, frame,
                     *lanes_of(frame, instruction.operands[instruction.opcode == Op::Load ? 0 : 1]));
  if (instruction.opcode == Op::Load) {
    load(instruction.layout, *lanes_of(frame, instruction.operands[0]),
         frame.lanes.data() + instruction.result);
    if (instruction.bits == 1) frame.lanes[instruction.result] &= 1;
  } else {
    d_padding = static_cast<std::uint32_t>(instruction.numbers[3]);
    store(instruction.layout, *lanes_of(frame, instruction.operands[1]),
          lanes_of(frame, instruction.operands[0]));
    d_padding = kNoPadding;
  }
}

void WorkItem::execute_call(const Instruction& instruction, Frame& frame) {
  if (instruction.callee == nullptr) {
    if (!instruction.handler) throw CannotJudge{"the function '" + instruction.name + "' is not known"};
    std::vector<const std::uint64_t*> arguments;
    arguments.reserve(instruction.operands.size());
    for (const Operand operand : instruction.operands) arguments.push_back(lanes_of(frame, operand));
    instruction.handler(*this, arguments.data(), frame.lanes.data() + instruction.result);
    return;
  }
  const Code& callee = *instruction.callee;
  if (callee.parameters.size() != instruction.operands.size()) throw CannotJudge{"variable arguments"};
  const std::uint32_t stack = d_execution.d_stacks.intern(frame.stack, instruction.place);
  const std::size_t caller = d_depth - 1;
  push(callee, stack);  // may move the frames
  Frame& made = d_frames[d_depth - 1];
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const CodeParameter& parameter = callee.parameters[i];
    const std::uint64_t* from = lanes_of(d_frames[caller], instruction.operands[i]);
    std::copy(from, from + parameter.lanes, made.lanes.begin() + parameter.lane);
    if (parameter.by_value_bytes == 0) continue;
    const ObjectId copy =
        d_execution.d_memory.allocate(MemoryKind::Private, parameter.by_value_bytes, &callee.name, false);
    d_execution.d_memory.object(copy).item = d_number;
    made.variables.push_back(copy);
    d_bytes.resize(parameter.by_value_bytes);
    read(*from, static_cast<std::uint32_t>(parameter.by_value_bytes), d_bytes.data());
    made.lanes[parameter.lane] = Memory::address_of(copy);
    write(Memory::address_of(copy), static_cast<std::uint32_t>(parameter.by_value_bytes), d_bytes.data());
  }
}

void WorkItem::execute_return(const Instruction& instruction) {
  if (d_depth == 1) {
    d_returned = d_returned || instruction.returns;
    d_position = current_position();
    d_site = current_site();
    check_copies_finished();
    pop();
    return;
  }
  Frame& caller = d_frames[d_depth - 2];
  const Instruction& call = caller.code->instructions[caller.next - 1];
  if (!instruction.operands.empty()) {
    const std::uint64_t* value = lanes_of(d_frames[d_depth - 1], instruction.operands[0]);
    std::copy(value, value + instruction.lanes, caller.lanes.begin() + call.result);
  }
  pop();
}

Position WorkItem::current_position() const {
  Position position;
  for (std::size_t i = 0; i < d_depth; ++i) {
    const Frame& frame = d_frames[i];
    position.push_back(reinterpret_cast<std::uintptr_t>(&frame.code->instructions[frame.next - 1]));
    for (const std::uint32_t loop : frame.code->blocks[frame.block].loops)
      position.push_back(frame.iterations[loop]);
  }
  return position;
}

bool WorkItem::waits_before(const WorkItem& other) const {
  for (std::size_t i = 0; i < d_depth && i < other.d_depth; ++i) {
    const Frame& a = d_frames[i];
    const Frame& b = other.d_frames[i];
    if (a.code != b.code) return false;
    const auto& loops = a.code->blocks[a.block].loops;
    const auto& others = b.code->blocks[b.block].loops;
    for (std::size_t n = 0; n < loops.size() && n < others.size() && loops[n] == others[n]; ++n)
      if (a.iterations[loops[n]] != b.iterations[loops[n]])
        return a.iterations[loops[n]] < b.iterations[loops[n]];
    if (a.next != b.next) return a.next < b.next;
  }
  return false;
}

std::uint32_t WorkItem::current_site() {
  return d_execution.d_stacks.intern(d_frames[d_depth - 1].stack, d_place);
}

std::uint64_t WorkItem::query(Query query, std::uint64_t dimension) const {
  const LaunchOptions& options = d_execution.d_options;
  if (query == Query::WorkDim) return options.work_dim;
  const auto linear = [](const auto& id, const auto& size) {
    return (id[2] * size[1] + id[1]) * size[0] + id[0];
  };
  if (query == Query::LocalLinearId) return linear(d_local_id, d_group.size);
  std::array<std::uint64_t, 3> global{};
  for (std::size_t d = 0; d < 3; ++d) global[d] = d_group.id[d] * options.local_size[d] + d_local_id[d];
  if (query == Query::GlobalLinearId) return linear(global, options.global_size);
  switch (query) {
    case Query::SubGroupSize:
      return d_sub_group->items.size();
    case Query::MaximumSubGroupSize:
      return d_execution.d_schedule.sub_group_size;
    case Query::SubGroupCount:
      return d_group.sub_groups.size();
    case Query::EnqueuedSubGroupCount: {
      const std::uint64_t most = d_execution.d_schedule.sub_group_size;
      return (options.local_size[0] * options.local_size[1] * options.local_size[2] + most - 1) / most;
    }
    case Query::SubGroupId:
      return d_sub_group->number;
    case Query::SubGroupLocalId:
      return d_sub_group_place;
    default:
      break;
  }
  const bool is_id = query == Query::GlobalId || query == Query::LocalId || query == Query::GroupId ||
                     query == Query::GlobalOffset;
  if (dimension >= 3) return is_id ? 0 : 1;
  const auto d = static_cast<std::size_t>(dimension);
  switch (query) {
    case Query::GlobalSize:
      return options.global_size[d];
    case Query::GlobalId:
      return global[d] + options.global_offset[d];
    case Query::LocalSize:
      return d_group.size[d];
    case Query::EnqueuedLocalSize:
      return options.local_size[d];
    case Query::LocalId:
      return d_local_id[d];
    case Query::NumGroups:
      return d_execution.d_group_counts[d];
    case Query::GroupId:
      return d_group.id[d];
    default:
      return options.global_offset[d];
  }
}

std::uint64_t WorkItem::arbitrary() {
  return d_execution.d_memory.random();
}

void WorkItem::note(const char* what) {
  const Place& place = d_execution.d_program.places[d_place];
  d_execution.d_notes.insert(std::string(what) + " at line " + std::to_string(place.line));
}

}  // namespace launchproof::oracle
