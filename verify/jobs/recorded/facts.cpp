#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "verify/frontend/options/build_options.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {
namespace {

using model::Op;
using model::ParameterKind;
using model::ValueId;

// Finds the expression offset + (group id * local size + local id), and whether ids occur anywhere else.
class GlobalIdShape {
 public:
  explicit GlobalIdShape(const model::KernelModel& kernel) : d_kernel(kernel) {}

  bool holds_everywhere() const {
    for (const model::Value& value : d_kernel.values) {
      const bool product = is_product(value);
      const bool index = is_index(value);
      for (const ValueId operand : value.operands) {
        const bool in_place = (product && is_product_part(operand)) || (index && is_index_part(operand));
        if (!in_place && is_part(operand)) return false;
      }
    }
    return std::none_of(d_kernel.blocks.begin(), d_kernel.blocks.end(),
                        [&](const model::Block& block) {
                          return is_part(block.condition) ||
                                 std::any_of(block.phis.begin(), block.phis.end(),
                                             [&](const model::Phi& phi) { return any_part(phi.incoming); });
                        }) &&
           std::none_of(d_kernel.sites.begin(), d_kernel.sites.end(), [&](const model::Site& site) {
             return is_part(site.base) || is_part(site.offset) || any_part(site.written) ||
                    is_part(site.inside) || is_part(site.outside) || is_part(site.number) ||
                    any_part(site.ended) || any_part(site.arriving) || any_part(site.awaited);
           });
  }

 private:
  const model::Value& value(ValueId id) const { return d_kernel.values[id]; }

  static bool is_leaf(const model::Value& value) {
    return value.op == Op::LocalId || value.op == Op::GroupId || value.op == Op::LocalSize ||
           value.op == Op::EnqueuedLocalSize || value.op == Op::NumGroups || value.op == Op::SubGroup;
  }

  bool is_product_part(ValueId id) const {
    return value(id).op == Op::GroupId || value(id).op == Op::EnqueuedLocalSize;
  }
  bool is_index_part(ValueId id) const { return value(id).op == Op::LocalId || is_product(value(id)); }

  // Returns whether the value is part of that expression, which must not be used outside it.
  bool is_part(ValueId id) const {
    return id != model::kNone && (is_leaf(value(id)) || is_product(value(id)));
  }
  bool any_part(const std::vector<ValueId>& ids) const {
    return std::any_of(ids.begin(), ids.end(), [&](ValueId id) { return is_part(id); });
  }

  // group id * enqueued local size, in one dimension
  bool is_product(const model::Value& product) const {
    if (product.op != Op::Mul || product.operands.size() != 2) return false;
    const model::Value* a = &value(product.operands[0]);
    const model::Value* b = &value(product.operands[1]);
    if (a->op != Op::GroupId) std::swap(a, b);
    return a->op == Op::GroupId && b->op == Op::EnqueuedLocalSize && a->index == b->index;
  }

  // product + local id, in one dimension
  bool is_index(const model::Value& sum) const {
    if (sum.op != Op::Add || sum.operands.size() != 2) return false;
    const model::Value* a = &value(sum.operands[0]);
    const model::Value* b = &value(sum.operands[1]);
    if (a->op != Op::LocalId) std::swap(a, b);
    return a->op == Op::LocalId && is_product(*b) && value(b->operands[0]).index == a->index;
  }

