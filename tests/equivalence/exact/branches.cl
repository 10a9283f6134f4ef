// equal: branching choosing
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// expect: verified
// about: Branches on contents become choices; a loop ends where the contents say.
// mutant: `i < 4` to `i < 3`: defect
// mutant: `found == 0 && v` to `v`: verified
// mutant: `v % 3 == 0` to `v % 3 == 1`: defect
__kernel void branching(__global const uint *in, __global uint *out) {
  uint g = get_global_id(0);
  uint i = 0;
  uint v = in[g];
  while (i < 4) {
    if (v % 3 == 0) break;
    v = v / 3 + i;
    ++i;
  }
  out[g] = i;
}

__kernel void choosing(__global const uint *in, __global uint *out) {
  uint g = get_global_id(0);
  uint v = in[g];
  uint count = 0, found = 0;
  for (uint k = 0; k < 4; ++k) {
    if (found == 0 && v % 3 == 0) found = 1;
    count += found == 0 ? 1 : 0;
    v = v / 3 + k;
  }
  out[g] = count;
}
