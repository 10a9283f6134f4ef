/* Gives handles that are no objects of the right type to functions of the API, and says what these return.
 * The argument names what such a handle is: "memory" that begins as an object does, an object of an "other"
 * type, or one that was "released". A launch before and one after are right. With "unseen", all handles are
 * right, and made by the driver's own table, past the loader. */
#include "common.h"

#include <CL/cl_icd.h>

struct bad {
  void* kernel;
  void* program;
  void* queue;
  void* memory;
  void* event;
  void* device;
};

/* Loaders look at the first word of every object, which is the driver's table. */
static void* like(const void* object) {
  void* memory = calloc(1, 4096);
  memcpy(memory, object, sizeof(void*));
  return memory;
}

static struct bad make_bad(const struct setup* with, const char* how) {
  cl_mem memory = make_buffer(with, 64);
  cl_int code = CL_SUCCESS;
  if (strcmp(how, "memory") == 0)
    return (struct bad){like(memory), like(memory), like(memory), like(memory), like(memory), like(memory)};
  if (strcmp(how, "other") == 0)
    return (struct bad){memory, with->queue, memory, with->queue, memory, with->queue};
  cl_program program = make_program(with, kFillSource, "");
  cl_kernel kernel = make_kernel(program, "fill");
  cl_command_queue queue = clCreateCommandQueue(with->context, with->device, 0, &code);
  CHECK(code);
  CHECK(clReleaseCommandQueue(queue));
  CHECK(clReleaseKernel(kernel));
  CHECK(clReleaseProgram(program));
  CHECK(clReleaseMemObject(memory));
  return (struct bad){kernel, program, queue, memory, memory, memory};
}

static void launches(const struct setup* with, cl_kernel kernel, const struct bad* bad) {
  const size_t global = 64;
  const cl_event event = bad->event;
  const int value = 3;
  printf("argument: %d", clSetKernelArg(bad->kernel, 1, sizeof value, &value));
  printf(" %d\n", clSetKernelArgSVMPointer(bad->kernel, 0, &global));
  printf("launch: %d",
         clEnqueueNDRangeKernel(with->queue, bad->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  printf(" %d", clEnqueueNDRangeKernel(bad->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  printf(" %d", clEnqueueNDRangeKernel(bad->queue, bad->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  printf(" %d", clEnqueueNDRangeKernel(with->queue, kernel, 1, NULL, &global, NULL, 1, &event, NULL));
  printf(" %d", clEnqueueTask(with->queue, bad->kernel, 0, NULL, NULL));
  printf(" %d\n", clEnqueueTask(bad->queue, kernel, 0, NULL, NULL));
  printf("kernel: %d", clRetainKernel(bad->kernel));
  printf(" %d", clReleaseKernel(bad->kernel));
  printf(" %d\n", clCloneKernel(bad->kernel, NULL) != NULL);
}

static void programs(const struct setup* with, const struct bad* bad) {
  cl_int code = CL_SUCCESS;
  const char* name = "header.h";
  const cl_device_id device = bad->device;
  const cl_program both[] = {
      clCreateProgramWithSource(with->context, 1, (const char**)&kFillSource, NULL, &code), bad->program};
  CHECK(code);
  printf("build: %d", clBuildProgram(bad->program, 0, NULL, "", NULL, NULL));
  printf(" %d", clBuildProgram(bad->program, 1, &with->device, "", NULL, NULL));
  printf(" %d\n", clBuildProgram(both[0], 1, &device, "", NULL, NULL));
  printf("compile: %d", clCompileProgram(bad->program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  printf(" %d\n", clCompileProgram(both[0], 0, NULL, "", 1, &both[1], &name, NULL, NULL));
  printf("link: %d\n", clLinkProgram(with->context, 0, NULL, "", 2, both, NULL, NULL, &code) != NULL);
  printf("create: %d\n", clCreateKernel(bad->program, "fill", &code) != NULL);
  printf("program: %d", clRetainProgram(bad->program));
  printf(" %d\n", clReleaseProgram(bad->program));
}

static void others(const struct setup* with, const struct bad* bad) {
  const cl_event event = bad->event;
  const cl_buffer_region region = {0, 8};
  cl_int code = CL_SUCCESS;
  char bytes[8];
  printf("memory: %d", clRetainMemObject(bad->memory));
  printf(" %d", clReleaseMemObject(bad->memory));
  printf(" %d", clCreateSubBuffer(bad->memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code) != NULL);
  printf(" %d", clEnqueueReadBuffer(with->queue, bad->memory, CL_TRUE, 0, 8, bytes, 0, NULL, NULL));
  printf(" %d\n", clEnqueueReadBuffer(bad->queue, bad->memory, CL_TRUE, 0, 8, bytes, 0, NULL, NULL));
  printf("others: %d", clWaitForEvents(1, &event));
  printf(" %d\n", clFinish(bad->queue));
}

static int launch_unseen(struct setup with) {
  cl_int code = CL_SUCCESS;
  const cl_icd_dispatch* driver = *(const cl_icd_dispatch**)with.context;
  const int value = 5;
  const size_t global = 64;
  with.queue = driver->clCreateCommandQueue(with.context, with.device, 0, &code);
  cl_program program =
      driver->clCreateProgramWithSource(with.context, 1, (const char**)&kFillSource, NULL, &code);
  CHECK(clBuildProgram(program, 1, &with.device, "-DUNSEEN", NULL, NULL));
  cl_kernel kernel = driver->clCreateKernel(program, "fill", &code);
  cl_mem buffer = make_buffer(&with, 256);
  CHECK(clEnqueueNDRangeKernel(with.queue, driver->clCreateKernel(program, "fill", &code), 1, NULL, &global,
                               NULL, 0, NULL, NULL));
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
  launch(&with, kernel, 64, 8);
  CHECK(clFinish(with.queue));
  return 0;
}

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  if (argc > 1 && strcmp(argv[1], "unseen") == 0) return launch_unseen(with);
  cl_kernel kernel = make_fill(&with, 64, 1);
  launch(&with, kernel, 64, 8);
  const struct bad bad = make_bad(&with, argc > 1 ? argv[1] : "memory");
  launches(&with, kernel, &bad);
  programs(&with, &bad);
  others(&with, &bad);
  /* A value, as far as the driver knows. */
  CHECK(clSetKernelArg(kernel, 0, sizeof bad.kernel, &bad.kernel));
  launch(&with, kernel, 64, 16);
  CHECK(clFinish(with.queue));
  return 0;
}
