#include <array>
#include <cstdio>
#include <string>

#include "verify/model/kernel_model.h"
#include "verify/model/padding.h"

namespace launchproof::model {
namespace {

const char* operation_name(AtomicOperation operation) {
  constexpr std::array kNames{"other", "add", "and", "or", "xor", "umin", "umax", "smin", "smax", "count_up"};
  return kNames.at(static_cast<std::size_t>(operation));
}

const char* op_name(Op op) {
  switch (op) {
    case Op::Constant:
      return "constant";
    case Op::Undefined:
      return "undefined";
    case Op::Parameter:
      return "parameter";
    case Op::LocalId:
      return "local_id";
    case Op::GroupId:
      return "group_id";
    case Op::LocalSize:
      return "local_size";
    case Op::EnqueuedLocalSize:
      return "enqueued_local_size";
    case Op::NumGroups:
      return "num_groups";
    case Op::GlobalOffset:
      return "global_offset";
    case Op::GlobalSize:
      return "global_size";
    case Op::WorkDim:
      return "work_dim";
    case Op::SubGroup:
      return "sub_group";
    case Op::Pipe:
      return "pipe";
    case Op::Phi:
      return "phi";
    case Op::Read:
      return "read";
    case Op::Add:
      return "add";
    case Op::Sub:
      return "sub";
    case Op::Mul:
      return "mul";
    case Op::UDiv:
      return "udiv";
    case Op::SDiv:
      return "sdiv";
    case Op::URem:
      return "urem";
    case Op::SRem:
      return "srem";
    case Op::Shl:
      return "shl";
    case Op::LShr:
      return "lshr";
    case Op::AShr:
      return "ashr";
    case Op::And:
      return "and";
    case Op::Or:
      return "or";
    case Op::Xor:
      return "xor";
    case Op::Equal:
      return "eq";
    case Op::ULess:
      return "ult";
    case Op::ULessEq:
      return "ule";
    case Op::SLess:
      return "slt";
    case Op::SLessEq:
      return "sle";
    case Op::Select:
      return "select";
    case Op::Trunc:
      return "trunc";
    case Op::ZExt:
      return "zext";
    case Op::SExt:
      return "sext";
    case Op::Extract:
      return "extract";
    case Op::Collective:
      return "collective";
    case Op::Event:
      return "event";
    case Op::Other:
      return "other";
    case Op::Accessed:
      return "accessed";
    case Op::Contract:
      return "contract";
    case Op::Element:
      return "element";
    case Op::Concat:
      return "concat";
    case Op::Function:
      return "function";
  }
  return "?";
}

const char* memory_name(Memory memory) {
  switch (memory) {
    case Memory::Global:
      return "global";
    case Memory::Constant:
      return "constant";
    case Memory::Local:
      return "local";
    case Memory::Private:
      return "private";
    case Memory::Image:
      return "image";
  }
  return "?";
}

const char* kind_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::Value:
      return "value";
    case ParameterKind::GlobalPointer:
      return "global pointer";
    case ParameterKind::ConstantPointer:
      return "constant pointer";
    case ParameterKind::LocalPointer:
      return "local pointer";
    case ParameterKind::Image:
      return "image";
    case ParameterKind::Sampler:
      return "sampler";
    case ParameterKind::Other:
      return "other";
  }
  return "?";
}

const char* access_name(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read:
      return "read";
    case AccessKind::Write:
      return "write";
    case AccessKind::Atomic:
      return "atomic";
  }
  return "?";
}

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

class Listing {
 public:
  explicit Listing(const KernelModel& kernel) : d_kernel(kernel) {}

  std::string make() {
    head();
    for (BlockId id = 0; id < d_kernel.blocks.size(); ++id) block(id);
    for (LoopId id = 0; id < d_kernel.loops.size(); ++id) loop(id);
    for (const UnsupportedItem& item : d_kernel.unsupported)
      d_text += "unsupported: " + item.construct + at(item.location) + "\n";
    return std::move(d_text);
  }

