// Kernels and their arguments.
#include <algorithm>
#include <utility>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/driver.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/arguments.h"
#include "shim/opencl/launches/launches.h"
#include "shim/opencl/programs/builds.h"

namespace launchproof::shim {
namespace {

// Asked once for a program.
bool is_of_1_2(cl_program handle, Program& program) {
  const std::lock_guard lock(program.mutex);
  if (!program.has_1_2) {
    const std::vector<cl_device_id> devices = devices_of(handle, {});
    program.has_1_2 = !devices.empty() && has_version_1_2(devices[0]);
  }
  return *program.has_1_2;
}

// Returns false only if the whole text of the program is known and does not use them.
bool may_use_sub_groups(Program& program) {
  const std::lock_guard lock(program.mutex);
  if (!program.may_use_sub_groups) {
    const auto has = [&](const char* word) { return program.text.find(word) != std::string::npos; };
    program.may_use_sub_groups =
        program.origin != capture::ProgramOrigin::Source || has("sub_group") || has("include") || has("##");
  }
  return *program.may_use_sub_groups;
}

// Programs are built once and create the same kernel many times, so parameters are queried only for the first
// kernel. `is_settled`: the kernel certainly belongs to this build, and not to an earlier build that another
// thread is replacing.
std::shared_ptr<const Parameters> parameters_of(cl_kernel handle, const std::string& name,
                                                cl_program program_handle, Program& program,
                                                capture::ProgramId build, bool is_settled) {
  const bool may_be_kept = is_settled && !name.empty();
  if (may_be_kept) {
    const std::lock_guard lock(program.mutex);
    if (program.parameters_of == build)
      if (const auto known = program.parameters.find(name); known != program.parameters.end())
        return known->second;
  }
  AskedParameters asked = ask_parameters(handle, is_of_1_2(program_handle, program));
  auto parameters = std::make_shared<const Parameters>(std::move(asked.all));
  if (asked.is_final && may_be_kept) {
    const std::lock_guard lock(program.mutex);
    if (std::exchange(program.parameters_of, build) != build) program.parameters.clear();
    program.parameters.emplace(name, parameters);
  }
  return parameters;
}

std::shared_ptr<Kernel> new_kernel(cl_kernel handle, cl_program program_handle, std::string name) {
  auto kernel = std::make_shared<Kernel>();
  kernel->name = std::move(name);
  if (const auto program = known_program(program_handle)) {
    kernel->program = build_of(program_handle, *program);
    const bool is_settled = !program->awaits_result;
    if (!is_settled) record_results(program_handle, *program, devices_of(program_handle, {}));
    kernel->may_use_sub_groups = may_use_sub_groups(*program);
    kernel->parameters =
        parameters_of(handle, kernel->name, program_handle, *program, kernel->program, is_settled);
  } else {
    kernel->parameters = std::make_shared<const Parameters>(ask_parameters(handle, false).all);
  }
  kernel->arguments.resize(kernel->parameters->size());
  kernels().insert(handle, kernel);
  return kernel;
}

std::string ask_name(cl_kernel handle) {
  return ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
    return next().clGetKernelInfo(handle, CL_KERNEL_FUNCTION_NAME, size, value, size_ret);
  });
}

void make_room(KernelState& kernel, cl_uint index) {
  if (kernel.arguments.size() > index) return;
  kernel.arguments.resize(index + 1);
}

// Requires the kernel's lock.
void put_passed(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  make_room(kernel, index);
  const Parameter& parameter = kernel.parameter(index);
  if (is_value(parameter.kind, size, value)) {
    put_value(kernel, index, {static_cast<const char*>(value), size});
  } else {
    put_argument(kernel, index, understand(parameter, size, value));
  }
}

}  // namespace

