#include "tests/verify/frontend/builtin_calls.h"

#include <algorithm>
#include <array>
#include <map>

namespace launchproof::frontend {
namespace {

const std::map<std::string, unsigned>& sizes() {
  static const std::map<std::string, unsigned> known{
      {"char", 1},      {"uchar", 1},    {"short", 2},     {"ushort", 2}, {"int", 4},    {"uint", 4},
      {"long", 8},      {"ulong", 8},    {"half", 2},      {"float", 4},  {"double", 8}, {"size_t", 8},
      {"ptrdiff_t", 8}, {"intptr_t", 8}, {"uintptr_t", 8}, {"bool", 1}};
  return known;
}

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

// Returns a number of a type as a literal. The number is below `limit`, for operands that must be small.
std::string literal(const ValueType& type, std::uint64_t random, std::uint64_t limit) {
  const unsigned bits = 8 * type.bytes();
  const std::uint64_t all = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
  const std::uint64_t top = 1ULL << (bits - 1);
  const std::array<std::uint64_t, 10> special{0, 1, all, top, top - 1, top + 1, 2, 5, 31, all - 1};
  if (type.is_float()) {
    static const std::array<const char*, 10> kFloats{"0.0", "-0.0", "1.5",      "-2.5",      "0.5",
                                                     "1e4", "-3.0", "INFINITY", "-INFINITY", "NAN"};
    return "(" + type.base + ")" + kFloats[random % kFloats.size()];
  }
  std::uint64_t value = random % 3 == 0 ? special[(random >> 8) % special.size()] : (random >> 3) & all;
  if (limit != 0) value %= limit;
  return "(" + type.base + ")" + std::to_string(value) + "UL";
}

std::string number(const ValueType& type, std::uint64_t seed, std::uint64_t limit) {
  if (type.lanes == 1) return literal(type, mixed(seed), limit);
  std::string text = "(" + type.base + std::to_string(type.lanes) + ")(";
  for (unsigned i = 0; i < type.lanes; ++i)
    text += (i == 0 ? "" : ", ") + literal(type, mixed(seed * 31 + i), limit);
  return text + ")";
}

// Returns operands for which the language defines the result.
std::uint64_t limit_of(const Prototype& function, std::size_t parameter) {
  if (function.name == "mul24" || function.name == "mad24") return 1U << 23;
  if (function.name.starts_with("bitfield_") && parameter + 2 >= function.parameters.size()) return 4;
  if (function.name == "amd_bitalign" && parameter == 2) return 32;
  return 0;
}

std::string without_qualifiers(std::string type) {
  for (const std::string word : {"const ", "volatile ", "__global ", "__local ", "__private ", "__constant "})
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word))
      type.erase(at, word.size());
  const std::size_t star = type.find('*');
  if (star != std::string::npos) type.erase(star);
  while (type.ends_with(" ")) type.pop_back();
  return type == "void" ? "int" : type;
}

bool is_numbers(const std::string& text) {
  return value_type(text).bytes() != 0 && text != "bool";
}

}  // namespace

ValueType value_type(const std::string& text) {
  ValueType type;
  const std::size_t digits = text.find_first_of("0123456789");
  type.base = text.substr(0, digits);
  if (digits != std::string::npos) type.lanes = static_cast<unsigned>(std::stoul(text.substr(digits)));
  return type;
}

unsigned ValueType::bytes() const {
  const auto found = sizes().find(base);
  return found == sizes().end() ? 0 : found->second;
}

bool ValueType::is_signed() const {
  return !base.starts_with("u") && base != "size_t" && base != "bool";
}

bool computes(const Prototype& function) {
  if (!is_numbers(function.result) || function.parameters.empty()) return false;
  return std::ranges::all_of(function.parameters, is_numbers);
}

bool uses_floats(const Prototype& function) {
  bool any = value_type(function.result).is_float();
  for (const std::string& type : function.parameters) any |= value_type(without_qualifiers(type)).is_float();
  return any;
}

