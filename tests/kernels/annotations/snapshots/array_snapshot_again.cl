// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=1024
// sibling: array_snapshot_again_of_first.cl
// about: in each iteration what another row holds is kept
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, __global const int *in) {
  __local int kept[16];
  int i = get_global_id(0);
  for (int k = 0; k < 3; k++) {
    __array_snapshot(kept, in + 16 * k);
    __assert(kept[i] == in[16 * k + i]);
    out[i] = k;
  }
}
