#include "shim/opencl/entry/opened.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>

#include "shim/opencl/entry/next.h"
#include "shim/recording/c_library.h"
#include "shim/recording/recorder.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

// The name that a loader looks up in its layers; a loader without layers does not use it.
constexpr std::string_view kLayerEntry = "clInitLayer";

// Functions that only OpenCL libraries themselves provide: drivers and loaders.
constexpr const char* kOfLibraries[] = {"clGetPlatformIDs", "clGetExtensionFunctionAddress",
                                        "clIcdGetPlatformIDsKHR"};

constinit std::atomic<LookUp> g_behind{nullptr};
constinit std::atomic<VersionLookUp> g_version_behind{nullptr};
// The library whose functions are recorded; the table is next().
constinit std::mutex g_taking;
constinit const link_map* g_taken = nullptr;
constinit std::atomic<bool> g_is_noted{false};

void* nothing(void* /*handle*/, const char* /*name*/) {
  return nullptr;
}
void* nothing_of_version(void* /*handle*/, const char* /*name*/, const char* /*version*/) {
  return nullptr;
}

// A lookup of our own names only finds us.
template <class Function>
Function behind(std::atomic<Function>& kept, const char* name, Function without) {
  Function known = kept.load(std::memory_order_acquire);
  if (known != nullptr) return known;
  known = reinterpret_cast<Function>(c_library_function(name));
  if (known == nullptr) known = without;
  kept.store(known, std::memory_order_release);
  return known;
}

// Returns the loaded object that contains the address; null if there is none. That is not a handle: an object
// that was only loaded as a dependency cannot be examined through it.
const link_map* object_at(const void* address) {
  Dl_info info{};
  void* map = nullptr;
  return dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0 ? nullptr : static_cast<const link_map*>(map);
}

// A handle to a loaded object, held while the object is examined.
class Opened {
 public:
  explicit Opened(const link_map* object)
      : d_object(object),
        d_handle(::dlopen(*object->l_name == '\0' ? nullptr : object->l_name, RTLD_LAZY | RTLD_NOLOAD)) {}
  ~Opened() {
    if (d_handle != nullptr) ::dlclose(d_handle);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  // Returns null if neither the object nor a library that it depends on provides the name.
  void* find(const char* name) const {
    return d_handle == nullptr ? nullptr : look_up_behind()(d_handle, name);
  }
  // By itself.
  bool offers(const char* name) const {
    const void* const function = find(name);
    return function != nullptr && object_at(function) == d_object;
  }

 private:
  const link_map* d_object;
  void* d_handle;
};

bool is_of_opencl(const link_map* object) {
  const Opened opened(object);
  return std::ranges::any_of(kOfLibraries, [&](const char* name) { return opened.offers(name); });
}

struct Search {
  const link_map* object;
  bool is_found;
};

// Searches for the name in the readable memory that the object has mapped.
int search(dl_phdr_info* info, std::size_t /*bytes*/, void* data) {
  auto& wanted = *static_cast<Search*>(data);
  if (info->dlpi_addr != wanted.object->l_addr || std::strcmp(info->dlpi_name, wanted.object->l_name) != 0)
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_R) == 0) continue;
    const auto* const begin =
        reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);  // NOLINT(performance-no-int-to-ptr)
    if (::memmem(begin, part.p_filesz, kLayerEntry.data(), kLayerEntry.size()) != nullptr)
      wanted.is_found = true;
  }
  return 1;
}

// Returns whether the library, as a loader with layers, calls the shim itself.
bool calls_the_shim(const link_map* library) {
  const char* const layers = std::getenv("OPENCL_LAYERS");
  const link_map* const own = object_at(reinterpret_cast<const void*>(&given_for));
  if (layers == nullptr || own == nullptr) return false;
  const std::string_view path = own->l_name;
  if (std::string_view(layers).find(path.substr(path.rfind('/') + 1)) == std::string_view::npos) return false;
  Search wanted{library, false};
  dl_iterate_phdr(&search, &wanted);
  return wanted.is_found;
}

// Returns whether the table has the functions of the first version of OpenCL, and therefore everything that
// the shim itself calls.
bool is_whole(const cl_icd_dispatch& table) {
  bool whole = table.clGetContextInfo != nullptr && table.clGetCommandQueueInfo != nullptr &&
               table.clGetMemObjectInfo != nullptr && table.clGetProgramBuildInfo != nullptr &&
               table.clGetKernelInfo != nullptr && table.clFlush != nullptr;
#define LAUNCHPROOF_HOOK(name, since, ...) \
  if (std::string_view(since) == "1.0" && table.name == nullptr) whole = false;
#include "shim/opencl/entry/hooks.def"
  return whole;
}

