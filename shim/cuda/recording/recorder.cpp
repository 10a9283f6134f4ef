#include "shim/cuda/recording/recorder.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// The shim is not loaded into programs that are not started by Launchproof.
const RuntimeSource* runtime_source(std::string_view image) {
  const auto find = reinterpret_cast<FindRuntimeSource>(::dlsym(RTLD_DEFAULT, kFindRuntimeSource));
  if (find == nullptr) return nullptr;
  if (const RuntimeSource* source = find(image.data(), image.size())) return source;
  // PTX with its zero byte.
  const std::string_view text = image.substr(0, image.find('\0'));
  return text.size() == image.size() ? nullptr : find(text.data(), text.size());
}

}  // namespace

std::string_view runtime_ptx(std::string_view image) {
  const RuntimeSource* const source = runtime_source(image);
  return source == nullptr ? std::string_view() : source->ptx;
}

ContentsWish ContentsWish::from_environment() {
  ContentsWish wish;
  const char* const mode = std::getenv("LAUNCHPROOF_CONTENTS");
  const std::string_view word = mode == nullptr ? "" : mode;
  wish.are_wanted = word == "arguments" || word == "all";
  wish.of_repeats = word == "all";
  wish.most_of_buffer = wish.most_of_all = UINT64_MAX;
  if (const char* const limit = std::getenv("LAUNCHPROOF_CONTENTS_LIMIT"); limit != nullptr && *limit != 0) {
    char* comma = nullptr;
    wish.most_of_buffer = std::strtoull(limit, &comma, 10);
    if (*comma == ',') wish.most_of_all = std::strtoull(comma + 1, nullptr, 10);
  }
  return wish;
}

Recorder::Recorder(Allocations& allocations, const char* tool, std::string unreadable)
    : d_allocations(allocations),
      d_unreadable(std::move(unreadable)),
      d_wish(ContentsWish::from_environment()) {
  const char* const path = std::getenv("LAUNCHPROOF_CAPTURE");
  if (path == nullptr || *path == 0) return;
  capture::Session session = capture::describe_process();
  session.tool = std::string(tool) + " " LAUNCHPROOF_VERSION;
  d_writer = new capture::Writer(path, session);
}

capture::DeviceId Recorder::add_device(const capture::Device& device) {
  return is_on() ? d_writer->add_device(device) : 0;
}

capture::ProgramId Recorder::add_module(std::string_view image, capture::DeviceId device) {
  if (!is_on()) return 0;
  if (const std::string_view ptx = runtime_ptx(image); !ptx.empty()) image = ptx;
  capture::Program program;
  program.origin = capture::ProgramOrigin::Ptx;
  program.sources = {{"module.ptx", d_writer->add_blob(image.data(), image.size())}};
  program.devices = {device};
  program.results = {{device, capture::BuildStatus::Success, {}}};
  if (const RuntimeSource* source = runtime_source(image)) add_runtime_source(*source, program);
  return d_writer->add_program(program);
}

void Recorder::add_runtime_source(const RuntimeSource& source, capture::Program& program) {
  const auto file = [&](const char* name, const char* text) {
    return capture::SourceFile{name, d_writer->add_blob(text, std::strlen(text))};
  };
  program.compiled_from = capture::RuntimeSource{file(source.name, source.text), {}};
  for (std::size_t i = 0; i < source.expressions; ++i)
    program.compiled_from->expressions.emplace_back(source.expression_texts[i]);
  for (std::size_t i = 0; i < source.headers; ++i)
    program.headers.push_back(file(source.header_names[i], source.header_texts[i]));
  program.options = source.options;
  std::array<char, PATH_MAX> folder{};
  if (::getcwd(folder.data(), folder.size()) != nullptr) program.working_directory = folder.data();
}

capture::BufferArgument Recorder::buffer(std::uint64_t address, const Allocation& allocation) {
  std::uint64_t id = allocation.id;
  if (id == 0) {
    d_allocations.name(allocation.begin, d_writer->new_object_id());
    id = d_allocations.find(allocation.begin).value_or(allocation).id;
  }
  const std::uint64_t before = address - allocation.begin;
  capture::BufferArgument made;
  made.object = made.root = id;
  made.origin = before;
  made.bytes = allocation.size - before;
  made.before = before;
  return made;
}

