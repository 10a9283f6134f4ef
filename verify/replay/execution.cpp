#include "verify/replay/execution.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace launchproof::replay {
namespace {

// Beyond these a replay is not started: traces number work-items with 32 bits.
constexpr std::uint64_t kMaximumItems = UINT32_MAX;
constexpr std::uint64_t kMaximumGroupItems = 1 << 14;

std::uint64_t mix(std::uint64_t x) {  // the finaliser of splitmix64 (Steele, Lea, Flood 2014)
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// A scalar of this type, as the application would pass it.
std::vector<std::uint8_t> encode_scalar(const std::string& type, std::uint64_t bytes, std::int64_t value) {
  std::vector<std::uint8_t> result(bytes, 0);
  const auto put = [&](const auto& item) {
    std::memcpy(result.data(), &item, std::min(sizeof(item), result.size()));
  };
  if (type.starts_with("float"))
    put(static_cast<float>(value));
  else if (type.starts_with("double"))
    put(static_cast<double>(value));
  else
    put(value);
  return result;
}

}  // namespace

Execution*& current_execution() {
  thread_local Execution* current = nullptr;
  return current;
}

Execution::Execution(const Image& image, const model::LaunchFacts& facts, const Contents& contents,
                     const Options& options, Outcome& outcome)
    : d_image(image),
      d_facts(facts),
      d_contents(contents),
      d_options(options),
      d_outcome(outcome),
      d_budget(options.maximum_memory) {}

void Execution::fill(const void* root, std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count) {
  const Root& how = *static_cast<const Root*>(root);
  std::uint64_t begin = 0;
  if (how.given != nullptr && offset < how.given->size()) {
    begin = std::min<std::uint64_t>(count, how.given->size() - offset);
    std::memcpy(bytes, how.given->data() + offset, begin);
  }
  if (how.contents->fill == Contents::Fill::Zero) return;
  for (std::uint64_t i = begin / 4 * 4; i < count; i += 4) {
    const std::uint64_t word = (offset + i) / 4;
    const auto value = static_cast<std::uint32_t>(
        how.contents->fill == Contents::Fill::Iota ? word
                                                   : mix(how.contents->seed ^ mix(how.object ^ mix(word))));
    std::uint8_t made[4];
    std::memcpy(made, &value, 4);
    for (std::uint64_t k = 0; k < 4; ++k)
      if (i + k >= begin) bytes[i + k] = made[k];
  }
}

Execution::Root& Execution::root(std::uint64_t object) {
  const auto [found, made] = d_roots.try_emplace(object);
  Root& item = found->second;
  if (made) {
    const auto given = d_contents.objects.find(object);
    item.given = given == d_contents.objects.end() ? nullptr : &given->second;
    item.contents = &d_contents;
    item.object = object;
    item.storage = std::make_unique<Storage>(d_budget, &Execution::fill, &item);
  }
  return item;
}

std::string Execution::bind_pointer(std::uint32_t parameter) {
  const model::Parameter& declared = d_image.tables.parameters[parameter];
  const model::Argument& argument = d_facts.arguments[parameter];
  View& view = d_views[parameter + 1];
  std::uint64_t address = address_of(parameter + 1, 0);
  if (declared.kind == model::ParameterKind::LocalPointer) {
    view.is_local = true;
    d_own.push_back(std::make_unique<Storage>(d_budget, nullptr, nullptr));
    view.storage = d_own.back().get();
    if (const auto* local = std::get_if<model::LocalArgument>(&argument))
      view.bytes = local->bytes;
    else if (!std::holds_alternative<model::UnknownArgument>(argument))
      return "argument " + declared.name + " is local memory, and the launch gives something else";
  } else if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
    Root& item = root(buffer->object);
    view.storage = item.storage.get();
    view.origin = buffer->origin;
    view.bytes = buffer->bytes;
    view.is_given =
        item.given != nullptr && buffer->bytes && item.given->size() >= buffer->origin + *buffer->bytes;
    if (buffer->bytes) item.bytes = std::max(item.bytes.value_or(0), buffer->origin + *buffer->bytes);
  } else if (std::holds_alternative<model::NullArgument>(argument)) {
    view.is_null = true;
    address = 0;
  } else if (std::holds_alternative<model::UnknownArgument>(argument)) {
    // An array of its own; objects of the launch have small numbers or are addresses.
    Root& item = root(UINT64_MAX - parameter);
    view.storage = item.storage.get();
    view.is_given = false;
  } else {
    return "argument " + declared.name + " is a buffer, and the launch gives something else";
  }
  std::memcpy(d_arguments.data() + d_image.tables.arguments[parameter].offset, &address, sizeof address);
  return {};
}

