#include "shim/cuda/driver/function_entries.h"

// Their types do not matter here, since they are not called.
#define DECLARE_Offered(symbol) extern "C" void(symbol)();
#define DECLARE_Missing(symbol)
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) DECLARE_##device(symbol)
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  DECLARE_##device(symbol) DECLARE_##device(symbol##suffix)
#include "shim/cuda/recording/functions.def"

// Work is complete when a call returns, so a per-thread stream orders nothing beyond the null stream: its
// symbols jump to the others.
#define JUMP_Missing(symbol, suffix)
#if defined(__x86_64__)
#define JUMP(symbol) "endbr64\njmp " symbol "@PLT\n"
#elif defined(__aarch64__)
#define JUMP(symbol) "hint #34\nb " symbol "\n"
#else
#error "jumps are not written for this processor"
#endif
#define JUMP_Offered(symbol, suffix)                                                                        \
  asm(".pushsection .text." #symbol #suffix                                                                 \
      ", \"ax\", %progbits\n"                                                                               \
      ".globl " #symbol #suffix                                                                             \
      "\n"                                                                                                  \
      ".type " #symbol #suffix ", %function\n" #symbol #suffix ":\n" JUMP(#symbol) ".size " #symbol #suffix \
                                                                                   ", .-" #symbol #suffix   \
                                                                                   "\n"                     \
                                                                                   ".popsection\n");
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) JUMP_##device(symbol, suffix)
#include "shim/cuda/recording/functions.def"

namespace launchproof::cuda {
namespace {

using Entry = void (*)();

constexpr Entry kEntries[] = {
#define ENTRY_Offered(symbol) &(symbol),
#define ENTRY_Missing(symbol) nullptr,
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) ENTRY_##device(symbol)
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  ENTRY_##device(symbol) ENTRY_##device(symbol##suffix)
#include "shim/cuda/recording/functions.def"
};

}  // namespace

void* function_entry(const DriverFunction& function) {
  return reinterpret_cast<void*>(kEntries[&function - driver_functions().data()]);
}

}  // namespace launchproof::cuda
