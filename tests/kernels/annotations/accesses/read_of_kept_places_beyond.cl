// expect: defect
// property: out-of-bounds
// lines: 18
// launch: --local-size 8 --num-groups 4 --buffer out=128 --buffer by=400 --buffer in=32 --arg n=100
// about: one value is too many
// oracle: skip it does not know what speaks of two work-items

__kernel void rotate(__global int *out, __global const int *by, __global const int *in, int n) {
  __local uint place[8];
  int l = get_local_id(0);
  int v = l;
  int sum = 0;
  for (int i = 0; __invariant(v >= 0), __invariant(v < 8), __candidate_invariant(v != __other_int(v)), i < n; i++) {
    place[v] = l + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (place[l] < 9) {
      out[get_global_id(0)] = sum;
      sum += in[place[l]];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    v = (v + by[i]) & 7;
  }
}
