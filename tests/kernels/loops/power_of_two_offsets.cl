// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: triple_offsets.cl
// about: the counter of a multiplying loop takes the values 1, 2, 4 and 8

__kernel void powers(__global int *out) {
  int i = get_global_id(0);
  for (int k = 1; k < 10; k *= 2) out[i * 9 + k] = i;
  out[i * 9] = i;
}
