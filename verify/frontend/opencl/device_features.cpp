#include "verify/frontend/opencl/device_features.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace launchproof::frontend {
namespace {

struct Feature {
  std::string_view name;
  bool is_core;               // belongs to OpenCL C 3.0 itself, not to an extension
  std::string_view needs[2];  // required features, as in the specification and in Clang
};

// OpenCL C 3.0 specification, 6.2.1 "Features", and the features defined by its extensions.
constexpr Feature kFeatures[] = {
    {"3d_image_writes", true, {"images"}},
    {"atomic_order_acq_rel", true, {}},
    {"atomic_order_seq_cst", true, {}},
    {"atomic_scope_device", true, {}},
    {"atomic_scope_all_devices", true, {}},
    {"device_enqueue", true, {"generic_address_space", "program_scope_global_variables"}},
    {"fp64", true, {}},
    {"generic_address_space", true, {}},
    {"images", true, {}},
    {"int64", true, {}},
    {"integer_dot_product_input_4x8bit", true, {}},
    {"integer_dot_product_input_4x8bit_packed", true, {}},
    {"pipes", true, {"generic_address_space"}},
    {"program_scope_global_variables", true, {}},
    {"read_write_images", true, {"images"}},
    {"subgroups", true, {}},
    {"work_group_collective_functions", true, {}},
    {"ext_fp16_global_atomic_load_store", false, {}},
    {"ext_fp16_local_atomic_load_store", false, {}},
    {"ext_fp16_global_atomic_add", false, {}},
    {"ext_fp16_local_atomic_add", false, {}},
    {"ext_fp16_global_atomic_min_max", false, {}},
    {"ext_fp16_local_atomic_min_max", false, {}},
    {"ext_fp32_global_atomic_add", false, {}},
    {"ext_fp32_local_atomic_add", false, {}},
    {"ext_fp32_global_atomic_min_max", false, {}},
    {"ext_fp32_local_atomic_min_max", false, {}},
    {"ext_fp64_global_atomic_add", false, {}},
    {"ext_fp64_local_atomic_add", false, {}},
    {"ext_fp64_global_atomic_min_max", false, {}},
    {"ext_fp64_local_atomic_min_max", false, {}},
    {"ext_image_raw10_raw12", false, {}},
    {"kernel_clock_scope_device", false, {}},
    {"kernel_clock_scope_work_group", false, {}},
    {"kernel_clock_scope_sub_group", false, {}},
};

std::vector<std::string> names_in(const std::string& text) {
  constexpr std::string_view kPrefix = "__opencl_c_";
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string name = text.substr(begin, end - begin);
    if (name.starts_with(kPrefix)) name.erase(0, kPrefix.size());
    names.push_back(std::move(name));
    begin = end + 1;
  }
  return names;
}

}  // namespace

std::vector<std::string> parse_device_features(const std::string& text) {
  std::vector<std::string> features;
  if (text == "none") return features;
  if (text == "full") {
    for (const Feature& feature : kFeatures)
      if (feature.is_core) features.emplace_back(feature.name);
    return features;
  }
  const std::vector<std::string> names = names_in(text);
  for (const std::string& name : names) {
    if (std::ranges::find(kFeatures, name, &Feature::name) != std::end(kFeatures)) continue;
    std::string known;
    for (const Feature& feature : kFeatures)
      if (feature.is_core) known.append(known.empty() ? "" : ", ").append(feature.name);
    std::string problem = "`";
    problem.append(name)
        .append("` is not a feature of OpenCL C 3.0; give none, full, or a list of ")
        .append(known);
    throw std::invalid_argument(problem);
  }
  for (const Feature& feature : kFeatures) {
    if (std::ranges::find(names, feature.name) == names.end()) continue;
    for (const std::string_view needed : feature.needs)
      if (!needed.empty() && std::ranges::find(names, needed) == names.end())
        throw std::invalid_argument(std::string("a device with ")
                                        .append(feature.name)
                                        .append(" also has ")
                                        .append(needed)
                                        .append("; add it to the list"));
    features.emplace_back(feature.name);
  }
  return features;
}

}  // namespace launchproof::frontend
