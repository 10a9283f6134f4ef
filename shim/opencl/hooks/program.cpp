// Programs: creation, retain and release. Builds are in build.cpp.
#include <cstring>
#include <mutex>
#include <set>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/programs/binaries.h"
#include "shim/opencl/programs/builds.h"

namespace launchproof::shim {
namespace {

capture::SourceFile stored(std::string name, const void* bytes, std::size_t size) {
  return {std::move(name), writer().add_blob(bytes, size)};
}

// Returns whether this process has not created a program from these binaries before.
bool is_seen_first(const std::vector<capture::SourceFile>& binaries) {
  static auto& mutex = *new std::mutex;
  static auto& seen = *new std::set<std::string>;
  std::string digests;
  for (const capture::SourceFile& binary : binaries) digests += binary.digest;
  const std::lock_guard lock(mutex);
  return seen.insert(digests).second;
}

std::string numbered(const char* stem, std::size_t number) {
  return stem + std::to_string(number);
}

}  // namespace

namespace hooks {

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const size_t* lengths, cl_int* errcode_ret) {
  cl_program made = next().clCreateProgramWithSource(context, count, strings, lengths, errcode_ret);
  if (made == nullptr) return made;
  record([&] {
    auto program = std::make_shared<Program>();
    for (cl_uint i = 0; i < count; ++i) {
      const bool counted = lengths != nullptr && lengths[i] != 0;
      const std::size_t size = counted ? lengths[i] : std::strlen(strings[i]);
      program->sources.push_back(stored(numbered("source.", i), strings[i], size));
      program->text.append(strings[i], size);
    }
    programs().insert(made, std::move(program));
  });
  return made;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                     const size_t* lengths, const unsigned char** binaries, cl_int* statuses,
                                     cl_int* errcode_ret) {
  // The driver is always asked, so that it reports errors in the call.
  cl_program made =
      next().clCreateProgramWithBinary(context, count, devices, lengths, binaries, statuses, errcode_ret);
  if (made == nullptr) return made;
  bool is_refused = false;
  record([&] {
    auto program = std::make_shared<Program>();
    program->origin = capture::ProgramOrigin::Binary;
    for (cl_uint i = 0; i < count; ++i) {
      program->sources.push_back(stored(numbered("binary.", i), binaries[i], lengths[i]));
    }
    program->recalled = recalled_build(count, devices, lengths, binaries);
    is_refused = !program->recalled && prefers_source() && is_seen_first(program->sources);
    if (is_refused)
      writer().note("a program from a binary was refused, for its source to be built (--prefer-source)");
    else
      programs().insert(made, std::move(program));
  });
  if (!is_refused) return made;
  next().clReleaseProgram(made);
  for (cl_uint i = 0; statuses != nullptr && i < count; ++i) statuses[i] = CL_INVALID_BINARY;
  if (errcode_ret != nullptr) *errcode_ret = CL_INVALID_BINARY;
  return nullptr;
}

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
  cl_program made = next().clCreateProgramWithIL(context, il, length, errcode_ret);
  if (made == nullptr) return made;
  record([&] {
    auto program = std::make_shared<Program>();
    program->origin = capture::ProgramOrigin::Il;
    program->sources.push_back(stored("il", il, length));
    programs().insert(made, std::move(program));
  });
  return made;
}

cl_int clSetProgramSpecializationConstant(cl_program handle, cl_uint id, size_t size, const void* value) {
  const cl_int code = next().clSetProgramSpecializationConstant(handle, id, size, value);
  if (code != CL_SUCCESS) return code;
  record([&] {
    const auto program = programs().find(handle);
    if (program == nullptr) return;
    const std::lock_guard lock(program->mutex);
    program->specialization[id].assign(static_cast<const char*>(value), size);
  });
  return code;
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count, const cl_device_id* devices,
                                             const char* names, cl_int* errcode_ret) {
  cl_program made = next().clCreateProgramWithBuiltInKernels(context, count, devices, names, errcode_ret);
  if (made == nullptr) return made;
  record([&] {
    auto program = std::make_shared<Program>();
    program->origin = capture::ProgramOrigin::BuiltInKernels;
    program->sources.push_back(stored("kernels", names, std::strlen(names)));
    programs().insert(made, std::move(program));
  });
  return made;
}

// Applications that store binaries for their next run request them here.
cl_int clGetProgramInfo(cl_program handle, cl_program_info name, size_t size, void* value, size_t* size_ret) {
  const bool matters = name == CL_PROGRAM_BINARIES && value != nullptr;
  std::shared_ptr<Program> program;
  capture::ProgramId build = 0;
  if (matters) {
    record([&] {
      program = programs().find(handle);
      if (program == nullptr) return;
      const std::lock_guard lock(program->mutex);
      build = program->latest.id;
    });
  }
  const cl_int code = next().clGetProgramInfo(handle, name, size, value, size_ret);
  if (build == 0 || code != CL_SUCCESS) return code;
  record([&] {
    const auto* const binaries = static_cast<const unsigned char* const*>(value);
    remember_binaries(handle, program, build, binaries, size / sizeof(unsigned char*));
  });
  return code;
}

cl_int clRetainProgram(cl_program program) {
  return retained(programs(), program, next().clRetainProgram);
}

cl_int clReleaseProgram(cl_program program) {
  return released(programs(), program, next().clReleaseProgram);
}

}  // namespace hooks
}  // namespace launchproof::shim