// Returns null if no hooked function has the name.
void* hook_named(std::string_view name) {
#define LAUNCHPROOF_HOOK(function, ...) \
  if (name == #function) return reinterpret_cast<void*>(&hooks::function);
#include "shim/opencl/entry/hooks.def"
  return nullptr;
}

void note_unrecorded(const link_map* library) {
  if (g_is_noted.exchange(true)) return;
  record([&] {
    const std::string text = std::string("the application opened an OpenCL library (") + library->l_name +
                             ") by itself, whose calls are not recorded: launches may be missing";
    writer().note(text.c_str(), capture::Missing::Launches);
  });
}

// Returns whether the library's calls reach the hooks. Adopts the library if nothing is recorded yet.
bool is_taken(const link_map* library) {
  const Opened opened(library);
  if (g_taken != nullptr) {
    const auto* const known = reinterpret_cast<const void*>(next().clGetPlatformIDs);
    if (library == g_taken && opened.find("clGetPlatformIDs") == known) return true;
    if (library != g_taken && object_at(known) == g_taken) return false;
    // It was closed, and this may be another library in its place.
  } else if (layer_is_active()) {
    return false;
  }
  // The exported functions record the library that the application links.
  const void* const linked = look_up_behind()(RTLD_NEXT, "clEnqueueNDRangeKernel");
  if (linked != nullptr) return object_at(linked) == library;
  cl_icd_dispatch table{};
  fill_table(table, [&](const char* name) { return opened.find(name); });
  if (!is_whole(table)) return false;
  take_library(table);
  g_taken = library;
  return true;
}

void* given(void* function, const char* name, const void* caller) {
  void* const hook = hook_named(name);
  const link_map* const library = object_at(function);
  const link_map* const asking = object_at(caller);
  if (library == nullptr || library == object_at(reinterpret_cast<const void*>(&given_for))) return function;
  // If a loader examines a driver, the caller of the loader is examined instead.
  if (asking != nullptr && is_of_opencl(asking)) return function;
  if (calls_the_shim(library)) return function;
  const std::lock_guard lock(g_taking);
  if (hook != nullptr && is_taken(library)) return hook;
  note_unrecorded(library);
  return function;
}

}  // namespace

bool is_loaded(const void* address) {
  return address != nullptr && object_at(address) != nullptr;
}

bool is_own(const void* address) {
  return in_one_library(address, reinterpret_cast<const void*>(&given_for));
}

bool in_one_library(const void* one, const void* other) {
  return is_loaded(one) && is_loaded(other) && object_at(one) == object_at(other);
}

std::string library_path(const void* address) {
  return is_loaded(address) ? object_at(address)->l_name : std::string();
}

void find_as_caller(const void* caller, cl_icd_dispatch& table) {
  const link_map* const asking = object_at(caller);
  const link_map* const own = object_at(reinterpret_cast<const void*>(&given_for));
  if (asking == nullptr || asking == own) return;
  const Opened opened(asking);
  fill_table(table, [&](const char* name) {
    void* const function = opened.find(name);
    return function != nullptr && object_at(function) == own ? nullptr : function;
  });
  ::dlerror();  // restores the state from before the look-up
}

bool find_library(const cl_icd_dispatch& following, cl_icd_dispatch& table) {
  const link_map* const own = object_at(reinterpret_cast<const void*>(&given_for));
  bool is_found = false;
  for (const link_map* object = own; object != nullptr && !is_found; object = object->l_next) {
    const Opened opened(object);
    if (object == own || !opened.offers("clBuildProgram")) continue;
    cl_icd_dispatch found{};
    fill_table(found, [&](const char* name) { return opened.offers(name) ? opened.find(name) : nullptr; });
    is_found = is_whole(found) && found.clGetPlatformIDs == following.clGetPlatformIDs &&
               found.clGetDeviceInfo == following.clGetDeviceInfo;
    if (is_found) table = found;
  }
  ::dlerror();  // restores the state from before the look-up
  return is_found;
}

LookUp look_up_behind() noexcept {
  return behind(g_behind, "dlsym", &nothing);
}

VersionLookUp version_look_up_behind() noexcept {
  return behind(g_version_behind, "dlvsym", &nothing_of_version);
}

void* given_for(void* function, const char* name, const void* caller) noexcept {
  const int error = errno;
  void* result = function;
  try {
    result = given(function, name, caller);
  } catch (...) {
    result = function;  // no memory
  }
  ::dlerror();  // as after a successful lookup
  errno = error;
  return result;
}

}  // namespace launchproof::shim