 private:
  // Constants and work-item functions are written in place, everything else by number.
  std::string operand(ValueId id) const {
    if (id >= d_kernel.values.size()) return "?";
    const Value& value = d_kernel.values[id];
    switch (value.op) {
      case Op::Constant:
        return (value.literal < 4096 ? number(value.literal) : hexadecimal(value.literal)) + ":" +
               number(value.width);
      case Op::LocalId:
      case Op::GroupId:
      case Op::LocalSize:
      case Op::EnqueuedLocalSize:
      case Op::NumGroups:
      case Op::GlobalOffset:
      case Op::GlobalSize:
        return std::string(op_name(value.op)) + "(" + number(value.index) + ")";
      case Op::SubGroup: {
        static constexpr const char* kNames[] = {"local_id", "id",           "size",
                                                 "count",    "maximum_size", "enqueued_count"};
        if (value.index >= std::size(kNames)) return "%" + number(id);
        return std::string("sub_group(") + kNames[value.index] + ")";
      }
      case Op::WorkDim:
        return "work_dim";
      case Op::Parameter: {
        std::string text = value.index < d_kernel.parameters.size() ? d_kernel.parameters[value.index].name
                                                                    : "?" + number(value.index);
        if (value.literal != 0) text += "+" + number(value.literal);
        return text + ":" + number(value.width);
      }
      default:
        return "%" + number(id);
    }
  }

  bool is_leaf(ValueId id) const { return operand(id)[0] != '%'; }

  void fence(std::uint32_t id) {
    const Fence& fence = d_kernel.fences[id];
    d_text += "  fence " + number(id);
    if (fence.meeting == MaskMeeting::Shown) d_text += " masked, all come: ";
    if (fence.meeting == MaskMeeting::WhereUniform) d_text += " masked, all come where uniform: ";
    if (fence.meeting == MaskMeeting::OfLanes) d_text += " masked by " + std::to_string(fence.lanes) + ": ";
    if (fence.meeting == MaskMeeting::NotShown) d_text += " masked: ";
    d_text += fence.function;
    if (fence.order != 0)
      d_text += "order " + number(fence.order) + " scope " + number(static_cast<std::uint32_t>(fence.scope)) +
                (fence.global_memory ? " global" : "");
    d_text += at(fence.location) + "\n";
  }

  std::string at(LocationId location) const {
    return location == kNone ? std::string() : "  ; " + describe(d_kernel, location);
  }

  std::string array_name(ArrayId id) const {
    return id < d_kernel.arrays.size() ? d_kernel.arrays[id].name : "?" + number(id);
  }

  void head() {
    d_text += "kernel " + d_kernel.name + " (" + number(d_kernel.address_bits) + "-bit addresses)\n";
    if (d_kernel.required_local_size) {
      const auto& size = *d_kernel.required_local_size;
      d_text +=
          "  required local size " + number(size[0]) + " " + number(size[1]) + " " + number(size[2]) + "\n";
    }
    if (d_kernel.required_sub_group_size != 0)
      d_text += "  required sub-group size " + number(d_kernel.required_sub_group_size) + "\n";
    for (const LocationId at : d_kernel.postconditions)
      d_text += "  postcondition (" + describe(d_kernel, at) + ")\n";
    for (const std::string& sentence : d_kernel.granted) d_text += "  taken for granted: " + sentence + "\n";
    for (std::size_t i = 0; i < d_kernel.parameters.size(); ++i) {
      const Parameter& parameter = d_kernel.parameters[i];
      d_text += "  parameter " + number(i) + " " + parameter.name + ": " + parameter.type + ", " +
                kind_name(parameter.kind);
      if (parameter.kind == ParameterKind::Value) d_text += ", " + number(parameter.bytes) + " bytes";
      if (parameter.is_const) d_text += ", const";
      if (parameter.is_restrict) d_text += ", restrict";
      if (parameter.is_volatile) d_text += ", volatile";
      if (parameter.array != kNone) d_text += ", array " + number(parameter.array);
      d_text += "\n";
    }
    for (std::size_t i = 1; i < d_kernel.arrays.size(); ++i) {
      const Array& array = d_kernel.arrays[i];
      d_text += "  array " + number(i) + " " + array.name + ": " + memory_name(array.memory) + " of " +
                array.element_type + " (" + number(array.element_bytes) + ")";
      if (array.bytes) d_text += ", " + number(*array.bytes) + " bytes";
      if (array.contents) d_text += ", contents known";
      if (!array.begins_with_zeros) d_text += ", begins with other values than 0";
      d_text += "\n";
    }
  }

