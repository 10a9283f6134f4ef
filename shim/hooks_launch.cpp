// Enqueues of kernels. Recorded before the call goes on, so that a crash inside it leaves the launch in the
// capture.
#include <cstring>

#include "shim/arguments.h"
#include "shim/call_site.h"
#include "shim/devices.h"
#include "shim/launches.h"
#include "shim/next.h"

namespace launchproof::shim {
namespace {

// A kernel keeps this many different launches at hand; beyond, the writer finds them again.
constexpr std::size_t kMaximumEarlier = 4096;

template <class Number>
void append(std::string& text, const Number& number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// All that tells two launches of a kernel apart, as bytes; equal bytes, equal launches.
std::string signature(const Kernel& kernel, const Configuration& configuration) {
  std::string text;
  text.reserve(96 + kernel.arguments.size() * 24);
  append(text, configuration.device);
  append(text, configuration.work_dim);
  append(text, configuration.local_given);
  append(text, configuration.offset);
  append(text, configuration.global);
  append(text, configuration.local);
  for (const Argument& argument : kernel.arguments) {
    append(text, argument.kind);
    append(text, argument.size);
    switch (argument.kind) {
      case Argument::Kind::Value:
        text.append(reinterpret_cast<const char*>(argument.bytes.data()), argument.bytes.size());
        break;
      case Argument::Kind::Memory:
        append(text, argument.memory->id);
        break;
      case Argument::Kind::Sampler:
        append(text, argument.sampler->normalized);
        append(text, argument.sampler->addressing);
        append(text, argument.sampler->filter);
        break;
      case Argument::Kind::Unknown:
        append(text, argument.reason);
        break;
      default:
        break;
    }
  }
  return text;
}

capture::Launch describe_launch(const Kernel& kernel, const Configuration& configuration) {
  capture::Launch launch;
  launch.kernel = kernel.name;
  launch.program = kernel.program;
  launch.device = configuration.device;
  launch.work_dim = configuration.work_dim;
  launch.global_offset = configuration.offset;
  launch.global_size = configuration.global;
  if (configuration.local_given) launch.local_size = configuration.local;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    launch.arguments.push_back(describe(kernel.parameters[i], kernel.arguments[i]));
  }
  const HostPlace& place = calling_place();
  launch.call_site.function = place.function;
  launch.call_site.module = place.module;
  launch.call_site.offset = place.offset;
  return launch;
}

capture::LaunchHandle record_launch(Kernel& kernel, const Configuration& configuration) {
  const std::lock_guard lock(kernel.mutex);
  if (!kernel.arguments_changed && kernel.latest == configuration && writer().repeat(kernel.latest_handle)) {
    return kernel.latest_handle;
  }
  std::string text = signature(kernel, configuration);
  const auto found = kernel.earlier.find(text);
  capture::LaunchHandle handle;
  if (found != kernel.earlier.end() && writer().repeat(found->second)) {
    handle = found->second;
  } else {
    handle = writer().add_launch(describe_launch(kernel, configuration));
    if (kernel.earlier.size() >= kMaximumEarlier) kernel.earlier.clear();
    kernel.earlier.insert_or_assign(std::move(text), handle);
  }
  kernel.arguments_changed = false;
  kernel.latest = configuration;
  kernel.latest_handle = handle;
  return handle;
}

// The runtime refused the enqueue: nothing was launched. A line whose count is 0 stands for refused enqueues
// only.
void take_back(const capture::LaunchHandle& launch) {
  record([&] {
    if (launch.counter != nullptr) launch.counter->fetch_sub(1, std::memory_order_relaxed);
  });
}

void copy_sizes(std::array<std::uint64_t, 3>& to, const size_t* from, cl_uint dimensions) {
  for (cl_uint i = 0; from != nullptr && i < dimensions; ++i) to[i] = from[i];
}

}  // namespace

namespace hooks {

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel handle, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint wait_count, const cl_event* wait, cl_event* event) {
  capture::LaunchHandle launch;
  // Anything else is refused by the driver, and has no configuration to record.
  const bool sensible = dimensions >= 1 && dimensions <= 3 && global != nullptr;
  record([&] {
    const auto kernel = sensible ? known_kernel(handle) : nullptr;
    if (kernel == nullptr) return;
    Configuration configuration;
    configuration.device = device_of(queue);
    configuration.work_dim = dimensions;
    configuration.local_given = local != nullptr;
    copy_sizes(configuration.offset, offset, dimensions);
    copy_sizes(configuration.global, global, dimensions);
    copy_sizes(configuration.local, local, dimensions);
    launch = record_launch(*kernel, configuration);
  });
  const cl_int code = next().clEnqueueNDRangeKernel(queue, handle, dimensions, offset, global, local,
                                                    wait_count, wait, event);
  if (code != CL_SUCCESS) take_back(launch);
  return code;
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel handle, cl_uint wait_count, const cl_event* wait,
                     cl_event* event) {
  capture::LaunchHandle launch;
  record([&] {
    const auto kernel = known_kernel(handle);
    if (kernel == nullptr) return;
    Configuration configuration;
    configuration.device = device_of(queue);
    configuration.local_given = true;  // a task is one work-item
    launch = record_launch(*kernel, configuration);
  });
  const cl_int code = next().clEnqueueTask(queue, handle, wait_count, wait, event);
  if (code != CL_SUCCESS) take_back(launch);
  return code;
}

cl_int clReleaseCommandQueue(cl_command_queue queue) {
  record([&] { forget_queue(queue); });
  return next().clReleaseCommandQueue(queue);
}

}  // namespace hooks
}  // namespace launchproof::shim
