// The code of entries and the initial contents of slots, as assembler text. Arguments are preserved:
// registers that may hold arguments and that the first call changes are restored before the function is
// called (System V ABI, AMD64, 3.2.3; Procedure Call Standard for the Arm 64-bit Architecture, 6.4).
#pragma once

#if defined(__x86_64__)

// Calls launchproof_resolve() with the slot's address and jumps to the result.
#define LAUNCHPROOF_FIRST_CALL     \
  "  pushq %rbp\n"                 \
  "  .cfi_def_cfa_offset 16\n"     \
  "  .cfi_offset %rbp, -16\n"      \
  "  movq %rsp, %rbp\n"            \
  "  .cfi_def_cfa_register %rbp\n" \
  "  pushq %rdi\n"                 \
  "  pushq %rsi\n"                 \
  "  pushq %rdx\n"                 \
  "  pushq %rcx\n"                 \
  "  pushq %r8\n"                  \
  "  pushq %r9\n"                  \
  "  pushq %rax\n"                 \
  "  pushq %r10\n"                 \
  "  subq $128, %rsp\n"            \
  "  movups %xmm0, (%rsp)\n"       \
  "  movups %xmm1, 16(%rsp)\n"     \
  "  movups %xmm2, 32(%rsp)\n"     \
  "  movups %xmm3, 48(%rsp)\n"     \
  "  movups %xmm4, 64(%rsp)\n"     \
  "  movups %xmm5, 80(%rsp)\n"     \
  "  movups %xmm6, 96(%rsp)\n"     \
  "  movups %xmm7, 112(%rsp)\n"    \
  "  movq %r11, %rdi\n"            \
  "  call launchproof_resolve\n"   \
  "  movq %rax, %r11\n"            \
  "  movups (%rsp), %xmm0\n"       \
  "  movups 16(%rsp), %xmm1\n"     \
  "  movups 32(%rsp), %xmm2\n"     \
  "  movups 48(%rsp), %xmm3\n"     \
  "  movups 64(%rsp), %xmm4\n"     \
  "  movups 80(%rsp), %xmm5\n"     \
  "  movups 96(%rsp), %xmm6\n"     \
  "  movups 112(%rsp), %xmm7\n"    \
  "  addq $128, %rsp\n"            \
  "  popq %r10\n"                  \
  "  popq %rax\n"                  \
  "  popq %r9\n"                   \
  "  popq %r8\n"                   \
  "  popq %rcx\n"                  \
  "  popq %rdx\n"                  \
  "  popq %rsi\n"                  \
  "  popq %rdi\n"                  \
  "  popq %rbp\n"                  \
  "  .cfi_def_cfa %rsp, 8\n"       \
  "  jmp *%r11\n"
// The initial contents of a slot.
#define LAUNCHPROOF_FIRST(slot) \
  "  endbr64\n"                 \
  "  leaq " slot                \
  "(%rip), %r11\n"              \
  "  jmp launchproof_first_call\n"
// An entry jumps to the address in its slot. Both take at most 16 bytes.
#define LAUNCHPROOF_ENTRY(slot) \
  "  endbr64\n"                 \
  "  jmp *" slot "(%rip)\n"

#elif defined(__aarch64__)

#define LAUNCHPROOF_FIRST_CALL     \
  "  stp x29, x30, [sp, #-224]!\n" \
  "  .cfi_def_cfa_offset 224\n"    \
  "  .cfi_offset x29, -224\n"      \
  "  .cfi_offset x30, -216\n"      \
  "  mov x29, sp\n"                \
  "  stp x0, x1, [sp, #16]\n"      \
  "  stp x2, x3, [sp, #32]\n"      \
  "  stp x4, x5, [sp, #48]\n"      \
  "  stp x6, x7, [sp, #64]\n"      \
  "  stp x8, x9, [sp, #80]\n"      \
  "  stp q0, q1, [sp, #96]\n"      \
  "  stp q2, q3, [sp, #128]\n"     \
  "  stp q4, q5, [sp, #160]\n"     \
  "  stp q6, q7, [sp, #192]\n"     \
  "  mov x0, x16\n"                \
  "  bl launchproof_resolve\n"     \
  "  mov x16, x0\n"                \
  "  ldp x0, x1, [sp, #16]\n"      \
  "  ldp x2, x3, [sp, #32]\n"      \
  "  ldp x4, x5, [sp, #48]\n"      \
  "  ldp x6, x7, [sp, #64]\n"      \
  "  ldp x8, x9, [sp, #80]\n"      \
  "  ldp q0, q1, [sp, #96]\n"      \
  "  ldp q2, q3, [sp, #128]\n"     \
  "  ldp q4, q5, [sp, #160]\n"     \
  "  ldp q6, q7, [sp, #192]\n"     \
  "  ldp x29, x30, [sp], #224\n"   \
  "  .cfi_restore x29\n"           \
  "  .cfi_restore x30\n"           \
  "  .cfi_def_cfa_offset 0\n"      \
  "  br x16\n"
#define LAUNCHPROOF_FIRST(slot) \
  "  hint #34\n"                \
  "  adrp x16, " slot           \
  "\n"                          \
  "  add x16, x16, :lo12:" slot \
  "\n"                          \
  "  b launchproof_first_call\n"
#define LAUNCHPROOF_ENTRY(slot)  \
  "  hint #34\n"                 \
  "  adrp x16, " slot            \
  "\n"                           \
  "  ldr x16, [x16, :lo12:" slot \
  "]\n"                          \
  "  br x16\n"

#else
#error "entries are not written for this processor"
#endif
