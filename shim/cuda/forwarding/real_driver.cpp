#include "shim/cuda/forwarding/real_driver.h"

#include <dlfcn.h>

#include <cstdlib>

namespace launchproof::cuda {
namespace {

// Opened by path, since a lookup by name would find this library.
void* open_driver() {
  const char* const path = std::getenv(kDriverVariable);
  return path == nullptr || *path == 0 ? nullptr : ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

void* real_symbol(const char* name) {
  static void* const driver = open_driver();
  return driver == nullptr ? nullptr : ::dlsym(driver, name);
}

}  // namespace launchproof::cuda
