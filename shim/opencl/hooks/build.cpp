// clBuildProgram, clCompileProgram, clLinkProgram. The request is recorded before the driver builds, so that
// a crash in the compiler leaves it in the capture.
#include <algorithm>
#include <map>
#include <utility>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/programs/branches.h"
#include "shim/opencl/programs/builds.h"
#include "shim/opencl/programs/includes.h"

namespace launchproof::shim {
namespace {

using Devices = std::vector<cl_device_id>;

// The files that the compiler could read, as they are directly before the build.
void add_included_files(const IncludeSearch& search, capture::Program& build) {
  for (const IncludedFile& file : search.files) {
    build.included_files.push_back({file.path, writer().add_blob(file.text.data(), file.text.size())});
  }
}

// Adds the branches that each device's compiler takes in the program's conditionals, if only the compiler
// knows them.
void add_taken_branches(const std::string& source, std::map<std::string, std::string> embedded,
                        const IncludeSearch& search, const Devices& devices, capture::Program& build) {
  IncludeTexts includes;
  includes.embedded = std::move(embedded);
  for (const IncludedFile& file : search.files) includes.files.emplace(file.path, file.text);
  includes.directories = include_directories(build.options);
  includes.directories.emplace_back(".");
  for (cl_device_id device : devices) {
    auto taken = taken_branches(device, compiler_key(device), source, includes, build.options);
    if (taken)
      build.taken.push_back({device_id(device), std::move(taken->branches), std::move(taken->macros)});
  }
}

// Returns whether the creation of all these programs was observed. A handle whose creation was not observed
// may not be a program, so nothing is asked about it before the driver has accepted it; its build is recorded
// then.
bool are_seen(cl_uint count, const cl_program* handles) {
  return handles == nullptr || std::all_of(handles, handles + count, [](cl_program handle) {
           return handle == nullptr || programs().find(handle) != nullptr;
         });
}

void start_build(cl_program handle, const BuildRequest& request, Devices& devices) {
  const auto program = known_program(handle);
  if (program == nullptr) return;
  devices = devices_of(handle, request);
  const std::lock_guard lock(program->mutex);
  capture::Program build = describe_build(*program, request, devices);
  if (!build.recalled) {
    const IncludeSearch search = find_includes(program->text, build.options, {});
    add_included_files(search, build);
    if (build.origin == capture::ProgramOrigin::Source)
      add_taken_branches(program->text, {}, search, devices, build);
  }
  program->current = writer().add_program(build);
  program->awaits_result = true;
  if (build.origin != capture::ProgramOrigin::Source || build.recalled) return;
  program->latest = std::move(build);
  program->latest.id = program->current;
}

void start_compile(cl_program handle, const BuildRequest& request, cl_uint header_count,
                   const cl_program* headers, const char** names, Devices& devices) {
  const auto program = known_program(handle);
  if (program == nullptr) return;
  devices = devices_of(handle, request);
  capture::Program build = describe_build(request, devices);
  build.origin = capture::ProgramOrigin::Compile;
  build.sources = program->sources;
  {
    const std::lock_guard lock(program->mutex);
    add_specialization(*program, build);
  }
  std::vector<std::string> embedded;
  std::map<std::string, std::string> embedded_texts;
  std::string texts = program->text;
  for (cl_uint i = 0; headers != nullptr && names != nullptr && i < header_count; ++i) {
    const auto header = known_program(headers[i]);
    if (header == nullptr || names[i] == nullptr) continue;
    embedded.emplace_back(names[i]);
    embedded_texts.emplace(names[i], header->text);
    texts += "\n" + header->text;
    // A header made from several strings is one text.
    build.headers.push_back({names[i], writer().add_blob(header->text.data(), header->text.size())});
  }
  const IncludeSearch search = find_includes(texts, build.options, embedded);
  add_included_files(search, build);
  if (program->origin == capture::ProgramOrigin::Source)
    add_taken_branches(program->text, std::move(embedded_texts), search, devices, build);
  const std::lock_guard lock(program->mutex);
  program->current = writer().add_program(build);
  program->awaits_result = true;
}

// The program that the linker will create; its handle is not known yet.
std::shared_ptr<Program> start_link(const BuildRequest& request, cl_uint count, const cl_program* inputs,
                                    Devices& devices) {
  devices = devices_of(count > 0 && inputs != nullptr ? inputs[0] : nullptr, request);
  capture::Program build = describe_build(request, devices);
  build.origin = capture::ProgramOrigin::Link;
  for (cl_uint i = 0; inputs != nullptr && i < count; ++i) {
    const auto input = known_program(inputs[i]);
    if (input != nullptr) build.inputs.push_back(build_of(inputs[i], *input));
  }
  auto linked = std::make_shared<Program>();
  linked->origin = capture::ProgramOrigin::Link;
  linked->current = writer().add_program(build);
  linked->awaits_result = true;
  return linked;
}

void end_build(cl_program handle, const Devices& devices) {
  if (const auto program = programs().find(handle)) record_results(handle, *program, devices);
}

}  // namespace

namespace hooks {

cl_int clBuildProgram(cl_program program, cl_uint device_count, const cl_device_id* device_list,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* user_data) {
  Devices devices;
  bool is_seen = false;
  const auto start = [&] { start_build(program, {device_count, device_list, options}, devices); };
  record([&] {
    is_seen = are_seen(1, &program);
    if (is_seen) start();
  });
  const cl_int code = next().clBuildProgram(program, device_count, device_list, options, notify, user_data);
  record([&] {
    if (!is_seen && code == CL_SUCCESS) start();
    end_build(program, devices);
  });
  return code;
}

cl_int clCompileProgram(cl_program program, cl_uint device_count, const cl_device_id* device_list,
                        const char* options, cl_uint header_count, const cl_program* headers,
                        const char** header_names, void(CL_CALLBACK* notify)(cl_program, void*),
                        void* user_data) {
  Devices devices;
  bool is_seen = false;
  const auto start = [&] {
    start_compile(program, {device_count, device_list, options}, header_count, headers, header_names,
                  devices);
  };
  record([&] {
    is_seen = are_seen(1, &program) && are_seen(header_count, headers);
    if (is_seen) start();
  });
  const cl_int code = next().clCompileProgram(program, device_count, device_list, options, header_count,
                                              headers, header_names, notify, user_data);
  record([&] {
    if (!is_seen && code == CL_SUCCESS) start();
    end_build(program, devices);
  });
  return code;
}

cl_program clLinkProgram(cl_context context, cl_uint device_count, const cl_device_id* device_list,
                         const char* options, cl_uint input_count, const cl_program* inputs,
                         void(CL_CALLBACK* notify)(cl_program, void*), void* user_data, cl_int* errcode_ret) {
  Devices devices;
  std::shared_ptr<Program> linked;
  const auto start = [&] {
    linked = start_link({device_count, device_list, options}, input_count, inputs, devices);
  };
  record([&] {
    if (are_seen(input_count, inputs)) start();
  });
  cl_program made = next().clLinkProgram(context, device_count, device_list, options, input_count, inputs,
                                         notify, user_data, errcode_ret);
  record([&] {
    if (linked == nullptr && made != nullptr) start();
    if (linked == nullptr) return;
    if (made == nullptr) {
      writer().add_build_result(linked->current, {0, capture::BuildStatus::Error, ""});
      return;
    }
    programs().insert(made, linked);
    record_results(made, *linked, devices);
  });
  return made;
}

}  // namespace hooks
}  // namespace launchproof::shim
