#include "verify/frontend/names/kernel_names.h"

#include <llvm/Demangle/Demangle.h>

#include <cstdlib>

#include "verify/frontend/ptx/parser.h"

namespace launchproof::frontend {
namespace {

// Returns the program's name for a function: with template arguments, without the result's type.
struct SourceName {
  std::string name;        // "scale<float>"
  std::string parameters;  // "(float*, int)"
};

std::string taken(char* text) {
  std::string result = text == nullptr ? std::string() : std::string(text);
  std::free(text);
  return result;
}

SourceName source_name(const std::string& mangled) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) return {mangled, {}};
  std::size_t size = 0;
  SourceName result;
  result.name = taken(demangler.getFunctionName(nullptr, &size));
  size = 0;
  result.parameters = taken(demangler.getFunctionParameters(nullptr, &size));
  return result.name.empty() ? SourceName{mangled, {}} : result;
}

// In the order of the module.
std::vector<std::string> ptx_entries(std::string_view text) {
  std::vector<std::string> names;
  try {
    for (const ptx::Function& function : ptx::parse(text).functions)
      if (function.is_entry && function.has_body) names.push_back(function.name);
  } catch (const ptx::SyntaxError&) {
    return {};
  }
  return names;
}

}  // namespace

std::map<std::string, std::string> kernel_names(const std::vector<std::string>& mangled) {
  std::map<std::string, unsigned> uses;
  for (const std::string& name : mangled) ++uses[source_name(name).name];
  std::map<std::string, std::string> names;
  for (const std::string& name : mangled) {
    const SourceName own = source_name(name);
    names[name] = uses[own.name] > 1 ? own.name + own.parameters : own.name;
  }
  return names;
}

std::vector<std::string> source_names(const std::string& mangled) {
  const SourceName own = source_name(mangled);
  return {own.name, own.name + own.parameters};
}

std::vector<std::string> ptx_kernel_names(std::string_view text) {
  const std::vector<std::string> entries = ptx_entries(text);
  const std::map<std::string, std::string> all = kernel_names(entries);
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const std::string& name : entries) names.push_back(all.at(name));
  return names;
}

std::map<std::string, std::string> ptx_entry_names(std::string_view text) {
  return kernel_names(ptx_entries(text));
}

}  // namespace launchproof::frontend
