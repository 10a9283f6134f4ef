/* clCompileProgram with an embedded header, clLinkProgram, and a second program that includes a file through
 * -I. Argument: the -I option. */
#include "common.h"

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  const char* main_text =
      "#include \"inner/scale.h\"\n"
      "__kernel void scaled(__global int* a) { a[get_global_id(0)] = SCALE; }\n";
  const char* header_text = "#define SCALE 3\n";
  const char* name = "inner/scale.h";
  cl_int code = CL_SUCCESS;
  cl_program source = clCreateProgramWithSource(with.context, 1, &main_text, NULL, &code);
  CHECK(code);
  cl_program header = clCreateProgramWithSource(with.context, 1, &header_text, NULL, &code);
  CHECK(code);
  CHECK(clCompileProgram(source, 1, &with.device, "-DX=1", 1, &header, &name, NULL, NULL));
  cl_program linked = clLinkProgram(with.context, 1, &with.device, "", 1, &source, NULL, NULL, &code);
  CHECK(code);
  cl_mem buffer = make_buffer(&with, 256);
  cl_kernel kernel = make_kernel(linked, "scaled");
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  launch(&with, kernel, 64, 8);
  if (argc > 1) {
    cl_program including = make_program(
        &with,
        "#include \"included.h\"\n__kernel void inc(__global int* a) { a[get_global_id(0)] = INCLUDED; }\n",
        argv[1]);
    cl_kernel second = make_kernel(including, "inc");
    CHECK(clSetKernelArg(second, 0, sizeof buffer, &buffer));
    launch(&with, second, 64, 8);
  }
  CHECK(clFinish(with.queue));
  puts("linked");
  return 0;
}
