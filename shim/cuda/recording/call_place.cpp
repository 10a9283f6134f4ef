#include "shim/cuda/recording/call_place.h"

#include <dlfcn.h>
#include <unwind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

// A wrapper only passes on its parameters.
constexpr std::size_t kLongestWrapper = 96;
// There are a few functions of NVIDIA's headers between the wrapper and the runtime library.
constexpr std::size_t kMostFrames = 8;

thread_local const void* t_stub = nullptr;

bool is_ours(std::string_view module) {
  const std::string_view name =
      module.substr(module.rfind('/') == std::string_view::npos ? 0 : module.rfind('/') + 1);
  return name.starts_with("libcuda.so") || name.starts_with("libcudart.so");
}

// The innermost frames of the application.
struct Frames {
  std::array<std::uint64_t, kMostFrames> addresses{};
  std::size_t count = 0;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* frames) {
  auto& found = *static_cast<Frames*>(frames);
  const std::uint64_t address = _Unwind_GetIP(context);
  Dl_info info{};
  if (address == 0 || found.count == kMostFrames || ::dladdr(pointer_to(address - 1), &info) == 0 ||
      info.dli_fname == nullptr)
    return _URC_END_OF_STACK;
  if (found.count != 0 || !is_ours(info.dli_fname)) found.addresses[found.count++] = address;
  return _URC_NO_REASON;
}

// Returns the target of a direct five-byte call or jump at `at`; 0 for any other instruction.
std::uint64_t target_of(std::uint64_t at) {
  constexpr unsigned char kCall = 0xE8, kJump = 0xE9;
  constexpr std::uint64_t kLength = 5;
  const auto* const code = static_cast<const unsigned char*>(pointer_to(at));
  if (*code != kCall && *code != kJump) return 0;
  std::int32_t distance = 0;
  std::memcpy(&distance, code + 1, sizeof distance);
  return at + kLength + static_cast<std::uint64_t>(static_cast<std::int64_t>(distance));
}

// Returns whether a function is the wrapper, or the function that the wrapper calls, since compilers may
// inline either into the caller.
bool is_of_wrapper(std::uint64_t function) {
  const auto wrapper = address_of(t_stub);
  if (function == wrapper) return true;
  for (std::size_t i = 0; i < kLongestWrapper; ++i)
    if (target_of(wrapper + i) == function) return true;
  return false;
}

// Returns the number of the frame that calls the wrapper, or of the innermost one if there is no wrapper.
std::size_t caller_of_stub(const Frames& frames) {
  constexpr std::uint64_t kCallLength = 5;
  std::size_t caller = 0;
  for (std::size_t i = 0; t_stub != nullptr && i + 1 < frames.count; ++i) {
    // The start of a frame's function is the target of the call in the frame around it.
    const std::uint64_t function = target_of(frames.addresses[i + 1] - kCallLength);
    if (function != 0 && is_of_wrapper(function)) caller = i + 1;
  }
  return caller;
}

}  // namespace

capture::CallSite calling_place() {
  Frames frames;
  _Unwind_Backtrace(add_frame, &frames);
  capture::CallSite place;
  Dl_info info{};
  const std::uint64_t address = frames.addresses[caller_of_stub(frames)];
  if (address == 0 || ::dladdr(pointer_to(address - 1), &info) == 0) return place;
  place.module = info.dli_fname;
  place.offset = address - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  if (info.dli_sname != nullptr) place.function = info.dli_sname;
  return place;
}

void set_stub(const void* function) {
  t_stub = function;
}

}  // namespace launchproof::cuda
