#include "capture/reader.h"
#include "capture/reading/buffers.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "capture/json/from_json.h"
#include "capture/reading/process_reader.h"

namespace launchproof::capture {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordRemedy = "record one with `launchproof record -- APPLICATION`";

Session read_session(const std::string& folder) {
  const std::string path = folder + "/session.json";
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(folder, "is not a capture: session.json is missing or cannot be read", kRecordRemedy);
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Json json;
  std::string schema;
  try {
    json = Json::parse(content);
    schema = json.at("schema").get<std::string>();
  } catch (const std::exception& error) {
    throw InputError(path, std::string("cannot be understood: ") + error.what(), "record again");
  }
  if (schema != kSchema && std::ranges::find(kEarlierSchemas, schema) == kEarlierSchemas.end()) {
    throw InputError(path,
                     "the capture has schema \"" + schema + "\", and this program reads \"" + kSchema + '"',
                     "use the version of launchproof that recorded it, or record again with this one");
  }
  try {
    Session session = session_from(json);
    session.schema = schema;
    return session;
  } catch (const std::exception& error) {
    throw InputError(path, std::string("cannot be understood: ") + error.what(), "record again");
  }
}

// Joins the records of all processes under new ids.
class Merge {
 public:
  explicit Merge(Capture& capture) : d_capture(capture) {}

  void number(ProcessRecords& records) {
    const std::string& tag = records.process.tag;
    d_heads[tag] = records.head;
    for (const Device& device : records.devices) d_devices.emplace(Key{tag, device.id}, d_devices.size() + 1);
    for (const Queue& queue : records.queues) d_queues.emplace(Key{tag, queue.id}, d_queues.size() + 1);
    for (const Program& program : records.programs)
      d_programs.emplace(Key{tag, program.id}, d_programs.size() + 1);
  }

  void add(ProcessRecords records) {
    const std::string tag = records.process.tag;
    for (Device& device : records.devices) {
      device.id = d_devices.at({tag, device.id});
      device.process = tag;
      d_capture.devices.push_back(std::move(device));
    }
    for (Queue& queue : records.queues) {
      queue.id = d_queues.at({tag, queue.id});
      queue.process = tag;
      queue.device = device_id(tag, queue.device);
      d_capture.queues.push_back(std::move(queue));
    }
    for (OrderedCommand& command : records.process.order.commands)
      command.queue = queue_id(tag, command.queue);
    for (Program& program : records.programs) add_program(tag, std::move(program));
    for (Launch& launch : records.launches) add_launch(tag, std::move(launch));
    d_capture.processes.push_back(std::move(records.process));
  }

 private:
  using Key = std::pair<std::string, std::uint64_t>;

  // Looks up an id of the process that assigned it: this one, or the one from which it was forked. 0: not
  // recorded.
  std::uint64_t find(const std::map<Key, std::uint64_t>& ids, std::uint64_t ProcessHead::* inherited,
                     std::string tag, std::uint64_t id) const {
    for (std::size_t steps = 0; steps <= d_heads.size(); ++steps) {
      const auto head = d_heads.find(tag);
      if (head == d_heads.end()) return 0;
      if (id > head->second.*inherited) break;
      tag = head->second.forked_from;
    }
    const auto found = ids.find({tag, id});
    return found == ids.end() ? 0 : found->second;
  }

  DeviceId device_id(const std::string& tag, DeviceId id) const {
    return find(d_devices, &ProcessHead::inherited_devices, tag, id);
  }
  ProgramId program_id(const std::string& tag, ProgramId id) const {
    return find(d_programs, &ProcessHead::inherited_programs, tag, id);
  }

  QueueId queue_id(const std::string& tag, QueueId id) const {
    const auto found = d_queues.find({tag, id});
    return found == d_queues.end() ? 0 : found->second;
  }

  void add_program(const std::string& tag, Program program) {
    program.id = d_programs.at({tag, program.id});
    program.process = tag;
    for (DeviceId& device : program.devices) device = device_id(tag, device);
    for (TakenBranches& one : program.taken) one.device = device_id(tag, one.device);
    for (BuildResult& result : program.results) result.device = device_id(tag, result.device);
    for (ProgramId& input : program.inputs) {
      const ProgramId inner = input;
      input = program_id(tag, inner);
      if (input == 0)
        remark(tag, "program " + std::to_string(inner) + ", an input of a link, is not recorded");
    }
    d_capture.programs.push_back(std::move(program));
  }

