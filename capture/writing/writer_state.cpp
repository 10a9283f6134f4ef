#include "capture/writing/writer_state.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "capture/files/failure_box.h"
#include "capture/files/sha256.h"
#include "capture/files/siphash.h"
#include "capture/json/json_text.h"
#include "capture/writing/folder.h"

namespace launchproof::capture {
namespace {

// Number of launches remembered to recognise repeats. Beyond that, all are forgotten, and a launch that is
// repeated gets another line: memory use stays bounded, and the reader adds the counts.
constexpr std::size_t kRememberedLaunches = 65536;

constexpr int kMostTags = 100000;

// Returns the id of the calling thread, which is queried once per generation. A thread that has forked is a
// new thread in the child, although an earlier process may have had the same number.
std::uint64_t id_of_thread(std::uint32_t generation) {
  struct Known {
    std::uint32_t generation = 0;
    pid_t thread = 0;
  };
  static thread_local Known known;
  if (known.generation != generation) known = {generation, ::gettid()};
  return static_cast<std::uint64_t>(known.thread);
}

}  // namespace

bool Writer::State::ensure_open() {
  if (::getpid() != d_pid) begin_as_child();  // forked without fork handlers
  if (!recording()) return false;
  if (!d_tag.empty()) return true;
  std::string reason;
  if (!d_prepared) reason = prepare_folder(d_folder, d_session, false);
  d_prepared = reason.empty();
  if (reason.empty()) reason = open_files();
  if (!reason.empty()) stop(reason);
  return reason.empty();
}

// Finds a tag that no process has used: the process id, followed by a number if an earlier process had the
// same id (or if this process ran another program before exec).
std::string Writer::State::claim_tag() {
  const std::string pid = std::to_string(d_pid);
  for (int attempt = 1; attempt <= kMostTags; ++attempt) {
    d_tag = attempt == 1 ? pid : pid + '-' + std::to_string(attempt);
    const int error = d_counters.create(file("counters.", ""));
    if (error == 0) return {};
    if (error != EEXIST) return "cannot make " + file("counters.", "") + ": " + error_text(error);
  }
  return "no free name for the files of process " + pid;
}

std::string Writer::State::open_files() {
  if (std::string reason = claim_tag(); !reason.empty()) return reason;
  for (const auto& [target, prefix] :
       {std::pair(&d_programs_file, "programs."), std::pair(&d_launches_file, "launches.")}) {
    const std::string path = file(prefix, ".jsonl");
    if (const int error = target->create(path); error != 0)
      return "cannot make " + path + ": " + error_text(error);
  }
  d_head.pid = static_cast<std::uint64_t>(d_pid);
  d_head.session = d_session;
  if (!append(d_programs_file, process_to_json(d_head), "programs")) return "cannot write the first record";
  d_order_path = file("order.", "");
  ++d_generation;
  d_writer.d_sequence.store(&d_counters.head()->sequence, std::memory_order_relaxed);
  d_writer.d_refused.store(&d_counters.head()->refused, std::memory_order_relaxed);
  d_writer.d_owner.store(d_pid, std::memory_order_relaxed);
  d_writer.d_head.store(d_counters.head(), std::memory_order_release);
  d_writer.d_generation.store(d_generation, std::memory_order_release);
  return {};
}

bool Writer::State::append_line(AppendFile& target, std::string& line, const char* what) {
  const int error = target.append(line);
  if (error != 0)
    stop(std::string("cannot write ") + what + " of process " + d_tag + ": " + error_text(error));
  return error == 0;
}

Digest Writer::State::add_blob(const void* bytes, std::size_t size) {
  Digest digest;
  const int error = d_blobs.add(bytes, size, digest);
  if (error == 0) return digest;
  stop("cannot write blob " + digest + ": " + error_text(error));
  return {};
}

bool Writer::State::find_blob(const Digest& digest, std::size_t limit, std::string& content) const {
  auto found = d_blobs.read(digest, limit);
  if (!found) return false;
  content = *std::move(found);
  return true;
}

std::string Writer::State::add_contents(const PreparedBlob& blob) {
  const int error = d_blobs.add(blob);
  return error == 0 ? std::string() : "cannot write the blob: " + error_text(error);
}

DeviceId Writer::State::add_device(const Device& device) {
  Device numbered = device;
  numbered.id = ++d_devices;
  return append(d_programs_file, device_to_json(numbered), "devices") ? numbered.id : 0;
}

QueueId Writer::State::add_queue(DeviceId device, bool out_of_order) {
  const Queue queue{++d_queues, {}, device, out_of_order};
  return append(d_programs_file, queue_to_json(queue), "queues") ? queue.id : 0;
}

ProgramId Writer::State::add_program(const Program& program) {
  std::vector<Digest> inputs;
  inputs.reserve(program.inputs.size());
  for (const ProgramId input : program.inputs) inputs.push_back(d_program_facts[input].digest);
  const std::string identity = program_identity(program, inputs);
  Program numbered = program;
  numbered.digest = sha256_hex(identity.data(), identity.size());
  numbered.id = ++d_programs;
  d_program_facts[numbered.id] = {numbered.digest, numbered.options};
  return append(d_programs_file, program_to_json(numbered), "programs") ? numbered.id : 0;
}

int Writer::State::add_build_result(ProgramId program, const BuildResult& result) {
  append(d_programs_file, build_result_to_json(program, result), "build results");
  return 0;
}

int Writer::State::note(const char* text, Missing missing) {
  append(d_programs_file, note_to_json(text, missing), "notes");
  return 0;
}

LaunchHandle Writer::State::add_launch(const Launch& launch, const LaunchArguments* arguments) {
  return count_launch(launch, arguments, std::nullopt);
}

LaunchHandle Writer::State::move_launch(const LaunchHandle& handle, const Launch& launch) {
  // After a fork, only the parent may move it.
  if (handle.generation == 0 || handle.generation != d_generation) return {};
  // In this order: a process that reads between the two finds a launch missing, never one too many.
  handle.counter->fetch_sub(1, std::memory_order_relaxed);
  d_counters.head()->moved.fetch_add(1, std::memory_order_relaxed);
  return count_launch(launch, nullptr, handle.sequence);
}

// `given`: the number of an enqueue that was already counted.
LaunchHandle Writer::State::count_launch(const Launch& launch, const LaunchArguments* arguments,
                                         std::optional<std::uint64_t> given) {
  const auto facts = d_program_facts.find(launch.program);
  const bool is_known = facts != d_program_facts.end();
  d_line =
      launch_to_open_json(std::move(d_line), launch, is_known ? facts->second.digest : launch.program_digest,
                          is_known ? facts->second.options : launch.options, arguments, &d_pieces);
  const Key key = siphash(d_key, d_line.data(), d_line.size());
  const std::uint64_t sequence =
      given ? *given : d_counters.head()->sequence.fetch_add(1, std::memory_order_relaxed);
  if (const auto known = d_launches.find(key); known != d_launches.end()) {
    const Counted& counted = known->second;
    counted.counter->fetch_add(1, std::memory_order_relaxed);
    return {counted.counter, d_generation, sequence, counted.index};
  }
  std::uint64_t index = 0;
  int error = 0;
  std::atomic<std::uint64_t>* counter = d_counters.add(index, error);
  if (counter == nullptr) {
    stop("cannot make room for counters of process " + d_tag + ": " + error_text(error));
    return {};
  }
  const std::uint64_t thread = launch.thread != 0 ? launch.thread : id_of_thread(d_generation);
  d_templates.close(d_line, d_pieces, launch, {sequence, thread, index, launch.queue});
  if (!append_line(d_launches_file, d_line, "launches")) return {};
  if (d_launches.size() >= kRememberedLaunches) d_launches.clear();
  d_launches.emplace(key, Counted{counter, index});
  return {counter, d_generation, sequence, index};
}

// On a full disk, the mapped counters can still store the reason; the separate file is for the case that
// those failed.
void Writer::State::leave_reason(const std::string& reason) {
  if (CounterHead* head = d_counters.head(); head != nullptr) {
    const std::size_t length = std::min(reason.size(), sizeof head->reason - 1);
    std::memcpy(head->reason, reason.data(), length);
    head->reason[length] = '\0';
    head->stopped.store(1, std::memory_order_release);
  }
  const std::string path = d_folder + "/failures." + (d_tag.empty() ? std::to_string(d_pid) : d_tag);
  const int fd = move_high(open_new(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC));
  std::string line = note_to_json(reason.c_str());
  if (fd < 0) {
    if (d_counters.head() == nullptr)
      tell_failure(d_failure_box.c_str(), d_tag.empty() ? std::to_string(d_pid) : d_tag, line);
    return;
  }
  line += '\n';
  write_all(fd, line.data(), line.size());
  ::close(fd);
}

void Writer::State::stop(const std::string& reason) noexcept {
  if (!d_writer.d_recording.exchange(false)) return;
  try {
    leave_reason(reason);
  } catch (...) {
    if (CounterHead* head = d_counters.head(); head != nullptr)
      head->stopped.store(1, std::memory_order_release);
  }
}

}  // namespace launchproof::capture
