#include "shim/opencl/entry/next.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "shim/opencl/entry/opened.h"

namespace launchproof::shim {
namespace {

constinit cl_icd_dispatch g_layer_target{};
constinit std::atomic<bool> g_layer_active{false};
constinit std::mutex g_layer_mutex;

template <class Function>
void put(Function& function, void* found) {
  function = reinterpret_cast<Function>(found);
}

struct Preloaded {
  cl_icd_dispatch table{};
  std::string path;  // of the library
  std::once_flag is_looked_for;
  cl_icd_dispatch library{};  // the result of library() once it was looked up
};
constinit std::atomic<Preloaded*> g_preloaded{nullptr};
constinit const cl_icd_dispatch g_none{};

bool offers_any(const cl_icd_dispatch& table) {
  return std::memcmp(&table, &g_none, sizeof table) != 0;
}

}  // namespace

void fill_table(cl_icd_dispatch& table, const std::function<void*(const char*)>& find) {
#define LAUNCHPROOF_HOOK(name, ...) put(table.name, find(#name));
#include "shim/opencl/entry/hooks.def"
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

const cl_icd_dispatch& preloaded(const void* caller) {
  Preloaded* known = g_preloaded.load(std::memory_order_acquire);
  if (known != nullptr) return known->table;
  auto made = std::make_unique<Preloaded>();
  fill_table(made->table, [](const char* name) { return dlsym(RTLD_NEXT, name); });
  if (!offers_any(made->table) && caller != nullptr) find_as_caller(caller, made->table);
  if (!offers_any(made->table)) return g_none;
  made->path = library_path(reinterpret_cast<const void*>(made->table.clGetPlatformIDs));
  // Another thread may use the stored table. It is never freed, since calls may be using it.
  if (g_preloaded.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel))
    known = made.release();
  return known->table;
}

void forget_closed_library() {
  Preloaded* known = g_preloaded.load(std::memory_order_acquire);
  if (known == nullptr || known->path.empty()) return;
  if (library_path(reinterpret_cast<const void*>(known->table.clGetPlatformIDs)) == known->path) return;
  g_preloaded.compare_exchange_strong(known, nullptr, std::memory_order_acq_rel);
}

const cl_icd_dispatch& library() {
  if (layer_is_active()) return g_layer_target;
  preloaded();
  Preloaded* const known = g_preloaded.load(std::memory_order_acquire);
  if (known == nullptr) return g_none;
  std::call_once(known->is_looked_for, [&] {
    if (!find_library(known->table, known->library)) known->library = known->table;
  });
  return known->library;
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
  if (layer_is_active()) {
    const auto* const before = reinterpret_cast<const void*>(g_layer_target.clGetPlatformIDs);
    const auto* const now = reinterpret_cast<const void*>(target->clGetPlatformIDs);
    if (is_own(now) || (is_loaded(before) && !in_one_library(before, now))) return false;
  }
  std::memcpy(&g_layer_target, target, std::min(entries, kKnownEntries) * sizeof(void*));
  g_layer_active.store(true, std::memory_order_release);
  return true;
}

}  // namespace launchproof::shim
