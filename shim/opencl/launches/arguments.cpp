#include "shim/opencl/launches/arguments.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"

namespace launchproof::shim {
namespace {

// The API limits a kernel's parameters to between 1 KiB and a few KiB; much more is an error of the driver.
constexpr cl_uint kMaximumParameters = 4096;

std::string ask_parameter(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name) {
  return ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
    return next().clGetKernelArgInfo(kernel, index, name, size, value, size_ret);
  });
}

// The built-in image types of OpenCL C and its extensions. No program can declare a type with such a name.
constexpr std::string_view kImageTypes[] = {
    "image1d_t",       "image1d_array_t",      "image1d_buffer_t",     "image2d_t",
    "image2d_array_t", "image2d_depth_t",      "image2d_msaa_t",       "image2d_array_depth_t",
    "image3d_t",       "image2d_array_msaa_t", "image2d_msaa_depth_t", "image2d_array_msaa_depth_t",
};

// Returns a type's name without the access qualifier that some drivers prepend.
std::string_view without_access(std::string_view type) {
  for (const std::string_view access :
       {"read_only ", "write_only ", "read_write ", "__read_only ", "__write_only ", "__read_write "}) {
    if (type.starts_with(access)) return type.substr(access.size());
  }
  return type;
}

// Only the language's own types are images, samplers, pipes or queues. A program may name its own type
// `image_info` or `pipe_cfg`, whose bytes are not a handle.
Parameter::Kind kind_of(cl_kernel_arg_address_qualifier address, std::string_view given) {
  if (address == CL_KERNEL_ARG_ADDRESS_LOCAL) return Parameter::Kind::LocalPointer;
  const std::string_view type = without_access(given);
  if (std::ranges::find(kImageTypes, type) != std::end(kImageTypes)) return Parameter::Kind::Image;
  if (type == "sampler_t") return Parameter::Kind::Sampler;
  if (type == "pipe" || type.starts_with("pipe ") || type == "queue_t") return Parameter::Kind::Other;
  if (address == CL_KERNEL_ARG_ADDRESS_PRIVATE) return Parameter::Kind::Value;
  return Parameter::Kind::Pointer;
}

bool handle_in(std::size_t size, const void* value, void*& handle) {
  if (size != sizeof handle || value == nullptr) return false;
  std::memcpy(static_cast<void*>(&handle), value, sizeof handle);
  return true;
}

Argument of_bytes(std::size_t size, const void* value) {
  Argument result;
  result.kind = Argument::Kind::Value;
  result.bytes.assign(static_cast<const char*>(value), size);
  return result;
}

Argument of_memory(std::shared_ptr<const Memory> memory) {
  Argument result;
  result.kind = Argument::Kind::Memory;
  result.memory = std::move(memory);
  return result;
}

Argument unknown(const char* reason) {
  Argument result;
  result.kind = Argument::Kind::Unknown;
  result.reason = reason;
  return result;
}

capture::ImageArgument describe_image(const Memory& memory) {
  static constexpr ImageFacts nothing{};
  const ImageFacts& facts = memory.image == nullptr ? nothing : *memory.image;
  capture::ImageArgument image;
  image.object = memory.id;
  image.root = memory.root;
  image.image_type = facts.description.image_type;
  image.channel_order = facts.format.image_channel_order;
  image.channel_type = facts.format.image_channel_data_type;
  image.width = facts.description.image_width;
  image.height = facts.description.image_height;
  image.depth = facts.description.image_depth;
  image.array_size = facts.description.image_array_size;
  image.row_pitch = facts.description.image_row_pitch;
  image.slice_pitch = facts.description.image_slice_pitch;
  image.flags = memory.flags;
  image.over_buffer = memory.over_buffer;
  image.origin = memory.over_buffer ? memory.origin : 0;
  return image;
}

capture::ArgumentValue describe_memory(const Memory& memory) {
  switch (memory.kind) {
    case Memory::Kind::Buffer:
      return capture::BufferArgument{memory.id, memory.root, memory.origin, memory.bytes, memory.flags};
    case Memory::Kind::Image:
      return describe_image(memory);
    case Memory::Kind::Pipe:
      return capture::PipeArgument{memory.id, memory.packet_bytes, memory.packets, memory.flags};
    case Memory::Kind::Other:
      break;
  }
  return capture::UnknownArgument{memory.unknown};
}

capture::ArgumentValue describe_pointer(const Argument& argument) {
  if (argument.memory == nullptr) return capture::UnknownArgument{argument.reason};
  const Memory& memory = *argument.memory;
  if (memory.kind != Memory::Kind::Buffer || !memory.bytes) return capture::UnknownArgument{memory.unknown};
  capture::BufferArgument buffer{memory.id, memory.root, argument.origin, *memory.bytes - argument.origin,
                                 memory.flags};
  buffer.before = argument.origin;
  return buffer;
}

