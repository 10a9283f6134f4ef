/* Kernels over shared virtual memory. The argument says what becomes of the launch:
 *   disjoint  two pointers into one allocation, whose halves the kernel copies: verified
 *   overlap   the same with the second pointer too near: a data race
 *   past      the same with an allocation that is too short: out of bounds
 *   back      a pointer into the midst of an allocation, with indices below zero: verified
 *   before    the same with the pointer too near to the beginning: out of bounds
 *   buffer    a buffer over one half of an allocation, and a pointer to the other: verified
 *   alias     a buffer and a pointer to the same half: a data race
 *   again     an allocation that is freed, and a smaller one at its address, with the argument set once
 *   host      a pointer to memory of the host
 *   pointers  a kernel that reads a pointer from memory
 *   reach     the same, with what it may reach said in several ways, and taken back */
#include "common.h"

enum { kHalf = 64 };

static const char* const kSource =
    "__kernel void copy(__global int* to, __global const int* from) {\n"
    "  to[get_global_id(0)] = from[get_global_id(0)];\n"
    "}\n"
    "__kernel void count(__global int* out) { out[(int)get_global_id(0) - 64] = 1; }\n"
    "__kernel void follow(__global ulong* list) {\n"
    "  ((__global int*)list[0])[get_global_id(0)] = 1;\n"
    "}\n";

static struct setup with;

static char* allocate(size_t bytes) {
  char* made = clSVMAlloc(with.context, CL_MEM_READ_WRITE, bytes, 0);
  if (made == NULL) exit(kNoDevice);
  return made;
}

static cl_mem buffer_over(void* host, size_t bytes) {
  cl_int code = CL_SUCCESS;
  cl_mem made = clCreateBuffer(with.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host, &code);
  CHECK(code);
  return made;
}

static void run(cl_kernel kernel) {
  launch(&with, kernel, kHalf, 16);
  CHECK(clFinish(with.queue));
}

static void say(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void* value) {
  printf("says %d\n", clSetKernelExecInfo(kernel, name, size, value));
}

static void reach(cl_kernel kernel, char* memory) {
  static cl_int of_host[kHalf];
  char* const other = allocate(kHalf);
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  const void* both[] = {other + 4, memory, other, NULL};
  const void* unknown[] = {of_host, other};
  CHECK(clSetKernelArgSVMPointer(kernel, 0, memory));
  run(kernel);
  say(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof both, (const void*)both);
  run(kernel);
  run(kernel);
  cl_int code = CL_SUCCESS;
  cl_kernel cloned = clCloneKernel(kernel, &code);
  if (code == CL_SUCCESS) run(cloned);
  say(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof unknown, (const void*)unknown);
  run(kernel);
  say(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes);
  run(kernel);
  say(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof no, &no);
  say(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL); /* refused: changes nothing */
  clSVMFree(with.context, other);
  run(kernel);
}

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "disjoint";
#define IS(word) (strcmp(mode, word) == 0)
  with = make_setup();
  cl_program program = make_program(&with, kSource, "-cl-std=CL2.0 -cl-kernel-arg-info");
  const size_t half = kHalf * sizeof(cl_int);
  char* const memory = allocate(2 * half - (IS("past") ? sizeof(cl_int) : 0));
  if (IS("back") || IS("before")) {
    cl_kernel kernel = make_kernel(program, "count");
    CHECK(clSetKernelArgSVMPointer(kernel, 0, memory + half - (IS("before") ? sizeof(cl_int) : 0)));
    run(kernel);
  } else if (IS("reach")) {
    reach(make_kernel(program, "follow"), memory);
  } else if (IS("pointers")) {
    cl_kernel kernel = make_kernel(program, "follow");
    void* const other = allocate(half);
    CHECK(clEnqueueSVMMap(with.queue, CL_TRUE, CL_MAP_WRITE, memory, 2 * half, 0, NULL, NULL));
    memcpy(memory, &other, sizeof other);
    CHECK(clEnqueueSVMUnmap(with.queue, memory, 0, NULL, NULL));
    CHECK(clSetKernelArgSVMPointer(kernel, 0, memory));
    CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof other, &other));
    run(kernel);
  } else {
    cl_kernel kernel = make_kernel(program, "copy");
    if (IS("buffer") || IS("alias")) {
      cl_mem to = buffer_over(memory, half);
      CHECK(clSetKernelArg(kernel, 0, sizeof to, &to));
    } else {
      CHECK(clSetKernelArgSVMPointer(kernel, 0, memory));
    }
    static cl_int of_host[kHalf];
    char* from = memory + half;
    if (IS("overlap")) from -= half / 2;
    if (IS("alias")) from = memory + sizeof(cl_int);
    if (IS("host")) from = (char*)of_host;
    CHECK(clSetKernelArgSVMPointer(kernel, 1, from));
    run(kernel);
    run(kernel);
    if (IS("again")) {
      clSVMFree(with.context, memory);
      char* const other = allocate(2 * half - sizeof(cl_int));
      printf("address seen again: %s\n", other == memory ? "yes" : "no");
      run(kernel);
      clSVMFree(with.context, other);
      return 0;
    }
  }
  clSVMFree(with.context, memory);
  return 0;
}
