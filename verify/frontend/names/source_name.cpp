#include "verify/frontend/names/source_name.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend {
namespace {

constexpr std::string_view kInitialPrefix = "__const.";
constexpr std::string_view kMangled = "_Z";
constexpr std::string_view kOfFunction = "_ZZ";  // prefix of a local entity (Itanium C++ ABI, 5.1.6)

// Returns the part after the last "::" that is outside all brackets.
std::string_view last_part(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i > 1; --i) {
    const char c = name[i - 1];
    if (c == ')' || c == '>' || c == ']') ++depth;
    if (c == '(' || c == '<' || c == '[') --depth;
    if (depth == 0 && c == ':' && name[i - 2] == ':') return name.substr(i);
  }
  return name;
}

// Returns the suffix for a later variable with this name: ".1" for "_0" after the name, ".11" for "__10_".
std::string number_behind(std::string_view mangled, std::string_view name) {
  const std::size_t at = mangled.rfind(name);
  if (at == std::string_view::npos) return {};
  std::string_view rest = mangled.substr(at + name.size());
  while (rest.starts_with('_')) rest.remove_prefix(1);
  unsigned number = 0;
  const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return parsed.ec == std::errc() ? "." + std::to_string(number + 1) : std::string();
}

// Returns the PTX name of a variable in the generated text; empty for other variables. A variable of a
// function has a number there, as in "ptx_variable61__ZZ3sumPKfE1s"; a variable of the module may have a
// mangled name.
std::string_view of_ptx(std::string_view name) {
  constexpr std::string_view kPrefix = ptx::kVariablePrefix;
  if (!name.starts_with(kPrefix)) return name.starts_with(kMangled) ? name : std::string_view();
  return name.substr(std::min(name.find('_', kPrefix.size()), name.size() - 1) + 1);
}

}  // namespace

std::string variable_name(std::string_view name) {
  if (!name.starts_with(kMangled)) {
    // A variable of a function is prefixed with the function's name, and the initialiser of a private array
    // with both names.
    if (name.starts_with(kInitialPrefix)) name.remove_prefix(kInitialPrefix.size());
    const std::size_t point = name.find('.');
    const bool is_of_function = point != std::string_view::npos && point > 0 && point + 1 < name.size();
    return std::string(is_of_function ? name.substr(point + 1) : name);
  }
  const std::string_view mangled = name.substr(0, name.find('.'));
  std::string whole = llvm::demangle(mangled);
  if (whole == mangled) return std::string(name);
  if (!mangled.starts_with(kOfFunction)) return of_ptx(whole).empty() ? whole : variable_name(of_ptx(whole));
  const std::string_view own = last_part(whole);
  if (!of_ptx(own).empty()) return variable_name(of_ptx(own));
  return std::string(own) + number_behind(mangled, own);
}

std::string function_name(std::string_view name) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string mangled(name.substr(0, name.find('.')));
  if (!name.starts_with(kMangled) || demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction())
    return std::string(name);
  std::size_t size = 0;
  char* made = demangler.getFunctionName(nullptr, &size);
  if (made == nullptr) return std::string(name);
  std::string result(made);
  std::free(made);
  return result;
}

}  // namespace launchproof::frontend
