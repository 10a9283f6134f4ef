// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer found=136
// about: the other atomic may be on the counter, so that it hands out some places twice

__kernel void collect(__global uint *found, __global const uint *in) {
  uint value = in[get_global_id(0)];
  atomic_min(&found[value & 1], value);
  uint slot = atomic_inc(&found[0]);
  if (slot < 32) found[2 + slot] = value + get_global_id(0);
}
