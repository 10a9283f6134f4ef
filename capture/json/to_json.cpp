#include "capture/json/to_json.h"

#include <string_view>

#include "capture/files/sha256.h"
#include "capture/json/json_text.h"

namespace launchproof::capture {
namespace {

void add_texts(JsonText& json, std::string_view name, const std::vector<Text>& texts) {
  json.key(name).begin_array();
  for (const Text& text : texts) json.text(text);
  json.end_array();
}

void add_ids(JsonText& json, std::string_view name, const std::vector<std::uint64_t>& ids) {
  json.key(name).begin_array();
  for (const std::uint64_t id : ids) json.number(id);
  json.end_array();
}

void add_files(JsonText& json, std::string_view name, const std::vector<SourceFile>& files) {
  json.key(name).begin_array();
  for (const SourceFile& file : files) {
    json.begin_object().member("name", file.name).member("digest", file.digest).end_object();
  }
  json.end_array();
}

void add_session(JsonText& json, const Session& session) {
  json.member("tool", session.tool);
  add_texts(json, "command", session.command);
  json.member("working_directory", session.working_directory)
      .member("host", session.host)
      .member("system", session.system)
      .member("started", session.started);
  if (!session.device_type_as.empty()) json.member("device_type_as", session.device_type_as);
  if (session.platform_shown) json.member("platform_shown", *session.platform_shown);
  if (session.prefer_source) json.member("prefer_source", true);
  if (session.redacted) json.member("redacted", true);
}

void add_result(JsonText& json, const BuildResult& result) {
  json.member("device", result.device).member("status", word_of(result.status)).member("log", result.log);
}

// Adds everything that determines the meaning of a program. The order and the names are part of its digest.
void add_identity(JsonText& json, const Program& program) {
  json.member("origin", word_of(program.origin));
  add_files(json, "sources", program.sources);
  add_files(json, "headers", program.headers);
  add_files(json, "included_files", program.included_files);
  json.member("options", program.options);
}

// Omitted if nothing was set, so that the digests of other programs do not change.
void add_specialization(JsonText& json, const Program& program) {
  if (program.specialization.empty()) return;
  json.key("specialization").begin_array();
  for (const SpecializationConstant& constant : program.specialization) {
    std::string digits;
    append_hex(digits, constant.bytes.data(), constant.bytes.size());
    json.begin_object().member("id", std::uint64_t{constant.id}).member("bytes", digits).end_object();
  }
  json.end_array();
}

// Likewise.
void add_compiled_from(JsonText& json, const Program& program) {
  if (!program.compiled_from) return;
  json.key("compiled_from").begin_object();
  json.member("name", program.compiled_from->file.name).member("digest", program.compiled_from->file.digest);
  add_texts(json, "expressions", program.compiled_from->expressions);
  json.end_object();
}

void add_macros(JsonText& json, const std::vector<std::pair<Text, Text>>& macros) {
  json.key("macros").begin_array();
  for (const auto& [name, body] : macros) {
    json.begin_object().member("name", name).member("body", body).end_object();
  }
  json.end_array();
}

void add_taken(JsonText& json, const Program& program) {
  if (program.taken.empty()) return;
  json.key("taken").begin_array();
  for (const TakenBranches& one : program.taken) {
    json.begin_object().member("device", one.device).key("branches").begin_array();
    // Numbers are not negative in a capture: 0 stands for no branch.
    for (const std::int32_t branch : one.branches)
      json.number(static_cast<std::uint64_t>(std::int64_t{branch} + 1));
    json.end_array();
    if (!one.macros.empty()) add_macros(json, one.macros);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

const char* word_of(ProgramOrigin origin) {
  switch (origin) {
    case ProgramOrigin::Source:
      return "source";
    case ProgramOrigin::Compile:
      return "compile";
    case ProgramOrigin::Link:
      return "link";
    case ProgramOrigin::Binary:
      return "binary";
    case ProgramOrigin::Il:
      return "il";
    case ProgramOrigin::Ptx:
      return "ptx";
    case ProgramOrigin::BuiltInKernels:
      return "built-in-kernels";
  }
  return "";
}

const char* word_of(BuildStatus status) {
  switch (status) {
    case BuildStatus::InProgress:
      return "in-progress";
    case BuildStatus::Success:
      return "success";
    case BuildStatus::Error:
      return "error";
  }
  return "";
}

std::string session_to_json(const Session& session) {
  JsonText json;
  json.begin_object().member("schema", session.schema);
  add_session(json, session);
  json.end_object();
  return json.take();
}

std::string process_to_json(const ProcessHead& head) {
  JsonText json;
  json.begin_object().member("record", "process").member("pid", head.pid);
  if (!head.forked_from.empty()) {
    json.key("forked_from").begin_object();
    json.member("process", head.forked_from)
        .member("devices", head.inherited_devices)
        .member("programs", head.inherited_programs)
        .end_object();
  }
  add_session(json, head.session);
  json.end_object();
  return json.take();
}

std::string queue_to_json(const Queue& queue) {
  JsonText json;
  json.begin_object().member("record", "queue").member("id", queue.id).member("device", queue.device);
  json.member("out_of_order", queue.out_of_order).end_object();
  return json.take();
}

std::string device_to_json(const Device& device) {
  JsonText json;
  json.begin_object().member("record", "device").member("id", device.id).member("name", device.name);
  json.key("platform").begin_object();
  json.member("name", device.platform_name)
      .member("vendor", device.platform_vendor)
      .member("version", device.platform_version)
      .end_object();
  json.member("vendor", device.vendor)
      .member("version", device.version)
      .member("driver_version", device.driver_version)
      .member("type", device.type)
      .member("opencl_c_version", device.opencl_c_version);
  add_texts(json, "opencl_c_all_versions", device.opencl_c_all_versions);
  add_texts(json, "extensions", device.extensions);
  add_texts(json, "features", device.features);
  json.member("address_bits", device.address_bits)
      .member("image_support", device.image_support)
      .member("little_endian", device.little_endian);
  add_macros(json, device.macros);
  add_texts(json, "undefined_macros", device.undefined_macros);
  if (device.macros_remembered) json.member("macros_remembered", true);
  json.key("limits").begin_object();
  for (const Limit& limit : device.limits) json.member(limit.name, limit.value);
  json.end_object().end_object();
  return json.take();
}

std::string program_identity(const Program& program, const std::vector<Digest>& input_digests) {
  JsonText json;
  json.begin_object();
  add_identity(json, program);
  add_texts(json, "inputs", input_digests);
  add_specialization(json, program);
  add_compiled_from(json, program);
  json.end_object();
  return json.take();
}

std::string program_to_json(const Program& program) {
  JsonText json;
  json.begin_object().member("record", "program").member("id", program.id).member("digest", program.digest);
  add_identity(json, program);
  add_ids(json, "inputs", program.inputs);
  add_specialization(json, program);
  add_compiled_from(json, program);
  json.member("working_directory", program.working_directory);
  add_ids(json, "devices", program.devices);
  add_taken(json, program);
  json.key("results").begin_array();
  for (const BuildResult& result : program.results) {
    json.begin_object();
    add_result(json, result);
    json.end_object();
  }
  json.end_array();
  if (program.recalled) {
    json.key("recalled").begin_object();
    add_files(json, "binaries", program.recalled->binaries);
    json.member("options", program.recalled->options).end_object();
  }
  json.end_object();
  return json.take();
}

std::string build_result_to_json(ProgramId program, const BuildResult& result) {
  JsonText json;
  json.begin_object().member("record", "build").member("program", program);
  add_result(json, result);
  json.end_object();
  return json.take();
}

std::string note_to_json(const char* text, Missing missing) {
  JsonText json;
  json.begin_object().member("record", "note").member("text", text);
  if (missing == Missing::Launches) json.member("missing", "launches");
  json.end_object();
  return json.take();
}

}  // namespace launchproof::capture