  const model::KernelModel& d_kernel;
};

bool all_zero(const std::vector<std::uint8_t>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool is_buffer(const model::Parameter& parameter) {
  return parameter.kind == ParameterKind::GlobalPointer || parameter.kind == ParameterKind::ConstantPointer;
}

model::BufferContents contents_of(const capture::BufferArgument& buffer, const ContentsLookup& lookup) {
  if (!buffer.contents || !lookup) return {};
  if (!buffer.contents->recorded()) return model::BufferContents::unknown(buffer.contents->reason);
  return model::BufferContents::late([buffer, lookup](std::string& why) { return lookup(buffer, why); },
                                     "recorded");
}

// A memory object has at most one of the flags.
model::KernelAccess access_of(std::uint64_t flags) {
  // The values of CL_MEM_WRITE_ONLY and so on.
  constexpr std::uint64_t kWriteOnly = 1U << 1U, kReadOnly = 1U << 2U;
  const bool no_reads = (flags & kWriteOnly) != 0, no_writes = (flags & kReadOnly) != 0;
  if (no_reads == no_writes) return model::KernelAccess::ReadWrite;
  return no_reads ? model::KernelAccess::WriteOnly : model::KernelAccess::ReadOnly;
}

constexpr std::uint32_t kImage1dBuffer = 0x10F6;  // CL_MEM_OBJECT_IMAGE1D_BUFFER

// Returns the sizes by kernel coordinate; nothing if the capture has none (an image of another API).
std::optional<model::ImageSize> size_of(const capture::ImageArgument& image, const model::ImageType& type) {
  if (image.image_type == 0) return std::nullopt;
  const std::uint64_t sizes[] = {image.width, image.height, image.depth};
  model::ImageSize result{1, 1, 1};
  for (unsigned i = 0; i < type.coordinates; ++i) {
    const bool layers = type.layered && i + 1 == type.coordinates;
    const std::uint64_t size = layers ? image.array_size : sizes[i];
    if (size == 0 || size > UINT32_MAX >> 1U) return std::nullopt;
    result.at(i) = static_cast<std::uint32_t>(size);
  }
  return result;
}

// Returns nothing if the image shares bytes with an unknown layout.
std::optional<model::BufferArgument> convert_image(const capture::ImageArgument& image,
                                                   const model::ImageType& type) {
  std::optional<model::ImageFormat> format;
  if (image.channel_type != 0) format = model::ImageFormat{image.channel_order, image.channel_type};
  auto size = size_of(image, type);
  if (size) size = model::in_coordinates(type, *size, format);
  model::ImageShape shape = model::own_image(type, size, format);
  const bool over_buffer = image.over_buffer || image.image_type == kImage1dBuffer;
  if (over_buffer && (!size || !format || model::pixel_bytes(*format) == 0)) return std::nullopt;
  if (over_buffer) shape = model::image_over_buffer(type, *size, *format, image.row_pitch);
  return model::BufferArgument{image.root, image.origin,          shape.extent(), {}, shape,
                               0,          access_of(image.flags)};
}

// The values of CLK_ADDRESS_CLAMP and so on in Clang's opencl-c-base.h.
std::optional<std::uint32_t> sampler_bits(const capture::SamplerArgument& sampler) {
  constexpr std::uint32_t kAddressNone = 0x1130, kMirroredRepeat = 0x1134, kNearest = 0x1140,
                          kLinear = 0x1141;
  // None, clamp to edge, clamp, repeat, mirrored repeat.
  if (sampler.addressing_mode < kAddressNone || sampler.addressing_mode > kMirroredRepeat)
    return std::nullopt;
  if (sampler.filter_mode != kNearest && sampler.filter_mode != kLinear) return std::nullopt;
  return (sampler.normalized_coordinates ? 1U : 0U) | (sampler.addressing_mode - kAddressNone) << 1U |
         (sampler.filter_mode == kNearest ? 0x10U : 0x20U);
}

// Returns the recorded pointer at byte `at` of a by-value argument.
capture::ArgumentValue pointer_in(const capture::ArgumentValue& structure, std::uint64_t at,
                                  std::uint64_t pointer_bytes) {
  if (const auto* whole = std::get_if<capture::StructureArgument>(&structure)) {
    for (const capture::StructureArgument::Pointer& pointer : whole->pointers)
      if (pointer.at == at) {
        // Launches of a class are only compared by the contents of arguments.
        const capture::BufferArgument& memory = pointer.memory;
        return capture::BufferArgument{memory.object, memory.root,  memory.origin, memory.bytes,
                                       memory.flags,  std::nullopt, memory.before};
      }
    if (at + pointer_bytes <= whole->bytes.size())
      return capture::ValueArgument{{whole->bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                     whole->bytes.begin() + static_cast<std::ptrdiff_t>(at + pointer_bytes)}};
  }
  if (const auto* value = std::get_if<capture::ValueArgument>(&structure);
      value != nullptr && at + pointer_bytes <= value->bytes.size())
    return capture::ValueArgument{{value->bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                   value->bytes.begin() + static_cast<std::ptrdiff_t>(at + pointer_bytes)}};
  // A structure that consists of a single pointer.
  if (std::holds_alternative<capture::BufferArgument>(structure) && at == 0) return structure;
  return capture::UnknownArgument{};
}

// Returns whether each address in the structure is a separate parameter, so that the kernel gets none of them
// as a number.
bool reaches_all_pointers(const capture::StructureArgument& structure, const model::KernelModel& kernel,
                          std::size_t number) {
  return std::ranges::all_of(structure.pointers, [&](const capture::StructureArgument::Pointer& pointer) {
    return std::ranges::any_of(kernel.parameters, [&](const model::Parameter& parameter) {
      return parameter.structure == number && parameter.structure_offset == pointer.at;
    });
  });
}

// Returns the argument in the form that the parameter requires. Returns nothing, and sets `why`, if the
// recorded data does not show what it points to.
std::optional<model::Argument> convert(const capture::ArgumentValue& recorded,
                                       const model::Parameter& parameter, std::uint64_t pointer_bytes,
                                       const ContentsLookup& contents, std::string& why) {
  const auto* local = std::get_if<capture::LocalArgument>(&recorded);
  const auto* value = std::get_if<capture::ValueArgument>(&recorded);
  const bool null = std::holds_alternative<capture::NullArgument>(recorded);
  if (parameter.kind == ParameterKind::LocalPointer) {
    if (local != nullptr) return model::LocalArgument{local->bytes};
    if (null) return model::LocalArgument{pointer_bytes};
    why = "its local size was not recorded";
    return std::nullopt;
  }
  if (is_buffer(parameter)) {
    if (const auto* buffer = std::get_if<capture::BufferArgument>(&recorded)) {
      if (buffer->before.value_or(0) > buffer->origin) {
        why = "more bytes were recorded before it than its memory has";
        return std::nullopt;
      }
      return model::BufferArgument{buffer->root,
                                   buffer->origin,
                                   buffer->bytes,
                                   contents_of(*buffer, contents),
                                   {},
                                   buffer->before.value_or(0),
                                   access_of(buffer->flags)};
    }
    const bool null_pointer =
        null || (local != nullptr && local->bytes == pointer_bytes) ||
        (value != nullptr && value->bytes.size() == pointer_bytes && all_zero(value->bytes));
    if (null_pointer) return model::NullArgument{};
    const auto* unknown = std::get_if<capture::UnknownArgument>(&recorded);
    why = unknown != nullptr && !unknown->reason.empty() ? unknown->reason
                                                         : "what it points to was not recorded";
    return std::nullopt;
  }
  if (parameter.kind == ParameterKind::Image) {
    const auto* image = std::get_if<capture::ImageArgument>(&recorded);
    if (image != nullptr)
      if (const auto made = convert_image(*image, *parameter.image)) return *made;
    why = image != nullptr ? "an image over a buffer whose size or format is not known"
                           : "what image it is was not recorded";
    return std::nullopt;
  }
  if (parameter.kind == ParameterKind::Sampler) {
    const auto* sampler = std::get_if<capture::SamplerArgument>(&recorded);
    const auto bits = sampler != nullptr ? sampler_bits(*sampler) : std::nullopt;
    if (!bits) return model::UnknownArgument{};
    std::vector<std::uint8_t> bytes(sizeof *bits);
    std::memcpy(bytes.data(), &*bits, sizeof *bits);
    return model::ValueArgument{bytes};
  }
  if (parameter.kind == ParameterKind::Value && value != nullptr && value->bytes.size() == parameter.bytes)
    return model::ValueArgument{value->bytes};
  return model::UnknownArgument{};  // arbitrary, which covers every value
}

}  // namespace

bool independent_of_local_size(const model::KernelModel& kernel) {
  if (!kernel.barriers.empty()) return false;
  const bool local_memory =
      std::any_of(kernel.arrays.begin(), kernel.arrays.end(),
                  [](const model::Array& array) { return array.memory == model::Memory::Local; });
  const bool group_scope = std::any_of(kernel.sites.begin(), kernel.sites.end(), [](const model::Site& site) {
    return site.kind == model::AccessKind::Atomic && site.scope < model::AtomicScope::Device;
  });
  return !local_memory && !group_scope && GlobalIdShape(kernel).holds_everywhere();
}

bool has_uniform_groups(const std::vector<frontend::ProgramSource>& sources) {
  return std::ranges::all_of(sources, [](const frontend::ProgramSource& source) {
    const frontend::BuildOptions options = frontend::parse_build_options(source.options);
    return options.uniform_groups || options.language.empty() || options.language.starts_with("CL1");
  });
}

namespace {

constexpr std::uint64_t kMostOpen = 0x7fffffff;  // largest number of work-items in a dimension
                                                 // (model::OpenSizes)

// Returns false if a dimension is too large for open sizes.
bool leave_open(model::LaunchFacts& facts) {
  for (std::uint32_t d = 0; d < facts.work_dim; ++d) {
    if (facts.global_size[d] <= 1) continue;
    if (facts.global_size[d] > kMostOpen) return false;
    facts.open.local[d] = 2 * d + 1;
    facts.open.groups[d] = 2 * d + 2;
  }
  return facts.open.any();
}

// Returns the work-items of a full group, or 0 if that exceeds 64 bits.
std::uint64_t items_of_group(const model::LaunchFacts& facts) {
  std::uint64_t items = 1;
  for (const std::uint64_t size : facts.local_size)
    if (__builtin_mul_overflow(items, size, &items)) return 0;
  return items;
}

// Reads of textures are not compared with writes to surfaces. Returns why nothing is shown of a kernel that
// writes to the array of a texture; empty otherwise.
std::string texture_of_written_surface(const capture::Launch& launch, const model::KernelModel& kernel) {
  const auto array_of = [&](std::size_t i) {
    const auto* image = i < launch.arguments.size()
                            ? std::get_if<capture::ImageArgument>(&launch.arguments[i].value)
                            : nullptr;
    return image == nullptr ? std::nullopt : std::optional(image->root);
  };
  const auto is_written = [&](std::size_t parameter) {
    return std::ranges::any_of(kernel.sites, [&](const model::Site& site) {
      return site.kind != model::AccessKind::Read && site.arrays.size() == 1 &&
             kernel.arrays[site.arrays.front()].parameter == parameter;
    });
  };
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::Parameter& surface = kernel.parameters[i];
    if (!surface.image || !surface.image->is_surface || !array_of(i) || !is_written(i)) continue;
    for (std::size_t j = 0; j < kernel.parameters.size(); ++j)
      if (kernel.parameters[j].kind == ParameterKind::Value && array_of(j) == array_of(i))
        return fmt::format("argument {} ({}) is a texture of the array that the kernel writes as surface {}",
                           j, kernel.parameters[j].name, surface.name);
  }
  return {};
}

}  // namespace

