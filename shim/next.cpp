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
void find_next(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

cl_icd_dispatch find_all() {
  cl_icd_dispatch table{};
#define LAUNCHPROOF_HOOK(name, ...) find_next(table.name, #name);
#include "shim/hooks.def"
  find_next(table.clGetContextInfo, "clGetContextInfo");
  find_next(table.clGetCommandQueueInfo, "clGetCommandQueueInfo");
  find_next(table.clGetMemObjectInfo, "clGetMemObjectInfo");
  find_next(table.clGetProgramBuildInfo, "clGetProgramBuildInfo");
  find_next(table.clGetKernelInfo, "clGetKernelInfo");
  find_next(table.clGetKernelArgInfo, "clGetKernelArgInfo");
  find_next(table.clGetKernelSubGroupInfo, "clGetKernelSubGroupInfo");
  find_next(table.clGetKernelSubGroupInfoKHR, "clGetKernelSubGroupInfoKHR");
  find_next(table.clGetEventInfo, "clGetEventInfo");
  find_next(table.clCreateCommandQueue, "clCreateCommandQueue");
  find_next(table.clFlush, "clFlush");
  return table;
}

}  // namespace

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

bool set_layer_target(const cl_icd_dispatch* target, std::size_t entries) {
  const std::lock_guard lock(g_layer_mutex);
  if (layer_is_active()) return false;
  std::memcpy(&g_layer_target, target, std::min(entries, kKnownEntries) * sizeof(void*));
  g_layer_active.store(true, std::memory_order_release);
  return true;
}

}  // namespace launchproof::shim
