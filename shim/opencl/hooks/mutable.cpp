// Updates of commands in command buffers (cl_khr_command_buffer_mutable_dispatch): they change what later
// enqueues of the buffer launch. The function's parameters changed with version 0.9.2 of the extension, and a
// call does not show which form is used; the device's version of the extension decides. Both forms are
// declared here, since headers only have one of them.
#include <atomic>
#include <cstring>
#include <string_view>

#include "shim/opencl/entry/by_name.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/arguments.h"
#include "shim/opencl/launches/command_buffers.h"
#include "shim/opencl/launches/launches.h"

namespace launchproof::shim {
namespace {

using Updates = CommandBuffer::Updates;

constexpr std::string_view kExtension = "cl_khr_command_buffer_mutable_dispatch";
constexpr cl_version kFirstWithLists = CL_MAKE_VERSION(0, 9, 2);

struct UpdatedArgument {
  cl_uint index;
  size_t size;
  const void* value;
};

struct UpdatedExecInfo {
  cl_uint name;
  size_t size;
  const void* value;
};

// The common part of both forms: one command's update.
struct Update {
  cl_mutable_command_khr command;
  cl_uint argument_count;
  cl_uint pointer_count;
  cl_uint exec_info_count;
  cl_uint work_dim;
  const UpdatedArgument* arguments;
  const UpdatedArgument* pointers;
  const UpdatedExecInfo* exec_infos;
  const size_t* offset;
  const size_t* global;
  const size_t* local;
};

constexpr cl_uint kIsBase = 0;    // of a chain
constexpr cl_uint kIsUpdate = 1;  // of a chain

struct ChainedUpdate {
  cl_uint type;
  const void* next;
  Update update;
};

struct Base {
  cl_uint type;
  const void* next;
  cl_uint count;
  const ChainedUpdate* updates;
};

constexpr cl_uint kListedUpdate = 0;  // of lists: the type of an Update

Updates ask_form(cl_command_queue queue) {
  cl_device_id device = nullptr;
  if (next().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(cl_device_id), static_cast<void*>(&device),
                                   nullptr) != CL_SUCCESS)
    return Updates::NotKnown;
  size_t size = 0;
  if (next().clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size) != CL_SUCCESS)
    return Updates::NotKnown;
  std::vector<cl_name_version> extensions(size / sizeof(cl_name_version));
  if (extensions.empty() || next().clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION,
                                                   extensions.size() * sizeof(cl_name_version),
                                                   extensions.data(), nullptr) != CL_SUCCESS)
    return Updates::NotKnown;
  for (const cl_name_version& one : extensions)
    if (std::string_view(one.name, ::strnlen(one.name, sizeof one.name)) == kExtension)
      return one.version < kFirstWithLists ? Updates::Chain : Updates::Lists;
  return Updates::NotKnown;
}

void set_sizes(Configuration& configuration, const Update& update) {
  const cl_uint dimensions =
      update.work_dim >= 1 && update.work_dim <= 3 ? update.work_dim : configuration.work_dim;
  configuration.work_dim = dimensions;
  for (cl_uint i = 0; i < dimensions; ++i) {
    if (update.offset != nullptr) configuration.offset[i] = update.offset[i];
    if (update.global != nullptr) configuration.global[i] = update.global[i];
    if (update.local != nullptr) configuration.local[i] = update.local[i];
  }
  if (update.local != nullptr) configuration.local_given = true;
}

void apply(CommandBuffer::Launch& to, const Update& update) {
  KernelState& kernel = to.kernel;
  for (cl_uint i = 0; update.arguments != nullptr && i < update.argument_count; ++i) {
    const UpdatedArgument& argument = update.arguments[i];
    if (argument.index >= kMaximumArguments) continue;
    put_argument(kernel, argument.index,
                 understand(kernel.parameter(argument.index), argument.size, argument.value));
  }
  for (cl_uint i = 0; update.pointers != nullptr && i < update.pointer_count; ++i)
    if (update.pointers[i].index < kMaximumArguments)
      put_pointer(kernel, update.pointers[i].index, update.pointers[i].value);
  for (cl_uint i = 0; update.exec_infos != nullptr && i < update.exec_info_count; ++i)
    set_reached(kernel, update.exec_infos[i].name, update.exec_infos[i].size, update.exec_infos[i].value);
  set_sizes(to.configuration, update);
  kernel.arguments_changed = true;
  refresh(to);
}

// Requires the buffer's lock. Returns false if the command is unknown.
bool apply(CommandBuffer& buffer, const Update& update) {
  for (CommandBuffer::Launch& one : buffer.launches) {
    if (one.command != update.command || update.command == nullptr) continue;
    apply(one, update);
    return true;
  }
  return false;
}

bool apply_chain(CommandBuffer& buffer, const Base* base) {
  if (base == nullptr) return true;
  bool is_whole = base->type == kIsBase && base->next == nullptr;
  for (cl_uint i = 0; base->updates != nullptr && i < base->count; ++i) {
    const ChainedUpdate& one = base->updates[i];
    is_whole = is_whole && one.type == kIsUpdate && one.next == nullptr && apply(buffer, one.update);
  }
  return is_whole;
}

bool apply_lists(CommandBuffer& buffer, cl_uint count, const cl_uint* types, const void* const* updates) {
  bool is_whole = true;
  for (cl_uint i = 0; types != nullptr && updates != nullptr && i < count; ++i)
    is_whole =
        is_whole && types[i] == kListedUpdate && apply(buffer, *static_cast<const Update*>(updates[i]));
  return is_whole;
}

// Once for the process.
void note_not_understood() {
  static constinit std::atomic<bool> noted{false};
  if (!noted.exchange(true))
    writer().note(
        "commands of a command buffer were updated in a way that is not understood: launches may be missing "
        "or have "
        "other arguments",
        capture::Missing::Launches);
}

}  // namespace

namespace by_name {

cl_int clUpdateMutableCommandsKHR(types::clUpdateMutableCommandsKHR* update, cl_command_buffer_khr buffer,
                                  std::uintptr_t first, const void* second, const void* third) {
  const cl_int code = update(buffer, first, second, third);
  if (code != CL_SUCCESS) return code;
  record([&] {
    const auto known = command_buffers().find(buffer);
    bool is_understood = false;
    if (known != nullptr) {
      const std::lock_guard lock(known->mutex);
      if (known->updates == Updates::NotAsked) known->updates = ask_form(known->queue);
      if (known->updates == Updates::Chain)
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the older form of the function has the pointer here.
        is_understood = apply_chain(*known, reinterpret_cast<const Base*>(first));
      else if (known->updates == Updates::Lists)
        is_understood = apply_lists(*known, static_cast<cl_uint>(first), static_cast<const cl_uint*>(second),
                                    static_cast<const void* const*>(third));
    }
    if (!is_understood) note_not_understood();
  });
  return code;
}

}  // namespace by_name
}  // namespace launchproof::shim
