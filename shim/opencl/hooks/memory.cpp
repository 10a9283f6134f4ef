// Memory objects and samplers.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/contents.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

std::shared_ptr<Memory> new_memory(Memory::Kind kind, cl_mem_flags flags) {
  auto made = std::make_shared<Memory>();
  made->kind = kind;
  made->id = writer().new_object_id();
  made->root = made->id;
  made->flags = flags;
  if (contents_mode() != ContentsMode::None) made->activity = std::make_shared<Activity>();
  return made;
}

// Flags of an object created from another one, which determines what kernels may do if `flags` do not.
cl_mem_flags with_access_of(cl_mem_flags flags, cl_mem_flags from) {
  constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  return (flags & kAccess) != 0 ? flags : flags | (from & kAccess);
}

// Properties may say that the bytes belong to another interface, which other objects may share.
constexpr const char* kWithProperties = "a memory object that was made with properties";

// Properties with one value each that are known to choose the location of the object's own bytes.
constexpr cl_mem_properties kOfPlace[] = {CL_MEM_CHANNEL_INTEL, CL_MEM_ALLOC_FLAGS_INTEL,
                                          CL_MEM_ALLOC_BUFFER_LOCATION_INTEL};

void created_unknown(cl_mem memory, const char* why) {
  if (memory == nullptr) return;
  record([&] {
    auto made = new_memory(Memory::Kind::Other, 0);
    made->unknown = why;
    memories().insert(memory, std::move(made));
  });
}

// Returns whether a property list that the driver accepted (ended by 0; null for none) has a property for
// which the object might not have its own memory.
bool may_share_bytes(const cl_mem_properties* properties) {
  if (properties == nullptr) return false;
  for (; *properties != 0; properties += 2) {
    if (*properties == CL_DEVICE_HANDLE_LIST_KHR) {  // list of the object's devices, ended by a terminator
                                                     // instead of a value
      while (properties[1] != CL_DEVICE_HANDLE_LIST_END_KHR) ++properties;
    } else if (std::ranges::find(kOfPlace, *properties) == std::end(kOfPlace)) {
      return true;
    }
  }
  return false;
}

// Buffers and images over host memory, by start address.
struct HostMemory {
  std::uintptr_t begin = 0, end = 0;
  std::weak_ptr<const Memory> memory;
};

struct HostMemories {
  std::mutex mutex;
  std::vector<HostMemory> all;
};

HostMemories& host_memories() {
  static auto& instance = *new HostMemories;
  return instance;
}

constexpr const char* kSharedInParts =
    "a buffer over host memory of several other buffers, or of one that begins later";

constexpr const char* kSharedWithImage =
    "a memory object over host memory that an image was made over too, or an image over that of a buffer";

constexpr const char* kImageOverAllocation = "an image over shared virtual memory";

constexpr const char* kBesideAllocation =
    "a buffer over shared virtual memory that has atomics, or does not hold all of the buffer";

void become_unknown(Memory& made, const char* why) {
  made.kind = Memory::Kind::Other;
  made.unknown = why;
}

// A buffer that overlaps others becomes part of their memory object. The API leaves the overlap undefined; it
// is judged as on devices that use the host's memory. The layout of an image's pixels there is not tracked:
// if two objects overlap and one of them is an image, the second one is unknown.
void share_host_memory(const std::shared_ptr<Memory>& made, const void* host, std::size_t bytes) {
  const std::lock_guard lock(host_memories().mutex);
  auto& all = host_memories().all;
  std::erase_if(all, [](const HostMemory& one) { return one.memory.expired(); });
  const auto begin = reinterpret_cast<std::uintptr_t>(host);
  const std::uintptr_t end = begin + bytes;
  const std::uint64_t own_root = made->root;
  const bool is_image = made->kind == Memory::Kind::Image;
  if (overlaps_allocation(host, bytes)) {
    if (is_image) {
      become_unknown(*made, kImageOverAllocation);
      return;
    }
    // Like another buffer, but also reachable through pointers.
    const Pointed under = allocation_at(host);
    made->is_shared_virtual = true;
    if (under.memory == nullptr || under.memory->kind != Memory::Kind::Buffer ||
        *under.memory->bytes - under.offset < *made->bytes) {
      become_unknown(*made, kBesideAllocation);
    } else {
      made->root = under.memory->root;
      made->origin = under.offset;
      made->activity = under.memory->activity;
    }
    return;
  }
  for (const HostMemory& one : all) {
    const auto other = one.memory.lock();
    if (one.end <= begin || end <= one.begin || other == nullptr || other->kind == Memory::Kind::Other)
      continue;
    if (memories().find(other->handle) != other) continue;  // released, but still an argument of some kernel
    if (is_image || other->kind == Memory::Kind::Image) {
      become_unknown(*made, kSharedWithImage);
      break;
    }
    const std::uint64_t origin = other->origin + begin - one.begin;  // modulo 2^64 where it begins earlier
    const bool is_first = made->root == own_root;
    const bool fits = begin >= one.begin || other->origin >= one.begin - begin;
    if (!fits || (!is_first && (made->root != other->root || made->origin != origin))) {
      become_unknown(*made, kSharedInParts);
      break;
    }
    made->root = other->root;
    made->origin = origin;
    made->activity = other->activity;
  }
  all.push_back({begin, end, made});
}

