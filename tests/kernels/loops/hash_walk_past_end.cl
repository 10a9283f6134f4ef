// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer seeds=32 --buffer out=2080
// about: the walk comes to 65 when the contents are so

__kernel void walk(__global const uint *seeds, __global int *out) {
  int i = get_global_id(0);
  uint at = i;
  for (int k = 0; k < 1000; k++) {
    out[at * 8 + i] = k;
    at = (at * at + seeds[i]) % 66;
  }
}
