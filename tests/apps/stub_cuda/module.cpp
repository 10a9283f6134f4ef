// Implements modules: the kernels and variables of a PTX text.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "stub.h"

namespace {

std::size_t bytes_of(const std::string& type) {
  return static_cast<std::size_t>(atoi(type.c_str() + 1)) / 8;
}

void read_parameters(StubKernel& kernel, const std::string& text) {
  static const std::regex form(
      R"(\.param\s+(?:\.align\s+(\d+)\s+)?\.([a-z]\d+)\s+(?:[.\w\s]*?)([\w$]+)(?:\[(\d+)\])?)");
  std::size_t end = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), form), none; at != none; ++at) {
    const std::size_t element = bytes_of((*at)[2]);
    const std::size_t size = element * ((*at)[4].matched ? strtoull((*at)[4].str().c_str(), nullptr, 10) : 1);
    const std::size_t alignment = (*at)[1].matched ? strtoull((*at)[1].str().c_str(), nullptr, 10) : element;
    const std::size_t offset = (end + alignment - 1) / alignment * alignment;
    kernel.parameters.push_back({offset, size});
    end = offset + size;
  }
}

// Returns the first text in a fat binary. All forms in a fat binary have the same kernels.
std::string ptx_of(const void* image) {
  constexpr std::uint32_t kFatBinary = 0xBA55ED50;
  std::uint32_t magic = 0;
  memcpy(&magic, image, sizeof magic);
  const char* text = static_cast<const char*>(image);
  if (magic == kFatBinary)
    while (strncmp(text, ".version", 8) != 0) ++text;
  return text;
}

// Linking concatenates all texts.
struct Link {
  std::string result;
};

int load(void** module, const void* image) {
  const std::string text = ptx_of(image);
  if (text.find(".version") == std::string::npos) return kInvalidImage;
  auto* const made = new StubModule;
  static const std::regex entry(R"(\.entry\s+([\w$]+)\s*\(([^)]*)\))");
  for (std::sregex_iterator at(text.begin(), text.end(), entry), none; at != none; ++at) {
    StubKernel& kernel = made->kernels[(*at)[1]];
    kernel.module = made;
    kernel.name = (*at)[1];
    read_parameters(kernel, (*at)[2]);
  }
  static const std::regex variable(R"(\n\.(?:global|const)\s+[^;\n]*?([\w$]+)(\[(\d+)\])?\s*[=;])");
  for (std::sregex_iterator at(text.begin(), text.end(), variable), none; at != none; ++at) {
    const std::size_t size = (*at)[3].matched ? strtoull((*at)[3].str().c_str(), nullptr, 10) : 4;
    made->variables[(*at)[1]] = {static_cast<char*>(calloc(1, size)), size};
  }
  *module = made;
  return kSuccess;
}

int get_function(void** function, void* module, const char* name) {
  auto& kernels = static_cast<StubModule*>(module)->kernels;
  const auto found = kernels.find(name);
  if (found == kernels.end()) return kNotFound;
  *function = &found->second;
  return kSuccess;
}

int get_variable(std::uint64_t* address, std::size_t* bytes, void* module, const char* name) {
  auto& variables = static_cast<StubModule*>(module)->variables;
  const auto found = variables.find(name);
  if (found == variables.end()) return kNotFound;
  if (address != nullptr) *address = reinterpret_cast<std::uint64_t>(found->second.first);
  if (bytes != nullptr) *bytes = found->second.second;
  return kSuccess;
}

int get_parameter(void* function, std::size_t number, std::size_t* offset, std::size_t* size) {
  const auto& parameters = static_cast<StubKernel*>(function)->parameters;
  if (number >= parameters.size()) return kInvalidValue;
  *offset = parameters[number].offset;
  if (size != nullptr) *size = parameters[number].size;
  return kSuccess;
}

int enumerate(void** functions, unsigned count, void* module) {
  for (auto& [name, kernel] : static_cast<StubModule*>(module)->kernels)
    if (count-- != 0) *functions++ = &kernel;
  return kSuccess;
}

int unload(void* module) {
  delete static_cast<StubModule*>(module);
  return kSuccess;
}

}  // namespace

STUB stub_cuModuleLoadData(void** module, const void* image) {
  return load(module, image);
}

STUB stub_cuModuleLoadDataEx(void** module, const void* image, unsigned, int*, void**) {
  return load(module, image);
}

STUB stub_cuModuleLoad(void** module, const char* name) {
  std::ifstream file(name, std::ios::binary);
  const std::string image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return !image.empty() ? load(module, image.c_str()) : 301;
}

STUB stub_cuLibraryLoadData(void** library, const void* image, int*, void**, unsigned, int*, void**,
                            unsigned) {
  return load(library, image);
}

STUB stub_cuModuleUnload(void* module) {
  return unload(module);
}

STUB stub_cuLibraryUnload(void* library) {
  return unload(library);
}

STUB stub_cuModuleGetFunction(void** function, void* module, const char* name) {
  return get_function(function, module, name);
}

STUB stub_cuLibraryGetKernel(void** kernel, void* library, const char* name) {
  return get_function(kernel, library, name);
}

STUB stub_cuModuleEnumerateFunctions(void** functions, unsigned count, void* module) {
  return enumerate(functions, count, module);
}

STUB stub_cuKernelGetFunction(void** function, void* kernel) {
  *function = kernel;
  return kSuccess;
}

STUB stub_cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module, const char* name) {
  return get_variable(address, bytes, module, name);
}

STUB stub_cuLibraryGetGlobal(std::uint64_t* address, std::size_t* bytes, void* library, const char* name) {
  return get_variable(address, bytes, library, name);
}

STUB stub_cuFuncGetName(const char** name, void* function) {
  *name = static_cast<StubKernel*>(function)->name.c_str();
  return kSuccess;
}

STUB stub_cuFuncGetModule(void** module, void* function) {
  *module = static_cast<StubKernel*>(function)->module;
  return kSuccess;
}

STUB stub_cuFuncGetParamInfo(void* function, std::size_t number, std::size_t* offset, std::size_t* size) {
  return get_parameter(function, number, offset, size);
}

STUB stub_cuKernelGetParamInfo(void* kernel, std::size_t number, std::size_t* offset, std::size_t* size) {
  return get_parameter(kernel, number, offset, size);
}

STUB stub_cuLinkCreate_v2(unsigned, int*, void**, void** link) {
  *link = new Link;
  return kSuccess;
}

STUB stub_cuLinkAddData_v2(void* link, int, void* data, std::size_t bytes, const char*, unsigned, int*,
                           void**) {
  static_cast<Link*>(link)->result += std::string(static_cast<const char*>(data), bytes) + "// linked\n";
  return kSuccess;
}

STUB stub_cuLinkComplete(void* link, void** image, std::size_t* bytes) {
  std::string& result = static_cast<Link*>(link)->result;
  *image = result.data();
  *bytes = result.size();
  return kSuccess;
}

STUB stub_cuLinkDestroy(void* link) {
  delete static_cast<Link*>(link);
  return kSuccess;
}