DeviceEnvironment full_device() {
  DeviceEnvironment device;
  device.opencl_c_version = "3.0";
  for (const char* name : {"cl_khr_fp16",
                           "cl_khr_subgroups",
                           "cl_khr_subgroup_extended_types",
                           "cl_khr_subgroup_non_uniform_vote",
                           "cl_khr_subgroup_ballot",
                           "cl_khr_subgroup_non_uniform_arithmetic",
                           "cl_khr_subgroup_shuffle",
                           "cl_khr_subgroup_shuffle_relative",
                           "cl_khr_subgroup_clustered_reduce",
                           "cl_khr_subgroup_rotate",
                           "cl_khr_extended_bit_ops",
                           "cl_khr_integer_dot_product",
                           "cl_ext_float_atomics",
                           "cl_khr_kernel_clock",
                           "cl_amd_media_ops",
                           "cl_amd_media_ops2",
                           "cl_arm_integer_dot_product_int8",
                           "cl_arm_integer_dot_product_accumulate_int8",
                           "cl_arm_integer_dot_product_accumulate_int16",
                           "cl_arm_integer_dot_product_accumulate_saturate_int8",
                           "cl_intel_subgroups",
                           "cl_intel_subgroups_short"})
    device.extensions.emplace_back(name);
  device.features = {"generic_address_space",
                     "program_scope_global_variables",
                     "work_group_collective_functions",
                     "atomic_order_acq_rel",
                     "atomic_order_seq_cst",
                     "atomic_scope_device",
                     "atomic_scope_all_devices",
                     "subgroups",
                     "fp64",
                     "int64",
                     "images",
                     "read_write_images",
                     "3d_image_writes",
                     "pipes",
                     "device_enqueue",
                     "integer_dot_product_input_4x8bit",
                     "integer_dot_product_input_4x8bit_packed",
                     "kernel_clock_scope_device",
                     "kernel_clock_scope_work_group",
                     "kernel_clock_scope_sub_group"};
  return device;
}

std::string calling_kernel(const Prototype& function, const std::string& kernel) {
  std::string parameters;
  std::string locals;
  std::string arguments;
  const bool yields = function.result != "void";
  const bool prints = yields && is_numbers(function.result);
  if (yields) parameters = "global " + std::string(prints ? function.result : "int") + "* out";
  const auto parameter = [&](const std::string& text) {
    parameters += (parameters.empty() ? "" : ", ") + text;
  };
  const auto argument = [&](const std::string& text) { arguments += (arguments.empty() ? "" : ", ") + text; };
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string& type = function.parameters[i];
    const std::string name = "p" + std::to_string(i);
    const std::string plain = without_qualifiers(type);
    if (type.find('*') != std::string::npos && plain == "event_t") {
      locals += "event_t " + name + " = 0; ";
      argument("&" + name);
    } else if (type.find('*') != std::string::npos) {
      if (type.find("__private") != std::string::npos) {
        locals += joined(plain, " ", name, "[64]; for (int i = 0; i < 64; ++i) ", name, "[i] = 0; ");
      } else {
        std::string space = "global ";
        if (type.find("__local") != std::string::npos) space = "local ";
        if (type.find("__constant") != std::string::npos) space = "constant ";
        if (type.find("volatile") != std::string::npos) space += "volatile ";
        parameter(joined(space, plain, "* ", name));
      }
      argument(name);
    } else if (type == "cl_mem_fence_flags") {
      argument("CLK_LOCAL_MEM_FENCE");
    } else if (type == "memory_order") {
      argument(function.name.find("store") != std::string::npos ||
                       function.name.find("clear") != std::string::npos
                   ? "memory_order_release"
                   : "memory_order_acquire");
    } else if (type == "memory_scope") {
      argument("memory_scope_device");
    } else if (type == "event_t" || (function.name.starts_with("work_group_broadcast") && i > 0)) {
      argument("0");
    } else if (type.starts_with("size_t") &&
               (function.name.starts_with("vload") || function.name.starts_with("vstore"))) {
      argument("get_global_id(0)");
    } else if (function.name.starts_with("async_") || function.name == "wait_group_events" ||
               function.name == "prefetch") {
      argument("1");  // elements, strides and events
    } else {
      parameter(joined(plain == "bool" ? "int" : plain, " ", name));
      argument(name);
    }
  }
  const std::string call = function.name + "(" + arguments + ")";
  std::string body = locals;
  if (prints)
    body += "out[get_global_id(0)] = " + call + "; ";
  else if (function.result == "bool")
    body += "out[get_global_id(0)] = " + call + " ? 1 : 0; ";
  else
    body += call + "; ";
  return "kernel void " + kernel + "(" + parameters + ") { " + body + "}\n";
}

std::string call_with_numbers(const Prototype& function, std::uint64_t seed) {
  std::string text = function.name + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    text += (i == 0 ? "" : ", ") +
            number(value_type(function.parameters[i]), mixed(seed * 131 + i + 1), limit_of(function, i));
  return text + ")";
}

}  // namespace launchproof::frontend
