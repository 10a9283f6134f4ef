// Programs that the application starts by posix_spawn() with a separate environment.
#include <spawn.h>

#include "shim/process/following.h"
#include "shim/process/inherited.h"

namespace launchproof::shim {
namespace {

struct SpawnFunctions {
  decltype(&::posix_spawn) by_path = nullptr;
  decltype(&::posix_spawnp) in_path = nullptr;
};
constinit SpawnFunctions g_spawn_functions{};

__attribute__((constructor)) void find_spawn_functions() {
  find_following(g_spawn_functions.by_path, "posix_spawn");
  find_following(g_spawn_functions.in_path, "posix_spawnp");
}

const SpawnFunctions& spawn_functions() {
  if (g_spawn_functions.in_path == nullptr)
    find_spawn_functions();  // called by another library's constructor
  return g_spawn_functions;
}

}  // namespace
}  // namespace launchproof::shim

using launchproof::shim::spawn_functions;
using launchproof::shim::with_recording;

extern "C" {

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library's names are reserved ones.
int posix_spawn(pid_t* process, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* argv, char* const* environment) {
  return with_recording(environment, [&](char* const* with) {
    return spawn_functions().by_path(process, path, actions, attributes, argv, with);
  });
}

int posix_spawnp(pid_t* process, const char* file, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* argv, char* const* environment) {
  return with_recording(environment, [&](char* const* with) {
    return spawn_functions().in_path(process, file, actions, attributes, argv, with);
  });
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

}  // extern "C"
