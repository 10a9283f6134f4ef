// The NVRTC functions that receive a program or return code (NVIDIA's documentation of NVRTC). Each calls
// NVRTC's own function and returns its result.
#include "shim/nvrtc/interpose.h"

#include <dlfcn.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "shim/nvrtc/programs.h"
#include "shim/recording/c_library.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

using Result = int;  // nvrtcResult
constexpr Result kSuccess = 0;
constexpr Result kInternalError = 11;  // NVRTC_ERROR_INTERNAL_ERROR

// Never destroyed: the application may load modules until its very end.
NvrtcPrograms& compiled_programs() {
  static auto* const all = new NvrtcPrograms;
  return *all;
}
constinit std::mutex g_programs_mutex;

// NVRTC's own functions, by number.
enum Function : std::size_t { Create, Express, Compile, PtxSize, Ptx, CubinSize, Cubin, Destroy, kFunctions };
constexpr const char* kNames[kFunctions] = {
    "nvrtcCreateProgram", "nvrtcAddNameExpression", "nvrtcCompileProgram", "nvrtcGetPTXSize",
    "nvrtcGetPTX",        "nvrtcGetCUBINSize",      "nvrtcGetCUBIN",       "nvrtcDestroyProgram"};
constinit std::atomic<void*> g_next[kFunctions]{};

// dlsym() of the C library, which the shim replaces; null if it cannot be found.
void* look_up(void* handle, const char* name) {
  using LookUp = void* (*)(void*, const char*);
  static const auto own = reinterpret_cast<LookUp>(c_library_function("dlsym"));
  return own == nullptr ? nullptr : own(handle, name);
}

// The function that the hook calls: the one that the application looked up with dlsym(), or otherwise the
// next one that the dynamic linker finds. Null: none.
template <class Type>
Type original(Function which) {
  void* known = g_next[which].load(std::memory_order_acquire);
  if (known == nullptr) {
    known = look_up(RTLD_NEXT, kNames[which]);
    if (known == nullptr) return nullptr;
    g_next[which].store(known, std::memory_order_release);
  }
  return reinterpret_cast<Type>(known);
}

// Stores the program that belongs to code of `size` bytes written by NVRTC.
void keep(const void* program, const char* code, std::size_t size, const std::string& ptx = {}) {
  record([&] {
    const std::lock_guard lock(g_programs_mutex);
    compiled_programs().keep(program, {code, size}, ptx);
    if (!ptx.empty()) compiled_programs().keep(program, ptx);
  });
}

// Returns the output of two NVRTC functions, one of which returns the size and the other one the contents;
// empty if there is none.
std::string given_by(void* program, Function size_function, Function function) {
  const auto size_of = original<Result (*)(void*, std::size_t*)>(size_function);
  const auto get = original<Result (*)(void*, char*)>(function);
  std::size_t size = 0;
  if (size_of == nullptr || get == nullptr || size_of(program, &size) != kSuccess) return {};
  std::string text(size, '\0');
  if (get(program, text.data()) != kSuccess) return {};
  return text;
}

// Returns the PTX of a compilation to machine code, which NVRTC also provides, without its zero byte.
std::string ptx_of(void* program) noexcept {
  try {
    std::string ptx = given_by(program, PtxSize, Ptx);
    ptx.resize(std::strlen(ptx.c_str()));
    return ptx;
  } catch (...) {
    return {};  // no memory
  }
}

}  // namespace
}  // namespace launchproof::shim

using namespace launchproof::shim;

