/* A program of IL that is built without specialization constants, with two, and with one of them changed. */
#include "common.h"

static const unsigned char kIl[] = {3, 2, 0x23, 7, 0, 0, 1, 0};

static void build_and_launch(const struct setup* with, cl_program program) {
  CHECK(clBuildProgram(program, 1, &with->device, "", NULL, NULL));
  launch(with, make_kernel(program, "any"), 64, 16);
}

int main(void) {
  const struct setup with = make_setup();
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(with.context, kIl, sizeof kIl, &code);
  CHECK(code);
  build_and_launch(&with, program);
  const cl_uint width = 16;
  const cl_uchar flag = 1;
  CHECK(clSetProgramSpecializationConstant(program, 7, sizeof width, &width));
  CHECK(clSetProgramSpecializationConstant(program, 3, sizeof flag, &flag));
  if (clSetProgramSpecializationConstant(program, 1000, sizeof width, &width) == CL_SUCCESS) return kFailure;
  build_and_launch(&with, program);
  const cl_uint wider = 32;
  CHECK(clSetProgramSpecializationConstant(program, 7, sizeof wider, &wider));
  build_and_launch(&with, program);
  cl_program compiled = clCreateProgramWithIL(with.context, kIl, sizeof kIl, &code);
  CHECK(code);
  CHECK(clSetProgramSpecializationConstant(compiled, 3, sizeof flag, &flag));
  CHECK(clCompileProgram(compiled, 1, &with.device, "", 0, NULL, NULL, NULL, NULL));
  cl_program linked = clLinkProgram(with.context, 1, &with.device, "", 1, &compiled, NULL, NULL, &code);
  CHECK(code);
  launch(&with, make_kernel(linked, "any"), 64, 16);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}