  void add_launch(const std::string& tag, Launch launch) {
    launch.process = tag;
    const ProgramId program = launch.program;
    launch.program = program_id(tag, program);
    if (launch.program == 0) {
      remark(tag, "the program of a launch of \"" + launch.kernel + "\" is not recorded (its id is " +
                      std::to_string(program) + ")");
    }
    launch.device = device_id(tag, launch.device);
    launch.queue = queue_id(tag, launch.queue);
    for (Argument& argument : launch.arguments) {
      for_each_buffer(argument.value, [&](BufferArgument& buffer) { number_objects(tag, buffer); });
      if (auto* image = std::get_if<ImageArgument>(&argument.value)) number_objects(tag, *image);
      if (auto* pipe = std::get_if<PipeArgument>(&argument.value)) number_object(tag, pipe->object);
    }
    for (ArgumentValue& value : launch.reach.memory)
      if (auto* buffer = std::get_if<BufferArgument>(&value)) number_objects(tag, *buffer);
    d_capture.launches.push_back(std::move(launch));
  }

  void number_objects(const std::string& tag, auto& argument) {
    for (ObjectId* id : {&argument.object, &argument.root}) number_object(tag, *id);
  }

  void number_object(const std::string& tag, ObjectId& id) {
    if (id != 0) id = d_objects.emplace(Key{tag, id}, d_objects.size() + 1).first->second;
  }

  void remark(const std::string& tag, const std::string& text) {
    if (d_said.insert(tag + text).second) d_capture.remarks.push_back({"process " + tag, text});
  }

  Capture& d_capture;
  std::map<std::string, ProcessHead> d_heads;
  std::map<Key, std::uint64_t> d_devices, d_queues, d_programs, d_objects;
  std::set<std::string> d_said;
};

// Contents may be large, so this only checks that they exist. Capture::contents checks the rest.
void check_contents(Capture& capture) {
  for (const auto& [launch, buffer] : capture.recorded_contents()) {
    const std::string blob = capture.path + "/blobs/" + buffer->contents->digest;
    std::error_code error;
    if (!fs::exists(blob, error) && !fs::exists(blob + ".zst", error)) {
      capture.remarks.push_back({blob, "the contents of a buffer are missing: launches of \"" +
                                           launch->kernel + "\" are verified without them"});
    }
  }
}

void check_blobs(Capture& capture) {
  std::set<Digest> checked;
  for (const Program& program : capture.programs) {
    const std::vector<SourceFile> none;
    const auto* binaries = program.recalled ? &program.recalled->binaries : &none;
    std::vector<SourceFile> compiled;
    if (program.compiled_from) compiled.push_back(program.compiled_from->file);
    for (const auto* files :
         {&program.sources, &program.headers, &program.included_files, binaries, &std::as_const(compiled)}) {
      for (const SourceFile& file : *files) {
        if (!checked.insert(file.digest).second) continue;
        try {
          capture.blob(file.digest);
        } catch (const InputError& error) {
          capture.remarks.push_back({error.place(), error.cause()});
        }
      }
    }
  }
}

}  // namespace

Capture read_capture(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(path, "there is no such capture", kRecordRemedy);
  if (!fs::is_directory(status))
    throw InputError(path, "a capture is a folder, and this is none", kRecordRemedy);
  Capture capture;
  capture.path = path;
  while (capture.path.size() > 1 && capture.path.back() == '/') capture.path.pop_back();
  capture.session = read_session(capture.path);
  try {
    Merge merge(capture);
    std::vector<ProcessRecords> all;
    for (const std::string& tag : process_tags(capture.path)) {
      all.push_back(read_process(capture.path, tag, capture.remarks));
      merge.number(all.back());
    }
    for (ProcessRecords& records : all) merge.add(std::move(records));
  } catch (const fs::filesystem_error& problem) {
    throw InputError(path, std::string("the folder cannot be read: ") + problem.what(),
                     "check its permissions");
  }
  if (!capture.session.redacted) {
    check_blobs(capture);
    check_contents(capture);
  }
  return capture;
}

}  // namespace launchproof::capture
