/* Does not link the loader but opens it, as plug-ins do; or another library of OpenCL, the argument. With
 * "again" behind it the library is opened, asked and closed before; with "version" its functions are those of
 * the version PLAIN_1. */
#define _GNU_SOURCE
#include <dlfcn.h>

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define FIND(name)                                                                           \
  __typeof__(name)* p_##name = NULL;                                                         \
  do {                                                                                       \
    void* found = version == NULL ? dlsym(library, #name) : dlvsym(library, #name, version); \
    if (found == NULL) return 4;                                                             \
    memcpy(&p_##name, &found, sizeof found);                                                 \
  } while (0)

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "libOpenCL.so.1";
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const char* version = argc > 2 && strcmp(argv[2], "version") == 0 ? "PLAIN_1" : NULL;
  if (library != NULL && argc > 2 && version == NULL) {
    if (dlsym(library, "clGetPlatformIDs") == NULL || dlerror() != NULL) return 5;
    if (dlclose(library) != 0) return 5;
    /* It will lie elsewhere. */
    mmap(NULL, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 16; ++i) mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return 3;
  FIND(clGetPlatformIDs);
  FIND(clGetDeviceIDs);
  FIND(clCreateContext);
  FIND(clCreateCommandQueue);
  FIND(clCreateProgramWithSource);
  FIND(clBuildProgram);
  FIND(clCreateKernel);
  FIND(clCreateBuffer);
  FIND(clSetKernelArg);
  FIND(clEnqueueNDRangeKernel);
  FIND(clFinish);
  cl_platform_id platform;
  cl_device_id device;
  if (p_clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) return 3;
  if (p_clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) return 3;
  cl_context context = p_clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = p_clCreateCommandQueue(context, device, 0, NULL);
  const char* source = "__kernel void one(__global int* out) { out[get_global_id(0)] = 1; }\n";
  cl_program program = p_clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (p_clBuildProgram(program, 0, NULL, NULL, NULL, NULL) != CL_SUCCESS) return 4;
  cl_kernel kernel = p_clCreateKernel(program, "one", NULL);
  cl_mem buffer = p_clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
  p_clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  const size_t global = 64;
  const cl_int code = p_clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
  printf("launched: %d, finished: %d\n", code, p_clFinish(queue));
  return 0;
}
