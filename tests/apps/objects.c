/* Sub-buffers, tasks, images and samplers. With the argument "reuse" also a handle that the driver gives out
 * again, which some do only by chance. */
#include "common.h"

#include <CL/cl_ext.h>

static const char* const kSource =
    "__kernel void copy(__global int* a, __global int* b) { b[get_global_id(0)] = a[get_global_id(0)]; }\n"
    "__kernel void one(__global int* a) { a[0] = 1; }\n"
    "__kernel void pick(__global int* a, read_only image2d_t image, sampler_t sampler) {\n"
    "  a[get_global_id(0)] = (int)read_imagef(image, sampler, (float2)(0.0f, 0.0f)).x;\n"
    "}\n";

static cl_mem sub_buffer(cl_mem parent, size_t origin, size_t bytes) {
  cl_int code = CL_SUCCESS;
  const cl_buffer_region region = {origin, bytes};
  cl_mem made = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  CHECK(code);
  return made;
}

/* Releases and creates buffers until a handle comes back; gives the number of tries, 0 when it never did. */
static int reuse(const struct setup* with, cl_kernel kernel) {
  cl_mem first = make_buffer(with, 512);
  CHECK(clSetKernelArg(kernel, 0, sizeof first, &first));
  launch(with, kernel, 1, 1);
  CHECK(clFinish(with->queue));
  CHECK(clRetainMemObject(first));
  CHECK(clReleaseMemObject(first));
  CHECK(clReleaseMemObject(first));
  for (int i = 1; i <= 1000; ++i) {
    cl_mem again = make_buffer(with, 1024);
    if (again == first) {
      CHECK(clSetKernelArg(kernel, 0, sizeof again, &again));
      launch(with, kernel, 1, 1);
      CHECK(clFinish(with->queue));
      return i;
    }
  }
  return 0;
}

/* Buffers over one piece of host memory: whole, its second half, one that begins before, one beside. */
static void host_memory(const struct setup* with, cl_kernel kernel) {
  static char memory[8192] __attribute__((aligned(4096)));
  const size_t places[][2] = {{1024, 2048}, {2048, 1024}, {512, 1024}, {4096, 1024}};
  for (int i = 0; i < 4; ++i) {
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateBuffer(with->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, places[i][1],
                                 memory + places[i][0], &code);
    CHECK(code);
    CHECK(clSetKernelArg(kernel, 0, sizeof made, &made));
    launch(with, kernel, (size_t)i + 1, 1);
    CHECK(clFinish(with->queue));
  }
}

/* An image over host memory of its own, one over its second half, one over memory of shared virtual memory,
 * and one beside them; then a buffer that overlaps the first one. */
static void host_images(const struct setup* with, cl_program program, cl_kernel one, cl_mem out) {
  static char memory[8192] __attribute__((aligned(4096)));
  char* const allocated = clSVMAlloc(with->context, CL_MEM_READ_WRITE, 4096, 0);
  char* const places[] = {memory, memory + 256, allocated, memory + 4096};
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description;
  memset(&description, 0, sizeof description);
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 16;
  description.image_height = 8;
  cl_int code = CL_SUCCESS;
  cl_sampler sampler = clCreateSampler(with->context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code);
  CHECK(code);
  cl_kernel kernel = make_kernel(program, "pick");
  CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
  CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
  for (int i = 0; i < 4; ++i) {
    cl_mem image = clCreateImage(with->context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, &format, &description,
                                 places[i], &code);
    CHECK(code);
    CHECK(clSetKernelArg(kernel, 1, sizeof image, &image));
    launch(with, kernel, (size_t)i + 1, 1);
    CHECK(clFinish(with->queue));
  }
  cl_mem buffer = clCreateBuffer(with->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, 512, memory, &code);
  CHECK(code);
  CHECK(clSetKernelArg(one, 0, sizeof buffer, &buffer));
  launch(with, one, 5, 1);
  CHECK(clFinish(with->queue));
}

/* Buffers with no properties, with some that choose where they lie, and with some of another interface. */
static void properties(const struct setup* with, cl_kernel kernel) {
  const cl_mem_properties device = (cl_mem_properties)with->device;
  const cl_mem_properties lists[][9] = {
      {0},
      {CL_DEVICE_HANDLE_LIST_KHR, device, device, CL_DEVICE_HANDLE_LIST_END_KHR, CL_MEM_CHANNEL_INTEL, 3, 0},
      {CL_DEVICE_HANDLE_LIST_KHR, CL_DEVICE_HANDLE_LIST_END_KHR, 0},
      {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, 42, 0},
      {CL_MEM_ALLOC_FLAGS_INTEL, 1, CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 42, 0},
      {CL_DEVICE_HANDLE_LIST_KHR, CL_DEVICE_HANDLE_LIST_END_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, 42,
       0}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateBufferWithProperties(with->context, lists[i], CL_MEM_READ_WRITE, 512, NULL, &code);
    CHECK(code);
    CHECK(clSetKernelArg(kernel, 0, sizeof made, &made));
    launch(with, kernel, 1, 1);
    CHECK(clFinish(with->queue));
  }
}

static void images(const struct setup* with, cl_program program, cl_mem out) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description;
  memset(&description, 0, sizeof description);
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 16;
  description.image_height = 8;
  cl_int code = CL_SUCCESS;
  cl_mem image = clCreateImage(with->context, CL_MEM_READ_ONLY, &format, &description, NULL, &code);
  CHECK(code);
  cl_sampler sampler = clCreateSampler(with->context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code);
  CHECK(code);
  cl_kernel kernel = make_kernel(program, "pick");
  CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
  CHECK(clSetKernelArg(kernel, 1, sizeof image, &image));
  CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
  launch(with, kernel, 4, 0);
  CHECK(clFinish(with->queue));
  CHECK(clReleaseSampler(sampler));
  CHECK(clReleaseMemObject(image));
}

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  cl_program program = make_program(&with, kSource, "");
  cl_mem parent = make_buffer(&with, 4096);
  cl_mem low = sub_buffer(parent, 0, 1024);
  cl_mem high = sub_buffer(parent, 1024, 512);
  cl_kernel copy = make_kernel(program, "copy");
  CHECK(clSetKernelArg(copy, 0, sizeof low, &low));
  CHECK(clSetKernelArg(copy, 1, sizeof high, &high));
  const size_t offset = 2, global = 8, local = 4;
  CHECK(clEnqueueNDRangeKernel(with.queue, copy, 1, &offset, &global, &local, 0, NULL, NULL));
  CHECK(clSetKernelArg(copy, 0, sizeof parent, &parent));
  launch(&with, copy, 16, 4);
  cl_kernel one = make_kernel(program, "one");
  CHECK(clSetKernelArg(one, 0, sizeof parent, &parent));
  CHECK(clEnqueueTask(with.queue, one, 0, NULL, NULL));
  CHECK(clFinish(with.queue));
  images(&with, program, parent);
  if (argc > 1 && strcmp(argv[1], "reuse") == 0) {
    printf("handle seen again: %s\n", reuse(&with, one) != 0 ? "yes" : "no");
  }
  if (argc > 1 && strcmp(argv[1], "host-memory") == 0) host_memory(&with, one);
  if (argc > 1 && strcmp(argv[1], "host-images") == 0) host_images(&with, program, one, parent);
  if (argc > 1 && strcmp(argv[1], "properties") == 0) properties(&with, one);
  return 0;
}
