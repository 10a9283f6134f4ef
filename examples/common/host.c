#include "common/host.h"

#include <stdio.h>
#include <stdlib.h>

static void check(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "%s failed with status %d\n", call, status);
  exit(1);
}

static char* read_file(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  size_t capacity = 1 << 16;
  char* text = calloc(capacity, 1);
  size_t length = text ? fread(text, 1, capacity - 1, file) : 0;
  fclose(file);
  if (length == 0) {
    fprintf(stderr, "%s: nothing to read\n", path);
    exit(1);
  }
  return text;
}

static cl_device_id first_device(void) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && i < 16; i++) {
    cl_device_id device = NULL;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS) return device;
  }
  fprintf(stderr, "no OpenCL device; install an OpenCL platform such as pocl-opencl-icd\n");
  exit(1);
}

Host host_open(const char* kernel_file, const char* kernel_name) {
  Host host;
  cl_int status = CL_SUCCESS;
  cl_device_id device = first_device();
  host.context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  host.queue = clCreateCommandQueue(host.context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  char* text = read_file(kernel_file);
  const char* source = text;
  host.program = clCreateProgramWithSource(host.context, 1, &source, NULL, &status);
  check(status, "clCreateProgramWithSource");
  free(text);
  check(clBuildProgram(host.program, 1, &device, "-cl-std=CL1.2", NULL, NULL), "clBuildProgram");
  host.kernel = clCreateKernel(host.program, kernel_name, &status);
  check(status, "clCreateKernel");
  return host;
}

void host_close(Host* host) {
  clReleaseKernel(host->kernel);
  clReleaseProgram(host->program);
  clReleaseCommandQueue(host->queue);
  clReleaseContext(host->context);
}

cl_mem host_buffer(Host* host, size_t bytes, const void* contents) {
  void* zeros = calloc(bytes, 1);
  if (!zeros) check(CL_OUT_OF_HOST_MEMORY, "calloc");
  cl_int status = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(host->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 contents ? (void*)contents : zeros, &status);
  check(status, "clCreateBuffer");
  free(zeros);
  return buffer;
}

void host_argument(Host* host, cl_uint index, size_t bytes, const void* value) {
  check(clSetKernelArg(host->kernel, index, bytes, value), "clSetKernelArg");
}

void host_run(Host* host, size_t global, size_t local) {
  check(clEnqueueNDRangeKernel(host->queue, host->kernel, 1, NULL, &global, &local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  check(clFinish(host->queue), "clFinish");
}

void host_read(Host* host, cl_mem buffer, size_t bytes, void* to) {
  check(clEnqueueReadBuffer(host->queue, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL),
        "clEnqueueReadBuffer");
}
