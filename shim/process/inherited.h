// Adds Launchproof's settings to the environment of a program that the application starts, so that the
// program is recorded as well. The additions include the shim among the preloaded libraries and the layers.
#pragma once

#include <alloca.h>

#include <cstddef>

namespace launchproof::shim {

// The size of such an environment; 0 pointers mean that nothing needs to be added.
struct EnvironmentExtent {
  std::size_t pointers = 0;
  std::size_t characters = 0;
};

// May be called, like the next function, in any state of the process, even in a child of vfork(): neither
// allocates memory nor locks. A null `environment` counts as empty.
EnvironmentExtent extent_with_recording(char* const* environment) noexcept;

// Fills both arrays, which must have the extent that was returned for this environment.
void add_recording(char* const* environment, char** pointers, char* characters) noexcept;

// A larger environment is passed on unchanged, since the additions go onto the stack.
inline constexpr std::size_t kMostEnvironmentBytes = std::size_t{256} << 10;

// Calls `call` with the environment for the program to be started.
template <class Call>
int with_recording(char* const* environment, Call&& call) noexcept {
  const EnvironmentExtent extent = extent_with_recording(environment);
  const std::size_t bytes = extent.pointers * sizeof(char*) + extent.characters;
  if (extent.pointers == 0 || bytes > kMostEnvironmentBytes) return call(environment);
  char** const all = static_cast<char**>(alloca(extent.pointers * sizeof(char*)));
  char* const characters = static_cast<char*>(alloca(extent.characters + 1));
  add_recording(environment, all, characters);
  return call(const_cast<char* const*>(all));
}

}  // namespace launchproof::shim
