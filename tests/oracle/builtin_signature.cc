#include <llvm/Demangle/Demangle.h>

#include <array>

#include "tests/oracle/builtins.h"

namespace launchproof::oracle {

namespace {

struct ScalarName {
  const char* text;
  ScalarType type;
};

// The names as the demangler writes them. Longer names come before their prefixes.
constexpr std::array<ScalarName, 16> kScalars{{{"unsigned char", {8, false, false}},
                                               {"signed char", {8, false, true}},
                                               {"char", {8, false, true}},
                                               {"bool", {8, false, false}},
                                               {"unsigned short", {16, false, false}},
                                               {"short", {16, false, true}},
                                               {"unsigned int", {32, false, false}},
                                               {"int", {32, false, true}},
                                               {"unsigned long long", {64, false, false}},
                                               {"unsigned long", {64, false, false}},
                                               {"long long", {64, false, true}},
                                               {"long", {64, false, true}},
                                               {"half", {16, true, true}},
                                               {"_Float16", {16, true, true}},
                                               {"float", {32, true, true}},
                                               {"double", {64, true, true}}}};

// "unsigned int vector[4]", "float AS4*", "int _Atomic volatile AS1*", "memory_scope"
TypeName read_type(const std::string& text) {
  TypeName type;
  type.text = text;
  type.pointer = text.find('*') != std::string::npos;
  type.known = false;
  for (const ScalarName& scalar : kScalars) {
    if (!text.starts_with(scalar.text)) continue;
    type.scalar = scalar.type;
    type.known = true;
    break;
  }
  const std::size_t vector = text.find("vector[");
  if (vector != std::string::npos)
    type.lanes = static_cast<std::uint32_t>(std::stoul(text.substr(vector + 7)));
  return type;
}

}  // namespace

Signature read_signature(const std::string& mangled) {
  Signature signature;
  signature.mangled = mangled;
  signature.name = mangled;
  if (!mangled.starts_with("_Z")) return signature;
  const std::string text = llvm::demangle(mangled);
  const std::size_t open = text.find('(');
  if (open == std::string::npos || text.back() != ')') return signature;
  signature.name = text.substr(0, open);
  const std::string list = text.substr(open + 1, text.size() - open - 2);
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t comma = list.find(", ", begin);
    signature.parameters.push_back(read_type(list.substr(begin, comma - begin)));
    if (comma == std::string::npos) break;
    begin = comma + 2;
  }
  return signature;
}

Handler find_builtin(const Signature& signature) {
  if (signature.name == "printf") {
    return [](CallingItem&, Lanes, std::uint64_t* result) { *result = 0; };
  }
  for (const auto family :
       {find_work_item_builtin, find_group_builtin, find_exchange_builtin, find_image_builtin,
        find_integer_builtin, find_float_builtin, find_vector_builtin, find_conversion_builtin,
        find_memory_builtin, find_atomic_builtin, find_cuda_builtin}) {
    if (Handler handler = family(signature)) return handler;
  }
  return {};
}

}  // namespace launchproof::oracle
