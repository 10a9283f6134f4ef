/* Computes distances in 8 groups of 64. In the defective kernel the first and the last work-item of a group
 * write different values to one local cell. */
#include "common/host.h"

#include <stdio.h>

enum { kElements = 512, kGroupSize = 64 };

int main(void) {
  static cl_int distances[kElements];

  Host host = host_open(KERNEL_FILE, "distances");
  cl_mem out = host_buffer(&host, sizeof distances, NULL);
  host_argument(&host, 0, sizeof out, &out);
  host_run(&host, kElements, kGroupSize);
  host_read(&host, out, sizeof distances, distances);

  printf("distance of element 10: %d\n", distances[10]);
  clReleaseMemObject(out);
  host_close(&host);
  return 0;
}
