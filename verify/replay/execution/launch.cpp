#include "verify/replay/execution/launch.h"

#include "verify/replay/memory/image_access.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace launchproof::replay {
namespace {

// Larger launches are not replayed, since traces number work-items with 32 bits.
constexpr std::uint64_t kMaximumItems = UINT32_MAX - 1;
constexpr std::uint64_t kMaximumGroupItems = 1 << 14;

std::uint64_t mix(std::uint64_t x) {  // the finaliser of splitmix64 (Steele, Lea, Flood 2014)
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

std::vector<std::uint8_t> filled_scalar(const Contents& contents, const std::string& type,
                                        std::uint64_t bytes) {
  std::vector<std::uint8_t> result(bytes, 0);
  const auto put = [&](const auto& item) {
    std::memcpy(result.data(), &item, std::min(sizeof(item), result.size()));
  };
  if (type.starts_with("float"))
    put(static_cast<float>(contents.scalar));
  else if (type.starts_with("double"))
    put(static_cast<double>(contents.scalar));
  else
    put(contents.scalar);
  return result;
}

const char* in_words(Contents::Fill fill) {
  switch (fill) {
    case Contents::Fill::Zero:
      return "zeros";
    case Contents::Fill::Iota:
      return "the words 0, 1, 2, …";
    case Contents::Fill::Random:
      return "random numbers";
    case Contents::Fill::Rising:
      return "numbers that rise from array to array";
    case Contents::Fill::Falling:
      return "numbers that fall from array to array";
  }
  return "";
}

std::uint32_t filled_word(const Contents& contents, std::uint64_t object, std::uint64_t word) {
  switch (contents.fill) {
    case Contents::Fill::Zero:
      return 0;
    case Contents::Fill::Iota:
      return static_cast<std::uint32_t>(word);
    case Contents::Fill::Random:
      return static_cast<std::uint32_t>(mix(contents.seed ^ mix(object ^ mix(word))));
    case Contents::Fill::Rising:
      return static_cast<std::uint32_t>(object) + 1;
    case Contents::Fill::Falling:
      return ~static_cast<std::uint32_t>(object);
  }
  return 0;
}

Launch::Launch(const Image& image, const model::LaunchFacts& facts, const Contents& contents,
               const Options& options, Outcome& outcome)
    : d_image(image),
      d_facts(facts),
      d_contents(contents),
      d_options(options),
      d_outcome(outcome),
      d_budget(options.maximum_memory),
      d_sets(image.tables.sites) {}

void Launch::fill(const void* root, std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count) {
  const Root& how = *static_cast<const Root*>(root);
  std::uint64_t begin = 0;
  if (how.given != nullptr && offset < how.given->size()) {
    begin = std::min<std::uint64_t>(count, how.given->size() - offset);
    std::memcpy(bytes, how.given->data() + offset, begin);
  }
  std::memset(bytes + begin, 0, count - begin);
  if (how.contents->fill == Contents::Fill::Zero) return;
  for (std::uint64_t i = begin / 4 * 4; i < count; i += 4) {
    const std::uint32_t value = filled_word(*how.contents, how.object, (offset + i) / 4);
    std::uint8_t made[4];
    std::memcpy(made, &value, 4);
    for (std::uint64_t k = 0; k < 4; ++k)
      if (i + k >= begin) bytes[i + k] = made[k];
  }
}

Launch::Root& Launch::root(std::uint64_t object) {
  const auto [found, made] = d_roots.try_emplace(object);
  Root& item = found->second;
  if (made) {
    const auto given = d_contents.objects.find(object);
    item.given = given == d_contents.objects.end() ? nullptr : &given->second;
    item.contents = &d_contents;
    item.object = object;
    item.is_undefined = d_contents.undefined.contains(object);
  }
  return item;
}

Storage* Launch::own_storage(std::uint64_t bytes) {
  d_own.push_back(std::make_unique<Storage>(d_budget, bytes, nullptr, nullptr));
  return d_own.back().get();
}

std::string Launch::bind_pointer(std::uint32_t parameter) {
  const model::Parameter& declared = tables().parameters[parameter];
  const model::Argument& argument = d_facts.arguments[parameter];
  View& view = d_views[parameter + 1];
  std::uint64_t address = address_of(parameter + 1, 0);
  const auto belongs_to = [&](Root& item) {
    item.views.push_back(parameter + 1);
    item.is_written |= tables().objects[parameter + 1].may_be_written;
    return &item;
  };
  if (declared.kind == model::ParameterKind::LocalPointer) {
    view.is_local = true;
    if (const auto* local = std::get_if<model::LocalArgument>(&argument))
      view.bytes = local->bytes;
    else if (!std::holds_alternative<model::UnknownArgument>(argument))
      return "argument " + declared.name + " is local memory, and the launch gives something else";
  } else if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
    Root& item = *belongs_to(root(buffer->object));
    view.origin = buffer->origin - buffer->before;
    view.before = buffer->before;
    view.access = buffer->access;
    if (buffer->bytes) view.bytes = buffer->before + *buffer->bytes;
    address += buffer->before;
    view.is_given = item.given != nullptr && buffer->bytes && buffer->before == 0 &&
                    item.given->size() >= buffer->origin + *buffer->bytes &&
                    !d_contents.chosen.contains(buffer->object);
    item.has_size &= buffer->bytes.has_value();
    if (buffer->bytes) item.bytes = std::max(item.bytes, buffer->origin + *buffer->bytes);
  } else if (std::holds_alternative<model::NullArgument>(argument)) {
    view.is_null = true;
    address = 0;
  } else if (std::holds_alternative<model::UnknownArgument>(argument)) {
    // A separate array; objects of the launch have small numbers or are addresses.
    belongs_to(root(object_of_unknown(parameter)))->has_size = false;
    view.is_given = false;
  } else {
    return "argument " + declared.name + " is a buffer, and the launch gives something else";
  }
  std::memcpy(d_arguments.data() + tables().arguments[parameter].offset, &address, sizeof address);
  return {};
}

std::string Launch::bind_value(std::uint32_t parameter) {
  const model::Parameter& declared = tables().parameters[parameter];
  const ArgumentSlot& slot = tables().arguments[parameter];
  std::vector<std::uint8_t> bytes;
  if (const auto* value = std::get_if<model::ValueArgument>(&d_facts.arguments[parameter])) {
    bytes = value->bytes;
  } else if (const auto given = d_contents.values.find(parameter); given != d_contents.values.end()) {
    bytes = given->second;
    // Bytes after the last chosen one do not affect the replay.
    if (bytes.size() < declared.bytes) bytes.resize(declared.bytes);
    d_outcome.made_up.push_back("the value of " + declared.name);
    d_outcome.made_up_parameters.push_back(parameter);
  } else {
    bytes = filled_scalar(d_contents, declared.type, declared.bytes);
    d_outcome.made_up.push_back("the value of " + declared.name + ": " + std::to_string(d_contents.scalar));
    d_outcome.made_up_parameters.push_back(parameter);
  }
  if (bytes.size() < declared.bytes)
    return "argument " + declared.name + " has " + std::to_string(bytes.size()) +
           " bytes, the kernel reads " + std::to_string(declared.bytes);
  if (!slot.by_reference) {
    std::memcpy(d_arguments.data() + slot.offset, bytes.data(),
                std::min<std::size_t>(slot.bytes, bytes.size()));
    return {};
  }
  View& view = d_views[parameter + 1];
  view.bytes = bytes.size();
  view.storage = own_storage(bytes.size());
  if (!view.storage->write(0, bytes.data(), bytes.size())) return "no memory left";
  const std::uint64_t address = address_of(parameter + 1, 0);
  std::memcpy(d_arguments.data() + slot.offset, &address, sizeof address);
  return {};
}

std::string Launch::bind_image(std::uint32_t parameter) {
  const model::Parameter& declared = tables().parameters[parameter];
  const auto* argument = std::get_if<model::BufferArgument>(&d_facts.arguments[parameter]);
  if (argument == nullptr || !argument->image)
    return "argument " + declared.name + " is an image, and the launch gives something else";
  std::string why;
  const auto shape = replayed_image(*argument->image, why);
  if (!shape) return why + " (" + declared.name + ")";
  const model::ImageShape& kept = d_shapes.emplace_back(*shape);
  View& view = d_views[parameter + 1];
  view.is_image = true;
  view.origin = argument->origin;
  view.access = argument->access;
  view.bytes = kept.extent();
  view.is_given = false;
  Root& item = root(argument->object);
  item.views.push_back(parameter + 1);
  item.is_written |= tables().objects[parameter + 1].may_be_written;
  item.bytes = std::max(item.bytes, view.origin + *view.bytes);
  if (!argument->image->size || !argument->image->format) {
    d_outcome.made_up.push_back("the size or format of " + declared.name);
    d_outcome.made_up_parameters.push_back(parameter);
  }
  const std::uint64_t address = address_of(parameter + 1, 0);
  const auto place = reinterpret_cast<std::uintptr_t>(&kept);
  std::uint8_t* slot = d_arguments.data() + tables().arguments[parameter].offset;
  std::memcpy(slot, &address, sizeof address);
  std::memcpy(slot + sizeof address, &place, sizeof place);
  return {};
}

std::string Launch::bind_sampler(std::uint32_t parameter) {
  std::uint32_t bits = 0x10;  // bounds are left to the kernel
  std::vector<std::uint8_t> bytes;
  if (const auto* value = std::get_if<model::ValueArgument>(&d_facts.arguments[parameter])) {
    bytes = value->bytes;
  } else {
    if (const auto given = d_contents.values.find(parameter); given != d_contents.values.end())
      bytes = given->second;
    d_outcome.made_up.push_back("the sampler " + tables().parameters[parameter].name);
    d_outcome.made_up_parameters.push_back(parameter);
  }
  if (bytes.size() >= sizeof bits) std::memcpy(&bits, bytes.data(), sizeof bits);
  std::memcpy(d_arguments.data() + tables().arguments[parameter].offset, &bits, sizeof bits);
  return {};
}

std::string Launch::bind_arguments() {
  if (d_facts.arguments.size() != tables().parameters.size())
    return "the launch has " + std::to_string(d_facts.arguments.size()) + " arguments, the kernel " +
           std::to_string(tables().parameters.size());
  d_arguments.assign(tables().argument_bytes, 0);
  for (std::uint32_t i = 0; i < tables().parameters.size(); ++i) {
    std::string problem;
    switch (tables().parameters[i].kind) {
      case model::ParameterKind::Value:
        problem = bind_value(i);
        break;
      case model::ParameterKind::Image:
        problem = bind_image(i);
        break;
      case model::ParameterKind::Sampler:
        problem = bind_sampler(i);
        break;
      default:
        problem = bind_pointer(i);
    }
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string Launch::make_storage() {
  for (std::size_t i = 1; i < tables().objects.size(); ++i) {
    const ObjectSpec& spec = tables().objects[i];
    View& view = d_views[i];
    view.kind = spec.kind;
    if (spec.kind == ObjectKind::Parameter || spec.kind == ObjectKind::Value) continue;
    view.bytes = spec.bytes;
    view.origin = spec.private_origin;
    view.is_local = spec.kind == ObjectKind::Local;
    if (spec.kind == ObjectKind::Program) view.is_written = view.is_recorded = spec.may_be_written;
    if (spec.kind != ObjectKind::Constant && spec.kind != ObjectKind::Program) continue;
    view.storage = own_storage(spec.bytes);
    if (!view.storage->write(0, spec.initial.data(), spec.initial.size())) return "no memory left";
  }
  return {};
}

std::string Launch::measure() {
  std::uint64_t groups = 1, items = 0;
  d_group_items = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t local = d_facts.local_size[i];
    if (local == 0) return "a local size is 0";
    d_groups[i] = d_facts.global_size[i] / local + (d_facts.global_size[i] % local != 0 ? 1 : 0);
    if (__builtin_mul_overflow(d_group_items, local, &d_group_items) || d_group_items > kMaximumGroupItems)
      return "more than " + std::to_string(kMaximumGroupItems) + " work-items in a group";
    if (__builtin_mul_overflow(groups, d_groups[i], &groups))
      return "more than " + std::to_string(kMaximumItems) + " work-items";
  }
  d_stride = static_cast<std::uint32_t>(d_group_items + (tables().has_copies ? 1 : 0));
  if (__builtin_mul_overflow(groups, d_stride, &items) || items > kMaximumItems)
    return "more than " + std::to_string(kMaximumItems) + " work-items";
  return {};
}

bool Launch::take_private() {
  std::uint64_t bytes = 0;
  return !__builtin_mul_overflow(2 * tables().private_bytes, d_group_items, &bytes) && d_budget.take(bytes);
}

std::string Launch::prepare() {
  d_outcome.status = Status::Error;
  if (std::string problem = measure(); !problem.empty()) return problem;
  if (!take_private()) {
    d_outcome.status = Status::Unknown;
    return "the memory limit was reached: the private memory of a group takes " +
           std::to_string(tables().private_bytes) + " bytes for each of " + std::to_string(d_group_items) +
           " work-items";
  }
  d_views.resize(tables().objects.size());
  if (std::string problem = make_storage(); !problem.empty()) return problem;
  if (std::string problem = bind_arguments(); !problem.empty()) return problem;
  for (auto& [object, item] : d_roots) {
    const auto bytes = item.has_size ? std::optional(item.bytes) : std::nullopt;
    item.storage = std::make_unique<Storage>(d_budget, bytes, &Launch::fill, &item);
    const auto is_image = [&](std::uint32_t number) { return d_views[number].is_image; };
    const bool is_mixed =
        std::ranges::any_of(item.views, is_image) && !std::ranges::all_of(item.views, is_image);
    // The pointer in the first argument determines the object's position.
    const std::uint64_t start = address_of(item.views.front(), 0);
    Footprint* footprint = nullptr;
    if (d_options.footprint.contains(object)) {
      std::shared_ptr<Footprint>& made = d_outcome.footprints[object];
      made = std::make_shared<Footprint>();
      footprint = made.get();
    }
    const bool is_promised = std::ranges::any_of(tables().sites, [&](const SiteSpec& site) {
      return site.kind == SiteKind::Read && !site.is_coherent &&
             (site.object == 0 || std::ranges::find(item.views, site.object) != item.views.end());
    });
    if (is_promised && item.is_written) item.promised = std::make_unique<PromisedReads>();
    for (const std::uint32_t number : item.views) {
      d_views[number].promised = item.promised.get();
      d_views[number].shift = start + d_views[number].origin - address_of(number, 0);
      d_views[number].is_mixed = is_mixed;
      d_views[number].storage = item.storage.get();
      d_views[number].is_written = item.is_written;
      d_views[number].is_undefined = item.is_undefined;
      d_views[number].footprint = footprint;
      d_views[number].is_recorded = item.is_written || item.is_undefined || footprint != nullptr;
    }
  }
  for (View& view : d_views)
    if (view.is_local) view.is_written = view.is_recorded = view.is_undefined = true;
  d_outcome.status = Status::Completed;
  return {};
}

std::string Launch::prepare_in_place(const std::vector<std::vector<std::uint8_t>>& arguments,
                                     std::uint64_t dynamic_bytes) {
  d_outcome.status = Status::Error;
  if (std::string problem = measure(); !problem.empty()) return problem;
  d_dynamic_bytes = dynamic_bytes;
  d_arguments.assign(tables().argument_bytes, 0);
  for (std::size_t i = 0; i < arguments.size() && i < tables().arguments.size(); ++i) {
    const ArgumentSlot& slot = tables().arguments[i];
    const auto address = reinterpret_cast<std::uint64_t>(arguments[i].data());
    if (slot.by_reference)
      std::memcpy(d_arguments.data() + slot.offset, &address, sizeof address);
    else
      std::memcpy(d_arguments.data() + slot.offset, arguments[i].data(),
                  std::min<std::size_t>(slot.bytes, arguments[i].size()));
  }
  d_outcome.status = Status::Completed;
  return {};
}

// If the size is unknown, a group has several sub-groups if possible.
std::uint32_t Launch::sub_group_size() const {
  constexpr std::uint64_t kMost = 32;
  if (d_facts.sub_groups.size != 0) return d_facts.sub_groups.size;
  return static_cast<std::uint32_t>(std::bit_floor(std::clamp<std::uint64_t>(d_group_items / 2, 1, kMost)));
}

std::uint32_t Launch::number_of(const std::array<std::uint64_t, 3>& group,
                                const std::array<std::uint64_t, 3>& local) const {
  const std::uint64_t in_group =
      local[0] + d_facts.local_size[0] * (local[1] + d_facts.local_size[1] * local[2]);
  const std::uint64_t number = group[0] + d_groups[0] * (group[1] + d_groups[1] * group[2]);
  return static_cast<std::uint32_t>(number * d_stride + in_group + 1);
}

verdict::WorkItem Launch::work_item(std::uint32_t number) const {
  verdict::WorkItem result;
  std::uint64_t local = (number - 1) % d_stride, group = (number - 1) / d_stride;
  if (local >= d_group_items) local = 0;  // for a copy: the group's first work-item
  for (std::size_t i = 0; i < 3; ++i) {
    result.local_id[i] = local % d_facts.local_size[i];
    result.group_id[i] = group % d_groups[i];
    local /= d_facts.local_size[i];
    group /= d_groups[i];
    result.global_id[i] =
        result.group_id[i] * d_facts.local_size[i] + result.local_id[i] + d_facts.global_offset[i];
  }
  return result;
}

void Launch::finish(const std::vector<bool>& was_read) {
  d_outcome.shadow_bytes = d_budget.shadow();
  d_outcome.data_bytes = d_budget.data();
  for (std::size_t i = 0; i < tables().parameters.size(); ++i)
    if (was_read[i + 1] && !d_views[i + 1].is_given) {
      d_outcome.made_up.push_back("the contents of " + tables().parameters[i].name);
      d_outcome.made_up_parameters.push_back(static_cast<std::uint32_t>(i));
    }
  if (tables().uses_sub_groups && !d_facts.sub_groups.is_known())
    d_outcome.made_up.push_back("sub-groups of " + std::to_string(sub_group_size()) +
                                " consecutive work-items");
  // An earlier launch may have changed it.
  for (std::size_t i = 0; i < tables().objects.size(); ++i)
    if (tables().objects[i].kind == ObjectKind::Program && was_read[i])
      d_outcome.made_up.push_back("the contents of " + tables().objects[i].name);
  if (!d_options.keep_results) return;
  for (auto& [object, item] : d_roots) {
    if (item.bytes == 0 || !d_budget.take(item.bytes)) continue;
    std::vector<std::uint8_t>& bytes = d_outcome.results[object];
    bytes.resize(item.bytes);
    if (!item.storage->read(0, bytes.data(), bytes.size())) d_outcome.results.erase(object);
  }
}

}  // namespace launchproof::replay
