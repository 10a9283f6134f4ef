// Alternative names of functions, for programs whose null stream is the per-thread stream. Work is complete
// when a call returns, so these jump to the ordinary functions.
#define PER_THREAD(function, suffix)                               \
  asm(".pushsection .text." #function #suffix                      \
      ", \"ax\", @progbits\n"                                      \
      ".globl " #function #suffix                                  \
      "\n"                                                         \
      ".type " #function #suffix ", @function\n" #function #suffix \
      ":\n"                                                        \
      "endbr64\n"                                                  \
      "jmp " #function                                             \
      "@PLT\n"                                                     \
      ".size " #function #suffix ", .-" #function #suffix          \
      "\n"                                                         \
      ".popsection\n");
#include "shim/cuda/runtime/per_thread.def"