std::string Execution::bind_arguments() {
  const KernelTables& tables = d_image.tables;
  if (d_facts.arguments.size() != tables.parameters.size())
    return "the launch has " + std::to_string(d_facts.arguments.size()) + " arguments, the kernel " +
           std::to_string(tables.parameters.size());
  d_arguments.assign(tables.argument_bytes, 0);
  d_values.resize(tables.parameters.size());
  for (std::uint32_t i = 0; i < tables.parameters.size(); ++i) {
    const model::Parameter& declared = tables.parameters[i];
    const ArgumentSlot& slot = tables.arguments[i];
    if (declared.kind != model::ParameterKind::Value) {
      if (std::string problem = bind_pointer(i); !problem.empty()) return problem;
      continue;
    }
    std::vector<std::uint8_t> bytes;
    if (const auto* value = std::get_if<model::ValueArgument>(&d_facts.arguments[i])) {
      bytes = value->bytes;
    } else if (const auto given = d_contents.values.find(i); given != d_contents.values.end()) {
      bytes = given->second;
      d_outcome.made_up.push_back("the value of " + declared.name);
    } else {
      bytes = encode_scalar(declared.type, declared.bytes, d_contents.scalar);
      d_outcome.made_up.push_back("the value of " + declared.name + ": " + std::to_string(d_contents.scalar));
    }
    if (bytes.size() < declared.bytes)
      return "argument " + declared.name + " has " + std::to_string(bytes.size()) +
             " bytes, the kernel reads " + std::to_string(declared.bytes);
    if (!slot.by_reference) {
      std::memcpy(d_arguments.data() + slot.offset, bytes.data(),
                  std::min<std::size_t>(slot.bytes, bytes.size()));
      continue;
    }
    d_values[i] = std::move(bytes);
    View& view = d_views[i + 1];
    d_own.push_back(std::make_unique<Storage>(d_budget, nullptr, nullptr));
    view.storage = d_own.back().get();
    view.bytes = d_values[i].size();
    if (!view.storage->write(0, d_values[i].data(), d_values[i].size())) return "no memory left";
    const std::uint64_t address = address_of(i + 1, 0);
    std::memcpy(d_arguments.data() + slot.offset, &address, sizeof address);
  }
  return {};
}

std::string Execution::prepare() {
  const KernelTables& tables = d_image.tables;
  std::uint64_t items = 1;
  d_group_items = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t local = d_facts.local_size[i];
    if (local == 0) return "a local size is 0";
    d_groups[i] = d_facts.global_size[i] / local + (d_facts.global_size[i] % local != 0 ? 1 : 0);
    if (__builtin_mul_overflow(d_group_items, local, &d_group_items) || d_group_items > kMaximumGroupItems)
      return "more than " + std::to_string(kMaximumGroupItems) + " work-items in a group";
    if (__builtin_mul_overflow(items, local * d_groups[i], &items) || items > kMaximumItems)
      return "more than " + std::to_string(kMaximumItems) + " work-items";
  }
  d_views.resize(tables.objects.size());
  for (std::size_t i = 1; i < tables.objects.size(); ++i) {
    const ObjectSpec& spec = tables.objects[i];
    View& view = d_views[i];
    view.kind = spec.kind;
    if (spec.kind == ObjectKind::Parameter || spec.kind == ObjectKind::Value) continue;
    view.bytes = spec.bytes;
    view.origin = spec.private_origin;
    if (spec.kind == ObjectKind::Private) continue;
    view.is_local = spec.kind == ObjectKind::Local;
    d_own.push_back(std::make_unique<Storage>(d_budget, nullptr, nullptr));
    view.storage = d_own.back().get();
    if (!view.storage->write(0, spec.initial.data(), spec.initial.size())) return "no memory left";
  }
  std::uint64_t widest = 64;
  for (const SiteSpec& site : tables.sites) widest = std::max<std::uint64_t>(widest, site.bytes);
  d_scratch.resize(widest);
  return bind_arguments();
}

std::uint32_t Execution::number_of(const std::array<std::uint64_t, 3>& group,
                                   const std::array<std::uint64_t, 3>& local) const {
  const std::uint64_t in_group =
      local[0] + d_facts.local_size[0] * (local[1] + d_facts.local_size[1] * local[2]);
  const std::uint64_t number = group[0] + d_groups[0] * (group[1] + d_groups[1] * group[2]);
  return static_cast<std::uint32_t>(number * d_group_items + in_group);
}

void Execution::run(std::vector<Watch>* watches) {
  d_watches = watches;
  const KernelTables& tables = d_image.tables;
  // Code needs less than this for the values that it keeps and the widest vectors that it spills.
  d_fibers = std::make_unique<Fibers>((64 << 10) + 256 * tables.instructions);
  const auto begin = std::chrono::steady_clock::now();
  d_deadline = begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                           std::chrono::duration<double>(d_options.seconds));
  Execution* outer = std::exchange(current_execution(), this);
  d_outcome.status = Status::Completed;
  if (!d_options.groups.empty()) {
    for (const auto& group : d_options.groups)
      if (!d_stopped) run_group(group);
  } else {
    std::array<std::uint64_t, 3> group{};
    for (group[2] = 0; group[2] < d_groups[2] && !d_stopped; ++group[2])
      for (group[1] = 0; group[1] < d_groups[1] && !d_stopped; ++group[1])
        for (group[0] = 0; group[0] < d_groups[0] && !d_stopped; ++group[0]) run_group(group);
  }
  current_execution() = outer;
  d_outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  d_outcome.accesses = d_access;
  for (std::size_t i = 0; i < tables.parameters.size(); ++i) {
    const View& view = d_views[i + 1];
    if (view.was_read && !view.is_given)
      d_outcome.made_up.push_back("the contents of " + tables.parameters[i].name);
  }
  if (!d_options.keep_results) return;
  for (auto& [object, item] : d_roots) {
    if (!item.bytes || !d_budget.take(*item.bytes)) continue;
    std::vector<std::uint8_t>& bytes = d_outcome.results[object];
    bytes.resize(*item.bytes);
    if (!item.storage->read(0, bytes.data(), bytes.size())) d_outcome.results.erase(object);
  }
}

