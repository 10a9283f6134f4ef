// Defines the exported symbols. Each writes a line into the log and calls its implementation.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "stub.h"

#ifndef STUB_CUDA_NEWEST
#define STUB_CUDA_NEWEST 13000
#endif

asm(R"(
  .pushsection .text
stub_entry:
  pushq %rbp
  movq %rsp, %rbp
  pushq %r9
  pushq %r8
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  subq $64, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movq %r11, 32(%rsp)
  movl %r11d, %edi
  leaq 64(%rsp), %rsi
  leaq 16(%rbp), %rdx
  call stub_called
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movq 32(%rsp), %rax
  addq $64, %rsp
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %r8
  popq %r9
  popq %rbp
  jmp *%r11
  .popsection
  .set stub_number, 0
)");

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define ENTRY(symbol, since) \
  asm(".if " #since " <= " TEXT(STUB_CUDA_NEWEST) "\n"   \
      ".pushsection .text\n"                             \
      ".globl " #symbol "\n"                             \
      ".type " #symbol ", @function\n"                   \
      #symbol ":\n"                                      \
      "movq $stub_number, %r11\n"                        \
      "jmp stub_entry\n"                                 \
      ".popsection\n"                                    \
      ".endif\n"                                         \
      ".set stub_number, stub_number+1\n");
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) ENTRY(symbol, since)
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  ENTRY(symbol, since) ENTRY(symbol##suffix, since)
#include "shim/cuda/recording/functions.def"

// The implementations of those functions that have one.
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) \
  extern "C" __attribute__((weak)) int stub_##symbol();
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  extern "C" __attribute__((weak)) int stub_##symbol();                       \
  extern "C" __attribute__((weak)) int stub_##symbol##suffix();
#include "shim/cuda/recording/functions.def"

namespace {

struct Symbol {
  const char* name;
  int (*implementation)();
};

const Symbol kSymbols[] = {
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) {#symbol, &stub_##symbol},
// The stub uses its null stream as the per-thread null stream too.
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  {#symbol, &stub_##symbol},                                                  \
      {#symbol #suffix, stub_##symbol##suffix != nullptr ? &stub_##symbol##suffix : &stub_##symbol},
#include "shim/cuda/recording/functions.def"
};

thread_local unsigned t_called = 0;

int not_implemented() {
  return kNotImplemented + static_cast<int>(t_called);
}

}  // namespace

std::mutex& stub_mutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

extern "C" __attribute__((visibility("hidden"), used)) void* stub_called(unsigned number,
                                                                         const unsigned long long* registers,
                                                                         const unsigned long long* stack) {
  static const int log = [] {
    const char* const path = getenv("STUB_CUDA_LOG");
    return path == nullptr ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }();
  static const bool is_plain = getenv("STUB_CUDA_PLAIN") != nullptr;
  const Symbol& symbol = kSymbols[number];
  if (log >= 0) {
    char line[400];
    int length = snprintf(line, sizeof line, "%s", symbol.name);
    for (int i = 0; i < 12; ++i)
      length += snprintf(line + length, sizeof line - static_cast<std::size_t>(length), " %llx",
                         i < 6 ? registers[i] : stack[i - 6]);
    line[length++] = '\n';
    if (write(log, line, static_cast<std::size_t>(length)) != length) abort();
  }
  t_called = number;
  const bool is_implemented = !is_plain && symbol.implementation != nullptr;
  return reinterpret_cast<void*>(is_implemented ? symbol.implementation : &not_implemented);
}