void put_value(KernelState& kernel, cl_uint index, std::string_view bytes) {
  make_room(kernel, index);
  Argument& argument = kernel.arguments[index];
  if (argument.kind == Argument::Kind::Value && argument.bytes == bytes) return;
  // After this, only the value remains.
  if (argument.kind != Argument::Kind::Value && argument.kind != Argument::Kind::Unset) argument = Argument();
  argument.kind = Argument::Kind::Value;
  argument.size = bytes.size();
  argument.bytes.assign(bytes);
  kernel.arguments_changed = true;
}

void put_argument(KernelState& kernel, cl_uint index, Argument&& argument) {
  make_room(kernel, index);
  if (kernel.arguments[index] == argument) return;
  kernel.arguments[index] = std::move(argument);
  kernel.arguments_changed = true;
}

void set_argument(Kernel& kernel, cl_uint index, Argument&& argument) {
  const std::lock_guard lock(kernel.mutex);
  put_argument(kernel, index, std::move(argument));
}

std::shared_ptr<Kernel> known_kernel(cl_kernel handle) {
  if (auto kernel = kernels().find(handle)) return kernel;
  if (handle == nullptr || next().clGetKernelInfo == nullptr) return nullptr;
  cl_program program = nullptr;
  if (next().clGetKernelInfo(handle, CL_KERNEL_PROGRAM, sizeof(cl_program), static_cast<void*>(&program),
                             nullptr) != CL_SUCCESS) {
    return nullptr;
  }
  return new_kernel(handle, program, ask_name(handle));
}

namespace hooks {

cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* errcode_ret) {
  cl_kernel made = next().clCreateKernel(program, name, errcode_ret);
  if (made != nullptr && name != nullptr) record([&] { new_kernel(made, program, name); });
  return made;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel* made, cl_uint* count_ret) {
  // The count is needed here even if the application does not request it.
  cl_uint own_count = 0;
  const cl_int code =
      next().clCreateKernelsInProgram(program, count, made, count_ret != nullptr ? count_ret : &own_count);
  if (code != CL_SUCCESS || made == nullptr) return code;
  record([&] {
    const cl_uint all = std::min(count_ret != nullptr ? *count_ret : own_count, count);
    for (cl_uint i = 0; i < all; ++i) new_kernel(made[i], program, ask_name(made[i]));
  });
  return code;
}

cl_kernel clCloneKernel(cl_kernel source, cl_int* errcode_ret) {
  cl_kernel made = next().clCloneKernel(source, errcode_ret);
  if (made == nullptr) return made;
  record([&] {
    const auto original = known_kernel(source);
    if (original == nullptr) return;
    auto kernel = std::make_shared<Kernel>();
    const std::lock_guard lock(original->mutex);
    static_cast<KernelState&>(*kernel) = *original;
    kernel->arguments_changed = true;
    kernels().insert(made, std::move(kernel));
  });
  return made;
}

cl_int clRetainKernel(cl_kernel kernel) {
  return retained(kernels(), kernel, next().clRetainKernel);
}
cl_int clReleaseKernel(cl_kernel kernel) {
  return released(kernels(), kernel, next().clReleaseKernel);
}

cl_int clSetKernelArg(cl_kernel handle, cl_uint index, size_t size, const void* value) {
  const cl_int code = next().clSetKernelArg(handle, index, size, value);
  if (code != CL_SUCCESS || index >= kMaximumArguments) return code;
  record([&] {
    const auto kernel = known_kernel(handle);
    if (kernel == nullptr) return;
    const std::lock_guard lock(kernel->mutex);
    put_passed(*kernel, index, size, value);
  });
  return code;
}

cl_int clSetKernelExecInfo(cl_kernel handle, cl_kernel_exec_info name, size_t size, const void* value) {
  const cl_int code = next().clSetKernelExecInfo(handle, name, size, value);
  if (code != CL_SUCCESS) return code;
  record([&] {
    const auto kernel = known_kernel(handle);
    if (kernel == nullptr) return;
    const std::lock_guard lock(kernel->mutex);
    set_reached(*kernel, name, size, value);
  });
  return code;
}

}  // namespace hooks
}  // namespace launchproof::shim
