// Enqueues of kernels, with contents of their buffers if these are requested. Recorded before the call
// continues, so that a crash in it leaves the launch in the capture.
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/arguments.h"
#include "shim/opencl/launches/contents.h"
#include "shim/opencl/launches/launches.h"
#include "shim/opencl/launches/order.h"
#include "shim/opencl/launches/pending.h"
#include "shim/opencl/launches/snapshot.h"
#include "shim/opencl/launches/wait.h"
#include "shim/opencl/launches/writing.h"
#include "shim/recording/call_site.h"

namespace launchproof::shim {
namespace {

// The reason why no contents are recorded for the target of such an argument.
constexpr const char* kNoContents = "it is in shared virtual memory";

void copy_sizes(std::array<std::uint64_t, 3>& to, const size_t* from, cl_uint dimensions) {
  for (cl_uint i = 0; from != nullptr && i < dimensions; ++i) to[i] = from[i];
}

}  // namespace

Configuration configuration_of(cl_uint dimensions, const size_t* offset, const size_t* global,
                               const size_t* local) {
  Configuration configuration;
  configuration.work_dim = dimensions;
  configuration.local_given = local != nullptr;
  copy_sizes(configuration.offset, offset, dimensions);
  copy_sizes(configuration.global, global, dimensions);
  copy_sizes(configuration.local, local, dimensions);
  return configuration;
}

namespace {

std::optional<std::uint64_t> ask_sub_groups(const Configuration& configuration,
                                            cl_kernel_sub_group_info name) {
  const SubGroupsAsked& by = configuration.sub_groups_asked;
  std::array<std::size_t, 3> local{};
  std::ranges::copy(configuration.local, local.begin());
  std::size_t answer = 0;
  if (by.query(configuration.kernel_handle, by.device, name, configuration.work_dim * sizeof local[0],
               local.data(), sizeof answer, &answer, nullptr) != CL_SUCCESS ||
      answer == 0)
    return std::nullopt;
  return answer;
}

// Returns how the runtime will divide the groups of this launch.
std::optional<capture::SubGroups> ask_sub_groups(const Configuration& configuration) {
  if (!configuration.local_given || configuration.kernel_handle == nullptr ||
      configuration.sub_groups_asked.query == nullptr)
    return std::nullopt;
  const auto size = ask_sub_groups(configuration, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE);
  const auto count = ask_sub_groups(configuration, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE);
  if (!size || !count) return std::nullopt;
  return capture::SubGroups{*size, *count};
}

// Returns the local size that the runtime will choose for this launch, which does not specify one.
std::optional<capture::Size3> ask_local_size(const Configuration& configuration) {
  if (configuration.kernel_handle == nullptr || configuration.local_size_asked == nullptr)
    return std::nullopt;
  std::array<std::size_t, 3> offset{};
  std::array<std::size_t, 3> global{};
  std::array<std::size_t, 3> answer{};
  std::ranges::copy(configuration.offset, offset.begin());
  std::ranges::copy(configuration.global, global.begin());
  if (configuration.local_size_asked(configuration.queue_handle, configuration.kernel_handle,
                                     configuration.work_dim, offset.data(), global.data(),
                                     answer.data()) != CL_SUCCESS)
    return std::nullopt;
  capture::Size3 chosen{1, 1, 1};
  for (std::uint32_t i = 0; i < configuration.work_dim; ++i) chosen[i] = answer[i];
  if (std::ranges::count(chosen, 0U) != 0) return std::nullopt;
  return chosen;
}

// Describes the launch except for its arguments.
capture::Launch describe_enqueue(const KernelState& kernel, const Configuration& configuration) {
  capture::Launch launch;
  launch.kernel = kernel.name;
  launch.program = kernel.program;
  launch.device = configuration.device;
  launch.queue = configuration.queue;
  launch.work_dim = configuration.work_dim;
  launch.global_offset = configuration.offset;
  launch.global_size = configuration.global;
  if (configuration.local_given)
    launch.local_size = configuration.local;
  else
    launch.chosen_local_size = ask_local_size(configuration);
  if (kernel.may_use_sub_groups) launch.sub_groups = ask_sub_groups(configuration);
  if (kernel.has_pointers) launch.reach = describe_reach(kernel.reached);
  const HostPlace& place = calling_place(configuration.caller);
  launch.call_site.function = place.function;
  launch.call_site.module = place.module;
  launch.call_site.offset = place.offset;
  return launch;
}

}  // namespace

capture::Launch describe_launch(const KernelState& kernel, const Configuration& configuration) {
  capture::Launch launch = describe_enqueue(kernel, configuration);
  launch.arguments.reserve(kernel.arguments.size());
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    launch.arguments.push_back(describe(kernel.parameter(i), kernel.arguments[i]));
  }
  return launch;
}

