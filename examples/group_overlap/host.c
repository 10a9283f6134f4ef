/* Fills a table of 32 rows of 64 numbers. The defective twin passes a pitch that is smaller than a row, so
 * the rows of neighbouring groups overlap. */
#include "common/host.h"

#include <stdio.h>

enum { kRows = 32, kColumns = 64 };

int main(void) {
  static cl_int table[kRows * kColumns];

  Host host = host_open(KERNEL_FILE, "number_rows");
  cl_mem out = host_buffer(&host, sizeof table, NULL);
  cl_int pitch = PITCH;
  host_argument(&host, 0, sizeof out, &out);
  host_argument(&host, 1, sizeof pitch, &pitch);
  host_run(&host, (size_t)kRows * kColumns, kColumns);
  host_read(&host, out, sizeof table, table);

  printf("row 1 begins with %d\n", table[pitch]);
  clReleaseMemObject(out);
  host_close(&host);
  return 0;
}
