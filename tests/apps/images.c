/* Makes images of every kind, by each function that makes some, and launches one kernel on each, with a
 * work-item for each pixel of an image as it should be. app_images            all kinds but those over a
 * buffer of another interface; prints a line for each, which says what the driver lacks app_images KIND one
 * kind app_images KIND less  one kind, with one pixel, row, slice or layer less than the launch reaches */
#include "common.h"

#include <CL/cl_ext.h>

enum maker { kImage, kWithProperties, kImage2d, kImage3d };
enum parent { kNone, kBuffer, kPart, kWhole, kForeign };

struct kind {
  const char* name;
  const char* type;  /* of the parameter */
  const char* pixel; /* what the kernel does with the pixel at x, y, z */
  cl_mem_object_type object;
  cl_image_format format;
  size_t sizes[3]; /* of the launch */
  size_t row_pitch;
  enum parent over;
  enum maker maker;
};

#define RGBA {CL_RGBA, CL_FLOAT}
#define SUM(read) "float4 p = " read "; out[at] = p.x + p.w;"

static const struct kind kKinds[] = {
    {"1d",
     "read_only image1d_t",
     SUM("read_imagef(i, x)"),
     CL_MEM_OBJECT_IMAGE1D,
     RGBA,
     {16, 1, 1},
     0,
     kNone,
     kImage},
    {"1d-array",
     "read_only image1d_array_t",
     SUM("read_imagef(i, (int2)(x, y))"),
     CL_MEM_OBJECT_IMAGE1D_ARRAY,
     RGBA,
     {16, 4, 1},
     0,
     kNone,
     kImage},
    {"1d-buffer",
     "read_only image1d_buffer_t",
     SUM("read_imagef(i, x)"),
     CL_MEM_OBJECT_IMAGE1D_BUFFER,
     RGBA,
     {16, 1, 1},
     0,
     kBuffer,
     kImage},
    {"1d-buffer-part",
     "read_only image1d_buffer_t",
     SUM("read_imagef(i, x)"),
     CL_MEM_OBJECT_IMAGE1D_BUFFER,
     RGBA,
     {16, 1, 1},
     0,
     kPart,
     kWithProperties},
    {"2d",
     "read_only image2d_t",
     SUM("read_imagef(i, (int2)(x, y))"),
     CL_MEM_OBJECT_IMAGE2D,
     RGBA,
     {8, 4, 1},
     0,
     kNone,
     kImage},
    {"2d-properties",
     "write_only image2d_t",
     "write_imagei(i, (int2)(x, y), (int4)(at)); out[at] = at;",
     CL_MEM_OBJECT_IMAGE2D,
     {CL_R, CL_SIGNED_INT16},
     {8, 4, 1},
     0,
     kNone,
     kWithProperties},
    {"2d-deprecated",
     "write_only image2d_t",
     "write_imagef(i, (int2)(x, y), (float4)(1)); out[at] = at;",
     CL_MEM_OBJECT_IMAGE2D,
     {CL_BGRA, CL_UNORM_INT8},
     {8, 4, 1},
     0,
     kNone,
     kImage2d},
    {"2d-array",
     "read_only image2d_array_t",
     SUM("read_imagef(i, (int4)(x, y, z, 0))"),
     CL_MEM_OBJECT_IMAGE2D_ARRAY,
     RGBA,
     {8, 4, 2},
     0,
     kNone,
     kImage},
    {"3d",
     "read_only image3d_t",
     SUM("read_imagef(i, (int4)(x, y, z, 0))"),
     CL_MEM_OBJECT_IMAGE3D,
     RGBA,
     {8, 4, 2},
     0,
     kNone,
     kImage},
    {"3d-deprecated",
     "read_only image3d_t",
     SUM("read_imagef(i, (int4)(x, y, z, 0))"),
     CL_MEM_OBJECT_IMAGE3D,
     RGBA,
     {8, 4, 2},
     0,
     kNone,
     kImage3d},
    {"depth",
     "read_only image2d_depth_t",
     "out[at] = read_imagef(i, (int2)(x, y));",
     CL_MEM_OBJECT_IMAGE2D,
     {CL_DEPTH, CL_FLOAT},
     {8, 4, 1},
     0,
     kNone,
     kImage},
    {"depth-array",
     "read_only image2d_array_depth_t",
     "out[at] = read_imagef(i, (int4)(x, y, z, 0));",
     CL_MEM_OBJECT_IMAGE2D_ARRAY,
     {CL_DEPTH, CL_UNORM_INT16},
     {8, 4, 2},
     0,
     kNone,
     kImage},
    {"2d-from-buffer",
     "read_only image2d_t",
     SUM("read_imagef(i, (int2)(x, y))"),
     CL_MEM_OBJECT_IMAGE2D,
     RGBA,
     {8, 4, 1},
     256,
     kBuffer,
     kImage},
    {"2d-from-image",
     "read_only image2d_t",
     SUM("read_imagef(i, (int2)(x, y))"),
     CL_MEM_OBJECT_IMAGE2D,
     RGBA,
     {8, 4, 1},
     0,
     kWhole,
     kImage},
    {"1d-foreign",
     "read_only image1d_buffer_t",
     SUM("read_imagef(i, x)"),
     CL_MEM_OBJECT_IMAGE1D_BUFFER,
     RGBA,
     {16, 1, 1},
     0,
     kForeign,
     kImage},
    {"2d-foreign",
     "read_only image2d_t",
     SUM("read_imagef(i, (int2)(x, y))"),
     CL_MEM_OBJECT_IMAGE2D,
     RGBA,
     {8, 4, 1},
     0,
     kForeign,
     kImage},
};

