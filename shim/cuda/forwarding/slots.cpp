#include "shim/cuda/forwarding/slots.h"

#include <array>
#include <cerrno>
#include <mutex>
#include <string>

#include "shim/cuda/forwarding/driver_api.h"
#include "shim/cuda/forwarding/entry_code.h"
#include "shim/cuda/forwarding/real_driver.h"
#include "shim/cuda/forwarding/unseen.h"

// The initial state of a slot.
asm(".pushsection .text\n"
    ".type launchproof_first_call, %function\n"
    "launchproof_first_call:\n"
    ".cfi_startproc\n" LAUNCHPROOF_FIRST_CALL
    ".cfi_endproc\n"
    ".size launchproof_first_call, .-launchproof_first_call\n"
    ".popsection\n"
    ".pushsection .launchproof_slots, \"aw\", %progbits\n"
    ".balign 8\n"
    ".globl launchproof_slots\n"
    ".hidden launchproof_slots\n"
    "launchproof_slots:\n"
    ".popsection\n");

// The slots are contiguous, in the order of the table.
#define SLOT(symbol)                                         \
  asm(".pushsection .launchproof_slots, \"aw\", %progbits\n" \
      ".globl launchproof_slot_" #symbol                     \
      "\n"                                                   \
      ".hidden launchproof_slot_" #symbol                    \
      "\n"                                                   \
      "launchproof_slot_" #symbol                            \
      ":\n"                                                  \
      ".quad launchproof_first_" #symbol                     \
      "\n"                                                   \
      ".popsection\n"                                        \
      ".pushsection .text\n"                                 \
      ".balign 16\n"                                         \
      "launchproof_first_" #symbol ":\n" LAUNCHPROOF_FIRST("launchproof_slot_" #symbol) ".popsection\n");
// Functions that are recorded or followed have their entries elsewhere.
#define ENTRY_Recorded(symbol)
#define ENTRY_Followed(symbol)
#define ENTRY_Noted(symbol) ENTRY_Passed(symbol)
#define ENTRY_Passed(symbol)                                                               \
  asm(".pushsection .text\n"                                                               \
      ".balign 16\n"                                                                       \
      ".globl " #symbol                                                                    \
      "\n"                                                                                 \
      ".type " #symbol ", %function\n" #symbol                                             \
      ":\n" LAUNCHPROOF_ENTRY("launchproof_slot_" #symbol) ".size " #symbol ", .-" #symbol \
                                                           "\n"                            \
                                                           ".popsection\n");
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) SLOT(symbol) ENTRY_##kind(symbol)
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  SLOT(symbol) ENTRY_##kind(symbol) SLOT(symbol##suffix) ENTRY_##kind(symbol##suffix)
#include "shim/cuda/recording/functions.def"

// Entries for functions that are not in the table.
#define MORE_SLOT "launchproof_more_slots+8*launchproof_number"
#define FOR_EACH_MORE(text)                         \
  ".set launchproof_number, 0\n"                    \
  ".rept 256\n" text                                \
  ".set launchproof_number, launchproof_number+1\n" \
  ".endr\n"
asm(".pushsection .text\n"
    ".globl launchproof_more_entries\n"
    ".hidden launchproof_more_entries\n"
    ".balign 16\n"
    "launchproof_more_entries:\n" FOR_EACH_MORE(".balign 16\n" LAUNCHPROOF_ENTRY(MORE_SLOT))
    ".balign 16\n"
    "launchproof_more_first:\n" FOR_EACH_MORE(".balign 16\n" LAUNCHPROOF_FIRST(MORE_SLOT))
    ".popsection\n"
    ".pushsection .launchproof_more_slots, \"aw\", %progbits\n"
    ".balign 8\n"
    ".globl launchproof_more_slots\n"
    ".hidden launchproof_more_slots\n"
    "launchproof_more_slots:\n" FOR_EACH_MORE(".quad launchproof_more_first+16*launchproof_number\n")
    ".popsection\n");

// Their types do not matter here, since they are not called.
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) extern "C" void(symbol)();
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  extern "C" void(symbol)();                                                  \
  extern "C" void(symbol##suffix)();
#include "shim/cuda/recording/functions.def"

extern "C" {
extern void* launchproof_slots[];
extern void* launchproof_more_slots[];
extern char launchproof_more_entries[];
}

namespace launchproof::cuda {
namespace {

constexpr std::size_t kMoreEntries = 256, kBytesOfEntry = 16;

using Entry = void (*)();

constexpr Entry kEntries[] = {
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) &(symbol),
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) &(symbol), &(symbol##suffix),
#include "shim/cuda/recording/functions.def"
};

// A function that is not in the table.
struct More {
  std::string name;
  void* function = nullptr;
};

std::mutex g_mutex;
std::array<More, kMoreEntries>& more() {
  static auto& all = *new std::array<More, kMoreEntries>;
  return all;
}

// Replaces a function that the driver does not have.
CUresult not_there() {
  return kNotFound;
}

std::size_t index_of(const DriverFunction& function) {
  return static_cast<std::size_t>(&function - driver_functions().data());
}

}  // namespace

void* real_function(const DriverFunction& function) {
  return real_symbol(function.symbol);
}

void adopt(const DriverFunction& function, void* real) {
  __atomic_store_n(launchproof_slots + index_of(function), real, __ATOMIC_RELAXED);
}

void* own_function(const DriverFunction& function) {
  return reinterpret_cast<void*>(kEntries[index_of(function)]);
}

void* noting_entry(const char* name, void* function) {
  const std::lock_guard lock(g_mutex);
  for (std::size_t i = 0; i < kMoreEntries; ++i) {
    More& one = more()[i];
    if (one.function == nullptr) one = {name, function};
    if (one.function == function) return launchproof_more_entries + i * kBytesOfEntry;
  }
  note_unseen(name);
  return function;
}

}  // namespace launchproof::cuda

// Called by the initial contents of a slot. Returns the function for the slot.
extern "C" __attribute__((visibility("hidden"), used)) void* launchproof_resolve(void** slot) {
  using namespace launchproof::cuda;
  const int saved = errno;
  void* function = nullptr;
  if (slot >= launchproof_more_slots && slot < launchproof_more_slots + kMoreEntries) {
    const std::lock_guard lock(g_mutex);
    const More& one = more()[static_cast<std::size_t>(slot - launchproof_more_slots)];
    note_unseen(one.name.c_str());
    function = one.function;
  } else {
    const DriverFunction& called = driver_functions()[static_cast<std::size_t>(slot - launchproof_slots)];
    function = real_function(called);
    if (function != nullptr && called.kind == FunctionKind::Noted) note_unseen(called.symbol);
  }
  if (function == nullptr) function = reinterpret_cast<void*>(&not_there);
  __atomic_store_n(slot, function, __ATOMIC_RELAXED);
  errno = saved;
  return function;
}
