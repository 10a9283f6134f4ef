#include "shim/opencl/launches/snapshot.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/wait.h"

namespace launchproof::shim {
namespace {

// Unread copies take at most this many bytes, and at most this share of the device's memory.
constexpr std::uint64_t kMostInFlight = std::uint64_t{512} << 20;
constexpr std::uint64_t kShareOfDevice = 8;

// How long to wait for another thread's enqueue before making a copy.
constexpr std::int64_t kPatienceForOthers = kMilliseconds;

constinit std::atomic<std::uint64_t> g_in_flight{0};

std::string refused(const char* what, cl_int code) {
  return std::string("the driver refused to ") + what + " (error " + std::to_string(code) + ")";
}

constexpr const char* kDisturbed =
    "another thread enqueued a command that may write it while the launch was enqueued";
constexpr const char* kMapped = "the application had it mapped for writing when it enqueued the launch";
constexpr const char* kFailed = "what the launch waits for failed, or the copy did";

const char* reason_not_yet() {
  return user_event_is_open()
             ? "not read when the process ended: the launch waited for an event of the application"
             : "not read when the process ended: what the launch waits for took too long";
}

template <class Value>
Value ask_queue(cl_command_queue queue, cl_command_queue_info name) {
  Value value{};
  const auto query = next().clGetCommandQueueInfo;
  // NOLINTNEXTLINE(bugprone-sizeof-expression): the value may be a handle.
  if (query != nullptr) query(queue, name, sizeof value, static_cast<void*>(&value), nullptr);
  return value;
}

bool driver_can_copy() {
  const cl_icd_dispatch& api = next();
  return api.clCreateBuffer != nullptr && api.clReleaseMemObject != nullptr &&
         api.clEnqueueCopyBuffer != nullptr && api.clEnqueueReadBuffer != nullptr &&
         api.clGetEventInfo != nullptr && api.clReleaseEvent != nullptr && api.clFlush != nullptr &&
         api.clCreateCommandQueue != nullptr && api.clReleaseCommandQueue != nullptr &&
         api.clGetCommandQueueInfo != nullptr && api.clGetDeviceInfo != nullptr;
}

}  // namespace

// One buffer, which several arguments may name.
struct Snapshot::Part {
  explicit Part(std::shared_ptr<const Memory> of) : memory(std::move(of)) {}
  ~Part() {
    abandon_reading();
    release();
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  // If the reading is not complete, leaves the memory to the driver, which may still write there.
  void abandon_reading() {
    if (bytes != nullptr && (event == nullptr || progress_of(event) != Progress::Complete))
      static_cast<void>(bytes.release());
    bytes.reset();
  }
  bool is_copying() const { return event != nullptr && bytes == nullptr; }

  void release() {
    if (event != nullptr) next().clReleaseEvent(std::exchange(event, nullptr));
    if (copy != nullptr) next().clReleaseMemObject(std::exchange(copy, nullptr));
    g_in_flight.fetch_sub(std::exchange(taken, 0));
  }

  std::shared_ptr<const Memory> memory;
  std::optional<capture::Contents> contents;  // once known
  std::uint64_t moment = 0;                   // moment of its activity when the copy was enqueued
  bool was_copied = false;
  cl_mem copy = nullptr;
  cl_event event = nullptr;                // event of the copy, then of its reading
  std::uint64_t taken = 0;                 // bytes of g_in_flight
  std::unique_ptr<unsigned char[]> bytes;  // while it is read
};

Snapshot::Snapshot(const Enqueue& enqueue, const std::vector<std::shared_ptr<const Memory>>& buffers,
                   const Writing& own) {
  for (const auto& buffer : buffers) {
    Part* part = nullptr;
    for (const auto& known : d_parts)
      if (known->memory == buffer) part = known.get();
    if (part == nullptr && buffer != nullptr)
      part = d_parts.emplace_back(std::make_unique<Part>(buffer)).get();
    d_of_argument.push_back(part);
  }
  if (d_parts.empty()) return;
  std::string reason;
  const bool is_open = open_queue(enqueue.queue, reason);
  if (is_open && (enqueue.wait_count == 0) != (enqueue.wait == nullptr)) reason = "the launch is not valid";
  for (const auto& part : d_parts) {
    if (reason.empty())
      copy(*part, enqueue, own);
    else
      part->contents = not_recorded(reason);
  }
  // Flushed, since copies that are never started cannot be waited for; but not while the application holds
  // them up.
  if (std::ranges::any_of(d_parts, [](const auto& part) { return part->was_copied; }) &&
      !user_event_is_open()) {
    for (cl_uint i = 0; i < enqueue.wait_count; ++i) flush_queue_of(enqueue.wait[i]);
    next().clFlush(enqueue.queue);
  }
}

Snapshot::~Snapshot() {
  d_parts.clear();
  if (d_reader != nullptr) next().clReleaseCommandQueue(d_reader);
}

// Creates a queue of our own on the device of the application's queue.
bool Snapshot::open_queue(cl_command_queue queue, std::string& reason) {
  reason = "the driver is older than OpenCL 1.1";
  if (!driver_can_copy()) return false;
  d_context = ask_queue<cl_context>(queue, CL_QUEUE_CONTEXT);
  cl_device_id const device = ask_queue<cl_device_id>(queue, CL_QUEUE_DEVICE);
  const auto properties = ask_queue<cl_command_queue_properties>(queue, CL_QUEUE_PROPERTIES);
  d_out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  reason = "the driver does not tell the queue's device";
  if (d_context == nullptr || device == nullptr) return false;
  cl_ulong memory = 0;
  if (next().clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, nullptr) !=
      CL_SUCCESS)
    memory = kMostInFlight;
  d_memory = std::min<std::uint64_t>(kMostInFlight, memory / kShareOfDevice);
  cl_int code = CL_SUCCESS;
  d_reader = next().clCreateCommandQueue(d_context, device, 0, &code);
  reason = d_reader == nullptr ? refused("make a queue", code) : std::string();
  return d_reader != nullptr;
}

void Snapshot::copy(Part& part, const Enqueue& enqueue, const Writing& own) {
  std::string reason = reason_beforehand(*part.memory);
  if (reason.empty()) reason = begin_copy(part, enqueue, own);
  if (!reason.empty()) {
    part.release();
    part.contents = not_recorded(std::move(reason));
  }
}

// Returns why there is no copy, or an empty text.
std::string Snapshot::begin_copy(Part& part, const Enqueue& enqueue, const Writing& own) {
  const std::uint64_t size = *part.memory->bytes;
  part.taken = size;
  if (g_in_flight.fetch_add(size) + size > d_memory)
    return "copies that are not read yet take all the memory that is set apart for them";
  Activity& activity = *part.memory->activity;
  const std::uint64_t own_enqueues = own.has(activity) ? 1 : 0;
  Patience patience(kPatienceForOthers);
  while (!activity.is_quiet(own_enqueues, part.moment))
    if (!patience.pause()) return kDisturbed;
  bool is_mapped = false;
  record([&] { is_mapped = activity.is_mapped(); });
  if (is_mapped) return kMapped;
  cl_int code = CL_SUCCESS;
  part.copy = next().clCreateBuffer(d_context, CL_MEM_READ_WRITE, size, nullptr, &code);
  if (part.copy == nullptr) return refused("make room for a copy", code);
  code = next().clEnqueueCopyBuffer(enqueue.queue, part.memory->handle, part.copy, 0, 0, size,
                                    enqueue.wait_count, enqueue.wait, &part.event);
  if (code != CL_SUCCESS || part.event == nullptr) return refused("copy it", code);
  part.was_copied = true;
  return {};
}

void Snapshot::finish(Part& part, capture::Contents contents) {
  part.contents = std::move(contents);
  part.release();
}

void Snapshot::begin_reading(Part& part) {
  const auto size = static_cast<std::size_t>(*part.memory->bytes);
  std::unique_ptr<unsigned char[]> bytes(new (std::nothrow) unsigned char[size]);
  if (bytes == nullptr) {
    finish(part, not_recorded("no memory for a copy of its " + std::to_string(size) + " bytes"));
    return;
  }
  cl_event event = nullptr;
  const cl_int code =
      next().clEnqueueReadBuffer(d_reader, part.copy, CL_FALSE, 0, size, bytes.get(), 0, nullptr, &event);
  if (code != CL_SUCCESS || event == nullptr) {
    finish(part, not_recorded(refused("read its copy", code)));
    return;
  }
  next().clFlush(d_reader);
  next().clReleaseEvent(std::exchange(part.event, event));
  part.bytes = std::move(bytes);
}

void Snapshot::advance(Part& part) {
  if (part.contents) return;
  Progress progress = progress_of(part.event);
  if (progress == Progress::Complete && part.bytes == nullptr) {
    begin_reading(part);
    if (part.contents) return;
    progress = progress_of(part.event);
  }
  if (progress == Progress::Running) return;
  if (progress == Progress::Failed) {
    part.abandon_reading();
    finish(part, not_recorded(kFailed));
    return;
  }
  const auto bytes = std::move(part.bytes);
  finish(part, store_contents(bytes.get(), static_cast<std::size_t>(*part.memory->bytes)));
}

bool Snapshot::advance() {
  for (const auto& part : d_parts) advance(*part);
  return std::ranges::all_of(d_parts, [](const auto& part) { return part->contents.has_value(); });
}

bool Snapshot::is_reading() const {
  return std::ranges::any_of(d_parts, [](const auto& part) { return part->bytes != nullptr; });
}

bool Snapshot::advance_for(std::int64_t nanoseconds) {
  Patience patience(nanoseconds);
  bool done = advance();
  while (!done && !user_event_is_open() && patience.pause()) done = advance();
  return done;
}

std::vector<cl_event> Snapshot::must_precede() const {
  std::vector<cl_event> events;
  for (const auto& part : d_parts)
    if (d_out_of_order && part->is_copying()) events.push_back(part->event);
  return events;
}

bool Snapshot::drop_disturbed() {
  bool any = false;
  for (const auto& part : d_parts) {
    if (!part->was_copied || part->memory->activity->is_quiet_since(part->moment)) continue;
    part->contents = not_recorded(kDisturbed);
    any = true;
  }
  return any;
}

void Snapshot::give_up(const char* reason) {
  for (const auto& part : d_parts)
    if (!part->contents) part->contents = not_recorded(reason);
}

void Snapshot::describe(capture::Launch& launch) const {
  for (std::size_t i = 0; i < launch.arguments.size() && i < d_of_argument.size(); ++i) {
    auto* buffer = std::get_if<capture::BufferArgument>(&launch.arguments[i].value);
    if (buffer == nullptr || d_of_argument[i] == nullptr) continue;
    const auto& contents = d_of_argument[i]->contents;
    buffer->contents = contents ? *contents : not_recorded(reason_not_yet());
  }
}

}  // namespace launchproof::shim
