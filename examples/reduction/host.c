/* Sums 4096 numbers in 16 groups. The defective kernel lacks the barrier between the steps of the reduction.
 */
#include "common/host.h"

#include <stdio.h>

enum { kElements = 4096, kGroupSize = 256, kGroups = kElements / kGroupSize };

int main(void) {
  static cl_int numbers[kElements];
  cl_int sums[kGroups];
  for (int i = 0; i < kElements; i++) numbers[i] = i % 7;

  Host host = host_open(KERNEL_FILE, "reduce");
  cl_mem in = host_buffer(&host, sizeof numbers, numbers);
  cl_mem out = host_buffer(&host, sizeof sums, NULL);
  host_argument(&host, 0, sizeof in, &in);
  host_argument(&host, 1, sizeof out, &out);
  host_run(&host, kElements, kGroupSize);
  host_read(&host, out, sizeof sums, sums);

  long total = 0;
  for (int i = 0; i < kGroups; i++) total += sums[i];
  printf("sum of %d numbers: %ld\n", kElements, total);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  host_close(&host);
  return 0;
}
