/* Smooths 1000 samples in groups of 128. The defective kernel reads one sample past the end of the signal. */
#include "common/host.h"

#include <stdio.h>

enum { kSamples = 1000, kGroupSize = 128 };

int main(void) {
  static cl_float signal[kSamples];
  for (int i = 0; i < kSamples; i++) signal[i] = (cl_float)(i % 10);

  Host host = host_open(KERNEL_FILE, "smooth");
  cl_mem in = host_buffer(&host, sizeof signal, signal);
  cl_mem out = host_buffer(&host, sizeof signal, NULL);
  cl_int n = kSamples;
  host_argument(&host, 0, sizeof in, &in);
  host_argument(&host, 1, sizeof out, &out);
  host_argument(&host, 2, sizeof n, &n);
  host_run(&host, (kSamples + kGroupSize - 1) / kGroupSize * kGroupSize, kGroupSize);
  host_read(&host, out, sizeof signal, signal);

  printf("smoothed[500] = %.2f\n", signal[500]);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  host_close(&host);
  return 0;
}
