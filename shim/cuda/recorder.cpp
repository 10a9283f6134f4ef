#include "shim/cuda/recorder.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "shim/cuda/call_place.h"

namespace launchproof::cuda {
namespace {

constexpr std::uint64_t kTypeGpu = 4;  // CL_DEVICE_TYPE_GPU, as captures count types
constexpr std::uint64_t kThreadsOfBlock = 1024;

capture::Device device() {
  capture::Device made;
  made.platform_name = "CUDA";
  made.platform_vendor = "Launchproof";
  made.platform_version = "CUDA 13.0";
  made.name = "Launchproof processor device";
  made.vendor = "Launchproof";
  made.version = "compute capability 9.0";
  made.driver_version = LAUNCHPROOF_VERSION;
  made.type = kTypeGpu;
  made.address_bits = 64;
  made.limits = {{"max_work_group_size", kThreadsOfBlock}};
  return made;
}

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace

Recorder::Recorder(DeviceMemory& memory) : d_memory(memory) {
  const char* const path = std::getenv("LAUNCHPROOF_CAPTURE");
  if (path == nullptr || *path == 0) return;
  capture::Session session = capture::describe_process();
  session.tool = "launchproof CUDA driver " LAUNCHPROOF_VERSION;
  d_writer = new capture::Writer(path, session);
  d_device = d_writer->add_device(device());
}

capture::ProgramId Recorder::add_module(const std::string& ptx) {
  if (!is_on()) return 0;
  capture::Program program;
  program.origin = capture::ProgramOrigin::Ptx;
  program.sources = {{"module.ptx", d_writer->add_blob(ptx.data(), ptx.size())}};
  program.devices = {d_device};
  program.results = {{d_device, capture::BuildStatus::Success, {}}};
  return d_writer->add_program(program);
}

capture::BufferArgument Recorder::buffer(std::uint64_t address, const Allocation& allocation) {
  std::uint64_t id = allocation.id;
  if (id == 0) {
    d_memory.name(allocation.begin, d_writer->new_object_id());
    id = d_memory.find(allocation.begin).value_or(allocation).id;
  }
  const std::uint64_t before = address - allocation.begin;
  capture::BufferArgument made;
  made.object = made.root = id;
  made.origin = before;
  made.bytes = allocation.size - before;
  made.before = before;
  return made;
}

// A parameter of eight bytes that is an address, and a structure that has some, say to which memory. What
// looks like an address and is none costs nothing but that the kernel may get any number.
capture::ArgumentValue Recorder::argument(const char* bytes, std::uint64_t size) {
  capture::StructureArgument structure;
  structure.bytes.assign(bytes, bytes + size);
  for (std::uint64_t at = 0; at + sizeof(void*) <= size; at += sizeof(void*)) {
    const std::uint64_t word = word_at(bytes + at);
    const auto allocation = d_memory.find(word);
    if (!allocation) continue;
    structure.pointers.push_back({at, buffer(word, *allocation)});
    std::fill_n(structure.bytes.begin() + static_cast<std::ptrdiff_t>(at), sizeof(void*), std::uint8_t{0});
  }
  if (structure.pointers.empty()) return capture::ValueArgument{std::move(structure.bytes)};
  if (size == sizeof(void*)) return std::move(structure.pointers.front().memory);
  return structure;
}

void Recorder::add_launch(capture::ProgramId module, const executor::LoadedKernel& kernel,
                          const executor::KernelLaunch& launch) {
  if (!is_on()) return;
  capture::Launch made;
  made.kernel = kernel.name;
  made.program = module;
  made.device = d_device;
  capture::Size3 local{1, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    local[i] = launch.local_size[i];
    made.global_size[i] = launch.groups[i] * launch.local_size[i];
    if (made.global_size[i] > 1) made.work_dim = static_cast<std::uint32_t>(i + 1);
  }
  made.local_size = local;
  made.dynamic_local_bytes = launch.dynamic_bytes;
  for (const executor::KernelParameter& parameter : kernel.parameters)
    made.arguments.push_back({{}, {}, argument(launch.parameters.data() + parameter.offset, parameter.size)});
  made.call_site = calling_place();
  d_writer->add_launch(made);
}

void Recorder::note(const std::string& text, bool launches_missing) {
  if (!is_on()) return;
  const std::lock_guard lock(d_mutex);
  if (!d_notes.insert(text).second) return;
  d_writer->note(text.c_str(), launches_missing ? capture::Missing::Launches : capture::Missing::Nothing);
}

void Recorder::mark_end() {
  if (d_writer != nullptr) d_writer->mark_ending(capture::Ending::Returned);
}

}  // namespace launchproof::cuda
