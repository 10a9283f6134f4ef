// The state of a Writer. d_mutex guards everything except the atomics.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "capture/files/blob_store.h"
#include "capture/files/files.h"
#include "capture/files/siphash.h"
#include "capture/json/launch_template.h"
#include "capture/json/to_json.h"
#include "capture/writing/counters.h"
#include "capture/writing/order_file.h"
#include "capture/writing/writer.h"

namespace launchproof::capture {

class Writer::State {
 public:
  State(Writer& writer, const char* path, const Session& session);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  template <class Result, class Work>
  static Result run(State* state, Result otherwise, Work&& work) noexcept;

  bool recording() const { return d_writer.recording(); }
  ObjectId new_object_id() { return d_objects.fetch_add(1, std::memory_order_relaxed) + 1; }

  // Creates the files of this process unless they exist. Returns false if recording has stopped.
  bool ensure_open();

  Digest add_blob(const void* bytes, std::size_t size);
  bool find_blob(const Digest& digest, std::size_t limit, std::string& content) const;
  std::string add_contents(const PreparedBlob& blob);
  DeviceId add_device(const Device& device);
  QueueId add_queue(DeviceId device, bool out_of_order);
  OrderFile& order() { return d_order; }
  // Returns the path of the order file, once the files of this process exist.
  const std::string& order_path() const { return d_order_path; }
  ProgramId add_program(const Program& program);
  int add_build_result(ProgramId program, const BuildResult& result);
  LaunchHandle add_launch(const Launch& launch, const LaunchArguments* arguments);
  LaunchHandle move_launch(const LaunchHandle& handle, const Launch& launch);
  int note(const char* text, Missing missing);
  void stop(const std::string& reason) noexcept;

 private:
  using Key = std::array<std::uint64_t, 2>;  // hash of the launch's identity
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key[0]; }
  };
  struct ProgramFacts {
    Digest digest;
    Text options;
  };

  std::string file(const char* prefix, const char* suffix) const {
    return d_folder + '/' + prefix + d_tag + suffix;
  }
  std::string open_files();
  std::string claim_tag();
  bool append(AppendFile& target, std::string line, const char* what) {
    return append_line(target, line, what);
  }
  bool append_line(AppendFile& target, std::string& line, const char* what);
  LaunchHandle count_launch(const Launch& launch, const LaunchArguments* arguments,
                            std::optional<std::uint64_t> given);
  void begin_as_child();
  void leave_reason(const std::string& reason);

  static void before_fork();
  static void after_fork_in_parent();
  static void after_fork_in_child();

  Writer& d_writer;
  std::mutex d_mutex;
  std::atomic<ObjectId> d_objects{0};

  std::string d_folder;
  Session d_session;
  std::string d_failure_box;
  pid_t d_pid;
  bool d_prepared = false;  // the folder and session.json exist
  std::string d_tag;        // tag of this process in file names; empty before its files are created
  ProcessHead d_head;
  std::uint32_t d_generation = 0;

  AppendFile d_programs_file;
  AppendFile d_launches_file;
  CounterFile d_counters;
  OrderFile d_order;
  std::string d_order_path;
  BlobStore d_blobs;

  DeviceId d_devices = 0;
  QueueId d_queues = 0;
  ProgramId d_programs = 0;
  std::unordered_map<ProgramId, ProgramFacts> d_program_facts;
  const SipKey d_key = process_key();
  struct Counted {
    std::atomic<std::uint64_t>* counter = nullptr;
    std::uint64_t index = 0;
  };
  std::unordered_map<Key, Counted, KeyHash> d_launches;

  std::string d_line;   // line of the launch that was recorded last; its memory is reused
  TextPieces d_pieces;  // of it
  LaunchTemplates d_templates;

  State* d_next = nullptr;  // in the list of all, for fork
};

}  // namespace launchproof::capture
