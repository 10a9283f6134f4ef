// Implements the accesses of a work-item: each is checked against its object and entered in the work-item's
// log.
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstring>

#include "tests/oracle/errors.h"
#include "tests/oracle/execution.h"
#include "tests/oracle/work_item.h"

namespace launchproof::oracle {

namespace {

const char* word_for(AccessKind kind) {
  if (is_atomic(kind)) return "atomic";
  return writes(kind) ? "write" : "read";
}

bool is_forbidden(Allowed allowed, AccessKind kind) {
  const bool stores_alone = kind == AccessKind::Write || kind == AccessKind::AtomicWrite;
  return (allowed == Allowed::Reads && writes(kind)) || (allowed == Allowed::Writes && !stores_alone);
}

std::string race_kind(const Access& a, const Access& b) {
  if (breaks_promise(a, b)) return "non-coherent read";
  if (is_atomic(a.kind) && is_atomic(b.kind)) return "atomic-atomic";
  if (is_atomic(a.kind) || is_atomic(b.kind)) {
    const Access& plain = is_atomic(a.kind) ? b : a;
    return writes(plain.kind) ? "atomic-write" : "atomic-read";
  }
  return writes(a.kind) && writes(b.kind) ? "write-write" : "read-write";
}

}  // namespace

const Target* WorkItem::check(std::uint64_t address, std::uint64_t bytes, AccessKind kind) {
  d_target = d_execution.d_memory.resolve(address, bytes);
  if (d_target.state == Target::State::Ok) {
    const Object& root = *d_target.root;
    if (root.item >= 0 && root.item != d_number)
      throw CannotJudge{"access to another work-item's private memory"};
    if (root.group >= 0 && root.group != d_group.number)
      throw CannotJudge{"access to another group's local memory"};
    if (is_forbidden(d_target.object->allowed, kind)) found_at_access("access-flags", kind);
    return &d_target;
  }
  found_at_access(d_target.state == Target::State::Null ? "null-access" : "out-of-bounds", kind);
  return nullptr;
}

void WorkItem::check_subscripts(const Instruction& instruction, const Frame& frame, std::uint64_t address) {
  if (d_observes) return;
  d_target = d_execution.d_memory.resolve(address, instruction.layout.bytes);
  if (d_target.state != Target::State::Ok) return;
  for (const Subscript& one : instruction.subscripts) {
    const bool is_whole = d_target.object->bounded && one.bytes >= d_target.object->size;
    const std::int64_t index = sign_extended(*lanes_of(frame, one.index), one.bits);
    if (is_whole || (index >= 0 && static_cast<std::uint64_t>(index) < one.count)) continue;
    const bool is_load = instruction.opcode == llvm::Instruction::Load;
    found_at_access("out-of-bounds", is_load ? AccessKind::Read : AccessKind::Write, true);
    return;
  }
}

void WorkItem::found_at_access(const std::string& property, AccessKind kind, bool benign) {
  const std::uint32_t site = current_site();
  const std::string key =
      (benign ? "inner/" : "") + property + "/" + std::to_string(site) + "/" + word_for(kind);
  if (d_execution.d_findings.count_again(key, benign)) return;
  Finding finding;
  finding.property = property;
  finding.kind = word_for(kind);
  finding.benign = benign;
  finding.offset = d_target.offset;
  if (d_target.object != nullptr && d_target.object->name != nullptr) finding.object = *d_target.object->name;
  finding.places = {d_execution.d_stacks.resolve(site, d_execution.d_program.places)};
  finding.work_items = {d_execution.id_of(d_number)};
  finding.schedule = d_execution.d_schedule.name();
  finding.contents = d_execution.d_filling.name();
  d_execution.d_findings.add(key, finding);
}

void WorkItem::broken_assertion() {
  const std::uint32_t site = current_site();
  const std::string key = "assertion/" + std::to_string(site);
  if (d_execution.d_findings.count_again(key, false)) return;
  Finding finding;
  finding.property = "assertion";
  finding.kind = "broken";
  finding.places = {d_execution.d_stacks.resolve(site, d_execution.d_program.places)};
  finding.work_items = {d_execution.id_of(d_number)};
  finding.schedule = d_execution.d_schedule.name();
  finding.contents = d_execution.d_filling.name();
  d_execution.d_findings.add(key, finding);
}

void WorkItem::log(const Target& target, std::uint64_t bytes, AccessKind kind, AtomicScope scope,
                   const std::uint8_t* data, std::uint32_t event) {
  Object& root = *target.root;
  if (!root.log) return;
  d_shared = true;
  Access access;
  access.agent = event == 0 ? d_number : static_cast<std::uint32_t>(d_execution.d_items.size()) + event;
  access.item = d_number;
  access.group = d_group.number;
  access.epoch = root.kind == MemoryKind::Local ? d_group.local_epoch : d_group.global_epoch;
  access.sub_group = d_sub_group->number;
  access.sub_group_epoch =
      root.kind == MemoryKind::Local ? d_sub_group->local_epoch : d_sub_group->global_epoch;
  access.image_epoch = d_group.image_epoch;
  access.clock = d_clocks.empty() ? 0 : d_clocks[d_number - d_group.items.front()->number()];
  access.time = root.kind == MemoryKind::Global ? d_progress.time() : 0;
  access.of_image = target.object->image != nullptr;
  access.promises = kind == AccessKind::Read && event == 0 &&
                    (d_promises || (d_depth > 0 && d_frames[d_depth - 1].code->promises));
  access.site = current_site();
  access.event = event;
  access.start = target.root_offset;
  access.bytes = static_cast<std::uint32_t>(bytes);
  access.kind = kind;
  access.scope = scope;
  Orders orders;
  // A copy that a group makes together may start before the work-item that logs it comes to it.
  if (root.kind == MemoryKind::Global && !access.of_image && (event == 0 || d_execution.d_program.cuda))
    orders.follows = [this](const Access& earlier) {
      return !earlier.of_image && d_progress.comes_after(earlier.item, earlier.time);
    };
  orders.waited = [this](std::uint32_t other) {
    return std::find(d_waited.begin(), d_waited.end(), other) != d_waited.end() || comes_after_copy(other);
  };
  if (!d_clocks.empty())
    orders.ordered = [this](const Access& earlier) {
      return d_clocks[earlier.item - d_group.items.front()->number()] >= earlier.clock;
    };
  root.log->enter(
      access, data, d_padding, orders, [&](const Access& earlier, const Access& later, std::int64_t byte) {
        const bool benign = earlier.kind == AccessKind::Write && later.kind == AccessKind::Write &&
                            earlier.value == later.value && earlier.is_padding == later.is_padding;
        const std::string kinds = race_kind(earlier, later);
        const auto [low, high] = std::minmax(earlier.site, later.site);
        // A work-item that does not wait for its own copy violates the rule for copies, and races with no
        // other work-item.
        const bool is_of_one =
            !d_clocks.empty() && earlier.item == later.item && !breaks_promise(earlier, later);
        const std::string property = is_of_one ? "assertion" : "data-race";
        const std::string key =
            property + "/" + kinds + "/" + std::to_string(low) + "/" + std::to_string(high);
        if (d_execution.d_findings.count_again(key, benign)) return;
        Finding finding;
        finding.property = property;
        finding.kind = kinds;
        finding.object = root.name != nullptr ? *root.name : "";
        finding.offset = byte;
        finding.benign = benign;
        for (const Access* side : {&earlier, &later}) {
          finding.places.push_back(d_execution.d_stacks.resolve(side->site, d_execution.d_program.places));
          finding.work_items.push_back(d_execution.id_of(side->item));
        }
        finding.schedule = d_execution.d_schedule.name();
        finding.contents = d_execution.d_filling.name();
        d_execution.d_findings.add(key, finding);
      });
}

void WorkItem::read(std::uint64_t address, std::uint32_t bytes, std::uint8_t* out) {
  if (d_observes) {
    d_target = d_execution.d_memory.resolve(address, bytes);
    const bool held = d_target.state == Target::State::Ok;
    for (std::uint32_t i = 0; i < bytes && !held; ++i) out[i] = static_cast<std::uint8_t>(arbitrary());
    if (held) Memory::read(d_target, out, bytes);
    return;
  }
  const Target* target = check(address, bytes, AccessKind::Read);
  if (target == nullptr) {
    for (std::uint32_t i = 0; i < bytes; ++i) out[i] = static_cast<std::uint8_t>(arbitrary());
    return;
  }
  log(*target, bytes, AccessKind::Read, AtomicScope::WorkItem, nullptr, 0);
  Memory::read(*target, out, bytes);
}

void WorkItem::write(std::uint64_t address, std::uint32_t bytes, const std::uint8_t* data) {
  const Target* target = check(address, bytes, AccessKind::Write);
  if (target == nullptr) return;
  log(*target, bytes, AccessKind::Write, AtomicScope::WorkItem, data, 0);
  // The store ends the release sequences at that place.
  if (!d_execution.d_carried.empty())
    d_execution.d_carried.erase(
        d_execution.d_carried.lower_bound({target->root->log.get(), target->root_offset}),
        d_execution.d_carried.lower_bound({target->root->log.get(), target->root_offset + bytes}));
  Memory::write(*target, data, bytes);
}

std::uint64_t WorkItem::atomic(std::uint64_t address, std::uint32_t bytes, AccessKind kind,
                               const AtomicManner& manner,
                               const std::function<std::uint64_t(std::uint64_t)>& update) {
  const Target* target = check(address, bytes, kind);
  if (target == nullptr) return arbitrary() & mask_of(bytes * 8);
  const AccessLog* place = target->root->log.get();
  const bool is_global = target->root->kind == MemoryKind::Global && place != nullptr;
  Carried unused;
  Carried& carried = is_global ? d_execution.d_carried[{place, target->root_offset}] : unused;
  if (is_global) d_progress.begin_atomic(carried, manner.order, manner.scope, reads(kind));
  log(*target, bytes, kind, manner.scope, nullptr, 0);
  if (is_global) d_progress.end_atomic(carried, manner.order, manner.scope, kind);
  std::uint64_t old = 0;
  Memory::read(*target, reinterpret_cast<std::uint8_t*>(&old), bytes);
  if (kind != AccessKind::AtomicRead) {
    const std::uint64_t fresh = update(old);
    Memory::write(*target, reinterpret_cast<const std::uint8_t*>(&fresh), bytes);
  }
  return old;
}

void WorkItem::execute_atomic(const Instruction& instruction, Frame& frame) {
  const auto bytes = static_cast<std::uint32_t>(instruction.layout.bytes);
  const unsigned bits = bytes * 8;
  const auto lane = [&](std::size_t i) { return *lanes_of(frame, instruction.operands[i]); };
  std::uint64_t* result = frame.lanes.data() + instruction.result;
  const auto manner_at = [&](std::size_t i) {
    return AtomicManner{static_cast<AtomicScope>(instruction.numbers[i]), instruction.numbers.at(i + 1)};
  };
  switch (instruction.opcode) {
    case llvm::Instruction::Load:
      *result = atomic(lane(0), bytes, AccessKind::AtomicRead, manner_at(1), {});
      return;
    case llvm::Instruction::Store:
      atomic(lane(1), bytes, AccessKind::AtomicWrite, manner_at(1), [&](std::uint64_t) { return lane(0); });
      return;
    case llvm::Instruction::AtomicCmpXchg: {
      const std::uint64_t old = atomic(lane(0), bytes, AccessKind::AtomicUpdate, manner_at(0),
                                       [&](std::uint64_t was) { return was == lane(1) ? lane(2) : was; });
      result[0] = old;
      result[1] = old == lane(1) ? 1 : 0;
      return;
    }
    default:
      break;
  }
  const std::uint64_t value = lane(1);
  const auto update = [&](std::uint64_t old) -> std::uint64_t {
    const bool less = sign_extended(value, bits) < sign_extended(old, bits);
    switch (static_cast<llvm::AtomicRMWInst::BinOp>(instruction.numbers[0])) {
      case llvm::AtomicRMWInst::Xchg:
        return value;
      case llvm::AtomicRMWInst::Add:
        return old + value;
      case llvm::AtomicRMWInst::Sub:
        return old - value;
      case llvm::AtomicRMWInst::And:
        return old & value;
      case llvm::AtomicRMWInst::Nand:
        return ~(old & value);
      case llvm::AtomicRMWInst::Or:
        return old | value;
      case llvm::AtomicRMWInst::Xor:
        return old ^ value;
      case llvm::AtomicRMWInst::Max:
        return less ? old : value;
      case llvm::AtomicRMWInst::Min:
        return less ? value : old;
      case llvm::AtomicRMWInst::UMax:
        return std::max(old, value);
      case llvm::AtomicRMWInst::UMin:
        return std::min(old, value);
      default:
        throw CannotJudge{"an atomic operation that the interpreter does not know"};
    }
  };
  *result = atomic(lane(0), bytes, AccessKind::AtomicUpdate, manner_at(1), update);
}

void WorkItem::barrier(std::uint64_t fences) {
  d_fences = fences;
  d_position = current_position();
  d_site = current_site();
  d_at_barrier = true;
}

void WorkItem::sub_group_barrier(std::uint64_t fences) {
  barrier(fences);
  d_sub_group_point = true;
}

void WorkItem::enter_collective(Position position) {
  d_position = std::move(position);
  d_site = current_site();
}

// The first work-item that arrives makes the copy. The others must arrive at the same copy with the same
// arguments.
std::uint64_t WorkItem::async_copy(const AsyncCopy& copy) {
  enter_collective(current_position());
  const std::uint32_t number = d_collectives++;
  if (number < d_group.collectives.size()) {
    const Group::Collective& first = d_group.collectives[number];
    if (first.position != d_position || !(first.copy == copy)) {
      d_execution.report_divergence(*d_execution.d_items[first.item], *this, "collective", first.site,
                                    d_site);
    }
    return first.event;
  }
  const std::uint32_t agent = ++d_execution.d_next_agent;
  const std::uint64_t event = copy.joined != 0 ? copy.joined : agent;
  d_group.collectives.push_back({d_position, copy, {}, event, agent, d_number, d_site});
  if (copy.elements > 65536) throw CannotJudge{"an asynchronous copy of great size"};
  std::vector<std::uint8_t> element(copy.element_bytes);
  for (std::uint64_t i = 0; i < copy.elements && !d_group.abandoned; ++i) {
    const std::uint64_t width = copy.element_bytes;
    if (const Target* from = check(copy.from + i * copy.from_stride * width, width, AccessKind::Read)) {
      log(*from, width, AccessKind::Read, AtomicScope::WorkItem, nullptr, agent);
      Memory::read(*from, element.data(), width);
    }
    if (const Target* to = check(copy.to + i * copy.to_stride * width, width, AccessKind::Write)) {
      log(*to, width, AccessKind::Write, AtomicScope::WorkItem, element.data(), agent);
      Memory::write(*to, element.data(), width);
    }
  }
  return event;
}

// An event represents the copies that were joined to it before this wait.
void WorkItem::wait_for(const std::vector<std::uint64_t>& events) {
  enter_collective(current_position());
  const std::uint32_t number = d_collectives++;
  for (const std::uint64_t event : events) {
    bool known = event == 0;
    for (std::uint32_t i = 0; i < number && i < d_group.collectives.size(); ++i) {
      const Group::Collective& copy = d_group.collectives[i];
      if (copy.agent == 0 || copy.event != event) continue;
      d_waited.push_back(copy.agent);
      known = true;
    }
    if (!known) throw CannotJudge{"a wait for what is no event"};
  }
  if (number == d_group.collectives.size()) {
    d_group.collectives.push_back({d_position, {}, events, 0, 0, d_number, d_site});
  } else if (const Group::Collective& first = d_group.collectives[number];
             first.position != d_position || !(first.copy == AsyncCopy{}) || first.waits != events) {
    d_execution.report_divergence(*d_execution.d_items[first.item], *this, "collective", first.site, d_site);
  }
}

void WorkItem::start_copy(std::uint64_t to, std::uint64_t from, std::uint32_t bytes, std::uint32_t given) {
  const std::uint32_t agent = ++d_execution.d_next_agent;
  d_started.push_back(agent);
  std::vector<std::uint8_t> data(bytes, 0);
  const std::uint32_t count = std::min(bytes, given);
  if (count != 0) {
    if (const Target* source = check(from, count, AccessKind::Read)) {
      log(*source, count, AccessKind::Read, AtomicScope::WorkItem, nullptr, agent);
      Memory::read(*source, data.data(), count);
    }
  }
  if (const Target* target = check(to, bytes, AccessKind::Write)) {
    log(*target, bytes, AccessKind::Write, AtomicScope::WorkItem, data.data(), agent);
    Memory::write(*target, data.data(), bytes);
  }
}

void WorkItem::end_group_of_copies() {
  d_groups_of_copies.push_back(std::move(d_started));
  d_started.clear();
}

void WorkItem::await_copies(std::optional<std::uint64_t> groups) {
  if (!groups) end_group_of_copies();
  while (d_groups_of_copies.size() > groups.value_or(0)) {
    for (const std::uint32_t agent : d_groups_of_copies.front()) land(agent);
    d_groups_of_copies.pop_front();
  }
}

// The work-item has waited for the copy.
void WorkItem::land(std::uint32_t agent) {
  const std::uint32_t clock = d_clocks.empty() ? 0 : d_clocks[d_number - d_group.items.front()->number()];
  auto& landed = d_execution.d_landed;
  landed.resize(std::max<std::size_t>(landed.size(), d_execution.d_next_agent + 1));
  landed[agent] = Execution::Landed{.item = d_number, .clock = clock, .time = d_progress.time()};
}

void WorkItem::start_block_copy(const BlockCopy& copy) {
  const BlockAgents agents{d_execution.d_next_agent + 1, d_execution.d_next_agent + 2};
  d_execution.d_next_agent += 2;
  d_started_blocks.push_back(agents);
  for (std::uint64_t at = 0; at < copy.bytes; at += copy.width) {
    std::uint64_t copied = 0;
    if (const Target* source = check(copy.from + at, copy.width, AccessKind::Read)) {
      log(*source, copy.width, AccessKind::Read, AtomicScope::WorkItem, nullptr, agents.reads);
      Memory::read(*source, reinterpret_cast<std::uint8_t*>(&copied), copy.width);
    }
    const AccessKind kind = copy.combined ? AccessKind::AtomicUpdate : AccessKind::Write;
    const Target* target = check(copy.to + at, copy.width, kind);
    if (target == nullptr) continue;
    if (copy.combined) {
      std::uint64_t old = 0;
      Memory::read(*target, reinterpret_cast<std::uint8_t*>(&old), copy.width);
      copied = copy.combined(old, copied);
    }
    const auto* data = reinterpret_cast<const std::uint8_t*>(&copied);
    log(*target, copy.width, kind, copy.combined ? AtomicScope::Device : AtomicScope::WorkItem,
        copy.combined ? nullptr : data, agents.writes);
    Memory::write(*target, data, copy.width);
  }
}

void WorkItem::end_group_of_block_copies() {
  d_groups_of_blocks.push_back(std::move(d_started_blocks));
  d_started_blocks.clear();
}

void WorkItem::await_block_copies(std::uint64_t groups, bool only_reads) {
  const std::size_t ended = d_groups_of_blocks.size() > groups ? d_groups_of_blocks.size() - groups : 0;
  for (std::size_t i = 0; i < ended; ++i)
    for (BlockAgents& agents : d_groups_of_blocks[i]) {
      if (agents.reads != 0) land(agents.reads);
      agents.reads = 0;
      if (!only_reads) land(agents.writes);
    }
  if (!only_reads)
    d_groups_of_blocks.erase(d_groups_of_blocks.begin(),
                             d_groups_of_blocks.begin() + static_cast<std::ptrdiff_t>(ended));
}

// The work-item that made the copy has waited for it. Everything that it did before that happens before what
// this work-item does.
bool WorkItem::comes_after_copy(std::uint32_t agent) const {
  if (agent >= d_execution.d_landed.size() || !d_execution.d_landed[agent]) return false;
  const Execution::Landed& landed = *d_execution.d_landed[agent];
  if (landed.item == d_number) return true;
  const std::uint32_t place = landed.item - d_group.items.front()->number();
  if (place < d_group.items.size()) return place < d_clocks.size() && d_clocks[place] >= landed.clock;
  return landed.time != 0 && d_progress.comes_after(landed.item, landed.time);
}

void WorkItem::check_copies_finished() {
  for (std::uint32_t i = 0; i < d_collectives && i < d_group.collectives.size(); ++i) {
    const Group::Collective& copy = d_group.collectives[i];
    if (copy.agent != 0 && std::find(d_waited.begin(), d_waited.end(), copy.agent) == d_waited.end())
      d_execution.report_unfinished(*this, copy.site);
  }
  // The shared memory that copies read may be gone when the work-item has ended.
  const auto is_read = [](const std::vector<BlockAgents>& group) {
    return std::ranges::all_of(group, [](const BlockAgents& agents) { return agents.reads == 0; });
  };
  if (!is_read(d_started_blocks) || !std::ranges::all_of(d_groups_of_blocks, is_read)) broken_assertion();
}

void WorkItem::together(GroupCall call, std::uint64_t* result) {
  barrier(0);
  d_sub_group_point = call.sub_group;
  d_group_call = std::move(call);
  d_group_result = result;
}

void WorkItem::name_barrier(std::uint64_t number, bool anywhere) {
  d_grid_barrier = number == kBarrierOfGrid;
  if (anywhere) d_position.clear();
  d_position.push_back(number);
}

void WorkItem::end() {
  d_position = current_position();
  d_site = current_site();
  d_returned = true;
  d_ended = true;
  check_copies_finished();
}

std::uint64_t WorkItem::place_of(std::uint64_t address) {
  return d_execution.d_memory.canonical(address);
}

std::uint64_t WorkItem::difference(std::uint64_t a, std::uint64_t b) {
  const Target first = d_execution.d_memory.resolve(a, 0);
  const Target second = d_execution.d_memory.resolve(b, 0);
  if (first.object == nullptr || second.object == nullptr || first.root != second.root) return a - b;
  return static_cast<std::uint64_t>(first.root_offset - second.root_offset);
}

bool WorkItem::holds_object(std::uint64_t address) {
  return d_execution.d_memory.resolve(address, 0).object != nullptr;
}

const ImageInfo* WorkItem::image(std::uint64_t address) {
  const Target target = d_execution.d_memory.resolve(address, 0);
  return target.object == nullptr ? nullptr : target.object->image.get();
}

unsigned WorkItem::address_space(std::uint64_t address) {
  const Target target = d_execution.d_memory.resolve(address, 0);
  if (target.object == nullptr) return 0;
  switch (target.root->kind) {
    case MemoryKind::Private:
      return 0;
    case MemoryKind::Global:
      return 1;
    case MemoryKind::Constant:
      return 2;
    case MemoryKind::Local:
      return 3;
  }
  return 0;
}

}  // namespace launchproof::oracle
