// Calls functions of the host API and prints the function's name and the results, except those that differ
// between runs, such as handles and times.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

namespace conformance {

// A function that returns a code.
cl_int called(const char* function, cl_int code);

// The result of a function that returns an object or an address.
template <class Object>
Object* called(const char* function, Object* object) {
  std::printf("%s: %s\n", function, object == nullptr ? "null" : "an object");
  return object;
}

// A function that returns nothing.
void called(const char* function);

// A value that no driver returns as a code.
inline constexpr cl_int kNoCode = -9999;

// The result of a function whose last parameter is a code. The same call must also work without it.
template <class Make>
auto made(const char* function, Make&& make) {
  cl_int code = kNoCode;
  const auto object = make(&code);
  std::printf("%s: %s, %d\n", function, object == nullptr ? "null" : "an object", code);
  return object;
}

enum class Shown { Bytes, Size };

// The answer to one query: first code and size without a buffer, then code and bytes with one, then with a
// buffer that is too small.
template <class Ask>
void answer(const char* function, unsigned name, Shown shown, Ask&& ask) {
  std::size_t size = 0;
  const cl_int code = ask(0, nullptr, &size);
  std::printf("%s %#x: %d", function, name, code);
  if (code != CL_SUCCESS) {
    std::printf("\n");
    return;
  }
  std::vector<unsigned char> bytes(size + 1, 0xEE);
  const cl_int again = ask(size, bytes.data(), nullptr);
  std::printf(", %zu bytes, %d", size, again);
  if (shown == Shown::Bytes) {
    std::printf(":");
    for (std::size_t i = 0; i < size && i < 64; ++i) std::printf(" %02x", bytes[i]);
  }
  if (size > 1) std::printf(", short %d", ask(1, bytes.data(), nullptr));
  std::printf("\n");
}

// The contents of memory.
void contents(const char* what, const void* bytes, std::size_t size);

#define CALL(function, ...) ::conformance::called(#function, function(__VA_ARGS__))
#define CALL_VOID(function, ...)      \
  do {                                \
    function(__VA_ARGS__);            \
    ::conformance::called(#function); \
  } while (0)
#define MAKE(function, ...) \
  ::conformance::made(#function, [&](cl_int* made_code) { return function(__VA_ARGS__, made_code); })
// The object of the query precedes the query's name; size, buffer and returned size follow it.
#define ANSWER(function, name, shown, ...)                                                              \
  ::conformance::answer(#function, static_cast<unsigned>(name), ::conformance::Shown::shown,            \
                        [&](std::size_t answer_size, void* answer_place, std::size_t* answer_length) {  \
                          return function(__VA_ARGS__, name, answer_size, answer_place, answer_length); \
                        })

// The objects that the parts work on.
struct Setup {
  bool is_complete = false;  // the driver survives calls that PoCL 3.1 does not survive
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;  // of kSource
};

inline constexpr const char* kSource =
    "__kernel void scale(__global int* out, __global const int* in, int factor) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i] = in[i] * factor;\n"
    "}\n"
    "__kernel void sum(__global int* out, __local int* part) {\n"
    "  part[get_local_id(0)] = out[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (get_local_id(0) == 0) out[get_global_id(0)] = part[0] + part[get_local_size(0) - 1];\n"
    "}\n"
    "__kernel void one(__global int* out) { out[0] += 1; }\n";

inline constexpr std::size_t kItems = 64;

cl_mem make_ints(const Setup& with, cl_mem_flags flags = CL_MEM_READ_WRITE);
cl_kernel make_kernel(const Setup& with, const char* name);

// The parts. Each calls the functions of its name with valid and invalid arguments.
void platforms(Setup& with);  // makes platform, device, context and queue
void queues(const Setup& with);
void programs(Setup& with);  // makes the program
void buffers(const Setup& with);
void images(const Setup& with);
void shared_memory(const Setup& with);
void kernels(const Setup& with);
void launches(const Setup& with);
void transfers(const Setup& with);
void events(const Setup& with);
void extensions(const Setup& with);
void interfaces(const Setup& with);
void end(Setup& with);

}  // namespace conformance
