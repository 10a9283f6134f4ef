// Kernels for tests of the runtime library, registered the way a compiler does it.
#pragma once

#include <string>

#include "shim/cuda/runtime/runtime.h"
#include "tests/verify/device_code/made_files.h"

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* name, int, void*,
                            void*, dim3*, dim3*, int*);
void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* name, int, std::size_t, int,
                       int);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace launchproof::cuda {

// Host functions that represent kernels: add(unsigned* a, unsigned n) adds n to each element in its own
// thread; scale(unsigned* a) multiplies each element by the variable `factor`, which is initially 3.
inline char add, scale, factor;

inline void register_kernels() {
  static const std::string image =
      device_code::testing::fat_binary({device_code::testing::fat_entry(1, 70, R"(.version 7.0
.target sm_70
.address_size 64
.global .align 4 .u32 factor = 3;
.visible .entry add(.param .u64 a, .param .u32 n)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<5>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  add.u32 %r4, %r3, %r1;
  st.global.u32 [%rd3], %r4;
  ret;
}
.visible .entry scale(.param .u64 a)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<5>;
  ld.param.u64 %rd1, [a];
  ld.global.u32 %r1, [factor];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  mul.lo.u32 %r4, %r3, %r1;
  st.global.u32 [%rd3], %r4;
  ret;
}
)")});
  struct Wrapper {
    unsigned magic = 0x466243B1, version = 1;
    const void* data = nullptr;
    const void* list = nullptr;
  };
  static Wrapper wrapper;
  wrapper.data = image.data();
  void** const handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &add, nullptr, "add", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterFunction(handle, &scale, nullptr, "scale", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterVar(handle, &factor, nullptr, "factor", 0, sizeof(unsigned), 0, 0);
}

}  // namespace launchproof::cuda
