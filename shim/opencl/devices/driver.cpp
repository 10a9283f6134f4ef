#include "shim/opencl/devices/driver.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"

namespace launchproof::shim {
namespace {

// Variables that affect how drivers compile, according to the drivers' documentation.
constexpr std::array kVariables{"POCL_EXTRA_BUILD_FLAGS",
                                "POCL_BUILDING",
                                "POCL_WORK_GROUP_METHOD",
                                "POCL_DEVICES",
                                "AMD_OCL_BUILD_OPTIONS",
                                "AMD_OCL_BUILD_OPTIONS_APPEND",
                                "CLOVER_EXTRA_BUILD_OPTIONS",
                                "CLOVER_EXTRA_COMPILE_OPTIONS",
                                "CLOVER_DEVICE_VERSION_OVERRIDE",
                                "CLOVER_DEVICE_CLC_VERSION_OVERRIDE",
                                "RUSTICL_DEVICE_TYPE",
                                "RUSTICL_FEATURES",
                                "CL_CONFIG_CPU_TARGET_ARCH",
                                "OverrideDefaultFP64Settings",
                                "IGC_ExtraOCLOptions",
                                "IGC_ExtraOCLInternalOptions"};

bool is_from_icd(cl_device_id device) {
  cl_platform_id platform = nullptr;
  std::size_t bytes = 0;
  return next().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id),
                                static_cast<void*>(&platform), nullptr) == CL_SUCCESS &&
         next().clGetPlatformInfo != nullptr &&
         next().clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR, 0, nullptr, &bytes) == CL_SUCCESS;
}

// The driver's library: its path, and attributes that change when it is installed again.
std::string driver_file(cl_device_id device) {
  if (!is_from_icd(device)) return {};
  // cl_khr_icd: every object begins with the driver's table.
  const auto* table = *reinterpret_cast<const cl_icd_dispatch* const*>(device);
  if (table == nullptr) return {};
  Dl_info found{};
  struct stat facts{};
  if (dladdr(reinterpret_cast<const void*>(table->clGetDeviceInfo), &found) == 0 ||
      found.dli_fname == nullptr || ::stat(found.dli_fname, &facts) != 0) {
    return {};
  }
  std::string text = found.dli_fname;
  for (const std::uint64_t number :
       {std::uint64_t{facts.st_dev}, std::uint64_t{facts.st_ino}, static_cast<std::uint64_t>(facts.st_size),
        static_cast<std::uint64_t>(facts.st_mtim.tv_sec),
        static_cast<std::uint64_t>(facts.st_mtim.tv_nsec)}) {
    text += ' ' + std::to_string(number);
  }
  return text;
}

void add(std::string& key, const char* name, const std::string& value) {
  key.append(name).append(" ").append(std::to_string(value.size())).append(" ").append(value).append("\n");
}

}  // namespace

std::string driver_key(const capture::Device& description, cl_device_id device) {
  const std::string file = driver_file(device);
  if (file.empty()) return {};
  std::string key;
  add(key, "driver", file);
  add(key, "platform", description.platform_name);
  add(key, "platform vendor", description.platform_vendor);
  add(key, "platform version", description.platform_version);
  add(key, "device", description.name);
  add(key, "device vendor", description.vendor);
  add(key, "device version", description.version);
  add(key, "driver version", description.driver_version);
  add(key, "language", description.opencl_c_version);
  add(key, "address bits", std::to_string(description.address_bits));
  for (const auto* list : {&description.extensions, &description.features}) {
    std::string words;
    for (const std::string& word : *list) words += word + ' ';
    add(key, "has", words);
  }
  for (const char* name : kVariables) {
    if (const char* value = std::getenv(name); value != nullptr) add(key, name, value);
  }
  return key;
}

int version_number(const std::string& text) {
  constexpr std::string_view kStart = "OpenCL ";
  if (!text.starts_with(kStart) || text.size() < kStart.size() + 3) return 0;
  return (text[kStart.size()] - '0') * 10 + (text[kStart.size() + 2] - '0');
}

bool has_version_1_2(cl_device_id device) {
  if (device == nullptr || next().clGetDeviceInfo == nullptr) return false;
  return version_number(ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
           return next().clGetDeviceInfo(device, CL_DEVICE_VERSION, size, value, size_ret);
         })) >= 12;
}

}  // namespace launchproof::shim
