#include "tests/oracle/ptx/kernel.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cctype>

#include "tests/oracle/errors.h"
#include "tests/oracle/ptx/program.h"

namespace launchproof::oracle::ptx {

namespace {

std::string readable(const std::string& mangled) {
  std::string name = llvm::demangle(mangled);
  return name.starts_with("void ") ? name.substr(5) : name;
}

std::string name_of(const Function& function, const Variable& variable) {
  const std::string prefix = function.name + "_";
  return variable.name.starts_with(prefix) ? variable.name.substr(prefix.size()) : variable.name;
}

// Returns whether the part is a buffer: as the launch says, or else as the kernel uses it.
bool is_buffer(const std::vector<std::string>& names, const LaunchOptions& options, bool used_as_address) {
  for (const std::string& name : names) {
    if (options.buffers.contains(name)) return true;
    const auto value = options.values.find(name);
    if (value != options.values.end() && !value->second.starts_with("bytes:")) return false;
  }
  return used_as_address;
}

// Makes a field for each load, and one for each byte that no load covers.
Layout layout_of(const Variable& variable, std::uint32_t index, const FunctionUse& use,
                 const std::set<std::uint64_t>& pointers) {
  Layout layout;
  layout.bytes = variable.bytes;
  for (std::uint64_t at = 0; at < variable.bytes;) {
    const auto load = use.loads.find({index, static_cast<std::int64_t>(at)});
    std::uint64_t width = load == use.loads.end() ? 1 : load->second;
    if (pointers.contains(at)) width = 8;
    width = std::min(width, variable.bytes - at);
    // A load that begins inside another field is not covered by that field.
    const auto inside = pointers.upper_bound(at);
    if (inside != pointers.end() && *inside < at + width) width = 1;
    layout.fields.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint8_t>(width)});
    at += width;
  }
  return layout;
}

}  // namespace

void add_entry(const Function& function, const FunctionUse& use, const LaunchOptions& options, Frame& frame,
               Code& code, Program& program) {
  Kernel& kernel = program.kernels.emplace_back();
  kernel.code = &code;
  kernel.name = readable(function.name);
  std::vector<KernelParameter> parts;
  for (std::size_t number = 0; number < function.parameters.size(); ++number) {
    const std::uint32_t index = function.parameters[number].index;
    if (function.parameters[number].is_register) throw CannotJudge{"an entry with a parameter in a register"};
    const Variable& variable = function.variables[index];
    KernelParameter parameter;
    parameter.name = name_of(function, variable);
    parameter.is_struct = true;  // it lies in memory
    code.parameters.push_back({frame.variable_lane(index), 1, 0});
    const std::string digits = std::to_string(number);
    std::set<std::uint64_t> pointers;
    for (std::uint64_t at = 0; at + 8 <= variable.bytes; at += 4) {
      const bool used = use.addresses.contains({index, static_cast<std::int64_t>(at)});
      const std::string suffix = ".at_" + std::to_string(at);
      std::vector<std::string> names{parameter.name + suffix, digits + suffix};
      if (at == 0 && variable.bytes == 8) names.insert(names.end(), {parameter.name, digits});
      if (is_buffer(names, options, used)) pointers.insert(at);
    }
    parameter.layout = layout_of(variable, index, use, pointers);
    if (variable.bytes == 8 && pointers.contains(0) && variable.element.bits == 64) {
      parameter.kind = KernelParameter::Kind::Global;
    } else {
      parameter.is_float = variable.element.kind == 'f' && variable.bytes == variable.element.bits / 8;
      for (std::size_t field = 0; field < parameter.layout.fields.size(); ++field) {
        const std::uint64_t at = parameter.layout.fields[field].offset;
        if (!pointers.contains(at)) continue;
        KernelParameter part;
        part.kind = KernelParameter::Kind::Global;
        part.name = parameter.name + ".at_" + std::to_string(at);
        part.layout = {8, {{0, 8}}};
        parameter.pointers[field] = part.name;
        parts.push_back(part);
      }
    }
    kernel.parameters.push_back(parameter);
  }
  for (const KernelParameter& part : parts) {
    kernel.parameters.push_back(part);
    code.parameters.push_back({frame.add_lanes(1), 1, 0});
  }
}

}  // namespace launchproof::oracle::ptx

namespace launchproof::oracle {

namespace {

// Parameter number 2 is written `2`, and its part at byte 8 is written `2.at_8`.
std::string named(const std::string& given, const Kernel& kernel) {
  const std::size_t end = std::min(given.find_first_not_of("0123456789"), given.size());
  if (end == 0 || end > 6 || (end < given.size() && given[end] != '.')) return given;
  const std::size_t number = std::stoul(given.substr(0, end));
  if (number >= kernel.parameters.size()) return given;
  return kernel.parameters[number].name + given.substr(end);
}

template <typename Value>
std::map<std::string, Value> named(const std::map<std::string, Value>& given, const Kernel& kernel) {
  std::map<std::string, Value> result;
  for (const auto& [name, value] : given) result[named(name, kernel)] = value;
  return result;
}

}  // namespace

LaunchOptions with_parameter_names(const LaunchOptions& options, const Kernel& kernel) {
  LaunchOptions result = options;
  result.values = named(options.values, kernel);
  result.buffers = named(options.buffers, kernel);
  for (auto& [name, buffer] : result.buffers) buffer.other = named(buffer.other, kernel);
  result.accesses = named(options.accesses, kernel);
  result.contents = named(options.contents, kernel);
  result.facts.clear();
  for (const std::string& name : options.facts) result.facts.insert(named(name, kernel));
  return result;
}

}  // namespace launchproof::oracle