FactsAnswer recorded_facts(const capture::Launch& launch, const model::KernelModel& kernel,
                           const ContentsLookup& contents, UnknownLocalSize unknown) {
  FactsAnswer answer;
  model::LaunchFacts facts;
  facts.work_dim = launch.work_dim;
  facts.global_offset = launch.global_offset;
  facts.global_size = launch.global_size;
  if (launch.local_size) {
    facts.local_size = *launch.local_size;
  } else if (launch.chosen_local_size) {
    facts.local_size = *launch.chosen_local_size;
  } else if (kernel.required_local_size) {
    facts.local_size = *kernel.required_local_size;
  } else if (independent_of_local_size(kernel)) {
    facts.local_size = {1, 1, 1};
    answer.local_size_open = true;
  } else if (facts.global_size == std::array<std::uint64_t, 3>{1, 1, 1} ||
             (unknown == UnknownLocalSize::LeftOpen && leave_open(facts))) {
    // A single work-item always forms one group; other launches are judged for all sizes.
    facts.local_size = {1, 1, 1};
  } else {
    answer.reason = "local size was left to the runtime, and the kernel's result may depend on it";
    return answer;
  }
  const bool has_own_size = launch.local_size || launch.chosen_local_size;
  if (launch.sub_groups && has_own_size)
    facts.sub_groups.record(launch.sub_groups->size, launch.sub_groups->count, items_of_group(facts));
  facts.sub_groups.require(kernel.required_sub_group_size);
  const bool is_cuda = kernel.language == model::Language::Cuda;
  if (is_cuda) facts.sub_groups.make_warps();
  facts.is_cooperative = launch.is_cooperative;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const std::size_t number = parameter.structure == model::kNone ? i : parameter.structure;
    capture::ArgumentValue recorded = capture::UnknownArgument{"never set"};
    if (number < launch.arguments.size()) recorded = launch.arguments[number].value;
    if (parameter.structure != model::kNone)
      recorded = pointer_in(recorded, parameter.structure_offset, kernel.address_bits / 8);
    if (const auto* structure = std::get_if<capture::StructureArgument>(&recorded);
        structure != nullptr && reaches_all_pointers(*structure, kernel, number))
      recorded = capture::ValueArgument{structure->bytes};
    // All dynamic shared memory is one parameter.
    if (is_cuda && parameter.kind == ParameterKind::LocalPointer)
      recorded = capture::LocalArgument{launch.dynamic_local_bytes};
    std::string why;
    const auto converted = convert(recorded, parameter, kernel.address_bits / 8, contents, why);
    if (!converted) {
      answer.reason = fmt::format("argument {} ({}): {}", i, parameter.name, why);
      return answer;
    }
    facts.arguments.push_back(*converted);
  }
  if (std::string why = texture_of_written_surface(launch, kernel); !why.empty()) {
    answer.reason = std::move(why);
    return answer;
  }
  answer.facts = std::move(facts);
  return answer;
}

}  // namespace launchproof::jobs
