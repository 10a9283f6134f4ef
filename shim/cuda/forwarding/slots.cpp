#include "shim/cuda/forwarding/slots.h"

#include <array>
#include <mutex>
#include <string>

#include "shim/cuda/forwarding/driver_api.h"
#include "shim/cuda/forwarding/real_driver.h"
#include "shim/cuda/forwarding/unseen.h"

// Entries, slots and the code that slots hold at first. Arguments are left as they are: what a first call
// changes of the registers that may hold some is put back before the function is called (System V ABI,
// AMD64, 3.2.3).
asm(R"(
  .pushsection .text
  .type launchproof_first_call, @function
launchproof_first_call:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  pushq %r10
  subq $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq %r11, %rdi
  call launchproof_resolve
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $128, %rsp
  popq %r10
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rbp
  .cfi_def_cfa %rsp, 8
  jmp *%r11
  .cfi_endproc
  .size launchproof_first_call, .-launchproof_first_call
  .popsection
  .pushsection .launchproof_slots, "aw", @progbits
  .balign 8
  .globl launchproof_slots
  .hidden launchproof_slots
launchproof_slots:
  .popsection
)");

// The slots follow each other in the order of the table.
#define SLOT(symbol)                                         \
  asm(".pushsection .launchproof_slots, \"aw\", @progbits\n" \
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
      "launchproof_first_" #symbol                           \
      ":\n"                                                  \
      "endbr64\n"                                            \
      "leaq launchproof_slot_" #symbol                       \
      "(%rip), %r11\n"                                       \
      "jmp launchproof_first_call\n"                         \
      ".popsection\n");
// What is recorded or followed has its entry elsewhere.
#define ENTRY_Recorded(symbol)
#define ENTRY_Followed(symbol)
#define ENTRY_Noted(symbol) ENTRY_Passed(symbol)
#define ENTRY_Passed(symbol)                   \
  asm(".pushsection .text\n"                   \
      ".globl " #symbol                        \
      "\n"                                     \
      ".type " #symbol ", @function\n" #symbol \
      ":\n"                                    \
      "endbr64\n"                              \
      "jmp *launchproof_slot_" #symbol         \
      "(%rip)\n"                               \
      ".size " #symbol ", .-" #symbol          \
      "\n"                                     \
      ".popsection\n");
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) SLOT(symbol) ENTRY_##kind(symbol)
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  SLOT(symbol) ENTRY_##kind(symbol) SLOT(symbol##suffix) ENTRY_##kind(symbol##suffix)
#include "shim/cuda/functions.def"

// Entries for functions that are not in the table.
asm(R"(
  .pushsection .text
  .globl launchproof_more_entries
  .hidden launchproof_more_entries
  .balign 16
launchproof_more_entries:
  .set launchproof_number, 0
  .rept 256
  .balign 16
  endbr64
  jmp *launchproof_more_slots+8*launchproof_number(%rip)
  .set launchproof_number, launchproof_number+1
  .endr
  .balign 16
launchproof_more_first:
  .set launchproof_number, 0
  .rept 256
  .balign 16
  leaq launchproof_more_slots+8*launchproof_number(%rip), %r11
  jmp launchproof_first_call
  .set launchproof_number, launchproof_number+1
  .endr
  .popsection
  .pushsection .launchproof_more_slots, "aw", @progbits
  .balign 8
  .globl launchproof_more_slots
  .hidden launchproof_more_slots
launchproof_more_slots:
  .set launchproof_number, 0
  .rept 256
  .quad launchproof_more_first+16*launchproof_number
  .set launchproof_number, launchproof_number+1
  .endr
  .popsection
)");

// Their types do not matter here, as they are not called.
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) extern "C" void(symbol)();
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  extern "C" void(symbol)();                                                  \
  extern "C" void(symbol##suffix)();
#include "shim/cuda/functions.def"

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
#include "shim/cuda/functions.def"
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

// Stands for a function that the driver has not.
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

// Called by what a slot holds at first; returns the function that belongs into it.
extern "C" __attribute__((visibility("hidden"), used)) void* launchproof_resolve(void** slot) {
  using namespace launchproof::cuda;
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
  return function;
}
