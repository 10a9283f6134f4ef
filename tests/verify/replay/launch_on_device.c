/* Runs kernel `k` of DIR/kernel.cl on the first OpenCL device: launch_on_device DIR OPTIONS. DIR/launch holds
   the work dimension, global offset, global size, local size (three numbers each) and for each argument its
   bytes of local memory, or 0 for a buffer; DIR/NUMBER holds the contents of a buffer before, and afterwards
   those after the launch. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaximumArguments = 16 };

struct file {
  char* data;
  size_t bytes;
};

static void fail(const char* what, long code) {
  printf("%s: %ld\n", what, code);
  exit(1);
}

static FILE* open_in(const char* folder, const char* name, const char* mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* stream = fopen(path, mode);
  if (stream == NULL) fail(path, 0);
  return stream;
}

static struct file read_all(const char* folder, const char* name) {
  FILE* stream = open_in(folder, name, "rb");
  fseek(stream, 0, SEEK_END);
  struct file all = {NULL, (size_t)ftell(stream)};
  rewind(stream);
  all.data = calloc(all.bytes + 1, 1);
  if (all.data == NULL || fread(all.data, 1, all.bytes, stream) != all.bytes) fail(name, 0);
  fclose(stream);
  return all;
}

int main(int argc, char** argv) {
  if (argc != 3) fail("usage: launch_on_device DIR OPTIONS", argc);
  cl_platform_id platform = NULL;
  cl_device_id device = NULL;
  cl_int code = clGetPlatformIDs(1, &platform, NULL);
  if (code == CL_SUCCESS) code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  if (code != CL_SUCCESS) fail("no OpenCL device; install pocl-opencl-icd", code);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  const struct file source = read_all(argv[1], "kernel.cl");
  const char* text = source.data;
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
  if (clBuildProgram(program, 1, &device, argv[2], NULL, NULL) != CL_SUCCESS) {
    static char log[1 << 14];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fail(log, 0);
  }
  cl_kernel kernel = clCreateKernel(program, "k", &code);
  if (code != CL_SUCCESS) fail("clCreateKernel", code);

  FILE* launch = open_in(argv[1], "launch", "r");
  cl_uint dimensions = 0;
  size_t sizes[9];
  if (fscanf(launch, "%u", &dimensions) != 1) fail("launch", 0);
  for (int i = 0; i < 9; ++i)
    if (fscanf(launch, "%zu", &sizes[i]) != 1) fail("launch", i);
  cl_mem memory[kMaximumArguments] = {NULL};
  struct file contents[kMaximumArguments];
  cl_uint count = 0;
  for (size_t local = 0; count < kMaximumArguments && fscanf(launch, "%zu", &local) == 1; ++count) {
    if (local != 0) {
      code = clSetKernelArg(kernel, count, local, NULL);
    } else {
      char name[16];
      snprintf(name, sizeof name, "%u", count);
      contents[count] = read_all(argv[1], name);
      memory[count] =
          clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, contents[count].bytes, contents[count].data, &code);
      if (code == CL_SUCCESS) code = clSetKernelArg(kernel, count, sizeof(cl_mem), &memory[count]);
    }
    if (code != CL_SUCCESS) fail("an argument", code);
  }
  code = clEnqueueNDRangeKernel(queue, kernel, dimensions, sizes, sizes + 3, sizes + 6, 0, NULL, NULL);
  if (code != CL_SUCCESS) fail("clEnqueueNDRangeKernel", code);
  for (cl_uint i = 0; i < count; ++i) {
    if (memory[i] == NULL) continue;
    code =
        clEnqueueReadBuffer(queue, memory[i], CL_TRUE, 0, contents[i].bytes, contents[i].data, 0, NULL, NULL);
    if (code != CL_SUCCESS) fail("clEnqueueReadBuffer", code);
    char name[16];
    snprintf(name, sizeof name, "%u", i);
    FILE* stream = open_in(argv[1], name, "wb");
    if (fwrite(contents[i].data, 1, contents[i].bytes, stream) != contents[i].bytes || fclose(stream) != 0)
      fail(name, 0);
  }
  return 0;
}
