/* Shifts 512 elements. The defective twin passes one buffer for both arguments, so work-items overwrite what
 * their neighbours have yet to read. */
#include "common/host.h"

#include <stdio.h>

enum { kElements = 512, kGroupSize = 64 };

int main(void) {
  static cl_int elements[kElements];
  for (int i = 0; i < kElements; i++) elements[i] = i;

  Host host = host_open(KERNEL_FILE, "shift_left");
  cl_mem from = host_buffer(&host, sizeof elements, elements);
  cl_mem other = host_buffer(&host, sizeof elements, NULL);
  cl_mem to = IN_PLACE ? from : other;
  cl_int n = kElements;
  host_argument(&host, 0, sizeof from, &from);
  host_argument(&host, 1, sizeof to, &to);
  host_argument(&host, 2, sizeof n, &n);
  host_run(&host, kElements, kGroupSize);
  host_read(&host, to, sizeof elements, elements);

  printf("element 100 is now %d\n", elements[100]);
  clReleaseMemObject(from);
  clReleaseMemObject(other);
  host_close(&host);
  return 0;
}
