// expect: possible-defect
// property: out-of-bounds
// lines: 14
// cause: no-closed-form 13
// launch: --local-size 1 --num-groups 1 --buffer seeds=4 --buffer out=240048
// contents: seeds=bytes:6cea0000
// replay: skip none of the contents that are tried lead there
// about: the walk comes to 60,012 for few of all contents

__kernel void walk(__global const uint *seeds, __global int *out) {
  int i = get_global_id(0);
  uint at = i;
  for (int k = 0; k < 200; k++) {
    out[at] = k;
    at = (at * at + seeds[i]) % 60013;
  }
}