cl_mem created_buffer(cl_mem buffer, cl_mem_flags flags, size_t bytes, const void* host) {
  if (buffer == nullptr) return buffer;
  const bool over_host_memory = (flags & CL_MEM_USE_HOST_PTR) != 0 && host != nullptr;
  if (!over_host_memory && contents_mode() == ContentsMode::None) {
    record_briefly([&] { memories().insert(buffer, Memory::Note{writer().new_object_id(), bytes, flags}); });
    return buffer;
  }
  record([&] {
    auto made = new_memory(Memory::Kind::Buffer, flags);
    made->bytes = bytes;
    made->handle = buffer;
    if (over_host_memory) share_host_memory(made, host, bytes);
    memories().insert(buffer, std::move(made));
  });
  return buffer;
}

constexpr const char* kOverUnseen = "an image over a memory object whose creation was not seen";

// An image over a buffer or another image shares its bytes, and what is unknown about these.
void share_memory(Memory& made, cl_mem mem_object) {
  if (mem_object == nullptr) return;
  const auto under = memories().find(mem_object);
  if (under == nullptr || under->kind == Memory::Kind::Other) {
    become_unknown(made, under == nullptr ? kOverUnseen : under->unknown);
    return;
  }
  made.root = under->root;
  made.origin = under->origin;
  made.activity = under->activity;
  made.flags = with_access_of(made.flags, under->flags);
  made.over_buffer = under->kind == Memory::Kind::Buffer || under->over_buffer;
  std::size_t& row_pitch = made.image->description.image_row_pitch;
  if (under->over_buffer && under->image != nullptr && row_pitch == 0)
    row_pitch = under->image->description.image_row_pitch;
}

// Returns the driver's answer, or nothing if it reports an error.
std::optional<std::size_t> size_of(cl_mem memory) {
  std::size_t bytes = 0;
  const auto query = next().clGetMemObjectInfo;
  if (query == nullptr || query(memory, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr) != CL_SUCCESS)
    return std::nullopt;
  return bytes;
}

cl_mem created_image(cl_mem image, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc& description, const void* host) {
  if (image == nullptr) return image;
  record([&] {
    auto made = new_memory(Memory::Kind::Image, flags);
    made->image = std::make_unique<ImageFacts>();
    if (format != nullptr) made->image->format = *format;
    made->image->description = description;
    made->handle = image;
    share_memory(*made, description.mem_object);
    if ((flags & CL_MEM_USE_HOST_PTR) != 0 && host != nullptr) {
      // If the driver does not report an image's size, the image may cover everything after its start.
      const std::size_t most =
          std::numeric_limits<std::uintptr_t>::max() - reinterpret_cast<std::uintptr_t>(host);
      share_host_memory(made, host, size_of(image).value_or(most));
    }
    memories().insert(image, std::move(made));
  });
  return image;
}

// The size of an object of another API is queried.
cl_mem shared_from_elsewhere(cl_mem memory, Memory::Kind kind, cl_mem_flags flags) {
  if (memory == nullptr) return memory;
  record([&] {
    auto made = new_memory(kind, flags);
    made->bytes = size_of(memory);
    made->handle = memory;
    memories().insert(memory, std::move(made));
  });
  return memory;
}

cl_sampler created_sampler(cl_sampler sampler, const Sampler& as) {
  if (sampler == nullptr) return sampler;
  record([&] { samplers().insert(sampler, std::make_shared<Sampler>(as)); });
  return sampler;
}

}  // namespace

