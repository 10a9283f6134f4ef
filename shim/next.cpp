#include "shim/next.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

namespace launchproof::shim {
namespace {

constinit cl_icd_dispatch g_layer_target{};
constinit std::atomic<bool> g_layer_active{false};
constinit std::mutex g_layer_mutex;

template <class Function>
void put(Function& function, void* found) {
  function = reinterpret_cast<Function>(found);
}

cl_icd_dispatch find_all() {
  cl_icd_dispatch table{};
  fill_table(table, [](const char* name) { return dlsym(RTLD_NEXT, name); });
  return table;
}

}  // namespace

void fill_table(cl_icd_dispatch& table, const std::function<void*(const char*)>& find) {
#define LAUNCHPROOF_HOOK(name, ...) put(table.name, find(#name));
#include "shim/hooks.def"
#define LAUNCHPROOF_PUT(name) put(table.name, find(#name))
  LAUNCHPROOF_PUT(clGetContextInfo);
  LAUNCHPROOF_PUT(clGetCommandQueueInfo);
  LAUNCHPROOF_PUT(clGetMemObjectInfo);
  LAUNCHPROOF_PUT(clGetProgramBuildInfo);
  LAUNCHPROOF_PUT(clGetKernelInfo);
  LAUNCHPROOF_PUT(clGetKernelArgInfo);
  LAUNCHPROOF_PUT(clGetKernelSubGroupInfo);
  LAUNCHPROOF_PUT(clGetKernelSubGroupInfoKHR);
  LAUNCHPROOF_PUT(clFlush);
#undef LAUNCHPROOF_PUT
}

const cl_icd_dispatch& preloaded() {
  static const cl_icd_dispatch table = find_all();
  return table;
}

const cl_icd_dispatch& next() {
  return layer_is_active() ? g_layer_target : preloaded();
}

bool layer_is_active() {
  return g_layer_active.load(std::memory_order_acquire);
}

void take_library(const cl_icd_dispatch& table) {
  const std::lock_guard lock(g_layer_mutex);
  g_layer_target = table;
  g_layer_active.store(true, std::memory_order_release);
}

bool set_layer_target(const cl_icd_dispatch* target, std::size_t entries) {
  const std::lock_guard lock(g_layer_mutex);
  if (layer_is_active()) return false;
  std::memcpy(&g_layer_target, target, std::min(entries, kKnownEntries) * sizeof(void*));
  g_layer_active.store(true, std::memory_order_release);
  return true;
}

}  // namespace launchproof::shim