  void block(BlockId id) {
    const Block& block = d_kernel.blocks[id];
    d_text += "block " + number(id) + " " + block.name;
    if (!block.predecessors.empty()) {
      d_text += " from";
      for (const BlockId predecessor : block.predecessors) d_text += " " + number(predecessor);
    }
    if (block.loop != kNone) d_text += ", loop " + number(block.loop);
    d_text += "\n";
    for (const Phi& phi : block.phis) {
      d_text += "  " + definition(phi.value) + " = phi";
      for (const ValueId incoming : phi.incoming) d_text += " " + operand(incoming);
      d_text += "\n";
    }
    for (ValueId value = 0; value < d_kernel.values.size(); ++value) {
      const Value& item = d_kernel.values[value];
      if (item.block == id && item.op != Op::Phi && item.op != Op::Read && !is_leaf(value)) pure(value);
    }
    for (const Event& event : block.events) this->event(event);
    terminator(block);
  }

  std::string definition(ValueId id) const {
    return "%" + number(id) + ":" + (id < d_kernel.values.size() ? number(d_kernel.values[id].width) : "?");
  }

  void pure(ValueId id) {
    const Value& value = d_kernel.values[id];
    d_text += "  " + definition(id) + " = ";
    if (value.op == Op::Function && value.index < d_kernel.functions.size())
      d_text += d_kernel.functions[value.index].name;
    else
      d_text += is_padding(value) ? "padding" : op_name(value.op);
    for (const ValueId operand_id : value.operands) d_text += " " + operand(operand_id);
    if (value.op == Op::Extract) d_text += " from bit " + number(value.literal);
    d_text += "\n";
  }

  void event(const Event& event) {
    switch (event.kind) {
      case Event::Kind::Site:
        if (event.index < d_kernel.sites.size()) site(event.index);
        break;
      case Event::Kind::Barrier:
        if (event.index < d_kernel.barriers.size()) {
          const Barrier& barrier = d_kernel.barriers[event.index];
          d_text += "  barrier " + number(event.index) + (barrier.is_of_sub_group() ? " sub-group" : "") +
                    (barrier.is_of_grid() ? " grid" : "") + (barrier.local_fence ? " local" : "") +
                    (barrier.global_fence ? " global" : "") + (barrier.image_fence ? " image" : "") +
                    (barrier.is_aligned ? "" : " unaligned");
          if (barrier.kind != Convergence::Barrier) d_text += " " + barrier.function;
          for (const ValueId same : barrier.same) d_text += " " + operand(same);
          if (!barrier.events.empty()) d_text += " for";
          for (const ValueId waited : barrier.events) d_text += " " + operand(waited);
          if (barrier.event != kNone) d_text += " -> " + definition(barrier.event);
          d_text += at(barrier.location) + "\n";
        }
        break;
      case Event::Kind::Fence:
        if (event.index < d_kernel.fences.size()) fence(event.index);
        break;
      case Event::Kind::Call:
        if (event.index < d_kernel.calls.size())
          d_text += "  call " + number(event.index) + " of procedure " +
                    number(d_kernel.calls[event.index].procedure) + at(d_kernel.calls[event.index].location) +
                    "\n";
        break;
    }
  }

