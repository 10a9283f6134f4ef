#include "shim/opencl/programs/builds.h"

#include <unistd.h>

#include <algorithm>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"

namespace launchproof::shim {
namespace {

std::string working_directory() {
  std::string path(4096, '\0');
  if (getcwd(path.data(), path.size()) == nullptr) return {};
  path.resize(path.find('\0'));
  return path;
}

std::shared_ptr<Program> asked_program(cl_program handle) {
  auto program = std::make_shared<Program>();
  program->text = ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
    return next().clGetProgramInfo(handle, CL_PROGRAM_SOURCE, size, value, size_ret);
  });
  if (program->text.empty()) {
    program->origin = capture::ProgramOrigin::Binary;
    writer().note(
        "a program was made by a function that is not recorded, and the driver does not give its source");
  } else {
    program->sources.push_back({"source.0", writer().add_blob(program->text.data(), program->text.size())});
  }
  return program;
}

}  // namespace

std::shared_ptr<Program> known_program(cl_program handle) {
  if (auto program = programs().find(handle)) return program;
  if (handle == nullptr || next().clGetProgramInfo == nullptr) return nullptr;
  auto program = asked_program(handle);
  programs().insert(handle, program);
  return program;
}

std::vector<cl_device_id> devices_of(cl_program handle, const BuildRequest& request) {
  std::vector<cl_device_id> all;
  if (handle != nullptr && next().clGetProgramInfo != nullptr) {
    all = ask_list<cl_device_id>([&](std::size_t size, void* value, std::size_t* size_ret) {
      return next().clGetProgramInfo(handle, CL_PROGRAM_DEVICES, size, value, size_ret);
    });
  }
  if (request.device_count == 0 || request.devices == nullptr) return all;
  std::vector<cl_device_id> named(request.devices, request.devices + request.device_count);
  std::erase_if(named, [&](cl_device_id device) {
    return std::ranges::find(all, device) == all.end() && !is_device_seen(device);
  });
  return named;
}

capture::Program describe_build(const BuildRequest& request, const std::vector<cl_device_id>& devices) {
  capture::Program build;
  if (request.options != nullptr) build.options = request.options;
  build.working_directory = working_directory();
  for (cl_device_id device : devices) build.devices.push_back(device_id(device));
  return build;
}

capture::Program describe_build(const Program& program, const BuildRequest& request,
                                const std::vector<cl_device_id>& devices) {
  capture::Program build = describe_build(request, devices);
  if (program.recalled) {
    capture::Program known = *program.recalled;
    known.recalled = capture::Recalled{program.sources, build.options};
    known.devices = build.devices;
    return known;
  }
  build.origin = program.origin;
  build.sources = program.sources;
  add_specialization(program, build);
  return build;
}

void add_specialization(const Program& program, capture::Program& build) {
  for (const auto& [id, bytes] : program.specialization)
    build.specialization.push_back({id, {bytes.begin(), bytes.end()}});
}

capture::ProgramId build_of(cl_program handle, Program& program) {
  const std::lock_guard lock(program.mutex);
  if (program.current == 0) {
    program.current = writer().add_program(describe_build(program, {}, devices_of(handle, {})));
  }
  return program.current;
}

void record_results(cl_program handle, Program& program, const std::vector<cl_device_id>& devices) {
  if (next().clGetProgramBuildInfo == nullptr) return;
  bool in_progress = false;
  for (cl_device_id device : devices) {
    cl_build_status status = CL_BUILD_NONE;
    const cl_int code = next().clGetProgramBuildInfo(handle, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                                     &status, nullptr);
    if (code != CL_SUCCESS || status == CL_BUILD_NONE) continue;
    if (status == CL_BUILD_IN_PROGRESS) {
      in_progress = true;
      continue;
    }
    capture::BuildResult result;
    result.device = device_id(device);
    result.status = status == CL_BUILD_SUCCESS ? capture::BuildStatus::Success : capture::BuildStatus::Error;
    result.log = ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
      return next().clGetProgramBuildInfo(handle, device, CL_PROGRAM_BUILD_LOG, size, value, size_ret);
    });
    writer().add_build_result(program.current, result);
  }
  const std::lock_guard lock(program.mutex);
  program.awaits_result = in_progress;
}

}  // namespace launchproof::shim
