/* Reverses groups of 64 elements, the last group being half full. In the defective kernel only the work-items
 * that have an element reach the barrier. A GPU may hang there; a CPU platform may let all of the group
 * through, which is why the buffers have room for every work-item. */
#include "common/host.h"

#include <stdio.h>

enum { kElements = 480, kGroupSize = 64, kPadded = 512 };

int main(void) {
  static cl_int elements[kPadded];
  for (int i = 0; i < kElements; i++) elements[i] = i;

  Host host = host_open(KERNEL_FILE, "reverse");
  cl_mem in = host_buffer(&host, sizeof elements, elements);
  cl_mem out = host_buffer(&host, sizeof elements, NULL);
  cl_int n = kElements;
  host_argument(&host, 0, sizeof in, &in);
  host_argument(&host, 1, sizeof out, &out);
  host_argument(&host, 2, sizeof n, &n);
  host_run(&host, kPadded, kGroupSize);
  host_read(&host, out, sizeof elements, elements);

  printf("first element of the first group: %d\n", elements[0]);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  host_close(&host);
  return 0;
}
