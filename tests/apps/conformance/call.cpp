#include "call.h"

namespace conformance {

cl_int called(const char* function, cl_int code) {
  std::printf("%s: %d\n", function, code);
  return code;
}

void called(const char* function) {
  std::printf("%s: returned\n", function);
}

void contents(const char* what, const void* bytes, std::size_t size) {
  // FNV-1a, 64 bits.
  unsigned long long hash = 14695981039346656037ULL;
  const auto* at = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ at[i]) * 1099511628211ULL;
  std::printf("%s: %zu bytes, %016llx, beginning with", what, size, hash);
  for (std::size_t i = 0; i < size && i < 16; ++i) std::printf(" %02x", at[i]);
  std::printf("\n");
}

cl_mem make_ints(const Setup& with, cl_mem_flags flags) {
  cl_int code = kNoCode;
  std::vector<cl_int> values(kItems);
  for (std::size_t i = 0; i < kItems; ++i) values[i] = static_cast<cl_int>(i);
  return clCreateBuffer(with.context, flags | CL_MEM_COPY_HOST_PTR, kItems * sizeof(cl_int), values.data(),
                        &code);
}

cl_kernel make_kernel(const Setup& with, const char* name) {
  cl_int code = kNoCode;
  return clCreateKernel(with.program, name, &code);
}

}  // namespace conformance
