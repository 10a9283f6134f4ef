#include "verify/model/element_types.h"

#include <array>
#include <cstdint>

namespace launchproof::model {
namespace {

struct Name {
  std::string_view name;
  std::uint32_t bytes;
  bool is_signed;
};

constexpr std::array<Name, 8> kElementTypeNames{{{"int8", 1, true},
                                                 {"uint8", 1, false},
                                                 {"int16", 2, true},
                                                 {"uint16", 2, false},
                                                 {"int32", 4, true},
                                                 {"uint32", 4, false},
                                                 {"int64", 8, true},
                                                 {"uint64", 8, false}}};

constexpr std::array<Name, 16> kDeclared{{{"char", 1, true},
                                          {"signed char", 1, true},
                                          {"uchar", 1, false},
                                          {"unsigned char", 1, false},
                                          {"short", 2, true},
                                          {"ushort", 2, false},
                                          {"unsigned short", 2, false},
                                          {"int", 4, true},
                                          {"uint", 4, false},
                                          {"unsigned int", 4, false},
                                          {"unsigned", 4, false},
                                          {"long", 8, true},
                                          {"ulong", 8, false},
                                          {"unsigned long", 8, false},
                                          {"long long", 8, true},
                                          {"unsigned long long", 8, false}}};

template <typename Names>
std::optional<ContentsProperties> find(const Names& names, std::string_view name) {
  for (const Name& one : names)
    if (one.name == name) return ContentsProperties{one.bytes, one.is_signed};
  return std::nullopt;
}

}  // namespace

std::optional<ContentsProperties> integers_named(std::string_view name) {
  return find(kElementTypeNames, name);
}

std::optional<ContentsProperties> integers_of_type(std::string_view type) {
  for (const std::string_view qualifier : {"const ", "volatile ", "const "})
    if (type.starts_with(qualifier)) type.remove_prefix(qualifier.size());
  // int32_t and similar names.
  if (type.ends_with("_t")) return find(kElementTypeNames, type.substr(0, type.size() - 2));
  while (!type.empty() && type.back() >= '0' && type.back() <= '9') type.remove_suffix(1);
  return find(kDeclared, type);
}

std::string elements_in_words(std::string_view name, const ContentsProperties& properties) {
  return "the " + element_type(properties) + " elements of `" + std::string(name) + "` are " +
         in_words(properties);
}

}  // namespace launchproof::model