/* One pixel less in the last dimension that has several. */
static cl_image_desc describe(const struct kind* kind, int is_less) {
  size_t sizes[3] = {kind->sizes[0], kind->sizes[1], kind->sizes[2]};
  const int last = sizes[2] > 1 ? 2 : sizes[1] > 1 ? 1 : 0;
  sizes[last] -= is_less ? 1 : 0;
  cl_image_desc described;
  memset(&described, 0, sizeof described);
  described.image_type = kind->object;
  described.image_width = sizes[0];
  described.image_row_pitch = kind->row_pitch;
  switch (kind->object) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      described.image_array_size = sizes[1];
      break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      described.image_height = sizes[1];
      described.image_array_size = sizes[2];
      break;
    case CL_MEM_OBJECT_IMAGE3D:
      described.image_height = sizes[1];
      described.image_depth = sizes[2];
      break;
    case CL_MEM_OBJECT_IMAGE2D:
      described.image_height = sizes[1];
      break;
    default:
      break;
  }
  return described;
}

/* What an image is made over. */
static cl_mem make_parent(const struct setup* with, const struct kind* kind, const cl_image_desc* as) {
  cl_int code = CL_SUCCESS;
  if (kind->over == kNone) return NULL;
  if (kind->over == kWhole) {
    cl_image_desc whole = *as;
    whole.mem_object = NULL;
    cl_mem made = clCreateImage(with->context, CL_MEM_READ_WRITE, &kind->format, &whole, NULL, &code);
    CHECK(code);
    return made;
  }
  if (kind->over == kForeign) {
    const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, 42, 0};
    cl_mem made =
        clCreateBufferWithProperties(with->context, properties, CL_MEM_READ_WRITE, 4096, NULL, &code);
    CHECK(code);
    return made;
  }
  cl_mem buffer = make_buffer(with, 4096);
  const cl_buffer_region region = {1024, 512};
  if (kind->over == kBuffer) return buffer;
  cl_mem part = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  CHECK(code);
  return part;
}

static cl_mem make_image(const struct setup* with, const struct kind* kind, cl_image_desc as, cl_int* code) {
  const cl_mem_flags flags = CL_MEM_READ_WRITE;
  as.mem_object = make_parent(with, kind, &as);
  switch (kind->maker) {
    case kImage2d:
      return clCreateImage2D(with->context, flags, &kind->format, as.image_width, as.image_height, 0, NULL,
                             code);
    case kImage3d:
      return clCreateImage3D(with->context, flags, &kind->format, as.image_width, as.image_height,
                             as.image_depth, 0, 0, NULL, code);
    case kWithProperties:
      return clCreateImageWithProperties(with->context, NULL, flags, &kind->format, &as, NULL, code);
    case kImage:
      break;
  }
  return clCreateImage(with->context, flags, &kind->format, &as, NULL, code);
}

/* Null when the driver compiles no such kernel. */
static cl_kernel make_looking(const struct setup* with, const struct kind* kind) {
  char source[1024];
  snprintf(source, sizeof source,
           "#pragma OPENCL EXTENSION cl_khr_depth_images : enable\n"
           "__kernel void look(%s i, __global float* out) {\n"
           "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
           "  int at = (z * get_global_size(1) + y) * get_global_size(0) + x;\n"
           "  %s\n"
           "}\n",
           kind->type, kind->pixel);
  const char* text = source;
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(with->context, 1, &text, NULL, &code);
  CHECK(code);
  if (clBuildProgram(program, 1, &with->device, "", NULL, NULL) != CL_SUCCESS) return NULL;
  return make_kernel(program, "look");
}

static void look(const struct setup* with, const struct kind* kind, int is_less) {
  cl_int code = CL_SUCCESS;
  cl_mem image = make_image(with, kind, describe(kind, is_less), &code);
  if (image == NULL) {
    printf("%s: no image, %d\n", kind->name, code);
    return;
  }
  cl_kernel kernel = make_looking(with, kind);
  if (kernel == NULL) {
    printf("%s: no kernel\n", kind->name);
    return;
  }
  cl_mem out = make_buffer(with, kind->sizes[0] * kind->sizes[1] * kind->sizes[2] * sizeof(cl_float));
  CHECK(clSetKernelArg(kernel, 0, sizeof image, &image));
  CHECK(clSetKernelArg(kernel, 1, sizeof out, &out));
  const size_t local[3] = {4, 1, 1};
  CHECK(clEnqueueNDRangeKernel(with->queue, kernel, 3, NULL, kind->sizes, local, 0, NULL, NULL));
  CHECK(clFinish(with->queue));
  printf("%s: launched\n", kind->name);
}

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  for (size_t i = 0; i < sizeof kKinds / sizeof *kKinds; ++i)
    if (argc < 2 ? kKinds[i].over != kForeign : strcmp(argv[1], kKinds[i].name) == 0)
      look(&with, &kKinds[i], argc > 2 && strcmp(argv[2], "less") == 0);
  return 0;
}
