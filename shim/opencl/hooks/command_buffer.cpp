// Command buffers. Their launches are recorded at each enqueue of the buffer, before the call continues, with
// the kernels' arguments at the time when the commands were recorded.
#include "shim/opencl/launches/command_buffers.h"
#include "shim/opencl/launches/writing.h"

#include <atomic>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/entry/by_name.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/contents.h"
#include "shim/opencl/launches/launches.h"
#include "shim/opencl/launches/order.h"

namespace launchproof::shim {
namespace {

constexpr const char* kContentsOfCommand = "launched from a command buffer";
constexpr const char* kUnseenBuffer =
    "a command buffer was used whose creation was not seen: launches may be missing";

// Once for the process.
void note_unseen_buffer() {
  static constinit std::atomic<bool> noted{false};
  if (!noted.exchange(true)) writer().note(kUnseenBuffer, capture::Missing::Launches);
}

CommandBuffer::Launch describe_command(Kernel& kernel, const Configuration& configuration) {
  const std::lock_guard lock(kernel.mutex);
  look_up_pointers(kernel);
  CommandBuffer::Launch command;
  command.kernel = kernel;
  command.kernel.arguments_changed = false;
  command.configuration = configuration;
  command.launch = describe_launch(kernel, configuration);
  command.configuration.kernel_handle = nullptr;  // it may no longer exist when the buffer is enqueued
  if (contents_mode() != ContentsMode::None) leave_out_contents(command.launch, kContentsOfCommand);
  return command;
}

void add_written_by(CommandBuffer& buffer, Kernel& kernel) {
  const std::lock_guard lock(kernel.mutex);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    if (argument.kind == Argument::Kind::Memory && !kernel.parameter(i).is_const)
      buffer.written.push_back(argument.memory->activity);
  }
}

}  // namespace

// Never destroyed: the application may call the API until its very end.
HandleTable<CommandBuffer>& command_buffers() {
  static auto& table = *new HandleTable<CommandBuffer>;
  return table;
}

void refresh(CommandBuffer::Launch& one) {
  look_up_pointers(one.kernel);
  if (!one.kernel.arguments_changed) return;
  one.kernel.arguments_changed = false;
  const capture::Launch before = std::move(one.launch);
  one.launch = describe_launch(one.kernel, one.configuration);
  one.launch.call_site = before.call_site;  // of the command
  if (one.launch.local_size == before.local_size) one.launch.sub_groups = before.sub_groups;
  if (contents_mode() != ContentsMode::None) leave_out_contents(one.launch, kContentsOfCommand);
  one.handle = {};
}

void add_written(cl_command_buffer_khr buffer, cl_mem memory) {
  if (contents_mode() == ContentsMode::None) return;
  record([&] {
    const auto known = command_buffers().find(buffer);
    const auto object = memories().find(memory);
    if (known == nullptr || object == nullptr) return;
    const std::lock_guard lock(known->mutex);
    known->written.push_back(object->activity);
  });
}

namespace by_name {

cl_command_buffer_khr clCreateCommandBufferKHR(decltype(&::clCreateCommandBufferKHR) create, cl_uint count,
                                               const cl_command_queue* queues,
                                               const cl_command_buffer_properties_khr* properties,
                                               cl_int* errcode_ret) {
  cl_command_buffer_khr made = create(count, queues, properties, errcode_ret);
  if (made == nullptr) return made;
  record([&] {
    auto buffer = std::make_shared<CommandBuffer>();
    if (count > 0 && queues != nullptr) buffer->queue = queues[0];
    command_buffers().insert(made, std::move(buffer));
  });
  return made;
}

cl_int clRetainCommandBufferKHR(decltype(&::clRetainCommandBufferKHR) retain, cl_command_buffer_khr buffer) {
  return retained(command_buffers(), buffer, retain);
}

cl_int clReleaseCommandBufferKHR(decltype(&::clReleaseCommandBufferKHR) release,
                                 cl_command_buffer_khr buffer) {
  return released(command_buffers(), buffer, release);
}

cl_int clCommandNDRangeKernelKHR(decltype(&::clCommandNDRangeKernelKHR) command, cl_command_buffer_khr buffer,
                                 cl_command_queue queue,
                                 const cl_ndrange_kernel_command_properties_khr* properties, cl_kernel handle,
                                 cl_uint dimensions, const size_t* offset, const size_t* global,
                                 const size_t* local, cl_uint wait_count, const cl_sync_point_khr* wait,
                                 cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const cl_int code = command(buffer, queue, properties, handle, dimensions, offset, global, local,
                              wait_count, wait, sync_point, mutable_handle);
  if (code != CL_SUCCESS) return code;
  record([&] {
    const auto kernel = known_kernel(handle);
    const auto known = command_buffers().find(buffer);
    if (known == nullptr || kernel == nullptr) {
      note_unseen_buffer();
      return;
    }
    Configuration configuration = configuration_of(dimensions, offset, global, local);
    set_queue(configuration, queue_of(queue != nullptr ? queue : known->queue));
    configuration.kernel_handle = handle;
    configuration.local_size_asked = nullptr;  // its answer concerns enqueues
    CommandBuffer::Launch described = describe_command(*kernel, configuration);
    if (mutable_handle != nullptr) described.command = *mutable_handle;
    const std::lock_guard lock(known->mutex);
    known->launches.push_back(std::move(described));
    if (contents_mode() != ContentsMode::None) add_written_by(*known, *kernel);
  });
  return code;
}

cl_int clEnqueueCommandBufferKHR(decltype(&::clEnqueueCommandBufferKHR) enqueue, cl_uint count,
                                 cl_command_queue* queues, cl_command_buffer_khr buffer, cl_uint wait_count,
                                 const cl_event* wait, cl_event* event) {
  std::vector<capture::LaunchHandle> recorded;
  std::vector<std::uint64_t> counters;
  cl_command_queue queue = count > 0 && queues != nullptr ? queues[0] : nullptr;
  Writing writing;
  record([&] {
    const auto known = command_buffers().find(buffer);
    if (known == nullptr) {
      if (buffer != nullptr) note_unseen_buffer();
      return;
    }
    const std::lock_guard lock(known->mutex);
    for (const auto& activity : known->written) writing.add(activity);
    recorded.reserve(known->launches.size());
    if (queue == nullptr) queue = known->queue;
    for (CommandBuffer::Launch& one : known->launches) {
      refresh(one);
      if (!writer().repeat(one.handle)) one.handle = writer().add_launch(one.launch);
      recorded.push_back(one.handle);
      counters.push_back(one.handle.index);
    }
  });
  Ordering order(queue, wait_count, wait, event);
  const cl_int code = enqueue(count, queues, buffer, wait_count, wait, event);
  if (code == CL_SUCCESS) {
    order.end_launches(counters);
    return code;
  }
  record([&] {
    for (const capture::LaunchHandle& handle : recorded) writer().take_back(handle);
  });
  return code;
}

}  // namespace by_name
}  // namespace launchproof::shim