extern "C" {

int nvrtcCreateProgram(void** program, const char* text, const char* name, int headers,
                       const char* const* header_texts, const char* const* header_names) {
  const auto own = original<decltype(&nvrtcCreateProgram)>(Create);
  if (own == nullptr) return kInternalError;
  const Result result = own(program, text, name, headers, header_texts, header_names);
  if (result != kSuccess || program == nullptr || text == nullptr) return result;
  record([&] {
    NvrtcProgram made;
    made.text = text;
    made.name = name == nullptr ? "" : name;
    for (int i = 0; i < headers; ++i)
      if (header_names != nullptr && header_texts != nullptr && header_names[i] != nullptr &&
          header_texts[i] != nullptr)
        made.headers.emplace_back(header_names[i], header_texts[i]);
    const std::lock_guard lock(g_programs_mutex);
    compiled_programs().create(*program, std::move(made));
  });
  return result;
}

int nvrtcAddNameExpression(void* program, const char* expression) {
  const auto own = original<decltype(&nvrtcAddNameExpression)>(Express);
  if (own == nullptr) return kInternalError;
  const Result result = own(program, expression);
  if (result != kSuccess || expression == nullptr) return result;
  record([&] {
    const std::lock_guard lock(g_programs_mutex);
    if (NvrtcProgram* const known = compiled_programs().find(program))
      known->expressions.emplace_back(expression);
  });
  return result;
}

int nvrtcCompileProgram(void* program, int count, const char* const* options) {
  const auto own = original<decltype(&nvrtcCompileProgram)>(Compile);
  if (own == nullptr) return kInternalError;
  const Result result = own(program, count, options);
  record([&] {
    const std::lock_guard lock(g_programs_mutex);
    if (NvrtcProgram* const known = compiled_programs().find(program))
      known->options = joined_options(count, options);
  });
  return result;
}

int nvrtcGetPTX(void* program, char* ptx) {
  const auto own = original<decltype(&nvrtcGetPTX)>(Ptx);
  if (own == nullptr) return kInternalError;
  const Result result = own(program, ptx);
  if (result == kSuccess && ptx != nullptr) keep(program, ptx, std::strlen(ptx));
  return result;
}

int nvrtcGetCUBIN(void* program, char* cubin) {
  const auto own = original<decltype(&nvrtcGetCUBIN)>(Cubin);
  if (own == nullptr) return kInternalError;
  const Result result = own(program, cubin);
  const auto size_of = original<Result (*)(void*, std::size_t*)>(CubinSize);
  std::size_t size = 0;
  if (result == kSuccess && cubin != nullptr && size_of != nullptr && size_of(program, &size) == kSuccess)
    keep(program, cubin, size, ptx_of(program));
  return result;
}

int nvrtcDestroyProgram(void** program) {
  const auto own = original<decltype(&nvrtcDestroyProgram)>(Destroy);
  if (own == nullptr) return kInternalError;
  void* const handle = program == nullptr ? nullptr : *program;
  // Before the call, since another thread may get the handle afterwards.
  record([&] {
    const std::lock_guard lock(g_programs_mutex);
    compiled_programs().destroy(handle);
  });
  return own(program);
}

const launchproof::RuntimeSource* launchproof_runtime_source(const char* image, std::size_t size) {
  const std::lock_guard lock(g_programs_mutex);
  return compiled_programs().source_of({image, size});
}

}  // extern "C"

namespace launchproof::shim {
namespace {

void* hook_of(Function which) {
  switch (which) {
    case Create:
      return reinterpret_cast<void*>(&nvrtcCreateProgram);
    case Express:
      return reinterpret_cast<void*>(&nvrtcAddNameExpression);
    case Compile:
      return reinterpret_cast<void*>(&nvrtcCompileProgram);
    case Ptx:
      return reinterpret_cast<void*>(&nvrtcGetPTX);
    case Cubin:
      return reinterpret_cast<void*>(&nvrtcGetCUBIN);
    case Destroy:
      return reinterpret_cast<void*>(&nvrtcDestroyProgram);
    case PtxSize:
    case CubinSize:
    case kFunctions:
      break;
  }
  return nullptr;
}

// kFunctions: not one of them.
Function function_named(std::string_view name) {
  std::size_t which = 0;
  while (which < kFunctions && name != kNames[which]) ++which;
  return static_cast<Function>(which);
}

}  // namespace

bool is_nvrtc_hooked(std::string_view name) noexcept {
  return hook_of(function_named(name)) != nullptr;
}

bool is_nvrtc_behind(std::string_view name) noexcept {
  const Function which = function_named(name);
  return which != kFunctions && original<void (*)()>(which) != nullptr;
}

void* nvrtc_given_for(void* function, std::string_view name) noexcept {
  const Function which = function_named(name);
  void* const hook = hook_of(which);
  if (hook == nullptr || function == hook) return function;
  void* known = nullptr;
  if (!g_next[which].compare_exchange_strong(known, function) && known != function) return function;
  // The machine-code hook calls the other hooks itself.
  if (which == Cubin) {
    Dl_info info{};
    void* handle = nullptr;
    if (::dladdr(function, &info) != 0 && info.dli_fname != nullptr)
      handle = ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (handle != nullptr) {
      for (const Function other : {CubinSize, PtxSize, Ptx}) {
        void* none = nullptr;
        g_next[other].compare_exchange_strong(none, look_up(handle, kNames[other]));
      }
      ::dlclose(handle);
    }
  }
  return hook;
}

}  // namespace launchproof::shim
