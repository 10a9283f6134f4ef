// Names of overloaded functions, as Clang mangles them (Itanium C++ ABI, 5.1).
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace launchproof::frontend {

// Returns "min" and "ii" for "_Z3minii". Returns the name itself and an empty text if it is not mangled.
inline std::pair<std::string, std::string> unmangle(std::string_view name) {
  std::size_t length = 0;
  if (!name.starts_with("_Z")) return {std::string(name), {}};
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data() + 2, end, length);
  if (error != std::errc() || length > static_cast<std::size_t>(end - rest)) return {std::string(name), {}};
  return {std::string(rest, length), std::string(rest + length, end)};
}

}  // namespace launchproof::frontend
