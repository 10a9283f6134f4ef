// Additions to the environment that the application gives a program which it starts, so that the program is
// recorded as well: the settings of Launchproof, and the shim among the preloaded libraries and the layers.
#pragma once

#include <alloca.h>

#include <cstddef>

namespace launchproof::shim {

// The room that such an environment takes; 0 pointers mean that nothing needs to be added.
struct EnvironmentExtent {
  std::size_t pointers = 0;
  std::size_t characters = 0;
};

// May be called, like the next function, in any state of the process, even in a child of vfork(): neither
// allocates memory nor locks. A null `environment` counts as empty.
EnvironmentExtent extent_with_recording(char* const* environment) noexcept;

// Fills both arrays, of the extent that was given for this environment.
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