void set_queue(Configuration& configuration, const KnownQueue& known) {
  configuration.queue = known.id;
  configuration.out_of_order = known.out_of_order;
  configuration.device = known.device;
  configuration.sub_groups_asked = known.sub_groups_asked;
  configuration.local_size_asked = known.local_size_asked;
}

void leave_out_contents(capture::Launch& launch, const char* reason) {
  for (capture::Argument& argument : launch.arguments) {
    if (auto* buffer = std::get_if<capture::BufferArgument>(&argument.value)) {
      buffer->contents = capture::Contents{{}, buffer->before ? kNoContents : reason};
    }
  }
}

namespace {

// A kernel remembers this many different launches; beyond that, the writer looks them up.
constexpr std::size_t kMaximumEarlier = 4096;

template <class Number>
void append(std::string& text, const Number& number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append(std::string& text, const Argument& argument) {
  append(text, argument.kind);
  append(text, argument.size);
  switch (argument.kind) {
    case Argument::Kind::Value:
      text += argument.bytes;
      break;
    case Argument::Kind::Memory:
      append(text, argument.memory->id);
      break;
    case Argument::Kind::Sampler:
      append(text, argument.sampler->normalized);
      append(text, argument.sampler->addressing);
      append(text, argument.sampler->filter);
      break;
    case Argument::Kind::Pointer:
      append(text, argument.address);
      append(text, argument.memory == nullptr ? 0 : argument.memory->id);
      break;
    case Argument::Kind::Unknown:
      append(text, argument.reason);
      break;
    default:
      break;
  }
}

// Returns everything that distinguishes two launches of a kernel as bytes: equal bytes mean equal launches.
std::string signature(const Kernel& kernel, const Configuration& configuration) {
  std::string text;
  text.reserve(96 + kernel.arguments.size() * 24);
  append(text, configuration.device);
  append(text, configuration.work_dim);
  append(text, configuration.local_given);
  append(text, configuration.offset);
  append(text, configuration.global);
  append(text, configuration.local);
  for (const Argument& argument : kernel.arguments) append(text, argument);
  if (!kernel.has_pointers) return text;
  for (const auto* pointers : {&kernel.reached.pointers, &kernel.reached.unified_pointers}) {
    append(text, pointers->size());
    for (const Argument& pointer : *pointers) append(text, pointer);
  }
  for (const std::string& all : kernel.reached.all) text += all;
  return text;
}

// Returns why a launch has no contents although contents were requested.
const char* reason_without_contents() {
  return contents_mode() == ContentsMode::All
             ? "this launch was repeated more often than contents are recorded for"
             : "a repeat; --contents=all records those too";
}

// Counts the enqueue if it equals the latest one that was recorded without contents. Requires the kernel's
// lock.
bool repeats_latest(const Kernel& kernel, const Configuration& configuration) {
  return !kernel.arguments_changed && kernel.latest == configuration && writer().repeat(kernel.latest_handle);
}

capture::LaunchHandle add_without_contents(const Kernel& kernel, const Configuration& configuration) {
  if (contents_mode() == ContentsMode::None)
    return writer().add_launch(describe_enqueue(kernel, configuration), KernelArguments(kernel));
  capture::Launch launch = describe_launch(kernel, configuration);
  leave_out_contents(launch, reason_without_contents());
  return writer().add_launch(launch);
}

// The launch is not the latest one.
capture::LaunchHandle repeat_earlier(Kernel& kernel, const Configuration& configuration) {
  std::string text = signature(kernel, configuration);
  const auto found = kernel.earlier.find(text);
  if (found != kernel.earlier.end() && writer().repeat(found->second)) return found->second;
  const capture::LaunchHandle handle = add_without_contents(kernel, configuration);
  if (kernel.earlier.size() >= kMaximumEarlier) kernel.earlier.clear();
  kernel.earlier.insert_or_assign(std::move(text), handle);
  return handle;
}

// Requires the kernel's lock.
capture::LaunchHandle record_without_contents(Kernel& kernel, const Configuration& configuration) {
  if (kernel.has_pointers) look_up_pointers(kernel);
  if (repeats_latest(kernel, configuration)) return kernel.latest_handle;
  // Many kernels are launched only once: the first launch is not remembered here, and the writer finds it if
  // it is repeated.
  const bool is_first = kernel.latest_handle.generation == 0;
  const capture::LaunchHandle handle =
      is_first ? add_without_contents(kernel, configuration) : repeat_earlier(kernel, configuration);
  kernel.arguments_changed = false;
  kernel.latest = configuration;
  kernel.latest_handle = handle;
  return handle;
}

// A launch whose contents are to be recorded.
struct Sketch {
  std::shared_ptr<Kernel> kernel;
  std::string signature;
  capture::Launch launch;
  std::vector<std::shared_ptr<const Memory>> buffers;  // by argument
  std::unique_ptr<Snapshot> snapshot;
  const char* problem = "no memory";  // without a snapshot
  bool is_complete = false;           // everything that can be known is known
};

// The state of a launch that the hook keeps until the runtime has answered.
struct Recorded {
  Writing writing;  // memory that the kernel may write, when contents are recorded
  capture::LaunchHandle handle;
  std::unique_ptr<Sketch> sketch;  // only when contents are recorded
  // The creation of the kernel or the queue was not observed. It may not be an object at all, and another
  // driver's call might crash on it instead of refusing it. Therefore nothing is asked before the driver has
  // accepted the launch.
  bool is_of_unseen = false;
};

// Requires the kernel's lock.
void add_writing(Writing& writing, const Kernel& kernel) {
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    if (argument.kind == Argument::Kind::Memory && !kernel.parameter(i).is_const)
      writing.add(argument.memory->activity);
  }
}

// Describes the launch if its contents should be recorded; otherwise records it directly.
void begin_with_contents(Recorded& recorded, const std::shared_ptr<Kernel>& kernel,
                         const Configuration& configuration) {
  const std::lock_guard lock(kernel->mutex);
  add_writing(recorded.writing, *kernel);
  if (kernel->has_pointers) look_up_pointers(*kernel);
  if (repeats_latest(*kernel, configuration)) {
    recorded.handle = kernel->latest_handle;
    return;
  }
  std::string text = signature(*kernel, configuration);
  if (kernel->with_contents.size() >= kMaximumEarlier) kernel->with_contents.clear();
  unsigned& known = kernel->with_contents[text];
  const unsigned most = contents_mode() == ContentsMode::All ? kMostContents : 1;
  if (known >= most) {
    recorded.handle = record_without_contents(*kernel, configuration);
    return;
  }
  auto sketch = std::make_unique<Sketch>();
  sketch->kernel = kernel;
  sketch->signature = std::move(text);
  sketch->launch = describe_launch(*kernel, configuration);
  sketch->launch.thread = static_cast<std::uint64_t>(gettid());
  for (const Argument& argument : kernel->arguments) {
    const bool is_buffer =
        argument.kind == Argument::Kind::Memory && argument.memory->kind == Memory::Kind::Buffer;
    sketch->buffers.push_back(is_buffer ? argument.memory : nullptr);
  }
  recorded.sketch = std::move(sketch);
  ++known;
}

// Waiting in vain for copies may cost this multiple of the patience in total.
constexpr unsigned kMostInVain = 100;

// Each launch checks all pending launches.
constexpr std::size_t kMostPending = 256;
constinit std::atomic<unsigned> g_in_vain{0};

// Enqueues the copies and waits until they are complete or the patience is over, so that the contents of a
// launch that crashes the process are already recorded.
void take_contents(Sketch& sketch, const Enqueue& enqueue, const Writing& own) {
  const Unnoticed unnoticed;
  look_after_pending();
  if (pending_launches() >= kMostPending) {
    sketch.problem = "the copies of too many launches wait for commands of the application";
    return;
  }
  try {
    sketch.snapshot = std::make_unique<Snapshot>(enqueue, sketch.buffers, own);
    const bool patient = g_in_vain.load(std::memory_order_relaxed) < kMostInVain;
    sketch.is_complete = sketch.snapshot->advance_for(patient ? patience_before_launch() : 0);
    if (patient && !sketch.is_complete) g_in_vain.fetch_add(1, std::memory_order_relaxed);
  } catch (...) {
    sketch.snapshot.reset();  // no memory
  }
}

void describe_contents(Sketch& sketch) noexcept {
  const Unnoticed unnoticed;
  for (capture::Argument& argument : sketch.launch.arguments) {
    if (auto* buffer = std::get_if<capture::BufferArgument>(&argument.value))
      buffer->contents = capture::Contents{{}, buffer->before ? kNoContents : sketch.problem};
  }
  try {
    if (sketch.snapshot != nullptr) sketch.snapshot->describe(sketch.launch);
  } catch (...) {
    sketch.snapshot.reset();  // no memory, as it reports
  }
}

// The kernel, with the configuration completed; null if the launch cannot be recorded before it is enqueued.
std::shared_ptr<Kernel> begin(Recorded& recorded, cl_kernel handle, Configuration& configuration,
                              cl_command_queue queue) {
  auto kernel = kernels().find(handle);
  const auto known = seen_queue(queue);
  recorded.is_of_unseen = handle != nullptr && (kernel == nullptr || !known);
  if (kernel == nullptr || !known) return nullptr;
  set_queue(configuration, *known);
  configuration.kernel_handle = handle;
  configuration.queue_handle = queue;
  return kernel;
}

void record_with_contents(Recorded& recorded, cl_kernel handle, Configuration configuration,
                          const Enqueue& enqueue) {
  record([&] {
    const auto kernel = begin(recorded, handle, configuration, enqueue.queue);
    if (kernel == nullptr) return;
    begin_with_contents(recorded, kernel, configuration);
  });
  if (recorded.sketch == nullptr) return;
  // Outside of a section, so that a fork in another thread need not wait.
  take_contents(*recorded.sketch, enqueue, recorded.writing);
  describe_contents(*recorded.sketch);
  record([&] { recorded.handle = writer().add_launch(recorded.sketch->launch); });
}

// The launch is enqueued.
void settle(Recorded& recorded) {
  if (recorded.sketch == nullptr || recorded.sketch->snapshot == nullptr) return;
  Sketch& sketch = *recorded.sketch;
  const Unnoticed unnoticed;
  const bool is_disturbed = sketch.snapshot->drop_disturbed();
  if (sketch.is_complete && !is_disturbed) return;
  if (!sketch.snapshot->advance()) {
    keep_pending(std::move(sketch.snapshot), std::move(sketch.launch), recorded.handle);
    return;
  }
  describe_contents(sketch);
  record([&] { recorded.handle = writer().move_launch(recorded.handle, sketch.launch); });
}

// Records one enqueue; the device is the queue's.
void record_launch(Recorded& recorded, cl_kernel handle, Configuration& configuration,
                   const Enqueue& enqueue) {
  if (contents_mode() != ContentsMode::None) {
    record_with_contents(recorded, handle, configuration, enqueue);
    return;
  }
  record([&] {
    const auto kernel = begin(recorded, handle, configuration, enqueue.queue);
    if (kernel == nullptr) return;
    const std::lock_guard lock(kernel->mutex);
    recorded.handle = record_without_contents(*kernel, configuration);
  });
}

// The driver has accepted the launch, and therefore the handles. The contents may have changed since.
void record_unseen(Recorded& recorded, cl_kernel handle, Configuration configuration,
                   cl_command_queue queue) {
  record([&] {
    const auto kernel = known_kernel(handle);
    if (kernel == nullptr) return;
    set_queue(configuration, queue_of(queue));
    configuration.kernel_handle = handle;
    configuration.queue_handle = queue;
    const std::lock_guard lock(kernel->mutex);
    if (kernel->has_pointers) look_up_pointers(*kernel);
    capture::Launch launch = describe_launch(*kernel, configuration);
    if (contents_mode() != ContentsMode::None)
      leave_out_contents(launch, "the creation of the kernel or the queue was not seen");
    recorded.handle = writer().add_launch(launch);
  });
}

// The runtime refused the enqueue: nothing was launched.
void take_back(const Recorded& recorded) {
  record([&] {
    writer().take_back(recorded.handle);
    if (recorded.sketch == nullptr) return;
    // The next one is the first.
    const std::lock_guard lock(recorded.sketch->kernel->mutex);
    auto& known = recorded.sketch->kernel->with_contents;
    const auto found = known.find(recorded.sketch->signature);
    if (found != known.end() && found->second > 0) --found->second;
  });
}

void end_launch(Recorded& recorded, cl_kernel handle, const Configuration& configuration,
                cl_command_queue queue, Ordering& order, cl_int code) {
  if (code == CL_SUCCESS && recorded.is_of_unseen) record_unseen(recorded, handle, configuration, queue);
  if (code != CL_SUCCESS) {
    take_back(recorded);
    return;
  }
  settle(recorded);
  if (recorded.handle.generation == 0)
    order.end_taken();
  else
    order.end_launches({&recorded.handle.index, 1});
}

// The events that the launch waits for: those of the application and, unless the queue orders them, those of
// the copies.
class WaitList {
 public:
  WaitList(Recorded& recorded, cl_uint count, const cl_event* events) noexcept
      : d_count(count), d_events(events) {
    if (recorded.sketch == nullptr || recorded.sketch->snapshot == nullptr) return;
    try {
      const std::vector<cl_event> copies = recorded.sketch->snapshot->must_precede();
      if (copies.empty()) return;
      d_all.assign(events, events + count);
      d_all.insert(d_all.end(), copies.begin(), copies.end());
      d_count = static_cast<cl_uint>(d_all.size());
      d_events = d_all.data();
    } catch (...) {
      recorded.sketch->snapshot.reset();  // no memory: the launch continues without them
    }
  }
  cl_uint count() const { return d_count; }
  const cl_event* events() const { return d_events; }

