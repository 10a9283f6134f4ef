#include "verify/frontend/options/clang_arguments.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "verify/frontend/annotations/annotations.h"

namespace launchproof::frontend {
namespace {

// The macro's value: "120" for "1.2".
std::string version_number(const std::string& version) {
  std::string digits;
  for (const char c : version)
    if (c >= '0' && c <= '9') digits += c;
  while (digits.size() < 3) digits += '0';
  return digits;
}

// Without -cl-std, a program is compiled as the highest OpenCL C 1.x version of the device (OpenCL API
// specification, 5.8.4.6 "Options Controlling the OpenCL C Version"; 1.2 on every later device). Not every
// driver follows that (PoCL 3 uses the highest version), so what the compiler itself reported takes
// precedence.
std::string default_language(const DeviceEnvironment& device) {
  for (const auto& [name, body] : device.macros) {
    if (name != "__OPENCL_C_VERSION__") continue;
    for (const char* version : {"1.0", "1.1", "1.2", "2.0", "3.0"})
      if (version_number(version) == body) return std::string("CL") + version;
  }
  const std::string& version = device.opencl_c_version;
  if (version == "1.0" || version == "1.1") return "CL" + version;
  return "CL1.2";
}

// The options of a build determine these, so their values without options are irrelevant.
bool is_of_language(std::string_view name) {
  constexpr std::array kNames{"__OPENCL_C_VERSION__", "__OPENCL_CPP_VERSION__", "__cplusplus",
                              "__STDC_VERSION__",     "__FINITE_MATH_ONLY__",   "__OPTIMIZE__",
                              "__NO_INLINE__"};
  return std::ranges::find(kNames, name) != kNames.end();
}

bool has_macro(const DeviceEnvironment& device, std::string_view name) {
  return std::any_of(device.macros.begin(), device.macros.end(),
                     [&](const auto& macro) { return macro.first == name; });
}

// Extensions, and features if the language has them. Two of each are the same under two names, and Clang
// requires that they agree.
std::set<std::string> supported(const DeviceEnvironment& device, bool with_features) {
  std::set<std::string> names(device.extensions.begin(), device.extensions.end());
  if (!with_features) return names;
  for (const std::string& feature : device.features) names.insert("__opencl_c_" + feature);
  for (const char* name : {"fp64", "3d_image_writes"}) {
    const std::string extension = std::string("cl_khr_") + name;
    const std::string feature = std::string("__opencl_c_") + name;
    if (names.contains(extension) || names.contains(feature)) names.insert({extension, feature});
  }
  if (names.contains("__opencl_c_3d_image_writes")) names.insert("__opencl_c_images");
  return names;
}

void device_macros(std::vector<std::string>& arguments, const DeviceEnvironment& device) {
  // The generic target claims to support everything; the recorded device decides instead.
  for (const char* name : {"__SPIR__", "__SPIR32__", "__SPIR64__"})
    if (!has_macro(device, name)) arguments.push_back("-U" + std::string(name));
  if (!device.images) arguments.emplace_back("-U__IMAGE_SUPPORT__");
  // Clang knows the attribute by the name that Intel gave it.
  if (!has_macro(device, "reqd_sub_group_size"))
    arguments.emplace_back("-Dreqd_sub_group_size(size)=intel_reqd_sub_group_size(size)");
  if (!device.little_endian) arguments.emplace_back("-U__ENDIAN_LITTLE__");
  if (!has_macro(device, "__OPENCL_VERSION__"))
    arguments.push_back("-D__OPENCL_VERSION__=" + version_number(device.opencl_c_version));
  // Clang predefines the macros of the extensions that it knows; the other extensions are only macros.
  for (const std::string& extension : device.extensions) arguments.push_back("-D" + extension + "=1");
  for (const auto& [name, body] : device.macros) {
    if (is_of_language(name)) continue;
    arguments.push_back("-U" + name);  // Clang may predefine a different body
    arguments.push_back(std::string("-D").append(name).append("=").append(body));
  }
  for (const std::string& name : device.undefined_macros)
    if (!is_of_language(name)) arguments.push_back("-U" + name);
}

}  // namespace

bool has_features(const std::string& language) {
  return language == "CL3.0" || language == "CLC++2021";
}

std::vector<std::string> clang_arguments(const ProgramSource& source, const BuildOptions& options,
                                         const DeviceEnvironment& device, const std::string& resources,
                                         bool with_annotations) {
  std::vector<std::string> arguments{
      "-triple", device.address_bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown",
      // Level 1 without passes: scopes of private variables are marked, but nothing is optimised. Products
      // may be added without intermediate rounding unless the program says FP_CONTRACT OFF; such arithmetic
      // is marked.
      "-O1", "-disable-llvm-passes", "-relaxed-aliasing", "-ffp-contract=fast-honor-pragmas",
      "-debug-info-kind=limited", "-dwarf-version=5", "-fno-caret-diagnostics", "-fdeclare-opencl-builtins",
      "-finclude-default-header", "-resource-dir", resources};
  const std::string language = options.language.empty() ? default_language(device) : options.language;
  arguments.push_back("-cl-std=" + language);
  std::string extensions = "-cl-ext=-all";
  for (const std::string& name : supported(device, has_features(language))) extensions += ",+" + name;
  arguments.push_back(extensions);
  device_macros(arguments, device);
  // Clang leaves macros of features that only affect its header to the header.
  if (has_features(language))
    for (const std::string& feature : device.features) arguments.push_back("-D__opencl_c_" + feature + "=1");
  if (options.fast_relaxed_math) arguments.emplace_back("-D__FAST_RELAXED_MATH__=1");
  if (options.finite_math)
    arguments.insert(arguments.end(), {"-U__FINITE_MATH_ONLY__", "-D__FINITE_MATH_ONLY__=1"});
  if (options.warnings_are_errors) arguments.emplace_back("-Werror");
  if (options.no_warnings) arguments.emplace_back("-w");
  arguments.insert(arguments.end(), options.language_flags.begin(), options.language_flags.end());
  if (source.asks_postconditions) arguments.push_back(std::string("-D") + kAskedPostconditions);
  if (with_annotations)
    arguments.insert(arguments.end(), {"-include", kAnnotationFile, "-idirafter", kAnnotationFolder});
  arguments.insert(arguments.end(), {"-I", kHeaderFolder});
  arguments.insert(arguments.end(), options.preprocessor.begin(), options.preprocessor.end());
  arguments.insert(arguments.end(), {"-x", "cl", source.file_name});
  return arguments;
}

}  // namespace launchproof::frontend
