// equal: "reference --local-size 8 --num-groups 2" "online --local-size 8 --num-groups 2"
// launch: --buffer q=512 --buffer k=512 --buffer v=512 --buffer out=512 --arithmetic real
// expect: verified
// about: Attention in tiles with a running maximum is plain attention, by the laws of exp and of the maximum.
// mutant: `acc[d] * rescale` to `acc[d]`: defect
// mutant: `l = l * rescale` to `l = l`: defect
// mutant: `exp(s[j] - next)` to `exp(s[j] - m)`: possible-defect
// mutant: `j < 4; ++j) next` to `j < 3; ++j) next`: verified
// mutant: `t < 16; t += 4` to `t < 12; t += 4`: defect
#define D 8
#define N 16
__kernel void reference(__global const float *q, __global const float *k, __global const float *v, __global float *out) {
  int row = get_global_id(0);
  float s[N], sum = 0;
  for (int j = 0; j < N; ++j) {
    float dot = 0;
    for (int d = 0; d < D; ++d) dot += q[row * D + d] * k[j * D + d];
    s[j] = dot * 0.5f;
  }
  for (int j = 0; j < N; ++j) sum += exp(s[j]);
  for (int d = 0; d < D; ++d) {
    float acc = 0;
    for (int j = 0; j < N; ++j) acc += exp(s[j]) * v[j * D + d];
    out[row * D + d] = acc / sum;
  }
}

__kernel void online(__global const float *q, __global const float *k, __global const float *v, __global float *out) {
  __local float tk[4 * D], tv[4 * D];
  int row = get_global_id(0), lid = get_local_id(0);
  float acc[D], m = -INFINITY, l = 0;
  for (int d = 0; d < D; ++d) acc[d] = 0;
  for (int t = 0; t < 16; t += 4) {
    for (int i = lid; i < 4 * D; i += 8) {
      tk[i] = k[t * D + i];
      tv[i] = v[t * D + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float s[4], next = m;
    for (int j = 0; j < 4; ++j) {
      s[j] = 0;
      for (int d = 0; d < D; ++d) s[j] += q[row * D + d] * tk[j * D + d];
      s[j] *= 0.5f;
    }
    for (int j = 0; j < 4; ++j) next = fmax(next, s[j]);
    float rescale = exp(m - next);
    l = l * rescale;
    for (int d = 0; d < D; ++d) acc[d] = acc[d] * rescale;
    for (int j = 0; j < 4; ++j) {
      float p = exp(s[j] - next);
      l += p;
      for (int d = 0; d < D; ++d) acc[d] += p * tv[j * D + d];
    }
    m = next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int d = 0; d < D; ++d) out[row * D + d] = acc[d] / l;
}