std::optional<capture::ImageArgument> Recorder::image(std::uint64_t handle) {
  if (!d_find_array) return std::nullopt;
  std::optional<NamedArray> named = d_find_array(handle);
  const auto allocation = named ? d_allocations.find(named->address) : std::nullopt;
  if (!allocation) return std::nullopt;
  named->shape.object = named->shape.root = buffer(named->address, *allocation).root;
  return named->shape;
}

// While a launch is recorded, only other threads of the application may change the memory.
capture::Contents Recorder::contents(std::uint64_t address, std::uint64_t bytes) {
  if (!d_no_contents.empty()) return {{}, d_no_contents};
  if (bytes > d_wish.most_of_buffer) return {{}, "it is larger than the limit of a buffer"};
  if (bytes > d_wish.most_of_all - d_contents) return {{}, "the limit of all contents was reached"};
  const capture::PreparedBlob blob = capture::prepare_blob(pointer_to(address), bytes);
  if (std::string problem = d_writer->add_contents(blob); !problem.empty()) return {{}, std::move(problem)};
  d_contents += bytes;
  return {blob.digest, {}};
}

void Recorder::decide_contents(const executor::LoadedKernel& kernel, const executor::KernelLaunch& launch) {
  d_no_contents = d_unreadable;
  if (!d_wish.are_wanted || d_wish.of_repeats) return;
  std::string key = kernel.name + '\0' + launch.parameters;
  for (const auto* sizes : {&launch.groups, &launch.local_size})
    for (const std::uint64_t size : *sizes) key += ' ' + std::to_string(size);
  if (!d_known.insert(std::move(key)).second) d_no_contents = "repeats are not recorded";
}

// An eight-byte parameter that is an address, or a structure that contains addresses, shows which memory is
// used. If something merely looks like an address, the only effect is that the kernel may get any number.
capture::ArgumentValue Recorder::argument(const char* bytes, std::uint64_t size) {
  if (size == sizeof(void*))
    if (const auto named = image(word_at(bytes))) return *named;
  capture::StructureArgument structure;
  structure.bytes.assign(bytes, bytes + size);
  for (std::uint64_t at = 0; at + sizeof(void*) <= size; at += sizeof(void*)) {
    const std::uint64_t word = word_at(bytes + at);
    const auto allocation = d_allocations.find(word);
    if (!allocation) continue;
    // The kernel may reach the same bytes through the variable's name, which no argument shows. In a
    // structure, the address remains a number, so that nothing is proved about the memory there.
    const char* const why_unknown = allocation->kind == AllocationKind::Variable
                                        ? "it points to a variable of a module"
                                        : allocation->why_unknown;
    if (why_unknown != nullptr) {
      if (size == sizeof(void*)) return capture::UnknownArgument{why_unknown};
      continue;
    }
    structure.pointers.push_back({at, buffer(word, *allocation)});
    std::fill_n(structure.bytes.begin() + static_cast<std::ptrdiff_t>(at), sizeof(void*), std::uint8_t{0});
  }
  if (structure.pointers.empty()) return capture::ValueArgument{std::move(structure.bytes)};
  if (size == sizeof(void*)) {
    capture::BufferArgument memory = std::move(structure.pointers.front().memory);
    if (d_wish.are_wanted) memory.contents = contents(word_at(bytes), *memory.bytes);
    return memory;
  }
  return structure;
}

capture::LaunchHandle Recorder::add_launch(capture::ProgramId module, capture::DeviceId device,
                                           const executor::LoadedKernel& kernel,
                                           const executor::KernelLaunch& launch,
                                           const capture::CallSite& place) {
  if (!is_on()) return {};
  const std::lock_guard lock(d_launching);
  decide_contents(kernel, launch);
  capture::Launch made;
  made.kernel = kernel.name;
  made.program = module;
  made.device = device;
  capture::Size3 local{1, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    local[i] = launch.local_size[i];
    made.global_size[i] = launch.groups[i] * launch.local_size[i];
    if (made.global_size[i] > 1) made.work_dim = static_cast<std::uint32_t>(i + 1);
  }
  made.local_size = local;
  made.dynamic_local_bytes = launch.dynamic_bytes;
  made.is_cooperative = launch.is_cooperative;
  for (const executor::KernelParameter& parameter : kernel.parameters)
    made.arguments.push_back({{}, {}, argument(launch.parameters.data() + parameter.offset, parameter.size)});
  made.call_site = place;
  return d_writer->add_launch(made);
}

void Recorder::take_back(const capture::LaunchHandle& handle) {
  if (d_writer != nullptr) d_writer->take_back(handle);
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
