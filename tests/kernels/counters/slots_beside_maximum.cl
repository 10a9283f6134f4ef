// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer found=136
// sibling: slots_with_maximum.cl
// about: another atomic in the counter's buffer has a place of its own

__kernel void collect(__global uint *found, __global const uint *in) {
  uint value = in[get_global_id(0)];
  atomic_max(&found[1], value);
  uint slot = atomic_inc(&found[0]);
  if (slot < 32) found[2 + slot] = value + get_global_id(0);
}