void Execution::run_group(const std::array<std::uint64_t, 3>& group) {
  const KernelTables& tables = d_image.tables;
  d_group = group;
  d_items.clear();
  for (std::size_t i = 0; i < 3; ++i) {
    if (group[i] >= d_groups[i]) return;  // the launch has no such group
    d_group_size[i] =
        std::min(d_facts.local_size[i], d_facts.global_size[i] - group[i] * d_facts.local_size[i]);
  }
  for (std::uint64_t z = 0; z < d_group_size[2]; ++z)
    for (std::uint64_t y = 0; y < d_group_size[1]; ++y)
      for (std::uint64_t x = 0; x < d_group_size[0]; ++x) {
        Item& item = d_items.emplace_back();
        item.local_id = {x, y, z};
        item.number = number_of(group, item.local_id);
      }
  d_local_interval = d_global_interval = 0;
  d_iterations.assign(d_items.size() * tables.loops.size(), 0);
  d_private.assign(d_items.size() * tables.private_bytes, 0);
  for (View& view : d_views)
    if (view.is_local && view.storage != nullptr) view.storage->forget();
  ++d_outcome.groups;
  d_outcome.work_items += d_items.size();
  const bool one_stack = tables.barriers.empty();
  const std::size_t fibers = one_stack ? 1 : d_items.size();
  for (std::size_t i = 0; i < fibers; ++i) {
    if (d_fibers->start(i, &Execution::item_body, this)) continue;
    d_outcome.status = Status::Unknown;
    d_outcome.reason = "no memory for the stacks of " + std::to_string(fibers) + " work-items";
    d_stopped = true;
    return;
  }
  bool more = true;
  while (more && !d_stopped) {
    for (std::size_t i = 0; i < fibers && !d_stopped; ++i) {
      if (d_items[i].done) continue;
      d_item = i;
      if (d_fibers->resume(i)) d_items[i].done = true;
    }
    more = !d_stopped && !one_stack && meet();
  }
}

void Execution::item_body(void* self, std::size_t index) {
  auto& execution = *static_cast<Execution*>(self);
  if (!execution.d_image.tables.barriers.empty()) {
    execution.d_item = index;
    execution.d_image.entry(execution.d_arguments.data());
    return;
  }
  for (std::size_t i = 0; i < execution.d_items.size(); ++i) {
    execution.d_item = i;
    execution.d_image.entry(execution.d_arguments.data());
  }
}

bool Execution::meet() {
  const KernelTables& tables = d_image.tables;
  std::size_t first = d_items.size();
  for (std::size_t i = 0; i < d_items.size() && first == d_items.size(); ++i)
    if (!d_items[i].done) first = i;
  if (first == d_items.size()) return false;
  const Item& one = d_items[first];
  const BarrierSpec& barrier = tables.barriers[one.barrier];
  for (std::size_t i = 0; i < d_items.size(); ++i) {
    const Item& other = d_items[i];
    bool apart = other.done || other.barrier != one.barrier;
    if (!apart)
      for (const std::uint32_t loop : barrier.loops)
        apart |=
            d_iterations[i * tables.loops.size() + loop] != d_iterations[first * tables.loops.size() + loop];
    if (!apart) continue;
    ++d_instance;
    Seen* seen = note(verdict::Property::BarrierDivergence, "divergent barrier", one.barrier,
                      other.done ? UINT32_MAX : other.barrier);
    if (seen->participants.empty()) {
      seen->participants.push_back(participant(one.number, barrier.locations, "reaches the barrier"));
      if (other.done)
        seen->participants.push_back(participant(other.number, {}, "returns"));
      else
        seen->participants.push_back(
            participant(other.number, tables.barriers[other.barrier].locations, "reaches the barrier"));
    }
    return false;  // what the group does from here is undefined
  }
  if ((one.fences & kLocalFence) != 0) ++d_local_interval;
  if ((one.fences & kGlobalFence) != 0) ++d_global_interval;
  if (std::max(d_local_interval, d_global_interval) > kMaximumInterval) {
    d_outcome.status = Status::Unknown;
    d_outcome.reason = "a group passes more than " + std::to_string(kMaximumInterval) + " barriers";
    d_stopped = true;
    return false;
  }
  return true;
}

}  // namespace launchproof::replay