  void site(SiteId id) {
    const Site& site = d_kernel.sites[id];
    d_text += "  site " + number(id) + ": " + access_name(site.kind) + " ";
    if (site.arrays.size() == 1) {
      d_text += array_name(site.arrays.front());
    } else {
      d_text += "{";
      for (const ArrayId array : site.arrays)
        d_text += (d_text.back() == '{' ? "" : ", ") + array_name(array);
      d_text += "} by " + operand(site.base);
    }
    d_text += "[" + operand(site.offset) + "] " + number(site.bytes) + " bytes";
    if (site.component_bytes != site.bytes) d_text += " by " + number(site.component_bytes);
    if (site.is_volatile) d_text += " volatile";
    if (!site.is_coherent) d_text += " non-coherent";
    if (site.observes) d_text += " for an annotation";
    if (site.non_temporal) d_text += " non-temporal";
    if (site.in_flight) d_text += " in-flight";
    if (site.queue != kNone) d_text += ", copy " + operand(site.number) + " of queue " + number(site.queue);
    for (std::uint32_t queue = 0; queue < site.ended.size(); ++queue)
      d_text += ", after copies below " + operand(site.ended[queue]) + " of queue " + number(queue);
    for (std::uint32_t at = 0; at < site.awaited.size(); ++at)
      d_text += ", before arrival " + operand(site.arriving[at]) + " and after those below " +
                operand(site.awaited[at]) + " at " + number(at);
    if (site.inside != kNone) d_text += " if " + operand(site.inside);
    if (site.outside != kNone) d_text += ", outside if " + operand(site.outside);
    if (site.added) d_text += " adds " + number(*site.added);
    if (site.operand != kNone && !site.added)
      d_text += " " + std::string(operation_name(site.operation)) + " " + operand(site.operand);
    if (site.copy != kNone)
      d_text +=
          " by copy " + number(site.copy) + ", " + operand(site.element) + " below " + operand(site.elements);
    for (const ValueId written : site.written)
      d_text += (written == site.written.front() ? " := " : " ") + operand(written);
    for (ValueId value = 0; value < d_kernel.values.size(); ++value) {
      const Value& item = d_kernel.values[value];
      if (item.op == Op::Read && item.index == id) d_text += " -> " + definition(value);
    }
    d_text += at(site.location) + "\n";
  }

  void terminator(const Block& block) {
    if (block.successors.size() == 2)
      d_text += "  if " + operand(block.condition) + " then " + number(block.successors[0]) + " else " +
                number(block.successors[1]);
    else if (block.successors.size() == 1)
      d_text += "  goto " + number(block.successors[0]);
    else if (block.excluded_by != kNone)
      d_text += "  excluded by annotation " + number(block.excluded_by);
    else
      d_text += block.ends_unreachable ? "  unreachable" : "  return";
    d_text += at(block.location) + "\n";
  }

  void loop(LoopId id) {
    const Loop& loop = d_kernel.loops[id];
    d_text += "loop " + number(id) + ": header " + number(loop.header) + ", latch " + number(loop.latch) +
              ", preheader " + number(loop.preheader) + ", depth " + number(loop.depth) + ", blocks";
    for (const BlockId block : loop.blocks) d_text += " " + number(block);
    d_text += at(loop.location) + "\n";
  }

  const KernelModel& d_kernel;
  std::string d_text;
};

}  // namespace

std::string to_text(const KernelModel& kernel) {
  std::string text = Listing(kernel).make();
  if (kernel.modular == nullptr) return text;
  text += "\nwith procedures:\n" + to_text(kernel.modular->kernel);
  for (std::size_t i = 0; i < kernel.modular->procedures.size(); ++i) {
    const KernelModel& procedure = kernel.modular->procedures[i];
    text += "\nprocedure " + std::to_string(i) + ": " + procedure.procedure + "\n" + to_text(procedure);
  }
  return text;
}

}  // namespace launchproof::model
