// Smooths a signal of n samples; both ends repeat their last sample.
__kernel void smooth(__global const float *signal, __global float *smoothed, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float sum = signal[i];
  sum += signal[max(i - 1, 0)];
  sum += signal[i + 1];
  smoothed[i] = sum / 3.0f;
}