capture::ArgumentValue describe_value(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::Unset:
      break;
    case Argument::Kind::Value:
      return capture::ValueArgument{{argument.bytes.begin(), argument.bytes.end()}};
    case Argument::Kind::Memory:
      return describe_memory(*argument.memory);
    case Argument::Kind::Sampler:
      return capture::SamplerArgument{argument.sampler->normalized, argument.sampler->addressing,
                                      argument.sampler->filter};
    case Argument::Kind::Null:
      return capture::NullArgument{};
    case Argument::Kind::Local:
      return capture::LocalArgument{argument.size};
    case Argument::Kind::Pointer:
      return describe_pointer(argument);
    case Argument::Kind::Unknown:
      return capture::UnknownArgument{argument.reason};
  }
  return capture::UnknownArgument{"never set"};
}

}  // namespace

AskedParameters ask_parameters(cl_kernel kernel, bool can_be_asked) {
  AskedParameters asked;
  cl_uint count = 0;
  const auto count_query = next().clGetKernelInfo;
  if (count_query == nullptr ||
      count_query(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr) != CL_SUCCESS ||
      count > kMaximumParameters) {
    return asked;
  }
  asked.all.resize(count);
  const auto query = next().clGetKernelArgInfo;
  // Older drivers do not have the function at all.
  if (query == nullptr || !can_be_asked) return asked;
  for (cl_uint i = 0; i < count; ++i) {
    Parameter& parameter = asked.all[i];
    cl_kernel_arg_address_qualifier address = 0;
    const cl_int code = query(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr);
    if (code != CL_SUCCESS) {
      asked.is_final = code == CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
      return asked;
    }
    parameter.type = ask_parameter(kernel, i, CL_KERNEL_ARG_TYPE_NAME);
    parameter.name = ask_parameter(kernel, i, CL_KERNEL_ARG_NAME);
    cl_kernel_arg_type_qualifier type_qualifier = 0;
    parameter.is_const = address == CL_KERNEL_ARG_ADDRESS_CONSTANT ||
                         (query(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type_qualifier,
                                &type_qualifier, nullptr) == CL_SUCCESS &&
                          (type_qualifier & CL_KERNEL_ARG_TYPE_CONST) != 0);
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    if (query(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr) == CL_SUCCESS &&
        access == CL_KERNEL_ARG_ACCESS_READ_ONLY)
      parameter.is_const = true;
    if (!parameter.type.empty()) parameter.kind = kind_of(address, parameter.type);
  }
  asked.is_final = std::ranges::none_of(asked.all, [](const Parameter& one) { return one.type.empty(); });
  return asked;
}

Argument understand(const Parameter& parameter, std::size_t size, const void* value) {
  using Kind = Parameter::Kind;
  Argument result;
  if (value == nullptr) {
    const bool null_buffer = parameter.kind == Kind::Pointer || parameter.kind == Kind::Image;
    result.kind = null_buffer ? Argument::Kind::Null : Argument::Kind::Local;
  } else if (void* handle = nullptr; parameter.kind != Kind::Value && handle_in(size, value, handle)) {
    const bool must_be_memory = parameter.kind == Kind::Pointer || parameter.kind == Kind::Image;
    if (auto memory = memories().find(handle)) {
      result = of_memory(std::move(memory));
    } else if (auto sampler = samplers().find(handle)) {
      result.kind = Argument::Kind::Sampler;
      result.sampler = std::move(sampler);
    } else if (must_be_memory && handle == nullptr) {
      result.kind = Argument::Kind::Null;
    } else if (must_be_memory) {
      // The driver is not asked about it, because it would follow a pointer that may be invalid.
      result = unknown("a memory object whose creation was not seen");
    } else if (parameter.kind != Kind::NotKnown) {
      result = unknown("an object whose creation was not seen");
    } else {
      result = of_bytes(size, value);
    }
  } else {
    result = of_bytes(size, value);
  }
  result.size = size;
  return result;
}

capture::Argument describe(const Parameter& parameter, const Argument& argument) {
  return {parameter.name, parameter.type, describe_value(argument),
          parameter.is_const && argument.kind != Argument::Kind::Value};
}

void KernelArguments::write(capture::ArgumentsText& text) const {
  for (std::size_t i = 0; i < d_kernel.arguments.size(); ++i) {
    const Parameter& parameter = d_kernel.parameter(i);
    const Argument& argument = d_kernel.arguments[i];
    if (argument.kind == Argument::Kind::Value) {
      text.add_value(parameter.name, parameter.type, argument.bytes);
    } else {
      text.add(parameter.name, parameter.type, parameter.is_const, describe_value(argument));
    }
  }
}

}  // namespace launchproof::shim
