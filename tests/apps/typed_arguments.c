/* Arguments of a program that is built with -cl-kernel-arg-info: by-value types whose names begin like those
 * of images and pipes, and an image. */
#include "common.h"

static const char* const kSource =
    "typedef struct { int w, h; } image_info;\n"
    "typedef ulong image_id;\n"
    "typedef struct { int w, h; } pipe_cfg;\n"
    "typedef struct { int n[3]; } image_size;\n"
    "__kernel void values(__global int* out, image_info a, image_id b, pipe_cfg c, image_size d) {\n"
    "  out[get_global_id(0)] = a.w + (int)b + c.h + d.n[2];\n"
    "}\n"
    "__kernel void pick(__global int* out, read_only image2d_t image) {\n"
    "  out[get_global_id(0)] = get_image_width(image);\n"
    "}\n";

int main(void) {
  const struct setup with = make_setup();
  cl_program program = make_program(&with, kSource, "-cl-kernel-arg-info");
  cl_mem out = make_buffer(&with, 256);
  cl_kernel values = make_kernel(program, "values");
  const cl_int pair[2] = {64, 7};
  const cl_int size[3] = {1, 2, 64};
  CHECK(clSetKernelArg(values, 0, sizeof out, &out));
  CHECK(clSetKernelArg(values, 1, sizeof pair, pair));
  CHECK(clSetKernelArg(values, 2, sizeof pair, pair));
  CHECK(clSetKernelArg(values, 3, sizeof pair, pair));
  CHECK(clSetKernelArg(values, 4, sizeof size, size));
  launch(&with, values, 64, 16);
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description;
  memset(&description, 0, sizeof description);
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 16;
  description.image_height = 8;
  cl_int code = CL_SUCCESS;
  cl_mem image = clCreateImage(with.context, CL_MEM_READ_ONLY, &format, &description, NULL, &code);
  CHECK(code);
  cl_kernel pick = make_kernel(program, "pick");
  CHECK(clSetKernelArg(pick, 0, sizeof out, &out));
  CHECK(clSetKernelArg(pick, 1, sizeof image, &image));
  launch(&with, pick, 64, 16);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}