namespace hooks {

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* errcode_ret) {
  return created_buffer(next().clCreateBuffer(context, flags, size, host, errcode_ret), flags, size, host);
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                    cl_mem_flags flags, size_t size, void* host, cl_int* errcode_ret) {
  cl_mem made = next().clCreateBufferWithProperties(context, properties, flags, size, host, errcode_ret);
  if (made == nullptr || !may_share_bytes(properties)) return created_buffer(made, flags, size, host);
  created_unknown(made, kWithProperties);
  return made;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* info,
                         cl_int* errcode_ret) {
  cl_mem made = next().clCreateSubBuffer(buffer, flags, type, info, errcode_ret);
  if (made == nullptr || type != CL_BUFFER_CREATE_TYPE_REGION || info == nullptr) return made;
  record([&] {
    const auto& region = *static_cast<const cl_buffer_region*>(info);
    auto part = new_memory(Memory::Kind::Buffer, flags);
    part->bytes = region.size;
    part->origin = region.origin;
    part->handle = made;
    if (const auto whole = memories().find(buffer)) {
      part->root = whole->root;
      part->origin += whole->origin;
      part->activity = whole->activity;
      part->flags = with_access_of(flags, whole->flags);
      part->is_shared_virtual = whole->is_shared_virtual;
      if (whole->kind != Memory::Kind::Buffer) {
        part->kind = whole->kind;
        part->unknown = whole->unknown;
      }
    }
    memories().insert(made, std::move(part));
  });
  return made;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc* description, void* host, cl_int* errcode_ret) {
  cl_mem made = next().clCreateImage(context, flags, format, description, host, errcode_ret);
  return created_image(made, flags, format, description != nullptr ? *description : cl_image_desc{}, host);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                   cl_mem_flags flags, const cl_image_format* format,
                                   const cl_image_desc* description, void* host, cl_int* errcode_ret) {
  cl_mem made =
      next().clCreateImageWithProperties(context, properties, flags, format, description, host, errcode_ret);
  if (made != nullptr && may_share_bytes(properties)) {
    created_unknown(made, kWithProperties);
    return made;
  }
  return created_image(made, flags, format, description != nullptr ? *description : cl_image_desc{}, host);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t row_pitch, void* host, cl_int* errcode_ret) {
  cl_mem made = next().clCreateImage2D(context, flags, format, width, height, row_pitch, host, errcode_ret);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  description.image_row_pitch = row_pitch;
  return created_image(made, flags, format, description, host);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t depth, size_t row_pitch, size_t slice_pitch, void* host,
                       cl_int* errcode_ret) {
  cl_mem made = next().clCreateImage3D(context, flags, format, width, height, depth, row_pitch, slice_pitch,
                                       host, errcode_ret);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE3D;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_row_pitch = row_pitch;
  description.image_slice_pitch = slice_pitch;
  return created_image(made, flags, format, description, host);
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint packets,
                    const cl_pipe_properties* properties, cl_int* errcode_ret) {
  cl_mem made = next().clCreatePipe(context, flags, packet_size, packets, properties, errcode_ret);
  if (made == nullptr) return made;
  record([&] {
    auto pipe = new_memory(Memory::Kind::Pipe, flags);
    pipe->packet_bytes = packet_size;
    pipe->packets = packets;
    memories().insert(made, std::move(pipe));
  });
  return made;
}

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint object, cl_int* errcode_ret) {
  cl_mem made = next().clCreateFromGLBuffer(context, flags, object, errcode_ret);
  return shared_from_elsewhere(made, Memory::Kind::Buffer, flags);
}

cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                             cl_GLuint texture, cl_int* errcode_ret) {
  cl_mem made = next().clCreateFromGLTexture(context, flags, target, level, texture, errcode_ret);
  return shared_from_elsewhere(made, Memory::Kind::Image, flags);
}

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                               cl_GLuint texture, cl_int* errcode_ret) {
  cl_mem made = next().clCreateFromGLTexture2D(context, flags, target, level, texture, errcode_ret);
  return shared_from_elsewhere(made, Memory::Kind::Image, flags);
}

cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                               cl_GLuint texture, cl_int* errcode_ret) {
  cl_mem made = next().clCreateFromGLTexture3D(context, flags, target, level, texture, errcode_ret);
  return shared_from_elsewhere(made, Memory::Kind::Image, flags);
}

cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint object,
                                  cl_int* errcode_ret) {
  cl_mem made = next().clCreateFromGLRenderbuffer(context, flags, object, errcode_ret);
  return shared_from_elsewhere(made, Memory::Kind::Image, flags);
}

cl_int clRetainMemObject(cl_mem memory) {
  return retained(memories(), memory, next().clRetainMemObject);
}
cl_int clReleaseMemObject(cl_mem memory) {
  return released(memories(), memory, next().clReleaseMemObject);
}
cl_int clRetainSampler(cl_sampler sampler) {
  return retained(samplers(), sampler, next().clRetainSampler);
}
cl_int clReleaseSampler(cl_sampler sampler) {
  return released(samplers(), sampler, next().clReleaseSampler);
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int* errcode_ret) {
  cl_sampler made = next().clCreateSampler(context, normalized, addressing, filter, errcode_ret);
  return created_sampler(made, {normalized != CL_FALSE, addressing, filter});
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* properties,
                                         cl_int* errcode_ret) {
  cl_sampler made = next().clCreateSamplerWithProperties(context, properties, errcode_ret);
  // The defaults of the API.
  Sampler as{true, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
  for (const auto* property = properties; made != nullptr && property != nullptr && *property != 0;
       property += 2) {
    switch (property[0]) {
      case CL_SAMPLER_NORMALIZED_COORDS:
        as.normalized = property[1] != CL_FALSE;
        break;
      case CL_SAMPLER_ADDRESSING_MODE:
        as.addressing = static_cast<std::uint32_t>(property[1]);
        break;
      case CL_SAMPLER_FILTER_MODE:
        as.filter = static_cast<std::uint32_t>(property[1]);
        break;
      default:
        break;
    }
  }
  return created_sampler(made, as);
}

}  // namespace hooks
}  // namespace launchproof::shim
