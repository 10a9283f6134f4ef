/* Keeps the binary of its program in a file, as applications with a cache do: loads it when it is there,
 * else, or when it is refused, builds from source and stores it. Arguments: the file, the value to fill with
 * (its source differs by it), build options, "insist" to load once more when refused. Says what it did. */
#include "common.h"

enum { kItems = 64, kMost = 1 << 20 };

static cl_program load(const struct setup* with, const char* path, const char* options) {
  static unsigned char binary[kMost];
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  const size_t bytes = fread(binary, 1, sizeof binary, file);
  fclose(file);
  const unsigned char* start = binary;
  cl_int status = 77, code = 77;
  cl_program program =
      clCreateProgramWithBinary(with->context, 1, &with->device, &bytes, &start, &status, &code);
  if (program == NULL) {
    printf("refused: %d %d\n", code, status);
    return NULL;
  }
  code = clBuildProgram(program, 1, &with->device, options, NULL, NULL);
  if (code == CL_SUCCESS) return program;
  printf("not built: %d\n", code);
  CHECK(clReleaseProgram(program));
  return NULL;
}

static void store(cl_program program, const char* path) {
  size_t bytes = 0;
  CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
  unsigned char* binary = malloc(bytes);
  CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  FILE* file = fopen(path, "wb");
  if (file == NULL || fwrite(binary, 1, bytes, file) != bytes) exit(kFailure);
  fclose(file);
  free(binary);
}

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "program.bin";
  const char* value = argc > 2 ? argv[2] : "1";
  const char* options = argc > 3 ? argv[3] : "";
  const struct setup with = make_setup();
  cl_program program = load(&with, path, options);
  if (program == NULL && argc > 4) program = load(&with, path, options);
  if (program != NULL) {
    puts("loaded");
  } else {
    char source[256];
    snprintf(source, sizeof source,
             "__kernel void fill(__global int* out, int value) { out[get_global_id(0)] = value + %s; }\n",
             value);
    program = make_program(&with, source, options);
    store(program, path);
    puts("built");
  }
  cl_kernel kernel = make_kernel(program, "fill");
  cl_mem buffer = make_buffer(&with, kItems * sizeof(cl_int));
  const cl_int one = 1;
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(kernel, 1, sizeof one, &one));
  launch(&with, kernel, kItems, 8);
  cl_int first = 0;
  CHECK(clEnqueueReadBuffer(with.queue, buffer, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL));
  printf("%d\n", first);
  return 0;
}
