/* Launches that differ in a value each, and prints what the process has resident, in KiB: before them, before
 * the last ones, after all of them, and after as many launches as those that repeat one. app_distinct NUMBER
 * [LAST] */
#include "common.h"

/* Exact, unlike /proc/self/statm, which counts by threads in batches. */
static long resident(void) {
  char line[256];
  long kibibytes = -1;
  FILE* file = fopen("/proc/self/smaps_rollup", "r");
  if (file == NULL) return -1;
  while (fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "Rss: %ld", &kibibytes) == 1) break;
  fclose(file);
  return kibibytes;
}

int main(int argc, char** argv) {
  const int number = argc > 1 ? atoi(argv[1]) : 1000;
  const int last = argc > 2 ? atoi(argv[2]) : number / 2;
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(
      make_program(&with, "__kernel void put(__global int* a, __global int* b, int n) {}\n", ""), "put");
  for (cl_uint i = 0; i < 2; ++i) {
    cl_mem buffer = make_buffer(&with, 4096);
    CHECK(clSetKernelArg(kernel, i, sizeof buffer, &buffer));
  }
  long marks[4] = {0};
  for (int value = -1000; value < number; ++value) {
    if (value == 0) marks[0] = resident();
    if (value == number - last) marks[1] = resident();
    CHECK(clSetKernelArg(kernel, 2, sizeof value, &value));
    launch(&with, kernel, 1024, 64);
  }
  marks[2] = resident();
  for (int i = 0; i < last; ++i) launch(&with, kernel, 1024, 64);
  marks[3] = resident();
  printf("%ld %ld %ld %ld\n", marks[0], marks[1], marks[2], marks[3]);
  return 0;
}
