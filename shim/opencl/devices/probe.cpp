#include "shim/opencl/devices/probe.h"

#include <algorithm>

#include "shim/opencl/devices/driver.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"

namespace launchproof::shim {

Compiler::Compiler(cl_device_id device) : d_device(device) {
  d_context = library().clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
}

Compiler::~Compiler() {
  if (d_context != nullptr) library().clReleaseContext(d_context);
}

bool Compiler::can_ask(cl_device_id device) {
  const auto& table = library();
  return table.clCreateContext != nullptr && table.clReleaseContext != nullptr &&
         table.clCreateProgramWithSource != nullptr && table.clBuildProgram != nullptr &&
         table.clGetProgramInfo != nullptr && table.clReleaseProgram != nullptr && has_version_1_2(device);
}

template <class Visit>
void Compiler::build(const std::string& source, const char* options, const Visit& visit) const {
  if (d_context == nullptr) return;
  const char* text = source.c_str();
  cl_program program = library().clCreateProgramWithSource(d_context, 1, &text, nullptr, nullptr);
  if (program == nullptr) return;
  if (library().clBuildProgram(program, 1, &d_device, options, nullptr, nullptr) == CL_SUCCESS)
    visit(program);
  library().clReleaseProgram(program);
}

namespace {

std::set<std::string> names_of_kernels(cl_program program) {
  const std::string list = ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
    return library().clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, value, size_ret);
  });
  std::set<std::string> names;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(';', begin), list.size());
    names.insert(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

}  // namespace

std::optional<std::set<std::string>> Compiler::kernels(const std::string& source, const char* options) const {
  std::optional<std::set<std::string>> names;
  build(source, options, [&](cl_program program) { names = names_of_kernels(program); });
  if (names && !names->contains(kProbe)) names.reset();
  return names;
}

std::map<std::string, std::size_t> Compiler::required_sizes(const std::string& source,
                                                            const char* options) const {
  std::map<std::string, std::size_t> sizes;
  const auto& table = library();
  if (table.clCreateKernel == nullptr || table.clReleaseKernel == nullptr ||
      table.clGetKernelWorkGroupInfo == nullptr)
    return sizes;
  build(source, options, [&](cl_program program) {
    for (const std::string& name : names_of_kernels(program)) {
      cl_kernel kernel = table.clCreateKernel(program, name.c_str(), nullptr);
      if (kernel == nullptr) continue;
      std::size_t size[3]{};
      if (table.clGetKernelWorkGroupInfo(kernel, d_device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size,
                                         size, nullptr) == CL_SUCCESS)
        sizes.emplace(name, size[0]);
      table.clReleaseKernel(kernel);
    }
  });
  return sizes;
}

}  // namespace launchproof::shim