 private:
  std::vector<cl_event> d_all;
  cl_uint d_count;
  const cl_event* d_events;
};

}  // namespace

namespace hooks {

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel handle, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint wait_count, const cl_event* wait, cl_event* event) {
  Recorded recorded;
  Configuration configuration;
  // The driver rejects anything else, so there is no configuration to record.
  if (dimensions >= 1 && dimensions <= 3 && global != nullptr) {
    configuration = configuration_of(dimensions, offset, global, local);
    configuration.caller = __builtin_return_address(0);
    record_launch(recorded, handle, configuration, {queue, wait_count, wait});
  }
  const WaitList list(recorded, wait_count, wait);
  Ordering order(queue, wait_count, wait, event);
  order.know_queue(configuration.queue, configuration.out_of_order);
  const cl_int code = next().clEnqueueNDRangeKernel(queue, handle, dimensions, offset, global, local,
                                                    list.count(), list.events(), event);
  end_launch(recorded, handle, configuration, queue, order, code);
  return code;
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel handle, cl_uint wait_count, const cl_event* wait,
                     cl_event* event) {
  Recorded recorded;
  Configuration configuration;
  configuration.local_given = true;  // a task is one work-item
  configuration.caller = __builtin_return_address(0);
  record_launch(recorded, handle, configuration, {queue, wait_count, wait});
  const WaitList list(recorded, wait_count, wait);
  Ordering order(queue, wait_count, wait, event);
  order.know_queue(configuration.queue, configuration.out_of_order);
  const cl_int code = next().clEnqueueTask(queue, handle, list.count(), list.events(), event);
  end_launch(recorded, handle, configuration, queue, order, code);
  return code;
}

}  // namespace hooks
}  // namespace launchproof::shim
